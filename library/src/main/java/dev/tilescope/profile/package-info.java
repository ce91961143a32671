/**
 * Records where time goes, on the host and on the device, while a program runs: what such a program
 * needs, and nothing else. What is recorded is read by others, when the program has ended or from
 * another thread: {@code logs}, {@code perf} and {@code timeline} know this package, and it knows
 * none of them.
 *
 * <p>{@link dev.tilescope.profile.Profiler} and {@link dev.tilescope.profile.Signpost} are what a
 * program calls, {@code OperationListener} hears operations; events go to the {@code ThreadLog} of
 * each thread, and the {@code Drainer} takes them from there to one journal, which {@code
 * JournalWriter} writes and specifies. {@link dev.tilescope.profile.JournalFormat} and the records
 * {@link dev.tilescope.profile.HostRun}, {@link dev.tilescope.profile.HostThread}, {@link
 * dev.tilescope.profile.SourceSite}, {@link dev.tilescope.profile.OperationDescription} and {@link
 * dev.tilescope.profile.ProfilerCost} are what readers share with it. {@code internal.markers}
 * brings what the devices wrote down to the host, and {@code internal.table} has the rows that are
 * made of it.
 *
 * <p>The cut: a session ends when its journal and its device log are closed, and makes no report.
 * Its two doors to tools are files, which {@code tilescope profile} turns into a report in its own
 * process, and {@link dev.tilescope.profile.JournalFollower}, a service for whoever wants to read
 * the journal while it grows. Both work without the tools on the program's class path.
 *
 * <p>May use {@code track}, {@code device}, {@code model}, {@code csv}, {@code json} and {@code
 * io}.
 *
 * <pre>{@code
 * Profiler.start(ProfilerOptions.DEFAULT.withFolder(Path.of("generated/profiler")));
 * try (ProfilerZone zone = Profiler.zone("load")) {
 *   Signpost.mark("warm", "from here on everything is compiled");
 * }
 * System.out.println(Profiler.stop());
 * }</pre>
 */
@NullMarked
package dev.tilescope.profile;

import org.jspecify.annotations.NullMarked;
