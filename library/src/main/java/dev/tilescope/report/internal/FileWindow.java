package dev.tilescope.report.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Moves a {@link JsonBytes} along a range of a file. A step that finds its value cut off is
 * repeated with more bytes; the window grows up to {@link #MAX_VALUE_BYTES} for one value.
 */
final class FileWindow {
  static final int MAX_VALUE_BYTES = 128 << 20;
  static final String TOO_LARGE = "one value of more than " + (MAX_VALUE_BYTES >> 20) + " MB";
  private static final int READ_BYTES = 1 << 17;

  private final FileChannel channel;
  private final long end;
  private final JsonBytes json = new JsonBytes();

  FileWindow(FileChannel channel, long start, long end) {
    this.channel = channel;
    this.end = end;
    json.base = start;
    json.whole = start >= end;
  }

  JsonBytes json() {
    return json;
  }

  /** Offset of the cursor in the file. */
  long offset() {
    return json.base + json.at;
  }

  /** Does a step that starts at the cursor, as often as it takes. */
  <T> T step(Supplier<T> step) {
    int mark = json.at;
    while (true) {
      try {
        return step.get();
      } catch (RuntimeException e) {
        if (e != JsonBytes.NEED_MORE) {
          throw e;
        }
        json.at = mark;
        refill();
        mark = 0;
      }
    }
  }

  /** Back to the beginning of the step that failed last. */
  void back(long offset) {
    json.at = (int) (offset - json.base);
  }

  int token() {
    return step(json::token);
  }

  boolean accept(int ascii) {
    return step(() -> json.accept(ascii));
  }

  void expect(int ascii) {
    step(() -> {
      json.expect(ascii);
      return ascii;
    });
  }

  /** Checks that nothing but white space is left. */
  void requireEnd() {
    try {
      token();
    } catch (MalformedJson end) {
      if (json.at >= json.limit) {
        return;
      }
      throw end;
    }
    throw json.malformed("something follows the end of the document");
  }

  /** Passes a value of any size. */
  void skim() {
    int depth = 0;
    int c = token();
    if (c != '{' && c != '[') {
      step(json::pass);
      return;
    }
    do {
      depth += skimRun(depth);
    } while (depth > 0);
  }

  /** As far as the bytes at hand go, but not past the end of the value. */
  private int skimRun(int depth) {
    int change = 0;
    int mark = json.at;
    try {
      do {
        mark = json.at;
        change += json.skimStep();
      } while (depth + change > 0);
    } catch (RuntimeException e) {
      if (e != JsonBytes.NEED_MORE) {
        throw e;
      }
      json.at = mark;
      refill();
    }
    return change;
  }

  private void refill() {
    int kept = json.limit - json.at;
    if (kept >= MAX_VALUE_BYTES) {
      throw json.malformed(TOO_LARGE);
    }
    int size = Math.min(Math.max(READ_BYTES, kept * 2), MAX_VALUE_BYTES + READ_BYTES);
    byte[] next =
        json.bytes.length >= size + JsonBytes.PADDING
            ? json.bytes
            : new byte[size + JsonBytes.PADDING];
    System.arraycopy(json.bytes, json.at, next, 0, kept);
    json.base += json.at;
    json.at = 0;
    json.bytes = next;
    json.limit = kept + read(next, kept, json.base + kept);
    Arrays.fill(next, json.limit, json.limit + JsonBytes.PADDING, (byte) 0);
    json.whole = json.base + json.limit >= end;
  }

  private int read(byte[] into, int from, long offset) {
    int wanted = (int) Math.min(into.length - JsonBytes.PADDING - from, end - offset);
    return readFully(channel, into, from, wanted, offset);
  }

  static int readFully(FileChannel channel, byte[] into, int from, int wanted, long offset) {
    ByteBuffer target = ByteBuffer.wrap(into, from, wanted);
    try {
      while (target.hasRemaining()) {
        if (channel.read(target, offset + target.position() - from) < 0) {
          throw new MalformedJson(offset, "the file became shorter while it was read");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return wanted;
  }
}
