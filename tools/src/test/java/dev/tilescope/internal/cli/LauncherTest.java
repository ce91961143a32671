package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs the real launcher in a tree of its own, with JDKs and a Maven that are shell scripts and
 * tell what they were asked to do.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a POSIX shell script")
class LauncherTest {
  /** A launcher that hangs is ended, and its exit code fails the test. */
  private static final int LIMIT_SECONDS = 20;

  private static final String SYSTEM_PATH = "/usr/bin:/bin";

  /**
   * Prints its arguments one to a line; makes the cache it is told to make; exits with {@code X}.
   */
  private static final String FAKE_JAVA =
      """
      #!/bin/sh
      for word; do
        case $word in -XX:AOTCacheOutput=*) echo cache >"${word#*=}"; exit 0 ;; esac
      done
      echo "home=%s"
      [ -z "${SHOW_LOCALE-}" ] || echo "locale=${LC_ALL:-${LC_CTYPE-}}"
      for word; do printf '<%%s>\\n' "$word"; done
      [ -z "${FAKE_STDERR-}" ] || printf '%%b' "$FAKE_STDERR" >&2
      exit ${FAKE_EXIT-0}
      """;

  /**
   * Writes down its call, waits at the pipe {@code GATE} if there is one, then builds or fails as
   * {@code FAKE_MAVEN} says.
   */
  private static final String FAKE_MAVEN =
      """
      #!/bin/sh
      echo "JAVA_HOME=$JAVA_HOME $*" >>"$CALLS"
      [ ! -p "${GATE-}" ] || read -r _ <"$GATE"
      if [ "${FAKE_MAVEN-}" = fail ]; then
        echo '[INFO] compiling'
        echo '[ERROR] Main.java:[3,1] a semicolon is missing'
        echo '[ERROR] '
        echo '[ERROR] Re-run Maven using the -X switch'
        exit 1
      fi
      target=$(dirname "$3")/tools/target
      agent=$(dirname "$3")/agent/target
      mkdir -p "$target/lib" "$agent"
      echo jar >"$target/tilescope-tools.jar"
      echo jar >"$agent/tilescope-agent.jar"
      """;

  @TempDir Path temp;

  private Path root;
  private Path jdks;
  private Path mavenBin;
  private Path calls;

  private record Result(int exitCode, String out, String err) {}

  @BeforeEach
  void plantTree() throws IOException {
    root = temp.resolve("a tree with 'odd' $names");
    jdks = Files.createDirectories(temp.resolve("java homes"));
    mavenBin = Files.createDirectories(temp.resolve("maven bin"));
    calls = temp.resolve("maven-calls");
    Files.createDirectories(root.resolve("tools/src/main/java"));
    for (String artifact : List.of("library", "analysis", "agent")) {
      Files.createDirectories(root.resolve(artifact + "/src/main/java"));
      Files.writeString(root.resolve(artifact + "/pom.xml"), "<project/>");
    }
    Files.writeString(root.resolve("pom.xml"), "<project/>");
    Files.writeString(root.resolve("tools/pom.xml"), "<project/>");
    Files.writeString(root.resolve("tools/src/main/java/A.java"), "class A {}");
    Files.writeString(root.resolve("tools/src/main/java/B.java"), "class B {}");
    Path sources = Path.of(System.getProperty("tilescope.root", ".."));
    executable(root.resolve("tilescope"), Files.readString(sources.resolve("tilescope")));
    Path start = Path.of("tools/src/main/launch/start.sh");
    Files.createDirectories(root.resolve(start).getParent());
    Files.copy(sources.resolve(start), root.resolve(start));
    executable(mavenBin.resolve("mvn"), FAKE_MAVEN);
  }

  private static void executable(Path file, String content) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Path plantJdk(String name, String version) throws IOException {
    Path home = jdks.resolve(name);
    executable(home.resolve("bin/java"), FAKE_JAVA.formatted(name));
    executable(home.resolve("bin/javac"), "#!/bin/sh\n");
    Files.writeString(
        home.resolve("release"), "IMPLEMENTOR=\"Fake\"\nJAVA_VERSION=\"" + version + "\"\n");
    return home;
  }

  private Result launch(Map<String, String> environment, String... args) {
    return launchAs(root.resolve("tilescope"), environment, args);
  }

  private Result launchAs(Path script, Map<String, String> environment, String... args) {
    List<String> command = new ArrayList<>(List.of("/bin/sh", script.toString()));
    command.addAll(List.of(args));
    return finish(start(command, environment));
  }

  private record Started(Process process, Path out) {}

