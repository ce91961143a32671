package dev.tilescope.internal.cli;

import dev.tilescope.internal.links.Link;
import dev.tilescope.internal.perf.ModelledBand;
import dev.tilescope.internal.times.Change;
import dev.tilescope.internal.times.RunTimes;
import dev.tilescope.internal.times.SideTimes;
import dev.tilescope.internal.times.TimeDiff;
import dev.tilescope.internal.times.TimeDiff.Pair;
import dev.tilescope.internal.times.TimedCall;
import dev.tilescope.internal.words.VisibleText;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What became slower or faster, in words. */
final class TimesText {
  private final TimeDiff diff;
  private final int rows;
  private final Colours colours;
  private final Appendable out;

  private TimesText(TimeDiff diff, int rows, Colours colours, Appendable out) {
    this.diff = diff;
    this.rows = rows;
    this.colours = colours;
    this.out = out;
  }

  static void of(TimeDiff diff, int rows, Colours colours, Appendable out) throws IOException {
    new TimesText(diff, rows, colours, out).print();
  }

  private void print() throws IOException {
    SideTimes was = diff.before();
    SideTimes is = diff.after();
    line("Device time of %s%s", runs(was, is), board(diff));
    Change total = diff.total();
    line("  %s", change(total));
    line(
        "  operations %,d -> %,d: %,d in both, %,d only before, %,d only after",
        was.calls().size(),
        is.calls().size(),
        diff.pairs().size(),
        diff.removed().size(),
        diff.added().size());
    if (was.runs().size() + is.runs().size() == 2) {
      line("  the noise of runs is not known; more of them tell: --also-before, --also-after");
    }
    pairs("Slower", Colour.RED, diff.slower());
    pairs("Faster", Colour.GREEN, diff.faster());
    calls("Only before", diff.removed());
    calls("Only after", diff.added());
  }

  private static String runs(SideTimes was, SideTimes is) {
    int before = was.runs().size();
    int after = is.runs().size();
    return before + after == 2
        ? "one run each"
        : "%d %s -> %d %s, medians"
            .formatted(before, before == 1 ? "run" : "runs", after, after == 1 ? "run" : "runs");
  }

  /** A modelled time is not shown without what a board may take. */
  static String board(TimeDiff diff) {
    String was = band(diff.before());
    String is = band(diff.after());
    if (was.isEmpty() && is.isEmpty()) {
      return "";
    }
    String bands = was.equals(is) ? is : (was.isEmpty() ? "measured" : was) + " -> " + is;
    return "; modelled, a board takes " + bands + " as long";
  }

  private static String band(SideTimes side) {
    ModelledBand band = side.runs().getFirst().band();
    return band == null
        ? ""
        : String.format(Locale.ROOT, "%.2f to %.2f times", band.low(), band.high());
  }

  private static String change(Change change) {
    return String.format(
            Locale.ROOT,
            "%s -> %s us (%+,.1f us, %+.1f %%)",
            micros(change.before().median()),
            micros(change.after().median()),
            change.nanos() / 1e3,
            change.percent())
        + noise(change);
  }

  private static String micros(double nanos) {
    return String.format(Locale.ROOT, "%,.1f", nanos / 1e3);
  }

  private static String noise(Change change) {
    if (!change.isNoiseKnown()) {
      return "";
    }
    return String.format(
        Locale.ROOT,
        change.isLargerThanNoise()
            ? ", larger than the noise of %,.1f us"
            : ", within the noise of %,.1f us",
        change.noiseNanos() / 1e3);
  }

  private void pairs(String title, Colour colour, List<Pair> pairs) throws IOException {
    if (pairs.isEmpty()) {
      return;
    }
    double together = pairs.stream().mapToDouble(pair -> pair.change().nanos()).sum();
    line("");
    line("%s: %,d, together %+,.1f us", title, pairs.size(), together / 1e3);
    for (Pair pair : pairs.subList(0, Math.min(rows, pairs.size()))) {
      String name = VisibleText.of(pair.after().ran().name());
      line(
          "%s",
          colours.paint(
              colour,
              "  %s (row %d -> %d)%s"
                  .formatted(
                      name, pair.before().row().id(), pair.after().row().id(), doubt(pair))));
      line("      %s", change(pair.change()));
      for (String cause : pair.causes()) {
        line("      %s", VisibleText.of(cause));
      }
    }
    more(pairs.size());
  }

  private static String doubt(Pair pair) {
    return pair.link().confidence() == Link.Confidence.CERTAIN
        ? ""
        : ", %s: %s".formatted(pair.confidence(), pair.link().reason());
  }

  private void calls(String title, List<TimedCall> calls) throws IOException {
    if (calls.isEmpty()) {
      return;
    }
    line("");
    line("%s: %,d", title, calls.size());
    for (TimedCall call : calls.subList(0, Math.min(rows, calls.size()))) {
      double median = call.nanos().median();
      line(
          "  %s (row %d)%s",
          VisibleText.of(call.ran().name()),
          call.row().id(),
          Double.isNaN(median) ? "" : ", " + micros(median) + " us");
    }
    more(calls.size());
  }

  private void more(int all) throws IOException {
    if (all > rows) {
      line("  and %,d more (--limit shows more)", all - rows);
    }
  }

  /** Which rows of which files were compared. */
  static List<String> notices(TimeDiff diff) {
    return Stream.of(diff.before(), diff.after())
        .map(side -> side.runs().getFirst())
        .flatMap(run -> run.notices().stream().map(notice -> said(run, notice)))
        .distinct()
        .toList();
  }

  private static String said(RunTimes run, String notice) {
    return VisibleText.of(run.file().getFileName() + ": " + notice);
  }

  private void line(String format, Object... arguments) throws IOException {
    out.append(String.format(Locale.ROOT, format, arguments)).append('\n');
  }
}
