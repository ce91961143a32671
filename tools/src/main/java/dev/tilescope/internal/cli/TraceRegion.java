package dev.tilescope.internal.cli;

import dev.tilescope.model.MetalTrace;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the TRACE region of one model on one board must have room for.
 *
 * @param board empty if it is not known by name
 * @param batch null if it is the model's own
 * @param traces how many
 * @param operations in all of them
 * @param bytes the most that was live at once on each device, in whole pages
 */
record TraceRegion(
    String model,
    String board,
    String architecture,
    int chips,
    @Nullable Integer batch,
    int traces,
    int operations,
    long bytes) {
  private static final long STEP = 100_000;

  /** Of one device, or the devices of a mesh, which have the same traces. */
  static TraceRegion of(String model, String board, List<MetalTrace> traces) {
    MetalTrace first = traces.getFirst();
    return new TraceRegion(
        model,
        board,
        first.architecture(),
        first.chipIds().size(),
        null,
        traces.size(),
        traces.stream().mapToInt(trace -> trace.operations().size()).sum(),
        traces.stream().mapToLong(MetalTrace::tracesBytes).max().orElse(0));
  }

  TraceRegion withBatch(@Nullable Integer other) {
    return new TraceRegion(model, board, architecture, chips, other, traces, operations, bytes);
  }

  /** As much more as modelled traces may be too small, in round numbers. */
  long suggestedBytes(double margin) {
    return Math.ceilDiv((long) Math.ceil(bytes * margin), STEP) * STEP;
  }

  /** The board, or what is known of it. */
  String place() {
    return board.isEmpty()
        ? architecture.toLowerCase(Locale.ROOT) + (chips > 1 ? " x" + chips : "")
        : board;
  }

  /** What tt-metal's list of region sizes calls the board. */
  String sku() {
    return switch (place()) {
      case "t3000" -> "wh_llmbox_perf";
      case "galaxy" -> "wh_galaxy_perf";
      case "n150", "n300" -> "wh_" + place();
      case "p100", "p150" -> "bh_" + place();
      default -> place().replace(' ', '_');
    };
  }
}
