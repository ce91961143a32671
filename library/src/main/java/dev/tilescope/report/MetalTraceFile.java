package dev.tilescope.report;

import dev.tilescope.internal.io.AtomicFiles;
import dev.tilescope.internal.io.FileTrouble;
import dev.tilescope.internal.json.JsonException;
import dev.tilescope.internal.json.JsonReader;
import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.Report.Damage;
import dev.tilescope.model.TilescopeException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One metal trace as a file of its own, plain JSON:
 *
 * <pre>{metal_trace: MetalTrace, version: 1}</pre>
 *
 * with the MetalTrace of a report's {@code metal_traces}. A process that is watched leaves such
 * files for those who want to see what it replays.
 */
public final class MetalTraceFile {
  private static final int VERSION = 1;
  private static final String KEY = "metal_trace";

  /** Where the key must have come by: files of other kinds are told apart without reading them. */
  private static final int RECOGNISED_WITHIN_BYTES = 256;

  private MetalTraceFile() {}

  /** Writes the file whole or not at all. */
  public static void write(MetalTrace trace, Path file) {
    try {
      AtomicFiles.write(file, target -> write(trace, target));
    } catch (IOException e) {
      throw new TilescopeException(
          "cannot write metal trace %s: %s; choose a folder you may write to"
              .formatted(file, FileTrouble.writing(e)),
          e);
    }
  }

  /** Writes what such a file holds. */
  public static void write(MetalTrace trace, OutputStream target) {
    ReportFile.json(
            json -> {
              json.beginObject().name(KEY);
              MetalTraceJson.write(trace, json);
              json.field("version", VERSION).endObject();
            })
        .accept(target);
  }

  /** By its first bytes; false if it cannot be read. */
  public static boolean isOne(Path file) {
    try (InputStream bytes = Files.newInputStream(file)) {
      String first =
          new String(bytes.readNBytes(RECOGNISED_WITHIN_BYTES), StandardCharsets.ISO_8859_1);
      return first.stripLeading().startsWith("{") && first.contains("\"" + KEY + "\"");
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * @throws TilescopeException if the file holds no trace, or one of another version, or one that
   *     is damaged
   */
  public static MetalTrace read(Path file) {
    String name = String.valueOf(file.getFileName());
    try (InputStream bytes = new BufferedInputStream(Files.newInputStream(file));
        JsonReader json = JsonReader.of(bytes, name)) {
      return read(json, name);
    } catch (JsonException e) {
      throw notReadable(file, e.where() + ": " + e.problem(), e);
    } catch (TilescopeException e) {
      throw notReadable(file, String.valueOf(e.getMessage()), e);
    } catch (IOException | UncheckedIOException e) {
      throw notReadable(file, ReportReader.reasonOf(e), e);
    }
  }

  private static MetalTrace read(JsonReader json, String name) {
    DamageLog damage = new DamageLog(name);
    TolerantValueReader values = new TolerantValueReader(json, damage);
    @Nullable MetalTrace[] found = {null};
    long[] version = {VERSION};
    values.object(
        "file",
        field -> {
          switch (field) {
            case KEY -> found[0] = new MetalTraceJson(values).readOne();
            case "version" -> version[0] = values.number(field, 0);
            default -> values.skip();
          }
        });
    return checked(found[0], version[0], damage);
  }

  private static MetalTrace checked(@Nullable MetalTrace found, long version, DamageLog damage) {
    if (version != VERSION) {
      throw new TilescopeException(
          "it is of version " + version + " where this tool reads version " + VERSION);
    }
    if (!damage.entries().isEmpty()) {
      Damage first = damage.entries().getFirst();
      throw new TilescopeException(first.where() + ": " + first.what());
    }
    if (found == null) {
      throw new TilescopeException("it holds no \"" + KEY + "\"");
    }
    return found;
  }

  private static TilescopeException notReadable(Path file, String why, Throwable cause) {
    return new TilescopeException(
        "cannot read metal trace " + file + ": " + why + "; capture it again", cause);
  }
}
