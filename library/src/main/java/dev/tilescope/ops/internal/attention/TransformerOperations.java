package dev.tilescope.ops.internal.attention;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.internal.attention.AttentionOperations.SdpaParams;
import dev.tilescope.ops.internal.attention.ConcatHeadOperations.NlpConcatHeadsParams;
import dev.tilescope.ops.internal.attention.DecodeAttentionOperations.SdpaDecodeParams;
import dev.tilescope.ops.internal.attention.HeadOperations.NlpCreateHeadsParams;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Form;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.movement.MovementSteps;
import dev.tilescope.ops.options.ChunkedSdpaOptions;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.PagedSdpaDecodeOptions;
import dev.tilescope.ops.options.SdpaDecodeOptions;
import dev.tilescope.ops.options.SdpaOptions;
import dev.tilescope.ops.options.SdpaProgramConfig;
import dev.tilescope.ops.options.SplitHeadsOptions;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Attention in one program, and the steps before and after it that split heads and join them. */
public final class TransformerOperations {
  private TransformerOperations() {}

  public record SplitArguments(
      Tensor inputTensor,
      @Nullable Tensor kvInputTensor,
      int numHeads,
      SplitHeadsOptions options) {}

  public record ConcatenateHeadsArguments(
      Tensor inputTensor, @Nullable MemoryConfig memoryConfig) {}

  public record SdpaArguments(
      Tensor inputTensorQ, Tensor inputTensorK, Tensor inputTensorV, SdpaOptions options) {}

  public record SdpaDecodeArguments(
      Tensor inputTensorQ, Tensor inputTensorK, Tensor inputTensorV, SdpaDecodeOptions options) {}

  public record PagedSdpaDecodeArguments(
      Tensor inputTensorQ,
      Tensor inputTensorK,
      Tensor inputTensorV,
      Tensor pageTableTensor,
      PagedSdpaDecodeOptions options) {}

  @Form("inputTensorQ, inputTensorK, inputTensorV, pageTableTensor, chunkStartIdx")
  public record ChunkedSdpaArguments(
      Tensor inputTensorQ,
      Tensor inputTensorK,
      Tensor inputTensorV,
      Tensor pageTableTensor,
      @Nullable Integer chunkStartIdx,
      ChunkedSdpaOptions options) {}

  public static final Operation<SplitArguments, List<Tensor>>
      SPLIT_QUERY_KEY_VALUE_AND_SPLIT_HEADS =
          Operation.of(
              "ttnn::transformer::split_query_key_value_and_split_heads",
              SplitArguments.class,
              TransformerOperations::split,
              HeadOperations.NLP_CREATE_HEADS_ON_DEVICE,
              ShardedHeadOperations.CREATE_QKV_HEADS_ON_DEVICE);
  public static final Operation<ConcatenateHeadsArguments, Tensor> CONCATENATE_HEADS =
      Operation.of(
          "ttnn::transformer::concatenate_heads",
          ConcatenateHeadsArguments.class,
          TransformerOperations::concatenateHeads,
          ConcatHeadOperations.NLP_CONCAT_HEADS_ON_DEVICE);
  public static final Operation<SdpaArguments, Tensor> SCALED_DOT_PRODUCT_ATTENTION =
      Operation.of(
          "ttnn::transformer::scaled_dot_product_attention",
          SdpaArguments.class,
          TransformerOperations::attention,
          AttentionOperations.SDPA_ON_DEVICE);
  public static final Operation<ChunkedSdpaArguments, Tensor> CHUNKED_SCALED_DOT_PRODUCT_ATTENTION =
      Operation.of(
          "ttnn::transformer::chunked_scaled_dot_product_attention",
          ChunkedSdpaArguments.class,
          TransformerOperations::chunkedAttention,
          AttentionOperations.SDPA_ON_DEVICE);
  public static final Operation<SdpaDecodeArguments, Tensor> SCALED_DOT_PRODUCT_ATTENTION_DECODE =
      Operation.of(
          "ttnn::transformer::scaled_dot_product_attention_decode",
          SdpaDecodeArguments.class,
          TransformerOperations::decode,
          DecodeAttentionOperations.SDPA_DECODE_ON_DEVICE);
  public static final Operation<PagedSdpaDecodeArguments, Tensor>
      PAGED_SCALED_DOT_PRODUCT_ATTENTION_DECODE =
          Operation.of(
              "ttnn::transformer::paged_scaled_dot_product_attention_decode",
              PagedSdpaDecodeArguments.class,
              TransformerOperations::pagedDecode,
              DecodeAttentionOperations.SDPA_DECODE_ON_DEVICE);

  private static List<Tensor> split(SplitArguments a) {
    SplitHeadsOptions options = a.options();
    Check.that(
        !options.useFalcon7bBackend(),
        "use_falcon7b_backend: heads of Falcon's own shape are not modelled; leave it out");
    NlpCreateHeadsParams params =
        HeadOperations.heads(
            a.inputTensor(),
            a.kvInputTensor(),
            a.numHeads(),
            options.numKvHeads(),
            options.transposeKey(),
            false,
            options.memoryConfig());
    Check.rankIs("input_tensor", a.inputTensor(), 3);
    return a.inputTensor().memoryConfig().isSharded()
        ? ShardedHeadOperations.splitShards(a.inputTensor(), a.kvInputTensor(), params)
        : HeadOperations.NLP_CREATE_HEADS_ON_DEVICE.runAll(
            params, a.inputTensor(), a.kvInputTensor());
  }

