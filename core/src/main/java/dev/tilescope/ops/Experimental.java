package dev.tilescope.ops;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code ttnn.experimental}: heads, rotary embeddings and paged caches of language models. Long as
 * a door with many methods is.
 */
public final class Experimental extends AsyncCollectiveOperations {
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

  record PagedUpdateArguments(Tensor cacheTensor, Tensor inputTensor, PagedUpdateOptions options) {}

  record PagedFusedUpdateArguments(
      Tensor cacheTensor1,
      Tensor inputTensor1,
      Tensor cacheTensor2,
      Tensor inputTensor2,
      PagedFusedUpdateOptions options) {}

  record PagedFillArguments(
      Tensor cacheTensor, Tensor inputTensor, Tensor pageTable, PagedFillOptions options) {}

  private static final Operation<CreateHeadsArguments, List<Tensor>> CREATE_HEADS_OPERATION =
      Operation.of(
          "ttnn::experimental::nlp_create_qkv_heads",
          CreateHeadsArguments.class,
          Experimental::createHeads,
          HeadOperations.NLP_CREATE_HEADS);
  private static final Operation<CreateHeadsDecodeArguments, List<Tensor>>
      CREATE_HEADS_DECODE_OPERATION =
          Operation.of(
              "ttnn::experimental::nlp_create_qkv_heads_decode",
              CreateHeadsDecodeArguments.class,
              Experimental::createHeadsDecode,
              NLP_CREATE_QKV_HEADS_DECODE);
  private static final Operation<ConcatHeadsArguments, Tensor> CONCAT_HEADS_OPERATION =
      Operation.of(
          "ttnn::experimental::nlp_concat_heads",
          ConcatHeadsArguments.class,
          Experimental::concatHeads,
          HeadOperations.NLP_CONCAT_HEADS);
  private static final Operation<ConcatHeadsDecodeArguments, Tensor> CONCAT_HEADS_DECODE_OPERATION =
      Operation.of(
          "ttnn::experimental::nlp_concat_heads_decode",
          ConcatHeadsDecodeArguments.class,
          Experimental::concatHeadsDecode,
          NLP_CONCAT_HEADS_DECODE);
  private static final Operation<RotaryArguments, Tensor> ROTARY_OPERATION =
      Operation.of(
          "ttnn::experimental::rotary_embedding",
          RotaryArguments.class,
          Experimental::rotary,
          ROTARY_EMBEDDING);
  private static final Operation<RotaryLlamaArguments, Tensor> ROTARY_LLAMA_OPERATION =
      Operation.of(
          "ttnn::experimental::rotary_embedding_llama",
          RotaryLlamaArguments.class,
          Experimental::rotaryLlama,
          ROTARY_EMBEDDING_LLAMA);
  private static final Operation<PagedUpdateArguments, Tensor> PAGED_UPDATE_OPERATION =
      Operation.of(
              "ttnn::experimental::paged_update_cache",
              PagedUpdateArguments.class,
              Experimental::pagedUpdate,
              PAGED_UPDATE_CACHE)
          .overwriting("cache_tensor");
  private static final Operation<PagedFusedUpdateArguments, List<Tensor>>
      PAGED_FUSED_UPDATE_OPERATION =
          Operation.of(
                  "ttnn::experimental::paged_fused_update_cache",
                  PagedFusedUpdateArguments.class,
                  Experimental::pagedFusedUpdate,
                  PAGED_FUSED_UPDATE_CACHE)
              .overwriting("cache_tensor1", "cache_tensor2");
  private static final Operation<PagedFillArguments, Tensor> PAGED_FILL_OPERATION =
      Operation.of(
              "ttnn::experimental::paged_fill_cache",
              PagedFillArguments.class,
              Experimental::pagedFill,
              PAGED_FILL_CACHE)
          .overwriting("cache_tensor");

  private Experimental() {}

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

  /**
   * Writes one row for each user, in place.
   *
   * @param input {@code [1, users, heads, d]}, height sharded, a user to a core
   * @return the cache
   */
  public static Tensor pagedUpdateCache(Tensor cache, Tensor input, PagedUpdateOptions options) {
    return PAGED_UPDATE_OPERATION.call(new PagedUpdateArguments(cache, input, options));
  }

