package dev.tilescope.ops;

import static dev.tilescope.capture.Programs.events;
import static dev.tilescope.ops.Refusal.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.capture.Programs;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.options.ConcatOptions;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.FoldOptions;
import dev.tilescope.ops.options.Index;
import dev.tilescope.ops.options.LikeOptions;
import dev.tilescope.ops.options.SliceOptions;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which device operations movement comes to, where results lie, and what is left behind. */
class MovementTest {
  private static final CoreGrid GRID = new CoreGrid(2, 2);

  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  private record Movement(String name, Function<Tensor, Object> call, List<String> parts) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Movement movement(String name, Function<Tensor, Object> call, String... parts) {
    return new Movement(name, call, List.of(parts));
  }

  /** On a 64x64 tensor of bfloat16 tiles. */
  static Stream<Movement> ofTiles() {
    return Stream.of(
        movement("a slice of tiles", x -> Ttnn.slice(x, ints(32, 0), ints(64, 20)), "Slice"),
        movement(
            "a slice inside a tile",
            x -> Ttnn.slice(x, ints(1, 0), ints(33, 64)),
            "Untilize",
            "Slice",
            "Tilize"),
        movement(
            "a slice with steps",
            x -> Ttnn.slice(x, ints(0, 0), ints(64, 64), ints(2, 1)),
            "Untilize",
            "Slice",
            "Tilize"),
        movement("the whole slice", x -> Ttnn.slice(x, ints(0, 0), ints(64, 64))),
        movement("two halves", x -> Ttnn.split(x, 32, 1), "Split"),
        movement("rows apart", x -> Ttnn.split(x, 32, 0), "Slice", "Slice"),
        movement("chunks", x -> Ttnn.chunk(x, 2, 1), "Slice", "Slice"),
        movement("a join of tiles", x -> Ttnn.concat(List.of(x, x), 0), "Concat"),
        movement("a join of one", x -> Ttnn.concat(List.of(x), 0)),
        movement("a stack in front", x -> Ttnn.stack(List.of(x, x), 0), "Concat"),
        movement("padding", x -> Ttnn.pad(x, new int[][] {{0, 32}, {0, 0}}, 1), "Pad"),
        movement("no padding", x -> Ttnn.pad(x, new int[][] {{0, 0}, {0, 0}}, 1)),
        movement("an expansion", x -> Ttnn.expand(x, 2, 64, -1), "Repeat"),
        movement("a squeeze", x -> Ttnn.squeeze(Ttnn.unsqueezeTo4D(x))),
        movement("a view", x -> Ttnn.view(x, 2, 32, 64)),
        movement("a permutation of nothing", x -> Ttnn.permute(x, 0, 1)),
        movement("a transposition", x -> Ttnn.transpose(x, 0, 1), "Transpose"),
        movement("a row", x -> Ttnn.getitem(x, Index.at(32)), "Slice"),
        movement("roll", x -> Ttnn.roll(x, 32, 0), "Slice", "Slice", "Concat"),
        movement("no roll", x -> Ttnn.roll(x, 64, 0)),
        movement("tiles to rows", x -> Ttnn.untilize(x), "Untilize"),
        movement(
            "some rows",
            x -> Ttnn.untilizeWithUnpadding(x, Shape.of(9, 63)),
            "UntilizeWithUnpadding"),
        movement("a move", x -> Ttnn.toMemoryConfig(x, MemoryConfig.L1), "Copy"),
        movement(
            "another type",
            x -> Ttnn.toMemoryConfig(x, MemoryConfig.DRAM, DataType.BFLOAT8_B, null),
            "Copy"));
  }

  @ParameterizedTest
  @MethodSource("ofTiles")
  void itIsMadeOfTheDeviceOperationsThatTtNnUses(Movement movement) {
    Tensor x = range(DataType.BFLOAT16, Layout.TILE, 64, 64);
    assertThat(deviceOperations(RunMode.NORMAL, () -> movement.call().apply(x)))
        .containsExactlyElementsOf(movement.parts());
  }

  @ParameterizedTest
  @MethodSource("ofTiles")
  void nothingIsLeftBehindButTheResult(Movement movement) {
    Tensor x = range(DataType.BFLOAT16, Layout.TILE, 64, 64);
    List<Tensor> results = Operation.tensors(movement.call().apply(x));
    long shared = results.stream().filter(each -> each.buffer() == x.buffer()).count();
    assertThat(tensorBuffers()).isEqualTo(1 + results.size() - shared);
    results.forEach(Tensor::close);
    x.close();
    assertThat(tensorBuffers()).isZero();
  }

