package dev.tilescope.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SubDevicesTest {
  private static final CoreRangeSet LEFT = CoreRangeSet.of(CoreRange.of(0, 0, 3, 7));
  private static final CoreRangeSet RIGHT = CoreRangeSet.of(CoreRange.of(4, 0, 7, 7));

  private MeshDevice device;
  private SubDevices parts;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
    parts = device.subDevices();
  }

  @AfterEach
  void close() {
    device.close();
  }

  @Test
  void withoutADivisionTheWholeGridIsTheFirst() {
    assertThat(parts.count()).isEqualTo(1);
    assertThat(parts.cores(0)).isEqualTo(CoreRangeSet.grid(8, 8));
  }

  @Test
  void aDivisionHoldsFromWhenItIsLoadedUntilItIsUnloaded() {
    int division = parts.divide(List.of(LEFT, RIGHT));
    assertThat(parts.count()).isEqualTo(1);
    parts.load(division);
    assertThat(parts.count()).isEqualTo(2);
    assertThat(parts.cores(1)).isEqualTo(RIGHT);
    assertThatThrownBy(() -> parts.remove(division))
        .hasMessageStartingWith("Cannot remove active sub device manager");
    parts.unload();
    parts.remove(division);
    assertThat(parts.cores(0)).isEqualTo(CoreRangeSet.grid(8, 8));
    assertThatThrownBy(() -> parts.load(division))
        .hasMessageStartingWith("Sub device manager does not exist");
  }

  @Test
  void l1OfTheirOwnIsTakenFromTensorsWhileTheDivisionIsLoaded() {
    BankStatistics before = device.statistics(BufferType.L1);
    int division = parts.divide(List.of(LEFT, RIGHT), 3200);
    assertThat(device.statistics(BufferType.L1)).isEqualTo(before);
    parts.load(division);
    assertThat(device.statistics(BufferType.L1).totalBytes()).isEqualTo(before.totalBytes() - 3200);
    assertThat(device.statistics(BufferType.L1).allocatedBytes()).isZero();
    assertThat(device.lowestL1Address()).isEqualTo(-1);
    parts.load(parts.divide(List.of(LEFT), 64));
    assertThat(device.statistics(BufferType.L1).totalBytes()).isEqualTo(before.totalBytes() - 64);
    parts.unload();
    assertThat(device.statistics(BufferType.L1)).isEqualTo(before);
  }

  @Test
  void l1ThatATensorHasIsNotGivenToSubDevices() {
    long whole = device.statistics(BufferType.L1).totalBytes();
    int division = parts.divide(List.of(LEFT), whole);
    TensorSpec spec =
        new TensorSpec(Shape.of(32, 32), DataType.BFLOAT16, Layout.TILE, MemoryConfig.L1);
    Buffer buffer = device.allocate(spec, "test");
    assertThatThrownBy(() -> parts.load(division))
        .hasMessageMatching("Shrink size .* cuts into allocated block at address .*");
    assertThat(parts.count()).isEqualTo(1);
    buffer.deallocate();
    parts.load(division);
    assertThatThrownBy(() -> device.allocate(spec, "test"))
        .isInstanceOf(OutOfMemoryException.class);
  }

  @Test
  void partsThatOverlapOrLeaveTheGridAreRefused() {
    assertThatThrownBy(() -> parts.divide(List.of(LEFT, CoreRangeSet.grid(1, 1))))
        .hasMessageStartingWith("SubDevices specified for SubDeviceManager intersect");
    assertThatThrownBy(() -> parts.divide(List.of(CoreRangeSet.grid(9, 1))))
        .hasMessageStartingWith("Tensix cores {[(x=0,y=0) - (x=8,y=0)]} specified in sub device");
    assertThatThrownBy(() -> parts.divide(Collections.nCopies(9, CoreRangeSet.EMPTY)))
        .hasMessageStartingWith("Number of sub-devices specified 9 is larger than");
  }
}
