package dev.tilescope.report.internal;

import dev.tilescope.internal.json.JsonException;
import dev.tilescope.internal.json.JsonReader;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.TilescopeException.Place;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A report file, open: where each of its top-level values is. */
public final class RawReport implements AutoCloseable {
  private static final int KEPT_BYTES = 1 << 22;

  /** A value's place in the file. */
  public record Section(long start, long end) {}

  private final Path file;
  private final PlainFile plain;
  private final FileChannel channel;
  private final Damage damage;
  private final Map<String, Section> sections = new LinkedHashMap<>();
  private final JsonBytes slice = new JsonBytes();
  private boolean bareTrace;
  private long rootStart;
  private long graphStart = -1;

  private RawReport(Path file, PlainFile plain, FileChannel channel, Damage damage) {
    this.file = file;
    this.plain = plain;
    this.channel = channel;
    this.damage = damage;
    plain.damage().ifPresent(problem -> damage.found(() -> problem));
    index();
  }

  /**
   * Opens a file, unpacked if need be; what is wrong with it goes to the damage of the opening, now
   * and later.
   */
  public static RawReport open(Path file, Opening opening) {
    PlainFile plain = PlainFile.of(file, opening);
    try {
      FileChannel channel = FileChannel.open(plain.path(), StandardOpenOption.READ);
      try {
        return new RawReport(file, plain, channel, opening.damage());
      } catch (RuntimeException e) {
        channel.close();
        throw e;
      }
    } catch (IOException e) {
      plain.close();
      throw new TilescopeException(
          Place.in(file), "cannot read report " + file + ": " + reason(e), e);
    } catch (RuntimeException e) {
      plain.close();
      throw e;
    }
  }

