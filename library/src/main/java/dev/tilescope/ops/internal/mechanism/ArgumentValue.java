package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TilescopeException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Arguments written as text, typed by what the operation takes.
 *
 * <pre>
 * bool     true | false                          number   4, -1, 0.5
 * list     8x384 or 8,384 or [8, 384]            dtype    bfloat16, float32, bfloat8_b, ...
 * layout   tile | row_major                      memory   dram | l1 | Sharded
 * Sharded  [dram_](height|width|block)_sharded / GRID / SHARD [/ col_major]
 *          e.g. height_sharded/8x8/48x1024: 48x1024 elements on each of 8x8 cores, in L1
 * </pre>
 */
public final class ArgumentValue {
  private static final Pattern SHARDED =
      Pattern.compile(
          "(dram_)?(height|width|block)_sharded/(\\d+)x(\\d+)/(\\d+)x(\\d+)(/col_major)?");

  private ArgumentValue() {}

  public static Object parse(String argument, Class<?> type, String text) {
    String value = text.strip();
    try {
      return read(argument, type, value);
    } catch (NumberFormatException e) {
      throw new TilescopeException(
          "%s: %s is expected, got \"%s\"".formatted(argument, kind(type), value), e);
    }
  }

  private static Object read(String argument, Class<?> type, String value) {
    if (type == boolean.class || type == Boolean.class) {
      return flag(argument, value);
    } else if (type == int.class || type == Integer.class) {
      return Integer.valueOf(value);
    } else if (type == long.class || type == Long.class) {
      return Long.valueOf(value);
    } else if (type == float.class || type == Float.class) {
      return Float.valueOf(value);
    } else if (type == double.class || type == Double.class || type == Number.class) {
      return Double.valueOf(value);
    } else if (type == Object.class) {
      return Double.valueOf(value);
    } else if (type == String.class) {
      return value;
    } else if (type == int[].class) {
      return integers(value);
    } else if (type == List.class) {
      return Arrays.stream(integers(value)).boxed().toList();
    } else if (type == Shape.class) {
      return Shape.of(integers(value));
    } else if (type == MemoryConfig.class) {
      return memory(argument, value);
    } else if (type.isEnum()) {
      return constant(argument, type, value);
    }
    throw new TilescopeException(
        "%s: a %s cannot be written as text; leave it out or call the operation from Java"
            .formatted(argument, type.getSimpleName()));
  }

  private static String kind(Class<?> type) {
    if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
      return "an integer";
    }
    return type == int[].class || type == List.class || type == Shape.class
        ? "a list of integers such as 8x384"
        : "a number";
  }

  private static Boolean flag(String argument, String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new TilescopeException(
              "%s: true or false is expected, got \"%s\"".formatted(argument, value));
    };
  }

  private static int[] integers(String value) {
    String inner = value.replaceAll("^[\\[(]|[\\])]$", "").strip();
    if (inner.isEmpty()) {
      return new int[0];
    }
    return Arrays.stream(inner.split("\\s*[x,]\\s*", -1)).mapToInt(Integer::parseInt).toArray();
  }

  public static MemoryConfig memory(String argument, String value) {
    String wanted = value.toLowerCase(Locale.ROOT);
    Matcher sharded = SHARDED.matcher(wanted);
    if (wanted.matches("dram(_memory_config)?")) {
      return MemoryConfig.DRAM;
    } else if (wanted.matches("l1(_memory_config)?")) {
      return MemoryConfig.L1;
    } else if (!sharded.matches()) {
      throw new TilescopeException(
          "%s: dram, l1 or shards such as height_sharded/8x8/48x1024 are expected, got \"%s\""
              .formatted(argument, value));
    }
    return MemoryConfig.sharded(
        TensorMemoryLayout.valueOf(group(sharded, 2).toUpperCase(Locale.ROOT) + "_SHARDED"),
        sharded.group(1) == null ? BufferType.L1 : BufferType.DRAM,
        new ShardSpec(
            CoreRangeSet.grid(number(sharded, 3), number(sharded, 4)),
            number(sharded, 5),
            number(sharded, 6),
            sharded.group(7) == null ? ShardOrientation.ROW_MAJOR : ShardOrientation.COL_MAJOR));
  }

  private static int number(Matcher matcher, int group) {
    return Integer.parseInt(group(matcher, group));
  }

  private static String group(Matcher matcher, int group) {
    return Objects.requireNonNull(matcher.group(group));
  }

  private static Object constant(String argument, Class<?> type, String value) {
    List<Enum<?>> constants =
        Arrays.stream(type.getEnumConstants()).<Enum<?>>map(c -> (Enum<?>) c).toList();
    return constants.stream()
        .filter(constant -> constant.name().equalsIgnoreCase(value))
        .findFirst()
        .orElseThrow(() ->
            new TilescopeException(
                "%s: one of %s is expected, got \"%s\""
                    .formatted(
                        argument,
                        constants.stream()
                            .map(c -> c.name().toLowerCase(Locale.ROOT))
                            .collect(Collectors.joining(", ")),
                        value)));
  }
}
