package dev.tilescope.device.marker;

import dev.tilescope.model.TilescopeException;

/**
 * A transfer over the NoC, as the data of a marker with the id {@link ZoneLocations#NOC_EVENTS}.
 *
 * <pre>
 * byte 0  type             4  y of the last core of a multicast
 *      1  x, 2 y           5  NoC + 1 in bits 0-3, virtual channel in bits 4-7 (15 for none)
 *      3  x of the last    6  chunks of 32 B, at most 255
 *         core of a        7  1 if posted
 *         multicast
 * </pre>
 *
 * <p>Places are those of NoC 0. Barriers, flushes, waits, and increments of semaphores are not
 * traced, as on a board. Kernels write all their transfers; the library's own operations, whose
 * kernels are not run one transfer at a time, write a sample of those that their work consists of.
 *
 * @param x of the other end, or of the first core of a multicast
 * @param lastX of the last core of a multicast, otherwise 0
 * @param noc 0 or 1
 * @param channel virtual channel, or -1
 * @param chunks of 32 B
 */
public record NocEvent(
    Type type,
    int x,
    int y,
    int lastX,
    int lastY,
    int noc,
    int channel,
    int chunks,
    boolean isPosted) {
  private static final int CHUNK_BYTES = 32;
  private static final int MOST_CHUNKS = 255;
  private static final int UNICAST_WRITE_CHANNEL = 1;
  private static final int MULTICAST_WRITE_CHANNEL = 4;

  /** Those that modelled kernels write, with their numbers on the device. */
  public enum Type {
    READ(1),
    WRITE_(11),
    WRITE_MULTICAST(15),
    SEMAPHORE_SET_REMOTE(30),
    SEMAPHORE_SET_MULTICAST(31);

    private final int code;

    Type(int code) {
      this.code = code;
    }
  }

  /** To or from one place. */
  public static NocEvent of(Type type, int x, int y, int noc, long bytes) {
    int channel = type == Type.READ ? -1 : UNICAST_WRITE_CHANNEL;
    return new NocEvent(type, x, y, 0, 0, noc, channel, chunks(bytes), false);
  }

  /** To a rectangle of cores. */
  public static NocEvent multicast(
      Type type, int x, int y, int lastX, int lastY, int noc, long bytes) {
    return new NocEvent(
        type, x, y, lastX, lastY, noc, MULTICAST_WRITE_CHANNEL, chunks(bytes), false);
  }

  private static int chunks(long bytes) {
    return (int) Math.min(MOST_CHUNKS, Math.ceilDiv(bytes, CHUNK_BYTES));
  }

  /** At most 8160, however many it were. */
  public int bytes() {
    return chunks * CHUNK_BYTES;
  }

  public long bits() {
    return type.code
        | (x & 0xFFL) << 8
        | (y & 0xFFL) << 16
        | (lastX & 0xFFL) << 24
        | (lastY & 0xFFL) << 32
        | (noc + 1L) << 40
        | (channel & 0xFL) << 44
        | (long) chunks << 48
        | (isPosted ? 1L : 0L) << 56;
  }

  public static NocEvent of(long bits) {
    int channel = (int) (bits >>> 44) & 0xF;
    return new NocEvent(
        type((int) bits & 0xFF),
        (byte) (bits >>> 8),
        (byte) (bits >>> 16),
        (byte) (bits >>> 24),
        (byte) (bits >>> 32),
        ((int) (bits >>> 40) & 0xF) - 1,
        channel == 0xF ? -1 : channel,
        (int) (bits >>> 48) & 0xFF,
        (bits >>> 56 & 1) != 0);
  }

  private static Type type(int code) {
    for (Type type : Type.values()) {
      if (type.code == code) {
        return type;
      }
    }
    throw new TilescopeException("NoC event: no modelled device writes type " + code);
  }
}
