package dev.tilescope.internal.monitor;

import dev.tilescope.internal.track.TraceListener;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.BufferRef;
import dev.tilescope.model.CircularBufferRef;
import dev.tilescope.model.DeviceRef;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a {@link MemoryFile} equal to what the allocators of this process have given out.
 *
 * <p>A buffer is charged with {@link BufferRef#chipBytes}, so that the figures are those of the
 * allocator. What was only traced (NO_DISPATCH) takes no memory and is not counted. An event makes
 * no objects, except for the first of a maker and for addresses in L1, which {@link LivePeaks}
 * keeps; it takes one lock, which is held for no longer than some writes to memory.
 *
 * <p>A buffer that finds no free row is in all totals, and only its row is missing.
 */
final class MemoryPublisher implements TraceListener {
  /** A device that was not heard of, as when listening began late. */
  private static final int UNKNOWN = -1;

  /** A device that was closed, or for which there was no room. */
  private static final int IGNORED = -2;

  /** Ids from here on are not published; they count up from 0. */
  private static final int MAX_DEVICES = 4096;

  private final MemoryFile file;
  private final @Nullable AllocationSender sender;
  private final MakerNames makers;
  private final LiveRows rows = new LiveRows(MemoryFileLayout.ROWS);
  private final @Nullable DeviceFacts[] devices = new DeviceFacts[MemoryFileLayout.DEVICES];
  private final @Nullable LivePeaks[] peaks = new LivePeaks[MemoryFileLayout.DEVICES];
  private final long[] unlisted = new long[MemoryFileLayout.DEVICES];
  private long allUnlisted;
  private int[] slots = new int[0];

  /**
   * @param sender tells an allocation server too; null for none
   */
  MemoryPublisher(MemoryFile file, @Nullable AllocationSender sender) {
    this.file = file;
    this.sender = sender;
    this.makers = new MakerNames(file);
  }

  @Override
  public synchronized void deviceOpened(DeviceRef device) {
    if (isNumbered(device)) {
      deviceClosing(device);
      adopt(device);
    }
  }

  private static boolean isNumbered(DeviceRef device) {
    return device.id() >= 0 && device.id() < MAX_DEVICES;
  }

  /** With the buffers that it has already. */
  private void adopt(DeviceRef device) {
    int slot = freeSlot();
    setSlot(device.id(), slot);
    if (slot >= 0) {
      DeviceFacts facts = DeviceFacts.of(device);
      devices[slot] = facts;
      peaks[slot] = new LivePeaks(slot, file);
      file.openDevice(slot, facts);
      for (BufferRef buffer : device.liveBuffers()) {
        if (buffer.address() != 0) {
          add(slot, buffer);
        }
      }
    }
  }

  private int freeSlot() {
    for (int slot = 0; slot < devices.length; slot++) {
      if (devices[slot] == null) {
        return slot;
      }
    }
    return IGNORED;
  }

  private int slot(DeviceRef device) {
    if (!isNumbered(device)) {
      return IGNORED;
    }
    int deviceId = device.id();
    return deviceId < slots.length ? slots[deviceId] : UNKNOWN;
  }

  private void setSlot(int deviceId, int slot) {
    int before = slots.length;
    if (deviceId >= before) {
      slots = Arrays.copyOf(slots, deviceId + 1);
      Arrays.fill(slots, before, slots.length, UNKNOWN);
    }
    slots[deviceId] = slot;
  }

  /** What it still holds is gone with it, and not announced. */
  @Override
  public synchronized void deviceClosing(DeviceRef device) {
    int slot = slot(device);
    if (slot >= 0) {
      for (int row = 0; row < rows.used(); row++) {
        if (file.key(row) != 0 && MemoryFileLayout.originDevice(file.origin(row)) == slot) {
          drop(slot, row);
        }
      }
      file.closeDevice(slot);
      devices[slot] = null;
      peaks[slot] = null;
      addUnlisted(slot, -unlisted[slot]);
    }
    if (isNumbered(device)) {
      setSlot(device.id(), IGNORED);
    }
  }

  private void drop(int slot, int row) {
    int region = MemoryFileLayout.originRegion(file.origin(row));
    send(false, slot, region, file.bytes(row), file.address(row), 0);
    rows.remove(file.key(row));
    file.clearRow(row);
  }

  @Override
  public void bufferAllocated(BufferRef buffer) {
    if (buffer.address() == 0) {
      return;
    }
    DeviceRef device = buffer.device();
    synchronized (this) {
      int slot = slot(device);
      if (slot >= 0) {
        if (devices[slot] != null) {
          add(slot, buffer);
        }
      } else if (slot == UNKNOWN) {
        adopt(device);
      }
    }
  }

  private void add(int slot, BufferRef buffer) {
    int region = MemoryFileLayout.regionOf(buffer.type());
    long key = buffer.uniqueId() + 1;
    if (region < 0 || rows.contains(key)) {
      return;
    }
    long bytes = buffer.chipBytes();
    long nowMillis = System.currentTimeMillis();
    file.take(slot, region, bytes);
    LivePeaks account = peaks[slot];
    if (account != null) {
      account.allocated(buffer);
    }
    int before = rows.used();
    int row = rows.add(key);
    if (row == LiveRows.NONE) {
      addUnlisted(slot, 1);
    } else {
      int maker = makers.number(buffer.madeBy());
      long origin = MemoryFileLayout.origin(slot, region, maker, nowMillis);
      file.putRow(row, key, buffer.address(), bytes, origin);
    }
    if (rows.used() != before) {
      file.putRowCount(rows.used());
    }
    send(true, slot, region, bytes, buffer.address(), nowMillis);
  }

  /** While dispatch is blocked, memory that was really taken is kept, and freed again later. */
  @Override
  public void bufferDeallocated(BufferRef buffer) {
    if (buffer.address() == 0 || Tracker.dispatchBlocked()) {
      return;
    }
    synchronized (this) {
      int slot = slot(buffer.device());
      int region = MemoryFileLayout.regionOf(buffer.type());
      if (slot >= 0 && region >= 0 && forget(slot, buffer.uniqueId() + 1)) {
        long bytes = buffer.chipBytes();
        file.giveBack(slot, region, bytes);
        LivePeaks account = peaks[slot];
        if (account != null) {
          account.freed(buffer);
        }
        send(false, slot, region, bytes, buffer.address(), 0);
      }
    }
  }

  @Override
  public void circularBufferAllocated(CircularBufferRef circularBuffer) {
    if (circularBuffer.address() != 0 && !circularBuffer.globallyAllocated()) {
      synchronized (this) {
        LivePeaks account = peaksOf(circularBuffer.device().id());
        if (account != null) {
          account.held(circularBuffer);
        }
      }
    }
  }

  @Override
  public synchronized void circularBuffersReleased(DeviceRef device) {
    LivePeaks account = peaksOf(device.id());
    if (account != null && !Tracker.dispatchBlocked()) {
      account.released();
    }
  }

  /** Those of the mesh that a chip belongs to. */
  private @Nullable LivePeaks peaksOf(int chip) {
    for (int slot = 0; slot < devices.length; slot++) {
      DeviceFacts facts = devices[slot];
      if (facts != null && (facts.id() == chip || facts.chipIds().contains(chip))) {
        return peaks[slot];
      }
    }
    return null;
  }

  /** False if it was never counted. */
  private boolean forget(int slot, long key) {
    int row = rows.remove(key);
    if (row != LiveRows.NONE) {
      file.clearRow(row);
      return true;
    }
    if (unlisted[slot] == 0) {
      return false;
    }
    addUnlisted(slot, -1);
    return true;
  }

  private void addUnlisted(int slot, long buffers) {
    unlisted[slot] += buffers;
    allUnlisted += buffers;
    file.putUnlisted(allUnlisted);
  }

  private void send(
      boolean isAllocation, int slot, int region, long bytes, long address, long millis) {
    DeviceFacts facts = devices[slot];
    if (sender != null && facts != null) {
      if (!sender.offer(isAllocation, facts, region, bytes, address, millis)) {
        file.putUnsent(sender.dropped());
      }
    }
  }

  /** Stops listening and takes the file away. */
  void end() {
    Tracker.remove(this);
    if (sender != null) {
      sender.end();
    }
    file.delete();
  }
}
