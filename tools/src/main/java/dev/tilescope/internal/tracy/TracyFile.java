package dev.tilescope.internal.tracy;

import dev.tilescope.device.TimeBands;
import dev.tilescope.internal.io.AtomicFiles;
import dev.tilescope.internal.io.FileTrouble;
import dev.tilescope.internal.logs.HostZones;
import dev.tilescope.internal.logs.InputProblems;
import dev.tilescope.internal.logs.LogOptions;
import dev.tilescope.internal.timeline.Timeline;
import dev.tilescope.journal.HostJournal;
import dev.tilescope.journal.KilledRun;
import dev.tilescope.model.Report;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.profile.HostRun;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Consumer;

/** Writes what Tracy opens. */
public final class TracyFile {
  /** What it is called in the logs and in a report. */
  public static final String NAME = "tracy_profile_log_host.tracy";

  /**
   * What to write.
   *
   * @param hasDevices whether the zones of devices are in it
   */
  public record Options(TracyVersion version, boolean hasDevices) {
    public static final Options DEFAULT = new Options(TracyVersion.V0_13_1, true);
  }

  private TracyFile() {}

  /** As {@link #write(Path, Path, Options, InputProblems)}, for all versions from 0.13.1 on. */
  public static void write(Path logs, Path target, InputProblems problems) {
    write(logs, target, Options.DEFAULT, problems);
  }

  /**
   * From the logs of a profiled run, or of a board. The file appears whole, or not at all.
   *
   * @param folder of the logs, or the one that holds them as {@code .logs}
   * @param problems hears what is damaged in the logs, and what Tracy has no room for
   */
  public static void write(Path folder, Path target, Options options, InputProblems problems) {
    if (Timeline.isOfBoard(folder)) {
      write(target, options, problems, to -> collectBoard(folder, options, to, problems));
      return;
    }
    Path logs = LogOptions.logsIn(folder);
    HostJournal.require(logs);
    KilledRun.recover(logs);
    write(target, options, problems, to -> collect(logs, options, to, problems));
  }

  /**
   * From a graph report: operations with their durations, one after the other, since a report does
   * not say when they began. The file appears whole, or not at all.
   *
   * @param problems hears what Tracy has no room for
   */
  public static void write(Report report, Path target, Options options, InputProblems problems) {
    write(target, options, problems, to -> new ReportCollector(to, report).collect());
  }

  private static void write(
      Path target, Options options, InputProblems problems, Consumer<Contents> collecting) {
    try (AtomicFiles files = new AtomicFiles();
        SpillFile spill = SpillFile.in(folderOf(target))) {
      Contents contents = new Contents(spill);
      collecting.accept(contents);
      contents.seal(problems::remark);
      files.stage(target, out -> write(contents, options.version, out));
      files.publish();
    } catch (UncheckedIOException e) {
      throw failure(target, Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw failure(target, e);
    }
  }

  private static TilescopeException failure(Path target, IOException e) {
    return new TilescopeException(
        "cannot write %s: %s; the folder needs room for about 30 bytes a zone until it is done"
            .formatted(target, FileTrouble.writing(e)),
        e);
  }

  private static Path folderOf(Path target) throws IOException {
    return Files.createDirectories(target.toAbsolutePath().resolveSibling(""));
  }

  private static void collectBoard(
      Path folder, Options options, Contents contents, InputProblems problems) {
    contents.isOfBoard = true;
    Timeline.read(
        folder,
        problems,
        new TimelineCollector(contents, options.hasDevices, TimeBands.OF_ANY_BOARD));
    if (!options.hasDevices && contents.threads.isEmpty()) {
      throw new TilescopeException(
          "without devices nothing is left of %s: there are no operations of the host in a %s"
              .formatted(folder, HostZones.FILE));
    }
  }

  private static void collect(
      Path logs, Options options, Contents contents, InputProblems problems) {
    HostCollector host = new HostCollector(contents);
    String damage = HostJournal.readIn(logs, host).damage();
    if (damage != null) {
      problems.remark(damage);
    }
    host.complain(problems::remark);
    HostRun run = contents.run;
    if (run == null && !options.hasDevices) {
      throw new TilescopeException(
          "without devices nothing is left of %s: %s".formatted(logs, damage));
    } else if (run == null) {
      Timeline.readDevicesAlone(logs, String.valueOf(damage), problems, ofDevices(logs, contents));
    } else if (options.hasDevices) {
      Timeline.readDevices(
          logs, run, host.operations().byNumber(), problems, ofDevices(logs, contents));
    }
  }

  private static TimelineCollector ofDevices(Path logs, Contents contents) {
    return new TimelineCollector(contents, true, Timeline.timeBands(logs));
  }

  private static void write(Contents contents, TracyVersion version, OutputStream out) {
    try (BlockOutput blocks = new BlockOutput(out)) {
      new Payload(contents, version, blocks).write();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