  @ParameterizedTest
  @MethodSource("ofTiles")
  void itIsTracedWithoutBeingRun(Movement movement) {
    Tensor x = range(DataType.BFLOAT16, Layout.TILE, 64, 64);
    List<Shape> shapes = shapes(movement.call().apply(x));
    long before = tensorBuffers();
    assertThat(
            deviceOperations(
                RunMode.NO_DISPATCH,
                () -> assertThat(shapes(movement.call().apply(x))).isEqualTo(shapes)))
        .containsExactlyElementsOf(movement.parts());
    assertThat(tensorBuffers()).isEqualTo(before);
  }

  @Test
  void lookupsTurnTheDimensionThatIsNotLast() {
    Tensor x = range(DataType.FLOAT32, Layout.TILE, 4, 3);
    Tensor index = index(Layout.TILE, new int[] {3, 0, 1}, 1, 3);
    assertThat(Ttnn.toArray(Ttnn.gather(x, 0, index))).containsExactly(9, 1, 5);
    assertThat(deviceOperations(RunMode.NORMAL, () -> Ttnn.gather(x, 0, index)))
        .containsExactly("Transpose", "Transpose", "Gather", "Transpose");
    Tensor src = range(DataType.FLOAT32, Layout.TILE, 1, 3);
    assertThat(Ttnn.toArray(Ttnn.scatter(x, 0, index, src, null, "add")))
        .containsExactly(0, 2, 2, 3, 4, 7, 6, 7, 8, 9, 10, 11);
    assertThat(deviceOperations(RunMode.NORMAL, () -> Ttnn.scatter(x, 0, index, src)))
        .contains("Scatter");
  }

  @Test
  void intermediatesOfLookupsAndRepeatsAreFreed() {
    Tensor x = range(DataType.BFLOAT8_B, Layout.TILE, 4, 3);
    Tensor index = index(Layout.TILE, new int[] {3, 0, 1}, 1, 3);
    for (Tensor result :
        List.of(
            Ttnn.gather(x, 0, index),
            Ttnn.gather(x, 1, index(Layout.TILE, new int[] {2, 0, 1, 1}, 4, 1)),
            Ttnn.scatter(x, 0, index, Ttnn.slice(x, ints(0, 0), ints(1, 3))),
            Ttnn.repeatInterleave(x, 40, 0),
            Ttnn.repeatInterleave(x, 33, 1),
            Ttnn.concat(List.of(x, x), 1),
            Ttnn.pad(x, new int[][] {{0, 1}, {0, 1}}, 0),
            Ttnn.roll(x, 5))) {
      assertThat(result.dtype()).isEqualTo(DataType.BFLOAT8_B);
      result.close();
    }
    // Still there: x, two tensors of indices, the source.
    assertThat(tensorBuffers()).isEqualTo(4);
  }

  @Test
  void theRestOfTheLastTilesHoldsWhatItWasFilledWith() {
    for (DataType dtype : List.of(DataType.BFLOAT16, DataType.INT32, DataType.BFLOAT8_B)) {
      Tensor x = range(dtype, Layout.TILE, 2, 1, 3, 3);
      assertThat(x.tilePadding()).isZero();
      Tensor filled = Ttnn.fillImplicitTilePadding(x, 5);
      assertThat(filled.dtype()).isEqualTo(dtype);
      assertThat(Ttnn.fromDevice(filled).tilePadding()).isEqualTo(5);
    }
  }

  @Test
  void theRestOfTheLastTilesHoldsWhatRowsWerePaddedWith() {
    try (Tensor rows = Ttnn.toDevice(Ttnn.ones(Shape.of(1, 1, 50, 50)), device);
        Tensor tiles = Ttnn.tilizeWithValPadding(rows, Shape.of(1, 1, 64, 64), 10)) {
      assertThat(tiles.tilePadding()).isEqualTo(10);
      assertThat(Ttnn.fromDevice(tiles).tilePadding()).isEqualTo(10);
    }
  }

