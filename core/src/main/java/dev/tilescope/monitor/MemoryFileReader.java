package dev.tilescope.monitor;

import static dev.tilescope.monitor.MemoryFileLayout.*;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.monitor.MonitorSnapshot.DeviceMemory;
import dev.tilescope.monitor.MonitorSnapshot.LiveBuffer;
import dev.tilescope.monitor.MonitorSnapshot.MemoryRegion;
import dev.tilescope.monitor.MonitorSnapshot.ProcessMemory;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@link MemoryFile} while its process writes it, by the rules given there. What the file
 * holds is not trusted: numbers that cannot be are an exception, whose message follows the file's
 * name.
 */
final class MemoryFileReader {
  /** A change takes some nanoseconds, unless its thread has to wait for a core meanwhile. */
  private static final int SPINS = 1_000;

  private static final long PAUSE_NANOS = 100_000;

  /** A writer that was stopped in the middle is read as it is after so long. */
  private static final long PATIENCE_NANOS = 300_000_000;

  private static final int BIGGEST = 16;

  private final MemorySegment file;

  /**
   * @param file all of it
   */
  MemoryFileReader(MemorySegment file) {
    this.file = file;
  }

  /** False while the file is being made. */
  boolean isReady() {
    return (long) ORDERED.getAcquire(file, HEADER_MAGIC) != 0;
  }

  ProcessMemory read(ProcessIdentity expected) {
    requireHeader(expected);
    List<DeviceMemory> devices = new ArrayList<>();
    int[] ids = new int[DEVICES];
    for (int slot = 0; slot < DEVICES; slot++) {
      DeviceMemory device = device(slot);
      ids[slot] = device == null ? -1 : device.id();
      if (device != null) {
        devices.add(device);
      }
    }
    devices.sort(Comparator.comparingInt(DeviceMemory::id));
    return new ProcessMemory(
        expected.pid(),
        text(file, HEADER_COMMAND, COMMAND_BYTES),
        count("time", HEADER_SINCE),
        devices,
        biggest(ids),
        count("allocations", HEADER_ALLOCATIONS),
        count("frees", HEADER_FREES),
        count("unlisted buffers", HEADER_UNLISTED),
        count("unsent messages", HEADER_UNSENT));
  }

  private void requireHeader(ProcessIdentity expected) {
    if ((long) ORDERED.getAcquire(file, HEADER_MAGIC) != MAGIC) {
      throw new TilescopeException(
          "does not begin with TSMEM001, so it is damaged or no such file");
    }
    int version = file.get(INT, HEADER_VERSION);
    if (version != VERSION) {
      throw new TilescopeException(
          "has version %d, and this Tilescope reads version %d: use the one that the program uses"
              .formatted(version, VERSION));
    }
    ProcessIdentity found =
        new ProcessIdentity(
            file.get(LONG, HEADER_PID), file.get(LONG, HEADER_START), file.get(LONG, HEADER_SPACE));
    if (!found.equals(expected)) {
      throw new TilescopeException("says that it is " + found.fileName());
    }
  }

  private long count(String what, long at) {
    return requireCount(what, file.get(LONG, at));
  }

  private static long requireCount(String what, long value) {
    if (value < 0) {
      throw new TilescopeException("is damaged: " + value + " is no number of " + what);
    }
    return value;
  }

  /** Null if none is open here. */
  private @Nullable DeviceMemory device(int slot) {
    long at = MemoryFileLayout.device(slot) + DEVICE_SEQUENCE;
    long begun = System.nanoTime();
    for (int attempt = 0; System.nanoTime() - begun < PATIENCE_NANOS; attempt++) {
      long before = (long) ORDERED.getAcquire(file, at);
      if ((before & 1) == 0) {
        RawDevice device = rawDevice(slot);
        VarHandle.loadLoadFence();
        if ((long) ORDERED.getOpaque(file, at) == before) {
          return device.checked();
        }
      }
      pause(attempt);
    }
    return rawDevice(slot).checked();
  }