  private Started start(List<String> command, Map<String, String> environment) {
    try {
      Path out = Files.createTempFile(temp, "out", "");
      ProcessBuilder builder = new ProcessBuilder(command).directory(temp.toFile());
      builder.environment().clear();
      builder
          .environment()
          .putAll(
              Map.of(
                  "PATH", mavenBin + ":" + SYSTEM_PATH,
                  "HOME", temp.toString(),
                  "TILESCOPE_JDKS", jdks.toString(),
                  "CALLS", calls.toString()));
      builder.environment().putAll(environment);
      builder.redirectOutput(out.toFile());
      Process process = builder.start();
      CompletableFuture.delayedExecutor(LIMIT_SECONDS, TimeUnit.SECONDS)
          .execute(process::destroyForcibly);
      return new Started(process, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Result finish(Started started) {
    try {
      String err =
          started
              .process
              .errorReader()
              .lines()
              .map(line -> line + "\n")
              .collect(Collectors.joining());
      return new Result(started.process.waitFor(), Files.readString(started.out), err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "LC_ALL, C, C.UTF-8",
    "LC_ALL, POSIX, C.UTF-8",
    "LC_CTYPE, C, C.UTF-8",
    "LANG, C, C.UTF-8",
    "LANG, '', C.UTF-8",
    "LC_ALL, de_DE.UTF-8, de_DE.UTF-8",
    "LC_CTYPE, ja_JP.eucJP, ja_JP.eucJP",
    "LANG, fr_FR.UTF-8, ''",
  })
  void theJvmCanNameEveryFileInTheLocaleC(String variable, String value, String expected)
      throws IOException {
    plantJdk("25", "25");
    Result result = launch(Map.of("SHOW_LOCALE", "1", variable, value));
    assertThat(result.out().lines()).contains("locale=" + expected);
  }

  private List<String> mavenCalls() throws IOException {
    return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
  }

  @Test
  void withoutAJdkItSaysWhatItFoundAndWhatToInstall() throws IOException {
    plantJdk("seventeen", "17.0.15");
    Result result = launch(Map.of("PATH", mavenBin + ":" + pathWithoutJava()), "--help");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.out()).isEmpty();
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.err())
        .startsWith("tilescope: needs a JDK 25 or newer")
        .contains("only 17.0.15 in " + jdks.resolve("seventeen"))
        .contains("https://adoptium.net", "JAVA_HOME");
    assertThat(mavenCalls()).isEmpty();
  }

  /** The machine's own java must not be found where the test wants none. */
  private String pathWithoutJava() throws IOException {
    Path bin = Files.createDirectories(temp.resolve("tools"));
    for (String tool : List.of("readlink", "find", "mkdir", "ln", "date", "sed")) {
      Path there = Path.of("/usr/bin", tool);
      Path real = Files.exists(there) ? there : Path.of("/bin", tool);
      executable(bin.resolve(tool), "#!/bin/sh\nexec " + real + " \"$@\"\n");
    }
    return bin.toString();
  }

  @Test
  void theNewestOfTheUsualPlacesIsChosenByItsReleaseFile() throws IOException {
    plantJdk("a-25", "25.0.9");
    plantJdk("b-25", "25.0.10");
    plantJdk("c-17", "17.0.15");
    plantJdk("d-8", "1.8.0_392");
    Files.createDirectories(jdks.resolve("e-nothing"));
    Files.delete(plantJdk("f-jre", "99").resolve("bin/javac"));
    assertThat(launch(Map.of()).out()).startsWith("home=b-25\n");
  }

  @Test
  void javaHomeWinsIfItIsNewEnoughAndIsPassedOverIfNot() throws IOException {
    Path old = plantJdk("17", "17.0.15");
    Path chosen = plantJdk("25", "25");
    plantJdk("26", "26-ea");
    assertThat(launch(Map.of("JAVA_HOME", chosen.toString())).out()).startsWith("home=25\n");
    assertThat(launch(Map.of("JAVA_HOME", old.toString())).out()).startsWith("home=26\n");
  }

  @Test
  void theJavaOnPathIsFoundThroughSymbolicLinks() throws IOException {
    Path home = plantJdk("25", "25.0.1");
    plantJdk("26", "26");
    Path bin = Files.createDirectories(temp.resolve("links"));
    Files.createSymbolicLink(bin.resolve("java"), Path.of("alternative"));
    Files.createSymbolicLink(bin.resolve("alternative"), home.resolve("bin/java"));
    String path = bin + ":" + mavenBin + ":" + SYSTEM_PATH;
    assertThat(launch(Map.of("PATH", path)).out()).startsWith("home=25\n");
  }

  @Test
  void aDamagedReleaseFileIsNotAJdk() throws IOException {
    Files.writeString(
        plantJdk("bad", "25").resolve("release"),
        "JAVA_VERSION=\"25.$(touch hacked).08\nJAVA_VERSION=");
    plantJdk("odd", "25.08.x");
    assertThat(launch(Map.of()).exitCode()).isZero();
    assertThat(temp.resolve("hacked")).doesNotExist();
  }

  /** Tells what it was asked to do; makes the cache it is told to make. */
  private Path plantPython(boolean isNewEnough) throws IOException {
    Path python = temp.resolve("python bin/my python");
    executable(
        python,
        """
        #!/bin/sh
        case "$*" in
          '-V') echo 'Python 3.8.1'; exit ;;
          *version_info*) exit %d ;;
          *_warm_up*) for word; do :; done; echo cache >"$word"; exit ;;
        esac
        echo "path=$PYTHONPATH"
        echo "java=$TILESCOPE_JAVA"
        echo "app=$TILESCOPE_APP"
        echo "cache=$TILESCOPE_PYTHON_CACHE"
        [ -n "${TILESCOPE_REPORT-}" ] && echo "report=$TILESCOPE_REPORT"
        for word; do printf '<%%s>\\n' "$word"; done
        exit ${FAKE_EXIT-0}
        """
            .formatted(isNewEnough ? 0 : 1));
    return python;
  }

  @Test
  void pythonFindsOurPackagesFirstAndGetsItsWordsIntact() throws IOException {
    Path home = plantJdk("25", "25");
    Map<String, String> variables =
        Map.of(
            "TILESCOPE_PYTHON",
            plantPython(true).toString(),
            "PYTHONPATH",
            "/theirs",
            "FAKE_EXIT",
            "7");
    Result result = launch(variables, "python", "a script.py", "python", "*", "");
    assertThat(result.exitCode()).isEqualTo(7);
    Path app = root.resolve("tools/target/launcher").resolve(currentBuild());
    assertThat(result.out())
        .isEqualTo(
            """
            path=%s/python:/theirs
            java=%s
            app=%s
            cache=%s
            <a script.py>
            <python>
            <*>
            <>
            """
                .formatted(root, home, app, pythonCache(app)));
    assertThat(launch(variables, "python").out()).endsWith(".aot\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--report|a report.json", "--report=a report.json"})
  void aReportOfAPythonProgramIsAskedForBeforeTheProgram(String option) throws IOException {
    plantJdk("25", "25");
    Map<String, String> variables = Map.of("TILESCOPE_PYTHON", plantPython(true).toString());
    List<String> words = new ArrayList<>(List.of("python"));
    words.addAll(List.of(option.split("\\|")));
    words.addAll(List.of("script.py", "--report", "its own"));
    assertThat(launch(variables, words.toArray(String[]::new)).out())
        .endsWith("report=a report.json\n<script.py>\n<--report>\n<its own>\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-h", "--help"})
  void helpForPythonIsOfThisCommandAndBehindAScriptOfTheScript(String option) throws IOException {
    plantJdk("25", "25");
    Map<String, String> variables = Map.of("TILESCOPE_PYTHON", plantPython(true).toString());
    assertThat(launch(variables, "python", option).out())
        .contains("<python>", "<" + option + ">")
        .doesNotContain("path=");
    assertThat(launch(variables, "python", "script.py", option).out())
        .contains("path=", "<script.py>", "<" + option + ">")
        .doesNotContain("<python>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--report", "--report="})
  void aReportWithoutAFileIsAMistakeThatSaysHowItIsAskedFor(String option) throws IOException {
    plantJdk("25", "25");
    Result result =
        launch(Map.of("TILESCOPE_PYTHON", plantPython(true).toString()), "python", option);
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("python --report report.json SCRIPT ARGUMENTS");
  }

  private static Path pythonCache(Path app) throws IOException {
    try (var files = Files.list(app)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("python-"))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void aMissingOrOldPythonIsToldWithWhatToDo() throws IOException {
    plantJdk("25", "25");
    Result missing = launch(Map.of("TILESCOPE_PYTHON", "/no/python"), "python", "x.py");
    assertThat(missing.exitCode()).isEqualTo(1);
    assertThat(missing.err().lines().toList().getLast())
        .isEqualTo(
            "tilescope: needs Python 3.9 or newer, but there is no /no/python: install it"
                + " (on Debian: apt install python3), or set TILESCOPE_PYTHON to the path of one.");
    Path old = plantPython(false);
    Result aged = launch(Map.of("TILESCOPE_PYTHON", old.toString()), "python", "x.py");
    assertThat(aged.exitCode()).isEqualTo(1);
    assertThat(aged.err())
        .isEqualTo(
            "tilescope: needs Python 3.9 or newer, but %s is Python 3.8.1: set TILESCOPE_PYTHON to the path of another.%n"
                .formatted(old));
  }

  @Test
  void argumentsArriveIntact() throws IOException {
    plantJdk("25", "25");
    Result result =
        launch(Map.of(), "show", "two words", "it's \"quoted\"", "*", "$HOME", "", "back\\slash");
    assertThat(result.out())
        .endsWith("<show>\n<two words>\n<it's \"quoted\">\n<*>\n<$HOME>\n<>\n<back\\slash>\n");
  }

  @Test
  void optionsForTheJvmComeBeforeTheJar() throws IOException {
    plantJdk("25", "25");
    Result result = launch(Map.of("TILESCOPE_JAVA_OPTS", "-Xmx1g -Dstar=*"), "show");
    assertThat(result.out())
        .containsSubsequence(
            "<-Xmx1g>\n", "<-Dstar=*>\n", "<-jar>\n", "/tilescope-tools.jar>\n<show>\n");
  }

  @Test
  void onlyCommandsThatComputeGetTheVectorApi() throws IOException {
    plantJdk("25", "25");
    assertThat(launch(Map.of(), "--debug", "demo").out())
        .contains("<--add-modules=jdk.incubator.vector>");
    assertThat(launch(Map.of(), "show", "demo").out()).doesNotContain("incubator");
  }

  @Test
  void theWarningAboutTheVectorApiIsHiddenAndNothingElse() throws IOException {
    plantJdk("25", "25");
    launch(Map.of(), "demo");
    String warning = "WARNING: Using incubator modules: jdk.incubator.vector\\n";
    // The filter may outlive a JVM that never ran our code: 'cat' reads to the end of both.
    List<String> command = List.of("/bin/sh", "-c", "\"$0\" demo 2>&1 | cat", script());
    String text = "before\\n" + warning + "after\\nunended";
    assertThat(finish(start(command, Map.of("FAKE_STDERR", text))).out())
        .contains("before\nafter\nunended\n")
        .doesNotContain("WARNING");
    assertThat(launch(Map.of("FAKE_STDERR", warning), "show").err()).contains("WARNING");
  }

  private String script() {
    return root.resolve("tilescope").toString();
  }

  @Test
  void theExitCodeOfTheProgramIsPassedOn() throws IOException {
    plantJdk("25", "25");
    assertThat(launch(Map.of("FAKE_EXIT", "42"), "show").exitCode()).isEqualTo(42);
    assertThat(launch(Map.of("FAKE_EXIT", "42"), "demo").exitCode()).isEqualTo(42);
  }

  @Test
  void itWorksThroughASymbolicLink() throws IOException {
    plantJdk("25", "25");
    Path first = Files.createSymbolicLink(temp.resolve("first link"), root.resolve("tilescope"));
    Path second = Files.createSymbolicLink(temp.resolve("second"), first.getFileName());
    Result result = launchAs(second, Map.of(), "x");
    assertThat(result.out()).contains(root + "/tools/target/launcher/").endsWith("<x>\n");
  }

  @Test
  void theJarIsBuiltOnceAndWithTheJdkThatWasFound() throws IOException {
    Path home = plantJdk("25", "25");
    Result first = launch(Map.of());
    assertThat(first.err()).contains("building for the first use", "built in");
    assertThat(launch(Map.of()).err()).isEmpty();
    assertThat(mavenCalls()).hasSize(1);
    assertThat(mavenCalls().getFirst())
        .startsWith("JAVA_HOME=" + home + " -B -f " + root + "/pom.xml")
        .contains("-pl tools,agent", "-Dmaven.test.skip=true");
    assertThat(root.resolve("tools/target/launcher").resolve(currentBuild()))
        .isDirectoryContaining(file -> file.endsWith("tilescope-tools.jar"))
        .isDirectoryContaining(file -> file.endsWith("tilescope-agent.jar"));
  }

  private String currentBuild() throws IOException {
    return Files.readString(root.resolve("tools/target/launcher/current")).strip();
  }

  @Test
  void aChangedAddedOrDeletedSourceCausesARebuild() throws IOException {
    plantJdk("25", "25");
    launch(Map.of());
    touchLater(root.resolve("tools/src/main/java/A.java"));
    assertThat(launch(Map.of()).err()).contains("building, as sources changed");
    assertThat(mavenCalls()).hasSize(2);

    age();
    Files.delete(root.resolve("tools/src/main/java/B.java"));
    launch(Map.of());
    assertThat(mavenCalls()).hasSize(3);

    age();
    Files.writeString(root.resolve("tools/src/main/java/C.java"), "class C {}");
    launch(Map.of());
    assertThat(mavenCalls()).hasSize(4);

    age();
    launch(Map.of());
    assertThat(mavenCalls()).hasSize(4);

    touchLater(root.resolve("agent/pom.xml"));
    launch(Map.of());
    assertThat(mavenCalls()).hasSize(5);
  }

  private static void touchLater(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusMillis(1)));
  }

  /**
   * Puts the last build and all sources ten minutes back, in that order, so that no clock tick
   * matters.
   */
  private void age() throws IOException {
    FileTime then = FileTime.from(Instant.now().minusSeconds(600));
    try (var files = Files.walk(root)) {
      for (Path file : files.toList()) {
        Files.setLastModifiedTime(file, then);
      }
    }
  }

  @Test
  void aFailedBuildShowsWhyAndKeepsTheLastGoodOne() throws IOException {
    plantJdk("25", "25");
    launch(Map.of());
    touchLater(root.resolve("pom.xml"));
    Result failed = launch(Map.of("FAKE_MAVEN", "fail"), "show");
    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.out()).isEmpty();
    assertThat(failed.err())
        .contains("[ERROR] Main.java:[3,1] a semicolon is missing")
        .contains("log is " + root + "/tools/target/launcher/build.log")
        .doesNotContain("Re-run Maven");
    Result old = launch(Map.of("FAKE_MAVEN", "fail", "TILESCOPE_NO_BUILD", "1"), "show");
    assertThat(old.exitCode()).isZero();
    assertThat(old.out()).endsWith("<show>\n");
  }