  @Test
  void aStretchLiesInTheMemoryOfTheWhole() {
    CoreRangeSet cores = CoreRangeSet.grid(2, 2);
    ShardSpec shards = new ShardSpec(cores, 32, 64, ShardOrientation.ROW_MAJOR);
    MemoryConfig memory =
        MemoryConfig.sharded(TensorMemoryLayout.HEIGHT_SHARDED, BufferType.L1, shards);
    Tensor whole = Ttnn.toMemoryConfig(range(DataType.FLOAT32, Layout.TILE, 128, 64), memory);
    long allocated = device.statistics(BufferType.L1).allocatedBytes();
    Tensor rows = Ttnn.narrow(whole, 0, -64, 64);
    assertThat(rows.memoryConfig().shardSpec().grid().size()).isEqualTo(2);
    assertThat(Ttnn.toArray(rows)).startsWith(64 * 64f);
    Tensor columns = Ttnn.narrow(whole, 1, 32, 32);
    assertThat(columns.memoryConfig().shardSpec().width()).isEqualTo(32);
    assertThat(Ttnn.toArray(columns)).startsWith(32, 33);
    assertThat(device.statistics(BufferType.L1).allocatedBytes()).isEqualTo(allocated);
    refused(
        device,
        () -> Ttnn.narrow(whole, 0, 16, 32),
        "Narrowing on height for TILE layout requires");
    refused(device, () -> Ttnn.narrow(whole, 0, 32, 128), "Narrow length 128 out of bounds");
  }

  @Test
  void manyRepeatsAreJoinedInRounds() {
    Tensor x = range(DataType.FLOAT32, Layout.ROW_MAJOR, 2, 2);
    Tensor repeated = Ttnn.repeatInterleave(x, 65, 0);
    assertThat(repeated.shape()).isEqualTo(Shape.of(130, 2));
    assertThat(Ttnn.toArray(repeated)[129]).isEqualTo(1);
    assertThat(Ttnn.toArray(repeated)[130]).isEqualTo(2);
  }

  @Test
  void outputsAreWrittenWhereTheyAreWanted() {
    Tensor x = range(DataType.BFLOAT16, Layout.TILE, 64, 64);
    Tensor half =
        Ttnn.zeros(Shape.of(32, 64), DataType.BFLOAT16, Layout.TILE, device, MemoryConfig.L1);
    for (int from : List.of(0, 1)) {
      Tensor written =
          Ttnn.slice(
              x,
              ints(from, 0),
              ints(from + 32, 64),
              null,
              SliceOptions.DEFAULT.withOutputTensor(half));
      assertThat(written).isSameAs(half);
      assertThat(Ttnn.toArray(half)[0]).isEqualTo(from * 64);
    }
    Tensor joined =
        Ttnn.zeros(Shape.of(128, 64), DataType.BFLOAT16, Layout.TILE, device, MemoryConfig.L1);
    assertThat(Ttnn.concat(List.of(x, x), 0, ConcatOptions.DEFAULT.withOutputTensor(joined)))
        .isSameAs(joined);
    Tensor small = range(DataType.FLOAT32, Layout.TILE, 2, 3);
    Tensor wide =
        Ttnn.zeros(Shape.of(2, 6), DataType.FLOAT32, Layout.TILE, device, MemoryConfig.L1);
    Ttnn.concat(List.of(small, small), 1, ConcatOptions.DEFAULT.withOutputTensor(wide));
    assertThat(Ttnn.toArray(wide)).containsExactly(0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5);
    Tensor again =
        Ttnn.zeros(Shape.of(2, 64, 64), DataType.BFLOAT16, Layout.TILE, device, MemoryConfig.DRAM);
    assertThat(Ttnn.repeat(x, ints(2, 1, 1), MemoryConfig.DRAM, again)).isSameAs(again);
  }

  @Test
  void groupsOfAJoinAlternate() {
    Tensor a = range(DataType.FLOAT32, Layout.ROW_MAJOR, 1, 4);
    Tensor b = Ttnn.add(a, 10);
    assertThat(Ttnn.toArray(Ttnn.concat(List.of(a, b), 1, ConcatOptions.DEFAULT.withGroups(2))))
        .containsExactly(0, 1, 10, 11, 2, 3, 12, 13);
  }

  @Test
  void shardsAreCutAnewWhereTheShapeChanges() {
    MemoryConfig shards =
        Ttnn.createShardedMemoryConfig(Shape.of(128, 64), GRID, TensorMemoryLayout.HEIGHT_SHARDED);
    Tensor x = Ttnn.interleavedToSharded(range(DataType.BFLOAT16, Layout.TILE, 128, 64), shards);
    List<Tensor> results =
        List.of(
            Ttnn.transpose(x, 0, 1),
            Ttnn.repeat(x, 2, 1),
            Ttnn.slice(x, ints(0, 0), ints(64, 32)),
            Ttnn.pad(x, new int[][] {{0, 32}, {0, 0}}, 0),
            Ttnn.reshape(x, 64, 128),
            Ttnn.roll(x, 32, 0));
    for (Tensor result : results) {
      assertThat(result.memoryConfig().memoryLayout()).isEqualTo(TensorMemoryLayout.HEIGHT_SHARDED);
      assertThat(result.memoryConfig().shardSpec().grid()).isEqualTo(CoreRangeSet.grid(2, 2));
    }
    assertThat(results.get(1).memoryConfig().shardSpec().height()).isEqualTo(64);
    assertThat(Ttnn.toArray(results.get(2))[33]).isEqualTo(65 - 64 + 64);
  }

