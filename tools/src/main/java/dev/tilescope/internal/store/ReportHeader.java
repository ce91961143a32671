package dev.tilescope.internal.store;

import java.util.Map;

/**
 * What a report says about itself.
 *
 * @param rank from 0
 * @param world number of ranks
 */
record ReportHeader(Map<?, ?> metadata, long rank, long world) {
  /** Distinguishes the files of several ranks. */
  String fileSuffix() {
    return world > 1 ? "_" + (rank + 1) + "_of_" + world : "";
  }
}
