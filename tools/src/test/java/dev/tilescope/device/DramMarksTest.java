package dev.tilescope.device;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DramMarksTest {
  private static final TensorSpec SPEC =
      new TensorSpec(Shape.of(320, 320), DataType.BFLOAT16, Layout.TILE, MemoryConfig.DRAM);

  private MeshDevice device;
  private Buffer buffer;
  private long end;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
    buffer = device.allocate(SPEC, "test");
    end = buffer.address() + buffer.maxSizePerBankBytes();
  }

  @AfterEach
  void close() {
    device.close();
  }

  @Test
  void aTraceAboveAllThatTheCaptureTouchedIsFine() {
    DramMarks marks = new DramMarks();
    marks.allocated(buffer);
    marks.deleted(buffer);
    assertThatCode(() -> marks.requireBelow(end, end)).doesNotThrowAnyException();
  }

  @Test
  void aTraceInWhatTheCaptureTouchedSaysWhatThatWas() {
    DramMarks allocated = new DramMarks();
    allocated.allocated(buffer);
    assertThatThrownBy(() -> allocated.requireBelow(end - 1, 0))
        .hasMessage(
            "Trace buffer at address %d overlaps with buffers allocated during trace capture (allocation high water mark: %d). Reduce allocations during trace capture or set a non-zero trace_region_size."
                .formatted(end - 1, end));
    DramMarks deleted = new DramMarks();
    deleted.deleted(buffer);
    assertThatThrownBy(() -> deleted.requireBelow(end - 1, 0))
        .hasMessageContaining(
            "overlaps with buffers deallocated during trace capture (deletion high water mark: "
                + end);
    deleted.allocated(buffer);
    assertThatThrownBy(() -> deleted.requireBelow(end - 1, 0))
        .hasMessageContaining(
            "overlaps with DRAM activity during trace capture. Allocation high water mark: %d, Deletion high water mark: %d."
                .formatted(end, end));
    assertThatThrownBy(() -> new DramMarks().requireBelow(5, 6))
        .hasMessageContaining(
            "captured by another live trace (maximum live trace high water mark: 6)");
  }
}
