package dev.tilescope.internal.words;

import dev.tilescope.analysis.DevicePeaks;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.memory.Headline;
import dev.tilescope.memory.Headline.Amount;
import dev.tilescope.model.Report;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Whether a program fits, in words and as JSON, the same in every command and view. */
public final class PeaksText {
  private final List<Headline> devices;

  public PeaksText(List<Headline> devices) {
    this.devices = List.copyOf(devices);
  }

  public static PeaksText of(Report report) {
    return new PeaksText(DevicePeaks.of(report).headlines());
  }

  /** Two or three for each device. */
  public List<String> lines() {
    return lines(_ -> true);
  }

  /** Of some devices, by their ids. */
  public List<String> lines(IntPredicate wanted) {
    List<String> lines = new ArrayList<>();
    for (Headline device : devices) {
      if (wanted.test(device.deviceId())) {
        String name = device.deviceId() < 0 ? "device" : "device " + device.deviceId();
        sentences(device)
            .forEach((what, value) ->
                lines.add(String.format(Locale.ROOT, "%-10s %-14s %s", name, what, value)));
      }
    }
    return lines;
  }

  /** What is measured, and what is to be said of it. */
  public static SequencedMap<String, String> sentences(Headline device) {
    SequencedMap<String, String> said = new LinkedHashMap<>();
    said.put("L1 per core", part(device.l1()) + programs(device) + in(device.l1()));
    Amount headroom = device.headroom();
    if (headroom != null) {
      said.put(
          "L1 headroom",
          ByteText.of(headroom.bytes())
              + " between circular buffers and the lowest buffer"
              + in(headroom));
    }
    said.put("DRAM per bank", part(device.dram()) + in(device.dram()));
    return said;
  }

  private static String part(Amount amount) {
    return amount.capacityBytes() <= 0
        ? ByteText.of(amount.bytes())
        : String.format(
            Locale.ROOT,
            "%s of %s, %.1f %%",
            ByteText.of(amount.bytes()),
            ByteText.brief(amount.capacityBytes()),
            100.0 * amount.bytes() / amount.capacityBytes());
  }

  private static String programs(Headline device) {
    if (!device.isWhole()) {
      return ", of buffers after operations; circular buffers are not known";
    }
    return device.programBytes() == 0 || device.core() == null
        ? ""
        : "; %s of it circular buffers on core (%d, %d)"
            .formatted(ByteText.brief(device.programBytes()), device.core().x(), device.core().y());
  }

  private static String in(Amount amount) {
    String label = OperationLabel.of(amount.operation(), VisibleText.of(amount.name()));
    return amount.operation() <= 0 || label.isEmpty() ? "" : ", in " + label;
  }

  /** An array of devices. */
  public void write(JsonWriter json) {
    json.beginArray();
    for (Headline device : devices) {
      json.beginObject().field("device_id", device.deviceId());
      json.name("l1_per_core").beginObject().field("bytes", device.l1().bytes());
      json.field("program_bytes", device.programBytes());
      json.field("capacity_bytes", device.l1().capacityBytes());
      place(device.l1(), json);
      json.name("l1_headroom").beginObject();
      json.field("bytes", device.headroom() == null ? -1 : device.headroom().bytes());
      place(device.headroom(), json);
      json.name("dram_per_bank").beginObject().field("bytes", device.dram().bytes());
      json.field("capacity_bytes", device.dram().capacityBytes());
      place(device.dram(), json);
      json.endObject();
    }
    json.endArray();
  }

  private static void place(@Nullable Amount amount, JsonWriter json) {
    json.field("operation_id", amount == null ? 0 : amount.operation())
        .field("counter", amount == null ? -1 : amount.node())
        .endObject();
  }
}
