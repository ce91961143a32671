package dev.tilescope.ops;

import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** Writes into a cache of keys or values under the names of {@code ttnn.kv_cache}. */
abstract class KvCacheOperations {
  record FillCacheForUserArguments(
      Tensor cache, Tensor input, int batchIndex, @Default("0") int updateIdx) {}

  record UpdateCacheForTokenArguments(
      Tensor cache,
      Tensor input,
      int updateIndex,
      @Default("0") int batchOffset,
      @Nullable ComputeKernelConfig computeKernelConfig) {}

  private static final Operation<FillCacheForUserArguments, Tensor> FILL_CACHE_FOR_USER_OPERATION =
      Operation.of(
              "ttnn::kv_cache::fill_cache_for_user_",
              FillCacheForUserArguments.class,
              a -> CacheOperations.fill(a.cache(), a.input(), a.batchIndex(), a.updateIdx()),
              CacheOperations.UPDATE_KV_CACHE)
          .overwriting("cache");
  private static final Operation<UpdateCacheForTokenArguments, Tensor>
      UPDATE_CACHE_FOR_TOKEN_OPERATION =
          Operation.of(
                  "ttnn::kv_cache::update_cache_for_token_",
                  UpdateCacheForTokenArguments.class,
                  a ->
                      CacheOperations.update(
                          a.cache(), a.input(), a.updateIndex(), a.batchOffset()),
                  CacheOperations.UPDATE_KV_CACHE)
              .overwriting("cache");

  public static Tensor fillCacheForUser(Tensor cache, Tensor input, int batchIndex) {
    return fillCacheForUser(cache, input, batchIndex, 0);
  }

  /**
   * Writes {@code [1, heads, rows, head size]} into one user's rows, from a multiple of 32 on.
   *
   * @return the cache
   */
  public static Tensor fillCacheForUser(Tensor cache, Tensor input, int batchIndex, int updateIdx) {
    return FILL_CACHE_FOR_USER_OPERATION.call(
        new FillCacheForUserArguments(cache, input, batchIndex, updateIdx));
  }

  public static Tensor updateCacheForToken(Tensor cache, Tensor input, int updateIndex) {
    return updateCacheForToken(cache, input, updateIndex, 0);
  }

  /**
   * Writes one row for every user of the cache, at the same place.
   *
   * @param batchOffset the user of the input that is the first of the cache
   * @return the cache
   */
  public static Tensor updateCacheForToken(
      Tensor cache, Tensor input, int updateIndex, int batchOffset) {
    return UPDATE_CACHE_FOR_TOKEN_OPERATION.call(
        new UpdateCacheForTokenArguments(cache, input, updateIndex, batchOffset, null));
  }
}