  private static Tensor concatenateHeads(ConcatenateHeadsArguments a) {
    Tensor input = a.inputTensor();
    ConcatHeadOperations.NLP_CONCAT_HEADS_ON_DEVICE.requireUsable(input);
    MemoryConfig memory = a.memoryConfig() == null ? input.memoryConfig() : a.memoryConfig();
    NlpConcatHeadsParams params = new NlpConcatHeadsParams(memory);
    boolean gathers = input.memoryConfig().isSharded() && !memory.isSharded();
    MemoryConfig plain = memory.bufferType().isDram() ? MemoryConfig.DRAM : MemoryConfig.L1;
    try (Temporaries made = Temporaries.besides(input)) {
      Tensor read = made.own(gathers ? MovementSteps.toMemoryConfig(input, plain) : input);
      Tensor rows = made.own(ConcatHeadOperations.NLP_CONCAT_HEADS_ON_DEVICE.run(params, read));
      return made.handOver(made.step(rows, TransformerOperations::squeezed));
    }
  }

  private static Tensor squeezed(Tensor rows) {
    Shape shape = rows.shape();
    return MovementSteps.reshape(rows, shape.dim(0), shape.dim(2), shape.dim(3));
  }

  private static Tensor attention(SdpaArguments a) {
    SdpaOptions options = a.options();
    AttentionOperations.SDPA_ON_DEVICE.requireUsable(
        a.inputTensorQ(),
        a.inputTensorK(),
        a.inputTensorV(),
        options.attnMask(),
        options.attentionSink(),
        options.cuWindowSeqlens());
    return AttentionOperations.SDPA_ON_DEVICE.run(
        new SdpaParams(
            scale(options.scale(), a.inputTensorQ()),
            options.isCausal(),
            window(options.slidingWindowSize()),
            memory(options.memoryConfig()),
            options.programConfig(),
            kernel(options.computeKernelConfig())),
        a.inputTensorQ(),
        a.inputTensorK(),
        a.inputTensorV(),
        options.attnMask(),
        options.attentionSink(),
        options.cuWindowSeqlens());
  }

  private static Tensor chunkedAttention(ChunkedSdpaArguments a) {
    ChunkedSdpaOptions options = a.options();
    Tensor q = a.inputTensorQ();
    Tensor pages = a.pageTableTensor();
    Check.that(pages != null, "page_table_tensor: a tensor is needed, got null");
    AttentionOperations.SDPA_ON_DEVICE.requireUsable(q, a.inputTensorK(), a.inputTensorV());
    return AttentionOperations.SDPA_ON_DEVICE.run(
        new SdpaParams(
            scale(options.scale(), q),
            true,
            0,
            memory(options.memoryConfig()),
            options.programConfig(),
            kernel(options.computeKernelConfig()),
            a.chunkStartIdx()),
        q,
        a.inputTensorK(),
        a.inputTensorV(),
        null,
        null,
        null,
        pages,
        options.chunkStartIdxTensor());
  }

  private static Tensor decode(SdpaDecodeArguments a) {
    SdpaDecodeOptions options = a.options();
    Tensor q = a.inputTensorQ();
    Tensor k = a.inputTensorK();
    DecodeAttentionOperations.SDPA_DECODE_ON_DEVICE.requireUsable(q, k, a.inputTensorV());
    Check.rankIs("input_tensor_k", k, 4);
    SdpaDecodeParams params =
        new SdpaDecodeParams(
            options.isCausal(),
            options.curPos(),
            scale(options.scale(), q),
            window(options.slidingWindowSize()),
            memory(options.memoryConfig()),
            options.programConfig(),
            kernel(options.computeKernelConfig()),
            DecodeAttentionOperations.chunk(k.shape().dim(2), options.programConfig()),
            Boolean.TRUE.equals(options.shareCache()));
    return DecodeAttentionOperations.SDPA_DECODE_ON_DEVICE.run(
        params,
        q,
        k,
        a.inputTensorV(),
        options.curPosTensor(),
        null,
        options.attnMask(),
        options.attentionSink());
  }

  private static Tensor pagedDecode(PagedSdpaDecodeArguments a) {
    PagedSdpaDecodeOptions options = a.options();
    Tensor q = a.inputTensorQ();
    Tensor pages = a.pageTableTensor();
    Check.that(pages != null, "page_table_tensor: a tensor is needed, got null");
    SdpaProgramConfig config = options.programConfig();
    DecodeAttentionOperations.SDPA_DECODE_ON_DEVICE.requireUsable(
        q, a.inputTensorK(), a.inputTensorV());
    SdpaDecodeParams params =
        new SdpaDecodeParams(
            options.isCausal(),
            List.of(),
            scale(options.scale(), q),
            window(options.slidingWindowSize()),
            memory(options.memoryConfig()),
            config,
            kernel(options.computeKernelConfig()),
            config == null ? AttentionOperations.CHUNK : config.kChunkSize(),
            false);
    return DecodeAttentionOperations.SDPA_DECODE_ON_DEVICE.run(
        params,
        q,
        a.inputTensorK(),
        a.inputTensorV(),
        options.curPosTensor(),
        pages,
        options.attnMask(),
        options.attentionSink());
  }

  static float scale(@Nullable Float given, Tensor q) {
    Check.rankIs("input_tensor_q", q, 4);
    float scale = given == null ? (float) (1 / Math.sqrt(q.shape().dim(3))) : given;
    Check.that(given == null || Float.isFinite(scale), "scale: it must be finite, got %s", scale);
    return scale;
  }

  private static int window(@Nullable Integer given) {
    int window = given == null ? 0 : given;
    Check.that(given == null || window > 0, "sliding_window_size: it must be >= 1, got %d", window);
    return window;
  }

  private static MemoryConfig memory(@Nullable MemoryConfig given) {
    return given == null ? MemoryConfig.DRAM : given;
  }

  private static ComputeKernelConfig kernel(@Nullable ComputeKernelConfig given) {
    return given == null ? AttentionOperations.COMPUTE : given;
  }
}
