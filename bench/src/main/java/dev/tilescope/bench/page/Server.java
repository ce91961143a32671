package dev.tilescope.bench.page;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A running {@code tilescope serve}. */
final class Server implements AutoCloseable {
  private static final Pattern URL = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/\\S+/");
  private static final Pattern RESIDENT = Pattern.compile("VmHWM:\\s+(\\d+) kB");

  private final Process process;
  private final String url;
  private final double firstByteMillis;

  private Server(Process process, String url, double firstByteMillis) {
    this.process = process;
    this.url = url;
    this.firstByteMillis = firstByteMillis;
  }

  static Server start(Path launcher, List<String> paths) throws IOException {
    List<String> command = new ArrayList<>(List.of(launcher.toString(), "serve"));
    command.addAll(paths);
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Matcher url = URL.matcher(line);
      if (url.find()) {
        try (var page = URI.create(url.group()).toURL().openStream()) {
          page.read();
        }
        return new Server(process, url.group(), (System.nanoTime() - start) / 1e6);
      }
    }
    throw new IOException("tilescope serve did not start: " + command);
  }

  String url() {
    return url;
  }

  /** From the start of the process to the first byte of the page. */
  double firstByteMillis() {
    return firstByteMillis;
  }

  /** The most memory it had so far. */
  long peakResidentMegabytes() throws IOException {
    Matcher matcher =
        RESIDENT.matcher(Files.readString(Path.of("/proc", "" + process.pid(), "status")));
    return matcher.find() ? Long.parseLong(matcher.group(1)) / 1024 : -1;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }
}
