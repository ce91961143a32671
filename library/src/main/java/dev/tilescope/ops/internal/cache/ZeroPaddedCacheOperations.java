package dev.tilescope.ops.internal.cache;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.CoreSets;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.RuntimeValues;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.MeshAxis;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.TensorOrNumber;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Clears the rows behind a sequence in a cache that the devices along an axis of a mesh share. */
public final class ZeroPaddedCacheOperations {
  private ZeroPaddedCacheOperations() {}

  private static final int SLOT = 1;
  private static final int LENGTH = 2;

  public record ZeroPaddedKvCacheParams(
      int slotIdx,
      int layerIdx,
      int numLayers,
      int validGlobal,
      int chunkSizeGlobal,
      int clusterAxis,
      int padAlign)
      implements RuntimeValues {
    @Override
    public Record program() {
      return new ZeroPaddedKvCacheParams(
          0, layerIdx, numLayers, 0, chunkSizeGlobal, clusterAxis, padAlign);
    }
  }

  public static final DeviceOperation<ZeroPaddedKvCacheParams> ZERO_PADDED_KV_CACHE_ON_DEVICE =
      DeviceOperation.<ZeroPaddedKvCacheParams>named(
              "ZeroPaddedKvCacheDeviceOperation", "zero_padded_kv_cache")
          .takes(
              Input.of("cache").floats(),
              Input.optional("slot_idx").dtypes(List.of(DataType.UINT32)).in(Layout.ROW_MAJOR),
              Input.optional("valid_global").dtypes(List.of(DataType.UINT32)).in(Layout.ROW_MAJOR))
          .into("cache")
          .validation(ZeroPaddedCacheOperations::check)
          .output(call -> call.spec(0))
          .circularBuffers(
              "On one core a row of tiles of the cache in and out, a tile of ones and zeros, one of"
                  + " zeros, and 16 bytes for each of two kernels where numbers come in tensors; of"
                  + " rows one of zeros.",
              ZeroPaddedCacheOperations::circularBuffers)
          .cost(ZeroPaddedCacheOperations::cost)
          .meshKernel(
              ZeroPaddedCacheOperations::compute,
              (call, held) -> List.of(ZeroPaddedCacheOperations.expected(call, held)))
          .golden(ZeroPaddedCacheOperations::goldenOfOneDevice)
          .declare();

  public record ZeroPaddedKvCacheArguments(
      Tensor cache,
      @TensorOrNumber Object slotIdx,
      int layerIdx,
      int numLayers,
      @TensorOrNumber Object validGlobal,
      int chunkSizeGlobal,
      int clusterAxis,
      @Default("128") int padAlign) {}

  public static final Operation<ZeroPaddedKvCacheArguments, Tensor> ZERO_PADDED_KV_CACHE =
      Operation.of(
              "ttnn::experimental::deepseek_prefill::zero_padded_kv_cache",
              ZeroPaddedKvCacheArguments.class,
              ZeroPaddedCacheOperations::clear,
              ZERO_PADDED_KV_CACHE_ON_DEVICE)
          .overwriting("cache");

  private static Tensor clear(ZeroPaddedKvCacheArguments a) {
    SharedCache.Numbers numbers =
        SharedCache.Numbers.of("slot_idx", a.slotIdx(), "valid_global", a.validGlobal());
    ZERO_PADDED_KV_CACHE_ON_DEVICE.requireUsable(
        a.cache(), numbers.slotTensor(), numbers.lengthTensor());
    return ZERO_PADDED_KV_CACHE_ON_DEVICE.runInto(
        a.cache(),
        new ZeroPaddedKvCacheParams(
            numbers.slot(),
            a.layerIdx(),
            a.numLayers(),
            numbers.length(),
            a.chunkSizeGlobal(),
            a.clusterAxis(),
            a.padAlign()),
        a.cache(),
        numbers.slotTensor(),
        numbers.lengthTensor());
  }

