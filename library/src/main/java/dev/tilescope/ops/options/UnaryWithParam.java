package dev.tilescope.ops.options;

import dev.tilescope.ops.internal.kernel.UnaryKind;
import dev.tilescope.ops.internal.mechanism.Activations;
import java.util.Arrays;
import java.util.List;

/**
 * A unary function and its parameters, as one step of a device operation.
 *
 * @param params as given; those left out have the function's defaults. What a function does not
 *     read, such as a wish for a faster approximation, makes another program and the same result
 */
public record UnaryWithParam(UnaryKind opType, List<Number> params) {
  public UnaryWithParam {
    params = List.copyOf(params);
  }

  /** By TT-NN's name, e.g. {@code of("relu")} or {@code of("leaky_relu", 0.1)}. */
  public static UnaryWithParam of(String name, Number... params) {
    return of(Activations.named("activation", name), params);
  }

  public static UnaryWithParam of(UnaryKind opType, Number... params) {
    return new UnaryWithParam(opType, Arrays.asList(params));
  }

  static List<UnaryWithParam> named(String argument, String... names) {
    return Arrays.stream(names).map(name -> of(Activations.named(argument, name))).toList();
  }

  public double p() {
    return params.isEmpty() ? opType.defaultP() : params.getFirst().doubleValue();
  }

  public double q() {
    return params.size() < 2 ? opType.defaultQ() : params.get(1).doubleValue();
  }
}
