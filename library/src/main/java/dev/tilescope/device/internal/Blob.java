package dev.tilescope.device.internal;

import java.util.Arrays;
import java.util.HexFormat;

/** Immutable bytes that a command carries and does not interpret. */
public final class Blob {
  public static final Blob EMPTY = new Blob(new byte[0]);

  private final byte[] bytes;

  private Blob(byte[] bytes) {
    this.bytes = bytes;
  }

  public static Blob of(byte... bytes) {
    return copyOf(bytes, 0, bytes.length);
  }

  public static Blob copyOf(byte[] from, int offset, int sizeBytes) {
    return sizeBytes == 0 ? EMPTY : new Blob(Arrays.copyOfRange(from, offset, offset + sizeBytes));
  }

  /** Little-endian, as all of a device's memory. */
  public static Blob ofWords(int... words) {
    byte[] bytes = new byte[words.length * Integer.BYTES];
    for (int i = 0; i < words.length; i++) {
      Words.put32(bytes, i * Integer.BYTES, words[i]);
    }
    return new Blob(bytes);
  }

  public int size() {
    return bytes.length;
  }

  public byte[] toBytes() {
    return bytes.clone();
  }

  void copyTo(byte[] target, int at) {
    System.arraycopy(bytes, 0, target, at, bytes.length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Blob that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Hexadecimal digits. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
