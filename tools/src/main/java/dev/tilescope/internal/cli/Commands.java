package dev.tilescope.internal.cli;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/**
 * The table of commands: one line each, in the order of the help.
 *
 * <p>A line writes {@code () -> new XCommand()} and not {@code XCommand::new}: linking a
 * constructor reference loads its class, the lambda loads it only when it is called. That keeps
 * {@code tilescope --help} fast however many commands there are.
 */
final class Commands {
  /** A heading of the help. */
  enum Group {
    RUN("Record"),
    ASK("Ask before running"),
    READ("Read a report");

    private final String title;

    Group(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }
  }

  /**
   * @param summary one line without a full stop; the command's own description opens with it
   */
  record Command(
      Group group, String name, String summary, Supplier<? extends Callable<Integer>> create) {}

  /** Something a newcomer may type as it stands. */
  record Example(String command, String arguments, String effect) {}

  static final List<Command> ALL =
      List.of(
          new Command(
              Group.RUN, "demo", "Trace a model on a modelled device", () -> new DemoCommand()),
          new Command(
              Group.RUN,
              "run",
              "Run a Java program with tracing on, without a change to it",
              () -> new RunCommand()),
          new Command(
              Group.RUN,
              "python",
              "Run a Python program of TT-NN's on a modelled board, as it is",
              () -> new PythonCommand()),
          new Command(
              Group.RUN,
              "recover",
              "Write the report of a traced process that was killed",
              () -> new RecoverCommand()),
          new Command(
              Group.RUN,
              "replay",
              "Run traced calls again and print which results differ",
              () -> new ReplayCommand()),
          new Command(
              Group.RUN,
              "profile",
              "Run a program under the profiler: host zones, device times, performance report",
              () -> new ProfileCommand()),
          new Command(
              Group.RUN,
              "monitor",
              "Show the memory of every running traced program, live",
              () -> new MonitorCommand()),
          new Command(
              Group.ASK,
              "fit",
              "Print whether an operation fits a board, and with which peaks, without running it",
              () -> new FitCommand()),
          new Command(
              Group.ASK,
              "what-if",
              "Print whether a recorded run fits another board, size or order, and what makes it fit",
              () -> new WhatIfCommand()),
          new Command(
              Group.ASK,
              "trace-region",
              "Print how large the TRACE region of a model must be, by board and batch",
              () -> new TraceRegionCommand()),
          new Command(
              Group.ASK,
              "calibrate",
              "Fit modelled device times to your own board, from what it took",
              () -> new CalibrateCommand()),
          new Command(
              Group.READ,
              "serve",
              "Show reports in a browser: operations, memory, graph, timeline, performance",
              () -> new ServeCommand()),
          new Command(
              Group.READ,
              "show",
              "Print every event of a trace, indented by operation",
              () -> new ShowCommand()),
          new Command(
              Group.READ,
              "calltrace",
              "Print the operations of a trace, indented by who called whom",
              () -> new CalltraceCommand()),
          new Command(
              Group.READ,
              "levelize",
              "Print how tensors flow between operations: TT-NN's levelized graph",
              () -> new LevelizeCommand()),
          new Command(
              Group.READ,
              "args",
              "Print the arguments of every operation as JSON",
              () -> new ArgsCommand()),
          new Command(
              Group.READ,
              "lint",
              "Check a report: memory freed twice, operations left open, damage in the file",
              () -> new LintCommand()),
          new Command(
              Group.READ,
              "svg",
              "Draw the call graph of a report as SVG, or write it for Graphviz",
              () -> new SvgCommand()),
          new Command(
              Group.READ,
              "peak",
              "Print peak L1 and DRAM use: in all, per core and by device",
              () -> new PeakCommand()),
          new Command(
              Group.READ,
              "explain",
              "Say what matters in a run, the costliest first: where time goes, what holds memory",
              () -> new ExplainCommand()),
          new Command(
              Group.READ,
              "memory",
              "Print who held memory, for how long, and what was freed late or never",
              () -> new MemoryCommand()),
          new Command(
              Group.READ,
              "table",
              "Print memory after each event inside an operation, as a table or CSV",
              () -> new TableCommand()),
          new Command(
              Group.READ,
              "trace-dump",
              "Print the commands of captured metal traces, and why they take the space they take",
              () -> new TraceDumpCommand()),
          new Command(
              Group.READ,
              "perf",
              "Print where device time went and what to try, from a profiler's CSV",
              () -> new PerfCommand()),
          new Command(
              Group.READ,
              "timeline",
              "Write the timeline of a profiled run for Perfetto or Chrome",
              () -> new TimelineCommand()),
          new Command(
              Group.READ,
              "tracy",
              "Show a run in the Tracy profiler: while it runs, or from a file",
              () -> new TracyCommand()),
          new Command(
              Group.READ,
              "diff",
              "Compare two reports: operations, arguments, memory and time",
              () -> new DiffCommand()),
          new Command(
              Group.READ,
              "ops",
              "List traced calls of operations; show, compare, index and export them",
              () -> new OpsCommand()),
          new Command(
              Group.READ,
              "sql",
              "Ask an imported database in SQL, read-only",
              () -> new SqlCommand()),
          new Command(
              Group.READ,
              "import",
              "Import reports into a SQLite database that ttnn-visualizer opens",
              () -> new ImportCommand()));

  /** Shown at the end of the help, each if its command is in the table. */
  static final List<Example> FIRST_STEPS =
      List.of(
          new Example("demo", "", "trace a small BERT on a modelled n150"),
          new Example("serve", "", "look at what there is in a browser"),
          new Example("show", "REPORT", "print what a report holds, nested as it ran"),
          new Example("memory", "REPORT", "say why the peak is what it is, and what lowers it"));

  private Commands() {}
}
