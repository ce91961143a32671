package dev.tilescope.junit;

import dev.tilescope.analysis.BufferLifetimes;
import dev.tilescope.analysis.BufferLifetimes.Lifetime;
import dev.tilescope.analysis.PeakByDevice;
import dev.tilescope.analysis.PeakByDevice.DevicePeak;
import dev.tilescope.analysis.PeakByDevice.Peak;
import dev.tilescope.internal.words.ByteText;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.Report;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The peak of one memory of one device, and what it is made of.
 *
 * @param memory such as {@code L1}
 * @param reached where, in words
 * @param parts biggest first
 */
record MemoryAccount(String memory, int deviceId, long bytes, String reached, List<Part> parts) {
  private static final int MAX_SHOWN_PARTS = 10;

  record Part(long bytes, String what) {}

  /** The memories that a budget may bound as a whole. */
  enum Memory {
    L1("L1", DevicePeak::l1),
    DRAM("DRAM", DevicePeak::dram);

    private final String word;
    private final Function<DevicePeak, Peak> peak;

    Memory(String word, Function<DevicePeak, Peak> peak) {
      this.word = word;
      this.peak = peak;
    }
  }

  /** L1 or DRAM of each device: buffers and program memory. */
  static List<MemoryAccount> of(Report report, Memory memory) {
    Owners owners = Owners.of(report.trace());
    return PeakByDevice.of(report.trace()).devices().stream()
        .map(device -> of(memory.word, device.deviceId(), memory.peak.apply(device), owners))
        .toList();
  }

  /** One kind of buffer on each device, without program memory. */
  static List<MemoryAccount> of(Report report, BufferType type) {
    Owners owners = Owners.of(report.trace());
    return PeakByDevice.of(report.trace()).devices().stream()
        .filter(device -> device.buffers().containsKey(type))
        .map(device ->
            of(type.name() + " buffers", device.deviceId(), device.buffers().get(type), owners))
        .toList();
  }

  private static MemoryAccount of(String memory, int deviceId, Peak peak, Owners owners) {
    List<Part> parts = new ArrayList<>();
    peak.live().forEach(b -> parts.add(new Part(b.bytes(), owners.describe(b.counter()))));
    if (peak.programBytes() > 0) {
      parts.add(
          new Part(peak.programBytes(), "circular buffers and other program memory on one core"));
    }
    return new MemoryAccount(
        memory,
        deviceId,
        peak.bytes(),
        reached(peak.counter(), peak.operationPath()),
        bigFirst(parts));
  }

  private static List<Part> bigFirst(List<Part> parts) {
    return parts.stream().sorted(Comparator.comparingLong(Part::bytes).reversed()).toList();
  }

  private static String reached(int counter, List<String> path) {
    if (counter < 0) {
      return "it stood before the capture began";
    }
    return "reached "
        + (path.isEmpty() ? "outside operations" : "in " + path(path))
        + " (node "
        + counter
        + ")";
  }

  private static String path(List<String> names) {
    return VisibleText.of(String.join(" > ", names));
  }

  /** Why these break a limit; null if they keep it. */
  static @Nullable String excess(
      Report report, List<MemoryAccount> accounts, int device, ByteSize limit) {
    String absent = absent(report, device);
    if (absent != null) {
      return absent;
    }
    String texts =
        accounts.stream()
            .filter(a -> device == MemoryBudget.EACH_DEVICE || a.deviceId == device)
            .filter(a -> a.bytes > limit.bytes())
            .map(a -> a.text(limit))
            .collect(Collectors.joining("\n"));
    return texts.isEmpty() ? null : texts;
  }

  /** Null if the device is in the report, or each is meant. */
  static @Nullable String absent(Report report, int device) {
    return device == MemoryBudget.EACH_DEVICE || devices(report).contains(device)
        ? null
        : "device "
            + device
            + " is not in this capture, which saw "
            + (devices(report).isEmpty() ? "no device" : "devices " + devices(report));
  }

  private static TreeSet<Integer> devices(Report report) {
    TreeSet<Integer> ids = new TreeSet<>();
    report.devices().forEach(d -> ids.add(d.deviceId()));
    PeakByDevice.of(report.trace()).devices().forEach(d -> ids.add(d.deviceId()));
    return ids;
  }

  private String text(ByteSize limit) {
    StringBuilder text = new StringBuilder();
    text.append(
        "peak %s of device %d is %s as TT-NN counts, %s over %s\n  %s\n  alive then, biggest first:"
            .formatted(
                memory,
                deviceId,
                ByteText.of(bytes),
                ByteText.of(bytes - limit.bytes()),
                limit.text(),
                reached));
    int shown = Math.min(parts.size(), MAX_SHOWN_PARTS);
    for (Part part : parts.subList(0, shown)) {
      text.append(String.format(Locale.ROOT, "\n    %,15d bytes  %s", part.bytes, part.what));
    }
    if (parts.size() > shown) {
      long rest = parts.stream().skip(shown).mapToLong(Part::bytes).sum();
      text.append(
          String.format(
              Locale.ROOT, "\n    and %d smaller: %,d bytes", parts.size() - shown, rest));
    }
    return text.toString();
  }

  /** Who made each buffer, and what it holds. */
  private record Owners(Trace trace, Map<Integer, Lifetime> byCounter) {
    static Owners of(Trace trace) {
      Map<Integer, Lifetime> byCounter = new HashMap<>();
      BufferLifetimes.of(trace).lifetimes().forEach(l -> byCounter.put(l.counter(), l));
      return new Owners(trace, byCounter);
    }

    String describe(int counter) {
      Lifetime buffer = byCounter.get(counter);
      if (buffer == null) {
        return "buffer of node " + counter;
      }
      return buffer.description().type().name()
          + (buffer.hasAddress() ? " at 0x" + Long.toHexString(buffer.description().address()) : "")
          + contents(counter)
          + ", "
          + maker(buffer);
    }

    private String contents(int counter) {
      return trace.node(counter).connections().stream()
          .mapToObj(trace::event)
          .filter(TraceEvent.Tensor.class::isInstance)
          .map(event -> ((TraceEvent.Tensor) event).tensor())
          .filter(tensor -> tensor.shape() != null && tensor.dtype() != null)
          .map(tensor -> ", " + tensor.shape() + " " + tensor.dtype())
          .findFirst()
          .orElse(", no tensor");
    }

    private static String maker(Lifetime buffer) {
      if (buffer.made() == null) {
        return "from before the capture";
      }
      List<String> path = buffer.made().path();
      return path.isEmpty() ? "made outside operations" : "made by " + path(path);
    }
  }
}
