package dev.tilescope.internal.json;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * Writes one JSON document, value by value.
 *
 * <p>The pretty form is that of TT-NN's reports: two spaces a level, every element on its own line,
 * empty containers as {@code []} and {@code {}}, text as UTF-8 without ASCII escapes. Numbers that
 * JSON lacks (infinities, NaN) become strings, and half a surrogate pair becomes U+FFFD, so the
 * output is always a document any parser takes.
 *
 * <p>{@link #close} flushes into the target but leaves it open: it belongs to the caller. One
 * thread.
 */
public final class JsonWriter implements AutoCloseable {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .disable(StreamWriteFeature.AUTO_CLOSE_CONTENT)
          .disable(JsonWriteFeature.ESCAPE_FORWARD_SLASHES)
          .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
          .enable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
          .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
          .streamWriteConstraints(
              StreamWriteConstraints.builder()
                  .maxNestingDepth(JsonLimits.DEFAULT.maxDepth())
                  .build())
          .build();

  private final JsonGenerator generator;
  private final @Nullable OutputStream bytes;

  private JsonWriter(JsonGenerator generator, @Nullable OutputStream bytes) {
    this.generator = generator;
    this.bytes = bytes;
  }

  public static JsonWriter pretty(OutputStream target) {
    UncheckedOutput bytes = new UncheckedOutput(target);
    return new JsonWriter(FACTORY.createGenerator(new PrettyContext(), bytes), bytes);
  }

  public static JsonWriter pretty(Writer target) {
    return new JsonWriter(
        FACTORY.createGenerator(new PrettyContext(), new UncheckedWriter(target)), null);
  }

  public static JsonWriter compact(OutputStream target) {
    UncheckedOutput bytes = new UncheckedOutput(target);
    return new JsonWriter(FACTORY.createGenerator(ObjectWriteContext.empty(), bytes), bytes);
  }

  public static JsonWriter compact(Writer target) {
    return new JsonWriter(
        FACTORY.createGenerator(ObjectWriteContext.empty(), new UncheckedWriter(target)), null);
  }

  public JsonWriter beginObject() {
    generator.writeStartObject();
    return this;
  }

  public JsonWriter endObject() {
    generator.writeEndObject();
    return this;
  }

  public JsonWriter beginArray() {
    generator.writeStartArray();
    return this;
  }

  public JsonWriter endArray() {
    generator.writeEndArray();
    return this;
  }

  public JsonWriter name(String name) {
    generator.writeName(wellFormed(name));
    return this;
  }

  public JsonWriter value(String text) {
    generator.writeString(wellFormed(text));
    return this;
  }

  public JsonWriter value(long number) {
    generator.writeNumber(number);
    return this;
  }

  public JsonWriter value(double number) {
    generator.writeNumber(number);
    return this;
  }

  /**
   * A number as text, for those that Java's types do not hold.
   *
   * @param text a JSON number
   */
  public JsonWriter number(String text) {
    generator.writeNumber(text);
    return this;
  }

  /**
   * A value that the caller writes, for arrays too long to be written number by number. Only where
   * the target is a stream of bytes.
   */
  public JsonWriter rawValue(Consumer<OutputStream> content) {
    if (bytes == null) {
      throw new IllegalStateException("a raw value needs a writer of bytes");
    }
    generator.writeRawValue("");
    generator.flush();
    content.accept(bytes);
    return this;
  }

  public JsonWriter value(boolean flag) {
    generator.writeBoolean(flag);
    return this;
  }

  public JsonWriter nullValue() {
    generator.writeNull();
    return this;
  }

  public JsonWriter field(String name, String text) {
    return name(name).value(text);
  }

  public JsonWriter field(String name, long number) {
    return name(name).value(number);
  }

  public JsonWriter field(String name, double number) {
    return name(name).value(number);
  }

  public JsonWriter field(String name, boolean flag) {
    return name(name).value(flag);
  }

  /** A field that is left out if nothing is known. */
  public JsonWriter optional(String name, @Nullable String text) {
    return text == null ? this : field(name, text);
  }

  /** A field that is left out if nothing is known. */
  public JsonWriter optional(String name, @Nullable Number number) {
    return switch (number) {
      case null -> this;
      case Double real -> field(name, real.doubleValue());
      default -> field(name, number.longValue());
    };
  }

  /** A whole array, of which each element is written in turn. */
  public <T> JsonWriter array(String name, Iterable<T> elements, Consumer<T> write) {
    name(name).beginArray();
    elements.forEach(write);
    return endArray();
  }

  /** A whole object, of which the fields are written. */
  public JsonWriter object(Runnable fields) {
    beginObject();
    fields.run();
    return endObject();
  }

  public JsonWriter object(String name, Runnable fields) {
    return name(name).object(fields);
  }

  /** A whole array of objects: of each element the fields are written in turn. */
  public <T> JsonWriter objects(String name, Iterable<T> elements, Consumer<T> fields) {
    return array(name, elements, element -> object(() -> fields.accept(element)));
  }

  /** A whole array of numbers. */
  public JsonWriter longs(long... numbers) {
    beginArray();
    for (long number : numbers) {
      value(number);
    }
    return endArray();
  }

  /** A whole array of strings. */
  public JsonWriter strings(List<String> texts) {
    beginArray();
    texts.forEach(this::value);
    return endArray();
  }

  public void flush() {
    generator.flush();
  }

  @Override
  public void close() {
    generator.close();
  }

  private static String wellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return withoutHalfPairs(text);
      }
    }
    return text;
  }

  private static String withoutHalfPairs(String text) {
    StringBuilder sound = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0xFFFD : c)
        .forEach(sound::appendCodePoint);
    return sound.toString();
  }

  private static final class PrettyContext extends ObjectWriteContext.Base {
    private final PrettyPrinter printer = new TwoSpacePrinter();

    @Override
    public PrettyPrinter getPrettyPrinter() {
      return printer;
    }

    @Override
    public boolean hasPrettyPrinter() {
      return true;
    }
  }

  /** Lets a failing stream speak for itself instead of as a JSON error. */
  private static final class UncheckedOutput extends OutputStream {
    private final OutputStream target;

    UncheckedOutput(OutputStream target) {
      this.target = target;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      try {
        target.write(bytes, offset, length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void flush() {
      try {
        target.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class UncheckedWriter extends Writer {
    private final Writer target;

    UncheckedWriter(Writer target) {
      this.target = target;
    }

    @Override
    public void write(char[] chars, int offset, int length) {
      try {
        target.write(chars, offset, length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void flush() {
      try {
        target.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      flush();
    }
  }
}
