package dev.tilescope.device.internal;

import dev.tilescope.model.TilescopeException;
import java.util.Arrays;

/** Puts commands one behind the other, each where its architecture lets it begin. */
public final class CommandWriter {
  /** The most that a prefetcher on a Tensix core takes at once, padding included. */
  public static final int MAX_COMMAND_BYTES = 128 * 1024;

  private final int alignmentBytes;
  private byte[] bytes = new byte[4096];
  private int size;

  /**
   * @param alignmentBytes see {@link CommandFormat#alignmentBytes()}
   */
  public CommandWriter(int alignmentBytes) {
    this.alignmentBytes = checkedAlignment(alignmentBytes);
  }

  static int checkedAlignment(int alignmentBytes) {
    if (Integer.bitCount(alignmentBytes) != 1 || alignmentBytes < Table.UNIT_BYTES) {
      throw new TilescopeException(
          "commands are aligned to a power of two from 16 bytes up (32 on Wormhole, 64 on"
              + " Blackhole), got "
              + alignmentBytes);
    }
    return alignmentBytes;
  }

  /**
   * Refuses a command with a value that its field cannot hold.
   *
   * @return where the command begins
   */
  public int append(PrefetchCommand command) {
    PrefetchCode code = command.code();
    int stride = Words.roundUp(command.sizeBytes(), alignmentBytes);
    if (stride > MAX_COMMAND_BYTES) {
      throw new TilescopeException(
          "%s takes %d bytes, a prefetcher takes at most %d: split it"
              .formatted(code, stride, MAX_COMMAND_BYTES));
    }
    int at = size;
    reserve(stride);
    write(code, command, at, stride);
    size = at + stride;
    return at;
  }

  private void write(PrefetchCode code, PrefetchCommand command, int at, int stride) {
    try {
      code.write(command, bytes, at);
    } catch (TilescopeException refused) {
      Arrays.fill(bytes, at, at + stride, (byte) 0);
      throw refused;
    }
    int strideAt = code.table().strideAt();
    if (strideAt > 0) {
      Words.put32(bytes, at + strideAt, stride);
    }
  }

  private void reserve(int more) {
    long needed = (long) size + more;
    if (needed > Integer.MAX_VALUE - 8) {
      throw new TilescopeException("a metal trace holds at most 2 GiB of commands");
    }
    if (needed > bytes.length) {
      long doubled = Math.min(2L * bytes.length, Integer.MAX_VALUE - 8);
      bytes = Arrays.copyOf(bytes, (int) Math.max(needed, doubled));
    }
  }

  public int size() {
    return size;
  }

  public byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }
}
