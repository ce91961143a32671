package dev.tilescope.ops;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Attention in one program, and the steps before and after it that split heads and join them. */
abstract class TransformerOperations extends AttentionSoftmaxOperations {
  record SplitArguments(
      Tensor inputTensor,
      @Nullable Tensor kvInputTensor,
      int numHeads,
      SplitHeadsOptions options) {}

  record ConcatenateHeadsArguments(Tensor inputTensor, @Nullable MemoryConfig memoryConfig) {}

  record SdpaArguments(
      Tensor inputTensorQ, Tensor inputTensorK, Tensor inputTensorV, SdpaOptions options) {}

  record SdpaDecodeArguments(
      Tensor inputTensorQ, Tensor inputTensorK, Tensor inputTensorV, SdpaDecodeOptions options) {}

  record PagedSdpaDecodeArguments(
      Tensor inputTensorQ,
      Tensor inputTensorK,
      Tensor inputTensorV,
      Tensor pageTableTensor,
      PagedSdpaDecodeOptions options) {}

  private static final Operation<SplitArguments, List<Tensor>> SPLIT_OPERATION =
      Operation.of(
          "ttnn::transformer::split_query_key_value_and_split_heads",
          SplitArguments.class,
          TransformerOperations::split,
          NLP_CREATE_HEADS,
          CREATE_QKV_HEADS);
  private static final Operation<ConcatenateHeadsArguments, Tensor> CONCATENATE_HEADS_OPERATION =
      Operation.of(
          "ttnn::transformer::concatenate_heads",
          ConcatenateHeadsArguments.class,
          TransformerOperations::concatenateHeads,
          NLP_CONCAT_HEADS);
  private static final Operation<SdpaArguments, Tensor> SDPA_OPERATION =
      Operation.of(
          "ttnn::transformer::scaled_dot_product_attention",
          SdpaArguments.class,
          TransformerOperations::attention,
          SDPA);
  private static final Operation<SdpaDecodeArguments, Tensor> SDPA_DECODE_OPERATION =
      Operation.of(
          "ttnn::transformer::scaled_dot_product_attention_decode",
          SdpaDecodeArguments.class,
          TransformerOperations::decode,
          SDPA_DECODE);
  private static final Operation<PagedSdpaDecodeArguments, Tensor> PAGED_SDPA_DECODE_OPERATION =
      Operation.of(
          "ttnn::transformer::paged_scaled_dot_product_attention_decode",
          PagedSdpaDecodeArguments.class,
          TransformerOperations::pagedDecode,
          SDPA_DECODE);

  /**
   * Queries, keys and values of a fused {@code [b, s, 3 * heads * d]}: {@code [b, heads, s, d]},
   * keys transposed.
   */
  public static List<Tensor> splitQueryKeyValueAndSplitHeads(Tensor input, int numHeads) {
    return splitQueryKeyValueAndSplitHeads(input, null, numHeads, SplitHeadsOptions.DEFAULT);
  }

  /**
   * @param kvInput keys and values, if the input has only queries
   * @return queries, keys and values
   */
  public static List<Tensor> splitQueryKeyValueAndSplitHeads(
      Tensor input, @Nullable Tensor kvInput, int numHeads, SplitHeadsOptions options) {
    return SPLIT_OPERATION.call(new SplitArguments(input, kvInput, numHeads, options));
  }

  public static Tensor concatenateHeads(Tensor input) {
    return concatenateHeads(input, null);
  }

  /** {@code [b, heads, s, d]} to {@code [b, s, heads * d]}. */
  public static Tensor concatenateHeads(Tensor input, @Nullable MemoryConfig memoryConfig) {
    return CONCATENATE_HEADS_OPERATION.call(new ConcatenateHeadsArguments(input, memoryConfig));
  }

  /** Causal, with scores scaled by 1 / sqrt(head size). */
  public static Tensor scaledDotProductAttention(Tensor q, Tensor k, Tensor v) {
    return scaledDotProductAttention(q, k, v, SdpaOptions.DEFAULT);
  }

  /**
   * {@code softmax(q k^T * scale + mask) v}, q being {@code [b, heads, s, d]}; keys and values may
   * have fewer heads, which neighbouring ones of q share.
   */
  public static Tensor scaledDotProductAttention(
      Tensor q, Tensor k, Tensor v, SdpaOptions options) {
    return SDPA_OPERATION.call(new SdpaArguments(q, k, v, options));
  }

