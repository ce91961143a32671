package dev.tilescope.agent;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** How much became zones, and what stayed as it was. */
final class WeavingCounts {
  private static final int NAMED = 5;

  private final LongAdder classes = new LongAdder();
  private final LongAdder methods = new LongAdder();
  private final LongAdder leftOut = new LongAdder();
  private final List<String> firstLeftOut = new ArrayList<>();

  void woven(int methodCount) {
    classes.increment();
    methods.add(methodCount);
  }

  /** A class or method that could not be rewritten. */
  void left(String name, String reason) {
    leftOut.increment();
    synchronized (firstLeftOut) {
      if (firstLeftOut.size() < NAMED) {
        firstLeftOut.add(name + " (" + reason + ")");
      }
    }
  }

  /** What is missing is said in any case. */
  void print(boolean verbose, PrintStream out) {
    if (verbose) {
      out.printf(
          "tilescope: %,d methods of %,d %s were made zones%n",
          methods.sum(), classes.sum(), classes.sum() == 1 ? "class" : "classes");
    }
    long left = leftOut.sum();
    if (left > 0) {
      synchronized (firstLeftOut) {
        out.printf(
            "tilescope: %,d classes or methods stayed without zones: %s%s%n",
            left, String.join(", ", firstLeftOut), left > NAMED ? ", ..." : "");
      }
    }
  }
}
