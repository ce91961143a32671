package dev.tilescope.export;

import dev.tilescope.analysis.DevicePeaks;
import dev.tilescope.analysis.DevicePeaks.Device;
import dev.tilescope.analysis.OperationNumbers;
import dev.tilescope.json.JsonWriter;
import dev.tilescope.memory.CoreIndex;
import dev.tilescope.memory.Peaks;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.Report;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent.FunctionStart;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;

/** Whether a program fits, in words and as JSON, the same in every command. */
public final class PeaksText {
  private final DevicePeaks peaks;
  private final OperationNumbers numbers;
  private final Trace trace;

  public PeaksText(Report report) {
    this.peaks = DevicePeaks.of(report);
    this.numbers = OperationNumbers.of(report.trace());
    this.trace = report.trace();
  }

  /** Two or three for each device. */
  public List<String> lines() {
    return lines(_ -> true);
  }

  /** Of some devices, by their ids. */
  public List<String> lines(IntPredicate wanted) {
    List<String> lines = new ArrayList<>();
    for (Device device : peaks.devices()) {
      if (!wanted.test(device.deviceId())) {
        continue;
      }
      String name = device.deviceId() < 0 ? "device" : "device " + device.deviceId();
      Peaks most = device.peaks();
      lines.add(
          line(name, "L1 per core", part(most.l1BytesPerCore(), device.l1Bytes()) + programs(most))
              + in(most.l1Node()));
      if (most.l1HeadroomBytes() >= 0) {
        lines.add(
            line(name, "L1 headroom", ByteText.of(most.l1HeadroomBytes()))
                + " between circular buffers and the lowest buffer"
                + in(most.l1HeadroomNode()));
      }
      lines.add(
          line(name, "DRAM per bank", part(most.dramBytesPerBank(), device.dramBytes()))
              + in(most.dramNode()));
    }
    return lines;
  }

  private static String line(String device, String what, String value) {
    return String.format(Locale.ROOT, "%-10s %-14s %s", device, what, value);
  }

  private static String part(long bytes, long of) {
    return of <= 0
        ? ByteText.of(bytes)
        : String.format(
            Locale.ROOT,
            "%s of %s, %.1f %%",
            ByteText.of(bytes),
            ByteText.brief(of),
            100.0 * bytes / of);
  }

  private static String programs(Peaks most) {
    if (most.l1ProgramBytes() == 0) {
      return "";
    }
    CoreCoord core = CoreIndex.core(most.l1Core());
    return "; %s of it circular buffers on core (%d, %d)"
        .formatted(ByteText.brief(most.l1ProgramBytes()), core.x(), core.y());
  }

  private String in(long node) {
    if (node < 0) {
      return "";
    }
    String label = OperationLabel.of(numbers.at((int) node), VisibleText.of(name((int) node)));
    return label.isEmpty() ? "" : ", in " + label;
  }

  /** Of the operation that a node lies in, which begins with the first node in it. */
  private String name(int node) {
    int number = numbers.holding(node);
    String name = "";
    for (int i = node; number > 0 && i >= 0 && numbers.holding(i) == number; i--) {
      name = trace.event(i) instanceof FunctionStart start ? start.name() : name;
    }
    return name;
  }

  /** An array of devices. */
  public void write(JsonWriter json) {
    json.beginArray();
    for (Device device : peaks.devices()) {
      Peaks most = device.peaks();
      json.beginObject().field("device_id", device.deviceId());
      json.name("l1_per_core")
          .beginObject()
          .field("bytes", most.l1BytesPerCore())
          .field("program_bytes", most.l1ProgramBytes())
          .field("capacity_bytes", device.l1Bytes());
      place(most.l1Node(), json);
      json.name("l1_headroom").beginObject().field("bytes", most.l1HeadroomBytes());
      place(most.l1HeadroomNode(), json);
      json.name("dram_per_bank")
          .beginObject()
          .field("bytes", most.dramBytesPerBank())
          .field("capacity_bytes", device.dramBytes());
      place(most.dramNode(), json);
      json.endObject();
    }
    json.endArray();
  }

  private void place(long node, JsonWriter json) {
    json.field("operation_id", node < 0 ? 0 : numbers.at((int) node))
        .field("counter", node)
        .endObject();
  }
}
