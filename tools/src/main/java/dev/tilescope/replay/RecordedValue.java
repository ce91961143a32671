package dev.tilescope.replay;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.options.Index;
import dev.tilescope.ops.options.UnaryWithParam;
import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Flag;
import dev.tilescope.replay.Recorded.Nothing;
import dev.tilescope.replay.Recorded.Numeral;
import dev.tilescope.replay.Recorded.Sequence;
import dev.tilescope.replay.Recorded.Text;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchTensor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A recorded value as one of a Java type, whatever dialect it is written in. */
final class RecordedValue {
  private RecordedValue() {}

  /**
   * @param argument for messages
   * @param type that an operation takes, or a part of such a type
   * @return tensors as {@link TensorPlan} and {@link TorchPlan}, the device as {@link
   *     CallPlan.Device}
   */
  static @Nullable Object of(String argument, Type type, Recorded value) {
    if (isNone(value)) {
      return null;
    }
    try {
      return type instanceof ParameterizedType list
          ? list(argument, list.getActualTypeArguments()[0], value)
          : single(argument, (Class<?>) type, value);
    } catch (NumberFormatException e) {
      throw mismatch(argument, type, value);
    }
  }

  static TilescopeException mismatch(String argument, Type type, Recorded value) {
    String name = type instanceof Class<?> single ? single.getSimpleName() : type.getTypeName();
    return new TilescopeException(
        "%s: %s is expected, the file has %s".formatted(argument, name, shortened(value)));
  }

  private static String shortened(Recorded value) {
    String text = value.toString();
    return text.length() > 200 ? text.substring(0, 200) + "..." : text;
  }

  private static boolean isNone(Recorded value) {
    return value instanceof Nothing
        || value instanceof Text(String text) && text.matches("None|std::nullopt|nullopt|null");
  }

