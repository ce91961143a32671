package dev.tilescope.replay;

import dev.tilescope.internal.io.AtomicFiles;
import dev.tilescope.internal.io.FileTrouble;
import dev.tilescope.internal.json.JsonException;
import dev.tilescope.internal.json.JsonKind;
import dev.tilescope.internal.json.JsonReader;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Flag;
import dev.tilescope.replay.Recorded.Nothing;
import dev.tilescope.replay.Recorded.Numeral;
import dev.tilescope.replay.Recorded.Sequence;
import dev.tilescope.replay.Recorded.Text;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * One call of an operation in a JSON file.
 *
 * <p>Files of every dialect are read: the order of fields is free, numbers may be of any size, and
 * {@code NaN} and {@code Infinity} may stand bare, as Python writes them. Whatever is wrong with a
 * file is one {@link TilescopeException} that begins with file, line and column.
 */
public final class TraceFile {
  private TraceFile() {}

  /** Everything the file says, in memory, and what the {@code .npy} files beside it say for it. */
  public static TracedCall read(Path file) {
    SideValues side = new SideValues(file, values -> values);
    return read(file, reader -> side.in(RecordedJson.read(reader)));
  }

  /**
   * Everything but the values of tensors, which are passed over and may be of any size; {@link
   * RecordedTensor#values} tells that they are there.
   */
  public static TracedCall readMetadata(Path file) {
    return read(file, reader -> new MetadataReader(reader, false).read());
  }

  /** Like {@link #readMetadata}, with number, beginning and hash of each tensor's values. */
  public static TracedCall readSummary(Path file) {
    SideValues side = new SideValues(file, TensorValues::summary);
    return read(file, reader -> side.in(new MetadataReader(reader, true).read()));
  }

  private static TracedCall read(Path file, Function<JsonReader, Recorded> content) {
    return open(
        file,
        reader -> {
          requireObject(reader);
          Fields document = (Fields) content.apply(reader);
          reader.requireEnd();
          return requireName(new TracedCall(file.toString(), document));
        });
  }

  /**
   * Copies a file as strict JSON: fields, order and numbers stay, {@code NaN} and infinities become
   * strings. Values of any size go through.
   */
  public static void copy(Path file, Writer out) {
    JsonWriter writer = JsonWriter.pretty(out);
    open(
        file,
        reader -> {
          requireObject(reader);
          RecordedJson.copy(reader, writer);
          reader.requireEnd();
          return file;
        });
    writer.close();
  }

  /**
   * Writes a call as strict JSON with every field it has; the file appears whole or not at all.
   *
   * @throws TilescopeException if the call was read without its values
   */
  public static void write(TracedCall call, Path file) {
    requireWhole(call, call.document());
    try {
      AtomicFiles.write(file, out -> write(call, new BufferedOutputStream(out)));
    } catch (IOException e) {
      throw new TilescopeException(
          file
              + ": cannot be written: "
              + FileTrouble.writing(e)
              + "; name a file in a folder you may write to",
          e);
    }
  }

  private static void write(TracedCall call, OutputStream out) {
    try (JsonWriter writer = JsonWriter.pretty(out)) {
      RecordedJson.write(call.document(), writer);
    }
    try {
      out.write("\n".getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whatever can go wrong with the file while it is read is one exception. */
  static <T> T open(Path file, Function<JsonReader, T> content) {
    try {
      // A pipe or device of that name would be waited for without end.
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        throw new TilescopeException(file + ": is not a regular file; name a JSON file");
      }
      try (JsonReader reader =
          JsonReader.ofLenientNumbers(Files.newInputStream(file), file.toString())) {
        return content.apply(reader);
      }
    } catch (JsonException e) {
      throw new TilescopeException(
          e.getMessage() + (e.truncated() ? " (the file was cut off)" : ""), e);
    } catch (NoSuchFileException e) {
      throw new TilescopeException(file + ": there is no such file", e);
    } catch (UncheckedIOException | IOException e) {
      throw new TilescopeException(file + ": cannot be read: " + e, e);
    }
  }

  static void requireObject(JsonReader reader) {
    if (reader.kind() != JsonKind.OBJECT) {
      throw reader.error("expected an object, found " + reader.kind().phrase());
    }
  }

  private static TracedCall requireName(TracedCall call) {
    if (call.name().isEmpty()) {
      throw new TilescopeException(
          call.source()
              + ":1:1: expected a traced call, found an object without operation_name; name a file"
              + " that operation tracing wrote");
    }
    return call;
  }

  private static void requireWhole(TracedCall call, Recorded value) {
    if (TensorValues.isMarker(value)) {
      throw new TilescopeException(
          call.source()
              + ": was read without the values of its tensors, so writing it would lose them; read"
              + " it with TraceFile.read");
    }
    switch (value) {
      case Sequence(List<Recorded> items) -> items.forEach(item -> requireWhole(call, item));
      case Fields fields -> fields.values().values().forEach(item -> requireWhole(call, item));
      case Nothing _, Flag _, Numeral _, Text _ -> {}
    }
  }
}
