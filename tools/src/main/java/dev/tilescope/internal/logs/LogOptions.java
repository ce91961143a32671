package dev.tilescope.internal.logs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * What to make of a folder of logs, and where to.
 *
 * @param folder of the logs, or the one that holds them as {@code .logs}
 * @param output the folder of the report
 * @param suffix of the names of its files
 * @param analyses names of the device analyses to do; all if it is empty
 * @param deviceOnly as if there were no host logs
 * @param forceDeviceLog adds the device log up itself, even where the runtime did
 * @param upstreamQuirks copies what TT-NN's own processing gets wrong
 * @param summarisesCounters the summary has lines for performance counters
 */
public record LogOptions(
    Path folder,
    Path output,
    String suffix,
    Set<String> analyses,
    boolean deviceOnly,
    boolean forceDeviceLog,
    boolean upstreamQuirks,
    boolean summarisesCounters) {
  public LogOptions {
    analyses = Set.copyOf(analyses);
    DeviceAnalysis.named(analyses); // refuses names that do not exist, before anything is read
  }

  /** With everything else as it mostly is. */
  public static LogOptions of(Path folder, Path output, String suffix) {
    return new LogOptions(folder, output, suffix, Set.of(), false, false, false, false);
  }

  /** The same, to another place. */
  public LogOptions into(Path folderOfReport, String suffixOfNames) {
    return new LogOptions(
        folder,
        folderOfReport,
        suffixOfNames,
        analyses,
        deviceOnly,
        forceDeviceLog,
        upstreamQuirks,
        summarisesCounters);
  }

  public Path logs() {
    return logsIn(folder);
  }

  /** The folder with the logs: {@code .logs} inside the one that was named, or that one itself. */
  public static Path logsIn(Path folder) {
    Path inner = folder.resolve(".logs");
    return Files.isDirectory(inner) ? inner : folder;
  }

  /** A file of the report. */
  Path report(String name) {
    return output.resolve(name + "_" + suffix + ".csv");
  }
}
