package dev.tilescope.ops.internal.cache;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.CacheKernels;
import dev.tilescope.ops.internal.kernel.PageTable;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.RuntimeValues;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Pages;
import dev.tilescope.ops.internal.mechanism.Users;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes sequences into caches of keys and values that lie in blocks, {@code [blocks, heads, rows,
 * head size]}, by page table, in place.
 */
public final class PagedFillOperations {
  private PagedFillOperations() {}

  static final int BATCH_IDXS = 3;

  /**
   * @param blockSizeOverride rows of a block as the call takes it; null for those of the cache
   * @param cachePositionModulo after how many rows a user's pages begin anew; null for never
   */
  public record PagedFillCacheParams(
      int batchIdx, @Nullable Integer blockSizeOverride, @Nullable Integer cachePositionModulo)
      implements RuntimeValues {
    public PagedFillCacheParams(int batchIdx, @Nullable Integer cachePositionModulo) {
      this(batchIdx, null, cachePositionModulo);
    }

    @Override
    public Record program() {
      return new PagedFillCacheParams(0, blockSizeOverride, cachePositionModulo);
    }
  }

  public static final DeviceOperation<PagedFillCacheParams> PAGED_FILL_CACHE_ON_DEVICE =
      DeviceOperation.<PagedFillCacheParams>named(
              "PagedFillCacheDeviceOperation", "paged_fill_cache")
          .takes(
              Input.of("cache_tensor").floats().in(Layout.TILE),
              Input.of("input_tensor").floats().in(Layout.TILE),
              Input.of("page_table").dtypes(Pages.DTYPES).in(Layout.ROW_MAJOR),
              Input.optional("batch_idx_tensor")
                  .dtypes(List.of(DataType.INT32, DataType.UINT32))
                  .in(Layout.ROW_MAJOR))
          .into("cache_tensor")
          .validation(PagedFillOperations::checkFill)
          .output(call -> call.spec(0))
          .circularBuffers(PagedBuffers.FILL_TEXT, call -> PagedBuffers.fill(call, fillCores(call)))
          .cost(PagedCacheCosts::fill)
          .engine(Engine.MOVES)
          .kernel(PagedFillOperations::fill)
          .golden(PagedFillOperations::goldenFill)
          .declare();

  /** Rows that begin anew must do so with a page. */
  static void checkModulo(Call<?> call, @Nullable Integer modulo, Shape cache, int table) {
    if (modulo == null) {
      return;
    }
    int capacity = Pages.capacity(call.spec(table).shape(), cache.dim(2));
    Check.that(
        modulo > 0 && modulo % cache.dim(2) == 0 && modulo <= capacity,
        "cache_position_modulo (%d) must be a positive multiple of effective block_size (%d), at"
            + " most the %d rows of a user's pages",
        modulo,
        cache.dim(2),
        capacity);
  }

  static int goldenBlock(GoldenCall<?> call, int table, int user, int index) {
    return (int) call.values(table)[user * call.input(table).spec().shape().dim(1) + index];
  }

  private static void checkFill(Call<PagedFillCacheParams> call) {
    Check.rankIs("cache_tensor", call.input(0), 4);
    Check.rankIs("input_tensor", call.input(1), 4);
    Check.rankIs("page_table", call.input(2), 2);
    Shape input = call.spec(1).shape();
    Shape cache = view(call.params(), call.spec(0).shape(), input).seen();
    int users = call.spec(2).shape().dim(0);
    Check.interleaved("cache_tensor", call.spec(0).memoryConfig());
    Check.interleaved("input_tensor", call.spec(1).memoryConfig());
    Pages.check("page_table", call.spec(2), users, "cache_tensor", cache);
    int capacity = Pages.capacity(call.spec(2).shape(), cache.dim(2));
    checkModulo(call, call.params().cachePositionModulo(), cache, 2);
    Check.that(
        input.dim(2) <= capacity || call.params().cachePositionModulo() != null,
        "input_tensor: at most the %d rows of a user's pages fit, got %s",
        capacity,
        input);
    checkUsers(call, input, users);
  }

  /** The heads of a block, and their size, are those of the input. */
  private static CacheView view(PagedFillCacheParams params, Shape cache, Shape input) {
    Integer rows = params.blockSizeOverride();
    return CacheView.of(
        "paged_fill_cache", cache, input.dim(1), rows == null ? cache.dim(2) : rows, input.dim(3));
  }

