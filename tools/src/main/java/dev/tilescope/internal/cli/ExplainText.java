package dev.tilescope.internal.cli;

import dev.tilescope.internal.explain.Explanation;
import dev.tilescope.internal.explain.Explanation.Share;
import dev.tilescope.internal.explain.Finding;
import dev.tilescope.internal.explain.Loss;
import dev.tilescope.internal.explain.Nanos;
import dev.tilescope.internal.words.ByteText;
import dev.tilescope.internal.words.VisibleText;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** An explanation for a person, on one screen. */
final class ExplainText {
  private static final int SHARES = 5;
  private static final String INDENT = "     ";

  private final Explanation explanation;
  private final int limit;
  private final PrintWriter out;

  /**
   * @param limit findings; how many more there are is said
   */
  ExplainText(Explanation explanation, int limit, PrintWriter out) {
    this.explanation = explanation;
    this.limit = limit;
    this.out = out;
  }

  void print() {
    totals();
    findings();
    memory();
    losses();
    out.flush();
  }

  private void totals() {
    Explanation.Totals totals = explanation.totals();
    double all = totals.deviceNanos() + totals.gapNanos();
    out.printf(
        Locale.ROOT,
        "%,d programs%s%s%n",
        totals.works(),
        totals.arch().isEmpty() ? "" : " on " + VisibleText.of(totals.arch()),
        totals.cores() == 0 ? "" : " with %d worker cores".formatted(totals.cores()));
    if (all > 0) {
      out.printf(
          Locale.ROOT,
          "%s: %s in programs, %s between them%n",
          totals.isModelled() ? "device time, modelled" : "device time",
          Nanos.text(totals.deviceNanos()),
          Nanos.text(totals.gapNanos()));
      shares(totals.deviceNanos());
    }
  }

  private void shares(double all) {
    List<Share> most = explanation.time().stream().limit(SHARES).toList();
    List<String> words = most.stream().map(share -> words(share, all)).toList();
    if (!words.isEmpty()) {
      out.println("of it: " + String.join(", ", words));
    }
  }

  /** {@code Matmul 60 % (5, DRAM 84 %, FLOPs 12 %)}: near a peak is bound by it. */
  private static String words(Share share, double all) {
    return String.format(
        Locale.ROOT,
        "%s %.0f %% (%,d%s%s)",
        VisibleText.of(share.name()),
        100 * share.nanos() / all,
        share.calls(),
        percent("DRAM", share.dramPercent()),
        percent("FLOPs", share.flopsPercent()));
  }

  private static String percent(String of, double percent) {
    return Double.isNaN(percent) ? "" : String.format(Locale.ROOT, ", %s %.0f %%", of, percent);
  }

  private void findings() {
    List<Finding> all = explanation.findings();
    if (all.isEmpty()) {
      out.printf("%nNothing stands out.%n");
    }
    for (int i = 0; i < Math.min(limit, all.size()); i++) {
      finding(i + 1, all.get(i));
    }
    if (all.size() > limit) {
      out.printf("%nand %,d more (--limit shows more)%n", all.size() - limit);
    }
  }

  private void finding(int number, Finding finding) {
    out.printf(
        Locale.ROOT,
        "%n%2d. %s: %s%n",
        number,
        finding.topic().words(),
        VisibleText.of(finding.what()));
    if (!finding.places().isEmpty()) {
      int more = finding.times() - finding.places().size();
      out.println(
          INDENT
              + "at   "
              + String.join(
                  "; ", finding.places().stream().map(p -> VisibleText.of(p.toString())).toList())
              + (more > 0 ? String.format(Locale.ROOT, "; and %,d more", more) : ""));
    }
    out.println(INDENT + "try  " + VisibleText.of(finding.advice()));
    out.println(INDENT + "for  " + gain(finding));
  }

  private static String gain(Finding finding) {
    return switch (finding) {
      case Finding.OfTime time ->
          String.format(
              Locale.ROOT,
              "%s of the %s that this takes, %.0f %% of the run%s",
              Nanos.text(time.savedNanos()),
              Nanos.text(time.costNanos()),
              100 * time.stake(),
              time.lowNanos() == time.highNanos()
                  ? ""
                  : " (modelled, %s to %s)"
                      .formatted(Nanos.text(time.lowNanos()), Nanos.text(time.highNanos())));
      case Finding.OfMemory memory ->
          "%s of the peak of %s, %s"
              .formatted(
                  ByteText.brief(memory.savedBytes()),
                  memory.memory(),
                  ByteText.brief(memory.peakBytes()));
    };
  }

  private void memory() {
    if (!explanation.memory().isEmpty()) {
      out.printf("%nMemory at its fullest%n");
      explanation.memory().forEach(sentence -> out.println("  " + sentence));
    }
  }

  private void losses() {
    if (explanation.losses().isEmpty()) {
      return;
    }
    out.printf("%nMissing%n");
    for (Loss loss : explanation.losses()) {
      out.printf(
          "  %s: %s (touches %s)%n",
          VisibleText.of(loss.where()), VisibleText.of(loss.missing()), loss.touches());
    }
  }
}
