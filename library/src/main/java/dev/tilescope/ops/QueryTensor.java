package dev.tilescope.ops;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.internal.mechanism.ArgumentValue;
import dev.tilescope.tensor.Sharding;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A tensor argument of a query.
 *
 * @param name the argument it is for; null to take the next free place
 */
public record QueryTensor(@Nullable String name, TensorSpec spec) {
  private static final Pattern EVEN_SHARDS =
      Pattern.compile("(height|width|block)_sharded/(\\d{1,4})x(\\d{1,4})");

  /**
   * {@code [NAME=]SHAPE[:DTYPE][:LAYOUT][:MEMORY]}, as in {@code bias=1x1024:bfloat16:tile:l1};
   * without them it is bfloat16, in tiles, in DRAM. {@code height_sharded/8x8} cuts it evenly over
   * the cores of a grid.
   */
  public static QueryTensor parse(String text) {
    int equals = text.indexOf('=');
    String name = equals < 0 ? null : text.substring(0, equals).strip();
    String[] words = text.substring(equals + 1).strip().split(":", -1);
    Shape shape = (Shape) ArgumentValue.parse("input \"" + text + "\"", Shape.class, words[0]);
    DataType dtype = DataType.BFLOAT16;
    Layout layout = Layout.TILE;
    MemoryConfig memory = MemoryConfig.DRAM;
    for (int i = 1; i < words.length; i++) {
      String word = words[i].strip().toLowerCase(Locale.ROOT);
      if (constant(DataType.values(), word) instanceof DataType found) {
        dtype = found;
      } else if (constant(Layout.values(), word) instanceof Layout found) {
        layout = found;
      } else {
        memory = memory(text, shape, word);
      }
    }
    return new QueryTensor(name, new TensorSpec(shape, dtype, layout, memory));
  }

  private static @Nullable Enum<?> constant(Enum<?>[] all, String word) {
    for (Enum<?> constant : all) {
      if (constant.name().equalsIgnoreCase(word)) {
        return constant;
      }
    }
    return null;
  }

  /** What other libraries call ours. */
  private static String hint(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "bf16" -> "; did you mean bfloat16?";
      case "fp32", "f32", "float" -> "; did you mean float32?";
      case "bf8", "bfp8", "bfp8_b", "bfloat8" -> "; did you mean bfloat8_b?";
      case "bf4", "bfp4", "bfp4_b", "bfloat4" -> "; did you mean bfloat4_b?";
      case "rm", "row-major" -> "; did you mean row_major?";
      default -> "";
    };
  }

  private static MemoryConfig memory(String text, Shape shape, String word) {
    Matcher even = EVEN_SHARDS.matcher(word);
    if (even.matches()) {
      return Sharding.config(
          shape,
          Integer.parseInt(even.group(2)),
          Integer.parseInt(even.group(3)),
          TensorMemoryLayout.valueOf(even.group(1).toUpperCase(Locale.ROOT) + "_SHARDED"),
          ShardOrientation.ROW_MAJOR);
    }
    try {
      return ArgumentValue.memory("memory", word);
    } catch (TilescopeException e) {
      throw new TilescopeException(
          ("input \"%s\": \"%s\" is no data type (bfloat16, float32, bfloat8_b, ...), layout (tile,"
                  + " row_major) or memory (dram, l1, height_sharded/8x8)%s")
              .formatted(text, word, hint(word)),
          e);
    }
  }
}