  private static void checkUsers(Call<PagedFillCacheParams> call, Shape input, int users) {
    if (call.has(BATCH_IDXS)) {
      Users.checkPositions("batch_idx_tensor", call.spec(BATCH_IDXS).shape(), input.dim(0));
      return;
    }
    int user = call.params().batchIdx();
    Check.that(
        user >= 0 && user < users,
        "batch_idx: page_table has users 0..%d, got %d",
        users - 1,
        user);
    Check.that(
        input.dim(0) == 1,
        "input_tensor: several users need batch_idx_tensor, got %s without",
        input);
  }

  static CoreRangeSet fillCores(Call<?> call) {
    long rows = call.spec(1).physicalHeight() / TensorSpec.TILE_SIDE;
    return CircularBuffers.sharingByRows(rows, call);
  }

  private static void fill(Call<PagedFillCacheParams> call) {
    CacheView view = view(call.params(), call.spec(0).shape(), call.spec(1).shape());
    Shape cache = view.seen();
    PageTable pages = Pages.of("page_table", call, 2, cache);
    int[] users = users(call);
    float[] in = call.floats(1);
    view.through(
        CacheOperations.cache(call, 0, 0), out -> fill(call, out, cache, pages, users, in));
  }

  private static void fill(
      Call<PagedFillCacheParams> call,
      float[] out,
      Shape cache,
      PageTable pages,
      int[] users,
      float[] in) {
    Shape input = call.spec(1).shape();
    int volume = users.length == 0 ? 0 : in.length / users.length;
    for (int i = 0; i < users.length; i++) {
      float[] rows = users.length == 1 ? in : Arrays.copyOfRange(in, i * volume, (i + 1) * volume);
      Integer modulo = call.params().cachePositionModulo();
      int kept = modulo == null ? input.dim(2) : Math.min(modulo, input.dim(2));
      float[] last = kept == input.dim(2) ? rows : wrapped(rows, input, kept);
      CacheKernels.fillPagedCache(out, pages, cache.dim(1), cache.dim(3), last, kept, users[i]);
    }
  }

  /** The last rows of every head, each at its position in a ring of so many. */
  private static float[] wrapped(float[] rows, Shape input, int ring) {
    int dim = input.dim(3);
    int count = input.dim(2);
    float[] last = new float[input.dim(1) * ring * dim];
    for (int head = 0; head < input.dim(1); head++) {
      for (int row = count - ring; row < count; row++) {
        int to = (head * ring + row % ring) * dim;
        System.arraycopy(rows, (head * count + row) * dim, last, to, dim);
      }
    }
    return last;
  }

  private static int[] users(Call<PagedFillCacheParams> call) {
    if (!call.has(BATCH_IDXS)) {
      return new int[] {call.params().batchIdx()};
    }
    int[] users = call.integers(BATCH_IDXS);
    int most = call.spec(2).shape().dim(0) - 1;
    for (int user : users) {
      Check.that(
          user >= 0 && user <= most,
          "batch_idx_tensor: page_table has users 0..%d, got %d",
          most,
          user);
    }
    return users;
  }

  private static double[] goldenFill(GoldenCall<PagedFillCacheParams> call) {
    Shape input = call.input(1).spec().shape();
    CacheView view = view(call.params(), call.output().shape(), input);
    Shape cache = view.seen();
    int rows = cache.dim(2);
    int dim = cache.dim(3);
    double[] out = call.values(0).clone();
    for (int i = 0; i < call.values(1).length; i++) {
      int given = i / dim % input.dim(2);
      Integer modulo = call.params().cachePositionModulo();
      int row = modulo == null ? given : given % modulo;
      int head = i / (dim * input.dim(2)) % input.dim(1);
      int batch = i / (dim * input.dim(2) * input.dim(1));
      int user =
          call.has(BATCH_IDXS) ? (int) call.values(BATCH_IDXS)[batch] : call.params().batchIdx();
      int block = goldenBlock(call, 2, user, row / rows);
      if (block >= 0) {
        int at = ((block * cache.dim(1) + head) * rows + row % rows) * dim;
        out[view.place(at + i % dim)] = call.values(1)[i];
      }
    }
    return out;
  }
}
