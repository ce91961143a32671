package dev.tilescope.internal.watch;

import static dev.tilescope.internal.monitor.MemoryFileLayout.*;

import dev.tilescope.internal.monitor.MemoryFileLayout;
import dev.tilescope.internal.monitor.ProcessIdentity;
import dev.tilescope.internal.watch.MonitorSnapshot.DeviceMemory;
import dev.tilescope.internal.watch.MonitorSnapshot.LiveBuffer;
import dev.tilescope.internal.watch.MonitorSnapshot.MemoryRegion;
import dev.tilescope.internal.watch.MonitorSnapshot.ProcessMemory;
import dev.tilescope.memory.Headline;
import dev.tilescope.memory.Peaks;
import dev.tilescope.model.TilescopeException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@link MemoryFile} while its process writes it, by the rules given there. What the file
 * holds is not trusted: numbers that cannot be are an exception, whose message follows the file's
 * name.
 */
final class MemoryFileReader {
  /**
   * A change takes nanoseconds, so spinning meets its end; unless its thread lost the processor.
   */
  private static final int SPINS = 1_000;

  private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  /**
   * After that the program was stopped in the middle of a change, and is read as it is: each figure
   * is whole, but they may be an event apart.
   */
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  /** Bytes of a copy lie anywhere. */
  private static final ValueLayout.OfInt COPIED_INT = INT.withByteAlignment(1);

  private static final ValueLayout.OfLong COPIED_LONG = LONG.withByteAlignment(1);

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
    byte[] bytes = new byte[(int) DEVICE_BYTES];
    long begunNanos = System.nanoTime();
    for (int attempt = 0; !copyWhole(slot, bytes); attempt++) {
      if (attempt < SPINS) {
        Thread.onSpinWait();
      } else if (System.nanoTime() - begunNanos < PATIENCE_NANOS) {
        LockSupport.parkNanos(PAUSE_NANOS);
      } else {
        break;
      }
    }
    MemorySegment copy = MemorySegment.ofArray(bytes);
    return copy.get(COPIED_INT, DEVICE_OPEN) == 0 ? null : device(copy);
  }

  /** As little as possible happens here: a busy program changes its figures every 100 ns. */
  private boolean copyWhole(int slot, byte[] target) {
    long at = MemoryFileLayout.device(slot);
    long before = (long) ORDERED.getAcquire(file, at + DEVICE_SEQUENCE);
    MemorySegment.copy(file, ValueLayout.JAVA_BYTE, at, target, 0, target.length);
    VarHandle.loadLoadFence();
    return (before & 1) == 0 && (long) ORDERED.getOpaque(file, at + DEVICE_SEQUENCE) == before;
  }

  private static DeviceMemory device(MemorySegment copy) {
    int chips = Math.clamp(copy.get(COPIED_INT, DEVICE_CHIPS), 0, CHIPS);
    return new DeviceMemory(
        (int) requireCount("a device", copy.get(COPIED_INT, DEVICE_ID)),
        IntStream.range(0, chips)
            .map(i -> copy.get(COPIED_INT, DEVICE_CHIP_IDS + (long) i * Integer.BYTES))
            .boxed()
            .toList(),
        text(copy, DEVICE_ARCH, ARCH_BYTES),
        (int) requireCount("DRAM channels", copy.get(COPIED_INT, DEVICE_CHANNELS)),
        requireCount("bytes", copy.get(COPIED_LONG, DEVICE_L1)),
        IntStream.range(0, MemoryFileLayout.REGIONS.size())
            .mapToObj(i -> region(copy, DEVICE_REGIONS + i * REGION_BYTES, i))
            .toList(),
        headline(copy));
  }

  private static Headline headline(MemorySegment copy) {
    Peaks peaks =
        new Peaks(
            requireCount("bytes", copy.get(COPIED_LONG, DEVICE_L1_PEAK)),
            requireCount("bytes", copy.get(COPIED_LONG, DEVICE_L1_PROGRAM)),
            copy.get(COPIED_INT, DEVICE_L1_CORE),
            -1,
            copy.get(COPIED_LONG, DEVICE_L1_HEADROOM),
            -1,
            requireCount("bytes", copy.get(COPIED_LONG, DEVICE_DRAM_PEAK)),
            -1);
    return peaks.headline(
        copy.get(COPIED_INT, DEVICE_ID),
        requireCount("bytes", copy.get(COPIED_LONG, DEVICE_L1_BANK)),
        requireCount("bytes", copy.get(COPIED_LONG, DEVICE_DRAM_BANK)));
  }

  private static MemoryRegion region(MemorySegment copy, long at, int region) {
    return new MemoryRegion(
        MemoryFileLayout.REGIONS.get(region),
        requireCount("bytes", copy.get(COPIED_LONG, at + REGION_CAPACITY)),
        requireCount("bytes", copy.get(COPIED_LONG, at + REGION_USED)),
        requireCount("bytes", copy.get(COPIED_LONG, at + REGION_PEAK)),
        requireCount("buffers", copy.get(COPIED_LONG, at + REGION_BUFFERS)));
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
                .thenComparingInt(LiveBuffer::deviceId)
                .thenComparingLong(LiveBuffer::address))
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
            MemoryFileLayout.REGIONS.get(originRegion(origin)),
            requireCount("an address", address),
            requireCount("bytes", bytes),
            text(file, MemoryFileLayout.maker(originMaker(origin)), MAKER_BYTES),
            originEpochMillis(origin));
  }
}
