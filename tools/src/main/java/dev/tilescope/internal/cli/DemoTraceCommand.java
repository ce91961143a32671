package dev.tilescope.internal.cli;

import dev.tilescope.analysis.PeakByDevice;
import dev.tilescope.capture.CaptureOptions;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.BankStatistics;
import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.MeshTrace;
import dev.tilescope.internal.demo.Bert;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.words.ByteText;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.report.ReportFile;
import dev.tilescope.tensor.Tensor;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tilescope demo trace}: the life of a metal trace, and what it does to memory. */
@Command(
    name = "trace",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Capture a model as a metal trace, replay it many times and release it",
      "and print what the TRACE region of every device holds meanwhile."
    })
public final class DemoTraceCommand implements Callable<Integer> {
  @Option(
      names = "--device",
      paramLabel = "BOARD",
      description = "e150, n150, n300, t3000, galaxy, p100 or p150. Default: ${DEFAULT-VALUE}.")
  private String board = "t3000";

  @Option(
      names = "--trace-region-size",
      paramLabel = "BYTES",
      description = "Of each device; 0 for none. Default: ${DEFAULT-VALUE}.")
  private long regionBytes = 30_000_000;

  @Option(
      names = "--executions",
      paramLabel = "N",
      description = "How often to replay. Default: ${DEFAULT-VALUE}.")
  private int executions = 1000;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Where the report goes, as report.json. Default: ${DEFAULT-VALUE}.")
  private Path folder = DemoCommand.USUAL_FOLDER;

