package dev.tilescope.ops.internal.reduction;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.ops.internal.creation.RandomOperations;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The random numbers of a device's cores, one row of them for each user: a row begins anew when it
 * is seeded, and goes on with each number that is drawn.
 */
public final class SeededDraws {
  private static final Map<MeshDevice, SeededDraws> BY_DEVICE = new WeakHashMap<>();
  private static final int USERS = 32;

  private final long[] seeds = new long[USERS];
  private final int[] drawn = new int[USERS];

  private SeededDraws() {}

  public static synchronized SeededDraws of(MeshDevice device) {
    SeededDraws known = BY_DEVICE.get(device);
    if (known == null) {
      known = new SeededDraws();
      BY_DEVICE.put(device, known);
    }
    return known;
  }

  /** The number that a row begins with. */
  static double first(long seed) {
    return RandomOperations.unit(seed, 0);
  }

  /** The number that the next draw of a user gives. */
  synchronized double upcoming(int user) {
    return RandomOperations.unit(seeds[user], drawn[user]);
  }

  /** That so many users have drawn their numbers. */
  synchronized void drawn(int users) {
    for (int user = 0; user < users; user++) {
      drawn[user]++;
    }
  }

  /** Users beyond those that {@code sampling} serves have no row. */
  synchronized void seed(long user, long seed) {
    if (user >= 0 && user < USERS) {
      seeds[(int) user] = seed;
      drawn[(int) user] = 0;
    }
  }

  void seedAll(long seed) {
    for (int user = 0; user < USERS; user++) {
      seed(user, seed);
    }
  }
}
