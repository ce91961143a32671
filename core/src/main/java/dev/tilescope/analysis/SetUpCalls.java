package dev.tilescope.analysis;

import java.util.Set;

/** Operations that bring in a tensor or fill one, and compute nothing: how weights are made. */
public final class SetUpCalls {
  private static final Set<String> NAMES =
      Set.of(
          "arange",
          "as_tensor",
          "empty",
          "empty_like",
          "from_torch",
          "full",
          "full_like",
          "load_tensor",
          "ones",
          "ones_like",
          "prepare_conv_bias",
          "prepare_conv_weights",
          "rand",
          "randn",
          "tilize",
          "tilize_with_zero_padding",
          "to_device",
          "to_dtype",
          "to_layout",
          "typecast",
          "zeros",
          "zeros_like");

  private SetUpCalls() {}

  /**
   * @param name with or without its modules, {@code ttnn::rand} or {@code ttnn.rand}
   */
  public static boolean contain(String name) {
    return NAMES.contains(
        name.substring(Math.max(name.lastIndexOf(':'), name.lastIndexOf('.')) + 1));
  }
}
