package dev.tilescope.internal.json;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/**
 * A cursor over the values of one JSON document.
 *
 * <p>After opening, the cursor is on the root value. {@link #nextField} and {@link #nextElement}
 * move it to the next value of the object or array it is in; the rule for callers is that an object
 * or array under the cursor is either entered and read to its end, or {@linkplain #skip skipped}.
 * Scalars need not be read.
 *
 * <pre>{@code
 * reader.enterObject();
 * for (String name = reader.nextField(); name != null; name = reader.nextField()) {
 *   if (name.equals("size")) size = reader.longValue(); else reader.skip();
 * }
 * }</pre>
 *
 * <p>Bytes may be UTF-8 (with or without byte order mark), UTF-16 or UTF-32. One thread. A little
 * over 300 lines, because every method moves the same cursor.
 */
public final class JsonReader implements AutoCloseable {
  private static final Pattern LIBRARY_WORDS =
      Pattern.compile(" \\(start marker at \\[[^\\]]*\\]\\)|, from `[^`]*`");
  private static final JsonFactory DEFAULT_FACTORY = factory(JsonLimits.DEFAULT);
  private static final JsonFactory LENIENT_FACTORY =
      DEFAULT_FACTORY.rebuild().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();
  private static final double EXACT_IN_DOUBLE = 1L << 53;

  private final String source;
  private final JsonParser parser;
  private final StringPool pool = new StringPool();

  private JsonReader(String source, JsonParser parser) {
    this.source = source;
    this.parser = parser;
    advance();
  }

  /** Reads bytes; closing the reader closes them. {@code source} names the document in errors. */
  public static JsonReader of(InputStream bytes, String source, JsonLimits limits) {
    return of(bytes, source, factoryFor(limits));
  }

  /**
   * Reads bytes in which {@code NaN}, {@code Infinity} and {@code -Infinity} may stand for numbers,
   * as Python writes them: their kind is {@link JsonKind#DECIMAL}.
   */
  public static JsonReader ofLenientNumbers(InputStream bytes, String source) {
    return of(bytes, source, LENIENT_FACTORY);
  }

  private static JsonReader of(InputStream bytes, String source, JsonFactory factory) {
    try {
      return new JsonReader(
          source, factory.createParser(ObjectReadContext.empty(), new UncheckedInput(bytes)));
    } catch (JacksonException e) {
      throw new JsonException(source, 1, 1, e.getOriginalMessage(), false, e);
    }
  }

  public static JsonReader of(InputStream bytes, String source) {
    return of(bytes, source, JsonLimits.DEFAULT);
  }

  public static JsonReader of(String text, String source) {
    return new JsonReader(source, DEFAULT_FACTORY.createParser(ObjectReadContext.empty(), text));
  }

  private static JsonFactory factoryFor(JsonLimits limits) {
    return limits.equals(JsonLimits.DEFAULT) ? DEFAULT_FACTORY : factory(limits);
  }

