package dev.tilescope.ops;

import dev.tilescope.device.Board;
import dev.tilescope.device.Rehearsal.Shortage;
import dev.tilescope.model.TensorSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether operations fit a board, with which peaks, and how long they would take. L1 is counted for
 * one core and DRAM for one bank, the fullest; all tensors that are alive count, inputs too.
 *
 * @param circularBufferPeakBytes of the program with the largest ones, dataflow buffers included
 * @param l1BufferPeakBytes of tensors in L1
 * @param l1PeakBytes of tensors and circular buffers at once
 * @param l1OutputBytes of the results
 * @param l1CapacityBytes what a core has for both
 * @param dramPeakBytes of tensors in DRAM, without kernel binaries
 * @param modelledNanos what the cost model gives the programs, one after the other
 * @param modelledLowNanos the least that boards take for them, by the bands of their families
 * @param modelledHighNanos the most
 * @param outputs the results
 * @param shortage why it does not fit; null if it does
 */
public record Fit(
    Board board,
    long circularBufferPeakBytes,
    long l1BufferPeakBytes,
    long l1PeakBytes,
    long l1OutputBytes,
    long l1CapacityBytes,
    long dramPeakBytes,
    long dramCapacityBytes,
    long modelledNanos,
    long modelledLowNanos,
    long modelledHighNanos,
    List<TensorSpec> outputs,
    @Nullable Shortage shortage) {

  public Fit {
    outputs = List.copyOf(outputs);
  }

  public boolean fits() {
    return shortage == null;
  }
}
