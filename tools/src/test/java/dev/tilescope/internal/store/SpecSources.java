package dev.tilescope.internal.store;

import static dev.tilescope.internal.store.PlainJson.NONE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Section 3.9: stack traces and the files they name, for absolute paths. */
final class SpecSources {
  private static final Pattern FRAME = Pattern.compile("File \"([^\"]+)\", line (\\d+)");
  private static final Pattern PLACE =
      Pattern.compile(
          "^\\s*File \"([^\"]+)\", line \\d+, in |^([^:\\n]+):\\d+(?::\\d+)?$", Pattern.MULTILINE);

  private final SpecTables tables;
  private final long rank;
  private final Map<Long, String> texts = new HashMap<>();

  SpecSources(SpecTables tables, long rank) {
    this.tables = tables;
    this.rank = rank;
  }

  void add(long operation, String text) {
    texts.put(operation, text);
    tables.insert("stack_traces", operation, text, sourceFile(text), rank);
  }

  private Object sourceFile(String text) {
    Matcher named = PLACE.matcher(text);
    if (!named.find()) {
      return NONE;
    }
    String path = (named.group(1) != null ? named.group(1) : named.group(2)).strip();
    if (!Files.isRegularFile(Path.of(path))) {
      return NONE;
    }
    try {
      String real = Path.of(path).toRealPath().toString();
      long next = tables.rows("source_files").size() + 1L;
      tables.insertNew("source_files", new int[] {1}, next, real, SpecImporter.text(Path.of(real)));
      return tables.rows("source_files").stream()
          .filter(row -> row.get(1).equals(real))
          .findFirst()
          .orElseThrow()
          .getFirst();
    } catch (IOException e) {
      return NONE;
    }
  }

  Object file(Object operation) {
    Matcher frame = FRAME.matcher(text(operation));
    return frame.find() ? frame.group(1) : NONE;
  }

  Object line(Object operation) {
    Matcher frame = FRAME.matcher(text(operation));
    return frame.find() ? (Object) Long.parseLong(frame.group(2)) : NONE;
  }

  private String text(Object operation) {
    return operation instanceof Long id ? texts.getOrDefault(id, "") : "";
  }
}