  @Test
  void aReshapeOfShardsThatKeepsTheirPagesIsAView() {
    MemoryConfig shards =
        Ttnn.createShardedMemoryConfig(Shape.of(128, 64), GRID, TensorMemoryLayout.HEIGHT_SHARDED);
    Tensor x = Ttnn.toMemoryConfig(range(DataType.BFLOAT16, Layout.TILE, 128, 64), shards);
    assertThat(Ttnn.unsqueezeTo4D(x).buffer()).isSameAs(x.buffer());
    assertThat(Ttnn.reshape(x, ints(1, 128, 64), MemoryConfig.L1, null).memoryConfig())
        .isEqualTo(MemoryConfig.L1);
  }

  @Test
  void shardsGoThereAndBack() {
    Tensor x = range(DataType.BFLOAT16, Layout.TILE, 128, 64);
    MemoryConfig high =
        Ttnn.createShardedMemoryConfig(Shape.of(128, 64), GRID, TensorMemoryLayout.HEIGHT_SHARDED);
    MemoryConfig block =
        Ttnn.createShardedMemoryConfig(
            Shape.of(128, 64),
            GRID,
            TensorMemoryLayout.BLOCK_SHARDED,
            ShardOrientation.COL_MAJOR,
            false);
    Tensor sharded =
        Ttnn.interleavedToSharded(
            x,
            CoreRangeSet.grid(2, 2),
            ints(32, 64),
            TensorMemoryLayout.HEIGHT_SHARDED,
            ShardOrientation.ROW_MAJOR,
            DataType.FLOAT32);
    assertThat(sharded.memoryConfig()).isEqualTo(high);
    assertThat(sharded.dtype()).isEqualTo(DataType.FLOAT32);
    Tensor resharded = Ttnn.reshard(sharded, block);
    assertThat(resharded.memoryConfig()).isEqualTo(block);
    Tensor back = Ttnn.shardedToInterleaved(resharded, null, DataType.BFLOAT16);
    assertThat(back.spec()).isEqualTo(x.spec());
    assertThat(Ttnn.toArray(back)).isEqualTo(Ttnn.toArray(x));
    assertThat(
            Ttnn.createShardedMemoryConfig(
                Shape.of(32, 64), GRID, TensorMemoryLayout.HEIGHT_SHARDED, null, true))
        .isEqualTo(high);
  }

  @Test
  void aPreallocatedTensorTakesTheShards() {
    Tensor x = range(DataType.BFLOAT16, Layout.TILE, 128, 64);
    MemoryConfig shards =
        Ttnn.createShardedMemoryConfig(Shape.of(128, 64), GRID, TensorMemoryLayout.HEIGHT_SHARDED);
    Tensor there = Ttnn.emptyLike(x, LikeOptions.DEFAULT.withMemoryConfig(shards));
    assertThat(Ttnn.interleavedToSharded(x, shards, null, false, there)).isSameAs(there);
    assertThat(Ttnn.reshard(there, shards, there)).isSameAs(there);
    assertThat(Ttnn.toArray(there)).isEqualTo(Ttnn.toArray(x));
  }

  @Test
  void rowsOfBlockFloatsAreBfloat16() {
    Tensor x = range(DataType.BFLOAT8_B, Layout.TILE, 3, 5);
    Tensor rows = Ttnn.toLayout(x, Layout.ROW_MAJOR);
    assertThat(rows.dtype()).isEqualTo(DataType.BFLOAT16);
    assertThat(Ttnn.toLayout(rows, Layout.TILE, DataType.BFLOAT8_B, MemoryConfig.L1).spec())
        .isEqualTo(x.spec().withMemoryConfig(MemoryConfig.L1));
    assertThat(Ttnn.toArray(rows)).isEqualTo(Ttnn.toArray(x));
    Tensor host = Ttnn.toLayout(Ttnn.fromDevice(x), Layout.ROW_MAJOR);
    assertThat(host.dtype()).isEqualTo(DataType.BFLOAT16);
    assertThat(Ttnn.toLayout(host, Layout.TILE, DataType.BFLOAT8_B, null).dtype())
        .isEqualTo(DataType.BFLOAT8_B);
  }