  static String reason(IOException e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  /** Finds the top-level values. Of a broken file those before the break, and the trace to it. */
  private void index() {
    try {
      findValues();
    } catch (MalformedJson e) {
      damage.found(() -> explain(e));
      if (graphStart >= 0 && !sections.containsKey("graph")) {
        sections.put("graph", new Section(graphStart, size()));
      }
    }
  }

  private void findValues() {
    FileWindow window = new FileWindow(channel, 0, size());
    skipByteOrderMark(window);
    int root = window.token();
    rootStart = window.offset();
    if (root == '[') {
      bareTrace = true;
      sections.put("graph", new Section(window.offset(), size()));
      return;
    }
    if (root != '{') {
      throw new MalformedJson(window.offset(), "a report is an object");
    }
    window.expect('{');
    if (!window.accept('}')) {
      do {
        if (field(window)) {
          return;
        }
      } while (window.accept(','));
      window.expect('}');
    }
    window.requireEnd();
  }

  private static void skipByteOrderMark(FileWindow window) {
    JsonBytes json = window.json();
    if (window.step(() -> json.limit == 0 ? json.token() : json.bytes[0]) == (byte) 0xef) {
      json.at = Math.min(3, json.limit);
    }
  }

  /** Notes the next field; true if all fields behind it were found as well. */
  private boolean field(FileWindow window) {
    JsonBytes json = window.json();
    String key = window.step(json::text);
    window.expect(':');
    int first = window.token();
    long start = window.offset();
    boolean graph = first == '[' && key.equals("graph");
    if (graph) {
      graphStart = start;
    }
    Map<String, Section> rest = graph ? TailIndex.find(channel, start, size()) : null;
    if (rest != null) {
      rest.forEach(sections::put);
      return true;
    }
    window.skim();
    sections.put(key, new Section(start, window.offset()));
    return false;
  }

  public Path file() {
    return file;
  }

  /** Bytes of the unpacked file. */
  public long size() {
    try {
      return channel.size();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The file is a trace array without the report around it. */
  public boolean isBareTrace() {
    return bareTrace;
  }

  public Optional<Section> section(String key) {
    return Optional.ofNullable(sections.get(key));
  }

  /** The whole document. */
  public Section root() {
    return new Section(rootStart, size());
  }

  public boolean isNull(Section section) {
    return section.end - section.start == 4 && valueAt(section) == null;
  }

  /** A top-level value, whole; null if it is missing. For values that are known to be small. */
  public @Nullable Object value(String key) {
    Section section = sections.get(key);
    return section == null ? null : valueAt(section);
  }

  /** Reads one value at a known place. */
  public @Nullable Object valueAt(Section section) {
    long length = section.end - section.start;
    if (length > FileWindow.MAX_VALUE_BYTES) {
      throw explain(new MalformedJson(section.start, FileWindow.TOO_LARGE));
    }
    return explained(() -> slice(section.start, (int) length).value());
  }

  /** Valid until the next call: the buffer is used again. */
  private JsonBytes slice(long start, int length) {
    JsonBytes json = slice;
    if (json.bytes.length < length + JsonBytes.PADDING || json.bytes.length > KEPT_BYTES) {
      json.bytes = new byte[Math.max(length, 1 << 12) + JsonBytes.PADDING];
    }
    FileWindow.readFully(channel, json.bytes, 0, length, start);
    Arrays.fill(json.bytes, length, length + JsonBytes.PADDING, (byte) 0);
    json.at = 0;
    json.limit = length;
    json.base = start;
    return json;
  }

  FileWindow window(Section section) {
    return new FileWindow(channel, section.start, section.end);
  }

  public Optional<RawTrace> trace(DeviceNumbers devices, boolean lenient) {
    return section("graph")
        .map(s ->
            explained(() ->
                new RawTrace(this, channel, s, new NodeScanner(devices, lenient), bareTrace)));
  }

  /** Fields of a top-level object, each with its place. */
  public Members members(String key) {
    Members members = new Members();
    section(key).ifPresent(place -> upToDamage(() -> members.addAll(window(place))));
    return members;
  }

  /** Elements of a top-level array, one by one; none if it is something else. */
  public void forEachElement(String key, Consumer<@Nullable Object> action) {
    section(key).ifPresent(place -> upToDamage(() -> elements(window(place), action)));
  }

  private static void elements(FileWindow window, Consumer<@Nullable Object> action) {
    if (!window.accept('[') || window.accept(']')) {
      return;
    }
    do {
      action.accept(window.step(() -> Optional.ofNullable(window.json().value())).orElse(null));
    } while (window.accept(','));
    window.expect(']');
  }

  /** Runs a step that keeps what it has read; what it finds wrong with the bytes is damage. */
  void upToDamage(Runnable step) {
    try {
      step.run();
    } catch (MalformedJson e) {
      damage.found(() -> explain(e));
    }
  }

  /** Runs a step; what it finds wrong with the bytes is said with file, line and column. */
  public <T> T explained(Supplier<T> step) {
    try {
      return step.get();
    } catch (MalformedJson e) {
      throw explain(e);
    }
  }

  Damage damage() {
    return damage;
  }

  TilescopeException explain(MalformedJson e) {
    try (InputStream bytes = Files.newInputStream(plain.path());
        JsonReader reader = JsonReader.of(bytes, file.toString())) {
      reader.skip();
      reader.requireEnd();
    } catch (JsonException said) {
      return new TilescopeException(
          Place.of(file, said.line()),
          said.getMessage()
              + (said.truncated() ? "; the file is cut off: copy or write it again" : ""),
          said);
    } catch (IOException again) {
      return new TilescopeException(
          Place.in(file), "cannot read report " + file + ": " + reason(again), again);
    }
    return located(e);
  }

  /** The same for JSON that is known to be sound and only not what it should be. */
  TilescopeException located(MalformedJson e) {
    LinePosition at = LinePosition.of(channel, e.offset());
    return new TilescopeException(
        Place.of(file, at.line()), file + ":" + at + ": " + e.getMessage(), e);
  }

  /** Reads JSON in a text that a report holds. */
  public static @Nullable Object parse(String text, String what) {
    JsonBytes json = JsonBytes.of(text.getBytes(StandardCharsets.UTF_8));
    try {
      Object value = json.value();
      if (json.at < json.limit) {
        json.at = json.limit;
      }
      return value;
    } catch (MalformedJson e) {
      throw new TilescopeException(what + " holds text that is not JSON: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    try (plain) {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
