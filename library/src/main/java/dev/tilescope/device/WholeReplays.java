package dev.tilescope.device;

import dev.tilescope.device.marker.ChipTime;
import dev.tilescope.device.marker.RiscMarkers;
import dev.tilescope.model.CoreCoord;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The markers of a chip that profiles whole replays of traces: a core writes two zones for each,
 * from the first beginning of a program to the last end. As on a board their number is that of the
 * replay, and it counts on when the chip is opened again.
 */
final class WholeReplays {
  private final Function<CoreCoord, RiscMarkers> markers;
  private final ChipTime time;
  private final long replaysBefore;

  /** Those under way, by their number on the device. */
  private final Map<Integer, Map<CoreCoord, CoreSpan>> open = new HashMap<>();

  WholeReplays(Function<CoreCoord, RiscMarkers> markers, ChipTime time) {
    this.markers = markers;
    this.time = time;
    this.replaysBefore = time.replays();
  }

  /** A program has run on a core; outside of a replay that is of no interest. */
  void ran(ProgramRun run, CoreCoord core, CoreSpan span) {
    if (run.replay() != ProgramRun.NO_REPLAY) {
      open.computeIfAbsent(run.replay(), _ -> new LinkedHashMap<>())
          .merge(core, span, CoreSpan::to);
    }
  }

  void end(int replay) {
    long number = replaysBefore + replay;
    time.replayed(number);
    Map<CoreCoord, CoreSpan> cores = open.remove(replay);
    if (cores != null) {
      cores.forEach((core, span) -> write(markers.apply(core), number, span));
    }
  }

  private static void write(RiscMarkers markers, long number, CoreSpan span) {
    markers.begin(number, ProgramRun.NO_REPLAY, span.firmwareStart());
    markers.kernelStart(span.kernelStart());
    markers.kernelEnd(span.kernelEnd());
    markers.end(span.firmwareEnd());
  }
}
