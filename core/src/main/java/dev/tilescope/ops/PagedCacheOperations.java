package dev.tilescope.ops;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.DeviceOperation.Engine;
import dev.tilescope.ops.DeviceOperation.GoldenCall;
import dev.tilescope.ops.DeviceOperation.RuntimeValues;
import dev.tilescope.ops.kernel.CacheKernels;
import dev.tilescope.ops.kernel.PageTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes into caches of keys and values that lie in blocks, {@code [blocks, heads, rows, head
 * size]}, by page table, in place. Long for its two declarations, whose inputs are checked apart.
 */
abstract class PagedCacheOperations extends RotaryOperations {
  private static final int UPDATE_IDXS = 2;
  private static final int PAGE_TABLE = 3;
  private static final int BATCH_IDXS = 3;

  /** Rows of a cache, one for each user. */
  record PagedUpdateCacheParams(List<Integer> updateIdxs) implements RuntimeValues {
    @Override
    public Record program() {
      return new PagedUpdateCacheParams(List.of());
    }
  }

  record PagedFillCacheParams(int batchIdx) implements RuntimeValues {
    @Override
    public Record program() {
      return new PagedFillCacheParams(0);
    }
  }

  static final DeviceOperation<PagedUpdateCacheParams> PAGED_UPDATE_CACHE =
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
          .validation(call -> checkUpdate(call, 0, 1))
          .output(call -> call.spec(0))
          .circularBuffers(
              "The input's shard itself, two rows of tiles each of the cache before, as rows, and"
                  + " of the new row, one for each user on the way out, a row of positions and one"
                  + " of pages.",
              call -> updateBuffers(call, 0, 1))
          .cost(call ->
              Costs.work(0, call.spec(1).shape().dim(1), List.of(call.spec(1)), call.spec(1)))
          .kernel(call -> update(call, 0, 1, 0))
          .golden(call -> goldenUpdate(call, 0, 1))
          .declare();

  static final DeviceOperation<PagedFillCacheParams> PAGED_FILL_CACHE =
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
          .validation(PagedCacheOperations::checkFill)
          .output(call -> call.spec(0))
          .circularBuffers(
              "Two rows of tiles of the input, a row of pages, and the numbers of the users.",
              PagedCacheOperations::fillBuffers)
          .cost(call -> Costs.work(0, fillCores(call).size(), List.of(call.spec(1)), call.spec(1)))
          .engine(Engine.MOVES)
          .kernel(PagedCacheOperations::fill)
          .golden(PagedCacheOperations::goldenFill)
          .declare();

  private static void checkUpdate(Call<PagedUpdateCacheParams> call, int cacheAt, int inputAt) {
    Check.rankIs("cache_tensor", call.input(cacheAt), 4);
    Check.rankIs("input_tensor", call.input(inputAt), 4);
    Shape cache = call.spec(cacheAt).shape();
    Shape input = call.spec(inputAt).shape();
    Check.interleaved("cache_tensor", call.spec(cacheAt).memoryConfig());
    CacheOperations.checkParts(call, cacheAt);
    Check.that(
        input.dim(0) == 1 && input.dim(2) >= cache.dim(1) && input.dim(3) == cache.dim(3),
        "input_tensor: [1, users, %d, %d] is needed, as cache_tensor is, got %s",
        cache.dim(1),
        cache.dim(3),
        input);
    checkSharding(call.spec(inputAt));
    int users = input.dim(1);
    if (call.has(PAGE_TABLE)) {
      Check.that(call.has(UPDATE_IDXS), "update_idxs_tensor: a page table needs it, got none");
      Pages.check("page_table", call.spec(PAGE_TABLE), users, "cache_tensor", cache);
    } else {
      Check.that(
          cache.dim(0) == users,
          "cache_tensor: without a page table it needs the %d users of input_tensor, got %s",
          users,
          cache);
    }
    checkPositions(call, users, capacity(call, cache));
  }

  /** Each user's heads are on a core of their own. */
  private static void checkSharding(TensorSpec input) {
    TensorMemoryLayout layout = input.memoryConfig().memoryLayout();
    Check.that(
        layout.isSharded() && layout != TensorMemoryLayout.WIDTH_SHARDED,
        "input_tensor: it must be HEIGHT_SHARDED, a user to a core, got %s;"
            + " convert with Ttnn.toMemoryConfig",
        layout);
    checkUserPerCore("input_tensor", input);
  }

