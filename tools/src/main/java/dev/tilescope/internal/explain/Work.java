package dev.tilescope.internal.explain;

import dev.tilescope.device.TimeFamily;
import dev.tilescope.internal.perf.PerfOperation;
import dev.tilescope.internal.perf.PerfRow;
import dev.tilescope.internal.perf.PerfTensor;
import java.util.List;
import java.util.Set;

/**
 * A program that ran on a device, from whichever files tell of it.
 *
 * @param operation the row of a performance CSV, or one made of a report's call
 * @param inputs tensors that it takes, by id; empty if no report tells
 * @param output the tensor that it gives; -1 if no report tells
 */
record Work(PerfOperation operation, Place place, List<Long> inputs, long output) {
  private static final List<String> SUFFIXES = List.of("DeviceOperation", "Operation");
  private static final int TILE = 32;

  /** Tiles of a row that a core should have where several cores share one. */
  private static final int LEAST_OF_A_ROW = 8;

  private static final Set<String> CREATING =
      Set.of("Uniform", "Rand", "Bernoulli", "Full", "FullLike", "Arange", "MorehArange");

  Work {
    inputs = List.copyOf(inputs);
  }

  PerfRow row() {
    return operation.row();
  }

  String name() {
    return row().opCode();
  }

  /** The name without what all names of programs end with. */
  String stem() {
    return stem(name());
  }

  private static String stem(String name) {
    for (String suffix : SUFFIXES) {
      if (name.endsWith(suffix)) {
        return name.substring(0, name.length() - suffix.length());
      }
    }
    return name;
  }

  /** Whether it fills a new tensor, as weights and inputs are made. */
  boolean isCreating() {
    return CREATING.contains(stem());
  }

  /** Whether programs of this name do more than make and relay tensors. */
  static boolean isComputing(String name) {
    return switch (TimeFamily.of(name)) {
      case ELEMENTWISE -> !stem(name).equals("Typecast");
      case MATMUL, CONVOLUTION, NORM, REDUCTION, ATTENTION -> true;
      case LAYOUT, SHARDS, MOVEMENT, OTHER -> false;
    };
  }

  TimeFamily family() {
    return TimeFamily.of(name());
  }

  /** On the device; 0 if not known. */
  double nanos() {
    return Double.isNaN(row().kernelNanos()) ? 0 : row().kernelNanos();
  }

  /** Since the program before; 0 if not known. */
  double gapNanos() {
    return Double.isNaN(operation.gapMicros()) ? 0 : Math.max(0, operation.gapMicros() * 1000);
  }

  Work withoutGap() {
    return new Work(operation.withoutGap(), place, inputs, output);
  }

  /** 0 if not known. */
  int cores() {
    Integer cores = operation.cores();
    return cores == null ? 0 : cores;
  }

  /** The first operand. */
  PerfTensor input() {
    return row().input0();
  }

  PerfTensor result() {
    return row().output0();
  }

  /** What it reads from and writes to DRAM. */
  double dramBytes() {
    double bytes = result().isKnown() && result().isInDram() ? result().bytes() : 0;
    for (PerfTensor tensor : row().inputs()) {
      bytes += tensor.isInDram() ? tensor.bytes() : 0;
    }
    return bytes;
  }

  /** Into how many parts its work can be cut for cores; 0 if not known. */
  double parts() {
    PerfTensor of = family() == TimeFamily.REDUCTION || !result().isKnown() ? input() : result();
    if (!of.isKnown()) {
      return 0;
    }
    boolean isTiled = !"ROW_MAJOR".equals(of.layout());
    double rows = of.w() * of.z() * (isTiled ? Math.ceil(of.y() / TILE) : of.y());
    double columns = Math.ceil(of.x() / TILE);
    return switch (family()) {
      case ELEMENTWISE, MATMUL, MOVEMENT -> isTiled ? rows * columns : rows;
      case LAYOUT, CONVOLUTION -> rows;
      case NORM, REDUCTION -> rows * Math.ceil(columns / LEAST_OF_A_ROW);
      case SHARDS, ATTENTION, OTHER -> 0;
    };
  }
}
