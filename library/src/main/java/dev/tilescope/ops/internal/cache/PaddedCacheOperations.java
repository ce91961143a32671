package dev.tilescope.ops.internal.cache;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.RuntimeValues;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.MeshAxis;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.TensorOrNumber;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the next rows of a sequence into caches that the devices along an axis of the mesh share:
 * each has a slab of every chunk, and new rows first overwrite what padding the last chunk left.
 */
public final class PaddedCacheOperations {
  private PaddedCacheOperations() {}

  private static final int SLOT = 2;
  private static final int LENGTH = 3;

  public record UpdatePaddedKvCacheParams(
      int slotIdx, int kvActualGlobal, int layerIdx, int numLayers, int clusterAxis)
      implements RuntimeValues {
    @Override
    public Record program() {
      return new UpdatePaddedKvCacheParams(0, 0, layerIdx, numLayers, clusterAxis);
    }
  }

  public static final DeviceOperation<UpdatePaddedKvCacheParams> UPDATE_PADDED_KV_CACHE_ON_DEVICE =
      DeviceOperation.<UpdatePaddedKvCacheParams>named(
              "UpdatePaddedKvCacheDeviceOperation", "update_padded_kv_cache")
          .takes(
              Input.of("cache").floats(),
              Input.of("input").floats(),
              Input.optional("slot_idx").dtypes(List.of(DataType.UINT32)).in(Layout.ROW_MAJOR),
              Input.optional("kv_actual_global")
                  .dtypes(List.of(DataType.UINT32))
                  .in(Layout.ROW_MAJOR))
          .into("cache")
          .validation(PaddedCacheOperations::check)
          .output(call -> call.spec(0))
          .circularBuffers(
              "Two pages, and 16 bytes for numbers that come in tensors, on as many cores as the"
                  + " input has rows of pages.",
              PaddedCacheOperations::circularBuffers)
          .cost(call -> Costs.work(0, cores(call).size(), List.of(call.spec(1)), call.spec(1)))
          .engine(Engine.MOVES)
          .meshKernel(PaddedCacheOperations::compute, PaddedCacheOperations::expected)
          .golden(PaddedCacheOperations::goldenOfOneDevice)
          .declare();

  public record UpdatePaddedKvCacheArguments(
      Tensor cache,
      Tensor input,
      @TensorOrNumber Object slotIdx,
      int layerIdx,
      int numLayers,
      @TensorOrNumber Object kvActualGlobal,
      int clusterAxis) {}

  public static final Operation<UpdatePaddedKvCacheArguments, Tensor> UPDATE_PADDED_KV_CACHE =
      Operation.of(
              "ttnn::experimental::deepseek_prefill::update_padded_kv_cache",
              UpdatePaddedKvCacheArguments.class,
              PaddedCacheOperations::update,
              UPDATE_PADDED_KV_CACHE_ON_DEVICE)
          .overwriting("cache");

  private static Tensor update(UpdatePaddedKvCacheArguments a) {
    SharedCache.Numbers numbers =
        SharedCache.Numbers.of("slot_idx", a.slotIdx(), "kv_actual_global", a.kvActualGlobal());
    UPDATE_PADDED_KV_CACHE_ON_DEVICE.requireUsable(
        a.cache(), a.input(), numbers.slotTensor(), numbers.lengthTensor());
    return UPDATE_PADDED_KV_CACHE_ON_DEVICE.runInto(
        a.cache(),
        new UpdatePaddedKvCacheParams(
            numbers.slot(), numbers.length(), a.layerIdx(), a.numLayers(), a.clusterAxis()),
        a.cache(),
        a.input(),
        numbers.slotTensor(),
        numbers.lengthTensor());
  }

  private static void check(Call<UpdatePaddedKvCacheParams> call) {
    UpdatePaddedKvCacheParams params = call.params();
    SharedCache.check(call, params.clusterAxis(), params.layerIdx(), params.numLayers());
    checkShapes(call);
    if (call.has(SLOT)) {
      SharedCache.checkNumber(call, SLOT, "slot_idx");
      SharedCache.checkNumber(call, LENGTH, "kv_actual_global");
    } else {
      checkPlace(call, params.slotIdx(), params.kvActualGlobal());
    }
  }

  private static void checkShapes(Call<UpdatePaddedKvCacheParams> call) {
    Check.rankIs("input", call.input(1), 4);
    TensorSpec cache = call.spec(0);
    TensorSpec input = call.spec(1);
    Check.that(
        cache.dtype() == input.dtype() && cache.layout() == input.layout(),
        "cache and input dtype and layout must match, got %s %s and %s %s",
        cache.dtype(),
        cache.layout(),
        input.dtype(),
        input.layout());
    Shape held = cache.shape();
    Shape rows = input.shape();
    Check.that(
        held.dim(1) == rows.dim(1) && held.dim(3) == rows.dim(3),
        "cache and input heads and head dim must match, got %s and %s",
        held,
        rows);
    Check.that(
        rows.dim(2) > 0
            && rows.dim(2) % TensorSpec.TILE_SIDE == 0
            && held.dim(2) % rows.dim(2) == 0,
        "cache seq (%d) must be a multiple of input seq (%d), which must be tile-aligned",
        held.dim(2),
        rows.dim(2));
  }

