package dev.tilescope.ops.internal.cache;

import dev.tilescope.ops.internal.cache.PagedCacheOperations.PagedUpdateCacheParams;
import dev.tilescope.ops.internal.cache.PagedFillOperations.PagedFillCacheParams;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Form;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.options.PagedFillOptions;
import dev.tilescope.ops.options.PagedFusedUpdateOptions;
import dev.tilescope.ops.options.PagedUpdateOptions;
import dev.tilescope.tensor.Tensor;
import java.util.List;

/** Caches of keys and values in pages, which a table gives to users. */
public final class PagedOperations {
  private PagedOperations() {}

  public record PagedUpdateArguments(
      Tensor cacheTensor, Tensor inputTensor, PagedUpdateOptions options) {}

  public record PagedFusedUpdateArguments(
      Tensor cacheTensor1,
      Tensor inputTensor1,
      Tensor cacheTensor2,
      Tensor inputTensor2,
      PagedFusedUpdateOptions options) {}

  @Form("cacheTensor, inputTensor, pageTable, batchIdx")
  @Form("cacheTensor, inputTensor, pageTable, batchIdxTensor, batchIdx")
  public record PagedFillArguments(
      Tensor cacheTensor, Tensor inputTensor, Tensor pageTable, PagedFillOptions options) {}

  public static final Operation<PagedUpdateArguments, Tensor> PAGED_UPDATE_CACHE =
      Operation.of(
              "ttnn::experimental::paged_update_cache",
              PagedUpdateArguments.class,
              PagedOperations::pagedUpdate,
              PagedCacheOperations.PAGED_UPDATE_CACHE_ON_DEVICE)
          .overwriting("cache_tensor");
  public static final Operation<PagedFusedUpdateArguments, List<Tensor>> PAGED_FUSED_UPDATE_CACHE =
      Operation.of(
              "ttnn::experimental::paged_fused_update_cache",
              PagedFusedUpdateArguments.class,
              PagedOperations::pagedFusedUpdate,
              PagedCacheOperations.PAGED_FUSED_UPDATE_CACHE_ON_DEVICE)
          .overwriting("cache_tensor1", "cache_tensor2");
  public static final Operation<PagedFillArguments, Tensor> PAGED_FILL_CACHE =
      Operation.of(
              "ttnn::experimental::paged_fill_cache",
              PagedFillArguments.class,
              PagedOperations::pagedFill,
              PagedFillOperations.PAGED_FILL_CACHE_ON_DEVICE)
          .overwriting("cache_tensor");

  private static Tensor pagedUpdate(PagedUpdateArguments a) {
    PagedUpdateOptions options = a.options();
    PagedCacheOperations.PAGED_UPDATE_CACHE_ON_DEVICE.requireUsable(
        a.cacheTensor(), a.inputTensor(), options.updateIdxsTensor(), options.pageTable());
    checkBatchOffset(options.batchOffset());
    return PagedCacheOperations.PAGED_UPDATE_CACHE_ON_DEVICE.runInto(
        a.cacheTensor(),
        new PagedUpdateCacheParams(
            options.updateIdxs(),
            Boolean.TRUE.equals(options.shareCache()),
            options.blockSize(),
            options.numKvHeads(),
            options.cachePositionModulo(),
            options.computeKernelConfig()),
        a.cacheTensor(),
        a.inputTensor(),
        options.updateIdxsTensor(),
        options.pageTable());
  }

  private static List<Tensor> pagedFusedUpdate(PagedFusedUpdateArguments a) {
    PagedFusedUpdateOptions options = a.options();
    checkBatchOffset(options.batchOffset());
    return PagedCacheOperations.PAGED_FUSED_UPDATE_CACHE_ON_DEVICE.runAllInto(
        List.of(a.cacheTensor1(), a.cacheTensor2()),
        new PagedUpdateCacheParams(
            options.updateIdxs(),
            Boolean.TRUE.equals(options.shareCache()),
            null,
            null,
            null,
            options.computeKernelConfig()),
        a.cacheTensor1(),
        a.inputTensor1(),
        options.updateIdxsTensor(),
        options.pageTable(),
        a.cacheTensor2(),
        a.inputTensor2());
  }

  private static Tensor pagedFill(PagedFillArguments a) {
    PagedFillOptions options = a.options();
    PagedFillOperations.PAGED_FILL_CACHE_ON_DEVICE.requireUsable(
        a.cacheTensor(), a.inputTensor(), a.pageTable(), options.batchIdxTensor());
    return PagedFillOperations.PAGED_FILL_CACHE_ON_DEVICE.runInto(
        a.cacheTensor(),
        new PagedFillCacheParams(
            options.batchIdx(), options.blockSize(), options.cachePositionModulo()),
        a.cacheTensor(),
        a.inputTensor(),
        a.pageTable(),
        options.batchIdxTensor());
  }

  private static void checkBatchOffset(int offset) {
    Check.that(offset == 0, "batch_offset: only 0 is taken, got %d", offset);
  }
}