  private static void checkPositions(Call<PagedUpdateCacheParams> call, int users, int rows) {
    List<Integer> given = call.params().updateIdxs();
    boolean tensor = call.has(UPDATE_IDXS);
    Check.that(
        tensor != !given.isEmpty(),
        "update_idxs: positions are needed, either here or in update_idxs_tensor, got %s",
        tensor ? "both" : "neither");
    if (tensor) {
      Positions.checkShape("update_idxs_tensor", call.spec(UPDATE_IDXS).shape(), users);
    } else {
      int[] positions = given.stream().mapToInt(Integer::intValue).toArray();
      Positions.check("update_idxs", positions, users, rows);
    }
  }

  /** How many rows a user can have. */
  private static int capacity(Call<?> call, Shape cache) {
    return call.has(PAGE_TABLE)
        ? Pages.capacity(call.spec(PAGE_TABLE).shape(), cache.dim(2))
        : cache.dim(2);
  }

  private static List<CircularBuffer> updateBuffers(
      Call<PagedUpdateCacheParams> call, int cacheAt, int inputAt) {
    TensorSpec input = call.spec(inputAt);
    CircularBuffer shard = CircularBuffers.backedBy(call.input(inputAt));
    CoreRangeSet cores = shard.cores();
    DataType cache = call.spec(cacheAt).dtype();
    long width = input.physicalWidth() / TensorSpec.TILE_SIDE;
    List<CircularBuffer> buffers = new ArrayList<>();
    buffers.add(CircularBuffers.tiles(cores, cache, 2 * width));
    buffers.add(shard);
    buffers.add(CircularBuffers.tiles(cores, DataType.BFLOAT16, 2 * width));
    buffers.add(CircularBuffers.tiles(cores, DataType.BFLOAT16, 2 * width));
    buffers.add(CircularBuffers.tiles(cores, cache, input.shape().dim(1) * width));
    for (int i = UPDATE_IDXS; i <= PAGE_TABLE; i++) {
      if (call.has(i)) {
        buffers.add(CircularBuffers.pages(cores, call.spec(i), 1));
      }
    }
    return buffers;
  }

  private static void update(
      Call<PagedUpdateCacheParams> call, int cacheAt, int inputAt, int into) {
    Shape cache = call.spec(cacheAt).shape();
    Shape input = call.spec(inputAt).shape();
    int heads = cache.dim(1);
    int dim = cache.dim(3);
    int[] positions = positions(call, input.dim(1), capacity(call, cache));
    int stride = input.dim(2) * dim;
    float[] in = call.floats(inputAt);
    if (call.has(PAGE_TABLE)) {
      PageTable pages = Pages.of("page_table", call, PAGE_TABLE, cache);
      float[] out = CacheOperations.cache(call, cacheAt, into);
      CacheKernels.updatePagedCache(out, pages, heads, dim, in, stride, dim, positions);
    } else {
      float[] out = CacheOperations.cache(call, cacheAt, into);
      CacheKernels.updateCache(
          out, cache.dim(0), heads, cache.dim(2), dim, in, stride, dim, positions, 0);
    }
  }

  private static int[] positions(Call<PagedUpdateCacheParams> call, int users, int rows) {
    if (!call.has(UPDATE_IDXS)) {
      return call.params().updateIdxs().stream().mapToInt(Integer::intValue).toArray();
    }
    int[] positions = call.integers(UPDATE_IDXS);
    Positions.check("update_idxs_tensor", positions, users, rows);
    return positions;
  }

  private static double[] goldenUpdate(
      GoldenCall<PagedUpdateCacheParams> call, int cacheAt, int inputAt) {
    Shape cache = call.input(cacheAt).spec().shape();
    Shape input = call.input(inputAt).spec().shape();
    double[] out = call.values(cacheAt).clone();
    int rows = cache.dim(2);
    int dim = cache.dim(3);
    for (int user = 0; user < input.dim(1); user++) {
      int position =
          call.has(UPDATE_IDXS)
              ? (int) call.values(UPDATE_IDXS)[user]
              : call.params().updateIdxs().get(user);
      if (position < 0) {
        continue;
      }
      int block =
          call.has(PAGE_TABLE) ? goldenBlock(call, PAGE_TABLE, user, position / rows) : user;
      for (int i = 0; i < cache.dim(1) * dim && block >= 0; i++) {
        int at = (block * cache.dim(1) + i / dim) * rows + position % rows;
        out[at * dim + i % dim] = call.values(inputAt)[user * input.dim(2) * dim + i];
      }
    }
    return out;
  }

