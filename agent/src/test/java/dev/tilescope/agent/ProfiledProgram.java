package dev.tilescope.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** A real program in a JVM of its own, with or without the agent. */
final class ProfiledProgram {
  private static final int LIMIT_SECONDS = 60;

  /** What came of it. */
  record Result(int exit, String out, String err, ZoneLog zones) {}

  private final Path folder;
  private final Map<String, String> environment = new HashMap<>();
  private String agentArgument = "";

  ProfiledProgram(Path folder) {
    this.folder = folder;
  }

  ProfiledProgram with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  ProfiledProgram withAgentArgument(Path jar) {
    agentArgument = "=" + jar;
    return this;
  }

  /** The classes of the tests, with the samples and the profiler that writes down. */
  static Path testClasses() {
    return location(ProfiledProgram.class);
  }

  private static Path location(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  /** Runs java with the agent. */
  Result run(String... words) {
    List<String> command = new ArrayList<>(List.of("-javaagent:" + agentJar() + agentArgument));
    command.addAll(List.of(words));
    return runPlain(command.toArray(String[]::new));
  }

  /** Runs java. */
  Result runPlain(String... words) {
    try {
      Path log = Files.createTempFile(folder, "zones", ".log");
      Path out = Files.createTempFile(folder, "out", ".txt");
      Path err = Files.createTempFile(folder, "err", ".txt");
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
      command.addAll(List.of(words));
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder.environment().keySet().removeIf(name -> name.startsWith("TILESCOPE_"));
      builder.environment().put("PROFILER_LOG", log.toString());
      builder.environment().putAll(environment);
      Process process = builder.start();
      assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
      return new Result(
          process.exitValue(), Files.readString(out), Files.readString(err), ZoneLog.read(log));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** The agent as Maven will pack it. */
  Path agentJar() {
    Path classes = location(Zones.class);
    Path jar = folder.resolve("tilescope-agent.jar");
    if (!Files.exists(jar)) {
      jar(jar, classes.resolve("META-INF/MANIFEST.MF"), classes, "dev");
    }
    return jar;
  }

  /** Packs some of a folder's classes. */
  static Path jar(Path jar, Path manifest, Path root, String... parts) {
    try (OutputStream file = Files.newOutputStream(jar);
        var source = Files.newInputStream(manifest);
        JarOutputStream out = new JarOutputStream(file, new Manifest(source))) {
      for (String part : parts) {
        try (Stream<Path> tree = Files.walk(root.resolve(part))) {
          for (Path each : tree.filter(Files::isRegularFile).toList()) {
            out.putNextEntry(new ZipEntry(root.relativize(each).toString()));
            Files.copy(each, out);
          }
        }
      }
      return jar;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
