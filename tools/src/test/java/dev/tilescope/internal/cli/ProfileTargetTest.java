package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileTargetTest {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();
  private static final String OWN = System.getProperty("java.class.path");

  @TempDir private Path folder;

  private ProfileTarget of(String... words) {
    return ProfileTarget.of(List.of(words), false, null, Map.of("PATH", folder.toString()));
  }

  private static ProfileTarget java(String... words) {
    return new ProfileTarget(List.of(words), true);
  }

  @Test
  void javaIsTheOneThatRunsTilescopeUnlessItHasAPath() {
    assertThat(of("java", "@options", "Main")).isEqualTo(java(JAVA, "@options", "Main"));
    assertThat(of("/jdk/bin/java", "Main")).isEqualTo(java("/jdk/bin/java", "Main"));
  }

  @Test
  void jarsAndSourceFilesAreRunAsJavaRunsThem() {
    assertThat(of("app.jar", "x")).isEqualTo(java(JAVA, "-jar", "app.jar", "x"));
    assertThat(of("Example.java", "x")).isEqualTo(java(JAVA, "-cp", OWN, "Example.java", "x"));
  }

  @Test
  void theClassPathComesFromTheOptionThenTheVariableThenTilescope() {
    Map<String, String> variable = Map.of("CLASSPATH", "theirs");
    List<String> words = List.of("a.B", "x");
    assertThat(ProfileTarget.of(words, true, "given", variable))
        .isEqualTo(java(JAVA, "-cp", "given", "a.B", "x"));
    assertThat(ProfileTarget.of(words, true, null, variable))
        .isEqualTo(java(JAVA, "-cp", "theirs", "a.B", "x"));
    assertThat(ProfileTarget.of(words, true, null, Map.of()))
        .isEqualTo(java(JAVA, "-cp", OWN, "a.B", "x"));
  }

  @Test
  void tilescopesOwnCommandsRunWithItsOwnOptions() {
    List<String> demo = of("demo", "bert").words();
    assertThat(demo)
        .startsWith(JAVA)
        .contains("--add-modules=jdk.incubator.vector")
        .endsWith("-cp", OWN, "dev.tilescope.internal.cli.Main", "demo", "bert");
    assertThat(of("tilescope", "demo", "bert").words()).isEqualTo(demo);
    Map<String, String> more = Map.of("TILESCOPE_JAVA_OPTS", " -Xmx1g  -Da=b");
    assertThat(ProfileTarget.of(List.of("demo"), false, null, more).words())
        .containsSubsequence("-Xmx1g", "-Da=b", "-cp");
    assertThat(of("./tilescope", "demo", "bert").words()).isEqualTo(demo);
  }

  @Test
  void programsGoBeforeClassesOfTheSameName() throws IOException {
    assertThat(of("train", "x")).isEqualTo(java(JAVA, "-cp", OWN, "train", "x"));
    Path program = Files.writeString(folder.resolve("train"), "#!/bin/sh\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(of("train", "x")).isEqualTo(new ProfileTarget(List.of("train", "x"), false));
    assertThat(of("./no/such", "x")).isEqualTo(new ProfileTarget(List.of("./no/such", "x"), false));
  }

  @Test
  void programsOfPythonRunInItWithItsHooks() {
    assertThat(ProfileTarget.ofPython("/bin/python3", false, List.of("a.py", "-x")).words())
        .containsExactly("/bin/python3", "-m", "tracy._program", "a.py", "-x");
    assertThat(ProfileTarget.ofPython("/bin/python3", true, List.of("pytest", "-x")).words())
        .containsExactly("/bin/python3", "-m", "tracy._program", "-m", "pytest", "-x");
    assertThatThrownBy(() -> of("a.py"))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("use tilescope python -m tracy");
  }

  @Test
  void aWordThatCanBeNothingIsRefused() {
    assertThatThrownBy(() -> of("no-such-program"))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("cannot run \"no-such-program\"");
  }

  @Test
  void optionsForTheJvmFollowTheJava() {
    assertThat(of("app.jar").withJvmOptions(List.of("-a", "-b")))
        .containsExactly(JAVA, "-a", "-b", "-jar", "app.jar");
  }
}