  private static @Nullable Object single(String argument, Class<?> type, Recorded value) {
    if (type == Tensor.class) {
      return TensorPlan.of(argument, value);
    } else if (type == TorchTensor.class) {
      return TorchPlan.of(argument, value);
    } else if (type == MeshDevice.class) {
      return CallPlan.Device.REPLAY;
    } else if (type == Object.class) {
      return tensorOrNumber(argument, value);
    } else if (type == Shape.class) {
      return TensorPlan.shape(argument, value);
    } else if (type == String.class) {
      return text(argument, value);
    } else if (type == boolean.class || type == Boolean.class) {
      return flag(argument, value);
    } else if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
      return number(argument, type, value);
    } else if (type == int[].class) {
      return integers(argument, value);
    } else if (type == int[][].class) {
      return list(argument, int[].class, value).toArray(int[][]::new);
    } else if (type.isEnum()) {
      return ConfigText.constant(type, text(argument, value));
    }
    return config(argument, type, value);
  }

  private static Object config(String argument, Class<?> type, Recorded value) {
    if (value instanceof Fields fields && fields.get("fields") instanceof Fields) {
      return RecordedRecords.read(argument, type, fields);
    } else if (type == MemoryConfig.class) {
      MemoryConfig memory = TensorPlan.memory(value);
      return memory == null ? MemoryConfig.DRAM : memory;
    } else if (type == CoreRangeSet.class) {
      return ConfigText.cores(value instanceof Sequence ? value.toString() : text(argument, value));
    } else if (type == ShardSpec.class
        && ConfigText.shards(text(argument, value)) instanceof ShardSpec shards) {
      return shards;
    } else if (type == Index.class && !(value instanceof Fields)) {
      return Index.at((Integer) number(argument, Integer.class, value));
    } else if (type == Index.class) {
      return index(text(argument, value));
    } else if (type == UnaryWithParam.class && value instanceof Text(String name)) {
      return UnaryWithParam.of(name.toLowerCase(Locale.ROOT));
    }
    return RecordedRecords.read(argument, type, value);
  }

  private static Index index(String text) {
    if (text.equals("Ellipsis")) {
      return Index.ELLIPSIS;
    }
    List<@Nullable Integer> bounds = new ArrayList<>();
    String inner = text.replaceFirst("^slice\\((.*)\\)$", "$1");
    for (String bound : ConfigText.split(inner)) {
      bounds.add(bound.equals("None") ? null : Integer.valueOf(bound));
    }
    if (bounds.size() != 3) {
      throw new TilescopeException("slices: slice(start, stop, step) is expected, got " + text);
    }
    return Index.range(bounds.get(0), bounds.get(1), bounds.get(2));
  }

  private static List<@Nullable Object> list(String argument, Type item, Recorded value) {
    List<@Nullable Object> items = new ArrayList<>();
    if (value instanceof Sequence(List<Recorded> recorded)) {
      recorded.forEach(one -> items.add(of(argument, item, one)));
    } else if (item == Integer.class && !(value instanceof Numeral)) {
      Arrays.stream(integers(argument, value)).forEach(items::add);
    } else if (value instanceof Text(String text) && text.startsWith("[")) {
      String inner = text.substring(1, text.length() - 1);
      ConfigText.split(inner).forEach(one -> items.add(of(argument, item, new Text(one))));
    } else {
      items.add(of(argument, item, value));
    }
    return items;
  }

  private static Object tensorOrNumber(String argument, Recorded value) {
    if (TensorPlan.isTensor(value)) {
      return TensorPlan.of(argument, value);
    }
    return number(argument, Number.class, value);
  }

  /** A text, or the text that stands for an object. */
  static String text(String argument, Recorded value) {
    if (value instanceof Text(String text)) {
      return text;
    }
    if (value instanceof Fields fields) {
      String repr = fields.text("repr");
      String text = repr == null ? fields.text("value") : repr;
      if (text != null) {
        return text;
      }
    }
    throw mismatch(argument, String.class, value);
  }

  private static boolean flag(String argument, Recorded value) {
    return switch (value) {
      case Flag(boolean flag) -> flag;
      case Numeral(String text) when text.matches("[01]") -> text.equals("1");
      case Text(String text) when text.matches("(?i)true|1") -> true;
      case Text(String text) when text.matches("(?i)false|0") -> false;
      case Nothing _, Numeral _, Text _, Sequence _, Fields _ ->
          throw mismatch(argument, boolean.class, value);
    };
  }

  private static Number number(String argument, Class<?> type, Recorded value) {
    String text =
        switch (value) {
          case Numeral(String digits) -> digits;
          case Text(String digits) -> level(digits);
          case Flag(boolean flag) -> flag ? "1" : "0";
          case Nothing _, Sequence _, Fields _ -> throw mismatch(argument, type, value);
        };
    if (type == float.class || type == Float.class) {
      return Float.valueOf((float) Double.parseDouble(text));
    } else if (type == double.class || type == Double.class) {
      return Double.valueOf(text);
    } else if (type == Number.class) {
      return text.matches("-?\\d{1,9}") ? (Number) Integer.valueOf(text) : Double.valueOf(text);
    } else if (type == long.class || type == Long.class) {
      return Long.valueOf(text);
    }
    return Integer.valueOf(text.replaceFirst("\\.0+$", ""));
  }

  /** {@code ThrottleLevel.LEVEL_2} is 2, {@code ThrottleLevel.NO_THROTTLE} is 0. */
  private static String level(String text) {
    if (!text.matches("ThrottleLevel(\\.|::)\\w+")) {
      return text;
    }
    int[] digits = ConfigText.integers(text);
    return digits.length == 0 ? "0" : Integer.toString(digits[0]);
  }

  private static int[] integers(String argument, Recorded value) {
    return switch (value) {
      case Sequence(List<Recorded> items) ->
          items.stream()
              .mapToInt(item -> (Integer) number(argument, Integer.class, item))
              .toArray();
      case Numeral one -> new int[] {(Integer) number(argument, Integer.class, one)};
      case Nothing _, Flag _, Text _, Fields _ -> ConfigText.integers(text(argument, value));
    };
  }
}
