package dev.tilescope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.report.ReportFile;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Projects of users, built and run by Maven with the artifacts of this build and what they bring.
 *
 * <p>Their local repository is a new one with our artifacts in it; everything else comes from the
 * local repository of this build, which stands for all remote ones, so that nothing is fetched.
 */
class SampleProjectTest {
  private static final Path ROOT = Path.of(System.getProperty("tilescope.root", ".."));
  private static final long MOST_BYTES_BROUGHT = 2_000_000;
  private static final int LIMIT_SECONDS = 120;

  @TempDir Path temp;

  /** {@code mvn verify} tests jars; {@code mvn test} makes none. */
  @BeforeEach
  void requireJars() throws URISyntaxException {
    Path library =
        Path.of(GraphCapture.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    assumeTrue(Files.isRegularFile(library), "there are no jars yet: run 'mvn verify'");
    assumeTrue(System.getProperty("maven.home") != null, "Maven is needed");
  }

  @Test
  void aProgramThatIsCapturedBringsTwoMegabytesAtMost() throws Exception {
    Path project = build("capture-only");
    Path report = temp.resolve("report.json");
    String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
    String classPath = project.resolve("target/capture-only.jar") + ":" + project + "/target/lib/*";
    run(project, java, "-cp", classPath, "sample.CaptureOnly", report.toString());
    assertThat(ReportFile.read(report).trace().nodes().toString()).contains("ttnn::matmul");
    assertThat(brought(project)).noneMatch(SampleProjectTest::isForTools);
    assertThat(bytes(brought(project))).isBetween(1L, MOST_BYTES_BROUGHT);
  }

  @Test
  void aTestWithBudgetsBringsNoDatabaseNoDrawingAndNoCommandLine() throws Exception {
    Path project = build("with-junit");
    assertThat(project.resolve("target/surefire-reports/TEST-sample.BudgetTest.xml"))
        .content()
        .contains("tests=\"1\"", "failures=\"0\"", "errors=\"0\"", "skipped=\"0\"");
    assertThat(libraries(project)).anyMatch(jar -> name(jar).startsWith("tilescope-junit"));
    assertThat(libraries(project)).noneMatch(SampleProjectTest::isForTools);
  }

  private static boolean isForTools(Path jar) {
    return Stream.of("sqlite", "org.eclipse", "picocli", "zstd", "preact", "tilescope-tools")
        .anyMatch(name(jar)::contains);
  }

  private static String name(Path jar) {
    return jar.getFileName().toString();
  }

  private static List<Path> brought(Path project) throws IOException {
    return libraries(project).stream().filter(jar -> !name(jar).startsWith("tilescope-")).toList();
  }

  private static List<Path> libraries(Path project) throws IOException {
    try (Stream<Path> jars = Files.list(project.resolve("target/lib"))) {
      return jars.toList();
    }
  }

  private static long bytes(List<Path> files) throws IOException {
    long sum = 0;
    for (Path file : files) {
      sum += Files.size(file);
    }
    return sum;
  }

  private Path build(String sample) throws Exception {
    Path project = temp.resolve(sample);
    copy(Path.of(getClass().getResource("/samples/" + sample).toURI()), project);
    String version = versionOf(project.resolve("pom.xml"));
    install("tilescope-parent", version, ROOT.resolve("pom.xml"));
    install("tilescope-bom", version, ROOT.resolve("bom/pom.xml"));
    for (String module : List.of("library", "analysis", "junit")) {
      String artifact = module.equals("library") ? "tilescope" : "tilescope-" + module;
      install(artifact, version, ROOT.resolve(module + "/pom.xml"));
      Path jar = ROOT.resolve(module + "/target/" + artifact + ".jar");
      Files.copy(jar, place(artifact, version, ".jar"));
    }
    Files.writeString(temp.resolve("settings.xml"), settings());
    String maven = Path.of(System.getProperty("maven.home"), "bin/mvn").toString();
    run(
        project,
        maven,
        "-B",
        "-s",
        temp.resolve("settings.xml").toString(),
        "-Dmaven.repo.local=" + temp.resolve("repository"),
        "package");
    return project;
  }

  private static String versionOf(Path pom) throws IOException {
    String text = Files.readString(pom);
    int start = text.indexOf("<version>", text.indexOf("tilescope-bom")) + "<version>".length();
    return text.substring(start, text.indexOf('<', start));
  }

  private void install(String artifact, String version, Path pom) throws IOException {
    Path there = place(artifact, version, ".pom");
    Files.createDirectories(there.getParent());
    Files.copy(pom, there);
  }

  private Path place(String artifact, String version, String ending) {
    return temp.resolve("repository/dev/tilescope")
        .resolve(artifact)
        .resolve(version)
        .resolve(artifact + "-" + version + ending);
  }

  private static String settings() {
    return """
    <settings>
      <mirrors>
        <mirror>
          <id>this-machine</id>
          <mirrorOf>*</mirrorOf>
          <url>%s</url>
        </mirror>
      </mirrors>
    </settings>
    """
        .formatted(Path.of(System.getProperty("tilescope.repository")).toUri());
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  private void run(Path folder, String... command) throws IOException, InterruptedException {
    Path log = Files.createTempFile(temp, "log", ".txt");
    ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(List.of(command)));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().remove("MAVEN_ARGS");
    builder.directory(folder.toFile()).redirectErrorStream(true).redirectOutput(log.toFile());
    Process process = builder.start();
    boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();
    assertThat(ended && process.exitValue() == 0).as(Files.readString(log)).isTrue();
  }
}
