package dev.tilescope.internal.serve.data;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the texts of table {@code tensors} mean: shapes, types and placements of every dialect. */
public final class TensorWords {
  private static final int TILE = 32;

  private TensorWords() {}

  /** How a tensor is spread over banks. */
  public enum Placement {
    UNKNOWN,
    INTERLEAVED,
    HEIGHT_SHARDED,
    WIDTH_SHARDED,
    BLOCK_SHARDED,
    ND_SHARDED;

    static final List<Placement> VALUES = List.of(values());
  }

  /** The bracket of {@code Shape([1, 32])} and its like; the text itself if there is none. */
  public static String shape(@Nullable String text) {
    if (text == null) {
      return "";
    }
    int from = text.indexOf('[');
    int to = text.indexOf(']', Math.max(0, from));
    return from >= 0 && to > from ? text.substring(from, to + 1) : text;
  }

  /** {@code BFLOAT16} of {@code DataType::BFLOAT16} or {@code DataType.BFLOAT16}. */
  public static String last(@Nullable String text) {
    if (text == null) {
      return "";
    }
    return text.substring(Math.max(text.lastIndexOf('.'), text.lastIndexOf(':')) + 1);
  }

  static Placement placement(@Nullable String memoryConfig) {
    if (memoryConfig != null) {
      for (Placement placement : Placement.VALUES) {
        if (memoryConfig.contains("TensorMemoryLayout::" + placement)
            || memoryConfig.contains("TensorMemoryLayout." + placement)) {
          return placement;
        }
      }
    }
    return Placement.UNKNOWN;
  }

  /** Bytes of a tensor of this shape, whole tiles if it is of tiles; -1 if a word is unknown. */
  static long bytes(String shape, String dtype, String layout) {
    double each = bytesOfElement(dtype);
    if (each < 0 || !shape.startsWith("[")) {
      return -1;
    }
    String[] sides = shape.substring(1, shape.length() - 1).split(",", -1);
    double elements = 1;
    for (int i = 0; i < sides.length; i++) {
      boolean inTile = i >= sides.length - 2 && layout.equals("TILE");
      elements *= side(sides[i].strip(), inTile);
    }
    double bytes = elements * each;
    return bytes >= 0 && bytes < Long.MAX_VALUE ? (long) bytes : -1;
  }

  private static double side(String text, boolean inTile) {
    try {
      long side = text.isEmpty() ? 1 : Long.parseLong(text);
      return inTile ? (double) Math.ceilDiv(side, TILE) * TILE : side;
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** Block formats share an exponent: 1,088 and 576 bytes a tile. */
  private static double bytesOfElement(String dtype) {
    return switch (dtype.toUpperCase(Locale.ROOT)) {
      case "BFLOAT16", "UINT16" -> 2;
      case "FLOAT32", "UINT32", "INT32" -> 4;
      case "UINT8" -> 1;
      case "BFLOAT8_B" -> 1088 / 1024.0;
      case "BFLOAT4_B" -> 576 / 1024.0;
      default -> -1;
    };
  }
}
