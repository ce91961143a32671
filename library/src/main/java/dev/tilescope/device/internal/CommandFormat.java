package dev.tilescope.device.internal;

import dev.tilescope.model.TilescopeException;
import java.util.Locale;

/**
 * What differs between architectures: where commands may begin, and how places on the NoC are
 * packed into a word.
 *
 * <pre>
 * unicast    x | y &lt;&lt; 6
 * multicast  x end | y end &lt;&lt; 6 | x start &lt;&lt; 12 | y start &lt;&lt; 18
 * </pre>
 *
 * all of it shifted left by 4 on Wormhole, where the lower bits belong to the address.
 */
public enum CommandFormat {
  GRAYSKULL(32, 0),
  WORMHOLE_B0(32, 4),
  BLACKHOLE(64, 0);

  private static final int COORDINATE_BITS = 6;
  private static final int COORDINATE_MASK = (1 << COORDINATE_BITS) - 1;

  private final int alignmentBytes;
  private final int shift;

  CommandFormat(int alignmentBytes, int shift) {
    this.alignmentBytes = alignmentBytes;
    this.shift = shift;
  }

  /** Of the architecture that a report names, in whichever case. */
  public static CommandFormat ofArchitecture(String name) {
    for (CommandFormat format : values()) {
      if (format.name().equals(name.toUpperCase(Locale.ROOT))) {
        return format;
      }
    }
    throw new TilescopeException(
        "no architecture is called \"" + name + "\": choose wormhole_b0, blackhole or grayskull");
  }

  /** Every command begins at a multiple of this: the alignment of the host's memory. */
  public int alignmentBytes() {
    return alignmentBytes;
  }

  public int unicast(int x, int y) {
    return (coordinate(x) | coordinate(y) << COORDINATE_BITS) << shift;
  }

  /** A rectangle of cores, both corners inside. */
  public int multicast(int startX, int startY, int endX, int endY) {
    int start = coordinate(startX) | coordinate(startY) << COORDINATE_BITS;
    int end = coordinate(endX) | coordinate(endY) << COORDINATE_BITS;
    return (end | start << 2 * COORDINATE_BITS) << shift;
  }

  /** Of a core, or of the end of a rectangle. */
  int x(int nocXy) {
    return part(nocXy, 0);
  }

  int y(int nocXy) {
    return part(nocXy, 1);
  }

  int startX(int nocXy) {
    return part(nocXy, 2);
  }

  int startY(int nocXy) {
    return part(nocXy, 3);
  }

  private int part(int nocXy, int index) {
    return nocXy >>> shift + index * COORDINATE_BITS & COORDINATE_MASK;
  }

  private static int coordinate(int value) {
    Fields.within("noc coordinate", value, 0, COORDINATE_MASK);
    return value;
  }

  /** {@code (18,18)}. */
  String unicastText(int nocXy) {
    return "(" + x(nocXy) + "," + y(nocXy) + ")";
  }

  /** {@code (18,18)-(19,18)}. */
  String multicastText(int nocXy) {
    return "(" + startX(nocXy) + "," + startY(nocXy) + ")-" + unicastText(nocXy);
  }
}
