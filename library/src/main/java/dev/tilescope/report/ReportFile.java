package dev.tilescope.report;

import dev.tilescope.internal.io.AtomicFiles;
import dev.tilescope.internal.io.AtomicFiles.Naming;
import dev.tilescope.internal.io.FileTrouble;
import dev.tilescope.internal.io.PackedFiles;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.model.Report;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.Trace;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reports on disk: the front door of this package. */
public final class ReportFile {
  private static final int BUFFER_BYTES = 1 << 18;

  private ReportFile() {}

  /**
   * Writes the report and, if it holds calls, its sidecar {@code <base>.python_io.json}; a sidecar
   * left there by an earlier report of that name is removed if this one has no calls. Both files
   * appear whole or not at all, the report last, and missing folders are created.
   *
   * @throws ReportWriteException if that fails; existing files are then as they were
   */
  public static void write(Report report, Path file) {
    write(report, file, Naming.NAMED);
  }

  /**
   * The same.
   *
   * @param naming who chose the file's name, and for whom the report is
   */
  public static void write(Report report, Path file, Naming naming) {
    Path sidecar = sidecarOf(file);
    try (AtomicFiles files = new AtomicFiles(naming)) {
      if (!report.calls().isEmpty()) {
        files.stage(sidecar, json(w -> new ReportWriter(w).sidecar(report.calls())));
      }
      files.stage(file, json(w -> new ReportWriter(w).report(report)));
      files.publish();
      if (report.calls().isEmpty()) {
        Files.deleteIfExists(sidecar);
      }
    } catch (IOException e) {
      throw new ReportWriteException(explain(file, e), report, e);
    }
  }

  /** Writes the report's JSON, without its calls, in the form of {@link #write(Report, Path)}. */
  public static void write(Report report, Writer target) {
    try (JsonWriter json = JsonWriter.pretty(target)) {
      new ReportWriter(json).report(report);
    }
  }

  /** Writes the nodes of a trace as the array that reports have of them. */
  public static void write(Trace trace, Writer target) {
    try (JsonWriter json = JsonWriter.compact(target)) {
      new ReportWriter(json).trace(trace);
    }
  }

  /**
   * Reads a report of any generation: a version 1 report or a bare trace, plain, gzip or zstd, and
   * its sidecar if there is one. What is damaged is listed in {@link Report#damage} and the rest
   * opens. A directory is read if it holds exactly one report.
   *
   * @throws TilescopeException if nothing can be read: no file, not JSON, no trace, another version
   */
  public static Report read(Path path) {
    return read(path, ReportChoice.ONLY);
  }

  /** The same, where the directory may hold several reports of which one is chosen. */
  public static Report read(Path path, ReportChoice choice) {
    return ReportReader.read(fileOf(path, choice));
  }

  private static Path fileOf(Path path, ReportChoice choice) {
    return Files.isDirectory(path) ? ReportFolder.chosen(path, choice) : path;
  }

  /**
   * Reads a report that is kept somewhere else than in a file of its own.
   *
   * @param name of the file it once was, for messages
   * @param calls what its sidecar held, or null
   */
  public static Report read(String name, InputStream report, @Nullable InputStream calls) {
    return ReportReader.read(Path.of(name), report, calls);
  }

  /**
   * Where these nodes stand in a report that {@link #read} has read: {@code file:line:column} by
   * number, of the text before compression. Costs another walk over the file; nodes that are not
   * found have no entry.
   */
  public static Map<Integer, String> placesOf(Path path, ReportChoice choice, Set<Integer> nodes) {
    return NodePlaces.of(fileOf(path, choice), nodes);
  }

  /** The same in a report that is kept somewhere else. */
  public static Map<Integer, String> placesOf(String name, InputStream report, Set<Integer> nodes) {
    return NodePlaces.of(name, () -> PackedFiles.plain(report, Path.of(name)), nodes);
  }

  /**
   * The reports of a directory: those of its ranks ({@code graph_capture_1_of_2.json} and so on, by
   * rank), or else every other JSON file that is not known to be something else, by name.
   */
  public static List<Path> list(Path directory) {
    return ReportFolder.reportsOf(directory);
  }

  /** Where the named arguments and stacks of a report's calls are kept. */
  public static Path sidecarOf(Path report) {
    return report.resolveSibling(baseName(report) + ".python_io.json");
  }

  /** The name without its last suffix, and without that of a compression. */
  public static String baseName(Path report) {
    Path name = report.getFileName();
    String text = name == null ? "" : name.toString();
    text = text.replaceFirst("(?i)(?<=.)\\.(gz|zst)$", "");
    int dot = text.lastIndexOf('.');
    return dot > 0 ? text.substring(0, dot) : text;
  }

  /** What writes a document in the form of all our files. */
  static Consumer<OutputStream> json(Consumer<JsonWriter> document) {
    return target -> {
      OutputStream buffered = new BufferedOutputStream(target, BUFFER_BYTES);
      try (JsonWriter json = JsonWriter.pretty(buffered)) {
        document.accept(json);
        json.flush();
        buffered.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  private static String explain(Path file, IOException e) {
    return "cannot write report %s: %s; %s".formatted(file, FileTrouble.writing(e), advice(e))
        + " and write it again (a program still has it: ReportWriteException.report())";
  }

  private static String advice(IOException e) {
    @Nullable String message = e.getMessage();
    return message != null && message.toLowerCase(Locale.ROOT).contains("space")
        ? "free some space or choose another disk"
        : "choose a path in a directory you may write to";
  }
}
