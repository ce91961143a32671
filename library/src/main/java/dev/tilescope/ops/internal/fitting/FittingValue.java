package dev.tilescope.ops.internal.fitting;

import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.internal.kernel.UnaryKind;
import dev.tilescope.ops.internal.mechanism.Activations;
import dev.tilescope.ops.internal.mechanism.ArgumentSlots.Slot;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.UnaryWithParam;
import dev.tilescope.tensor.Tensor;
import java.lang.reflect.ParameterizedType;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Values as the arguments of a call by name take them. Numbers of one type become those of another
 * where only digits are lost; lists of integers, arrays of them and shapes become each other; one
 * value may stand for a list of it; functions may be given by their names, cores as a pair x, y.
 */
public final class FittingValue {
  private static final int MAX_TEXT = 80;

  private final String operation;
  private final Slot slot;

  private FittingValue(String operation, Slot slot) {
    this.operation = operation;
    this.slot = slot;
  }

  /**
   * @throws dev.tilescope.model.TilescopeException that names the argument, what it takes and what
   *     it got
   */
  public static @Nullable Object of(String operation, Slot slot, @Nullable Object value) {
    Check.that(
        value != null || slot.isNullable(),
        "%s: the argument %s cannot be None",
        operation,
        slot.name());
    return value == null ? null : new FittingValue(operation, slot).of(value);
  }

  private Object of(Object value) {
    Class<?> type = boxed(slot.type());
    if (type.isInstance(value) && type != Object.class && type != List.class) {
      return value;
    } else if (type == Object.class) {
      return require(value instanceof Tensor || value instanceof Number ? value : null, value);
    } else if (type == List.class) {
      return list(value);
    } else if (type == int[].class) {
      return integers(value);
    } else if (type == int[][].class) {
      return pairs(value);
    } else if (type == Shape.class) {
      return Shape.of(integers(value));
    } else if (type == CoreGrid.class) {
      return grid(value);
    } else if (type == CoreCoord.class) {
      int[] pair = integers(value);
      return require(pair.length == 2 ? new CoreCoord(pair[0], pair[1]) : null, value);
    } else if (type == String.class) {
      return require(nameOf(value), value);
    } else if (type == Path.class) {
      return value instanceof String text ? Path.of(text) : require(null, value);
    }
    return require(value instanceof Number number ? as(type, number) : null, value);
  }

  /** What a function without parameters is called by. */
  private static @Nullable String nameOf(Object function) {
    return switch (function) {
      case UnaryKind kind -> kind.name().toLowerCase(Locale.ROOT);
      case UnaryWithParam plain when plain.params().isEmpty() -> nameOf(plain.opType());
      default -> null;
    };
  }

  private CoreGrid grid(Object value) {
    if (value instanceof CoreCoord(int x, int y)) {
      return new CoreGrid(y, x);
    }
    int[] pair = integers(value);
    return require(pair.length == 2 ? new CoreGrid(pair[1], pair[0]) : null, value);
  }

  private int[][] pairs(Object value) {
    List<?> items = require(value instanceof List<?> list ? list : null, value);
    return items.stream().map(this::integers).toArray(int[][]::new);
  }

  private List<?> list(Object value) {
    Class<?> element = element();
    List<?> items =
        switch (value) {
          case int[] array -> Arrays.stream(array).boxed().toList();
          case Shape shape -> Arrays.stream(shape.toArray()).boxed().toList();
          case List<?> list -> list;
          default -> List.of(value);
        };
    List<Object> fitting = new ArrayList<>(items.size());
    for (Object item : items) {
      Object fit = element == UnaryWithParam.class ? function(item) : item;
      fit = fit instanceof Number number ? as(element, number) : fit;
      fitting.add(require(element.isInstance(fit) ? fit : null, value));
    }
    return List.copyOf(fitting);
  }

  private Object function(Object item) {
    return switch (item) {
      case String name -> UnaryWithParam.of(Activations.named(slot.name(), name));
      case UnaryKind kind -> UnaryWithParam.of(kind);
      default -> item;
    };
  }

  private int[] integers(Object value) {
    if (value instanceof int[] array) {
      return array.clone();
    } else if (value instanceof Shape shape) {
      return shape.toArray();
    } else if (value instanceof Number number) {
      return new int[] {(Integer) require(as(Integer.class, number), value)};
    }
    List<?> items = require(value instanceof List<?> list ? list : null, value);
    return items.stream()
        .mapToInt(item ->
            (Integer)
                require(item instanceof Number number ? as(Integer.class, number) : null, value))
        .toArray();
  }

  private Class<?> element() {
    return slot.genericType() instanceof ParameterizedType list
            && list.getActualTypeArguments()[0] instanceof Class<?> element
        ? element
        : Object.class;
  }

  private <T> T require(@Nullable T fitting, Object value) {
    if (fitting == null) {
      throw Check.failed(
          "%s: %s takes %s, got %s (%s)",
          operation, slot.name(), expected(), brief(value), value.getClass().getSimpleName());
    }
    return fitting;
  }

  private String expected() {
    Class<?> type = slot.type();
    if (type == Object.class) {
      return "a tensor or a number";
    } else if (type == List.class) {
      return "a list of " + element().getSimpleName();
    }
    return type == int[].class || type == Shape.class ? "integers" : type.getSimpleName();
  }

  private static String brief(Object value) {
    String text = value instanceof int[] array ? Arrays.toString(array) : value.toString();
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…";
  }

  private static Class<?> boxed(Class<?> type) {
    return switch (type.getName()) {
      case "int" -> Integer.class;
      case "long" -> Long.class;
      case "float" -> Float.class;
      case "double" -> Double.class;
      case "boolean" -> Boolean.class;
      default -> type;
    };
  }

  /** Null for a number that the type does not hold. */
  private static @Nullable Number as(Class<?> type, Number number) {
    if (type == Integer.class || type == Long.class) {
      Long whole = whole(number);
      return whole == null || (type == Integer.class && whole != whole.intValue())
          ? null
          : type == Integer.class ? (Number) whole.intValue() : whole;
    } else if (type == Float.class) {
      float value = number.floatValue();
      return Float.isInfinite(value) && !Double.isInfinite(number.doubleValue()) ? null : value;
    }
    return type == Double.class ? (Number) number.doubleValue() : number;
  }

  private static @Nullable Long whole(Number number) {
    return switch (number) {
      case Byte _, Short _, Integer _, Long _ -> number.longValue();
      case BigInteger big -> big.bitLength() < Long.SIZE ? (Long) big.longValue() : null;
      default -> {
        double value = number.doubleValue();
        yield value == Math.rint(value) && Math.abs(value) < 0x1p63 ? (Long) (long) value : null;
      }
    };
  }
}
