package dev.tilescope.ops;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.tensor.Tensor;

/** Softmax of attention scores, scaled and masked, step by step. */
abstract class AttentionSoftmaxOperations extends DecodeAttentionOperations {
  record AttentionSoftmaxArguments(Tensor tensor, AttentionSoftmaxOptions options) {}

  private static final Operation<AttentionSoftmaxArguments, Tensor> ATTENTION_SOFTMAX_OPERATION =
      Operation.of(
              "ttnn::transformer::attention_softmax",
              AttentionSoftmaxArguments.class,
              AttentionSoftmaxOperations::attentionSoftmax,
              SoftmaxOperations.SOFTMAX)
          .through("BinaryNgDeviceOperation");
  private static final Operation<AttentionSoftmaxArguments, Tensor>
      ATTENTION_SOFTMAX_IN_PLACE_OPERATION =
          Operation.of(
                  "ttnn::transformer::attention_softmax_",
                  AttentionSoftmaxArguments.class,
                  AttentionSoftmaxOperations::attentionSoftmaxInPlace,
                  SoftmaxOperations.SOFTMAX)
              .overwriting("tensor");
  /** Softmax of {@code tensor / sqrt(headSize) + attentionMask} along the last dimension. */
  public static Tensor attentionSoftmax(Tensor tensor, AttentionSoftmaxOptions options) {
    return ATTENTION_SOFTMAX_OPERATION.call(new AttentionSoftmaxArguments(tensor, options));
  }

  /** The same in place, which needs a mask. */
  public static Tensor attentionSoftmaxInPlace(Tensor tensor, AttentionSoftmaxOptions options) {
    return ATTENTION_SOFTMAX_IN_PLACE_OPERATION.call(
        new AttentionSoftmaxArguments(tensor, options));
  }

  private static Tensor attentionSoftmax(AttentionSoftmaxArguments a) {
    AttentionSoftmaxOptions options = a.options();
    Tensor mask = options.attentionMask();
    MemoryConfig memory = options.memoryConfig();
    SoftmaxOperations.SOFTMAX.requireUsable(a.tensor(), mask);
    if (mask != null) {
      return SoftmaxOperations.scaleMaskSoftmax(a.tensor(), options.scale(), mask, memory, null);
    }
    MemoryConfig kept = memory == null ? a.tensor().memoryConfig() : memory;
    return Temporaries.through(
        a.tensor(),
        x -> Ttnn.multiply(x, options.scale()),
        x -> SoftmaxOperations.scaleMaskSoftmax(x, null, null, kept, null));
  }

  private static Tensor attentionSoftmaxInPlace(AttentionSoftmaxArguments a) {
    AttentionSoftmaxOptions options = a.options();
    SoftmaxOperations.SOFTMAX.requireUsable(a.tensor(), options.attentionMask());
    Check.that(
        options.attentionMask() != null,
        "attention_mask: it is needed in place; use attentionSoftmax without one");
    return SoftmaxOperations.scaleMaskSoftmax(
        a.tensor(), options.scale(), options.attentionMask(), null, a.tensor());
  }
}
