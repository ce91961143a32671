package dev.tilescope.replay;

import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses values that an operation can do with, for tensors whose values were not recorded:
 *
 * <ul>
 *   <li>integers are indices that are inside what they index: rows of the weight for {@code
 *       embedding}, the indexed dimension for {@code gather}, blocks of the cache for a page table,
 *       8 positions for anything else;
 *   <li>floats are in [-1, 1), but positive where a function needs it (logarithms, roots, powers,
 *       divisors, variances), in [1, 2) for {@code acosh}, and inside (-1, 1) for its inverses.
 * </ul>
 *
 * The seed is the place of the argument, so that two tensors of a call differ.
 */
final class ArgumentSeeds {
  private static final Set<String> POSITIVE =
      Set.of(
          "log",
          "log2",
          "log10",
          "log1p",
          "sqrt",
          "rsqrt",
          "reciprocal",
          "pow",
          "rdiv",
          "digamma",
          "lgamma",
          "multigammaln",
          "polygamma",
          "rpow",
          "xlogy",
          "fmod",
          "remainder");
  private static final Set<String> INSIDE_ONE = Set.of("atanh", "asin", "acos", "erfinv", "logit");
  private static final double SMALL_INDEX = 8;

  private final String operation;
  private final Map<String, TensorSpec> tensors;
  private final int dim;

  /**
   * @param operation e.g. {@code ttnn.add}
   * @param tensors of the call, by argument
   * @param dim the argument of that name; null if there is none
   */
  ArgumentSeeds(String operation, Map<String, TensorSpec> tensors, @Nullable Object dim) {
    this.operation = operation.substring(operation.lastIndexOf('.') + 1);
    this.tensors = tensors;
    this.dim = dim instanceof Number number ? number.intValue() : -1;
  }

  SeededValues choose(String argument, boolean isFloat, long place) {
    return isFloat ? floats(argument, place) : new SeededValues(place, 0, bound(argument));
  }

  private SeededValues floats(String argument, long place) {
    String name = operation.replaceFirst("_$", "");
    boolean divides =
        (name.startsWith("div") || name.equals("floor_div")) && argument.matches(".*_b|other");
    if (name.equals("acosh")) {
      return new SeededValues(place, 1, 2);
    } else if (POSITIVE.contains(name) || divides || argument.contains("var")) {
      return new SeededValues(place, 0.5, 1.5);
    } else if (INSIDE_ONE.contains(name)) {
      return new SeededValues(place, name.equals("logit") ? 0.125 : -0.875, 0.875);
    }
    return new SeededValues(place, -1, 1);
  }

  private double bound(String argument) {
    if (operation.equals("embedding")) {
      return size(List.of("weight"), -2);
    } else if (argument.startsWith("index") || argument.endsWith("indices")) {
      return size(List.of("input", "input_tensor"), dim);
    } else if (argument.startsWith("page_table")) {
      return size(List.of("cache_tensor", "cache", "input_tensor_k", "cache_tensor1"), 0);
    }
    return SMALL_INDEX;
  }

  private double size(List<String> names, int at) {
    for (String name : names) {
      TensorSpec spec = tensors.get(name);
      if (spec != null && at < spec.shape().rank() && at >= -spec.shape().rank()) {
        Shape shape = spec.shape();
        return Math.max(1, shape.dim(at));
      }
    }
    return 1;
  }
}
