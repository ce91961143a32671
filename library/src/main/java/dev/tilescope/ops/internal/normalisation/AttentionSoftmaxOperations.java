package dev.tilescope.ops.internal.normalisation;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.elementwise.ArithmeticOperations;
import dev.tilescope.ops.internal.elementwise.ArithmeticOperations.MultiplyArguments;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.options.AttentionSoftmaxOptions;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.tensor.Tensor;

/** Softmax of attention scores, scaled and masked, step by step. */
public final class AttentionSoftmaxOperations {
  private AttentionSoftmaxOperations() {}

  public record AttentionSoftmaxArguments(Tensor tensor, AttentionSoftmaxOptions options) {}

  public static final Operation<AttentionSoftmaxArguments, Tensor> ATTENTION_SOFTMAX =
      Operation.of(
              "ttnn::transformer::attention_softmax",
              AttentionSoftmaxArguments.class,
              AttentionSoftmaxOperations::attentionSoftmax,
              SoftmaxOperations.SOFTMAX_ON_DEVICE)
          .through("BinaryNgDeviceOperation");
  public static final Operation<AttentionSoftmaxArguments, Tensor> ATTENTION_SOFTMAX_IN_PLACE =
      Operation.of(
              "ttnn::transformer::attention_softmax_",
              AttentionSoftmaxArguments.class,
              AttentionSoftmaxOperations::attentionSoftmaxInPlace,
              SoftmaxOperations.SOFTMAX_ON_DEVICE)
          .overwriting("tensor");

  private static Tensor attentionSoftmax(AttentionSoftmaxArguments a) {
    AttentionSoftmaxOptions options = a.options();
    Tensor mask = options.attentionMask();
    MemoryConfig memory = options.memoryConfig();
    SoftmaxOperations.SOFTMAX_ON_DEVICE.requireUsable(a.tensor(), mask);
    if (mask != null) {
      return SoftmaxOperations.scaleMaskSoftmax(a.tensor(), options.scale(), mask, memory, null);
    }
    MemoryConfig kept = memory == null ? a.tensor().memoryConfig() : memory;
    return Temporaries.through(
        a.tensor(),
        x ->
            ArithmeticOperations.MULTIPLY.call(
                new MultiplyArguments(x, options.scale(), false, BinaryOptions.DEFAULT)),
        x -> SoftmaxOperations.scaleMaskSoftmax(x, null, null, kept, null));
  }

  private static Tensor attentionSoftmaxInPlace(AttentionSoftmaxArguments a) {
    AttentionSoftmaxOptions options = a.options();
    SoftmaxOperations.SOFTMAX_ON_DEVICE.requireUsable(a.tensor(), options.attentionMask());
    Check.that(
        options.attentionMask() != null,
        "attention_mask: attention_softmax_ needs one; attention_softmax does without");
    return SoftmaxOperations.scaleMaskSoftmax(
        a.tensor(), options.scale(), options.attentionMask(), null, a.tensor());
  }
}
