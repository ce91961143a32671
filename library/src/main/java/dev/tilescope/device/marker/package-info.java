/**
 * What a modelled device writes down while its kernels run: markers, in the memory and with the
 * limits of a board's profiler.
 *
 * <p>Each RISC of each core has a {@link dev.tilescope.device.marker.RiscMarkers}: a small buffer
 * in L1 that a run fills, and an area in DRAM that runs are moved to as they end. {@link
 * dev.tilescope.device.marker.MarkerMemory} is all of them for one chip; {@code AccumulatedMarkers}
 * keep runs together that would each go to DRAM otherwise. Words are packed as {@link
 * dev.tilescope.device.marker.MarkerWords} says. Zones are known by 16 bits on the device; {@link
 * dev.tilescope.device.marker.ZoneLocations} knows what they stand for. {@link
 * dev.tilescope.device.marker.NocEvent} and {@link dev.tilescope.device.marker.PerfCounters} are
 * the data of two kinds of markers. {@link dev.tilescope.device.marker.DeviceProfiling} is the
 * switch: devices opened while it is on have such memory. Nothing is read here: that is the host's
 * work, in {@code profile}.
 *
 * <p>Where faults are asked for, too, a processor has its name from here:
 *
 * <pre>{@code
 * FaultPlan.Hang hang = FaultPlan.Hang.of("BinaryNgDeviceOperation").onRisc(Risc.NCRISC);
 * }</pre>
 */
@NullMarked
package dev.tilescope.device.marker;

import org.jspecify.annotations.NullMarked;