  private static void pause(int attempt) {
    if (attempt < SPINS) {
      Thread.onSpinWait();
    } else {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** Numbers as they were, which need not belong together, so nothing is said of them yet. */
  private record RawDevice(
      boolean isOpen, int id, int[] chips, String arch, int channels, long l1, long[] figures) {
    @Nullable DeviceMemory checked() {
      if (!isOpen) {
        return null;
      }
      List<MemoryRegion> regions = new ArrayList<>();
      for (int i = 0; i < MonitorSnapshot.REGIONS.size(); i++) {
        regions.add(
            new MemoryRegion(
                MonitorSnapshot.REGIONS.get(i),
                requireCount("bytes", figures[4 * i]),
                requireCount("bytes", figures[4 * i + 1]),
                requireCount("bytes", figures[4 * i + 2]),
                requireCount("buffers", figures[4 * i + 3])));
      }
      return new DeviceMemory(
          (int) requireCount("a device", id),
          IntStream.of(chips).boxed().toList(),
          arch,
          (int) requireCount("DRAM channels", channels),
          requireCount("bytes", l1),
          regions);
    }
  }

  private RawDevice rawDevice(int slot) {
    long at = MemoryFileLayout.device(slot);
    if (file.get(INT, at + DEVICE_OPEN) == 0) {
      return new RawDevice(false, 0, new int[0], "", 0, 0, new long[0]);
    }
    int[] chips = new int[Math.clamp(file.get(INT, at + DEVICE_CHIPS), 0, CHIPS)];
    for (int i = 0; i < chips.length; i++) {
      chips[i] = file.get(INT, at + DEVICE_CHIP_IDS + (long) i * Integer.BYTES);
    }
    long[] figures = new long[4 * MonitorSnapshot.REGIONS.size()];
    for (int i = 0; i < figures.length; i++) {
      figures[i] = file.get(LONG, at + DEVICE_REGIONS + (long) i * Long.BYTES);
    }
    return new RawDevice(
        true,
        file.get(INT, at + DEVICE_ID),
        chips,
        text(file, at + DEVICE_ARCH, ARCH_BYTES),
        file.get(INT, at + DEVICE_CHANNELS),
        file.get(LONG, at + DEVICE_L1),
        figures);
  }

  private List<LiveBuffer> biggest(int[] deviceIds) {
    PriorityQueue<LiveBuffer> kept =
        new PriorityQueue<>(Comparator.comparingLong(LiveBuffer::bytes));
    int rows = (int) Math.min(ROWS, count("rows", HEADER_ROWS));
    for (int row = 0; row < rows; row++) {
      LiveBuffer buffer = rowOrNull(row, deviceIds, kept.size() < BIGGEST ? null : kept.peek());
      if (buffer != null) {
        kept.add(buffer);
        if (kept.size() > BIGGEST) {
          kept.remove();
        }
      }
    }
    return kept.stream()
        .sorted(
            Comparator.comparingLong(LiveBuffer::bytes)
                .reversed()
                .thenComparing(LiveBuffer::deviceId)
                .thenComparing(LiveBuffer::address))
        .toList();
  }

  /** Null if the row is empty, changed while it was read, or is no bigger than the given one. */
  private @Nullable LiveBuffer rowOrNull(int row, int[] deviceIds, @Nullable LiveBuffer least) {
    long at = MemoryFileLayout.row(row);
    long key = (long) ORDERED.getAcquire(file, at + ROW_KEY);
    long bytes = file.get(LONG, at + ROW_SIZE);
    if (key == 0 || (least != null && bytes <= least.bytes())) {
      return null;
    }
    long address = file.get(LONG, at + ROW_ADDRESS);
    long origin = file.get(LONG, at + ROW_ORIGIN);
    VarHandle.loadLoadFence();
    if ((long) ORDERED.getOpaque(file, at + ROW_KEY) != key) {
      return null;
    }
    return buffer(address, bytes, origin, deviceIds);
  }

  /** Null if its device is not, or no longer, open. */
  private @Nullable LiveBuffer buffer(long address, long bytes, long origin, int[] deviceIds) {
    int deviceId = deviceIds[originDevice(origin)];
    return deviceId < 0
        ? null
        : new LiveBuffer(
            deviceId,
            MonitorSnapshot.REGIONS.get(originRegion(origin)),
            requireCount("an address", address),
            requireCount("bytes", bytes),
            text(file, MemoryFileLayout.maker(originMaker(origin)), MAKER_BYTES),
            originEpochMillis(origin));
  }
}
