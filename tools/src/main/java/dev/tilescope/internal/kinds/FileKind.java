package dev.tilescope.internal.kinds;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a file or folder can be: in words, which commands take it, and what to do with it.
 *
 * <p>In what is to do {@code {file}} stands for its path, {@code {run}} for the folder of the
 * profiled run it is from, {@code {folder}} for the folder it lies in and {@code {report}} for the
 * report it belongs to.
 */
public enum FileKind {
  REPORT("a graph report", Takers.OF_REPORTS, "tilescope peak {file}", "tilescope serve {file}"),
  REPORT_FOLDER(
      "a folder of graph reports",
      Takers.OF_REPORTS,
      "tilescope serve {file}",
      "tilescope import {file} OUT_DIR"),
  SIDECAR(
      "the recorded calls of a report, which are read with it",
      Set.of(),
      "tilescope args {report}",
      "tilescope serve {report}"),
  DATABASE(
      "a database that import writes",
      Takers.OF_DATABASES,
      "tilescope serve {file}",
      "tilescope sql {file} 'SELECT name FROM operations'"),
  DATABASE_FOLDER(
      "the folder of a database that import writes",
      Takers.OF_DATABASES,
      "tilescope serve {file}",
      "tilescope sql {file} 'SELECT name FROM operations'"),
  METAL_TRACE(
      "the commands of one metal trace", Set.of("trace-dump"), "tilescope trace-dump {file}"),
  BARE_COMMANDS(
      "the bare commands of a metal trace, by its name",
      Set.of("trace-dump"),
      "tilescope trace-dump {file}"),
  PERF_TABLE(
      "an ops_perf_results CSV of the profiler",
      Set.of("perf", "diff", "calibrate", "explain", "serve"),
      "tilescope perf {file}",
      "tilescope serve {file}"),
  PERF_ANSWER(
      "a table that 'tilescope perf --csv' or tt-perf-report made of an ops_perf_results CSV",
      Set.of(),
      "tilescope perf CSV"),
  DEVICE_LOG("a device log of the profiler", Set.of(), Takers.RUN_REPORT, Takers.RUN_TIMELINE),
  DEVICE_SUMS(
      "the sums that a run adds up from its device log",
      Set.of(),
      Takers.RUN_REPORT,
      Takers.RUN_TIMELINE),
  HOST_TIMES("a list of host zones from Tracy", Set.of(), Takers.RUN_REPORT, Takers.RUN_TIMELINE),
  HOST_MESSAGES(
      "a list of operations from Tracy's messages",
      Set.of(),
      Takers.RUN_REPORT,
      Takers.RUN_TIMELINE),
  HOST_JOURNAL("the host journal of a run", Set.of(), Takers.RUN_REPORT, Takers.RUN_TIMELINE),
  NOC_TRACE("a NoC trace of a profiled run", Set.of(), Takers.RUN_REPORT, Takers.RUN_TIMELINE),
  PROFILED_RUN(
      "the folder of a profiled run",
      Set.of("perf", "explain", "serve", "timeline", "tracy convert", "profile"),
      "tilescope explain {file}",
      "tilescope perf {file}",
      "tilescope timeline {file}",
      "tilescope serve {file}"),
  TRACY_FILE("a file of the Tracy profiler", Set.of(), "tracy-profiler {file}"),
  CALL("one traced call of an operation", Set.of(), "tilescope ops {folder}"),
  CALL_FOLDER(
      "a folder of traced calls",
      Set.of("ops", "ops show", "ops diff", "ops index", "ops export-junit", "replay", "serve"),
      "tilescope ops {file}",
      "tilescope replay {file}"),
  MEMORY_JOURNAL(
      "the journal of a capture that did not end",
      Set.of("recover", "tracy convert"),
      "tilescope recover {file}"),
  MONITOR_RECORDING(
      "a recording of 'tilescope monitor'", Set.of("monitor"), "tilescope monitor --play {file}"),
  PYTORCH_PICKLE(
      "a pickle of Python, such as a memory snapshot of PyTorch",
      Set.of(),
      "https://docs.pytorch.org/memory_viz shows snapshots; for the memory of a device:"
          + " tilescope demo, then tilescope memory REPORT"),
  PYTORCH_ARCHIVE(
      "an archive of PyTorch with tensors or a model",
      Set.of(),
      "load it in a program with torch.load: tilescope python PROGRAM.py"),
  TENSORS(
      "a file of tensors",
      Set.of(),
      "load it in a program: TensorFile.read in Java, ttnn.load_tensor in Python"),
  CHROME_TRACE("a trace for Perfetto or Chrome", Set.of(), "open it at https://ui.perfetto.dev"),
  PICTURE("a picture", Set.of(), "open it in a browser"),
  WEB_PAGE("a web page", Set.of(), "open it in a browser"),
  PYTHON_PROGRAM(
      "a Python program",
      Set.of("python"),
      "tilescope python {file}",
      "tilescope python -m tracy -r {file}"),
  JAVA_PROGRAM(
      "a Java program",
      Set.of("run", "profile"),
      "tilescope run --report report.json -- {file}",
      "tilescope profile -r -- {file}"),
  PROGRAM("a program", Set.of("run", "profile"), "tilescope run --report report.json -- {file}"),
  EMPTY_FILE("an empty file: whatever was to write it did not get that far", Set.of()),
  EMPTY_FOLDER("an empty folder", Takers.OF_NO_CALLS),
  OTHER_FOLDER("a folder with nothing in it that Tilescope knows", Takers.OF_NO_CALLS),
  OTHER_JSON("JSON, but of no kind that Tilescope knows", Set.of()),
  TEXT("plain text", Set.of()),
  /** Some bytes, or a file that cannot be read. */
  UNKNOWN("a file of no kind that Tilescope knows", Set.of());

  /** Names of commands that several kinds have in common. */
  private static final class Takers {
    static final String RUN_REPORT = "tilescope profile --process-logs-only {run}";
    static final String RUN_TIMELINE = "tilescope timeline {run}";
    private static final Set<String> READERS =
        Set.of(
            "show",
            "calltrace",
            "levelize",
            "args",
            "lint",
            "svg",
            "peak",
            "memory",
            "explain",
            "table",
            "what-if",
            "trace-region",
            "trace-dump",
            "tracy convert",
            "diff",
            "serve");

    /** A run that called nothing leaves a folder without calls. */
    static final Set<String> OF_NO_CALLS = Set.of("ops", "ops diff", "ops index");

    static final Set<String> OF_REPORTS = with(READERS, "import");
    static final Set<String> OF_DATABASES = with(READERS, "sql");

    private static Set<String> with(Set<String> names, String name) {
      return Stream.concat(names.stream(), Stream.of(name)).collect(Collectors.toSet());
    }
  }

  private final String phrase;
  private final Set<String> takers;
  private final List<String> steps;

  FileKind(String phrase, Set<String> takers, String... steps) {
    this.phrase = phrase;
    this.takers = takers;
    this.steps = List.of(steps);
  }

  /** To follow "this is". */
  public String phrase() {
    return phrase;
  }

  /** What to do with it, placeholders and all, the best first; empty if nothing can be said. */
  public List<String> steps() {
    return steps;
  }

  /** Whether a command reads it, by its name, as in {@code ops show}. */
  public boolean isTakenBy(String command) {
    return takers.contains(command);
  }

  /** Whether it is something else than what was named, and not only damaged or strange. */
  public boolean isCertain() {
    return !steps.isEmpty();
  }
}
