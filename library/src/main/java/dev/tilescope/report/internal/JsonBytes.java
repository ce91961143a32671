package dev.tilescope.report.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over JSON in a byte array.
 *
 * <p>The array is followed by at least {@link #PADDING} zero bytes, so that loops need no test for
 * its end: a zero is never part of JSON. Reaching it throws {@link #NEED_MORE} if the document goes
 * on behind the array (the owner then brings more bytes and repeats the step), else {@link
 * MalformedJson}.
 *
 * <p>It is longer than other classes because the hot loops of an import are all in here.
 */
final class JsonBytes {
  /** Thrown where the bytes at hand end inside a value. */
  @SuppressWarnings("StaticAssignmentOfThrowable") // a signal, without a stack
  static final RuntimeException NEED_MORE = new NeedMore();

  static final int PADDING = 8;
  private static final int MAX_DEPTH = 256;

  /** Values that one value may hold: a small document must not become a huge tree. */
  private static final int MAX_PARTS = 1 << 22;

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH = 0x8080808080808080L;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** The string holds an escape that Python's encoder writes the same way. */
  private static final int ESCAPED = 1;

  /** The string holds characters that Python's encoder writes another way. */
  private static final int REWRITTEN = 2;

  private static final byte[] NOTHING = new byte[PADDING];

  byte[] bytes = NOTHING;
  int at;
  int limit;

  /** Offset of {@code bytes[0]} in the file. */
  long base;

  /** Nothing follows {@code limit}. */
  boolean whole = true;

  private int stringFlags;
  private int parts;

  private static final class NeedMore extends RuntimeException {
    NeedMore() {
      super("more bytes needed", null, false, false);
    }
  }

  static JsonBytes of(byte[] document) {
    JsonBytes json = new JsonBytes();
    json.bytes = Arrays.copyOf(document, document.length + PADDING);
    json.limit = document.length;
    return json;
  }

  /** Passes white space; the byte under the cursor then, which is not consumed. */
  int token() {
    int c = bytes[at];
    return c > ' ' ? c : tokenBehindSpace();
  }

  /** Indented lines are mostly blanks: eight at a time. */
  private int tokenBehindSpace() {
    byte[] b = bytes;
    int i = at;
    while (b[i] == ' ' || b[i] == '\n' || b[i] == '\r' || b[i] == '\t') {
      long other = (long) LONGS.get(b, i + 1) ^ (ONES * ' ');
      i += 1 + (Long.numberOfTrailingZeros(other) >>> 3);
    }
    at = i;
    return b[i] == 0 ? end() : b[i];
  }

  private int end() {
    if (at < limit) {
      throw malformed("a zero byte");
    }
    if (whole) {
      throw malformed("the document ends too early");
    }
    throw NEED_MORE;
  }

  /** Consumes this byte if it comes next. */
  boolean accept(int ascii) {
    if (token() != ascii) {
      return false;
    }
    at++;
    return true;
  }

  void expect(int ascii) {
    if (token() != ascii) {
      throw malformed("expected '" + (char) ascii + "'");
    }
    at++;
  }

  MalformedJson malformed(String problem) {
    return new MalformedJson(base + at, problem);
  }

  /** With the cursor on a quote: passes the string; its characters are from at+1 to the result. */
  int stringEnd() {
    byte[] b = bytes;
    int i = at + 1;
    int flags = 0;
    while (true) {
      i = nextSpecial(b, i);
      int c = b[i];
      if (c == '"') {
        stringFlags = flags;
        return i;
      }
      if (c == '\\') {
        flags |= escapeFlags(i);
        i += 2;
      } else if (c < 0 || c == 0x7f) {
        flags |= REWRITTEN;
        i++;
      } else {
        at = i;
        throw c == 0 && i >= limit ? atEnd() : malformed("a control character in a string");
      }
    }
  }

  private RuntimeException atEnd() {
    return whole ? malformed("the document ends inside a string") : NEED_MORE;
  }

  /** First byte from i that is a quote, a backslash, or not printable ASCII; eight at a time. */
  private static int nextSpecial(byte[] b, int from) {
    int i = from;
    while (true) {
      long w = (long) LONGS.get(b, i);
      long quote = w ^ (ONES * '"');
      long slash = w ^ (ONES * '\\');
      long delete = w ^ (ONES * 0x7f);
      long hit =
          (((quote - ONES) & ~quote)
                  | ((slash - ONES) & ~slash)
                  | ((delete - ONES) & ~delete)
                  | ((w - ONES * ' ') & ~w)
                  | w)
              & HIGH;
      if (hit != 0) {
        return i + (Long.numberOfTrailingZeros(hit) >>> 3);
      }
      i += 8;
    }
  }

  private int escapeFlags(int slash) {
    int c = bytes[slash + 1];
    return switch (c) {
      case '"', '\\', 'n', 't', 'r', 'b', 'f' -> ESCAPED;
      case '/' -> REWRITTEN;
      case 'u' -> {
        requireHex(slash + 2);
        yield REWRITTEN;
      }
      default -> {
        at = slash + 1;
        throw c == 0 && at >= limit ? atEnd() : malformed("an unknown escape in a string");
      }
    };
  }

  private void requireHex(int from) {
    for (int i = from; i < from + 4; i++) {
      if (Character.digit(bytes[i], 16) < 0) {
        at = i;
        throw bytes[i] == 0 && i >= limit ? atEnd() : malformed("an incomplete \\u escape");
      }
    }
  }

  /** Reads the string under the cursor. */
  String text() {
    if (token() != '"') {
      throw malformed("expected a string");
    }
    int start = at + 1;
    int end = stringEnd();
    String text = decode(start, end);
    at = end + 1;
    return text;
  }

  private String decode(int start, int end) {
    if (stringFlags == 0) {
      return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
    }
    String raw = new String(bytes, start, end - start, StandardCharsets.UTF_8);
    return raw.indexOf('\\') < 0 ? raw : unescape(raw);
  }

  /** What lies between escapes is copied whole. */
  private static String unescape(String raw) {
    StringBuilder out = new StringBuilder(raw.length());
    int copied = 0;
    for (int i = raw.indexOf('\\'); i >= 0; i = raw.indexOf('\\', copied)) {
      out.append(raw, copied, i);
      char c = raw.charAt(i + 1);
      copied = i + (c == 'u' ? 6 : 2);
      out.append(c == 'u' ? (char) Integer.parseInt(raw, i + 2, copied, 16) : escaped(c));
    }
    return out.append(raw, copied, raw.length()).toString();
  }

  private static char escaped(char c) {
    return switch (c) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      default -> c;
    };
  }

  /** With the cursor on a digit or minus: passes the number and says whether it is an integer. */
  boolean passNumber() {
    byte[] b = bytes;
    int i = at;
    if (b[i] == '-') {
      i++;
    }
    int digits = i;
    i = digitsEnd(b, i);
    if (i == digits || (b[digits] == '0' && i > digits + 1)) {
      throw numberError(i);
    }
    boolean integer = true;
    if (b[i] == '.') {
      integer = false;
      i = requireDigits(b, i + 1);
    }
    if (b[i] == 'e' || b[i] == 'E') {
      integer = false;
      i += b[i + 1] == '+' || b[i + 1] == '-' ? 2 : 1;
      i = requireDigits(b, i);
    }
    if (i >= limit && !whole) {
      throw NEED_MORE;
    }
    at = i;
    return integer;
  }

  private static int digitsEnd(byte[] b, int from) {
    int i = from;
    while (b[i] >= '0' && b[i] <= '9') {
      i++;
    }
    return i;
  }

  private int requireDigits(byte[] b, int from) {
    int end = digitsEnd(b, from);
    if (end == from) {
      throw numberError(from);
    }
    return end;
  }

  private RuntimeException numberError(int i) {
    if (i >= limit && !whole) {
      return NEED_MORE;
    }
    at = i;
    return malformed("not a number");
  }

  /** Reads an integer that fits 64 bits. */
  long integer() {
    token();
    int start = at;
    if (!passNumber()) {
      throw malformed("expected an integer");
    }
    return parseLong(start, at);
  }

  private long parseLong(int start, int end) {
    if (end - start > 18) {
      return bigLong(start, end);
    }
    long value = 0;
    int i = bytes[start] == '-' ? start + 1 : start;
    for (; i < end; i++) {
      value = value * 10 + (bytes[i] - '0');
    }
    return bytes[start] == '-' ? -value : value;
  }

  private long bigLong(int start, int end) {
    try {
      return Long.parseLong(ascii(start, end));
    } catch (NumberFormatException e) {
      throw new MalformedJson(base + start, "expected an integer of at most 64 bits");
    }
  }

  private String ascii(int start, int end) {
    return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
  }

  /** Reads any value. */
  @Nullable Object value() {
    parts = 0;
    return value(0);
  }

  private @Nullable Object value(int depth) {
    if (++parts > MAX_PARTS) {
      throw malformed("one value of more than " + MAX_PARTS + " parts");
    }
    return switch (token()) {
      case '{' -> object(depth);
      case '[' -> array(depth);
      case '"' -> text();
      case 't' -> literal("true", true);
      case 'f' -> literal("false", false);
      case 'n' -> nothing();
      default -> number();
    };
  }

  private Map<String, @Nullable Object> object(int depth) {
    deeper(depth);
    at++;
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    if (accept('}')) {
      return fields;
    }
    do {
      String key = text();
      expect(':');
      fields.put(key, value(depth + 1));
    } while (accept(','));
    expect('}');
    return fields;
  }

  private List<@Nullable Object> array(int depth) {
    deeper(depth);
    at++;
    List<@Nullable Object> elements = new ArrayList<>();
    if (accept(']')) {
      return elements;
    }
    do {
      elements.add(value(depth + 1));
    } while (accept(','));
    expect(']');
    return elements;
  }

  private void deeper(int depth) {
    if (depth >= MAX_DEPTH) {
      throw malformed("values are nested deeper than " + MAX_DEPTH + " levels");
    }
  }

  private @Nullable Object nothing() {
    literal("null", "");
    return null;
  }

  private <T> T literal(String word, T value) {
    for (int i = 0; i < word.length(); i++) {
      if (bytes[at + i] != word.charAt(i)) {
        throw bytes[at + i] == 0 && at + i >= limit && !whole
            ? NEED_MORE
            : malformed("not a JSON value");
      }
    }
    at += word.length();
    return value;
  }

  private Object number() {
    int start = at;
    boolean integer = passNumber();
    if (integer && at - start <= 18) {
      return parseLong(start, at);
    }
    if (at - start > 1000) {
      throw new MalformedJson(base + start, "a number of more than 1000 digits");
    }
    String text = ascii(start, at);
    if (!integer) {
      return Double.valueOf(text);
    }
    BigInteger value = new BigInteger(text);
    if (value.bitLength() < Long.SIZE) {
      return value.longValue();
    }
    return value;
  }

  /** Writes the value under the cursor as Python would, and passes it. */
  void render(ByteSink out) {
    render(out, 0);
  }

  private void render(ByteSink out, int depth) {
    switch (token()) {
      case '{' -> renderObject(out, depth);
      case '[' -> renderArray(out, depth);
      case '"' -> renderString(out);
      case 't' -> out.addAscii(literal("true", "true"));
      case 'f' -> out.addAscii(literal("false", "false"));
      case 'n' -> out.addAscii(literal("null", "null"));
      default -> renderNumber(out);
    }
  }

  private void renderObject(ByteSink out, int depth) {
    deeper(depth);
    at++;
    out.add('{');
    if (!accept('}')) {
      do {
        renderKey(out);
        render(out, depth + 1);
      } while (another(out));
      expect('}');
    }
    out.add('}');
  }

  /** Where the key ends: its closing quote. */
  int renderKey(ByteSink out) {
    if (token() != '"') {
      throw malformed("expected a field name");
    }
    renderString(out);
    int end = at - 1;
    expect(':');
    out.add(':');
    out.add(' ');
    return end;
  }

  private void renderArray(ByteSink out, int depth) {
    deeper(depth);
    at++;
    out.add('[');
    if (!accept(']')) {
      do {
        render(out, depth + 1);
      } while (another(out));
      expect(']');
    }
    out.add(']');
  }

  /** Passes a comma, if one is next. */
  boolean another(ByteSink out) {
    boolean more = accept(',');
    if (more) {
      separator(out);
    }
    return more;
  }

  static void separator(ByteSink out) {
    out.add(',');
    out.add(' ');
  }

  /** Writes the string under the cursor, quotes included. */
  void renderString(ByteSink out) {
    int start = at;
    int end = stringEnd();
    if ((stringFlags & REWRITTEN) == 0) {
      out.add(bytes, start, end + 1);
    } else {
      PythonText.quote(decode(start + 1, end), out);
    }
    at = end + 1;
  }

  private void renderNumber(ByteSink out) {
    int start = at;
    if (passNumber()) {
      boolean minusZero = at - start == 2 && bytes[start] == '-' && bytes[start + 1] == '0';
      out.add(bytes, minusZero ? start + 1 : start, at);
    } else {
      out.addAscii(PythonText.number(Double.parseDouble(ascii(start, at))));
    }
  }

  /** Passes one value. */
  boolean pass() {
    value();
    return true;
  }

  /**
   * Passes one value if it is a scalar, or only its opening bracket; says how the depth changes.
   */
  int skimStep() {
    int c = token();
    if (c == '"') {
      at = stringEnd() + 1;
      return 0;
    }
    at++;
    return c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
  }
}
