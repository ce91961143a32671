package dev.tilescope.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder that is packed, and the packing: sorted, with one time for all files and nobody's
 * names, so that the same sources give the same bytes (the start-up caches excepted, which the JVM
 * writes differently each time).
 *
 * @param root of the sources
 * @param home the folder that is packed
 * @param time of all files, seconds since 1970
 */
record Archive(Path root, Path home, Instant time) {
  /** One command of each profile that {@code start.sh} knows. */
  private static final List<String> OF_EACH_PROFILE = List.of("--help", "show", "import", "demo");

  /** Makes the start-up cache of a command's profile, as {@code ./tilescope} does. */
  private static final String MAKE_CACHE =
      """
      set -euf
      . "$0/lib/start.sh"
      choose_profile "$1"
      "$0/runtime/bin/java" $flags -XX:AOTCacheOutput="$0/lib/$profile.aot" \\
        -cp "$0/lib/tilescope-tools.jar" dev.tilescope.internal.cli.$training >/dev/null
      rm -f "$0/lib/$profile.aot.config"
      """;

  /** With the root of the sources, the version, and the time that files in jars have. */
  public static void main(String[] args) throws IOException, InterruptedException {
    Path root = Path.of(args[0]);
    Path target = root.resolve("dist/target");
    Path home = target.resolve("image/tilescope-" + args[1] + "-linux-x64");
    Archive archive = new Archive(root, home, Instant.parse(args[2]));
    archive.fill(args[1]);
    archive.makeCaches();
    archive.pack(target.resolve(home.getFileName() + ".tar.gz"));
  }

  private void fill(String version) throws IOException, InterruptedException {
    remove(home);
    Path lib = home.resolve("lib");
    Files.createDirectories(lib.resolve("lib"));
    Files.createDirectories(home.resolve("bin"));
    copy("tools/target/tilescope-tools.jar", lib);
    copy("agent/target/tilescope-agent.jar", lib);
    copy("tools/src/main/launch/start.sh", lib);
    try (Stream<Path> jars = Files.list(root.resolve("tools/target/lib"))) {
      for (Path jar : jars.toList()) {
        Files.copy(jar, lib.resolve("lib").resolve(jar.getFileName()));
      }
    }
    copyPython(lib.resolve("python"));
    copy("dist/src/main/launch/tilescope", home.resolve("bin"));
    copy("LICENSE", home);
    RuntimeImage.make(lib, home.resolve("runtime"));
    String date = time.toString().substring(0, "2026-11-18".length());
    java(
        "-cp",
        jar(),
        "dev.tilescope.internal.cli.Manual",
        home.resolve("share").toString(),
        version,
        date);
    settle();
  }

  private void copy(String file, Path folder) throws IOException {
    Path from = root.resolve(file);
    Files.copy(from, folder.resolve(from.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
  }

  private void copyPython(Path folder) throws IOException {
    Path packages = root.resolve("python");
    for (Path file : PythonFiles.in(packages)) {
      Path copy = folder.resolve(file.toString());
      Files.createDirectories(copy.getParent());
      Files.copy(packages.resolve(file), copy);
    }
  }

  private String jar() {
    return home.resolve("lib/tilescope-tools.jar").toString();
  }

  private void java(String... arguments) throws IOException, InterruptedException {
    Command.run(
        Stream.concat(Stream.of(home + "/runtime/bin/java"), Stream.of(arguments)).toList());
  }

  /** A cache is of use only while jars have the times that they had when it was made. */
  private void settle() throws IOException {
    try (Stream<Path> files = Files.walk(home)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        boolean runs = Files.isDirectory(file) || Files.isExecutable(file);
        Files.setPosixFilePermissions(
            file, PosixFilePermissions.fromString(runs ? "rwxr-xr-x" : "rw-r--r--"));
        Files.setLastModifiedTime(file, FileTime.from(time));
      }
    }
  }

  private void makeCaches() throws IOException, InterruptedException {
    for (String command : OF_EACH_PROFILE) {
      Command.run(List.of("sh", "-c", MAKE_CACHE, home.toString(), command));
    }
    settle();
  }

  private void pack(Path file) throws IOException, InterruptedException {
    Command.run(
        List.of(
            "tar",
            "--create",
            "--file=" + file,
            "--use-compress-program=gzip -9n",
            "--format=ustar",
            "--sort=name",
            "--mtime=@" + time.getEpochSecond(),
            "--owner=0",
            "--group=0",
            "--numeric-owner",
            "--directory=" + home.getParent(),
            home.getFileName().toString()));
    System.out.println(file + ": " + Files.size(file) + " bytes");
  }

  private static void remove(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
