package dev.tilescope.analysis;

import java.util.List;

/**
 * Which calls at the top of a trace are no operations, by the rules of TT-NN's importer: helpers
 * that only convert or move tensors are transparent, so that what they call counts as called by
 * their caller. Leading {@code ttnn.from_torch} calls load weights and are such helpers too, until
 * the first operation that computes.
 *
 * <p>Protocol: {@link #isHelper} once for each start of a call, in the order of the nodes.
 */
public final class HelperCalls {
  private static final List<String> TRANSPARENT =
      List.of(
          "ttnn::convert_python_tensor_to_tt_tensor",
          "tt::tt_metal::detail::convert_tt_tensor_to_framework_tensor",
          "Tensor::deallocate",
          "Tensor::to_device",
          "Tensor::reshape",
          "tt::tt_metal::to_dtype");
  private static final String FROM_TORCH = "ttnn.from_torch";

  private boolean computed;

  /**
   * @param outside whether the call lies in no operation
   */
  public boolean isHelper(String name, boolean outside) {
    boolean loads = name.equals(FROM_TORCH);
    boolean helps = TRANSPARENT.stream().anyMatch(name::startsWith) || (loads && !computed);
    computed |= outside && !helps && !loads;
    return helps;
  }

  /**
   * Whether a call may have a recorded one of its name. Calls are recorded where Python made them:
   * what C++ calls inside of one has no record to take.
   *
   * @param nested whether it is inside of an operation, or a helper
   */
  public static boolean mayBeRecorded(String name, boolean nested) {
    return !nested || !name.contains("::");
  }
}
