package dev.tilescope.internal.cli;

import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.replay.MasterFile;
import dev.tilescope.replay.MasterIndex;
import dev.tilescope.replay.Recorded;
import dev.tilescope.replay.TraceDamage;
import dev.tilescope.replay.TraceFolder;
import dev.tilescope.replay.TraceRun;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tilescope ops index}: a master file of all configurations that were called. */
@Command(
    name = "index",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Collect the configurations that operations were called with, each once.",
      "The file has the form of TT-NN's model tracing and its hashes; an existing one is added to."
    })
public final class OpsIndexCommand implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      description = "Folders with traced calls, or with one for each test: those that passed.")
  private List<Path> folders = List.of();

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FILE",
      description = "The master file; added to if it exists.")
  private Path output = Path.of("");

  @Option(
      names = "--source",
      paramLabel = "TEXT",
      description = "The test or program that ran. Default: what the folder says, or its name.")
  private @Nullable String source;

  @Option(
      names = "--machine",
      paramLabel = "KEY=VALUE",
      split = ",",
      description = {
        "What is known of the machine; may be given many times:",
        "board_type=Wormhole,device_series=n150,card_count=1"
      })
  private Map<String, String> machine = Map.of();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    MasterFile master = MasterFile.readOrEmpty(output);
    TraceDamage damage = new TraceDamage();
    PrintWriter out = spec.commandLine().getOut();
    for (Path folder : folders) {
      List<TraceFolder> traces = TraceInput.ofPassedTests(spec, folder);
      TraceRun run = TraceRun.of(folder, source, machineInfo(), damage);
      print(run, MasterIndex.add(traces, run, master, damage), out);
    }
    master.write(output, LocalDateTime.now(ZoneId.systemDefault()));
    out.printf(
        Locale.ROOT,
        "%s: %,d operations, %,d configurations%n",
        VisibleText.of(output.toString()),
        master.operations(),
        master.configurations());
    out.flush();
    OpsCommand.warn(damage, spec.commandLine().getErr());
    return ExitCode.OK;
  }

  private static void print(TraceRun run, MasterIndex index, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%s: %,d calls, %,d new configurations (left out: %,d that only move data, %,d that"
            + " failed)%n",
        VisibleText.of(run.source()),
        index.calls(),
        index.configurations(),
        index.leftOut(),
        index.failed());
  }

  /** Counts are numbers in master files. */
  private Map<String, Recorded> machineInfo() {
    Map<String, Recorded> info = new LinkedHashMap<>();
    machine.forEach((key, value) ->
        info.put(
            key,
            value.matches("\\d{1,18}") ? Recorded.of(Long.parseLong(value)) : Recorded.of(value)));
    return info;
  }
}
