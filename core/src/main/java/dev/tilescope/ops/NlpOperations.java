package dev.tilescope.ops;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Heads of language models, made of fused projections and joined again, and rotary embeddings. */
abstract class NlpOperations extends PagedOperations {
  record CreateHeadsArguments(
      Tensor input, @Nullable Tensor inputKv, int numHeads, CreateHeadsOptions options) {}

  record CreateHeadsDecodeArguments(
      Tensor inputTensor, int numHeads, CreateHeadsDecodeOptions options) {}

  record ConcatHeadsArguments(Tensor inputTensor, @Nullable MemoryConfig memoryConfig) {}

  record ConcatHeadsDecodeArguments(
      Tensor inputTensor, int numHeads, @Nullable CoreRangeSet subCoreGrids) {}

  record RotaryArguments(
      Tensor inputTensor,
      Tensor cosCache,
      Tensor sinCache,
      @Nullable Integer tokenIndex,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {}

  record RotaryLlamaArguments(
      Tensor inputTensor,
      Tensor cosCache,
      Tensor sinCache,
      Tensor transMat,
      RotaryOptions options) {}

  private static final Operation<CreateHeadsArguments, List<Tensor>> CREATE_HEADS_OPERATION =
      Operation.of(
          "ttnn::experimental::nlp_create_qkv_heads",
          CreateHeadsArguments.class,
          NlpOperations::createHeads,
          HeadOperations.NLP_CREATE_HEADS);
  private static final Operation<CreateHeadsDecodeArguments, List<Tensor>>
      CREATE_HEADS_DECODE_OPERATION =
          Operation.of(
              "ttnn::experimental::nlp_create_qkv_heads_decode",
              CreateHeadsDecodeArguments.class,
              NlpOperations::createHeadsDecode,
              NLP_CREATE_QKV_HEADS_DECODE);
  private static final Operation<ConcatHeadsArguments, Tensor> CONCAT_HEADS_OPERATION =
      Operation.of(
          "ttnn::experimental::nlp_concat_heads",
          ConcatHeadsArguments.class,
          NlpOperations::concatHeads,
          HeadOperations.NLP_CONCAT_HEADS);
  private static final Operation<ConcatHeadsDecodeArguments, Tensor> CONCAT_HEADS_DECODE_OPERATION =
      Operation.of(
          "ttnn::experimental::nlp_concat_heads_decode",
          ConcatHeadsDecodeArguments.class,
          NlpOperations::concatHeadsDecode,
          NLP_CONCAT_HEADS_DECODE);
  private static final Operation<RotaryArguments, Tensor> ROTARY_OPERATION =
      Operation.of(
          "ttnn::experimental::rotary_embedding",
          RotaryArguments.class,
          NlpOperations::rotary,
          ROTARY_EMBEDDING);
  private static final Operation<RotaryLlamaArguments, Tensor> ROTARY_LLAMA_OPERATION =
      Operation.of(
          "ttnn::experimental::rotary_embedding_llama",
          RotaryLlamaArguments.class,
          NlpOperations::rotaryLlama,
          ROTARY_EMBEDDING_LLAMA);
  /**
   * Queries, keys and values of a fused {@code [b, 1, s, 3 * heads * d]}: {@code [b, heads, s, d]},
   * keys transposed.
   */
  public static List<Tensor> nlpCreateQkvHeads(Tensor input, int numHeads) {
    return nlpCreateQkvHeads(input, null, numHeads, CreateHeadsOptions.DEFAULT);
  }

  /**
   * @param inputKv keys and values, if the input has only queries
   * @return queries, keys and values
   */
  public static List<Tensor> nlpCreateQkvHeads(
      Tensor input, @Nullable Tensor inputKv, int numHeads, CreateHeadsOptions options) {
    return CREATE_HEADS_OPERATION.call(new CreateHeadsArguments(input, inputKv, numHeads, options));
  }

  public static List<Tensor> nlpCreateQkvHeadsDecode(Tensor input, int numHeads, int numKvHeads) {
    return nlpCreateQkvHeadsDecode(
        input, numHeads, CreateHeadsDecodeOptions.DEFAULT.withNumKvHeads(numKvHeads));
  }

  /**
   * Heads of one token for each user, {@code [1, 1, users, width]} to {@code [1, users, heads, d]},
   * height sharded in L1, a user to a core.
   *
   * @return queries, keys and values
   */
  public static List<Tensor> nlpCreateQkvHeadsDecode(
      Tensor input, int numHeads, CreateHeadsDecodeOptions options) {
    return CREATE_HEADS_DECODE_OPERATION.call(
        new CreateHeadsDecodeArguments(input, numHeads, options));
  }

  /** {@code [b, heads, s, d]} to {@code [b, 1, s, heads * d]}. */
  public static Tensor nlpConcatHeads(Tensor input, @Nullable MemoryConfig memoryConfig) {
    return CONCAT_HEADS_OPERATION.call(new ConcatHeadsArguments(input, memoryConfig));
  }

  public static Tensor nlpConcatHeadsDecode(Tensor input, int numHeads) {
    return nlpConcatHeadsDecode(input, numHeads, null);
  }

  /**
   * {@code [1, users, heads, d]}, height sharded, to {@code [1, 1, 32, heads * d]}, width sharded,
   * a head to a core. Users that there are not have rows of 0.
   *
   * @param subCoreGrids the cores to use; null for the whole compute grid
   */
  public static Tensor nlpConcatHeadsDecode(
      Tensor input, int numHeads, @Nullable CoreRangeSet subCoreGrids) {
    return CONCAT_HEADS_DECODE_OPERATION.call(
        new ConcatHeadsDecodeArguments(input, numHeads, subCoreGrids));
  }

  public static Tensor rotaryEmbedding(Tensor input, Tensor cosCache, Tensor sinCache) {
    return rotaryEmbedding(input, cosCache, sinCache, null, null, null);
  }

  /**
   * {@code x * cos + rotated(x) * sin}, where rotated swaps the halves of a row and negates the one
   * that comes first. The result has whole tiles of rows, those that were not there being 0.
   *
   * @param tokenIndex the row of cos and sin for all rows; null for each its own
   */
  public static Tensor rotaryEmbedding(
      Tensor input,
      Tensor cosCache,
      Tensor sinCache,
      @Nullable Integer tokenIndex,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {
    return ROTARY_OPERATION.call(
        new RotaryArguments(
            input, cosCache, sinCache, tokenIndex, memoryConfig, computeKernelConfig));
  }

  /**
   * {@code x * cos + (x @ transMat) * sin}, which turns neighbouring elements.
   *
   * @param transMat 1 at (2i, 2i+1) and -1 at (2i+1, 2i) of {@code [1, 1, 32, 32]}
   */
  public static Tensor rotaryEmbeddingLlama(
      Tensor input, Tensor cosCache, Tensor sinCache, Tensor transMat, RotaryOptions options) {
    return ROTARY_LLAMA_OPERATION.call(
        new RotaryLlamaArguments(input, cosCache, sinCache, transMat, options));
  }

  private static List<Tensor> createHeads(CreateHeadsArguments a) {
    CreateHeadsOptions options = a.options();
    return HeadOperations.NLP_CREATE_HEADS.runAllInto(
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
    return NLP_CREATE_QKV_HEADS_DECODE.runAllInto(
        into(a.options().outputTensors()),
        heads(a.inputTensor(), a.numHeads(), a.options()),
        a.inputTensor(),
        a.options().batchOffset());
  }

  private static Tensor concatHeads(ConcatHeadsArguments a) {
    HeadOperations.NLP_CONCAT_HEADS.requireUsable(a.inputTensor());
    return HeadOperations.NLP_CONCAT_HEADS.run(
        new HeadOperations.NlpConcatHeadsParams(memory(a.memoryConfig(), a.inputTensor())),
        a.inputTensor());
  }

  private static Tensor concatHeadsDecode(ConcatHeadsDecodeArguments a) {
    NLP_CONCAT_HEADS_DECODE.requireUsable(a.inputTensor());
    CoreRangeSet grid =
        a.subCoreGrids() == null
            ? CircularBuffers.wholeGrid(a.inputTensor().device())
            : a.subCoreGrids();
    return NLP_CONCAT_HEADS_DECODE.run(
        new ConcatHeadsDecodeParams(a.numHeads(), grid), a.inputTensor());
  }

  private static Tensor rotary(RotaryArguments a) {
    ROTARY_EMBEDDING.requireUsable(a.inputTensor(), a.cosCache(), a.sinCache());
    return ROTARY_EMBEDDING.run(
        new RotaryEmbeddingParams(
            a.tokenIndex(),
            memory(a.memoryConfig(), a.inputTensor()),
            a.computeKernelConfig() == null ? COMPUTE : a.computeKernelConfig()),
        a.inputTensor(),
        a.cosCache(),
        a.sinCache());
  }

  private static Tensor rotaryLlama(RotaryLlamaArguments a) {
    RotaryOptions options = a.options();
    ROTARY_EMBEDDING_LLAMA.requireUsable(a.inputTensor(), a.cosCache(), a.sinCache(), a.transMat());
    ComputeKernelConfig given = options.computeKernelConfig();
    return ROTARY_EMBEDDING_LLAMA.run(
        new RotaryEmbeddingLlamaParams(
            options.isDecodeMode(),
            memory(options.memoryConfig(), a.inputTensor()),
            given == null ? COMPUTE : given),
        a.inputTensor(),
        a.cosCache(),
        a.sinCache(),
        a.transMat());
  }

  private static MemoryConfig memory(@Nullable MemoryConfig given, Tensor input) {
    return given == null ? input.memoryConfig() : given;
  }
}
