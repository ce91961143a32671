package dev.tilescope.ops.internal.attention;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.attention.DecodeHeadOperations.ConcatHeadsDecodeParams;
import dev.tilescope.ops.internal.attention.RotaryOperations.RotaryEmbeddingLlamaParams;
import dev.tilescope.ops.internal.attention.RotaryOperations.RotaryEmbeddingParams;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Form;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.CreateHeadsDecodeOptions;
import dev.tilescope.ops.options.CreateHeadsOptions;
import dev.tilescope.ops.options.RotaryOptions;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Heads of language models, made of fused projections and joined again, and rotary embeddings. */
public final class NlpOperations {
  private NlpOperations() {}

  public record CreateHeadsArguments(
      Tensor input, @Nullable Tensor inputKv, int numHeads, CreateHeadsOptions options) {}

  @Form("inputTensor, numHeads, numKvHeads")
  public record CreateHeadsDecodeArguments(
      Tensor inputTensor, int numHeads, CreateHeadsDecodeOptions options) {}

  public record ConcatHeadsArguments(Tensor inputTensor, @Nullable MemoryConfig memoryConfig) {}

  public record ConcatHeadsDecodeArguments(
      Tensor inputTensor, int numHeads, @Nullable CoreRangeSet subCoreGrids)
      implements CoreLimited {}

