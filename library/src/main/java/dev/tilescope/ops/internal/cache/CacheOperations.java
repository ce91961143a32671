package dev.tilescope.ops.internal.cache;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.CacheKernels;
import dev.tilescope.ops.internal.kernel.CacheShape;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.RuntimeValues;
import dev.tilescope.ops.internal.mechanism.Form;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes into a cache of keys or values, {@code [users, heads, rows, head size]}, in place. */
public final class CacheOperations {
  private CacheOperations() {}

  /** More users than this are not updated with an offset: their rows fill a tile. */
  private static final int TILE_OF_USERS = 32;

  public enum UpdateCacheOpType {
    /** Rows of one user. */
    FILL,
    /** One row of every user. */
    UPDATE
  }

  public record KvCacheParams(
      int batchIdx, int updateIdx, int batchOffset, UpdateCacheOpType opType)
      implements RuntimeValues {
    @Override
    public Record program() {
      return new KvCacheParams(0, 0, 0, opType);
    }
  }

  public static final DeviceOperation<KvCacheParams> UPDATE_KV_CACHE_ON_DEVICE =
      DeviceOperation.<KvCacheParams>named("UpdateKVCacheOperation", "update_cache")
          .takes(
              Input.of("cache").floats().in(Layout.TILE),
              Input.of("input").floats().in(Layout.TILE))
          .into("cache")
          .validation(CacheOperations::check)
          .output(call -> call.spec(0))
          .circularBuffers(
              "To fill two tiles; to update two rows of tiles of the input, four each of the cache"
                  + " before and after and as rows, and one for each user on the way out.",
              CacheOperations::circularBuffers)
          .cost(CacheOperations::cost)
          .kernel(CacheOperations::compute)
          .golden(CacheOperations::golden)
          .declare();

  public record FillCacheArguments(
      Tensor cacheTensor, Tensor inputTensor, int batchIdx, @Default("0") int updateIdx) {}

  @Form("cache, input, updateIdx, batchOffset")
  public record UpdateCacheArguments(
      Tensor cache,
      Tensor input,
      int updateIdx,
      @Default("0") int batchOffset,
      @Nullable ComputeKernelConfig computeKernelConfig) {}

  public static final Operation<FillCacheArguments, Tensor> FILL_CACHE =
      Operation.of(
              "ttnn::fill_cache",
              FillCacheArguments.class,
              a -> fill(a.cacheTensor(), a.inputTensor(), a.batchIdx(), a.updateIdx()),
              UPDATE_KV_CACHE_ON_DEVICE)
          .overwriting("cache_tensor");
  public static final Operation<UpdateCacheArguments, Tensor> UPDATE_CACHE =
      Operation.of(
              "ttnn::update_cache",
              UpdateCacheArguments.class,
              a -> update(a.cache(), a.input(), a.updateIdx(), a.batchOffset()),
              UPDATE_KV_CACHE_ON_DEVICE)
          .overwriting("cache");

  static Tensor fill(Tensor cache, Tensor input, int batchIdx, int updateIdx) {
    KvCacheParams params = new KvCacheParams(batchIdx, updateIdx, 0, UpdateCacheOpType.FILL);
    return UPDATE_KV_CACHE_ON_DEVICE.runInto(cache, params, cache, input);
  }

  static Tensor update(Tensor cache, Tensor input, int updateIdx, int batchOffset) {
    KvCacheParams params = new KvCacheParams(0, updateIdx, batchOffset, UpdateCacheOpType.UPDATE);
    return UPDATE_KV_CACHE_ON_DEVICE.runInto(cache, params, cache, input);
  }

  private static void check(Call<KvCacheParams> call) {
    Check.rankIs("cache", call.input(0), 4);
    Check.rankIs("input", call.input(1), 4);
    Shape cache = call.spec(0).shape();
    Shape input = call.spec(1).shape();
    Check.interleaved("cache", call.spec(0).memoryConfig());
    Check.that(
        input.dim(0) == 1 && input.dim(1) == cache.dim(1) && input.dim(3) == cache.dim(3),
        "input: [1, %d, rows, %d] is needed, as the cache is, got %s",
        cache.dim(1),
        cache.dim(3),
        input);
    if (call.params().opType() == UpdateCacheOpType.FILL) {
      checkFill(call, cache, input);
    } else {
      checkUpdate(call.params(), cache, input);
    }
  }

  private static void checkFill(Call<KvCacheParams> call, Shape cache, Shape input) {
    KvCacheParams params = call.params();
    Check.that(
        call.spec(1).dtype() == call.spec(0).dtype(),
        "input: dtype must be that of the cache, %s, got %s",
        call.spec(0).dtype(),
        call.spec(1).dtype());
    Check.that(
        params.batchIdx() >= 0 && params.batchIdx() < cache.dim(0),
        "batch_idx: the cache has users 0..%d, got %d",
        cache.dim(0) - 1,
        params.batchIdx());
    Check.that(
        params.updateIdx() >= 0 && params.updateIdx() % TensorSpec.TILE_SIDE == 0,
        "update_idx: a multiple of 32 is needed, got %d",
        params.updateIdx());
    Check.that(
        (long) params.updateIdx() + input.dim(2) <= cache.dim(2),
        "input: %d rows from update_idx %d must lie in the %d of the cache",
        input.dim(2),
        params.updateIdx(),
        cache.dim(2));
  }

