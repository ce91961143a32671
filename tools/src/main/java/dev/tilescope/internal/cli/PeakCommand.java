package dev.tilescope.internal.cli;

import dev.tilescope.analysis.DramUsage;
import dev.tilescope.analysis.OperationNumbers;
import dev.tilescope.analysis.OutputTensors;
import dev.tilescope.analysis.OutputTensors.Output;
import dev.tilescope.analysis.PeakByDevice;
import dev.tilescope.analysis.PeakByDevice.DevicePeak;
import dev.tilescope.analysis.PeakByDevice.LiveBuffer;
import dev.tilescope.analysis.PeakByDevice.Peak;
import dev.tilescope.analysis.PeakL1;
import dev.tilescope.analysis.ResourceUsagePerCore;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.store.DatabaseReport;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import dev.tilescope.internal.store.StoredPeaks;
import dev.tilescope.internal.words.ByteText;
import dev.tilescope.internal.words.OperationLabel;
import dev.tilescope.internal.words.PeaksText;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.model.Report;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.Trace;
import java.io.IOException;
import java.io.Writer;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tilescope peak}: the most memory in use at once, and by whom. */
@Command(
    name = "peak",
    mixinStandardHelpOptions = true,
    description = "Print peak L1 and DRAM use: in all, per core and by device.")
public final class PeakCommand extends ReportCommand {
  private static final int MAX_SHOWN_BUFFERS = 10;

  @Option(
      names = "--per-core",
      description = "Only use per core; an error if the trace does not hold it.")
  private boolean perCoreOnly;

  @Option(names = "--json", description = "JSON instead of text.")
  private boolean json;

  @Option(
      names = "--trace",
      description = {
        "Of a database: count from the report in it, which takes longer, and also print what only",
        "the trace tells: TT-NN's own figures, per core, and by whole sizes."
      })
  private boolean fromTrace;

  @Override
  boolean asksRows() {
    return !fromTrace && !perCoreOnly;
  }

  @Override
  void printStored(ReadOnlyDatabase database, DatabaseReport.Chosen report, Writer out)
      throws IOException {
    PeaksText peaks = new PeaksText(StoredPeaks.read(database, report.rank(), report.number()));
    if (json) {
      try (JsonWriter writer = JsonWriter.pretty(out)) {
        peaks.write(writer.beginObject().name("peaks"));
        writer.endObject();
      }
      out.append('\n');
      return;
    }
    for (String line : peaks.lines()) {
      out.append(line).append('\n');
    }
    out.append("\nFrom the rows of the database; --trace also counts as TT-NN does.\n");
  }

  @Override
  void print(Report report, Writer out) throws IOException {
    Trace trace = report.trace();
    ResourceUsagePerCore perCore = perCoreOnly ? ResourceUsagePerCore.of(trace) : perCore(trace);
    if (json) {
      printJson(report, perCore, out);
    } else {
      printText(report, perCore, out);
    }
  }

  private static @Nullable ResourceUsagePerCore perCore(Trace trace) {
    try {
      return ResourceUsagePerCore.of(trace);
    } catch (TilescopeException e) {
      // An older trace: the other answers still stand, and the text says what is missing.
      return null;
    }
  }

  private void printText(Report report, @Nullable ResourceUsagePerCore perCore, Writer out)
      throws IOException {
    Trace trace = report.trace();
    if (!perCoreOnly) {
      for (String line : PeaksText.of(report).lines()) {
        out.append(line).append('\n');
      }
      out.append('\n');
    }
    out.append("As TT-NN counts, which is not what decides whether a program fits:\n");
    if (!perCoreOnly) {
      DramUsage dram = DramUsage.of(trace);
      line(out, "peak L1, as TT-NN counts", ByteText.of(PeakL1.of(trace).bytes()));
      line(out, "peak DRAM of the capture", ByteText.of(dram.peakBytes()));
      line(out, "DRAM allocated", ByteText.of(dram.totalAllocatedBytes()));
      line(out, "DRAM deallocated", ByteText.of(dram.totalDeallocatedBytes()));
    }
    printPerCore(perCore, out);
    if (!perCoreOnly) {
      OperationNumbers numbers = OperationNumbers.of(trace);
      for (DevicePeak device : PeakByDevice.of(trace).devices()) {
        printDevice(device, numbers, out);
      }
      printTensors(OutputTensors.of(trace), out);
    }
  }

  private static void printTensors(OutputTensors tensors, Writer out) throws IOException {
    line(out, "intermediate tensors", Integer.toString(tensors.intermediateCount()));
    line(out, "output tensors", Integer.toString(tensors.outputCount()));
    for (Output output : tensors.outputs()) {
      out.append(
          "    %s  %s  %s\n"
              .formatted(
                  output.shape() == null ? "shape not recorded" : output.shape(),
                  output.bufferType().name(),
                  ByteText.of(output.bufferBytes())));
    }
  }

  private static void printPerCore(@Nullable ResourceUsagePerCore use, Writer out)
      throws IOException {
    if (use == null) {
      line(out, "per core", "not in this trace: it is of an older generation");
      return;
    }
    line(out, "per core, total", ByteText.of(use.peakTotalBytes()));
    line(out, "per core, circular buffers", ByteText.of(use.peakCbBytes()));
    line(out, "per core, L1 buffers", ByteText.of(use.peakL1Bytes()));
    line(out, "per core, dataflow buffers", ByteText.of(use.peakDataflowBufferBytes()));
    line(out, "per core, scratchpads", ByteText.of(use.peakScratchpadBytes()));
  }