  @Option(names = "--json", description = "JSON instead of text.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final List<Moment> moments = new ArrayList<>();

  private record Moment(String when, Held held) {}

  /** What a device holds in one moment, over all its banks. */
  private record Held(long traceBytes, long dramBytes, long l1Bytes) {
    static Held by(MeshDevice device) {
      return new Held(
          bytes(device, BufferType.TRACE),
          bytes(device, BufferType.DRAM),
          bytes(device, BufferType.L1));
    }

    private static long bytes(MeshDevice device, BufferType type) {
      BankStatistics statistics = device.statistics(type);
      long share = Math.max(1, statistics.totalBytes());
      return statistics.allocatedBytes() * (device.capacityBytes(type) / share);
    }
  }

  @Override
  public Integer call() {
    DeviceOptions options = DeviceOptions.DEFAULT.withTraceRegionBytes(regionBytes);
    Board on = Typed.read(spec.commandLine(), () -> Board.named(board));
    try (MeshDevice device = MeshDevice.open(on, options)) {
      Path file = folder.resolve("report.json");
      PrintWriter out = spec.commandLine().getOut();
      ReportFile.write(run(device, file, json ? new PrintWriter(Writer.nullWriter()) : out), file);
      if (!json) {
        printNext(file);
      }
      return ExitCode.OK;
    }
  }

  /** Tells what it does to {@code out}, step by step; as JSON, when all is done. */
  private Report run(MeshDevice device, Path file, PrintWriter out) {
    Bert.Size small = Bert.Size.TINY.withBatch(1).withSequence(32);
    try (GraphCapture capture = GraphCapture.begin(CaptureOptions.of(RunMode.NORMAL))) {
      Bert bert = new Bert(small, device);
      Bert.Inputs inputs = bert.inputs(1);
      bert.logits(inputs, (_, _, _) -> {}).close();
      out.printf(
          "%s,%nas a metal trace on a modelled %s: %s, TRACE region %s each%n%n",
          bert.title(), device.board().name(), devices(device), ByteText.of(regionBytes));
      out.printf("  %-26s %14s %14s %14s%n", "on each device", "TRACE", "DRAM", "L1");
      print(out, "model loaded and run once", Held.by(device));
      MeshTrace trace = MeshTrace.beginCapture(device);
      Tensor logits = bert.logits(inputs, (_, _, _) -> {});
      trace.endCapture();
      print(out, "captured", Held.by(device));
      replay(device, trace, bert, inputs, out);
      MetalTrace contents = trace.contents();
      float first = Ttnn.toArray(logits)[0];
      Held held = Held.by(device);
      trace.release();
      print(out, "released", Held.by(device));
      printTrace(out, contents, first);
      Report report = capture.end();
      long reportedBytes = reportedTraceBytes(report, device);
      printPeaks(out, held, reportedBytes);
      if (json) {
        printJson(device, bert.title(), contents, first, reportedBytes, file);
      }
      return report;
    }
  }

  private void replay(
      MeshDevice device, MeshTrace trace, Bert bert, Bert.Inputs inputs, PrintWriter out) {
    Tensor words = bert.otherIds(2);
    Held before = Held.by(device);
    long computed = device.computeHostNanos();
    long began = System.nanoTime();
    try (Progress progress = new Progress(spec.commandLine().getErr())) {
      for (int i = 0; i < executions; i++) {
        Ttnn.copyHostToDeviceTensor(words, inputs.ids());
        trace.execute(false);
        progress.step("execution", i + 1, executions);
      }
    }
    device.synchronize();
    double millis = (System.nanoTime() - began) / 1e6;
    double kernels = (device.computeHostNanos() - computed) / 1e6;
    Held after = Held.by(device);
    print(out, String.format(Locale.ROOT, "executed %,d times", executions), after);
    out.printf(
        Locale.ROOT,
        "  %s by %,d executions, %.0f ms, %.0f of them for results that the devices would"
            + " compute%n",
        after.equals(before) ? "nothing was allocated or freed" : "memory changed",
        executions,
        millis,
        kernels);
  }

  private static String devices(MeshDevice device) {
    int count = device.chips().size();
    return count == 1 ? "1 device" : count + " devices";
  }

  private void print(PrintWriter out, String when, Held held) {
    moments.add(new Moment(when, held));
    out.printf(
        Locale.ROOT,
        "  %-26s %,12d B %,12d B %,12d B%n",
        when,
        held.traceBytes(),
        held.dramBytes(),
        held.l1Bytes());
  }

  private static void printTrace(PrintWriter out, MetalTrace trace, float first) {
    out.printf(
        Locale.ROOT,
        "%nTrace    %d: %,d B of commands for %d operations, in pages of %d B at address %d of"
            + " every bank%n",
        trace.traceId(),
        trace.commands().length,
        trace.operations().size(),
        trace.pageBytes(),
        trace.addressBytes());
    out.printf(Locale.ROOT, "Result   of the last execution starts %.4f%n", first);
  }

  /** The same figure from two sources. */
  private static void printPeaks(PrintWriter out, Held held, long reportedBytes) {
    out.printf(
        Locale.ROOT,
        "Peak     of TRACE on a device: %,d B by the allocator, %,d B in the report%n%n",
        held.traceBytes(),
        reportedBytes);
  }

  private static long reportedTraceBytes(Report report, MeshDevice device) {
    return PeakByDevice.of(report.trace()).devices().stream()
        .filter(d -> d.buffers().containsKey(BufferType.TRACE))
        .flatMap(d -> d.buffers().get(BufferType.TRACE).live().stream())
        .mapToLong(b -> bytesPerBank(report, b) * device.board().dramViews())
        .sum();
  }

  private static long bytesPerBank(Report report, PeakByDevice.LiveBuffer buffer) {
    return report.trace().event(buffer.counter()) instanceof TraceEvent.BufferEvent event
        ? event.buffer().maxSizePerBankBytes()
        : 0;
  }

  private void printJson(
      MeshDevice device,
      String model,
      MetalTrace trace,
      float first,
      long reportedBytes,
      Path file) {
    PrintWriter out = spec.commandLine().getOut();
    try (JsonWriter writer = JsonWriter.pretty(out)) {
      writer
          .beginObject()
          .field("model", model)
          .field("board", device.board().name())
          .field("devices", device.chips().size())
          .field("report", file.toString())
          .field("trace_region_bytes", regionBytes)
          .field("executions", executions)
          .name("moments")
          .beginArray();
      moments.forEach(moment -> write(moment, writer));
      writer
          .endArray()
          .name("trace")
          .beginObject()
          .field("id", trace.traceId())
          .field("command_bytes", trace.commands().length)
          .field("operations", trace.operations().size())
          .field("page_bytes", trace.pageBytes())
          .field("address", trace.addressBytes())
          .field("peak_trace_bytes", reportedBytes)
          .endObject()
          .field("first_value", first)
          .endObject();
    }
    out.println();
    out.flush();
  }

  private static void write(Moment moment, JsonWriter writer) {
    writer
        .beginObject()
        .field("when", moment.when())
        .field("trace_bytes", moment.held().traceBytes())
        .field("dram_bytes", moment.held().dramBytes())
        .field("l1_bytes", moment.held().l1Bytes())
        .endObject();
  }

  private void printNext(Path file) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf("Report   %s%n%nTry next%n", file);
    Map<String, String> steps = new LinkedHashMap<>();
    String typed = ShellWord.of(file);
    steps.put("./tilescope trace-dump " + typed + " | less", "every command of the trace");
    steps.put("./tilescope memory " + typed, "the memory over time");
    steps.put("./tilescope monitor", "all of it live, while");
    steps.put("TILESCOPE_MONITOR=1 ./tilescope demo trace", "runs beside it");
    out.print(RootHelp.rows(steps));
    out.flush();
  }
}
