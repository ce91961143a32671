package dev.tilescope.internal.store;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Tile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the texts of table {@code tensors} mean: shapes, types and placements of every dialect. */
public final class TensorWords {
  private static final Pattern PLACEMENT = Pattern.compile("TensorMemoryLayout(?:::|\\.)(\\w+)");

  private TensorWords() {}

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

  /** How a tensor is spread over banks: {@code BLOCK_SHARDED}, or {@code UNKNOWN}. */
  public static String placement(@Nullable String memoryConfig) {
    Matcher placement = PLACEMENT.matcher(memoryConfig == null ? "" : memoryConfig);
    return placement.find() ? placement.group(1) : "UNKNOWN";
  }

  /** Bytes of a tensor of this shape, whole tiles if it is of tiles; -1 if a word is unknown. */
  public static long bytes(String shape, String dtype, String layout) {
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
      return inTile
          ? (double) Math.ceilDiv(side, Tile.DEFAULT.height()) * Tile.DEFAULT.height()
          : side;
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** Block formats share an exponent: 1,088 and 576 bytes a tile. */
  private static double bytesOfElement(String dtype) {
    return Stream.of(DataType.values())
        .filter(type -> type.name().equalsIgnoreCase(dtype))
        .mapToDouble(type -> type.tileBytes() / (double) Tile.DEFAULT.elements())
        .findFirst()
        .orElse(-1);
  }
}
