package dev.tilescope.ops.internal.cache;

import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.Form;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** Writes into a cache of keys or values under the names of {@code ttnn.kv_cache}. */
public final class KvCacheOperations {
  private KvCacheOperations() {}

  public record FillCacheForUserArguments(
      Tensor cache, Tensor input, int batchIndex, @Default("0") int updateIdx) {}

  @Form("cache, input, updateIndex, batchOffset")
  public record UpdateCacheForTokenArguments(
      Tensor cache,
      Tensor input,
      int updateIndex,
      @Default("0") int batchOffset,
      @Nullable ComputeKernelConfig computeKernelConfig) {}

  public static final Operation<FillCacheForUserArguments, Tensor> FILL_CACHE_FOR_USER =
      Operation.of(
              "ttnn::kv_cache::fill_cache_for_user_",
              FillCacheForUserArguments.class,
              a -> CacheOperations.fill(a.cache(), a.input(), a.batchIndex(), a.updateIdx()),
              CacheOperations.UPDATE_KV_CACHE_ON_DEVICE)
          .overwriting("cache")
          .inJava("fillCacheForUser");
  public static final Operation<UpdateCacheForTokenArguments, Tensor> UPDATE_CACHE_FOR_TOKEN =
      Operation.of(
              "ttnn::kv_cache::update_cache_for_token_",
              UpdateCacheForTokenArguments.class,
              a -> CacheOperations.update(a.cache(), a.input(), a.updateIndex(), a.batchOffset()),
              CacheOperations.UPDATE_KV_CACHE_ON_DEVICE)
          .overwriting("cache")
          .inJava("updateCacheForToken");
}
