package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.options.CreateHeadsOptions;
import dev.tilescope.ops.options.PagedFillOptions;
import dev.tilescope.ops.options.PagedFusedUpdateOptions;
import dev.tilescope.ops.options.PagedUpdateOptions;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PagedCacheTest {
  private static final int USERS = 2;

  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n300");
  }

  @AfterEach
  void close() {
    device.close();
  }

  private Tensor filled(float value, MemoryConfig memory, int... dims) {
    float[] values = new float[(int) Shape.of(dims).volume()];
    Arrays.fill(values, value);
    Tensor host = Ttnn.fromArray(values, Shape.of(dims), DataType.BFLOAT16, Layout.TILE);
    return Ttnn.toDevice(host, device, memory);
  }

  private Tensor cache(int users) {
    return filled(0, MemoryConfig.DRAM, users, 1, 64, 32);
  }

  private Tensor rows(float value, int firstCore) {
    return filled(
        value, TransformerGoldenSamples.userPerCore(firstCore, USERS, 1, 32), 1, USERS, 1, 32);
  }

  private Tensor integers(int[] values, int... dims) {
    return Ttnn.toDevice(
        Ttnn.fromArray(values, Shape.of(dims), DataType.INT32, Layout.ROW_MAJOR), device);
  }

  private static float at(Tensor cache, int block, int row) {
    return Ttnn.toArray(cache)[(block * cache.shape().dim(2) + row) * 32];
  }

  @Test
  void keysAndValuesAreUpdatedInOneProgram() {
    Tensor keys = cache(USERS);
    Tensor values = cache(USERS);
    List<Tensor> both =
        Experimental.pagedFusedUpdateCache(
            keys,
            rows(3, 0),
            values,
            rows(5, USERS),
            PagedFusedUpdateOptions.DEFAULT.withUpdateIdxs(List.of(7, 40)));
    assertThat(both).containsExactly(keys, values);
    assertThat(at(keys, 0, 7)).isEqualTo(3);
    assertThat(at(keys, 1, 40)).isEqualTo(3);
    assertThat(at(values, 0, 7)).isEqualTo(5);
    assertThat(at(values, 0, 8)).isZero();
    assertThat(at(values, 1, 40)).isEqualTo(5);
  }

  @Test
  void eachDeviceOfAMeshUpdatesItsOwnCaches() {
    float[] zeros = new float[2 * USERS * 64 * 32];
    Tensor host = Ttnn.fromArray(zeros, Shape.of(USERS, 2, 64, 32), DataType.BFLOAT16, Layout.TILE);
    Tensor keys = Ttnn.distributeTensor(host, MeshMapper.shard(1), device);
    Tensor values = Ttnn.distributeTensor(host, MeshMapper.shard(1), device);
    Experimental.pagedFusedUpdateCache(
        keys,
        rows(3, 0),
        values,
        rows(5, USERS),
        PagedFusedUpdateOptions.DEFAULT.withUpdateIdxs(List.of(7, 40)));
    for (int part = 0; part < 2; part++) {
      assertThat(keys.requireParts("keys").get(part).floats()[7 * 32]).isEqualTo(3);
      assertThat(values.requireParts("values").get(part).floats()[(64 + 40) * 32]).isEqualTo(5);
    }
  }

  @Test
  void usersMayShareACache() {
    Tensor cache = cache(1);
    Experimental.pagedUpdateCache(
        cache,
        rows(3, 0),
        PagedUpdateOptions.DEFAULT.withUpdateIdxs(List.of(7, 40)).withShareCache(true));
    assertThat(at(cache, 0, 7)).isEqualTo(3);
    assertThat(at(cache, 0, 40)).isEqualTo(3);
    assertThat(at(cache, 0, 8)).isZero();
  }

  @Test
  void positionsBeginAnewAfterTheModulo() {
    Tensor cache = filled(0, MemoryConfig.DRAM, 4, 1, 32, 32);
    Tensor pages = integers(new int[] {2, 0, 3, 1}, USERS, 2);
    Experimental.pagedUpdateCache(
        cache,
        rows(3, 0),
        PagedUpdateOptions.DEFAULT
            .withUpdateIdxsTensor(integers(new int[] {64 + 5, 32}, USERS))
            .withPageTable(pages)
            .withBlockSize(32)
            .withNumKvHeads(1)
            .withCachePositionModulo(64));
    assertThat(at(cache, 2, 5)).isEqualTo(3);
    assertThat(at(cache, 1, 0)).isEqualTo(3);
    Tensor sequence = filled(9, MemoryConfig.DRAM, 1, 1, 96, 32);
    Experimental.pagedFillCache(
        cache, sequence, pages, PagedFillOptions.DEFAULT.withCachePositionModulo(32));
    assertThat(at(cache, 2, 5)).isEqualTo(9);
    assertThat(at(cache, 0, 5)).isZero();
  }

  @Test
  void withoutDispatchCachesAreTraced() {
    try (GraphCapture _ = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Tensor keys = cache(USERS);
      Tensor values = cache(USERS);
      assertThat(
              Experimental.pagedFusedUpdateCache(
                  keys,
                  rows(3, 0),
                  values,
                  rows(5, USERS),
                  PagedFusedUpdateOptions.DEFAULT.withUpdateIdxs(List.of(7, 40))))
          .containsExactly(keys, values);
    }
  }

  @Test
  void headsAreWrittenWhereTheCallerSays() {
    Tensor fused = filled(2, MemoryConfig.DRAM, 1, 1, 32, 3 * 64);
    List<Tensor> into = Experimental.nlpCreateQkvHeads(fused, 2);
    Tensor other = filled(4, MemoryConfig.DRAM, 1, 1, 32, 3 * 64);
    CreateHeadsOptions options = CreateHeadsOptions.DEFAULT.withOutputTensors(into);
    assertThat(Experimental.nlpCreateQkvHeads(other, null, 2, options)).isEqualTo(into);
    into.forEach(heads -> assertThat(Ttnn.toArray(heads)).containsOnly(4));
    refused(
        () ->
            Experimental.nlpCreateQkvHeads(
                other, null, 2, options.withOutputTensors(into.subList(0, 1))),
        "output_tensors: queries, keys and values are needed, got 1 tensors");
  }

  @Test
  void whatDoesNotFitIsRefused() {
    PagedFusedUpdateOptions at = PagedFusedUpdateOptions.DEFAULT.withUpdateIdxs(List.of(1, 2));
    Tensor keys = cache(USERS);
    Tensor values = cache(USERS);
    refused(
        () -> Experimental.pagedFusedUpdateCache(keys, rows(1, 0), values, rows(1, 1), at),
        "input_tensor2: its cores must be others than those of input_tensor1");
    refused(
        () -> Experimental.pagedFusedUpdateCache(keys, rows(1, 0), keys, rows(1, 2), at),
        "cache_tensor2: it must not be cache_tensor1");
    refused(
        () -> Experimental.pagedFusedUpdateCache(keys, rows(1, 0), cache(3), rows(1, 2), at),
        "cache_tensor2: without a page table it needs the 2 users of input_tensor2");
    refused(
        () ->
            Experimental.pagedFusedUpdateCache(
                keys, rows(1, 0), values, rows(1, 2), at.withBatchOffset(1)),
        "batch_offset: only 0 is taken, got 1");
    PagedUpdateOptions one = PagedUpdateOptions.DEFAULT.withUpdateIdxs(List.of(1, 2));
    refused(
        () -> Experimental.pagedUpdateCache(keys, rows(1, 0), one.withShareCache(true)),
        "cache_tensor: a cache that users share has one user, not the 2 of input_tensor");
    refused(
        () -> Experimental.pagedUpdateCache(keys, rows(1, 0), one.withBlockSize(32)),
        "block_size_override is only supported in paged mode (when page_table is provided), got 32");
    refused(
        () -> Experimental.pagedUpdateCache(keys, rows(1, 0), one.withCachePositionModulo(32)),
        "cache_position_modulo is only supported in paged mode (when page_table is provided), got 32");
  }

  private static void refused(Runnable call, String message) {
    assertThatThrownBy(call::run)
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining(message);
  }
}
