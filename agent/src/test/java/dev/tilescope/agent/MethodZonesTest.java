package dev.tilescope.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.agent.ProfiledProgram.Result;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs with zones do what they do without, and each zone that begins ends. */
class MethodZonesTest {
  @TempDir Path folder;

  private static final String CLASSES = ProfiledProgram.testClasses().toString();

  @ParameterizedTest
  @ValueSource(strings = {"0", "1"})
  void everyShapeOfCodeRunsAsBeforeAndItsZonesAreBalanced(String lines) {
    Result plain = new ProfiledProgram(folder).runPlain("-cp", CLASSES, "sample.Shapes");
    assertThat(plain.exit()).as(plain.err()).isZero();
    Result result =
        new ProfiledProgram(folder)
            .with("TILESCOPE_PROFILE_LINES", lines)
            .run("-Xverify:all", "-cp", CLASSES, "sample.Shapes");
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out()).isEqualTo(plain.out());
    assertThat(result.err()).doesNotContain("stayed without zones");
    assertThat(result.zones().problems()).isEmpty();
    assertThat(result.zones().trees()).hasSize(2);
  }

  @Test
  void zonesAreNamedByClassAndMethodWithFileAndLine() {
    ZoneLog zones = new ProfiledProgram(folder).run("-cp", CLASSES, "sample.Shapes").zones();
    assertThat(zones.count("JAVA_FUNC_Shapes.fibonacci sample/Shapes.java:48")).isEqualTo(465 + 15);
    assertThat(new TreeSet<>(zones.entered()))
        .contains(
            "JAVA_FUNC_Shapes.<clinit> sample/Shapes.java:13",
            "JAVA_FUNC_Shapes$Child.<init> sample/Shapes.java:197",
            "JAVA_FUNC_Shapes$Named.greeting sample/Shapes.java:173",
            "JAVA_FUNC_Shapes$Named.prefix sample/Shapes.java:177",
            "JAVA_FUNC_Shapes$Named.twice sample/Shapes.java:181",
            "JAVA_FUNC_Shapes$Level$1.next sample/Shapes.java:152",
            "JAVA_FUNC_Shapes$Inner.value sample/Shapes.java:239");
    assertThat(zones.entered()).anyMatch(zone -> zone.startsWith("JAVA_FUNC_Shapes.lambda$"));
    assertThat(zones.entered().stream().filter(zone -> zone.contains("Pair.compareTo")))
        .as("its bridge is no zone")
        .hasSize(1);
  }

  @Test
  void exceptionsCloseWhatTheyLeave() {
    ZoneLog zones = new ProfiledProgram(folder).run("-cp", CLASSES, "sample.Lines").zones();
    assertThat(zones.problems()).isEmpty();
    assertThat(zones.trees()).containsExactly("Lines.main{Lines.fail Lines.<init> }");
  }

  @Test
  void linesAreZonesThatEndWhereTheNextBegins() {
    ZoneLog zones =
        new ProfiledProgram(folder)
            .with("TILESCOPE_PROFILE_LINES", "1")
            .run("-cp", CLASSES, "sample.Lines")
            .zones();
    assertThat(zones.problems()).isEmpty();
    assertThat(zones.entered().stream().filter(z -> z.startsWith("JAVA_LINE_")))
        .map(zone -> zone.replaceFirst("JAVA_LINE_(.*) sample/Lines.java:", "$1 "))
        .containsExactly(
            "main 6",
            "main 7",
            "main 8",
            "main 7",
            "main 8",
            "main 7",
            "main 8",
            "main 7",
            "main 11",
            "fail 27",
            "fail 28",
            "main 12",
            "main 13",
            "main 15",
            "<init> 23",
            "<init> 24",
            "main 16",
            "main 17");
    assertThat(zones.trees())
        .singleElement()
        .asString()
        .as("what a line calls is inside it")
        .contains("main{Lines.fail{fail fail }}main");
  }

  @Test
  void inPartialModeOnlyWhatRunsWhileEnabledIsAZone() {
    Result result =
        new ProfiledProgram(folder)
            .with("TILESCOPE_PROFILE_PARTIAL", "1")
            .with("TILESCOPE_PROFILE_VERBOSE", "1")
            .run("-cp", CLASSES, "sample.Parts");
    assertThat(result.zones().problems()).isEmpty();
    assertThat(result.zones().trees())
        .containsExactly(
            "Parts.inside Parts.turnsOff{Parts.inside Parts.inside }Parts.inside Parts.inside");
    assertThat(result.err()).contains("7 methods of 1 class were made zones");
  }

  @Test
  void inPartialModeWithoutEnableNothingIsRewritten() {
    Result result =
        new ProfiledProgram(folder)
            .with("TILESCOPE_PROFILE_PARTIAL", "1")
            .with("TILESCOPE_PROFILE_VERBOSE", "1")
            .run("-cp", CLASSES, "sample.Shapes");
    assertThat(result.exit()).isZero();
    assertThat(result.zones().entered()).isEmpty();
    assertThat(result.err()).contains("0 methods of 0 classes");
  }

  @Test
  void linesCanBeProfiledInParts() {
    ZoneLog zones =
        new ProfiledProgram(folder)
            .with("TILESCOPE_PROFILE_PARTIAL", "1")
            .with("TILESCOPE_PROFILE_LINES", "1")
            .run("-cp", CLASSES, "sample.Parts")
            .zones();
    assertThat(zones.problems()).isEmpty();
    assertThat(zones.entered()).hasSizeGreaterThan(10);
  }

  @Test
  void aProgramThatFailsFailsAsBefore() {
    List<String> words = List.of("-cp", CLASSES, "sample.Plain", "no.such.Library");
    Result plain = new ProfiledProgram(folder).runPlain(words.toArray(String[]::new));
    Result result = new ProfiledProgram(folder).run(words.toArray(String[]::new));
    assertThat(result.exit()).isEqualTo(plain.exit()).isEqualTo(1);
    assertThat(result.err()).isEqualTo(plain.err()).contains("no.such.Library");
    assertThat(result.zones().problems()).isEmpty();
  }
}
