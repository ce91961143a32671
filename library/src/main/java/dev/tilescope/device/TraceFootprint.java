package dev.tilescope.device;

import dev.tilescope.device.Operands.Operand;
import dev.tilescope.device.RecordedProgram.Compute;
import dev.tilescope.model.BufferType;
import java.util.ArrayList;
import java.util.List;

/** Where the programs of a trace write, in whichever buffers lie there now. */
final class TraceFootprint {
  /**
   * Addresses in every bank of a memory.
   *
   * @param bufferId whose they were when the trace was captured
   */
  private record Range(boolean isL1, long begin, long end, long bufferId) {
    static Range of(Buffer buffer) {
      BufferType type = buffer.type();
      return new Range(
          type == BufferType.L1 || type == BufferType.L1_SMALL,
          buffer.address(),
          buffer.address() + buffer.maxSizePerBankBytes(),
          buffer.uniqueId());
    }

    boolean meets(Range other) {
      return isL1 == other.isL1 && begin < other.end && other.begin < end;
    }
  }

  /** In the order of the programs. */
  private final List<Range> written = new ArrayList<>();

  TraceFootprint(List<RecordedProgram> programs) {
    for (RecordedProgram program : programs) {
      if (program.step() instanceof Compute(Operands operands, Runnable _)) {
        for (Operand output : operands.outputs()) {
          written.add(Range.of(output.buffer()));
        }
      }
    }
  }

  /**
   * Whether a replay leaves something else in a buffer than the trace wrote to it. The last write
   * counts: one of its own that comes after those of others to the same place, as where a temporary
   * was freed during the capture, puts its contents right again.
   */
  boolean spoils(Buffer buffer) {
    Range range = Range.of(buffer);
    for (Range last : written.reversed()) {
      if (last.bufferId == range.bufferId) {
        return false;
      } else if (last.meets(range)) {
        return true;
      }
    }
    return false;
  }
}
