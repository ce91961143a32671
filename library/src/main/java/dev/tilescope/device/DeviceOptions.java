package dev.tilescope.device;

import dev.tilescope.model.Changed;
import dev.tilescope.model.TilescopeException;
import org.jspecify.annotations.Nullable;

/**
 * What a program chooses when it opens a device.
 *
 * @param l1SmallBytes the L1_SMALL region at the top of each core's L1; rounded up to the DRAM
 *     alignment
 * @param traceRegionBytes the TRACE region, in total over the DRAM banks of one chip
 * @param workerL1Bytes L1 of each core for buffers and circular buffers; 0 takes all that the
 *     default kernel-config ring leaves
 * @param operationTimeout how long the device may make no progress; null for what TT-Metal's
 *     environment variables say
 * @param faults what is to go wrong on it
 * @param arithmetic how it computes; null for what {@link Arithmetic#VARIABLE} says
 * @param allocation how its allocators choose among free blocks
 */
public record DeviceOptions(
    long l1SmallBytes,
    long traceRegionBytes,
    long workerL1Bytes,
    int commandQueues,
    @Nullable OperationTimeout operationTimeout,
    FaultPlan faults,
    @Nullable Arithmetic arithmetic,
    AllocationPolicy allocation) {
  public static final int MAX_COMMAND_QUEUES = 2;

  public static final DeviceOptions DEFAULT = new DeviceOptions(0, 0, 0, 1);

  /** For a device on which nothing is to go wrong. */
  public DeviceOptions(
      long l1SmallBytes, long traceRegionBytes, long workerL1Bytes, int commandQueues) {
    this(
        l1SmallBytes,
        traceRegionBytes,
        workerL1Bytes,
        commandQueues,
        null,
        FaultPlan.NONE,
        null,
        AllocationPolicy.FIRST_FIT);
  }

  public DeviceOptions {
    requireSize("l1_small_size", l1SmallBytes);
    requireSize("trace_region_size", traceRegionBytes);
    requireSize("worker_l1_size", workerL1Bytes);
    if (commandQueues < 1 || commandQueues > MAX_COMMAND_QUEUES) {
      throw new TilescopeException(
          "device options: command queues must be 1.."
              + MAX_COMMAND_QUEUES
              + ", got "
              + commandQueues);
    }
  }

  private static void requireSize(String option, long bytes) {
    if (bytes < 0) {
      throw new TilescopeException(
          "device options: " + option + " must be >= 0 B (0 is the default), got " + bytes + " B");
    }
  }

  public DeviceOptions withL1SmallBytes(long bytes) {
    return Changed.with(this, "l1SmallBytes", bytes);
  }

  public DeviceOptions withTraceRegionBytes(long bytes) {
    return Changed.with(this, "traceRegionBytes", bytes);
  }

  public DeviceOptions withWorkerL1Bytes(long bytes) {
    return Changed.with(this, "workerL1Bytes", bytes);
  }

  public DeviceOptions withCommandQueues(int count) {
    return Changed.with(this, "commandQueues", count);
  }

  public DeviceOptions withOperationTimeout(OperationTimeout timeout) {
    return Changed.with(this, "operationTimeout", timeout);
  }

  public DeviceOptions withFaults(FaultPlan plan) {
    return Changed.with(this, "faults", plan);
  }

  public DeviceOptions withArithmetic(Arithmetic wanted) {
    return Changed.with(this, "arithmetic", wanted);
  }

  public DeviceOptions withAllocation(AllocationPolicy policy) {
    return Changed.with(this, "allocation", policy);
  }
}
