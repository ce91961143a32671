package dev.tilescope.junit;

import dev.tilescope.analysis.Calltrace;
import dev.tilescope.analysis.Calltrace.Call;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.model.Report;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** How often operations were called. */
final class OperationCalls {
  private static final int MAX_SHOWN = 12;

  private final List<Call> calls;

  private OperationCalls(List<Call> calls) {
    this.calls = calls;
  }

  static OperationCalls of(Report report) {
    return new OperationCalls(Calltrace.of(report.trace()).calls());
  }

  /** What the program itself called. */
  List<Call> called() {
    return calls.stream().filter(call -> call.depth() == 0).toList();
  }

  /**
   * Calls of that name at any depth. Of calls inside a call of the same name only the outermost
   * counts: reports from Python hold {@code ttnn.add} around {@code ttnn::add}.
   */
  List<Call> named(String name) {
    String wanted = spelled(name);
    List<Call> found = new ArrayList<>();
    int inside = Integer.MAX_VALUE;
    for (Call call : calls) {
      if (call.depth() <= inside) {
        inside = Integer.MAX_VALUE;
        if (spelled(call.name()).equals(wanted)) {
          found.add(call);
          inside = call.depth();
        }
      }
    }
    return found;
  }

  private static String spelled(String name) {
    return name.replace(".", "::");
  }

  /** Names with how often each occurs, most frequent first. */
  static String tally(List<Call> calls) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    calls.forEach(call -> counts.merge(call.name(), 1, Integer::sum));
    if (counts.isEmpty()) {
      return "  none was called";
    }
    String shown =
        counts.entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .limit(MAX_SHOWN)
            .map(e -> "  %,6d  %s".formatted(e.getValue(), VisibleText.of(e.getKey())))
            .collect(Collectors.joining("\n"));
    int more = counts.size() - MAX_SHOWN;
    return more <= 0 ? shown : shown + "\n  and " + more + " other names";
  }

  /** Where calls are, by node. */
  static String places(List<Call> calls) {
    String shown =
        calls.stream()
            .limit(MAX_SHOWN)
            .map(call -> Integer.toString(call.counter()))
            .collect(Collectors.joining(", "));
    return (calls.size() == 1 ? "at node " : "at nodes ")
        + shown
        + (calls.size() > MAX_SHOWN ? " and " + (calls.size() - MAX_SHOWN) + " more" : "");
  }
}
