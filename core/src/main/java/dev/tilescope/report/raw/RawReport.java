package dev.tilescope.report.raw;

import dev.tilescope.json.JsonException;
import dev.tilescope.json.JsonReader;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.ReportBytes;
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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A report file, open: where each of its top-level values is. */
public final class RawReport implements AutoCloseable {
  private static final int KEPT_BYTES = 1 << 22;

  /** A value's place in the file. */
  public record Section(long start, long end) {}

  private final Path file;
  private final @Nullable Path unpacked;
  private final FileChannel channel;
  private final Map<String, Section> sections = new LinkedHashMap<>();
  private final boolean bareTrace;
  private final JsonBytes slice = new JsonBytes();
  private long rootStart;

  private RawReport(Path file, @Nullable Path unpacked, FileChannel channel) throws IOException {
    this.file = file;
    this.unpacked = unpacked;
    this.channel = channel;
    this.bareTrace = explained(this::index);
  }

  /** Opens a file; a compressed one is unpacked beside {@code scratch} first. */
  public static RawReport open(Path file, Path scratch) {
    try {
      Path plain = ReportBytes.isPacked(file) ? unpack(file, scratch) : null;
      FileChannel channel = FileChannel.open(plain == null ? file : plain, StandardOpenOption.READ);
      try {
        return new RawReport(file, plain, channel);
      } catch (IOException | RuntimeException e) {
        channel.close();
        if (plain != null) {
          Files.deleteIfExists(plain);
        }
        throw e;
      }
    } catch (IOException e) {
      throw new TilescopeException("cannot read report " + file + ": " + reason(e), e);
    }
  }

  private static String reason(IOException e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  private static Path unpack(Path file, Path scratch) throws IOException {
    Path plain = Files.createTempFile(scratch, ".tilescope-", ".json.tmp");
    try (InputStream bytes = ReportBytes.open(file)) {
      Files.copy(bytes, plain, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(plain);
      throw e;
    }
    return plain;
  }

  private boolean index() {
    FileWindow window = new FileWindow(channel, 0, size());
    skipByteOrderMark(window);
    int root = window.token();
    rootStart = window.offset();
    if (root == '[') {
      sections.put("graph", new Section(window.offset(), size()));
      return true;
    }
    if (root != '{') {
      throw new MalformedJson(window.offset(), "a report is an object");
    }
    window.expect('{');
    if (!window.accept('}')) {
      do {
        if (field(window)) {
          return false;
        }
      } while (window.accept(','));
      window.expect('}');
    }
    window.requireEnd();
    return false;
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
    Map<String, Section> rest =
        first == '[' && key.equals("graph") ? TailIndex.find(channel, start, size()) : null;
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
                new RawTrace(
                    channel, s.start, s.end, new NodeScanner(devices, lenient), bareTrace)));
  }

  /** Fields of a top-level object, each with its place. */
  public Members members(String key) {
    Section section = sections.get(key);
    return section == null ? Members.NONE : explained(() -> Members.of(channel, section));
  }

  /** Runs a step; what it finds wrong with the bytes is said with file, line and column. */
  public <T> T explained(Supplier<T> step) {
    try {
      return step.get();
    } catch (MalformedJson e) {
      throw explain(e);
    }
  }

  private TilescopeException explain(MalformedJson e) {
    try (InputStream bytes = Files.newInputStream(unpacked == null ? file : unpacked);
        JsonReader reader = JsonReader.of(bytes, file.toString())) {
      reader.skip();
      reader.requireEnd();
    } catch (JsonException said) {
      return new TilescopeException(
          said.getMessage()
              + (said.truncated() ? "; the file is cut off: copy or write it again" : ""),
          said);
    } catch (IOException again) {
      return new TilescopeException("cannot read report " + file + ": " + reason(again), again);
    }
    return new TilescopeException(
        LinePosition.of(channel, file, e.offset()) + ": " + e.getMessage(), e);
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
    try {
      channel.close();
      if (unpacked != null) {
        Files.deleteIfExists(unpacked);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
