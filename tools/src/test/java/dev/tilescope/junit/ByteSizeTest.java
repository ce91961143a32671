package dev.tilescope.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.TilescopeException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "4096, 4096",
    "64B, 64",
    "512KiB, 524288",
    "512 kb, 524288",
    "1.5MiB, 1572864",
    "12G, 12884901888",
    "2T, 2199023255552"
  })
  void sizesAreInUnitsOf1024(String text, long bytes) {
    assertThat(ByteSize.parse(text).bytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "-1", "KiB", "1 potato", "1e3", "0x10", "1,024", "1..5K", "٣"})
  void otherTextIsNoSize(String text) {
    assertThatThrownBy(() -> ByteSize.parse(text))
        .isInstanceOf(TilescopeException.class)
        .hasMessage(
            "'"
                + text
                + "' is not a size; write bytes or units of 1024, such as 4096, 512KiB or 1.5MiB");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.5", "0.0001KiB"})
  void partsOfBytesAreRefused(String text) {
    assertThatThrownBy(() -> ByteSize.parse(text)).hasMessageContaining("not a whole number");
  }

  @ParameterizedTest
  @ValueSource(strings = {"9007199254740993T", "999999999999999999M"})
  void sizesBeyondALongAreRefused(String text) {
    assertThatThrownBy(() -> ByteSize.parse(text)).hasMessageContaining("2^63-1");
  }
}
