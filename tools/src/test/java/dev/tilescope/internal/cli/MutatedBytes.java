package dev.tilescope.internal.cli;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Changes a file as a bad disk, a cut connection, another tool or somebody with intent would. */
final class MutatedBytes {
  private static final List<String> NUMBERS =
      List.of(
          "99999999999999999999999",
          "9223372036854775807",
          "-9223372036854775808",
          "2147483648",
          "-1",
          "1e999",
          "-0.0",
          "NaN",
          "0x10",
          "");

  private final Random random;

  MutatedBytes(Random random) {
    this.random = random;
  }

  /**
   * @param stranger a whole file of another kind
   */
  byte[] of(byte[] seed, byte[] stranger) {
    int last = random.nextInt(12);
    byte[] bytes = seed;
    for (int i = random.nextInt(3); i >= 0; i--) {
      bytes = bytes.length == 0 ? bytes : once(bytes, stranger, i == 0 ? last : random.nextInt(7));
    }
    return bytes;
  }

  private byte[] once(byte[] bytes, byte[] stranger, int kind) {
    return switch (kind) {
      case 0 -> Arrays.copyOf(bytes, random.nextInt(bytes.length));
      case 1 -> flipped(bytes);
      case 2 -> spliced(bytes, place(bytes), 0, noise(1 + random.nextInt(40)));
      case 3 -> spliced(bytes, place(bytes), 1 + random.nextInt(200), new byte[0]);
      case 4 -> duplicated(bytes);
      case 5, 6 -> numbered(bytes);
      case 7 -> spliced(bytes, place(bytes), 0, nested());
      case 8 -> encoded(bytes);
      case 9 -> stranger;
      case 10 -> zeroed(bytes);
      default -> swapped(bytes);
    };
  }

  private int place(byte[] bytes) {
    return random.nextInt(bytes.length);
  }

  private byte[] noise(int length) {
    byte[] noise = new byte[length];
    random.nextBytes(noise);
    return noise;
  }

  private static byte[] spliced(byte[] bytes, int at, int without, byte[] with) {
    int rest = Math.min(bytes.length, at + without);
    byte[] all = new byte[at + with.length + bytes.length - rest];
    System.arraycopy(bytes, 0, all, 0, at);
    System.arraycopy(with, 0, all, at, with.length);
    System.arraycopy(bytes, rest, all, at + with.length, bytes.length - rest);
    return all;
  }

  private byte[] flipped(byte[] bytes) {
    byte[] all = bytes.clone();
    for (int i = random.nextInt(8); i >= 0; i--) {
      all[place(all)] ^= (byte) (1 << random.nextInt(8));
    }
    return all;
  }

  private byte[] duplicated(byte[] bytes) {
    int from = place(bytes);
    int to = Math.min(bytes.length, from + 1 + random.nextInt(400));
    return spliced(bytes, place(bytes), 0, Arrays.copyOfRange(bytes, from, to));
  }

  /** Another number in the place of the first one after some place. */
  private byte[] numbered(byte[] bytes) {
    int from = place(bytes);
    while (from < bytes.length && !isDigit(bytes[from])) {
      from++;
    }
    int to = from;
    while (to < bytes.length && isDigit(bytes[to])) {
      to++;
    }
    String number = NUMBERS.get(random.nextInt(NUMBERS.size()));
    return spliced(bytes, from, to - from, number.getBytes(StandardCharsets.US_ASCII));
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  private byte[] nested() {
    String open = List.of("[", "{\"a\":", "(", "<", "- ", "\"").get(random.nextInt(6));
    return open.repeat(1 << random.nextInt(16)).getBytes(StandardCharsets.US_ASCII);
  }

  private byte[] encoded(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    return switch (random.nextInt(4)) {
      case 0 -> text.getBytes(StandardCharsets.UTF_16);
      case 1 -> ("\u00ef\u00bb\u00bf" + text).getBytes(StandardCharsets.ISO_8859_1);
      case 2 -> text.replace('a', '\u00e4').getBytes(StandardCharsets.ISO_8859_1);
      default -> text.replace("\n", "\r").getBytes(StandardCharsets.ISO_8859_1);
    };
  }

  private byte[] zeroed(byte[] bytes) {
    byte[] all = bytes.clone();
    int from = place(all);
    Arrays.fill(all, from, Math.min(all.length, from + 1 + random.nextInt(600)), (byte) 0);
    return all;
  }

  private byte[] swapped(byte[] bytes) {
    byte[] all = bytes.clone();
    int length = Math.min(1 + random.nextInt(60), all.length / 2);
    int one = random.nextInt(Math.max(1, all.length - length));
    int two = random.nextInt(Math.max(1, all.length - length));
    System.arraycopy(bytes, one, all, two, length);
    System.arraycopy(bytes, two, all, one, Math.min(length, all.length - one));
    return all;
  }
}
