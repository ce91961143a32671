package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.ops.internal.kernel.UnaryKind;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The functions that other operations can apply to their results, by TT-NN's names. */
public final class Activations {
  private static final Map<String, UnaryKind> BY_NAME =
      Arrays.stream(UnaryKind.values())
          .collect(
              Collectors.toUnmodifiableMap(
                  kind -> kind.name().toLowerCase(Locale.ROOT), Function.identity()));

  /** What else TT-NN calls them; its approximations are computed exactly. */
  private static final Map<String, UnaryKind> ALIASES =
      Map.of(
          "swish", UnaryKind.SILU,
          "recip", UnaryKind.RECIPROCAL,
          "gelu_tanh", UnaryKind.GELU_APPROX,
          "sigmoid_approx", UnaryKind.SIGMOID,
          "mish_approx", UnaryKind.MISH);

  private Activations() {}

  /**
   * @param argument how the user calls it
   */
  public static UnaryKind named(String argument, String name) {
    UnaryKind kind = BY_NAME.getOrDefault(name, ALIASES.get(name));
    if (kind == null) {
      throw Check.failed(
          "%s: the name of a unary operation is expected, e.g. \"relu\" or \"gelu\", got \"%s\"",
          argument, name);
    }
    return kind;
  }
}
