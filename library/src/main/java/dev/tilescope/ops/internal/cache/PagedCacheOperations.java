package dev.tilescope.ops.internal.cache;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.CacheKernels;
import dev.tilescope.ops.internal.kernel.CacheShape;
import dev.tilescope.ops.internal.kernel.PageTable;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.RuntimeValues;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Pages;
import dev.tilescope.ops.internal.mechanism.Users;
import dev.tilescope.ops.options.ComputeKernelConfig;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes one row for each user into caches of keys and values, whole or in blocks, in place. Long
 * for its two declarations, one of which does the work of the other twice.
 */
public final class PagedCacheOperations {
  private PagedCacheOperations() {}

  static final int UPDATE_IDXS = 2;
  static final int PAGE_TABLE = 3;

  /**
   * Rows of a cache, one for each user.
   *
   * @param shareCache whether all users write into the one user of the cache
   * @param blockSizeOverride rows of a block as the call takes it; null for those of the cache
   * @param numKvHeadsOverride heads of a block as the call takes it; null for those of the cache
   * @param cachePositionModulo after how many rows a user's pages begin anew; null for never
   */
  public record PagedUpdateCacheParams(
      List<Integer> updateIdxs,
      boolean shareCache,
      @Nullable Integer blockSizeOverride,
      @Nullable Integer numKvHeadsOverride,
      @Nullable Integer cachePositionModulo,
      @Nullable ComputeKernelConfig computeKernelConfig)
      implements RuntimeValues {
    public PagedUpdateCacheParams(
        List<Integer> updateIdxs,
        boolean shareCache,
        @Nullable Integer cachePositionModulo,
        @Nullable ComputeKernelConfig computeKernelConfig) {
      this(updateIdxs, shareCache, null, null, cachePositionModulo, computeKernelConfig);
    }

    public PagedUpdateCacheParams(List<Integer> updateIdxs) {
      this(updateIdxs, false, null, null);
    }

    /** Whether rows pass through registers of float32. */
    boolean isWide() {
      return computeKernelConfig != null && computeKernelConfig.fp32DestAccEn();
    }

    @Override
    public Record program() {
      return new PagedUpdateCacheParams(
          List.of(),
          shareCache,
          blockSizeOverride,
          numKvHeadsOverride,
          cachePositionModulo,
          computeKernelConfig);
    }
  }

  /**
   * A cache and what is written into it, by their places among the inputs.
   *
   * @param suffix of their names
   */
  private record Pair(int cacheAt, int inputAt, int into, String suffix) {
    String cache() {
      return "cache_tensor" + suffix;
    }

    String input() {
      return "input_tensor" + suffix;
    }
  }

  private static final Pair ONLY = new Pair(0, 1, 0, "");
  private static final Pair FIRST = new Pair(0, 1, 0, "1");
  private static final Pair SECOND = new Pair(4, 5, 1, "2");

  public static final DeviceOperation<PagedUpdateCacheParams> PAGED_UPDATE_CACHE_ON_DEVICE =
      DeviceOperation.<PagedUpdateCacheParams>named(
              "PagedUpdateCacheDeviceOperation", "paged_update_cache")
          .takes(
              Input.of("cache_tensor").floats().in(Layout.TILE),
              Input.of("input_tensor").floats().in(Layout.TILE),
              Input.optional("update_idxs_tensor")
                  .dtypes(List.of(DataType.INT32))
                  .in(Layout.ROW_MAJOR),
              Input.optional("page_table").dtypes(Pages.DTYPES).in(Layout.ROW_MAJOR))
          .into("cache_tensor")
          .validation(call -> checkUpdate(call, ONLY))
          .output(call -> call.spec(0))
          .circularBuffers(PagedBuffers.UPDATE_TEXT, PagedBuffers::update)
          .cost(PagedCacheCosts::update)
          .kernel(call -> update(call, ONLY))
          .golden(call -> goldenUpdate(call, ONLY))
          .declare();

  public static final DeviceOperation<PagedUpdateCacheParams> PAGED_FUSED_UPDATE_CACHE_ON_DEVICE =
      DeviceOperation.<PagedUpdateCacheParams>named(
              "PagedFusedUpdateCacheDeviceOperation", "paged_fused_update_cache")
          .takes(
              Input.of("cache_tensor1").floats().in(Layout.TILE),
              Input.of("input_tensor1").floats().in(Layout.TILE),
              Input.optional("update_idxs_tensor")
                  .dtypes(List.of(DataType.INT32))
                  .in(Layout.ROW_MAJOR),
              Input.optional("page_table").dtypes(Pages.DTYPES).in(Layout.ROW_MAJOR),
              Input.of("cache_tensor2").floats().in(Layout.TILE),
              Input.of("input_tensor2").floats().in(Layout.TILE))
          .into("cache_tensor1")
          .validation(PagedCacheOperations::checkFused)
          .outputs(call -> List.of(call.spec(0), call.spec(4)))
          .circularBuffers(PagedBuffers.FUSED_TEXT, PagedBuffers::fused)
          .cost(call -> PagedCacheCosts.update(call, 2))
          .kernel(call -> {
            update(call, FIRST);
            update(call, SECOND);
          })
          .goldens(call -> List.of(goldenUpdate(call, FIRST), goldenUpdate(call, SECOND)))
          .declare();