  private static void check(Call<ZeroPaddedKvCacheParams> call) {
    ZeroPaddedKvCacheParams params = call.params();
    SharedCache.check(call, params.clusterAxis(), params.layerIdx(), params.numLayers());
    TensorSpec cache = call.spec(0);
    Check.that(
        cache.memoryConfig().bufferType().isDram(),
        "cache: zero_padded_kv_cache requires a DRAM-backed cache, got %s",
        cache.memoryConfig());
    Check.that(
        cache.shape().dim(1) == 1, "cache num-heads dim must be 1 (got %d)", cache.shape().dim(1));
    Check.that(
        cache.layout() == Layout.TILE || cache.dtype() == DataType.BFLOAT16 && !call.has(SLOT),
        "cache: in rows it must be bfloat16, and its numbers no tensors, got %s",
        cache);
    checkChunks(call);
    if (call.has(SLOT)) {
      SharedCache.checkNumber(call, SLOT, "slot_idx");
      SharedCache.checkNumber(call, LENGTH, "valid_global");
    } else {
      checkPlace(call, params.slotIdx(), params.validGlobal());
    }
  }

  private static void checkChunks(Call<ZeroPaddedKvCacheParams> call) {
    int chunk = call.params().chunkSizeGlobal();
    int aligned = call.params().padAlign();
    int sharers = sharers(call).size();
    Check.that(
        chunk > 0 && chunk % (sharers * TensorSpec.TILE_SIDE) == 0,
        "chunk_size_global (%d): a multiple of %d is needed, a row of tiles for each device that"
            + " shares it",
        chunk,
        sharers * TensorSpec.TILE_SIDE);
    Check.that(
        aligned > 0 && chunk % aligned == 0,
        "chunk_size_global (%d) must be a multiple of pad_align (%d) so the window stays within one"
            + " slab",
        chunk,
        aligned);
    Check.that(
        capacity(call) % aligned == 0,
        "global cache capacity (%d) must be a multiple of pad_align (%d)",
        capacity(call),
        aligned);
  }

  private static void checkPlace(Call<ZeroPaddedKvCacheParams> call, int slot, int length) {
    SharedCache.checkSlot(call, slot, call.params().numLayers());
    Check.that(
        length >= 0 && length <= capacity(call),
        "valid_global (%d) exceeds cache capacity (%d)",
        length,
        capacity(call));
  }

  private static MeshAxis sharers(Call<ZeroPaddedKvCacheParams> call) {
    return MeshAxis.of(call, call.params().clusterAxis());
  }

  private static long capacity(Call<ZeroPaddedKvCacheParams> call) {
    return (long) sharers(call).size() * call.spec(0).shape().dim(2);
  }

  /** zero_padded_kv_cache_device_operation.cpp. */
  private static List<CircularBuffer> circularBuffers(Call<ZeroPaddedKvCacheParams> call) {
    CoreRangeSet core = core(call);
    TensorSpec cache = call.spec(0);
    if (cache.layout() == Layout.ROW_MAJOR) {
      return List.of(CircularBuffers.aligned(core, call.input(0), 1));
    }
    int width = Math.ceilDiv(cache.shape().dim(3), TensorSpec.TILE_SIDE);
    List<CircularBuffer> buffers =
        new ArrayList<>(
            List.of(
                CircularBuffers.tiles(core, cache, width),
                CircularBuffers.tiles(core, DataType.BFLOAT16, 1),
                CircularBuffers.tiles(core, cache, width),
                CircularBuffers.tiles(core, cache, 1)));
    if (call.has(SLOT)) {
      buffers.add(SharedCache.number(core));
      buffers.add(SharedCache.number(core));
    }
    return buffers;
  }

  private static CoreRangeSet core(Call<ZeroPaddedKvCacheParams> call) {
    return CoreSets.rowByRow(CircularBuffers.wholeGrid(call), 0, 1);
  }

