package dev.tilescope.dist;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The wheel {@code tilescope-ttnn}: the Python packages, and in {@code ttnn/_jars} the jars that
 * they start. Files are sorted and have one time, so that the same sources give the same bytes.
 *
 * @param name of the distribution, as file names have it
 * @param version as Python writes versions
 * @param time of all files
 */
record Wheel(String name, String version, Instant time) {
  private static final Pattern FIELD = Pattern.compile("^([a-z-]+) = \"(.*)\"$", Pattern.MULTILINE);
  private static final String MADE_FOR_ALL =
      """
      Wheel-Version: 1.0
      Generator: tilescope-dist
      Root-Is-Purelib: true
      Tag: py3-none-any
      """;

  /**
   * With the folder of the Python packages, that of {@code tilescope-tools.jar} and its {@code
   * lib}, the version, the time of files in jars, and the folder that the wheel goes to.
   */
  public static void main(String[] args) throws IOException {
    Path packages = Path.of(args[0]);
    Map<String, String> project = project(packages.resolve("pyproject.toml"));
    requireSameVersion(project, args[2]);
    String name = field(project, "name").replace('-', '_');
    Wheel wheel = new Wheel(name, field(project, "version"), Instant.parse(args[3]));
    SortedMap<String, byte[]> files = new TreeMap<>();
    for (Path file : PythonFiles.in(packages)) {
      files.put(inZip(file), Files.readAllBytes(packages.resolve(file)));
    }
    addJars(files, Path.of(args[1]));
    Path made = Files.createDirectories(Path.of(args[4])).resolve(wheel.fileName());
    try (OutputStream out = Files.newOutputStream(made)) {
      wheel.write(files, about(packages, project), out);
    }
    System.out.println(made + ": " + Files.size(made) + " bytes");
  }

  /** The quoted values of the table that comes first. */
  private static Map<String, String> project(Path file) throws IOException {
    String text = Files.readString(file);
    String table = text.substring(text.indexOf("[project]"), text.indexOf("[build-system]"));
    Map<String, String> fields = new TreeMap<>();
    Matcher matcher = FIELD.matcher(table);
    while (matcher.find()) {
      fields.put(matcher.group(1), matcher.group(2));
    }
    return fields;
  }

  private static String field(Map<String, String> project, String name) throws IOException {
    String value = project.get(name);
    if (value == null) {
      throw new IOException("python/pyproject.toml has no %s in [project]".formatted(name));
    }
    return value;
  }

  private static void requireSameVersion(Map<String, String> project, String ofMaven)
      throws IOException {
    String expected = ofMaven.replace("-SNAPSHOT", ".dev0");
    if (!field(project, "version").equals(expected)) {
      throw new IOException(
          "python/pyproject.toml is of version %s, but the build of %s: write %s there"
              .formatted(field(project, "version"), ofMaven, expected));
    }
  }

  private static SortedMap<String, byte[]> about(Path packages, Map<String, String> project)
      throws IOException {
    SortedMap<String, byte[]> files = new TreeMap<>();
    files.put("LICENSE", Files.readAllBytes(packages.toAbsolutePath().resolveSibling("LICENSE")));
    files.put("METADATA", bytes(metadata(project)));
    files.put("WHEEL", bytes(MADE_FOR_ALL));
    return files;
  }

  private static String metadata(Map<String, String> project) throws IOException {
    return """
    Metadata-Version: 2.1
    Name: %s
    Version: %s
    Summary: %s
    License: %s
    Requires-Python: %s
    """
        .formatted(
            field(project, "name"),
            field(project, "version"),
            field(project, "description"),
            field(project, "license"),
            field(project, "requires-python"));
  }

  private static void addJars(SortedMap<String, byte[]> files, Path app) throws IOException {
    files.put(
        "ttnn/_jars/tilescope-tools.jar",
        Files.readAllBytes(app.resolve("tilescope-tools.jar")));
    try (Stream<Path> jars = Files.list(app.resolve("lib"))) {
      for (Path jar : jars.filter(each -> each.toString().endsWith(".jar")).toList()) {
        files.put("ttnn/_jars/lib/" + jar.getFileName(), Files.readAllBytes(jar));
      }
    }
  }

  private static String inZip(Path file) {
    return file.toString().replace(file.getFileSystem().getSeparator(), "/");
  }

  private String fileName() {
    return "%s-%s-py3-none-any.whl".formatted(name, version);
  }

  /** What tells of the others comes last, as the format of wheels asks. */
  private void write(
      SortedMap<String, byte[]> files, SortedMap<String, byte[]> about, OutputStream out)
      throws IOException {
    String info = "%s-%s.dist-info/".formatted(name, version);
    StringBuilder record = new StringBuilder();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        record.append(add(zip, file.getKey(), file.getValue()));
      }
      for (Map.Entry<String, byte[]> file : about.entrySet()) {
        record.append(add(zip, info + file.getKey(), file.getValue()));
      }
      record.append(info).append("RECORD,,\n");
      add(zip, info + "RECORD", bytes(record.toString()));
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Gives its line in the list of all files. */
  private String add(ZipOutputStream zip, String path, byte[] content) throws IOException {
    ZipEntry entry = new ZipEntry(path);
    entry.setTimeLocal(LocalDateTime.ofInstant(time, ZoneOffset.UTC));
    zip.putNextEntry(entry);
    zip.write(content);
    zip.closeEntry();
    return "%s,sha256=%s,%d\n".formatted(path, hash(content), content.length);
  }

  private static String hash(byte[] content) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
