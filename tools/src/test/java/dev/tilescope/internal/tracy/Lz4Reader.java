package dev.tilescope.internal.tracy;

/** Unpacks one LZ4 block, and refuses what is not one. */
final class Lz4Reader {
  private Lz4Reader() {}

  /** Returns how many bytes came out. */
  static int unpack(byte[] from, int length, byte[] to) {
    int in = 0;
    int out = 0;
    while (true) {
      int token = from[in++] & 0xFF;
      int literals = token >>> 4;
      if (literals == 15) {
        int more;
        do {
          more = from[in++] & 0xFF;
          literals += more;
        } while (more == 255);
      }
      if (in + literals > length || out + literals > to.length) {
        throw new AssertionError("literals beyond the block: " + literals + " at " + in);
      }
      System.arraycopy(from, in, to, out, literals);
      in += literals;
      out += literals;
      if (in == length) {
        return out;
      }
      int distance = from[in] & 0xFF | (from[in + 1] & 0xFF) << 8;
      in += 2;
      int match = (token & 15) + 4;
      if (match == 19) {
        int more;
        do {
          more = from[in++] & 0xFF;
          match += more;
        } while (more == 255);
      }
      if (distance == 0 || distance > out || out + match > to.length) {
        throw new AssertionError("a match of " + match + " bytes, " + distance + " before " + out);
      }
      for (int i = 0; i < match; i++, out++) {
        to[out] = to[out - distance];
      }
    }
  }
}
