package dev.tilescope.ops;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.internal.cache.KvCacheOperations;
import dev.tilescope.ops.internal.cache.KvCacheOperations.FillCacheForUserArguments;
import dev.tilescope.ops.internal.cache.KvCacheOperations.UpdateCacheForTokenArguments;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * {@code ttnn.kv_cache}: writes into a cache of keys or values, in place.
 *
 * <p>Generated from the declarations, which each method names in its one line: to change one,
 * change its declaration and run {@code mvn -Pgenerate}.
 */
public final class KvCache {
  private KvCache() {}

  /**
   * Writes {@code [1, heads, rows, head size]} into the rows of one user of a cache {@code [users,
   * heads, rows, head size]}, in place, as {@code fill_cache}.
   *
   * <p>TT-NN's {@code ttnn.kv_cache.fill_cache_for_user_}.
   *
   * @param cache the cache to write into, {@code [users, heads, rows, head size]}
   * @param input the rows to write, {@code [1, heads, rows, head size]}, of the cache's dtype
   * @param batchIndex the user whose rows are written
   * @return the cache
   * @throws TilescopeException if the input does not fit the cache, differs from it in dtype or
   *     exceeds its rows, the user is not one of the cache, the first row is not a multiple of 32,
   *     or the cache is sharded or is replicated on all devices while the input is not
   */
  public static Tensor fillCacheForUser(Tensor cache, Tensor input, int batchIndex) {
    return KvCacheOperations.FILL_CACHE_FOR_USER.call(
        new FillCacheForUserArguments(cache, input, batchIndex, 0));
  }

  /**
   * Writes {@code [1, heads, rows, head size]} into the rows of one user of a cache {@code [users,
   * heads, rows, head size]}, in place, as {@code fill_cache}.
   *
   * <p>TT-NN's {@code ttnn.kv_cache.fill_cache_for_user_}.
   *
   * @param cache the cache to write into, {@code [users, heads, rows, head size]}
   * @param input the rows to write, {@code [1, heads, rows, head size]}, of the cache's dtype
   * @param batchIndex the user whose rows are written
   * @param updateIdx the first row to write, a multiple of 32 (default 0)
   * @return the cache
   * @throws TilescopeException if the input does not fit the cache, differs from it in dtype or
   *     exceeds its rows, the user is not one of the cache, the first row is not a multiple of 32,
   *     or the cache is sharded or is replicated on all devices while the input is not
   */
  public static Tensor fillCacheForUser(Tensor cache, Tensor input, int batchIndex, int updateIdx) {
    return KvCacheOperations.FILL_CACHE_FOR_USER.call(
        new FillCacheForUserArguments(cache, input, batchIndex, updateIdx));
  }

  /**
   * Writes one row for every user of a cache {@code [users, heads, rows, head size]}, at the same
   * position, in place, as {@code update_cache}; the rows come as {@code [1, heads, users, head
   * size]}.
   *
   * <p>TT-NN's {@code ttnn.kv_cache.update_cache_for_token_}.
   *
   * @param cache the cache to write into, {@code [users, heads, rows, head size]}
   * @param input the rows to write, {@code [1, heads, users, head size]}
   * @param updateIndex the row to write, the same for all users
   * @return the cache
   * @throws TilescopeException if the input does not have the heads, the head size or enough users
   *     for the cache, the row is not one of the cache, the offset is not between 0 and 32 less the
   *     users of the cache (0 from 32 users on), or the cache is sharded or is replicated on all
   *     devices while the input is not
   */
  public static Tensor updateCacheForToken(Tensor cache, Tensor input, int updateIndex) {
    return KvCacheOperations.UPDATE_CACHE_FOR_TOKEN.call(
        new UpdateCacheForTokenArguments(cache, input, updateIndex, 0, null));
  }

  /**
   * Writes one row for every user of a cache {@code [users, heads, rows, head size]}, at the same
   * position, in place, as {@code update_cache}; the rows come as {@code [1, heads, users, head
   * size]}.
   *
   * <p>TT-NN's {@code ttnn.kv_cache.update_cache_for_token_}.
   *
   * @param cache the cache to write into, {@code [users, heads, rows, head size]}
   * @param input the rows to write, {@code [1, heads, users, head size]}
   * @param updateIndex the row to write, the same for all users
   * @param batchOffset the user of the input that is the first of the cache (default 0)
   * @return the cache
   * @throws TilescopeException if the input does not have the heads, the head size or enough users
   *     for the cache, the row is not one of the cache, the offset is not between 0 and 32 less the
   *     users of the cache (0 from 32 users on), or the cache is sharded or is replicated on all
   *     devices while the input is not
   */
  public static Tensor updateCacheForToken(
      Tensor cache, Tensor input, int updateIndex, int batchOffset) {
    return KvCacheOperations.UPDATE_CACHE_FOR_TOKEN.call(
        new UpdateCacheForTokenArguments(cache, input, updateIndex, batchOffset, null));
  }

  /**
   * Writes one row for every user of a cache {@code [users, heads, rows, head size]}, at the same
   * position, in place, as {@code update_cache}; the rows come as {@code [1, heads, users, head
   * size]}.
   *
   * <p>TT-NN's {@code ttnn.kv_cache.update_cache_for_token_}.
   *
   * @param cache the cache to write into, {@code [users, heads, rows, head size]}
   * @param input the rows to write, {@code [1, heads, users, head size]}
   * @param updateIndex the row to write, the same for all users
   * @param batchOffset the user of the input that is the first of the cache (default 0)
   * @param computeKernelConfig traced; rows are written as they are
   * @return the cache
   * @throws TilescopeException if the input does not have the heads, the head size or enough users
   *     for the cache, the row is not one of the cache, the offset is not between 0 and 32 less the
   *     users of the cache (0 from 32 users on), or the cache is sharded or is replicated on all
   *     devices while the input is not
   */
  public static Tensor updateCacheForToken(
      Tensor cache,
      Tensor input,
      int updateIndex,
      int batchOffset,
      @Nullable ComputeKernelConfig computeKernelConfig) {
    return KvCacheOperations.UPDATE_CACHE_FOR_TOKEN.call(
        new UpdateCacheForTokenArguments(
            cache, input, updateIndex, batchOffset, computeKernelConfig));
  }
}
