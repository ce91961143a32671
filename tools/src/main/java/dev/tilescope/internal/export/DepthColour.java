package dev.tilescope.internal.export;

/**
 * The six colours in which TT-NN draws functions, by depth: what the program called is 1. The
 * second one has three spaces behind it there, which no viewer needs.
 */
final class DepthColour {
  private static final String[] COLOURS = {
    "#0000ff", "#ee00ee", "#ff0000", "#eeee00", "#00ff00", "#00eeee"
  };

  private DepthColour() {}

  static String of(int depth) {
    return COLOURS[Math.floorMod(depth, COLOURS.length)];
  }

  /** Half transparent, in Graphviz's notation. */
  static String translucent(int depth) {
    return of(depth) + "80";
  }
}