  public record RotaryArguments(
      Tensor inputTensor,
      Tensor cosCache,
      Tensor sinCache,
      @Nullable Integer tokenIndex,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {}

  public record RotaryLlamaArguments(
      Tensor inputTensor,
      Tensor cosCache,
      Tensor sinCache,
      Tensor transMat,
      RotaryOptions options) {}

  public static final Operation<CreateHeadsArguments, List<Tensor>> NLP_CREATE_QKV_HEADS =
      Operation.of(
          "ttnn::experimental::nlp_create_qkv_heads",
          CreateHeadsArguments.class,
          NlpOperations::createHeads,
          HeadOperations.NLP_CREATE_HEADS_ON_DEVICE);
  public static final Operation<CreateHeadsDecodeArguments, List<Tensor>>
      NLP_CREATE_QKV_HEADS_DECODE =
          Operation.of(
              "ttnn::experimental::nlp_create_qkv_heads_decode",
              CreateHeadsDecodeArguments.class,
              NlpOperations::createHeadsDecode,
              DecodeHeadOperations.NLP_CREATE_QKV_HEADS_DECODE_ON_DEVICE);
  public static final Operation<ConcatHeadsArguments, Tensor> NLP_CONCAT_HEADS =
      Operation.of(
          "ttnn::experimental::nlp_concat_heads",
          ConcatHeadsArguments.class,
          NlpOperations::concatHeads,
          ConcatHeadOperations.NLP_CONCAT_HEADS_ON_DEVICE);
  public static final Operation<ConcatHeadsDecodeArguments, Tensor> NLP_CONCAT_HEADS_DECODE =
      Operation.of(
          "ttnn::experimental::nlp_concat_heads_decode",
          ConcatHeadsDecodeArguments.class,
          NlpOperations::concatHeadsDecode,
          DecodeHeadOperations.NLP_CONCAT_HEADS_DECODE_ON_DEVICE);
  public static final Operation<RotaryArguments, Tensor> ROTARY_EMBEDDING =
      Operation.of(
          "ttnn::experimental::rotary_embedding",
          RotaryArguments.class,
          NlpOperations::rotary,
          RotaryOperations.ROTARY_EMBEDDING_ON_DEVICE);
  public static final Operation<RotaryLlamaArguments, Tensor> ROTARY_EMBEDDING_LLAMA =
      Operation.of(
          "ttnn::experimental::rotary_embedding_llama",
          RotaryLlamaArguments.class,
          NlpOperations::rotaryLlama,
          RotaryOperations.ROTARY_EMBEDDING_LLAMA_ON_DEVICE);

  private static List<Tensor> createHeads(CreateHeadsArguments a) {
    CreateHeadsOptions options = a.options();
    return HeadOperations.NLP_CREATE_HEADS_ON_DEVICE.runAllInto(
        into(options.outputTensors()),
        HeadOperations.heads(
            a.input(),
            a.inputKv(),
            a.numHeads(),
            options.numKvHeads(),
            options.transposeKHeads(),
            options.kvTied(),
            options.memoryConfig()),
        a.input(),
        a.inputKv());
  }

  private static List<Tensor> into(@Nullable List<Tensor> given) {
    Check.that(
        given == null || given.size() == 3,
        "output_tensors: queries, keys and values are needed, got %d tensors",
        given == null ? 0 : given.size());
    return given == null ? List.of() : given;
  }

  private static List<Tensor> createHeadsDecode(CreateHeadsDecodeArguments a) {
    return DecodeHeadOperations.NLP_CREATE_QKV_HEADS_DECODE_ON_DEVICE.runAllInto(
        into(a.options().outputTensors()),
        DecodeHeadOperations.heads(a.inputTensor(), a.numHeads(), a.options()),
        a.inputTensor(),
        a.options().batchOffset());
  }

  private static Tensor concatHeads(ConcatHeadsArguments a) {
    ConcatHeadOperations.NLP_CONCAT_HEADS_ON_DEVICE.requireUsable(a.inputTensor());
    return ConcatHeadOperations.NLP_CONCAT_HEADS_ON_DEVICE.run(
        new ConcatHeadOperations.NlpConcatHeadsParams(memory(a.memoryConfig(), a.inputTensor())),
        a.inputTensor());
  }

  private static Tensor concatHeadsDecode(ConcatHeadsDecodeArguments a) {
    DecodeHeadOperations.NLP_CONCAT_HEADS_DECODE_ON_DEVICE.requireUsable(a.inputTensor());
    CoreRangeSet grid =
        a.subCoreGrids() == null
            ? CircularBuffers.wholeGrid(a.inputTensor().device())
            : a.subCoreGrids();
    return DecodeHeadOperations.NLP_CONCAT_HEADS_DECODE_ON_DEVICE.run(
        new ConcatHeadsDecodeParams(a.numHeads(), grid), a.inputTensor());
  }

  private static Tensor rotary(RotaryArguments a) {
    RotaryOperations.ROTARY_EMBEDDING_ON_DEVICE.requireUsable(
        a.inputTensor(), a.cosCache(), a.sinCache());
    return RotaryOperations.ROTARY_EMBEDDING_ON_DEVICE.run(
        new RotaryEmbeddingParams(
            a.tokenIndex(),
            memory(a.memoryConfig(), a.inputTensor()),
            a.computeKernelConfig() == null ? RotaryOperations.COMPUTE : a.computeKernelConfig()),
        a.inputTensor(),
        a.cosCache(),
        a.sinCache());
  }

  private static Tensor rotaryLlama(RotaryLlamaArguments a) {
    RotaryOptions options = a.options();
    RotaryOperations.ROTARY_EMBEDDING_LLAMA_ON_DEVICE.requireUsable(
        a.inputTensor(), a.cosCache(), a.sinCache(), a.transMat());
    ComputeKernelConfig given = options.computeKernelConfig();
    return RotaryOperations.ROTARY_EMBEDDING_LLAMA_ON_DEVICE.run(
        new RotaryEmbeddingLlamaParams(
            options.isDecodeMode(),
            memory(options.memoryConfig(), a.inputTensor()),
            given == null ? RotaryOperations.COMPUTE : given),
        a.inputTensor(),
        a.cosCache(),
        a.sinCache(),
        a.transMat());
  }

  private static MemoryConfig memory(@Nullable MemoryConfig given, Tensor input) {
    return given == null ? input.memoryConfig() : given;
  }
}
