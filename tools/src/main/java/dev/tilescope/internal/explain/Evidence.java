package dev.tilescope.internal.explain;

import dev.tilescope.analysis.Fragmentation.RegionFragmentation;
import dev.tilescope.analysis.MemoryUse;
import dev.tilescope.analysis.SourceLine;
import dev.tilescope.device.TimeBands;
import dev.tilescope.internal.explain.HostCall.Kind;
import dev.tilescope.internal.perf.PerfArch;
import dev.tilescope.internal.store.DatabaseReport;
import dev.tilescope.internal.store.ImportOptions;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import dev.tilescope.internal.store.ReportImport;
import dev.tilescope.internal.store.StoredMoments;
import dev.tilescope.internal.store.StoredPeaks;
import dev.tilescope.memory.FullMoment;
import dev.tilescope.memory.Headline;
import dev.tilescope.model.Report;
import dev.tilescope.model.TraceEvent.Failure;
import dev.tilescope.model.TraceNode;
import dev.tilescope.report.NumberedDevices;
import dev.tilescope.report.ReportChoice;
import dev.tilescope.report.ReportFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what there is of a run. */
public final class Evidence {
  private static final int MOST_FAILURES = 20;

  /** Larger reports are not held in memory. */
  private static final long LARGE_BYTES = 32 << 20;

  /** Of packed ones. */
  private static final int USUAL_RATIO = 20;

  /** A report of a database. */
  private record Asked(Path file, int rank) {}

  private final RunFiles files;
  private final Scratch scratch;
  private final Losses losses;
  private @Nullable Tables table;
  private @Nullable Asked asked;
  private @Nullable Captured captured;
  private @Nullable TimeBands bands;
  private List<FullMoment> moments = List.of();
  private List<RegionFragmentation> free = List.of();
  private List<Failure> failures = List.of();

  private Evidence(RunFiles files, Scratch scratch) {
    this.files = files;
    this.scratch = scratch;
    this.losses = new Losses(files);
  }

  /** What matters in the run that these files are of. */
  public static Explanation explain(RunFiles files) {
    try (Scratch scratch = new Scratch()) {
      Evidence evidence = new Evidence(files, scratch);
      Explanation explanation = Explanation.of(evidence.run());
      return evidence.asked == null ? explanation : sourced(explanation, evidence.asked);
    }
  }

  /** The same of a report of a database that is open, in today's words. */
  public static Explanation explain(ReadOnlyDatabase database, int rank) {
    RunFiles files = new RunFiles(null, database.file(), null, null, List.of());
    try (Scratch scratch = new Scratch()) {
      Evidence evidence = new Evidence(files, scratch);
      evidence.database(database, rank, StoredPeaks.EVERY_REPORT);
      return sourced(Explanation.of(evidence.joined()), database, rank);
    }
  }

  /** Of a database only the lines that findings name are read. */
  private static Explanation sourced(Explanation explanation, Asked asked) {
    try (ReadOnlyDatabase database = ReadOnlyDatabase.openInTodaysWords(asked.file)) {
      return sourced(explanation, database, asked.rank);
    }
  }

  private static Explanation sourced(Explanation explanation, ReadOnlyDatabase database, int rank) {
    return explanation.withSources(operation ->
        SourceLine.textOf(
            database
                .first(
                    "SELECT substr(stack_trace, 1, 1000) FROM stack_traces"
                        + " WHERE operation_id = ? AND rank = ?",
                    row -> String.valueOf(row.getString(1)),
                    operation,
                    rank)
                .orElse("")));
  }

  private Run run() {
    // First what may be large: a table that is held meanwhile would add to it.
    if (files.database() != null) {
      database(files.database());
    } else if (files.report() != null) {
      report(files.report());
    }
    Path csv = files.table() == null && files.logs() != null ? made(files.logs()) : files.table();
    if (csv != null) {
      table = Tables.read(csv);
      losses.ofTable(csv, table);
    }
    return joined();
  }

  private @Nullable Path made(Path logs) {
    LoggedTable made = LoggedTable.make(logs, scratch.path());
    losses.ofLogs(logs, made);
    return made.file();
  }

  private void report(Path file) {
    if (isLarge(file)) {
      imported(file);
    } else {
      held(file);
    }
  }

