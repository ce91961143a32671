package dev.tilescope.internal.watch;

import dev.tilescope.internal.monitor.MemoryFileLayout;
import dev.tilescope.memory.Headline;
import dev.tilescope.model.BufferType;
import java.util.List;

/**
 * The memory of all traced processes at one moment. Figures of one device belong together, unless
 * its program allocates faster than they can be read; those of different devices and processes were
 * read one after the other.
 *
 * @param epochMillis when it was read
 * @param processes by process id
 * @param problems a sentence for each file that was passed over
 */
public record MonitorSnapshot(
    long epochMillis, List<ProcessMemory> processes, List<String> problems) {
  public MonitorSnapshot {
    processes = List.copyOf(processes);
    problems = List.copyOf(problems);
  }

  /**
   * @param command the main class or jar
   * @param sinceEpochMillis when it began to publish
   * @param devices that are open, by id
   * @param biggest its largest buffers, the largest first
   * @param allocations counted since it began
   * @param unlistedBuffers alive, in all figures, but not in the list that {@code biggest} is from
   * @param unsentMessages that an allocation server did not take in time
   */
  public record ProcessMemory(
      long pid,
      String command,
      long sinceEpochMillis,
      List<DeviceMemory> devices,
      List<LiveBuffer> biggest,
      long allocations,
      long frees,
      long unlistedBuffers,
      long unsentMessages) {
    public ProcessMemory {
      devices = List.copyOf(devices);
      biggest = List.copyOf(biggest);
    }
  }

  /**
   * A mesh, whose chips are alike: a buffer takes the same address on each.
   *
   * @param id of the mesh, which is that of its first chip
   * @param l1BytesPerCore of a worker core, firmware's part included
   * @param regions one for each of {@link MemoryFileLayout#REGIONS}
   * @param peaks the most that was in use of one core's L1 and of one DRAM bank since it was
   *     opened; the same account as in reports, of what this process was seen to do
   */
  public record DeviceMemory(
      int id,
      List<Integer> chipIds,
      String arch,
      int dramChannels,
      long l1BytesPerCore,
      List<MemoryRegion> regions,
      Headline peaks) {
    public DeviceMemory {
      chipIds = List.copyOf(chipIds);
      regions = List.copyOf(regions);
    }

    public MemoryRegion region(BufferType type) {
      return regions.get(MemoryFileLayout.regionOf(type));
    }
  }

  /** One memory of each chip, over all its banks. */
  public record MemoryRegion(
      BufferType type, long capacityBytes, long usedBytes, long peakBytes, long buffers) {
    /** 0 to 1; 0 where there is no such memory. */
    public double usedPart() {
      return capacityBytes == 0 ? 0 : (double) usedBytes / capacityBytes;
    }
  }

  /**
   * @param bytes on each chip
   * @param madeBy the operation that allocated it
   */
  public record LiveBuffer(
      int deviceId,
      BufferType type,
      long address,
      long bytes,
      String madeBy,
      long sinceEpochMillis) {}
}
