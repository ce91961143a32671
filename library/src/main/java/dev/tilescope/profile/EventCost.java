package dev.tilescope.profile;

import java.util.Arrays;

/** Finds out what an event takes here and now, in a log that nobody reads. */
final class EventCost {
  private static final int ROUNDS = 9;
  private static final int ZONES = 2000;
  private static final long BUFFER_BYTES = 1 << 20;

  private EventCost() {}

  /** The median of several loops: one may have been interrupted, the first are not compiled. */
  static double nanos(Session session) {
    double[] rounds = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      rounds[i] = round(session);
    }
    Arrays.sort(rounds);
    return rounds[ROUNDS / 2];
  }

  private static double round(Session session) {
    ChunkPool pool = new ChunkPool(BUFFER_BYTES, () -> {}, () -> false);
    ThreadLog log = new ThreadLog(session, Thread.currentThread(), pool, System.nanoTime());
    long begin = System.nanoTime();
    for (int i = 0; i < ZONES; i++) {
      log.begin(SourceSites.OTHERS);
      log.exit();
    }
    return (System.nanoTime() - begin) / (2.0 * ZONES);
  }
}
