package dev.tilescope.internal.serve.data;

import dev.tilescope.internal.store.ImportOptions;
import dev.tilescope.internal.store.ImportOptions.Existing;
import dev.tilescope.internal.store.ReportImport;
import dev.tilescope.model.TilescopeException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Imports a report in a process of its own, so that the server needs no memory for it and survives
 * whatever happens to it.
 *
 * <p>The process is {@link #main}. It writes lines to its standard output: {@code P done all} as it
 * goes, {@code E message} if it fails; exit code 0 means that the database is whole. It ends with
 * its standard input, so that it does not outlive the server.
 */
public final class ImportProcess {
  private static final long STEP_NANOS = 50_000_000;
  private static final long LARGE_BYTES = 32 << 20;

  /** As the launcher starts {@code tilescope import}. */
  private static final List<String> FLAGS_FOR_LARGE =
      List.of("-Xms256m", "-Xmn128m", "-Xmx680m", "-XX:InlineSmallCode=800");

  /** Over before better code could pay. */
  private static final List<String> FLAGS_FOR_SMALL =
      List.of("-Xmx680m", "-XX:TieredStopAtLevel=1");

  /** Told how far it is. */
  interface Progress {
    void at(long bytesDone, long bytesInAll);
  }

  private ImportProcess() {}

  /**
   * Runs until the import is done.
   *
   * @param started is given the process, so that it can be ended
   * @throws TilescopeException if the import failed or was killed
   */
  static void run(Path source, Path folder, Progress progress, Consumer<Process> started) {
    Process process = start(source, folder);
    started.accept(process);
    String failure = follow(process, progress);
    int code;
    try {
      code = process.waitFor();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new TilescopeException("the import of %s was given up".formatted(source), e);
    }
    if (code != 0) {
      throw new TilescopeException(
          failure.isEmpty()
              ? "the import of %s ended before it was done (exit code %d: killed, or out of memory);"
                      .formatted(source, code)
                  + " reload to try again, or run: tilescope import "
                  + source
                  + " FOLDER"
              : failure);
    }
  }

  /** A folder may hold anything, and a packed file many times its size. */
  private static boolean isLarge(Path source) {
    return !source.toString().endsWith(".json") || source.toFile().length() > LARGE_BYTES;
  }

  public static Process start(Path source, Path folder) {
    List<String> command =
        ChildJava.command(
            folder.resolveSibling(""),
            isLarge(source) ? FLAGS_FOR_LARGE : FLAGS_FOR_SMALL,
            ImportProcess.class,
            source.toString(),
            folder.toString());
    try {
      return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String follow(Process process, Progress progress) {
    String failure = "";
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("E ")) {
          failure = line.substring(2);
        } else if (line.startsWith("P ")) {
          String[] numbers = line.split(" ", -1);
          progress.at(Long.parseLong(numbers[1]), Long.parseLong(numbers[2]));
        }
      }
    } catch (IOException e) {
      process.destroyForcibly(); // its exit code says the rest
    }
    return failure;
  }

  /**
   * @param args the report and the folder for its database
   */
  public static void main(String[] args) {
    Thread.ofPlatform().daemon().name("server").start(ImportProcess::endWithTheServer);
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    AtomicLong next = new AtomicLong(System.nanoTime());
    try {
      ReportImport.run(
          Path.of(args[0]),
          Path.of(args[1]),
          new ImportOptions("db.sqlite", false, Existing.REPLACE, true),
          (_, done, all) -> {
            long now = System.nanoTime();
            if (now >= next.get()) {
              next.set(now + STEP_NANOS);
              out.println("P " + done + " " + all);
            }
          });
    } catch (TilescopeException e) {
      out.println("E " + String.valueOf(e.getMessage()).replaceAll("\\R", " "));
      System.exit(1);
    }
  }

  private static void endWithTheServer() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // It is as gone.
    }
    Runtime.getRuntime().halt(1);
  }
}