  private static int goldenBlock(GoldenCall<?> call, int table, int user, int index) {
    return (int) call.values(table)[user * call.input(table).spec().shape().dim(1) + index];
  }

  private static void checkFill(Call<PagedFillCacheParams> call) {
    Check.rankIs("cache_tensor", call.input(0), 4);
    Check.rankIs("input_tensor", call.input(1), 4);
    Check.rankIs("page_table", call.input(2), 2);
    Shape cache = call.spec(0).shape();
    Shape input = call.spec(1).shape();
    int users = call.spec(2).shape().dim(0);
    Check.interleaved("cache_tensor", call.spec(0).memoryConfig());
    Check.interleaved("input_tensor", call.spec(1).memoryConfig());
    CacheOperations.checkParts(call, 0);
    Pages.check("page_table", call.spec(2), users, "cache_tensor", cache);
    Check.that(
        input.dim(1) == cache.dim(1) && input.dim(3) == cache.dim(3),
        "input_tensor: [batch, %d, rows, %d] is needed, as cache_tensor is, got %s",
        cache.dim(1),
        cache.dim(3),
        input);
    int capacity = Pages.capacity(call.spec(2).shape(), cache.dim(2));
    Check.that(
        input.dim(2) <= capacity,
        "input_tensor: at most the %d rows of a user's pages fit, got %s",
        capacity,
        input);
    checkUsers(call, input, users);
  }

  private static void checkUsers(Call<PagedFillCacheParams> call, Shape input, int users) {
    if (call.has(BATCH_IDXS)) {
      Positions.checkShape("batch_idx_tensor", call.spec(BATCH_IDXS).shape(), input.dim(0));
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

  private static CoreRangeSet fillCores(Call<PagedFillCacheParams> call) {
    long rows = call.spec(1).physicalHeight() / TensorSpec.TILE_SIDE;
    return CircularBuffers.sharing(rows, call.device());
  }

  private static List<CircularBuffer> fillBuffers(Call<PagedFillCacheParams> call) {
    CoreRangeSet cores = fillCores(call);
    long width = call.spec(1).physicalWidth() / TensorSpec.TILE_SIDE;
    List<CircularBuffer> buffers = new ArrayList<>();
    buffers.add(CircularBuffers.tiles(cores, call.spec(1).dtype(), 2 * width));
    buffers.add(CircularBuffers.pages(cores, call.spec(2), 1));
    if (call.has(BATCH_IDXS)) {
      buffers.add(CircularBuffers.pages(cores, call.spec(BATCH_IDXS), 1));
    }
    return buffers;
  }

  private static void fill(Call<PagedFillCacheParams> call) {
    Shape cache = call.spec(0).shape();
    Shape input = call.spec(1).shape();
    PageTable pages = Pages.of("page_table", call, 2, cache);
    int[] users = users(call);
    float[] in = call.floats(1);
    float[] out = CacheOperations.cache(call, 0, 0);
    int volume = users.length == 0 ? 0 : in.length / users.length;
    for (int i = 0; i < users.length; i++) {
      float[] rows = users.length == 1 ? in : Arrays.copyOfRange(in, i * volume, (i + 1) * volume);
      CacheKernels.fillPagedCache(
          out, pages, cache.dim(1), cache.dim(3), rows, input.dim(2), users[i]);
    }
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
    Shape cache = call.output().shape();
    Shape input = call.input(1).spec().shape();
    int rows = cache.dim(2);
    int dim = cache.dim(3);
    double[] out = call.values(0).clone();
    for (int i = 0; i < call.values(1).length; i++) {
      int row = i / dim % input.dim(2);
      int head = i / (dim * input.dim(2)) % input.dim(1);
      int batch = i / (dim * input.dim(2) * input.dim(1));
      int user =
          call.has(BATCH_IDXS) ? (int) call.values(BATCH_IDXS)[batch] : call.params().batchIdx();
      int block = goldenBlock(call, 2, user, row / rows);
      if (block >= 0) {
        int at = ((block * cache.dim(1) + head) * rows + row % rows) * dim;
        out[at + i % dim] = call.values(1)[i];
      }
    }
    return out;
  }
}