  private static void checkFused(Call<PagedUpdateCacheParams> call) {
    checkUpdate(call, FIRST);
    checkUpdate(call, SECOND);
    Check.that(
        call.input(0) != call.input(4)
            && call.input(0).requireBuffer("cache_tensor1")
                != call.input(4).requireBuffer("cache_tensor2"),
        "cache_tensor2: it must not be cache_tensor1");
    Check.that(
        call.spec(1).shape().dim(1) == call.spec(5).shape().dim(1),
        "input_tensor2: the %d users of input_tensor1 are needed, got %s",
        call.spec(1).shape().dim(1),
        call.spec(5).shape());
    CoreRangeSet first = shards(call.spec(1));
    CoreRangeSet second = shards(call.spec(5));
    Check.that(
        first.ranges().stream()
            .noneMatch(one -> second.ranges().stream().anyMatch(one::intersects)),
        "input_tensor2: its cores must be others than those of input_tensor1, %s, got %s",
        first,
        second);
  }

  private static CoreRangeSet shards(TensorSpec input) {
    return Objects.requireNonNull(input.memoryConfig().shardSpec()).grid();
  }

  private static void checkUpdate(Call<PagedUpdateCacheParams> call, Pair pair) {
    Check.rankIs(pair.cache(), call.input(pair.cacheAt()), 4);
    Check.rankIs(pair.input(), call.input(pair.inputAt()), 4);
    Shape input = call.spec(pair.inputAt()).shape();
    checkPaged(call);
    Shape cache =
        view(call.params(), call.has(PAGE_TABLE), call.spec(pair.cacheAt()).shape(), input).seen();
    Check.interleaved(pair.cache(), call.spec(pair.cacheAt()).memoryConfig());
    Check.that(
        input.dim(0) == 1 && input.dim(2) >= cache.dim(1) && input.dim(3) == cache.dim(3),
        "%s: [1, users, %d, %d] is needed, as %s is, got %s",
        pair.input(),
        cache.dim(1),
        cache.dim(3),
        pair.cache(),
        input);
    checkSharding(pair.input(), call.spec(pair.inputAt()));
    int users = input.dim(1);
    boolean shared = call.params().shareCache();
    if (call.has(PAGE_TABLE)) {
      Check.that(call.has(UPDATE_IDXS), "update_idxs_tensor: a page table needs it, got none");
      Check.that(!shared, "share_cache: a cache with a page table cannot be shared");
      Pages.check("page_table", call.spec(PAGE_TABLE), users, pair.cache(), cache);
    } else {
      Check.that(
          cache.dim(0) == (shared ? 1 : users),
          shared
              ? "%s: a cache that users share has one user, not the %d of %s, got %s"
              : "%s: without a page table it needs the %d users of %s, got %s",
          pair.cache(),
          users,
          pair.input(),
          cache);
    }
    PagedFillOperations.checkModulo(call, call.params().cachePositionModulo(), cache, PAGE_TABLE);
    checkPositions(call, users, positionLimit(call, cache));
  }

  /** Blocks can be taken otherwise only where there are blocks. */
  private static void checkPaged(Call<PagedUpdateCacheParams> call) {
    PagedUpdateCacheParams params = call.params();
    checkPaged(call, "block_size_override", params.blockSizeOverride());
    checkPaged(call, "num_kv_heads_override", params.numKvHeadsOverride());
    checkPaged(call, "cache_position_modulo", params.cachePositionModulo());
  }

  private static void checkPaged(
      Call<PagedUpdateCacheParams> call, String name, @Nullable Integer asked) {
    Check.that(
        asked == null || call.has(PAGE_TABLE),
        "%s is only supported in paged mode (when page_table is provided), got %s",
        name,
        String.valueOf(asked));
  }

  private static CacheView view(
      PagedUpdateCacheParams params, boolean paged, Shape cache, Shape input) {
    Integer heads = params.numKvHeadsOverride();
    Integer rows = params.blockSizeOverride();
    return paged
        ? CacheView.of(
            "paged_update_cache",
            cache,
            heads == null ? cache.dim(1) : heads,
            rows == null ? cache.dim(2) : rows,
            input.dim(3))
        : CacheView.plain(cache);
  }

  /** Positions that are wrapped may be any. */
  private static int positionLimit(Call<PagedUpdateCacheParams> call, Shape cache) {
    return call.params().cachePositionModulo() == null ? capacity(call, cache) : Integer.MAX_VALUE;
  }

