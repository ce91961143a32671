package dev.tilescope.ops;

import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Caches of keys and values in pages, which a table gives to users. */
abstract class PagedOperations extends AsyncCollectiveOperations {
  record PagedUpdateArguments(Tensor cacheTensor, Tensor inputTensor, PagedUpdateOptions options) {}

  record PagedFusedUpdateArguments(
      Tensor cacheTensor1,
      Tensor inputTensor1,
      Tensor cacheTensor2,
      Tensor inputTensor2,
      PagedFusedUpdateOptions options) {}

  record PagedFillArguments(
      Tensor cacheTensor, Tensor inputTensor, Tensor pageTable, PagedFillOptions options) {}

  private static final Operation<PagedUpdateArguments, Tensor> PAGED_UPDATE_OPERATION =
      Operation.of(
              "ttnn::experimental::paged_update_cache",
              PagedUpdateArguments.class,
              PagedOperations::pagedUpdate,
              PAGED_UPDATE_CACHE)
          .overwriting("cache_tensor");
  private static final Operation<PagedFusedUpdateArguments, List<Tensor>>
      PAGED_FUSED_UPDATE_OPERATION =
          Operation.of(
                  "ttnn::experimental::paged_fused_update_cache",
                  PagedFusedUpdateArguments.class,
                  PagedOperations::pagedFusedUpdate,
                  PAGED_FUSED_UPDATE_CACHE)
              .overwriting("cache_tensor1", "cache_tensor2");
  private static final Operation<PagedFillArguments, Tensor> PAGED_FILL_OPERATION =
      Operation.of(
              "ttnn::experimental::paged_fill_cache",
              PagedFillArguments.class,
              PagedOperations::pagedFill,
              PAGED_FILL_CACHE)
          .overwriting("cache_tensor");

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
}
