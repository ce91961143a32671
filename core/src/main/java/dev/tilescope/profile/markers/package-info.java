/**
 * What the modelled devices wrote down, brought to the host.
 *
 * <p>{@link dev.tilescope.profile.markers.DeviceLogs} is the profiler's host side for devices: it
 * switches their markers on, reads them when asked, when they are nearly full, and when a device
 * closes. {@code MarkerDecoder} unpacks a chip's memory for {@code MarkerSink}s: {@code
 * DeviceLogWriter} makes {@code profile_log_device.csv} of it, {@code RunAnalysis} the sums of
 * {@code cpp_device_perf_report.csv}.
 *
 * <p>Clocks: {@link dev.tilescope.profile.markers.ClockFit} is the line from a chip's cycles to the
 * host's nanoseconds, {@code ClockSync} takes the samples it is fitted to.
 */
@NullMarked
package dev.tilescope.profile.markers;

import org.jspecify.annotations.NullMarked;