  private static void printDevice(DevicePeak device, OperationNumbers numbers, Writer out)
      throws IOException {
    String name = device.deviceId() < 0 ? "device (not named)" : "device " + device.deviceId();
    printPeak(name + ", L1", device.l1(), numbers, out);
    printPeak(name + ", DRAM", device.dram(), numbers, out);
  }

  private static void printPeak(String name, Peak peak, OperationNumbers numbers, Writer out)
      throws IOException {
    line(out, name, ByteText.of(peak.bytes()));
    if (peak.bytes() == 0) {
      return;
    }
    out.append("    ").append(where(peak, numbers)).append('\n');
    if (peak.programBytes() > 0) {
      out.append("    program memory  ").append(ByteText.of(peak.programBytes())).append('\n');
    }
    for (LiveBuffer buffer : largest(peak)) {
      out.append("    ").append(describe(buffer)).append('\n');
    }
    if (peak.live().size() > MAX_SHOWN_BUFFERS) {
      int more = peak.live().size() - MAX_SHOWN_BUFFERS;
      out.append("    and ").append(Integer.toString(more)).append(" smaller buffers\n");
    }
  }

  private static List<LiveBuffer> largest(Peak peak) {
    return peak.live().stream()
        .sorted(Comparator.comparingLong(LiveBuffer::bytes).reversed())
        .limit(MAX_SHOWN_BUFFERS)
        .toList();
  }

  private static String where(Peak peak, OperationNumbers numbers) {
    if (peak.counter() < 0) {
      return "before the first event";
    }
    String path = String.join(" > ", peak.operationPath());
    return "at node "
        + peak.counter()
        + (path.isEmpty()
            ? ", outside operations"
            : " in " + OperationLabel.of(numbers.holding(peak.counter()), VisibleText.of(path)));
  }

  private static String describe(LiveBuffer buffer) {
    return "buffer of node "
        + buffer.counter()
        + "  "
        + buffer.type().name()
        + (buffer.address() < 0 ? "" : " at 0x" + Long.toHexString(buffer.address()))
        + "  "
        + ByteText.of(buffer.bytes());
  }

  private static void line(Writer out, String what, String value) throws IOException {
    out.append(String.format("%-28s%s\n", what, value));
  }

  private void printJson(Report report, @Nullable ResourceUsagePerCore perCore, Writer out)
      throws IOException {
    Trace trace = report.trace();
    try (JsonWriter json = JsonWriter.pretty(out)) {
      json.beginObject();
      if (!perCoreOnly) {
        PeaksText.of(report).write(json.name("peaks"));
        tensors(OutputTensors.of(trace), json);
      }
      json.object("as_ttnn_counts", () -> asTtnnCounts(trace, perCore, json));
      json.endObject();
    }
    out.append('\n');
  }

  private void asTtnnCounts(Trace trace, @Nullable ResourceUsagePerCore perCore, JsonWriter json) {
    if (!perCoreOnly) {
      DramUsage dram = DramUsage.of(trace);
      json.field("peak_l1_bytes", PeakL1.of(trace).bytes())
          .field("peak_dram_bytes", dram.peakBytes())
          .field("dram_allocated_bytes", dram.totalAllocatedBytes())
          .field("dram_deallocated_bytes", dram.totalDeallocatedBytes());
      devices(PeakByDevice.of(trace), OperationNumbers.of(trace), json);
    }
    perCore(perCore, json);
  }

  private static void perCore(@Nullable ResourceUsagePerCore use, JsonWriter json) {
    json.name("per_core");
    if (use == null) {
      json.nullValue();
      return;
    }
    json.beginObject()
        .field("peak_cb_bytes", use.peakCbBytes())
        .field("peak_l1_bytes", use.peakL1Bytes())
        .field("peak_dataflow_buffer_bytes", use.peakDataflowBufferBytes())
        .field("peak_scratchpad_bytes", use.peakScratchpadBytes())
        .field("peak_total_bytes", use.peakTotalBytes())
        .endObject();
  }

  private static void tensors(OutputTensors tensors, JsonWriter json) {
    json.field("intermediate_tensors", tensors.intermediateCount())
        .field("output_tensors", tensors.outputCount())
        .name("outputs")
        .beginArray();
    for (Output output : tensors.outputs()) {
      json.beginObject()
          .field("tensor_id", output.tensorId())
          .field("shape", String.valueOf(output.shape()))
          .field("type", output.bufferType().name())
          .field("bytes", output.bufferBytes())
          .endObject();
    }
    json.endArray();
  }

  private static void devices(PeakByDevice peaks, OperationNumbers numbers, JsonWriter json) {
    json.name("devices").beginArray();
    for (DevicePeak device : peaks.devices()) {
      json.beginObject().field("device_id", device.deviceId());
      peak("l1", device.l1(), numbers, json);
      peak("dram", device.dram(), numbers, json);
      json.endObject();
    }
    json.endArray();
  }

  private static void peak(String name, Peak peak, OperationNumbers numbers, JsonWriter json) {
    json.name(name)
        .beginObject()
        .field("bytes", peak.bytes())
        .field("program_bytes", peak.programBytes())
        .field("counter", peak.counter())
        .field("operation_id", peak.counter() < 0 ? 0 : numbers.holding(peak.counter()))
        .name("operation_path")
        .strings(peak.operationPath())
        .name("live_buffers")
        .beginArray();
    for (LiveBuffer buffer : peak.live()) {
      json.beginObject()
          .field("counter", buffer.counter())
          .field("type", buffer.type().name())
          .field("address", buffer.address())
          .field("bytes", buffer.bytes())
          .endObject();
    }
    json.endArray().endObject();
  }
}
