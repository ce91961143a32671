package dev.tilescope.internal.cli;

import dev.tilescope.analysis.DevicePeaks;
import dev.tilescope.analysis.Doubts;
import dev.tilescope.analysis.Lint;
import dev.tilescope.analysis.Lint.Finding;
import dev.tilescope.analysis.Lint.Rule;
import dev.tilescope.diff.Limit;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.words.PeaksText;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.memory.Headline;
import dev.tilescope.model.Report;
import dev.tilescope.model.Report.Metadata;
import dev.tilescope.report.NumberedDevices;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tilescope lint}: what is wrong with a report. */
@Command(
    name = "lint",
    mixinStandardHelpOptions = true,
    description = {
      "Check a report: memory freed twice, operations left open, damage in the file.",
      "Says of which generation it is. Exit code 0 if it is clean and keeps every limit, 1 if not."
    },
    footer = {
      "",
      "A limit is METRIC, comparison and amount, of each device; %% is of what the device has:",
      "  --fail-if 'peak-l1-per-core > 90%%'  --fail-if 'l1-headroom < 64 KiB'",
      "  --fail-if 'peak-dram-per-bank > 512 MiB'",
      "A report that holds no operations or is not whole keeps no limit."
    })
public final class LintCommand implements Callable<Integer> {
  @Parameters(paramLabel = "REPORT", description = ReportInput.WHAT)
  private Path file = Path.of("");

  @Mixin private ReportInput input = new ReportInput();

  @Option(names = "--json", description = "JSON instead of text.")
  private boolean json;

  @Option(
      names = "--fail-if",
      paramLabel = "LIMIT",
      converter = LimitConverter.class,
      description = "Exit with 1 if the limit is exceeded; may be given many times.")
  private List<Limit> limits = List.of();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    ReportInput.requireChoice(spec, file);
    Report report = input.read(file);
    List<String> broken = broken(report);
    Lint lint = placed(Lint.of(report));
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      printJson(report, lint, out);
    } else {
      printText(report, lint, out);
    }
    out.flush();
    PrintWriter errors = spec.commandLine().getErr();
    broken.forEach(why -> errors.println("tilescope: " + VisibleText.of(why)));
    errors.flush();
    return lint.findings().isEmpty() && broken.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
  }

  /** Why limits are not kept. */
  private List<String> broken(Report report) {
    if (limits.isEmpty()) {
      return List.of();
    }
    List<String> broken = new ArrayList<>();
    Doubts.of(report).forEach(doubt -> broken.add("limits cannot be checked: the report " + doubt));
    List<Headline> devices = DevicePeaks.of(NumberedDevices.of(report)).headlines();
    for (Limit limit : limits) {
      for (Headline device : limit.exceededBy(devices)) {
        broken.add("limit exceeded: %s, by device %d:".formatted(limit.text(), device.deviceId()));
        new PeaksText(List.of(device)).lines().forEach(line -> broken.add("  " + line));
      }
    }
    return broken;
  }

  /** Only what goes wrong is looked up in the report, by a second walk over it. */
  private Lint placed(Lint lint) {
    Set<Integer> nodes =
        lint.findings().stream()
            .filter(Finding::isPlaceless)
            .map(Finding::node)
            .collect(Collectors.toSet());
    return lint.placed(input.placesOf(file, nodes));
  }

  private void printText(Report report, Lint lint, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%s: a %s %s; %,d nodes, %,d operations%n",
        VisibleText.of(file.toString()),
        form(report),
        lint.generation().phrase(),
        report.trace().size(),
        lint.operations());
    for (Finding finding : lint.findings()) {
      out.println(line(finding));
    }
    int count = lint.findings().size();
    Colours colours = Colours.ofTerminal();
    out.println(
        count == 0
            ? colours.paint(Colour.GREEN, "clean")
            : colours.paint(Colour.RED, count == 1 ? "1 finding" : count + " findings"));
  }

  /** Messages of the reader name their node already. */
  private static String line(Finding finding) {
    String where = finding.where().isEmpty() ? "" : finding.where() + ": ";
    String node = "node " + finding.node() + ": ";
    boolean named = finding.node() < 0 || finding.what().startsWith(node);
    return VisibleText.of(
        name(finding.rule()) + ": " + where + (named ? "" : node) + finding.what());
  }

  /** Of a report that is cut off inside its trace, what stood before it is there: the devices. */
  private static String form(Report report) {
    return report.metadata().equals(Metadata.UNKNOWN) && report.devices().isEmpty()
        ? "bare trace"
        : "report";
  }

  private static String name(Rule rule) {
    return rule.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private void printJson(Report report, Lint lint, PrintWriter out) {
    try (JsonWriter json = JsonWriter.pretty(out)) {
      json.beginObject()
          .field("file", file.toString())
          .field("form", form(report))
          .field("generation", lint.generation().name().toLowerCase(Locale.ROOT))
          .field("nodes", report.trace().size())
          .field("operations", lint.operations())
          .name("findings")
          .beginArray();
      for (Finding finding : lint.findings()) {
        json.beginObject()
            .field("rule", name(finding.rule()))
            .field("where", finding.where())
            .field("node", finding.node())
            .field("message", finding.what())
            .endObject();
      }
      json.endArray().endObject();
    }
    out.println();
  }
}
