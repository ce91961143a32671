package dev.tilescope.internal.cli;

import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.replay.Recorded;
import dev.tilescope.replay.RecordedTensor;
import dev.tilescope.replay.RecordedText;
import dev.tilescope.replay.TraceFile;
import dev.tilescope.replay.TracedCall;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tilescope ops show}: one traced call. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = "Print a traced call: its arguments, its result, and how tensors' values begin.")
public final class OpsShowCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "DIR", description = OpsCommand.WHAT)
  private Path folder = Path.of("");

  @Parameters(index = "1", paramLabel = "N", description = "The number of the call.")
  private long number;

  @Option(
      names = "--json",
      description = "The whole file, values and all, as JSON that every parser takes.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    Path file = TraceInput.open(spec, folder).entry(number).file();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      TraceFile.copy(file, out);
      out.println();
    } else {
      print(TraceFile.readSummary(file), out);
    }
    out.flush();
    return ExitCode.OK;
  }

  private void print(TracedCall call, PrintWriter out) {
    line(out, "#" + number + " " + call.name());
    line(out, "file     " + call.source());
    Long parent = call.parent();
    if (parent != null) {
      line(out, "parent   #" + parent);
    }
    List<Recorded> args = call.args();
    for (int i = 0; i < args.size(); i++) {
      value(out, "arg" + i, args.get(i));
    }
    for (Map.Entry<String, Recorded> argument : call.kwargs().entrySet()) {
      value(out, argument.getKey(), argument.getValue());
    }
    String failure = call.failure();
    if (failure != null) {
      line(out, "failed   " + failure);
    }
    List<Recorded> results = call.results();
    for (int i = 0; i < results.size(); i++) {
      value(out, results.size() == 1 ? "result" : "result" + i, results.get(i));
    }
  }

  private static void value(PrintWriter out, String name, Recorded value) {
    line(out, "%-8s %s".formatted(name, RecordedText.of(value)));
    RecordedTensor tensor = RecordedTensor.of(value);
    if (tensor != null) {
      detail(out, "layout", tensor.layout() == null ? null : tensor.layout().name());
      detail(out, "storage", tensor.storage());
      detail(out, "before", tensor.valuesBeforeText());
      detail(out, "values", tensor.valuesText());
      int device = 1;
      for (String text : tensor.deviceValuesTexts()) {
        line(out, "             on device %d: %s".formatted(device++, text));
      }
    }
  }

  private static void detail(PrintWriter out, String name, @Nullable String text) {
    if (text != null) {
      line(out, "           %-8s %s".formatted(name, text));
    }
  }

  private static void line(PrintWriter out, String text) {
    out.println(VisibleText.of(text));
  }
}
