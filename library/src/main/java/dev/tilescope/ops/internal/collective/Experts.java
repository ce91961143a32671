package dev.tilescope.ops.internal.collective;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.ops.internal.mechanism.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Which devices and experts belong together. */
final class Experts {
  private Experts() {}

  private static final int L1_ALIGNMENT_BYTES = 16;

  static IntStream devices(Call<?> call) {
    return IntStream.range(0, call.device().board().chips());
  }

  static List<double[]> onEach(Call<?> call, IntFunction<double[]> values) {
    return devices(call).mapToObj(values).toList();
  }

  /** The experts of a device, in their order. */
  static List<Integer> of(int[] mapping, int devices, int device) {
    List<Integer> own = new ArrayList<>();
    for (int expert = 0; expert < mapping.length / devices; expert++) {
      if (mapping[expert * devices + device] == 1) {
        own.add(expert);
      }
    }
    return own;
  }

  /** One page, as L1 aligns it. */
  static CircularBuffer inL1(CoreRangeSet cores, long bytes) {
    long aligned = Math.ceilDiv(bytes, L1_ALIGNMENT_BYTES) * L1_ALIGNMENT_BYTES;
    return CircularBuffer.local(cores, aligned, aligned);
  }
}
