package dev.tilescope.whatif;

import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.ModelledMemory;
import dev.tilescope.model.BufferType;

/** Where memories begin, as the device itself says. */
final class DeviceBounds {
  private DeviceBounds() {}

  static long usualL1Base(Board board) {
    return new ModelledMemory(board, DeviceOptions.DEFAULT).baseAddress(BufferType.L1);
  }
}
