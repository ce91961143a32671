package dev.tilescope.device;

import dev.tilescope.model.UnfinishedException;
import java.util.List;

/**
 * What ran on a device came to no end. The first line is TT-Metal's own; the lines after it name
 * the operation, the chip, and each kernel that was waited for with its core, its RISC and what it
 * waits for.
 */
public final class DeviceTimeoutException extends UnfinishedException {
  private static final String FIRST_LINE =
      "TIMEOUT: device timeout, potential hang detected, the device is unrecoverable";

  private final String stuck;

  private DeviceTimeoutException(String stuck, List<String> waits) {
    super(
        FIRST_LINE
            + "\n"
            + stuck
            + ":\n  "
            + String.join("\n  ", waits)
            + "\nA capture that is open can still be ended and written. Close the device, and open"
            + " it again.");
    this.stuck = stuck;
  }

  /**
   * Nothing moved for as long as it may.
   *
   * @param waits a line for each kernel that is named
   */
  public static DeviceTimeoutException expired(
      String operation, int chipId, OperationTimeout timeout, List<String> waits) {
    return new DeviceTimeoutException(
        "%s on chip %d made no progress for %s".formatted(operation, chipId, timeout.text()),
        waits);
  }

  /** Nothing can ever move again, which need not be waited for. */
  public static DeviceTimeoutException deadlock(
      String operation, int chipId, OperationTimeout timeout, List<String> waits) {
    return new DeviceTimeoutException(
        "%s on chip %d can make no progress, in %s or ever: each kernel that has not ended waits"
                .formatted(operation, chipId, timeout.text())
            + " for another one",
        waits);
  }

  /** In one line, for those who come later. */
  String summary() {
    return stuck;
  }
}
