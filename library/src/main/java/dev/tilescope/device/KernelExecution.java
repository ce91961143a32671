package dev.tilescope.device;

import dev.tilescope.device.KernelRun.Span;
import dev.tilescope.device.marker.CoreActivity;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.CoreCoord;
import java.util.List;
import java.util.stream.Stream;

/** A program's kernels on one chip, once. The device runs them and asks what was done. */
public interface KernelExecution {
  /** What one core did. */
  record CoreResult(CoreCoord core, List<Span> spans, CoreActivity activity) {
    public long endCycles() {
      return spans.stream().mapToLong(Span::endCycles).max().orElse(0);
    }
  }

  /** The cores that kernels run on, column by column. */
  List<CoreCoord> cores();

  /** Runs all kernels to their end, or throws what ended the first that failed. */
  void run(KernelStart start);

  /** What each core did, column by column. */
  List<CoreResult> results();

  /** What was done, for the cost model's ideal figures. */
  Work work();

  /** From the start of the first kernel to the end of the last. */
  default long cycles() {
    long start = spans().mapToLong(Span::startCycles).min().orElse(0);
    return spans().mapToLong(Span::endCycles).max().orElse(0) - start;
  }

  /** The time of the slowest kernel on a RISC, 0 without one. */
  default long longest(Risc risc) {
    return spans().filter(span -> span.risc() == risc).mapToLong(Span::cycles).max().orElse(0);
  }

  default Stream<Span> spans() {
    return results().stream().flatMap(core -> core.spans().stream());
  }
}
