package dev.tilescope.internal.perf;

import dev.tilescope.internal.perf.PerfTable.FileRows;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rows between signposts, of each file for itself and in the order of the file: the host's time
 * of a replayed operation is that of its recording, which is before the signposts around the
 * replay.
 *
 * <p>Without any choice that is the last pair of neighbouring signposts with operations between
 * them. A pair does not begin with a signpost whose name says that something ends. The end of the
 * file closes the last signpost, unless its name says that something ends or stood before.
 */
final class SignpostWindow {
  private static final int NAMES_TOLD = 12;

  private static final IdRange NONE = new IdRange(1, 0);

  /** {@code PERF_DECODE_END}, {@code stop}, {@code Head finished}, {@code forwardDone}. */
  private static final Pattern SAYS_END =
      Pattern.compile(
          "(?<![A-Za-z])(?i:end(s|ed)?|stop(s|ped)?|finish(es|ed)?|done|completed?)(?![A-Za-z])"
              + "|(?<=[a-z])(End|Stop|Finish(ed)?|Done)(?![a-z])");

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

  /**
   * Those of the table's rows that are inside.
   *
   * @param sorted the table's rows, in the order that is kept
   */
  static List<PerfRow> of(
      PerfTable table, List<PerfRow> sorted, PerfOptions options, Consumer<String> notices) {
    if (options.ignoreSignposts()) {
      return sorted;
    }
    List<IdRange> ranges =
        table.files().stream()
            .map(file -> ofFile(table, file, options, notices).range())
            .distinct()
            .toList();
    return sorted.stream()
        .filter(row -> options.printSignposts() || !row.isSignpost())
        .filter(row -> ranges.stream().anyMatch(range -> range.contains(row.id())))
        .toList();
  }

  private static SignpostWindow ofFile(
      PerfTable table, FileRows file, PerfOptions options, Consumer<String> notices) {
    List<PerfRow> rows = table.rows().subList(file.from(), file.to());
    boolean alone = table.files().size() == 1;
    return new SignpostWindow(
        rows, options, alone ? notices : notice -> notices.accept(file.path() + ": " + notice));
  }

  /** Empty where a start that was chosen comes after the end that was chosen. */
  private IdRange range() {
    if (rows.isEmpty()) {
      return NONE;
    }
    PerfRow start = start();
    PerfRow end = end();
    if (start == null && end == null) {
      return lastPair();
    }
    return new IdRange(
        start == null ? rows.getFirst().id() : start.id() + 1,
        end == null ? rows.getLast().id() : end.id() - 1);
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
    if (names.size() > NAMES_TOLD) {
      return first + " and " + (names.size() - NAMES_TOLD) + " more (--print-signposts)";
    }
    return names.isEmpty() ? "none" : first;
  }

  private IdRange lastPair() {
    for (int i = signposts.size() - 1; i >= 0; i--) {
      PerfRow open = signposts.get(i);
      PerfRow close = i + 1 < signposts.size() ? signposts.get(i + 1) : null;
      int last = close == null ? rows.getLast().id() : close.id() - 1;
      if (last > open.id() && opens(open) && (close != null || isFirstOfItsName(open))) {
        return told(open, close, new IdRange(open.id() + 1, last));
      }
    }
    notices.accept(
        (signposts.isEmpty()
                ? "there are no signposts"
                : "no pair of signposts has operations between them")
            + ": the report is of the whole file");
    return new IdRange(rows.getFirst().id(), rows.getLast().id());
  }

  private static boolean opens(PerfRow signpost) {
    return !SAYS_END.matcher(signpost.opCode()).find();
  }

  private boolean isFirstOfItsName(PerfRow signpost) {
    return signposts.stream().noneMatch(s -> s != signpost && s.opCode().equals(signpost.opCode()));
  }

  private IdRange told(PerfRow open, @Nullable PerfRow close, IdRange range) {
    notices.accept(
        String.format(
            Locale.ROOT,
            "the report is of rows %d to %d, %s; the whole file: --ignore-signposts",
            range.first(),
            range.last(),
            close == null
                ? "what follows the last signpost, '" + open.opCode() + "'"
                : "between '%s' and '%s', the last pair of signposts with operations between them"
                    .formatted(open.opCode(), close.opCode())));
    return range;
  }
}
