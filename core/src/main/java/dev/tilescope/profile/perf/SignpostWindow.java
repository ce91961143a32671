package dev.tilescope.profile.perf;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rows between signposts. Without any choice that is what follows the last signpost, counted
 * from the first one of its name.
 */
final class SignpostWindow {
  private static final int NAMES_TOLD = 12;

  private final List<PerfRow> rows;
  private final List<PerfRow> signposts;
  private final PerfOptions options;
  private final Consumer<String> notices;

  private SignpostWindow(List<PerfRow> rows, PerfOptions options, Consumer<String> notices) {
    this.rows = rows;
    this.signposts = rows.stream().filter(PerfRow::isSignpost).toList();
    this.options = options;
    this.notices = notices;
  }

  static List<PerfRow> of(List<PerfRow> rows, PerfOptions options, Consumer<String> notices) {
    return new SignpostWindow(rows, options, notices).window();
  }

  private List<PerfRow> window() {
    if (options.ignoreSignposts() || signposts.isEmpty()) {
      return rows;
    }
    PerfRow start = start();
    PerfRow end = end();
    if (start == null && end == null) {
      return afterLast();
    }
    return keep(
        row -> (start == null || row.id() > start.id()) && (end == null || row.id() < end.id()));
  }

  private @Nullable PerfRow start() {
    return options.startSignpost() == null ? null : occurrence(options.startSignpost(), 0);
  }

  private @Nullable PerfRow end() {
    String name = options.endSignpost();
    if (name == null) {
      return null;
    }
    return occurrence(name, name.equals(options.startSignpost()) ? 1 : 0);
  }

  private @Nullable PerfRow occurrence(String name, int index) {
    List<PerfRow> matching = signposts.stream().filter(s -> s.opCode().equals(name)).toList();
    if (index < matching.size()) {
      return matching.get(index);
    }
    notices.accept(
        matching.isEmpty()
            ? "there is no signpost '%s', which therefore does not limit the report; there are %s"
                .formatted(name, names())
            : "signpost '" + name + "' occurs once; it starts the report but does not end it");
    return null;
  }

  private String names() {
    List<String> names = signposts.stream().map(PerfRow::opCode).distinct().toList();
    String first =
        names.stream()
            .limit(NAMES_TOLD)
            .map(name -> "'" + name + "'")
            .collect(Collectors.joining(", "));
    return names.size() <= NAMES_TOLD
        ? first
        : first + " and " + (names.size() - NAMES_TOLD) + " more (--print-signposts)";
  }

  private List<PerfRow> afterLast() {
    String last = signposts.getLast().opCode();
    notices.accept(
        "the report is of what follows the first '%s', the name of the last of %d signposts"
            .formatted(last, signposts.size()));
    int first = 0;
    while (!rows.get(first).opCode().equals(last)) {
      first++;
    }
    List<PerfRow> after = rows.subList(first + 1, rows.size());
    return after.stream().filter(this::isKept).toList();
  }

  private List<PerfRow> keep(Predicate<PerfRow> inside) {
    return rows.stream().filter(inside).filter(this::isKept).toList();
  }

  private boolean isKept(PerfRow row) {
    return options.printSignposts() || !row.isSignpost();
  }
}
