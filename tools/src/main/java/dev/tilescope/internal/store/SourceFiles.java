package dev.tilescope.internal.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Source files that stack traces name, stored once each.
 *
 * <p>A report may come from anywhere, and its text names files of this machine: only regular files
 * below the working directory, the home directory and the temporary directory are read, and Java
 * sources where {@link JavaSources} finds them.
 */
final class SourceFiles {
  /** A line of a Python stack, or nothing but {@code path:line} or {@code path:line:column}. */
  private static final Pattern FRAME =
      Pattern.compile(
          "^\\s*(?:File \"([^\"]+)\", line \\d+, in |([^:\\v]+):\\d+(?::\\d+)?\\h*$)",
          Pattern.MULTILINE);

  private static final Pattern LINE_END = Pattern.compile("\\r\\n?");
  private static final long MAX_BYTES = 16 << 20;

  private final Map<String, Long> ids = new HashMap<>();
  private final Map<String, String> realPaths = new HashMap<>();
  private final Map<String, Optional<Long>> javaIds = new HashMap<>();
  private final List<Path> roots;
  private @Nullable JavaSources javaSources;
  private long lastId;

  SourceFiles() {
    roots =
        Stream.of("user.dir", "user.home", "java.io.tmpdir")
            .map(System::getProperty)
            .filter(Objects::nonNull)
            .map(SourceFiles::realPath)
            .filter(path -> path != null && path.getNameCount() > 0)
            .map(Objects::requireNonNull)
            .toList();
  }

  /** A file that the database holds already. */
  void known(String path, long id) {
    ids.put(path, id);
    lastId = Math.max(lastId, id);
  }

  /** Number of the file stored last. */
  long lastId() {
    return lastId;
  }

  /** Forgets the files that were stored after this one. */
  void forgetAfter(long id) {
    ids.values().removeIf(stored -> stored > id);
    javaIds.clear();
    lastId = id;
  }

  /** Id of the file that a trace names first, or null; writes its row when it is new. */
  @Nullable Long idOf(String trace, RowSink rows) {
    Matcher matcher = FRAME.matcher(trace);
    if (!matcher.find()) {
      return null;
    }
    String written = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    String path = realPaths.computeIfAbsent(written, this::allowed);
    if (path.isEmpty()) {
      return javaIds.computeIfAbsent(written, name -> javaId(name, rows)).orElse(null);
    }
    Long known = ids.get(path);
    return known != null ? known : store(path, rows);
  }

  private Optional<Long> javaId(String written, RowSink rows) {
    if (javaSources == null) {
      javaSources =
          JavaSources.of(Path.of("").toAbsolutePath(), System.getProperty("java.class.path", ""));
    }
    JavaSources.Found found = javaSources.find(written, MAX_BYTES);
    if (found == null) {
      return Optional.empty();
    }
    Long known = ids.get(found.path());
    return Optional.of(known != null ? known : store(found.path(), found.contents(), rows));
  }

  private @Nullable Long store(String path, RowSink rows) {
    try {
      return store(path, Files.readAllBytes(Path.of(path)), rows);
    } catch (IOException e) {
      return null;
    }
  }

  private long store(String path, byte[] bytes, RowSink rows) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    long id = ++lastId;
    ids.put(path, id);
    rows.row(Table.SOURCE_FILES).add(id).add(path).add(LINE_END.matcher(text).replaceAll("\n"));
    return id;
  }

  /** The file's real path, or empty if it may not or cannot be read. */
  private String allowed(String written) {
    String home = System.getProperty("user.home", "");
    String path = written.strip();
    Path real = realPath(path.startsWith("~/") ? home + path.substring(1) : path);
    if (real == null || roots.stream().noneMatch(root -> real.startsWith(root))) {
      return "";
    }
    return Files.isRegularFile(real) && real.toFile().length() <= MAX_BYTES ? real.toString() : "";
  }

  private static @Nullable Path realPath(String path) {
    try {
      return Path.of(path).toAbsolutePath().toRealPath();
    } catch (IOException | InvalidPathException e) {
      return null;
    }
  }
}
