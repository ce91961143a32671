package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.NdShardSpec;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.tensor.Tensor;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What operations that go by numbers of places refuse, in TT-NN's words. */
class IndexBadInputTest {
  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  private Tensor rows(int... dims) {
    return made(DataType.BFLOAT16, Layout.ROW_MAJOR, dims);
  }

  private Tensor made(DataType dtype, Layout layout, int... dims) {
    return Ttnn.ones(Shape.of(dims), dtype, layout, device, MemoryConfig.DRAM);
  }

  private static void refused(ThrowingCallable call, String start) {
    assertThatThrownBy(call).isInstanceOf(TilescopeException.class).hasMessageStartingWith(start);
  }

  @Test
  void nonzeroTakesRank4AndAsManyElementsAsFitL1() {
    refused(() -> Ttnn.nonzero(rows(4, 8)), "non_zero_indices: input must be rank-4, got rank 2");
    refused(
        () -> Ttnn.nonzero(rows(1, 1, 1024, 1024)),
        "non_zero_indices: indices staging buffer requires 33554432 L1 bytes");
    MemoryConfig shards =
        Ttnn.createShardedMemoryConfig(
            Shape.of(64, 32), new CoreGrid(2, 1), TensorMemoryLayout.HEIGHT_SHARDED);
    refused(
        () -> Ttnn.nonzero(rows(1, 1, 4, 8), shards),
        "non_zero_indices: output_memory_config must be INTERLEAVED");
  }

  @Test
  void minusZeroCountsAsTheDeviceLooksAtBits() {
    Tensor host = Ttnn.fromArray(new float[] {0, -0.0f, 1, 0}, Shape.of(1, 1, 1, 4));
    Tensor x = Ttnn.toDevice(host, device);
    assertThat(Ttnn.toIntArray(Ttnn.nonzero(x).getFirst())[0]).isEqualTo(2);
  }

  @Test
  void indexedFillTakesAsManyIndicesAsSlices() {
    Tensor two = made(DataType.UINT32, Layout.ROW_MAJOR, 2);
    refused(
        () -> Ttnn.indexedFill(two, rows(4, 1, 2, 8), rows(3, 1, 2, 8)),
        "indexed_fill: input_b.size(0) = 3 must equal the number of indices (batch_id count = 2)");
    refused(
        () -> Ttnn.indexedFill(two, rows(4, 1, 2, 8), rows(2, 1, 3, 8)),
        "indexed_fill: input_a and input_b must have the same size along every dimension except");
    refused(
        () -> Ttnn.indexedFill(two, rows(4, 1, 2, 8), rows(2, 1, 2, 8), null, 4),
        "indexed_fill: dim 4 is out of bounds for rank 4");
    refused(
        () -> Ttnn.indexedFill(two, rows(4, 2, 8), rows(2, 2, 8)),
        "indexed_fill: only rank-4 tensors are supported; got rank 3");
  }

  @Test
  void aSliceIsWrittenWhereItFits() {
    int[] zero = {0, 0};
    int[] one = {1, 1};
    refused(
        () -> Experimental.sliceWrite(rows(2, 2), rows(4, 4), zero, new int[] {3, 2}, one),
        "Size of the slice being written 3 should match the size of the input tensor 2 at dim 0.");
    refused(
        () ->
            Experimental.sliceWrite(
                rows(2, 2), rows(4, 4), new int[] {3, 0}, new int[] {5, 2}, one),
        "Ends 5 must be less than or equal to the shape of the tensor 4");
    refused(
        () -> Experimental.sliceWrite(rows(2, 2), rows(4, 4), new int[] {2, 0}, zero, one),
        "End 0 must be greater than or equal to start 2");
    Tensor whole = rows(4, 4);
    assertThat(Experimental.sliceWrite(rows(2, 2), whole, zero, new int[] {0, 2}, one))
        .as("nothing to write")
        .isSameAs(whole);
  }

  @Test
  void imagesAreTurnedWhereTheyLie() {
    refused(
        () -> Experimental.convertToHwc(rows(1, 1, 3, 32)),
        "When input tensor is in DRAM, output memory_config must be explicitly specified");
    refused(
        () -> Experimental.convertToChw(rows(1, 1, 32, 3)), "Input tensor must be height sharded");
  }

  @Test
  void shapesThatDoNotBroadcastAreRefused() {
    Tensor x = made(DataType.BFLOAT16, Layout.TILE, 2, 3);
    refused(
        () -> Experimental.broadcastTo(x, Shape.of(4, 3)),
        "Input dimension -2 (size 2) cannot be broadcast to output dimension -2 (size 4)");
    refused(
        () -> Experimental.broadcastTo(rows(1, 3), Shape.of(4, 3)),
        "bcast_to: Invalid tensor memory layout Layout::ROW_MAJOR.");
  }

  @Test
  void anAssignedTensorIsWrittenOver() {
    Tensor over = made(DataType.BFLOAT16, Layout.TILE, 2, 3);
    Tensor x = Ttnn.add(over, over);
    assertThat(Ttnn.assign(x, over, null, null, null)).isSameAs(over);
    assertThat(Ttnn.toArray(over)).containsOnly(2);
    refused(
        () -> Ttnn.assign(x, rows(2, 3), null, null, null),
        "input_b: Shape([2, 3]) Layout::TILE is needed to hold the copy");
  }

  @Test
  void shardsThatAreNoneOfAPlaneAreLeftToOtherOperations() {
    Tensor x = made(DataType.BFLOAT16, Layout.TILE, 3, 64, 64);
    MemoryConfig shards =
        MemoryConfig.sharded(
            BufferType.L1, new NdShardSpec(Shape.of(2, 32, 32), CoreRangeSet.grid(2, 2)));
    refused(
        () -> Ttnn.interleavedToSharded(x, shards, null),
        "interleaved_to_sharded does not support ND sharding. Please use ttnn.to_memory_config");
    assertThat(Ttnn.toMemoryConfig(x, shards).memoryConfig()).isEqualTo(shards);
  }

  @Test
  void tosaHasItsRanks() {
    Tensor index = made(DataType.UINT32, Layout.ROW_MAJOR, 2, 3);
    refused(() -> Ttnn.tosaGather(rows(2, 4), index), "Input tensor rank must be 3, got: 2");
    refused(
        () -> Ttnn.tosaScatter(rows(2, 4, 5), index, rows(2, 4)),
        "According to TOSA specification, source tensor must be of rank 3, it is 2 instead.");
    refused(
        () -> Ttnn.tosaScatter(rows(2, 4, 5), index, rows(2, 3, 6)),
        "input tensor and source tensor must agree in a dimension: 2 of Shape([2, 4, 5]) and 2 of");
  }

  @Test
  void gradientsOfEmbeddingsAreWholeTilesWide() {
    Tensor index = made(DataType.UINT32, Layout.ROW_MAJOR, 1, 32);
    refused(
        () ->
            Ttnn.embeddingBw(
                index, rows(9, 16), made(DataType.BFLOAT16, Layout.TILE, 1, 1, 32, 16)),
        "Number of columns in the gradient tensor must be divisible by tile width, got 16");
    refused(
        () ->
            Ttnn.embeddingBw(
                index, rows(9, 32), made(DataType.BFLOAT16, Layout.TILE, 1, 1, 64, 32)),
        "Number of rows in gradient tensor must be equal to number of indices in index tensor");
  }
}
