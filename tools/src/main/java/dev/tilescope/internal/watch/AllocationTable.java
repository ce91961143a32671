package dev.tilescope.internal.watch;

import dev.tilescope.internal.monitor.AllocationMessage;
import dev.tilescope.internal.monitor.AllocationMessage.Allocated;
import dev.tilescope.internal.monitor.AllocationMessage.Device;
import dev.tilescope.internal.monitor.Processes;
import dev.tilescope.model.BufferType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What an allocation server knows: which process holds which buffer of which device. Messages are
 * not trusted: numbers that cannot be are refused, and there is a limit to everything.
 *
 * <p>A buffer is known by its process, device and id. TT-Metal's server leaves out the process, so
 * that two processes with a buffer at the same address count once.
 *
 * <p>Each change returns the line that TT-Metal's server would log. Safe for several threads.
 */
final class AllocationTable {
  static final int MAX_DEVICES = 256;
  static final int MAX_BUFFERS = 1 << 18;
  private static final long MAX_SIZE_BYTES = 1L << 50;
  private static final int MAX_LINES = 128;
  private static final double BYTES_PER_MIB = 1 << 20;

  /** What is counted apart. */
  enum Kind {
    DRAM,
    L1,
    L1_SMALL,
    TRACE,
    CB,
    KERNEL
  }

  private enum Family {
    BUFFER,
    CB,
    KERNEL
  }

  private record Key(int pid, int deviceId, Family family, long id) {}

  private record Held(Kind kind, long sizeBytes, int references) {}

  private final Processes processes;
  private final Map<Key, Held> held = new HashMap<>();
  private final Map<Integer, long[]> bytesByDevice = new TreeMap<>();
  private final Map<Integer, Device> devices = new HashMap<>();
  private final Map<Integer, Long> owners = new HashMap<>();
  private long refused;

  AllocationTable(Processes processes) {
    this.processes = processes;
  }

  synchronized String allocate(AllocationMessage message) {
    Kind kind = kind(message);
    String fault = fault(message, kind);
    if (fault != null || kind == null) {
      refused++;
      return "⚠ [PID %d] %s".formatted(message.processId(), fault);
    }
    learn(message);
    Key key = key(message);
    Held before = held.get(key);
    if (before == null) {
      held.put(key, new Held(kind, message.sizeBytes(), 1));
      count(message.deviceId(), kind, message.sizeBytes());
    } else {
      held.put(key, new Held(before.kind(), before.sizeBytes(), before.references() + 1));
    }
    String line =
        "✓ [PID %d] Allocated %d bytes of %s on device %d (buffer_id=0x%x)"
            .formatted(
                message.processId(),
                message.sizeBytes(),
                kind,
                message.deviceId(),
                message.bufferId());
    return before == null ? line : line + ", ref_count=" + (before.references() + 1);
  }

  private @Nullable String fault(AllocationMessage message, @Nullable Kind kind) {
    if (kind == null) {
      return "Invalid buffer_type %d: 0 to 4 are".formatted(message.bufferType());
    }
    if (message.deviceId() < 0 || message.deviceId() >= MAX_DEVICES) {
      return "Invalid device %d: 0 to %d are".formatted(message.deviceId(), MAX_DEVICES - 1);
    }
    if (message.sizeBytes() < 0 || message.sizeBytes() > MAX_SIZE_BYTES) {
      return "Invalid size %s".formatted(Long.toUnsignedString(message.sizeBytes()));
    }
    return held.size() >= MAX_BUFFERS && !held.containsKey(key(message))
        ? "Not tracked: there are %d buffers already".formatted(MAX_BUFFERS)
        : null;
  }

  /** Null for a buffer type that there is not. */
  private static @Nullable Kind kind(AllocationMessage message) {
    return switch (family(message)) {
      case CB -> Kind.CB;
      case KERNEL -> Kind.KERNEL;
      case BUFFER -> {
        BufferType type = BufferType.ofCode(message.bufferType());
        yield type == null ? null : kind(type);
      }
    };
  }

  private static Kind kind(BufferType type) {
    return switch (type) {
      case DRAM -> Kind.DRAM;
      case L1 -> Kind.L1;
      case L1_SMALL, SYSTEM_MEMORY -> Kind.L1_SMALL;
      case TRACE -> Kind.TRACE;
    };
  }

  private static Key key(AllocationMessage message) {
    return new Key(message.processId(), message.deviceId(), family(message), message.bufferId());
  }

  private static Family family(AllocationMessage message) {
    return switch (message.type()) {
      case CB_ALLOC, CB_FREE -> Family.CB;
      case KERNEL_LOAD, KERNEL_UNLOAD -> Family.KERNEL;
      case ALLOC,
          FREE,
          QUERY,
          RESPONSE,
          DUMP_REMAINING,
          DEVICE_INFO_QUERY,
          DEVICE_INFO_RESPONSE,
          DUMP_KERNELS ->
          Family.BUFFER;
    };
  }