  @Test
  void paddingToTilesIsThatOfTheLayout() {
    Tensor x = range(DataType.FLOAT32, Layout.ROW_MAJOR, 3, 40);
    Tensor tiles = Ttnn.tilizeWithValPadding(x, Shape.of(32, 64), 7);
    assertThat(tiles.shape()).isEqualTo(x.shape());
    assertThat(tiles.layout()).isEqualTo(Layout.TILE);
    assertThat(Ttnn.toArray(Ttnn.tilizeWithZeroPadding(x))).isEqualTo(Ttnn.toArray(x));
    assertThat(Ttnn.toArray(Ttnn.untilizeWithUnpadding(tiles, Shape.of(1, 1))))
        .containsExactly(0, 1, 40, 41);
    assertThat(Ttnn.reshape(tiles, Shape.of(1, 3, 40), Shape.of(1, 32, 64)).buffer())
        .isSameAs(tiles.buffer());
  }

  @Test
  void hostTensorsAreCutAndPaddedOnTheHost() {
    Tensor host = Ttnn.fromDevice(range(DataType.INT32, Layout.ROW_MAJOR, 2, 3));
    assertThat(Ttnn.toIntArray(Ttnn.getitem(host, Index.ELLIPSIS, Index.at(-1))))
        .containsExactly(2, 5);
    Tensor padded = Ttnn.pad(host, Shape.of(2, 5), ints(0, 1), 9);
    assertThat(Ttnn.toIntArray(padded)).containsExactly(9, 0, 1, 2, 9, 9, 3, 4, 5, 9);
    assertThat(Ttnn.squeeze(Ttnn.unsqueezeTo4D(host)).shape()).isEqualTo(host.shape());
  }

  @Test
  void foldMayCollapseItsPositions() {
    Tensor x = range(DataType.FLOAT32, Layout.ROW_MAJOR, 1, 2, 4, 1);
    Tensor folded = Ttnn.fold(x, 2, 2, FoldOptions.DEFAULT.withCollapseOutput(true));
    assertThat(folded.shape()).isEqualTo(Shape.of(1, 1, 2, 4));
    assertThat(Ttnn.toArray(folded)).containsExactly(0, 1, 4, 5, 2, 3, 6, 7);
    assertThat(
            Ttnn.fold(x, 2, 1, FoldOptions.DEFAULT.withOverrideMemoryConfig(MemoryConfig.L1))
                .memoryConfig())
        .isEqualTo(MemoryConfig.L1);
  }

  @Test
  void foldByTransposesTakesChannelsFirstAndPadsToTiles() {
    Tensor x = range(DataType.FLOAT32, Layout.ROW_MAJOR, 2, 3, 4, 8);
    float[] expected = Ttnn.toArray(Ttnn.fold(Ttnn.permute(x, 0, 2, 3, 1), 2, 2));
    FoldOptions options = FoldOptions.DEFAULT.withUseTransposeAsFold(true);
    Tensor whole = Ttnn.fold(x, 2, 2, options);
    assertThat(whole.shape()).isEqualTo(Shape.of(2, 16, 16, 12));
    assertThat(whole.memoryConfig()).isEqualTo(MemoryConfig.L1);
    Tensor part = Ttnn.fold(x, 2, 2, options.withOutputShape(Shape.of(2, 2, 4, 12)));
    assertThat(Ttnn.toArray(part)).isEqualTo(expected);
    Tensor deeper = Ttnn.fold(x, 2, 2, options.withPadding(0, 0, 0, 0, 0, 1));
    assertThat(deeper.shape().dim(3)).isEqualTo(16);
  }

