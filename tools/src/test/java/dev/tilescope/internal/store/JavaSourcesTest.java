package dev.tilescope.internal.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JavaSourcesTest {
  private static final String NAME = "com/acme/Model.java";

  @TempDir private Path folder;

  private Path file(String path) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, "package com.acme;");
  }

  private JavaSources.Found find(String written, String classPath) {
    return JavaSources.of(folder.resolve("work"), classPath).find(written, 1 << 20);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "work/com/acme/Model.java",
        "work/src/main/java/com/acme/Model.java",
        "work/src/test/java/com/acme/Model.java",
        "work/module/src/main/java/com/acme/Model.java",
        "lib/src/main/java/com/acme/Model.java"
      })
  void aSourceIsFoundWhereBuildsKeepIt(String path) throws IOException {
    Path file = file(path);
    Path classes = Files.createDirectories(folder.resolve("lib/target/classes"));
    assertThat(find(NAME, "missing.jar" + File.pathSeparator + classes).path())
        .isEqualTo(file.toRealPath().toString());
  }

  @Test
  void aSourceIsFoundInTheSourcesJarBesideAJarOfTheClassPath() throws IOException {
    Path jar = file("lib/model-1.0.jar");
    try (OutputStream out = Files.newOutputStream(folder.resolve("lib/model-1.0-sources.jar"));
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry(NAME));
      zip.write("package com.acme;".getBytes(UTF_8));
    }
    JavaSources.Found found = find(NAME, jar.toString());
    assertThat(found.path()).endsWith("model-1.0-sources.jar!/" + NAME);
    assertThat(new String(found.contents(), UTF_8)).isEqualTo("package com.acme;");
  }

  @Test
  void whatLiesOutsideOfAFolderOfSourcesIsNotRead() throws IOException {
    Path secret = file("Secret.java");
    Files.createDirectories(folder.resolve("work"));
    Files.createSymbolicLink(folder.resolve("work/Linked.java"), secret);
    assertThat(find("../Secret.java", "")).isNull();
    assertThat(find("Linked.java", "")).isNull();
    assertThat(find(secret.toString(), "")).isNull();
  }
}
