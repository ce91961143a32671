package dev.tilescope.dist;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** A Java that has the modules which the jars use, and no others. */
final class RuntimeImage {
  /** Modules that no class names: found by their services or by options. */
  private static final List<String> UNNAMED =
      List.of(
          "jdk.incubator.vector", // demos compute with it
          "jdk.zipfs" // files in jars as paths
          );

  private RuntimeImage() {}

  static void make(Path lib, Path image) throws IOException {
    run(
        "jlink",
        "--add-modules",
        String.join(",", modules(lib)),
        "--output",
        image.toString(),
        "--strip-debug",
        "--no-header-files",
        "--no-man-pages",
        "--compress=zip-9",
        "--generate-cds-archive");
  }

  private static SortedSet<String> modules(Path lib) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of("--print-module-deps", "--ignore-missing-deps", "--multi-release=25"));
    try (Stream<Path> files = Files.walk(lib)) {
      files.map(Path::toString).filter(file -> file.endsWith(".jar")).sorted().forEach(words::add);
    }
    String found = run("jdeps", words.toArray(String[]::new)).strip();
    SortedSet<String> modules = new TreeSet<>(UNNAMED);
    modules.addAll(List.of(found.split(",", -1)));
    System.out.println("Modules: " + String.join(", ", modules));
    return modules;
  }

  private static String run(String tool, String... words) throws IOException {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        ToolProvider.findFirst(tool)
            .orElseThrow()
            .run(new PrintWriter(out), new PrintWriter(err), words);
    if (code != 0) {
      throw new IOException(tool + " failed: " + out + err);
    }
    return out.toString();
  }
}