  /** At most the rows up to the alignment are written. */
  private static Work cost(Call<ZeroPaddedKvCacheParams> call) {
    int[] dims = call.spec(0).shape().toArray();
    dims[0] = Math.min(1, dims[0]);
    dims[2] = Math.min(call.params().padAlign(), dims[2]);
    TensorSpec window = call.spec(0).withShape(Shape.of(dims));
    return Costs.work(0, 1, List.of(window), window);
  }

  /** Rows of a device, counted over all slots and layers. */
  private record Rows(int from, int to) {}

  /** Of the chunk that the sequence ends in each device has the same number of rows, in turn. */
  private static Rows cleared(Call<ZeroPaddedKvCacheParams> call, int device) {
    ZeroPaddedKvCacheParams params = call.params();
    int slot = call.has(SLOT) ? call.values(SLOT, device).integers()[0] : params.slotIdx();
    int length = call.has(SLOT) ? call.values(LENGTH, device).integers()[0] : params.validGlobal();
    checkPlace(call, slot, length);
    int own = params.chunkSizeGlobal() / sharers(call).size();
    int chunk = length / params.chunkSizeGlobal();
    int begin = chunk * params.chunkSizeGlobal() + sharers(call).place(device) * own;
    int end = Math.ceilDiv(length, params.padAlign()) * params.padAlign();
    int first = Math.clamp(length - begin, 0, own);
    int last = Math.clamp(end - begin, first, own);
    int held = call.spec(0).shape().dim(2);
    int start = (slot * params.numLayers() + params.layerIdx()) * held + chunk * own;
    return new Rows(start + first, start + last);
  }

  private static void compute(Call<ZeroPaddedKvCacheParams> call) {
    int width = call.spec(0).shape().dim(3);
    for (int device = 0; device < call.output().requireParts("cache").size(); device++) {
      float[] cache = SharedCache.before(call, device);
      Rows rows = cleared(call, device);
      Arrays.fill(cache, rows.from() * width, rows.to() * width, 0);
    }
  }

  private static List<double[]> expected(Call<ZeroPaddedKvCacheParams> call, List<double[]> held) {
    ZeroPaddedKvCacheParams params = call.params();
    List<double[]> results = new ArrayList<>();
    for (int device = 0; device < held.size(); device++) {
      boolean given = call.has(SLOT);
      results.add(
          without(
              held.get(device),
              call.spec(0).shape(),
              params,
              given ? call.values(SLOT, device).integers()[0] : params.slotIdx(),
              given ? call.values(LENGTH, device).integers()[0] : params.validGlobal(),
              sharers(call).size(),
              sharers(call).place(device)));
    }
    return results;
  }

  private static double[] goldenOfOneDevice(GoldenCall<ZeroPaddedKvCacheParams> call) {
    ZeroPaddedKvCacheParams params = call.params();
    boolean given = call.has(SLOT);
    return without(
        call.values(0),
        call.output().shape(),
        params,
        given ? (int) call.values(SLOT)[0] : params.slotIdx(),
        given ? (int) call.values(LENGTH)[0] : params.validGlobal(),
        1,
        0);
  }

  /** Row by row: which row of the sequence it is, and whether that is behind its end. */
  private static double[] without(
      double[] held,
      Shape cache,
      ZeroPaddedKvCacheParams params,
      int slot,
      int length,
      int sharers,
      int place) {
    int own = params.chunkSizeGlobal() / sharers;
    int end = Math.ceilDiv(length, params.padAlign()) * params.padAlign();
    double[] out = held.clone();
    for (int i = 0; i < out.length; i++) {
      int matrix = i / (cache.dim(2) * cache.dim(3));
      int row = i / cache.dim(3) % cache.dim(2);
      int inSequence = row / own * params.chunkSizeGlobal() + place * own + row % own;
      boolean isOwn = matrix == slot * params.numLayers() + params.layerIdx();
      out[i] = isOwn && inSequence >= length && inSequence < end ? 0 : out[i];
    }
    return out;
  }
}
