package dev.tilescope.memory;

import dev.tilescope.model.CoreCoord;
import org.jspecify.annotations.Nullable;

/**
 * Whether a program fits a device: what every command and every view says first, whether it comes
 * from a trace or from the rows of a database.
 *
 * @param meshId the mesh whose buffers lie on it too; -1 if it is no chip of one
 * @param l1 the most of one core's L1 that was in use
 * @param programBytes the part of it that is program memory; -1 if nothing is known of programs,
 *     and then {@code l1} is of buffers alone and as operations ended
 * @param core the fullest one; null if all were alike
 * @param headroom the least between the end of program memory and the lowest buffer; null if that
 *     is not known
 * @param dram the most of one bank that was in use
 */
public record Headline(
    int deviceId,
    int meshId,
    Amount l1,
    long programBytes,
    @Nullable CoreCoord core,
    @Nullable Amount headroom,
    Amount dram) {
  /**
   * @param capacityBytes what there is; -1 if that is not known
   * @param node that brought it about; -1 if it stood so before the first, or is not known
   * @param operation number of the operation with that node; 0 for none
   * @param name of that operation
   */
  public record Amount(long bytes, long capacityBytes, long node, int operation, String name) {}

  public Amount amount(boolean isL1) {
    return isL1 ? l1 : dram;
  }

  /** Whether all is known that decides. */
  public boolean isWhole() {
    return programBytes >= 0;
  }
}
