package dev.tilescope.internal.store;

import dev.tilescope.analysis.HelperCalls;
import org.jspecify.annotations.Nullable;

/** The questions on which upstream's rows and the best ones differ. */
enum RowRules {
  /** Row for row what upstream's importer writes. */
  UPSTREAM,
  /** What is right, and what the viewer shows best. */
  VIEWER;

  /** Accept every generation of the format, and what upstream stumbles over. */
  boolean lenient() {
    return this == VIEWER;
  }

  /** Make {@code tensors.size}, the viewer's indexes and copies of the files. */
  boolean extras() {
    return this == VIEWER;
  }

  /** Upstream gives recorded calls to starts of their name at any depth. */
  boolean takesCall(String name, boolean nested) {
    return this == UPSTREAM || HelperCalls.mayBeRecorded(name, nested);
  }

  /** The viewer's numbers are those of the native enum; upstream's fallback counts from 0. */
  int layoutNumber(@Nullable Object layout) {
    boolean here = this == VIEWER;
    return switch (String.valueOf(layout)) {
      case "HEIGHT_SHARDED" -> here ? 2 : 1;
      case "WIDTH_SHARDED" -> here ? 3 : 2;
      case "BLOCK_SHARDED" -> here ? 4 : 3;
      default -> 0;
    };
  }

  /** First operation id of a rank's next file, minus one. */
  long baseOperationId(int filesOfRank, long lastOperationId) {
    return this == VIEWER ? lastOperationId : 10_000L * filesOfRank;
  }
}
