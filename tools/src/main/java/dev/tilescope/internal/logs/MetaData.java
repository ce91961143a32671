package dev.tilescope.internal.logs;

import dev.tilescope.device.marker.PerfCounterType;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The last column of a row: JSON whose commas were turned into semicolons, or nothing. Keys nobody
 * asks for are passed over.
 */
final class MetaData {
  private static final byte[] SUB_DEVICE = key("sub_device_id");
  private static final byte[] COUNTER = key("counter type");
  private static final byte[] VALUE = key("value");
  private static final byte[] REFERENCE = key("ref cnt");
  private static final byte[] RUNTIME_ID = key("workers_runtime_id");
  private static final byte[] COMMAND = key("dispatch_command_type");

  /** Counters have 32 bits. */
  private static final long MOST_COUNT = 0xFFFF_FFFFL;

  private static final int MOST_DIGITS = 18;

  private final NameTable<Optional<PerfCounterType>> counters =
      new NameTable<>(PerfCounterType::of);
  private final NameTable<ZoneCommand> commands = new NameTable<>(ZoneCommand::of);
  private byte[] bytes = new byte[0];
  private int from;
  private int to;

  private static byte[] key(String name) {
    return name.getBytes(StandardCharsets.US_ASCII);
  }

  /** Looks at these bytes from now on. */
  void set(byte[] row, int begin, int end) {
    bytes = row;
    from = begin;
    to = end;
  }

  boolean isEmpty() {
    return to - from <= 2;
  }

  long subDevice() {
    return number(SUB_DEVICE);
  }

  long workersRuntimeId() {
    return number(RUNTIME_ID);
  }

  ZoneCommand command() {
    int at = valueOf(COMMAND);
    return at < 0 ? ZoneCommand.NONE : commands.of(bytes, unquoted(at), endOf(at));
  }

  /** Nothing if no known counter has this name. */
  Optional<PerfCounterType> counter() {
    int at = valueOf(COUNTER);
    return at < 0 ? Optional.empty() : counters.of(bytes, unquoted(at), endOf(at));
  }

  /** How often it counted, or {@link Marker#NONE} if that is no number of 32 bits. */
  long counterValue() {
    return count(VALUE);
  }

  /** In how many cycles. */
  long counterCycles() {
    return count(REFERENCE);
  }

  private long count(byte[] key) {
    long count = number(key);
    return count <= MOST_COUNT ? count : Marker.NONE;
  }

  private long number(byte[] key) {
    int at = valueOf(key);
    if (at < 0) {
      return Marker.NONE;
    }
    int i = at;
    long number = 0;
    for (; i < to && bytes[i] >= '0' && bytes[i] <= '9' && i - at < MOST_DIGITS; i++) {
      number = number * 10 + bytes[i] - '0';
    }
    boolean ends = i < to && (bytes[i] == ';' || bytes[i] == '}' || bytes[i] == ' ');
    return i > at && ends ? number : Marker.NONE;
  }

  /**
   * Where the value of a key begins, or -1. Python writes single quotes, and blanks after colons.
   */
  private int valueOf(byte[] key) {
    for (int i = from + 1; i < to - key.length; i++) {
      if (isQuote(bytes[i - 1]) && isQuote(bytes[i + key.length]) && isAt(i, key)) {
        int at = i + key.length + 1;
        while (at < to && (bytes[at] == ':' || bytes[at] == ' ')) {
          at++;
        }
        return at < to ? at : -1;
      }
    }
    return -1;
  }

  private boolean isAt(int index, byte[] key) {
    for (int i = 0; i < key.length; i++) {
      if (bytes[index + i] != key[i]) {
        return false;
      }
    }
    return true;
  }

  private static boolean isQuote(byte b) {
    return b == '"' || b == '\'';
  }

  private int unquoted(int at) {
    return isQuote(bytes[at]) ? at + 1 : at;
  }

  /** A quoted value may hold semicolons. */
  private int endOf(int at) {
    boolean quoted = isQuote(bytes[at]);
    int end = unquoted(at);
    while (end < to && (quoted ? bytes[end] != bytes[at] : isBare(bytes[end]))) {
      end++;
    }
    return end;
  }

  private static boolean isBare(byte b) {
    return b != ';' && b != '}' && b != ' ';
  }
}
