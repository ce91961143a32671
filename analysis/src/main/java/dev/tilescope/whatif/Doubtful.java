package dev.tilescope.whatif;

import dev.tilescope.analysis.MemoryScript;
import dev.tilescope.analysis.MemoryScript.Kind;
import dev.tilescope.analysis.MemoryScript.Part;
import dev.tilescope.analysis.MemoryScript.Wanted;
import dev.tilescope.device.Board.Grid;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.TensorMemoryLayout;
import java.util.List;
import java.util.stream.Stream;

/** What a replay of a run with a change cannot know. */
record Doubtful(MemoryScript script, RecordedDevice recorded, Change change) {
  void addTo(List<String> doubts) {
    addOfTheRun(doubts);
    addOfTheBoard(doubts);
    long sharded =
        change.inDram().stream()
            .map(index -> script.buffers().get(index))
            .filter(wanted -> wanted.description().shardCores() > 0)
            .count();
    if (sharded > 0) {
      doubts.add(
          "%,d of the tensors put into DRAM are sharded in L1: what works on their shards where they lie would bring them in first."
              .formatted(sharded));
    }
  }

  private void addOfTheRun(List<String> doubts) {
    if (!script.hasAddresses() && !script.buffers().isEmpty()) {
      doubts.add(
          "The run has no addresses, as in NO_DISPATCH: kernels of programs are not in it, which"
              + " take a few KiB of each DRAM bank.");
    }
    if (script.unknownLaunches() > 0) {
      doubts.add(
          "%,d launches were of programs that were compiled before the capture: their circular buffers are not known."
              .formatted(script.unknownLaunches()));
    }
    long unplaced =
        script.buffers().stream()
            .filter(wanted -> wanted.made() == null && wanted.description().address() <= 0)
            .count();
    if (unplaced > 0 && script.hasAddresses()) {
      doubts.add(
          "%,d buffers stood there before the capture, and their places are not recorded."
              .formatted(unplaced));
    }
    if (change.options().traceRegionBytes() == 0 && has(Kind.METAL_TRACE)) {
      doubts.add(
          "Without a TRACE region a metal trace must also lie above all that its capture touched"
              + " in DRAM, which is not checked.");
    }
  }

  private boolean has(Kind kind) {
    return script.buffers().stream().anyMatch(wanted -> wanted.kind() == kind);
  }

  private void addOfTheBoard(List<String> doubts) {
    Grid grid = change.board().compute();
    if (change.board().equals(recorded.board()) || grid.equals(recorded.board().compute())) {
      return;
    }
    if (!script.programs().isEmpty()) {
      doubts.add(
          "Circular buffers are those of the recorded %s cores; on %s operations share out their work otherwise."
              .formatted(recorded.board().compute(), grid));
    }
    long beyond =
        script.programs().stream()
            .filter(program -> program.parts().stream().anyMatch(part -> isBeyond(part, grid)))
            .count();
    if (beyond > 0) {
      doubts.add(
          "%,d programs used cores that %s does not have; they are taken to use those that it has."
              .formatted(beyond, change.board().name()));
    }
    long sharded =
        script.buffers().stream()
            .map(Wanted::description)
            .filter(buffer ->
                buffer.type().isL1()
                    && buffer.layout() != null
                    && buffer.layout() != TensorMemoryLayout.INTERLEAVED)
            .count();
    if (sharded > 0) {
      doubts.add("%,d sharded buffers keep their shards.".formatted(sharded));
    }
    if (has(Kind.METAL_TRACE)) {
      doubts.add("Metal traces keep their size, which depends on the number of cores.");
    }
  }

  private static boolean isBeyond(Part part, Grid grid) {
    return Stream.of(part.cores())
        .flatMap(cores -> cores.ranges().stream())
        .map(CoreRange::end)
        .anyMatch(end -> end.x() >= grid.width() || end.y() >= grid.height());
  }
}
