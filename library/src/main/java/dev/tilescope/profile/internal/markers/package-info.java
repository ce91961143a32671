/**
 * What the modelled devices wrote down, brought to the host.
 *
 * <p>{@link dev.tilescope.profile.internal.markers.DeviceLogs} is the profiler's host side for
 * devices: it switches their markers on, reads them when asked, when they are nearly full, and when
 * a device closes. {@code MeshLogs} are those of a device, {@code ChipLogs} is the list of logs a
 * chip has; {@code MarkerDecoder} unpacks its memory for each of these {@code MarkerSink}s: {@code
 * DeviceLogWriter} makes {@code profile_log_device.csv} of it, with names from {@code DispatchZone}
 * and the last column from {@code MarkerMeta}; {@code RunAnalysis} the sums of {@code
 * cpp_device_perf_report.csv}; {@code NocTraces} a JSON file for each operation, beside which
 * {@code ClusterFiles} describes the chips.
 *
 * <p>Metal traces: {@code ReplayedTraces} knows which {@code Replay} of which trace the counter in
 * a run's markers stands for; {@code RunKey} tells the runs of a program apart by it.
 *
 * <p>Clocks: {@link dev.tilescope.profile.internal.markers.ClockFit} is the line from a chip's
 * cycles to the host's nanoseconds, {@code ClockSync} takes the samples it is fitted to, and {@link
 * dev.tilescope.profile.internal.markers.ClockFiles} writes both down.
 *
 * <p>Code that wants zones at once and not from the log implements {@link
 * dev.tilescope.profile.internal.markers.DeviceZoneListener} and asks a {@link
 * dev.tilescope.profile.internal.markers.DeviceRead}. Nothing here knows the profiler of the host.
 */
@NullMarked
package dev.tilescope.profile.internal.markers;

import org.jspecify.annotations.NullMarked;
