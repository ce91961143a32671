package dev.tilescope.model;

import java.util.Arrays;
import java.util.List;

/**
 * A captured sequence of commands as it lies in the memory of a device, the same on every chip.
 *
 * @param deviceId of the mesh
 * @param architecture by the name that reports have, e.g. {@code WORMHOLE_B0}
 * @param regionBytes the TRACE region of a chip over all banks; 0 if there is none and the trace
 *     lies in plain DRAM
 * @param tracesBytes of all traces that lie there, this one among them
 * @param addressBytes in each bank
 * @param pageBytes of its buffer, whose pages go round the banks
 * @param bufferBytes of all its pages
 * @param commands little-endian, from the first command to the end of the last, without the rest of
 *     the last page; not to be changed
 * @param operations in the order of the commands
 */
public record MetalTrace(
    long traceId,
    int deviceId,
    List<Integer> chipIds,
    String architecture,
    long regionBytes,
    long tracesBytes,
    long addressBytes,
    int pageBytes,
    long bufferBytes,
    byte[] commands,
    List<Operation> operations) {

  /**
   * The commands that one device operation became.
   *
   * @param programId the number that its launch has in reports of the profiler
   * @param offsetBytes of its first command
   * @param sizeBytes of all its commands
   */
  public record Operation(long programId, String name, int offsetBytes, int sizeBytes) {}

  public MetalTrace {
    chipIds = List.copyOf(chipIds);
    operations = List.copyOf(operations);
  }

  /** Commands are compared by their bytes, which a record would not do. */
  @Override
  public boolean equals(Object other) {
    return other instanceof MetalTrace that
        && traceId == that.traceId
        && deviceId == that.deviceId
        && chipIds.equals(that.chipIds)
        && architecture.equals(that.architecture)
        && regionBytes == that.regionBytes
        && tracesBytes == that.tracesBytes
        && addressBytes == that.addressBytes
        && pageBytes == that.pageBytes
        && bufferBytes == that.bufferBytes
        && Arrays.equals(commands, that.commands)
        && operations.equals(that.operations);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(traceId) + Arrays.hashCode(commands);
  }
}