  /**
   * Writes one row for each user into a cache of keys and one of values, in one program.
   *
   * @param input1 {@code [1, users, heads, d]}, height sharded, a user to a core
   * @param input2 the same on other cores
   * @return the caches
   */
  public static List<Tensor> pagedFusedUpdateCache(
      Tensor cache1, Tensor input1, Tensor cache2, Tensor input2, PagedFusedUpdateOptions options) {
    return PAGED_FUSED_UPDATE_OPERATION.call(
        new PagedFusedUpdateArguments(cache1, input1, cache2, input2, options));
  }

  public static Tensor pagedFillCache(Tensor cache, Tensor input, Tensor pageTable, int batchIdx) {
    return pagedFillCache(cache, input, pageTable, null, batchIdx);
  }

  /**
   * @param batchIdxTensor the user of each of the batch; null for one user, batchIdx
   */
  public static Tensor pagedFillCache(
      Tensor cache, Tensor input, Tensor pageTable, @Nullable Tensor batchIdxTensor, int batchIdx) {
    return pagedFillCache(
        cache, input, pageTable, new PagedFillOptions(batchIdxTensor, batchIdx, null, null, null));
  }

  /**
   * Writes {@code [batch, heads, rows, d]} into the pages of users, from their beginning, in place.
   *
   * @return the cache
   */
  public static Tensor pagedFillCache(
      Tensor cache, Tensor input, Tensor pageTable, PagedFillOptions options) {
    return PAGED_FILL_OPERATION.call(new PagedFillArguments(cache, input, pageTable, options));
  }

  private static Tensor pagedUpdate(PagedUpdateArguments a) {
    PagedUpdateOptions options = a.options();
    PAGED_UPDATE_CACHE.requireUsable(
        a.cacheTensor(), a.inputTensor(), options.updateIdxsTensor(), options.pageTable());
    checkBatchOffset(options.batchOffset());
    checkView("block_size", options.blockSize(), a.cacheTensor(), 2);
    checkView("num_kv_heads", options.numKvHeads(), a.cacheTensor(), 1);
    return PAGED_UPDATE_CACHE.runInto(
        a.cacheTensor(),
        new PagedUpdateCacheParams(
            options.updateIdxs(),
            Boolean.TRUE.equals(options.shareCache()),
            options.cachePositionModulo()),
        a.cacheTensor(),
        a.inputTensor(),
        options.updateIdxsTensor(),
        options.pageTable());
  }

  private static List<Tensor> pagedFusedUpdate(PagedFusedUpdateArguments a) {
    PagedFusedUpdateOptions options = a.options();
    checkBatchOffset(options.batchOffset());
    return PAGED_FUSED_UPDATE_CACHE.runAllInto(
        List.of(a.cacheTensor1(), a.cacheTensor2()),
        new PagedUpdateCacheParams(
            options.updateIdxs(), Boolean.TRUE.equals(options.shareCache()), null),
        a.cacheTensor1(),
        a.inputTensor1(),
        options.updateIdxsTensor(),
        options.pageTable(),
        a.cacheTensor2(),
        a.inputTensor2());
  }

  private static Tensor pagedFill(PagedFillArguments a) {
    PagedFillOptions options = a.options();
    PAGED_FILL_CACHE.requireUsable(
        a.cacheTensor(), a.inputTensor(), a.pageTable(), options.batchIdxTensor());
    checkView("block_size", options.blockSize(), a.cacheTensor(), 2);
    return PAGED_FILL_CACHE.runInto(
        a.cacheTensor(),
        new PagedFillCacheParams(options.batchIdx(), options.cachePositionModulo()),
        a.cacheTensor(),
        a.inputTensor(),
        a.pageTable(),
        options.batchIdxTensor());
  }

  private static void checkBatchOffset(int offset) {
    Check.that(offset == 0, "batch_offset: only 0 is taken, got %d", offset);
  }

  /** Tiles that are read in another shape than they were written in are not modelled. */
  private static void checkView(String argument, @Nullable Integer asked, Tensor cache, int dim) {
    if (asked != null) {
      Check.rankIs("cache_tensor", cache, 4);
      Check.that(
          asked == cache.shape().dim(dim),
          "%s: other views of the cache's tiles than its own, %d, are not modelled, got %d",
          argument,
          cache.shape().dim(dim),
          asked);
    }
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