  /**
   * Attention of one token for each user, q being {@code [1, users, heads, d]}, against that user's
   * rows of a cache {@code [users, key heads, s, d]} up to its position.
   */
  public static Tensor scaledDotProductAttentionDecode(
      Tensor q, Tensor k, Tensor v, SdpaDecodeOptions options) {
    return SDPA_DECODE_OPERATION.call(new SdpaDecodeArguments(q, k, v, options));
  }

  /**
   * The same with a cache in blocks, {@code [blocks, key heads, rows, d]}.
   *
   * @param pageTable {@code [users, blocks per user]}, the block of each stretch of rows
   */
  public static Tensor pagedScaledDotProductAttentionDecode(
      Tensor q, Tensor k, Tensor v, Tensor pageTable, PagedSdpaDecodeOptions options) {
    return PAGED_SDPA_DECODE_OPERATION.call(
        new PagedSdpaDecodeArguments(q, k, v, pageTable, options));
  }

  private static List<Tensor> split(SplitArguments a) {
    SplitHeadsOptions options = a.options();
    Check.that(
        !options.useFalcon7bBackend(),
        "use_falcon7b_backend: heads of Falcon's own shape are not modelled; leave it out");
    NlpCreateHeadsParams params =
        heads(
            a.inputTensor(),
            a.kvInputTensor(),
            a.numHeads(),
            options.numKvHeads(),
            options.transposeKey(),
            false,
            options.memoryConfig());
    Check.rankIs("input_tensor", a.inputTensor(), 3);
    return a.inputTensor().memoryConfig().isSharded()
        ? splitShards(a.inputTensor(), a.kvInputTensor(), params)
        : NLP_CREATE_HEADS.runAll(params, a.inputTensor(), a.kvInputTensor());
  }

  private static Tensor concatenateHeads(ConcatenateHeadsArguments a) {
    Tensor input = a.inputTensor();
    NLP_CONCAT_HEADS.requireUsable(input);
    MemoryConfig memory = a.memoryConfig() == null ? input.memoryConfig() : a.memoryConfig();
    NlpConcatHeadsParams params = new NlpConcatHeadsParams(memory);
    boolean gathers = input.memoryConfig().isSharded() && !memory.isSharded();
    MemoryConfig plain = memory.bufferType().isDram() ? MemoryConfig.DRAM : MemoryConfig.L1;
    try (Temporaries made = Temporaries.besides(input)) {
      Tensor read = made.own(gathers ? Ttnn.toMemoryConfig(input, plain) : input);
      Tensor rows = made.own(NLP_CONCAT_HEADS.run(params, read));
      return made.handOver(made.step(rows, TransformerOperations::squeezed));
    }
  }

  private static Tensor squeezed(Tensor rows) {
    Shape shape = rows.shape();
    return Ttnn.reshape(rows, shape.dim(0), shape.dim(2), shape.dim(3));
  }

  private static Tensor attention(SdpaArguments a) {
    SdpaOptions options = a.options();
    Check.that(
        options.cuWindowSeqlens() == null,
        "cu_window_seqlens: windows of sequences are not modelled; mask the others with attn_mask");
    SDPA.requireUsable(
        a.inputTensorQ(),
        a.inputTensorK(),
        a.inputTensorV(),
        options.attnMask(),
        options.attentionSink());
    return SDPA.run(
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
        options.attentionSink());
  }

  private static Tensor decode(SdpaDecodeArguments a) {
    SdpaDecodeOptions options = a.options();
    Tensor q = a.inputTensorQ();
    Tensor k = a.inputTensorK();
    SDPA_DECODE.requireUsable(q, k, a.inputTensorV());
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
            chunk(k.shape().dim(2), options.programConfig()),
            Boolean.TRUE.equals(options.shareCache()));
    return SDPA_DECODE.run(
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
    SDPA_DECODE.requireUsable(q, a.inputTensorK(), a.inputTensorV());
    SdpaDecodeParams params =
        new SdpaDecodeParams(
            options.isCausal(),
            List.of(),
            scale(options.scale(), q),
            window(options.slidingWindowSize()),
            memory(options.memoryConfig()),
            config,
            kernel(options.computeKernelConfig()),
            config == null || config.kChunkSize() == 0 ? CHUNK : config.kChunkSize(),
            false);
    return SDPA_DECODE.run(
        params,
        q,
        a.inputTensorK(),
        a.inputTensorV(),
        options.curPosTensor(),
        pages,
        options.attnMask(),
        options.attentionSink());
  }

  private static float scale(@Nullable Float given, Tensor q) {
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
    return given == null ? COMPUTE : given;
  }
}
