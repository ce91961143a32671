package dev.tilescope.analysis;

import dev.tilescope.model.Report;
import dev.tilescope.model.Report.Damage;
import dev.tilescope.model.TraceEvent.FunctionStart;
import java.util.ArrayList;
import java.util.List;

/**
 * Why numbers of a report may be less than those of the program: nothing is in it, it was not read
 * to the end, or not everything was recorded. Commands answer all the same; a check that is there
 * to fail must not pass on such a report.
 */
public final class Doubts {
  private Doubts() {}

  /** Sentences without a subject, such as {@code holds no operations}; none of a sound report. */
  public static List<String> of(Report report) {
    List<String> doubts = new ArrayList<>();
    if (report.trace().nodes().stream().noneMatch(n -> n.event() instanceof FunctionStart)) {
      doubts.add("holds no operations");
    }
    List<Damage> damage = report.damage();
    if (!damage.isEmpty()) {
      Damage first = damage.getFirst();
      doubts.add(
          "has %d %s, first: %s: %s"
              .formatted(
                  damage.size(),
                  damage.size() == 1 ? "problem" : "problems",
                  first.where(),
                  first.what()));
    }
    report
        .completeness()
        .dropped()
        .forEach((why, events) -> doubts.add("lacks %d events: %s".formatted(events, why)));
    List<String> unclosed = report.completeness().unclosedOperations();
    if (!unclosed.isEmpty()) {
      doubts.add("ends inside of " + unclosed.getFirst());
    }
    return doubts;
  }
}