  private static JsonFactory factory(JsonLimits limits) {
    return JsonFactory.builder()
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(limits.maxDepth())
                .maxStringLength(limits.maxStringChars())
                .maxNameLength(limits.maxNameChars())
                .build())
        .build();
  }

  /** The kind of the value under the cursor. */
  public JsonKind kind() {
    JsonToken token = parser.currentToken();
    if (token == null) {
      return JsonKind.END;
    }
    return switch (token) {
      case START_OBJECT -> JsonKind.OBJECT;
      case START_ARRAY -> JsonKind.ARRAY;
      case VALUE_STRING -> JsonKind.STRING;
      case VALUE_NUMBER_INT -> JsonKind.INTEGER;
      case VALUE_NUMBER_FLOAT -> JsonKind.DECIMAL;
      case VALUE_TRUE, VALUE_FALSE -> JsonKind.BOOLEAN;
      case VALUE_NULL -> JsonKind.NULL;
      case END_OBJECT, END_ARRAY, PROPERTY_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
          JsonKind.END;
    };
  }

  public void enterObject() {
    require(JsonKind.OBJECT);
  }

  public void enterArray() {
    require(JsonKind.ARRAY);
  }

  /** Moves to the value of the object's next field and returns its name, or null at its end. */
  public @Nullable String nextField() {
    try {
      String name = parser.nextName();
      if (name != null) {
        parser.nextToken();
      }
      return name;
    } catch (JacksonException e) {
      throw failure(e);
    }
  }

  /** Moves to the array's next element; false at its end. */
  public boolean nextElement() {
    return advance() != JsonToken.END_ARRAY;
  }

  /** Passes over the value under the cursor with everything in it. */
  public void skip() {
    try {
      parser.skipChildren();
    } catch (JacksonException e) {
      throw failure(e);
    }
  }

  /** The string under the cursor. */
  public String text() {
    require(JsonKind.STRING);
    return string();
  }

  /** The string under the cursor, shared with equal ones read before: for texts that repeat. */
  public String pooledText() {
    require(JsonKind.STRING);
    try {
      return pool.intern(
          parser.getStringCharacters(), parser.getStringOffset(), parser.getStringLength());
    } catch (JacksonException e) {
      throw failure(e);
    }
  }

  /** The text of any scalar as it stands in the document: {@code 12}, {@code true}, {@code abc}. */
  public String scalarText() {
    JsonKind kind = kind();
    if (kind == JsonKind.OBJECT || kind == JsonKind.ARRAY || kind == JsonKind.END) {
      throw error("expected a string, number, boolean or null, found " + kind.phrase());
    }
    return string();
  }

  /** The number under the cursor if it is whole and fits; a fraction of zero is accepted. */
  public long longValue() {
    JsonKind kind = kind();
    if (kind == JsonKind.DECIMAL) {
      return wholeDecimal();
    }
    require(JsonKind.INTEGER);
    try {
      return parser.getLongValue();
    } catch (InputCoercionException e) {
      throw error("expected an integer of at most 64 bits, found " + shortened(string()));
    }
  }

  public int intValue() {
    long value = longValue();
    if (value < Integer.MIN_VALUE || value > Integer.MAX_VALUE) {
      throw error("expected an integer of at most 32 bits, found " + value);
    }
    return (int) value;
  }

  public double doubleValue() {
    if (kind() != JsonKind.INTEGER && kind() != JsonKind.DECIMAL) {
      throw error("expected a number, found " + kind().phrase());
    }
    return parser.getDoubleValue();
  }

  public boolean booleanValue() {
    require(JsonKind.BOOLEAN);
    return parser.currentToken() == JsonToken.VALUE_TRUE;
  }

  /** The array of strings under the cursor, read to its end. */
  public List<String> strings() {
    enterArray();
    List<String> strings = new ArrayList<>();
    while (nextElement()) {
      strings.add(pooledText());
    }
    return strings.isEmpty() ? List.of() : List.copyOf(strings);
  }

  /** Checks that nothing but white space follows the root value, which must have been read. */
  public void requireEnd() {
    JsonToken token = advance();
    if (token != null) {
      throw error("expected the end of the document, found " + kind().phrase());
    }
  }

  /** Line of the value under the cursor, from 1. */
  public int line() {
    return parser.currentTokenLocation().getLineNr();
  }

  /** Column of the value under the cursor, from 1. */
  public int column() {
    return parser.currentTokenLocation().getColumnNr();
  }

  /** An exception about the value under the cursor. */
  public JsonException error(String problem) {
    TokenStreamLocation at = parser.currentTokenLocation();
    return new JsonException(source, at.getLineNr(), at.getColumnNr(), problem, false, null);
  }

  @Override
  public void close() {
    parser.close();
  }

  private @Nullable JsonToken advance() {
    try {
      return parser.nextToken();
    } catch (JacksonException e) {
      throw failure(e);
    }
  }

  private String string() {
    try {
      return parser.getString();
    } catch (JacksonException e) {
      throw failure(e);
    }
  }

  private long wholeDecimal() {
    double value = parser.getDoubleValue();
    if (value != Math.rint(value) || Math.abs(value) > EXACT_IN_DOUBLE) {
      throw error("expected an integer of at most 64 bits, found " + shortened(string()));
    }
    return (long) value;
  }

  private void require(JsonKind expected) {
    if (kind() != expected) {
      throw error("expected " + expected.phrase() + ", found " + kind().phrase());
    }
  }

  private JsonException failure(JacksonException e) {
    TokenStreamLocation at = e.getLocation() == null ? parser.currentLocation() : e.getLocation();
    return new JsonException(
        source, at.getLineNr(), at.getColumnNr(), problemOf(e), endsTooEarly(e), e);
  }

  /** Without the library's own names and its place, which the exception says better. */
  private static String problemOf(JacksonException e) {
    return LIBRARY_WORDS.matcher(e.getOriginalMessage()).replaceAll("");
  }

  /** Between values the library reports an early end as a plain syntax error. */
  private static boolean endsTooEarly(JacksonException e) {
    return e instanceof UnexpectedEndOfInputException
        || e.getOriginalMessage().startsWith("Unexpected end-of-input");
  }

  private static String shortened(String text) {
    return text.length() <= 40 ? text : text.substring(0, 40) + "...";
  }
}