  @Test
  void withoutMavenItSaysSo() throws IOException {
    Path home = plantJdk("25", "25");
    Result result = launch(Map.of("PATH", pathWithoutJava(), "JAVA_HOME", home.toString()), "show");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).startsWith("tilescope: needs Maven (mvn) on PATH").hasLineCount(1);
  }

  @Test
  void launchesAtOnceBuildOnce() throws IOException, InterruptedException {
    plantJdk("25", "25");
    Path gate = temp.resolve("gate");
    assertThat(new ProcessBuilder("mkfifo", gate.toString()).start().waitFor()).isZero();
    List<Started> started = new ArrayList<>();
    List<String> firstWords = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Started each = start(List.of("/bin/sh", script(), "show"), Map.of("GATE", gate.toString()));
      started.add(each);
      firstWords.add(each.process.errorReader().readLine().split(" ")[1]);
    }
    assertThat(firstWords).containsExactly("building", "waiting", "waiting");
    Files.writeString(gate, "go\n");
    Files.delete(gate);
    for (Started each : started) {
      Result result = finish(each);
      assertThat(result.exitCode()).as(result.err()).isZero();
      assertThat(result.out()).endsWith("<show>\n");
    }
    assertThat(mavenCalls()).hasSize(1);
  }

  @Test
  void theLockOfAProcessThatDiedIsNotInTheWay() throws IOException, InterruptedException {
    plantJdk("25", "25");
    Process dead = new ProcessBuilder("/bin/sh", "-c", "exit 0").start();
    dead.waitFor();
    Path state = Files.createDirectories(root.resolve("tools/target/launcher"));
    Files.createSymbolicLink(state.resolve("lock"), Path.of(Long.toString(dead.pid())));
    assertThat(launch(Map.of(), "show").exitCode()).isZero();
    assertThat(Files.exists(state.resolve("lock"), LinkOption.NOFOLLOW_LINKS)).isFalse();
  }

  @Test
  void theStartUpCacheIsMadeOncePerJdkAndAFailureToMakeItDoesNoHarm() throws IOException {
    plantJdk("25", "25");
    Result first = launch(Map.of());
    assertThat(first.out()).contains("<-XX:AOTCache=").contains("<-Xlog:aot=off>");
    assertThat(first.err()).contains("preparing a fast start");
    assertThat(launch(Map.of()).err()).isEmpty();
    Path other = plantJdk("26", "26");
    executable(
        other.resolve("bin/java"),
        "#!/bin/sh\ncase \"$*\" in *AOTCacheOutput*) exit 1 ;; esac\necho ran \"$@\"\n");
    Result result = launch(Map.of());
    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).startsWith("ran ").doesNotContain("AOTCache");
  }
}