  @Test
  void foldByTransposesOfShardsCutsToTheImageOnTheAskedCores() {
    Tensor x = range(DataType.FLOAT32, Layout.ROW_MAJOR, 2, 3, 4, 8);
    MemoryConfig shards =
        MemoryConfig.sharded(
            TensorMemoryLayout.HEIGHT_SHARDED,
            BufferType.L1,
            new ShardSpec(CoreRangeSet.grid(2, 1), 12, 8, ShardOrientation.ROW_MAJOR));
    FoldOptions options = FoldOptions.DEFAULT.withPadding(1, 0);
    float[] expected = Ttnn.toArray(Ttnn.fold(Ttnn.permute(x, 0, 2, 3, 1), 2, 2, options));
    Tensor sharded = Ttnn.toMemoryConfig(x, shards);
    options = options.withUseTransposeAsFold(true);
    Tensor folded = Ttnn.fold(sharded, 2, 2, options);
    assertThat(folded.shape()).isEqualTo(Shape.of(2, 3, 4, 12));
    assertThat(Ttnn.toArray(folded)).isEqualTo(expected);
    assertThat(folded.memoryConfig().shardSpec())
        .isEqualTo(new ShardSpec(CoreRangeSet.grid(2, 2), 6, 12, ShardOrientation.ROW_MAJOR));
    CoreRangeSet three = CoreRangeSet.grid(3, 1);
    assertThat(Ttnn.fold(sharded, 2, 2, options.withGridSize(three)).memoryConfig().shardSpec())
        .isEqualTo(new ShardSpec(three, 8, 12, ShardOrientation.ROW_MAJOR));
  }

  @Test
  void foldByTransposesRefusesWhatItCannotDo() {
    Tensor x = range(DataType.FLOAT32, Layout.ROW_MAJOR, 1, 3, 4, 8);
    FoldOptions options = FoldOptions.DEFAULT.withUseTransposeAsFold(true);
    Refusal.refused(
        device, () -> Ttnn.fold(x, 2, 2, options.withCollapseOutput(true)), "collapse_output: ");
    Refusal.refused(device, () -> Ttnn.fold(x, 3, 2, options), "stride_h: dimension 2 of");
    Refusal.refused(
        device,
        () -> Ttnn.fold(x, 2, 2, options.withOutputShape(Shape.of(1, 17, 4, 12))),
        "output_shape: a part of Shape([1, 16, 16, 12]) is needed");
    Refusal.refused(
        device,
        () -> Ttnn.fold(x, 2, 2, options.withGridSize(CoreRangeSet.grid(40, 1))),
        "grid_size: one or more cores of the compute grid");
  }

  // ---- helpers

  static int[] ints(int... values) {
    return values;
  }

  private static List<Shape> shapes(Object result) {
    return Operation.tensors(result).stream().map(Tensor::shape).toList();
  }

  private static List<String> deviceOperations(RunMode mode, Runnable program) {
    try (GraphCapture capture = GraphCapture.begin(mode)) {
      program.run();
      return events(capture.end(), FunctionStart.class).stream()
          .map(FunctionStart::name)
          .filter(name -> name.matches("[A-Za-z]*DeviceOperation"))
          .map(name -> name.replace("DeviceOperation", ""))
          .toList();
    }
  }

  private long tensorBuffers() {
    return device.liveBuffers().stream()
        .filter(buffer -> !buffer.madeBy().startsWith("kernel binaries"))
        .filter(buffer -> buffer.type() != BufferType.TRACE)
        .count();
  }

  private Tensor range(DataType dtype, Layout layout, int... dims) {
    Shape shape = Shape.of(dims);
    int size = (int) shape.volume();
    if (!dtype.isFloat()) {
      return Ttnn.toDevice(
          Ttnn.fromArray(IntStream.range(0, size).toArray(), shape, dtype, layout), device);
    }
    float[] values = new float[size];
    for (int i = 0; i < size; i++) {
      values[i] = i;
    }
    return Ttnn.toDevice(Ttnn.fromArray(values, shape, dtype, layout), device);
  }

  private Tensor index(Layout layout, int[] values, int... dims) {
    return Ttnn.toDevice(
        Ttnn.fromArray(
            Arrays.copyOf(values, values.length), Shape.of(dims), DataType.UINT32, layout),
        device);
  }

  /**
   * As test_graph_capture_with_all_parameters of tests/ttnn/unit_tests/base_functionality/
   * test_graph_capture.py asserts.
   */
  @Test
  void aTraceSaysThatDimensionsAreInASmallVector() {
    Tensor rows =
        Ttnn.zeros(
            Shape.of(1, 8, 4, 32), DataType.BFLOAT16, Layout.ROW_MAJOR, device, MemoryConfig.L1);
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Ttnn.transpose(rows, 1, 2);
      assertThat(Programs.events(capture.end(), TraceEvent.FunctionStart.class))
          .filteredOn(start -> start.name().equals("PermuteDeviceOperation"))
          .singleElement()
          .satisfies(start ->
              assertThat(start.arguments().getFirst()).contains("dims=SmallVector([0, 2, 1, 3])"));
    }
  }
}