  private static void checkPlace(Call<UpdatePaddedKvCacheParams> call, int slot, int length) {
    Shape cache = call.spec(0).shape();
    SharedCache.checkSlot(call, slot, call.params().numLayers());
    Check.that(
        length >= 0 && length % TensorSpec.TILE_SIDE == 0,
        "kv_actual_global (%d) must be tile-aligned (a multiple of %d)",
        length,
        TensorSpec.TILE_SIDE);
    long chunk = (long) sharers(call).size() * call.spec(1).shape().dim(2);
    long capacity = (long) sharers(call).size() * cache.dim(2);
    Check.that(
        length + chunk <= capacity,
        "kv_actual_global (%d) + chunk_global (%d) would overflow global cache capacity (%d)",
        length,
        chunk,
        capacity);
  }

  private static MeshAxis sharers(Call<UpdatePaddedKvCacheParams> call) {
    return MeshAxis.of(call, call.params().clusterAxis());
  }

  private static CoreRangeSet cores(Call<UpdatePaddedKvCacheParams> call) {
    TensorSpec input = call.spec(1);
    int rowsOfPage = input.layout() == Layout.TILE ? TensorSpec.TILE_SIDE : 1;
    long blocks = (long) input.shape().dim(1) * (input.shape().dim(2) / rowsOfPage);
    return CircularBuffers.sharingByRows(Math.max(1, blocks), call);
  }

  private static List<CircularBuffer> circularBuffers(Call<UpdatePaddedKvCacheParams> call) {
    CoreRangeSet cores = cores(call);
    CircularBuffer pages =
        call.spec(0).layout() == Layout.TILE
            ? CircularBuffers.doubled(cores, call.spec(0))
            : CircularBuffers.aligned(cores, call.input(0), 2);
    return call.has(SLOT) ? List.of(pages, SharedCache.number(cores)) : List.of(pages);
  }

  /** Where a device's rows go, counted in rows of all heads of all users. */
  private static int firstRow(Call<UpdatePaddedKvCacheParams> call, int device) {
    boolean given = call.has(SLOT);
    int slot = given ? call.values(SLOT, device).integers()[0] : call.params().slotIdx();
    int length = given ? call.values(LENGTH, device).integers()[0] : call.params().kvActualGlobal();
    checkPlace(call, slot, length);
    int rows = call.spec(1).shape().dim(2);
    int user = slot * call.params().numLayers() + call.params().layerIdx();
    Shape cache = call.spec(0).shape();
    return user * cache.dim(1) * cache.dim(2) + sharers(call).firstRow(device, rows, length);
  }

  private static void compute(Call<UpdatePaddedKvCacheParams> call) {
    for (int device = 0; device < call.output().requireParts("cache").size(); device++) {
      float[] cache = SharedCache.before(call, device);
      float[] rows = call.values(1, device).floats();
      int first = firstRow(call, device);
      int head = call.spec(1).shape().dim(2) * call.spec(1).shape().dim(3);
      int headOfCache = call.spec(0).shape().dim(2) * call.spec(0).shape().dim(3);
      for (int i = 0; i < rows.length / Math.max(1, head); i++) {
        int to = first * call.spec(0).shape().dim(3) + i * headOfCache;
        System.arraycopy(rows, i * head, cache, to, head);
      }
    }
  }

  private static List<List<double[]>> expected(
      Call<UpdatePaddedKvCacheParams> call, List<double[]> held) {
    List<double[]> results = new ArrayList<>();
    for (int device = 0; device < held.size(); device++) {
      float[] rows = call.values(1, device).floats();
      double[] given = new double[rows.length];
      for (int i = 0; i < given.length; i++) {
        given[i] = rows[i];
      }
      Shape cache = call.spec(0).shape();
      Shape input = call.spec(1).shape();
      results.add(written(held.get(device), cache, given, input, firstRow(call, device)));
    }
    return List.of(results);
  }

  private static double[] goldenOfOneDevice(GoldenCall<UpdatePaddedKvCacheParams> call) {
    UpdatePaddedKvCacheParams params = call.params();
    int slot = call.has(SLOT) ? (int) call.values(SLOT)[0] : params.slotIdx();
    int length = call.has(SLOT) ? (int) call.values(LENGTH)[0] : params.kvActualGlobal();
    Shape cache = call.output().shape();
    int user = slot * params.numLayers() + params.layerIdx();
    int first = user * cache.dim(1) * cache.dim(2) + length;
    return written(call.values(0), cache, call.values(1), call.input(1).spec().shape(), first);
  }

  /** Element by element. */
  private static double[] written(
      double[] held, Shape cache, double[] given, Shape input, int first) {
    double[] out = held.clone();
    int dim = cache.dim(3);
    for (int i = 0; i < given.length; i++) {
      int head = i / (dim * input.dim(2));
      int row = i / dim % input.dim(2);
      out[(first + head * cache.dim(2) + row) * dim + i % dim] = given[i];
    }
    return out;
  }
}
