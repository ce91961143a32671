package dev.tilescope.analysis;

import dev.tilescope.memory.BufferPart.Making;
import dev.tilescope.memory.BufferPart.Step;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Operations that compute nothing, by their names without modules: how weights are made. */
public final class SetUpCalls {
  /** Bring in a tensor from the host. */
  static final Set<String> LOADS = words("from_torch as_tensor load_tensor to_device");

  /** Fill a new one. */
  static final Set<String> FILLS =
      words("rand randn zeros ones full empty arange allocate_tensor_on_device");

  /** Move or convert one. */
  static final Set<String> MOVES =
      words(
          "to_layout to_dtype typecast to_memory_config tilize tilize_with_val_padding"
              + " tilize_with_zero_padding untilize interleaved_to_sharded reshape permute"
              + " transpose unsqueeze unsqueeze_to_4D prepare_conv_weights prepare_conv_bias"
              + " zeros_like ones_like full_like empty_like");

  private SetUpCalls() {}

  private static Set<String> words(String text) {
    return Set.of(text.split(" "));
  }

  /** Whether a call of this name does no more than one of these. */
  public static boolean contain(String name) {
    String brief = OperationFlow.briefName(name);
    return LOADS.contains(brief) || FILLS.contains(brief) || MOVES.contains(brief);
  }

  /**
   * How an operation came by a buffer.
   *
   * @param made null if the buffer stood there before the capture
   * @param isBetween whether a call without a number made it, before that operation
   */
  public static Making making(@Nullable Step made, boolean isBetween) {
    if (made == null) {
      return Making.COMPUTED;
    }
    if (isBetween) {
      return Making.BROUGHT_IN_BEFORE;
    }
    return contain(made.name()) ? Making.BROUGHT_IN : Making.COMPUTED;
  }
}
