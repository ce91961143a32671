package dev.tilescope.internal.explain;

import dev.tilescope.internal.links.Links;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import dev.tilescope.model.Report;
import dev.tilescope.model.Report.Completeness;
import dev.tilescope.model.Report.Damage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Collects what files do not hold, and which figures that touches. */
final class Losses {
  private static final int NAMED = 3;

  private final RunFiles files;
  private final List<Loss> all = new ArrayList<>();

  Losses(RunFiles files) {
    this.files = files;
  }

  List<Loss> all() {
    return all;
  }

  void ofTable(Path file, Tables table) {
    List<String> rows = table.dropped();
    if (!rows.isEmpty()) {
      damage(
          file,
          "%s could not be used, first: %s".formatted(count(rows.size(), "row"), rows.getFirst()),
          "sums of times; the other rows count");
    }
    Work pause = table.pause();
    if (pause != null) {
      ofPause(file, pause);
    }
    for (String notice : table.report().notices()) {
      boolean isChoice = notice.contains("signpost") || notice.contains("modelled");
      if (!isChoice) {
        all.add(new Loss(name(file), notice, "times", !notice.contains("--arch")));
      }
    }
  }

  private void ofPause(Path file, Work after) {
    all.add(
        new Loss(
            name(file),
            "left out: %s of waiting before %s, longer than all the rest"
                .formatted(Nanos.text(after.gapNanos()), after.place()),
            "time between programs",
            false));
  }

  void ofLogs(Path folder, LoggedTable made) {
    if (made.problems().count() > 0) {
      damage(
          folder,
          "%s, first: %s"
              .formatted(
                  count(made.problems().count(), "problem"), made.problems().first().getFirst()),
          "times of the operations that it is about; the rest counts");
    }
    if (made.timeless() > 0) {
      damage(
          folder,
          count(made.timeless(), "operation") + " of the host without times on a device",
          "sums of times; traces that were recorded and never replayed have none");
    }
    if (made.unnamed() > 0) {
      damage(
          folder,
          count(made.unnamed(), "program") + " on devices that the host log does not name",
          "sums of times by operation");
    }
    if (made.file() == null) {
      damage(folder, "no operations of devices", "where device time goes");
    }
  }

  void ofReport(Path file, Report report) {
    List<Damage> damage = report.damage();
    if (!damage.isEmpty()) {
      Damage first = damage.getFirst();
      damage(
          file,
          "%s, first: %s: %s"
              .formatted(count(damage.size(), "problem"), first.where(), first.what()),
          "what these nodes tell of; the rest counts");
    }
    Completeness kept = report.completeness();
    kept.dropped()
        .forEach((why, events) ->
            damage(
                file,
                "%s not kept: %s".formatted(count(events, "event"), why),
                "memory and the number of operations"));
    if (!kept.unclosedOperations().isEmpty()) {
      damage(
          file,
          "the capture ended inside " + String.join(" > ", kept.unclosedOperations()),
          "all that came later");
    }
  }

  void ofDatabase(ReadOnlyDatabase database) {
    database.forEach(
        "SELECT key, substr(value, 1, 300) FROM report_metadata WHERE value <> '0'"
            + " AND (key LIKE '%dropped%' OR key LIKE 'tilescope_skipped%') LIMIT 20",
        row ->
            damage(
                database.file(),
                "%s: %s".formatted(row.getString(1), row.getString(2)),
                "what these parts tell of; the rest counts"));
  }

  /** Without links rows have no operations, and findings no source lines. */
  void ofLinks(Links links) {
    String problem = links.problem();
    if (problem != null) {
      all.add(
          new Loss(
              "rows and report",
              problem,
              "operations, nodes and source lines of findings about time",
              false));
    }
  }

  /** What no file was given for. */
  void ofAbsent() {
    if (files.table() == null && files.logs() == null) {
      all.add(
          new Loss(
              "performance CSV",
              "there is none",
              "gaps between programs, times of the host, measured times",
              false));
    }
    if (files.report() == null && files.database() == null) {
      all.add(
          new Loss(
              "report", "there is none", "memory, operations, source lines, transfers", false));
    }
    if (!files.left().isEmpty()) {
      all.add(
          new Loss(
              count(files.left().size(), "other file"),
              "not read: " + few(files.left()),
              "nothing, if they are of other runs",
              false));
    }
  }

  private void damage(Path file, String missing, String touches) {
    all.add(new Loss(name(file), missing, touches, true));
  }

  private static String count(long number, String what) {
    return String.format(Locale.ROOT, "%,d %s%s", number, what, number == 1 ? "" : "s");
  }

  private static String few(List<Path> paths) {
    List<String> names = paths.stream().limit(NAMED).map(Losses::name).toList();
    return String.join(", ", names) + (paths.size() > NAMED ? " ..." : "");
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName());
  }
}
