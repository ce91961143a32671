package dev.tilescope.device;

import dev.tilescope.device.marker.Risc;
import dev.tilescope.device.marker.RiscMarkers;
import dev.tilescope.model.CoreCoord;
import org.jspecify.annotations.Nullable;

/** When the kernels of a program begin, and where their markers go. Made by the device. */
public interface KernelStart {
  long kernelCycles(Risc risc);

  /** Null if the device has no profiler. */
  @Nullable RiscMarkers markers(CoreCoord core, Risc risc);

  boolean keepsNocEvents();
}
