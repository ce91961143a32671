package dev.tilescope.device;

import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.TilescopeException;
import java.util.List;

/**
 * What became of a program with kernels.
 *
 * @param number of the launch, as in {@code ProgramLaunch}; 0 while dispatch is blocked
 * @param cycles from the start of the first kernel to the end of the last, on the slowest chip
 * @param spans when each kernel ran on each RISC, core by core and chip by chip
 */
public record KernelRun(long number, long cycles, long nanos, List<Span> spans) {
  /** What a launch gives while dispatch is blocked. */
  public static final KernelRun BLOCKED = new KernelRun(0, 0, 0, List.of());

  public KernelRun {
    spans = List.copyOf(spans);
  }

  /** The time of one kernel on one RISC, by the clock of its chip. */
  public record Span(
      int chipId, CoreCoord core, Risc risc, String kernel, long startCycles, long endCycles) {
    public long cycles() {
      return endCycles - startCycles;
    }
  }

  /** The first chip's span on a core and RISC. */
  public Span span(CoreCoord core, Risc risc) {
    return spans.stream()
        .filter(span -> span.core().equals(core) && span.risc() == risc)
        .findFirst()
        .orElseThrow(
            () -> new TilescopeException("no kernel of this program ran on " + core + " " + risc));
  }
}