  /** Each user's heads are on a core of their own. */
  private static void checkSharding(String argument, TensorSpec input) {
    TensorMemoryLayout layout = input.memoryConfig().memoryLayout();
    Check.that(
        layout.isSharded() && layout != TensorMemoryLayout.WIDTH_SHARDED,
        "%s: it must be HEIGHT_SHARDED, a user to a core, got %s;"
            + " convert with Ttnn.toMemoryConfig",
        argument,
        layout);
    Users.checkCores(argument, input);
  }

  private static void checkPositions(Call<PagedUpdateCacheParams> call, int users, int rows) {
    List<Integer> given = call.params().updateIdxs();
    boolean tensor = call.has(UPDATE_IDXS);
    Check.that(
        tensor != !given.isEmpty(),
        "update_idxs: positions are needed, either here or in update_idxs_tensor, got %s",
        tensor ? "both" : "neither");
    if (tensor) {
      Users.checkPositions("update_idxs_tensor", call.spec(UPDATE_IDXS).shape(), users);
    } else {
      int[] positions = given.stream().mapToInt(Integer::intValue).toArray();
      Users.checkPositions("update_idxs", positions, users, rows);
    }
  }

  /** How many rows a user can have. */
  private static int capacity(Call<?> call, Shape cache) {
    return call.has(PAGE_TABLE)
        ? Pages.capacity(call.spec(PAGE_TABLE).shape(), cache.dim(2))
        : cache.dim(2);
  }

  private static void update(Call<PagedUpdateCacheParams> call, Pair pair) {
    Shape input = call.spec(pair.inputAt()).shape();
    CacheView view =
        view(call.params(), call.has(PAGE_TABLE), call.spec(pair.cacheAt()).shape(), input);
    Shape cache = view.seen();
    int heads = cache.dim(1);
    int dim = cache.dim(3);
    int[] positions = positions(call, input.dim(1), positionLimit(call, cache));
    int stride = input.dim(2) * dim;
    float[] in = call.floats(pair.inputAt());
    if (call.has(PAGE_TABLE)) {
      PageTable pages = Pages.of("page_table", call, PAGE_TABLE, cache);
      float[] out = CacheOperations.cache(call, pair.cacheAt(), pair.into());
      view.through(
          out,
          blocks ->
              CacheKernels.updatePagedCache(blocks, pages, heads, dim, in, stride, dim, positions));
    } else if (call.params().shareCache()) {
      float[] out = CacheOperations.cache(call, pair.cacheAt(), pair.into());
      CacheShape one = new CacheShape(1, heads, cache.dim(2), dim);
      for (int user = 0; user < positions.length; user++) {
        float[] rows = Arrays.copyOfRange(in, user * stride, (user + 1) * stride);
        CacheKernels.updateCache(out, one, rows, stride, dim, new int[] {positions[user]}, 0);
      }
    } else {
      float[] out = CacheOperations.cache(call, pair.cacheAt(), pair.into());
      CacheShape shape = new CacheShape(cache.dim(0), heads, cache.dim(2), dim);
      CacheKernels.updateCache(out, shape, in, stride, dim, positions, 0);
    }
  }

  private static int[] positions(Call<PagedUpdateCacheParams> call, int users, int rows) {
    if (!call.has(UPDATE_IDXS)) {
      return call.params().updateIdxs().stream().mapToInt(Integer::intValue).toArray();
    }
    int[] positions = call.integers(UPDATE_IDXS);
    Users.checkPositions("update_idxs_tensor", positions, users, rows);
    Integer modulo = call.params().cachePositionModulo();
    return modulo == null
        ? positions
        : Arrays.stream(positions).map(at -> at < 0 ? at : at % modulo).toArray();
  }

  private static double[] goldenUpdate(GoldenCall<PagedUpdateCacheParams> call, Pair pair) {
    Shape input = call.input(pair.inputAt()).spec().shape();
    CacheView view =
        view(call.params(), call.has(PAGE_TABLE), call.input(pair.cacheAt()).spec().shape(), input);
    Shape cache = view.seen();
    double[] out = call.values(pair.cacheAt()).clone();
    int rows = cache.dim(2);
    int dim = cache.dim(3);
    for (int user = 0; user < input.dim(1); user++) {
      int position = goldenPosition(call, user);
      if (position < 0) {
        continue;
      }
      int owner = call.params().shareCache() ? 0 : user;
      int block =
          call.has(PAGE_TABLE)
              ? PagedFillOperations.goldenBlock(call, PAGE_TABLE, user, position / rows)
              : owner;
      for (int i = 0; i < cache.dim(1) * dim && block >= 0; i++) {
        int at = (block * cache.dim(1) + i / dim) * rows + position % rows;
        out[view.place(at * dim + i % dim)] =
            call.values(pair.inputAt())[user * input.dim(2) * dim + i];
      }
    }
    return out;
  }

  private static int goldenPosition(GoldenCall<PagedUpdateCacheParams> call, int user) {
    int position =
        call.has(UPDATE_IDXS)
            ? (int) call.values(UPDATE_IDXS)[user]
            : call.params().updateIdxs().get(user);
    Integer modulo = call.params().cachePositionModulo();
    return modulo == null || position < 0 ? position : position % modulo;
  }
}
