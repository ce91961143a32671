/**
 * Where time went, on the host and on the device. Its parts, in the order data moves through them:
 *
 * <ul>
 *   <li>this package: the profiler of a running program. {@link dev.tilescope.profile.Profiler} and
 *       {@link dev.tilescope.profile.Signpost} are what a program calls, {@link
 *       dev.tilescope.profile.OperationListener} hears operations; events go to the {@link
 *       dev.tilescope.profile.ThreadLog} of each thread, and the {@link
 *       dev.tilescope.profile.Drainer} takes them from there to one journal. {@link
 *       dev.tilescope.profile.HostJournal} reads it, for {@link dev.tilescope.profile.TracyOpsCsv}
 *       and whoever else implements {@link dev.tilescope.profile.HostEvents}. {@link
 *       dev.tilescope.profile.ProfiledRun} makes the report of a finished run;
 *   <li>{@code markers}: what the modelled devices wrote down, read from their memory into {@code
 *       profile_log_device.csv}, and the fit of their clocks to the host's;
 *   <li>{@code timeline}: a finished run's host and device events on one clock, for exporters;
 *   <li>{@code logs}: from the logs of a run, ours or a board's, to {@code ops_perf_results}, one
 *       row an operation;
 *   <li>{@code perf}: from that table to the report tt-perf-report makes of it.
 * </ul>
 *
 * <p>May use {@code track}, {@code device}, {@code model}, {@code csv}, {@code json} and {@code
 * report}.
 */
@NullMarked
package dev.tilescope.profile;

import org.jspecify.annotations.NullMarked;
