package dev.tilescope.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.agent.ProfiledProgram.Result;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose methods are zones, however a program is started. */
class ClassChoiceTest {
  @TempDir Path folder;

  private Path profiler;
  private Path library;

  @BeforeEach
  void makeLibraries() throws IOException {
    Path classes = ProfiledProgram.testClasses();
    Path plain = Files.writeString(folder.resolve("plain.mf"), "Manifest-Version: 1.0\n");
    profiler =
        ProfiledProgram.jar(
            folder.resolve("profiler.jar"), plain, classes, "dev/tilescope/profile");
    Path built =
        compile(
            "library",
            Map.of(
                "lib/Library.java",
                "package lib; public class Library { public static void call() {} }"));
    library = ProfiledProgram.jar(folder.resolve("library.jar"), plain, built, "lib");
  }

  /** Compiles sources, given by name and text, into a folder of classes. */
  private Path compile(String name, Map<String, String> sources) throws IOException {
    Path output = Files.createDirectories(folder.resolve(name));
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Path file = folder.resolve(name + "-src").resolve(source.getKey());
      Files.createDirectories(file.getParent());
      Files.writeString(file, source.getValue());
    }
    List<String> files =
        sources.keySet().stream()
            .map(f -> folder.resolve(name + "-src").resolve(f).toString())
            .toList();
    String[] words =
        Stream.concat(Stream.of("-g", "-d", output.toString()), files.stream())
            .toArray(String[]::new);
    assertThat(ToolProvider.findFirst("javac").orElseThrow().run(System.out, System.err, words))
        .isZero();
    return output;
  }

  private static String path(Object... places) {
    return String.join(File.pathSeparator, Arrays.stream(places).map(Object::toString).toList());
  }

  private Path mainJar() throws IOException {
    Path manifest =
        Files.writeString(
            folder.resolve("main.mf"),
            "Manifest-Version: 1.0\n"
                + "Main-Class: sample.Plain\n"
                + "Class-Path: profiler.jar library.jar\n");
    return ProfiledProgram.jar(
        folder.resolve("the app.jar"), manifest, ProfiledProgram.testClasses(), "sample");
  }

  private static final String OWN = "Plain.main{Plain.helper }";

  @Test
  void theJarOfTheMainClassIsOwnAndLibrariesAreNot() throws IOException {
    Result byJar = new ProfiledProgram(folder).run("-jar", mainJar().toString(), "lib.Library");
    assertThat(byJar.zones().trees()).as(byJar.err()).containsExactly(OWN);
    Result byPath =
        new ProfiledProgram(folder)
            .run("-cp", path(library, profiler, mainJar()), "sample.Plain", "lib.Library");
    assertThat(byPath.zones().trees()).as(byPath.err()).containsExactly(OWN);
  }

  @Test
  void foldersAreOwn() {
    Path libraryFolder = folder.resolve("library");
    Result result =
        new ProfiledProgram(folder)
            .run(
                "-cp",
                path(ProfiledProgram.testClasses(), libraryFolder),
                "sample.Plain",
                "lib.Library");
    assertThat(result.zones().trees()).containsExactly("Plain.main{Plain.helper Library.call }");
  }

  @Test
  void packagesAndClassesMayBeNamed() throws IOException {
    Map<String, String> expected =
        Map.of(
            "lib", "Library.call",
            "sample.Plain,lib.*", "Plain.main{Plain.helper Library.call }",
            "sample.Pla, lib.Library", "Library.call",
            "dev.tilescope,java", "");
    for (Map.Entry<String, String> each : expected.entrySet()) {
      Result result =
          new ProfiledProgram(folder)
              .with("TILESCOPE_PROFILE_PACKAGES", each.getKey())
              .run("-jar", mainJar().toString(), "lib.Library");
      assertThat(String.join("", result.zones().trees()))
          .as(each.getKey())
          .isEqualTo(each.getValue());
      assertThat(result.err()).isEmpty();
    }
  }

  @Test
  void aProgramWithoutTilescopeGetsItFromTheAgent() throws IOException {
    Path classes = compile("app", Map.of("App.java", "void main() { helper(); } void helper() {}"));
    Result without = new ProfiledProgram(folder).run("-cp", classes.toString(), "App");
    assertThat(without.exit()).isZero();
    assertThat(without.err())
        .contains("neither class path nor agent's argument has Tilescope's jar");
    Result with =
        new ProfiledProgram(folder)
            .withAgentArgument(profiler)
            .run("-cp", classes.toString(), "App");
    assertThat(with.err()).isEmpty();
    assertThat(with.zones().trees()).containsExactly("App.<init> App.main{App.helper }");
  }

  @Test
  void aSourceFileIsOwn() throws IOException {
    Path source =
        Files.writeString(
            folder.resolve("Script.java"),
            "void main() { IO.println(new Object() { int two() { return 2; } }.two()); }");
    Result result = new ProfiledProgram(folder).withAgentArgument(profiler).run(source.toString());
    assertThat(result.out()).isEqualToIgnoringNewLines("2");
    assertThat(result.zones().trees())
        .containsExactly("Script.<init> Script.main{Script$1.<init> Script$1.two }");
  }

  @Test
  void modulesAreOwnAndReachTheProfiler() throws IOException {
    Path classes =
        compile(
            "module",
            Map.of(
                "module-info.java", "module app {}",
                "app/App.java",
                    "package app; public class App { public static void main(String[] a) {} }"));
    Result result =
        new ProfiledProgram(folder)
            .withAgentArgument(profiler)
            .run("-p", classes.toString(), "-m", "app/app.App");
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.zones().trees()).containsExactly("App.main");
  }

  @Test
  void theEntryLoadsInOlderJvms() throws IOException {
    byte[] entry = AgentEntry.class.getResourceAsStream("AgentEntry.class").readAllBytes();
    assertThat(entry[7]).as("class file version of Java 11").isEqualTo((byte) 55);
  }
}
