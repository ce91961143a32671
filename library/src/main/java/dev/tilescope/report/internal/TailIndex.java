package dev.tilescope.report.internal;

import dev.tilescope.report.internal.RawReport.Section;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the fields behind a long trace without reading the trace: from the end of the file
 * backwards.
 *
 * <p>That works because outside of strings a quote is never preceded by a backslash, and inside of
 * them always by an odd number. A file that is not JSON may be misread; so the reader of the trace
 * checks that it ends where this says.
 */
final class TailIndex {
  private static final int TAIL_BYTES = 1 << 20;

  private final byte[] tail;
  private final long base;
  private final LinkedHashMap<String, Section> found = new LinkedHashMap<>();
  private int at;

  private TailIndex(byte[] tail, long base) {
    this.tail = tail;
    this.base = base;
    this.at = tail.length - 1;
  }

  /** The trace and the fields behind it; null if the trace does not end in the file's last part. */
  static @Nullable Map<String, Section> find(FileChannel channel, long traceStart, long fileSize) {
    if (fileSize - traceStart <= TAIL_BYTES) {
      return null;
    }
    byte[] tail = new byte[TAIL_BYTES];
    FileWindow.readFully(channel, tail, 0, TAIL_BYTES, fileSize - TAIL_BYTES);
    return new TailIndex(tail, fileSize - TAIL_BYTES).fields(traceStart);
  }

  private @Nullable Map<String, Section> fields(long traceStart) {
    int end = 0;
    try {
      if (last() != '}') {
        return null;
      }
      at--;
      do {
        last();
        end = at + 1;
        field(end);
      } while (last() == ',' && at-- > 0);
      return null;
    } catch (ArrayIndexOutOfBoundsException wentBeyondTheTail) {
      if (end == 0 || tail[end - 1] != ']' || !endsWithNode(end - 1)) {
        return null;
      }
      found.putFirst("graph", new Section(traceStart, base + end));
      return found;
    }
  }

  private void field(int end) {
    passValue();
    int start = at + 1;
    if (last() != ':') {
      throw new ArrayIndexOutOfBoundsException("not JSON");
    }
    at--;
    last();
    int keyEnd = at;
    passString();
    String key = new String(tail, at + 2, keyEnd - at - 2, StandardCharsets.UTF_8);
    while (tail[start] <= ' ') {
      start++;
    }
    found.putFirst(key, new Section(base + start, base + end));
  }

  /** Passes white space backwards; the byte before it, which is not passed. */
  private int last() {
    while (tail[at] == ' ' || tail[at] == '\n' || tail[at] == '\r' || tail[at] == '\t') {
      at--;
    }
    return tail[at];
  }

  private void passValue() {
    switch (tail[at]) {
      case '"' -> passString();
      case ']', '}' -> passBrackets();
      default -> {
        while (tail[at] != ':' && tail[at] > ' ') {
          at--;
        }
      }
    }
  }

  private void passBrackets() {
    int depth = 0;
    do {
      switch (tail[at]) {
        case '"' -> {
          passString();
          at++;
        }
        case ']', '}' -> depth++;
        case '[', '{' -> depth--;
        default -> {}
      }
      at--;
    } while (depth > 0);
  }

  /** From the closing quote to before the opening one. */
  private void passString() {
    do {
      at--;
      while (tail[at] != '"') {
        at--;
      }
    } while (escaped());
    at--;
  }

  private boolean escaped() {
    int slashes = 0;
    while (tail[at - 1 - slashes] == '\\') {
      slashes++;
    }
    return slashes % 2 == 1;
  }

  /** The array that closes here holds nodes: its last element says so. */
  private boolean endsWithNode(int bracket) {
    at = bracket - 1;
    try {
      if (last() != '}') {
        return false;
      }
      int end = at + 1;
      passBrackets();
      Object element = JsonBytes.of(Arrays.copyOfRange(tail, at + 1, end)).value();
      return element instanceof Map<?, ?> fields && fields.containsKey("node_type");
    } catch (ArrayIndexOutOfBoundsException | MalformedJson e) {
      return false;
    }
  }
}
