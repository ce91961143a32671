package dev.tilescope.device;

import dev.tilescope.model.DataType;

/**
 * What one core asks the NoC for.
 *
 * @param pages transfers
 * @param waits how often it waits until all that it has asked for is there
 * @param pageBytes of a transfer; 0 for {@link Work#transactionBytes}
 * @param route which way it comes or goes
 * @param isSingleBuffered whether there is no room to read on while what is there is worked on
 * @param queuedNanos it waits besides, because others ask the same bank
 */
public record Traffic(
    long pages,
    long waits,
    long pageBytes,
    Route route,
    boolean isSingleBuffered,
    long queuedNanos) {
  /** Which way pages go. */
  public enum Route {
    /** From all banks to the core, or from it to them. */
    SPREAD,
    /** From all banks to the core, which sends them on to others. */
    SENT_ON,
    /** From the one bank that is the core's own, as fast as it gives. */
    OWN_BANK
  }

  /** A tile of bfloat16; smaller pages than this are asked for together. */
  private static final long TILE_BYTES = 2048;

  public static final Traffic NONE = new Traffic(0, 0);

  public Traffic(long pages, long waits) {
    this(pages, waits, 0, Route.SPREAD);
  }

  /** With room to read on. */
  public Traffic(long pages, long waits, long pageBytes, Route route) {
    this(pages, waits, pageBytes, route, false);
  }

  public Traffic(long pages, long waits, long pageBytes, Route route, boolean isSingleBuffered) {
    this(pages, waits, pageBytes, route, isSingleBuffered, 0);
  }

  public Traffic queued(long nanos) {
    return new Traffic(pages, waits, pageBytes, route, isSingleBuffered, nanos);
  }

  /** Of which the first must be there before work begins. From its bank a core reads on and on. */
  long parts() {
    return isSingleBuffered ? 1 : Math.max(1, route == Route.OWN_BANK ? pages : waits);
  }

  /** A core's share; it waits once for all that it needs for a tile or page of the result. */
  static Traffic shared(long bytes, long pageBytes, int cores, long resultBytes) {
    if (bytes == 0 || pageBytes < 1 || cores < 1) {
      return NONE;
    }
    long pages = share(bytes, pageBytes, cores);
    long waitedFor = isBlockFloats(pageBytes) ? pageBytes : Math.max(pageBytes, TILE_BYTES);
    long waits = share(resultBytes == 0 ? bytes : resultBytes, waitedFor, cores);
    return new Traffic(pages, Math.min(pages, waits));
  }

  /** A tile is awaited by itself, whatever its type. */
  private static boolean isBlockFloats(long pageBytes) {
    return pageBytes == DataType.BFLOAT8_B.tileBytes()
        || pageBytes == DataType.BFLOAT4_B.tileBytes();
  }

  private static long share(long bytes, long pageBytes, int cores) {
    return Math.ceilDiv(Math.ceilDiv(bytes, pageBytes), cores);
  }
}