  private static boolean isLarge(Path file) {
    long bytes = file.toFile().length();
    String name = String.valueOf(file.getFileName());
    boolean isPacked = name.endsWith(".gz") || name.endsWith(".zst");
    return bytes > (isPacked ? LARGE_BYTES / USUAL_RATIO : LARGE_BYTES);
  }

  /** By way of a database, which takes little memory whatever the size of the report. */
  private void imported(Path file) {
    Path folder = scratch.path();
    ReportImport.run(
        file,
        folder,
        new ImportOptions("db.sqlite", false, ImportOptions.Existing.REPLACE, true),
        (_, _, _) -> {});
    database(folder.resolve("db.sqlite"));
  }

  private void held(Path file) {
    Report report = NumberedDevices.of(ReportFile.read(file));
    MemoryUse memory = MemoryUse.of(report);
    captured = CapturedWorks.of(report);
    bands = report.devices().isEmpty() ? null : TimeBands.of(report.devices());
    moments = memory.moments();
    free = memory.fragmentation().regions();
    failures =
        report.trace().nodes().stream()
            .map(TraceNode::event)
            .filter(Failure.class::isInstance)
            .map(Failure.class::cast)
            .toList();
    losses.ofReport(file, report);
  }

  private void database(Path file) {
    try (ReadOnlyDatabase database = ReadOnlyDatabase.openInTodaysWords(file)) {
      DatabaseReport.Chosen chosen = DatabaseReport.choose(database, ReportChoice.ONLY);
      database(database, chosen.rank(), chosen.number());
      asked = new Asked(file, chosen.rank());
    }
  }

  private void database(ReadOnlyDatabase database, int rank, long number) {
    captured = DatabaseWorks.read(database, rank);
    bands = database.timeBands();
    moments = moments(database, rank, number);
    failures =
        database.list(
            "SELECT coalesce(substr(error_type, 1, 100), ''),"
                + " coalesce(substr(error_message, 1, 2000), ''),"
                + " coalesce(substr(operation_name, 1, 300), '') FROM errors WHERE rank = ? LIMIT "
                + MOST_FAILURES,
            row -> new Failure(row.getString(1), row.getString(2), row.getString(3)),
            rank);
    losses.ofDatabase(database);
  }

  private static List<FullMoment> moments(ReadOnlyDatabase database, int rank, long number) {
    List<FullMoment> found = new ArrayList<>();
    for (Headline device : StoredPeaks.read(database, rank, number)) {
      for (boolean isL1 : new boolean[] {true, false}) {
        FullMoment moment = StoredMoments.read(database, rank, device, isL1);
        if (moment != null && moment.amount().bytes() > 0) {
          found.add(moment);
        }
      }
    }
    return found;
  }

  private Run joined() {
    losses.ofAbsent();
    return new Run(
        arch(),
        table == null || table.isModelled(),
        table != null,
        bands == null ? TimeBands.named(List.of(arch().name())) : bands,
        afterSetUp(works()),
        hostCalls(),
        table == null ? List.of() : table.shares(),
        moments,
        free,
        failures,
        losses.all());
  }

  private PerfArch arch() {
    if (table != null) {
      return table.arch();
    }
    return captured == null ? PerfArch.UNKNOWN : captured.arch();
  }

  private List<Work> works() {
    if (table == null) {
      return captured == null ? List.of() : captured.works();
    }
    if (captured == null) {
      return table.works();
    }
    Linking linking = table.linkedWith(captured);
    losses.ofLinks(linking.links());
    return linking.linked(table.works());
  }

  /** Without the programs that fill weights and inputs before the first that does more. */
  private static List<Work> afterSetUp(List<Work> works) {
    int first = 0;
    while (first < works.size() && works.get(first).isCreating()) {
      first++;
    }
    return first < works.size() ? works.subList(first, works.size()) : works;
  }

  private List<HostCall> hostCalls() {
    List<HostCall> calls = new ArrayList<>();
    if (captured != null) {
      calls.addAll(captured.hostCalls());
    }
    if (table != null && calls.stream().noneMatch(call -> call.kind() == Kind.COMPUTED)) {
      calls.addAll(table.hostCalls());
    }
    return calls;
  }
}