  private void learn(AllocationMessage message) {
    if (message.device().isAvailable()) {
      devices.put(message.deviceId(), message.device());
    }
    owners.computeIfAbsent(
        message.processId(), pid -> pid > 0 ? processes.startMark(pid) : Processes.NONE);
  }

  private void count(int deviceId, Kind kind, long bytes) {
    bytesByDevice.computeIfAbsent(deviceId, _ -> new long[Kind.values().length])[kind.ordinal()] +=
        bytes;
  }

  synchronized String free(AllocationMessage message) {
    Key key = key(message);
    Held before = held.get(key);
    if (before == null) {
      return "⚠ [PID %d] Deallocation for unknown buffer 0x%x on device %d (allocated before tracking started)"
          .formatted(message.processId(), message.bufferId(), message.deviceId());
    }
    int left = before.references() - 1;
    if (left == 0) {
      held.remove(key);
      count(key.deviceId(), before.kind(), -before.sizeBytes());
    } else {
      held.put(key, new Held(before.kind(), before.sizeBytes(), left));
    }
    return "✗ [PID %d] Freed buffer 0x%x on device %d (%d bytes, %s)"
        .formatted(
            key.pid(),
            key.id(),
            key.deviceId(),
            before.sizeBytes(),
            left == 0 ? "FINAL" : "ref_count=" + left + " remaining");
  }

  synchronized Allocated allocated(int deviceId) {
    long[] bytes = bytesByDevice.get(deviceId);
    return bytes == null
        ? Allocated.NONE
        : new Allocated(bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5]);
  }

  /** What clients have said of a device, with the number of devices that any buffer was on. */
  synchronized Device device(int deviceId) {
    return devices.getOrDefault(deviceId, Device.UNKNOWN).withDevices(bytesByDevice.size());
  }

  synchronized long refused() {
    return refused;
  }

  /** Forgets what processes held that have ended; returns two lines for each, or for the first. */
  synchronized List<String> reap() {
    Set<Integer> ended = new HashSet<>();
    owners.forEach((pid, start) -> {
      if (start == Processes.NONE || processes.startMark(pid) != start) {
        ended.add(pid);
      }
    });
    owners.keySet().removeAll(ended);
    Map<Integer, long[]> buffersAndBytes = new TreeMap<>();
    held.entrySet()
        .removeIf(entry -> {
          Key key = entry.getKey();
          if (!ended.contains(key.pid())) {
            return false;
          }
          Held gone = entry.getValue();
          count(key.deviceId(), gone.kind(), -gone.sizeBytes());
          long[] sums = buffersAndBytes.computeIfAbsent(key.pid(), _ -> new long[2]);
          sums[0]++;
          sums[1] += gone.sizeBytes();
          return true;
        });
    return reaped(buffersAndBytes);
  }

  private static List<String> reaped(Map<Integer, long[]> buffersAndBytes) {
    List<String> lines = new ArrayList<>();
    buffersAndBytes.forEach((pid, sums) -> {
      if (lines.size() < MAX_LINES) {
        lines.add("   PID %d is dead, removing its buffers...".formatted(pid));
        lines.add(
            String.format(
                Locale.ROOT,
                "   ✓ Removed %d buffers (%.2f MiB) from PID %d",
                sums[0],
                sums[1] / BYTES_PER_MIB,
                pid));
      }
    });
    return lines;
  }

  /** By device and kind; single buffers where there are few. */
  synchronized List<String> remaining() {
    return listing(kind -> kind != Kind.KERNEL, "✓ No buffers remaining - perfect cleanup!");
  }

  synchronized List<String> kernels() {
    return listing(kind -> kind == Kind.KERNEL, "✓ No kernels loaded");
  }

  private List<String> listing(Predicate<Kind> wanted, String ifNone) {
    Map<Integer, Map<Kind, List<Map.Entry<Key, Held>>>> groups = new TreeMap<>();
    held.entrySet().stream()
        .filter(entry -> wanted.test(entry.getValue().kind()))
        .forEach(entry ->
            groups
                .computeIfAbsent(entry.getKey().deviceId(), _ -> new TreeMap<>())
                .computeIfAbsent(entry.getValue().kind(), _ -> new ArrayList<>())
                .add(entry));
    List<String> lines = new ArrayList<>();
    groups.forEach((device, kinds) -> {
      lines.add("Device " + device + ":");
      kinds.forEach((kind, entries) -> list(kind, entries, lines));
    });
    return lines.isEmpty() ? List.of(ifNone) : lines;
  }

  private static void list(Kind kind, List<Map.Entry<Key, Held>> entries, List<String> lines) {
    long bytes = entries.stream().mapToLong(entry -> entry.getValue().sizeBytes()).sum();
    lines.add(
        String.format(
            Locale.ROOT,
            "  %s: %d buffers, %.2f MiB",
            kind,
            entries.size(),
            bytes / BYTES_PER_MIB));
    if (entries.size() <= 10) {
      for (Map.Entry<Key, Held> entry : entries) {
        lines.add(
            "    0x%x: %d bytes (PID %d)"
                .formatted(
                    entry.getKey().id(), entry.getValue().sizeBytes(), entry.getKey().pid()));
      }
    }
  }
}