  private static void checkUpdate(KvCacheParams params, Shape cache, Shape input) {
    Check.that(
        params.updateIdx() >= 0 && params.updateIdx() < cache.dim(2),
        "update_idx: the cache has rows 0..%d, got %d",
        cache.dim(2) - 1,
        params.updateIdx());
    int most = cache.dim(0) < TILE_OF_USERS ? TILE_OF_USERS - cache.dim(0) : 0;
    Check.that(
        params.batchOffset() >= 0 && params.batchOffset() <= most,
        "batch_offset: 0..%d is needed for a cache of %d users, got %d",
        most,
        cache.dim(0),
        params.batchOffset());
    Check.that(
        params.batchOffset() + cache.dim(0) <= input.dim(2),
        "input: a row for each of %d users from batch_offset %d on is needed, got %s",
        cache.dim(0),
        params.batchOffset(),
        input);
  }

  private static long headTiles(Call<KvCacheParams> call) {
    return call.spec(0).physicalWidth() / TensorSpec.TILE_SIDE;
  }

  private static CoreRangeSet cores(Call<KvCacheParams> call) {
    Shape input = call.spec(1).shape();
    long rows = Math.ceilDiv(input.dim(2), TensorSpec.TILE_SIDE);
    return CircularBuffers.sharingByRows(input.dim(1) * rows, call);
  }

  private static List<CircularBuffer> circularBuffers(Call<KvCacheParams> call) {
    CoreRangeSet cores = cores(call);
    DataType cache = call.spec(0).dtype();
    DataType input = call.spec(1).dtype();
    if (call.params().opType() == UpdateCacheOpType.FILL) {
      return List.of(CircularBuffers.tiles(cores, input, 2));
    }
    long width = headTiles(call);
    long users = call.spec(0).shape().dim(0);
    long cached = 2 * Math.min(2, users) * width;
    return List.of(
        CircularBuffers.tiles(cores, cache, cached),
        CircularBuffers.tiles(cores, input, 2 * width),
        CircularBuffers.tiles(cores, DataType.BFLOAT16, cached),
        CircularBuffers.tiles(cores, DataType.BFLOAT16, cached),
        CircularBuffers.tiles(cores, cache, Math.max(1, users) * width));
  }

  /** Only the tiles with rows to write are read and written. */
  private static Work cost(Call<KvCacheParams> call) {
    return Costs.work(0, cores(call).size(), List.of(call.spec(1)), call.spec(1));
  }

  /** The cache to write to, which is the result: the same array when in place. */
  static float[] cache(Call<?> call, int input, int output) {
    float[] from = call.floats(input);
    float[] out = call.out(output).floats();
    if (out != from) {
      System.arraycopy(from, 0, out, 0, out.length);
    }
    return out;
  }

  private static void compute(Call<KvCacheParams> call) {
    KvCacheParams params = call.params();
    Shape cache = call.spec(0).shape();
    CacheShape shape = new CacheShape(cache.dim(0), cache.dim(1), cache.dim(2), cache.dim(3));
    float[] out = cache(call, 0, 0);
    float[] in = call.floats(1);
    int rows = call.spec(1).shape().dim(2);
    if (params.opType() == UpdateCacheOpType.FILL) {
      CacheKernels.fillCache(out, shape, in, rows, params.batchIdx(), params.updateIdx());
      return;
    }
    int dim = shape.dim();
    int skipped = Math.min(in.length, params.batchOffset() * dim);
    float[] from = skipped == 0 ? in : Arrays.copyOfRange(in, skipped, in.length);
    int[] positions = new int[shape.users()];
    Arrays.fill(positions, params.updateIdx());
    CacheKernels.updateCache(out, shape, from, dim, rows * dim, positions, 0);
  }

  private static double[] golden(GoldenCall<KvCacheParams> call) {
    KvCacheParams params = call.params();
    boolean fill = params.opType() == UpdateCacheOpType.FILL;
    Shape cache = call.output().shape();
    int rows = call.input(1).spec().shape().dim(2);
    double[] out = call.values(0).clone();
    for (int i = 0; i < out.length; i++) {
      int dim = cache.dim(3);
      int row = i / dim % cache.dim(2) - params.updateIdx();
      int head = i / (dim * cache.dim(2)) % cache.dim(1);
      int user = i / (dim * cache.dim(2) * cache.dim(1));
      int from = fill ? row : user + params.batchOffset();
      boolean written = fill ? user == params.batchIdx() && row >= 0 && row < rows : row == 0;
      if (written) {
        out[i] = call.values(1)[(head * rows + from) * dim + i % dim];
      }
    }
    return out;
  }
}
