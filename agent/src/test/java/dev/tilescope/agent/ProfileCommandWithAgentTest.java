package dev.tilescope.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.agent.ProfiledProgram.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tilescope profile} and the agent together, each program in a JVM of its own. */
class ProfileCommandWithAgentTest {
  private static final String CLASSES = ProfiledProgram.testClasses().toString();

  @TempDir Path temp;

  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectory(temp.resolve("with 'odd' names"));
  }

  private Result profile(String... words) {
    ProfiledProgram program = new ProfiledProgram(folder);
    List<String> command = new ArrayList<>();
    command.add("-Dtilescope.agent=" + program.agentJar());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("dev.tilescope.internal.cli.Main", "profile", "-o", folder.toString()));
    command.addAll(List.of(words));
    return program.runPlain(command.toArray(String[]::new));
  }

  @Test
  void theMethodsOfAJavaCommandAreZones() {
    Result result = profile("java", "-cp", CLASSES, "sample.Plain");
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.zones().trees()).containsExactly("Plain.main{Plain.helper }");
    assertThat(profile("-cp", CLASSES, "-m", "sample.Plain").zones().trees())
        .containsExactly("Plain.main{Plain.helper }");
  }

  @Test
  void theOptionsReachTheAgent() {
    Result lines = profile("-l", "-cp", CLASSES, "-m", "sample.Plain");
    assertThat(lines.zones().entered()).anyMatch(zone -> zone.startsWith("JAVA_LINE_main"));
    Result partial = profile("-p", "-v", "-cp", CLASSES, "-m", "sample.Plain");
    assertThat(partial.zones().entered()).isEmpty();
    assertThat(partial.err()).contains("0 methods of 0 classes were made zones");
    Result packages = profile("--packages", "sample.Lines", "-cp", CLASSES, "-m", "sample.Plain");
    assertThat(packages.zones().entered()).isEmpty();
  }

  @Test
  void theAgentReachesJvmsThatOtherProgramsStart() throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path script =
        Files.writeString(
            folder.resolve("start.sh"),
            "'" + java + "' -cp '" + CLASSES + "' sample.Plain\nexit 5\n");
    Result result = profile("--", "sh", script.toString());
    assertThat(result.exit()).as(result.err()).isEqualTo(5);
    assertThat(result.zones().trees()).containsExactly("Plain.main{Plain.helper }");
  }
}
