package dev.tilescope.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TimeBandTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(TimeFamily.class)
  void everyFamilyHasABandAroundTheModel(TimeFamily family) {
    for (Architecture architecture : Architecture.values()) {
      TimeBand band = TimeBand.of(family, architecture);
      assertThat(band.low()).as("%s %s", family, architecture).isLessThan(1);
      assertThat(band.high()).as("%s %s", family, architecture).isGreaterThan(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "MatmulDeviceOperation, MATMUL",
    "Matmul, MATMUL",
    "BinaryNgDeviceOperation, ELEMENTWISE",
    "HaloDeviceOperation, CONVOLUTION",
    "SomethingNewDeviceOperation, OTHER",
  })
  void namesOfDeviceOperationsTellTheFamily(String name, TimeFamily family) {
    assertThat(TimeFamily.of(name)).isEqualTo(family);
  }

  @Test
  void aDeviceSumsTheBandsOfWhatItRan() {
    TimeBand band = new TimeBand(0.5, 2);
    assertThat(band.lowNanos(1000)).isEqualTo(500);
    assertThat(band.highNanos(1000)).isEqualTo(2000);
    assertThat(band).hasToString("x0.50-2.00");
  }

  private CostConstants calibrated(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("board.txt"), text);
    return CostConstants.ofEnvironment(Map.of(CostConstants.CALIBRATION, file.toString()));
  }

  @Test
  void theEnvironmentNamesAFileWhoseFiguresTakeThePlaceOfTheFittedOnes() throws IOException {
    CostConstants own = calibrated("# a board\nfactor.matmul 1.5 1\n");
    assertThat(own.factorOf("MatmulDeviceOperation", Architecture.WORMHOLE_B0)).isEqualTo(1.5);
    assertThat(own.factorOf("MatmulDeviceOperation", Architecture.BLACKHOLE)).isEqualTo(1);
    assertThat(own.of("launch.nanos", Architecture.WORMHOLE_B0))
        .isEqualTo(CostConstants.fitted().of("launch.nanos", Architecture.WORMHOLE_B0));
    assertThat(CostConstants.ofEnvironment(Map.of()).names())
        .isEqualTo(CostConstants.fitted().names());
  }

  @ParameterizedTest
  @CsvSource({
    "factor.matmul 1, a line is NAME WORMHOLE BLACKHOLE",
    "factor.matmull 1 1, is no constant of the cost model",
    "factor.matmul 1 -2, a figure is a number above 0",
    "factor.matmul 1 x, a figure is a number above 0",
  })
  void damagedFilesSayWhatALineIs(String line, String message) {
    assertThatThrownBy(() -> calibrated(line))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining(message)
        .hasMessageContaining("board.txt");
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    Path file = folder.resolve("none.txt");
    assertThatThrownBy(() -> CostConstants.calibrated(file))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("none.txt")
        .hasMessageContaining("tilescope calibrate");
  }
}
