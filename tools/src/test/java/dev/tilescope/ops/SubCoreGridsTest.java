package dev.tilescope.ops;

import static dev.tilescope.ops.Refusal.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.Tile;
import dev.tilescope.model.TraceEvent.FunctionEnd;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.model.TraceEvent.ProgramMemory;
import dev.tilescope.model.TraceNode;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.ops.options.ConcatOptions;
import dev.tilescope.ops.options.InPlaceOptions;
import dev.tilescope.ops.options.ReduceOptions;
import dev.tilescope.ops.options.ReshapeOptions;
import dev.tilescope.ops.options.SliceOptions;
import dev.tilescope.ops.options.TilizeOptions;
import dev.tilescope.ops.options.TopkOptions;
import dev.tilescope.ops.options.UnaryOptions;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Operations on some of the cores: {@code sub_core_grids} and {@code use_multicore}. */
class SubCoreGridsTest {
  /** Six cores. */
  private static final CoreRangeSet SOME =
      CoreRangeSet.of(CoreRange.of(1, 1, 2, 2), CoreRange.of(5, 5, 5, 6));

  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  interface Run {
    Tensor on(Inputs inputs, @Nullable CoreRangeSet cores);
  }

  record Operation(String name, Run run) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** Values that differ, so that a wrong result shows. */
  record Inputs(Tensor tiles, Tensor rows, Tensor counts, Tensor places) {}

  private Inputs inputs() {
    Tensor line = Ttnn.arange(0, 2 * 3 * 64 * 64, 1, DataType.FLOAT32, device);
    Tensor rows = Ttnn.remainder(Ttnn.reshape(line, 2, 3, 64, 64), 251f);
    Tensor tiles = Ttnn.typecast(Ttnn.toLayout(rows, Layout.TILE), DataType.BFLOAT16);
    Tensor counts = Ttnn.full(Shape.of(1, 40), 3, DataType.INT32, Layout.ROW_MAJOR, device, null);
    Tensor places =
        Ttnn.full(Shape.of(2, 3, 64, 64), 5, DataType.UINT32, Layout.TILE, device, null);
    return new Inputs(tiles, rows, counts, places);
  }

  private static UnaryOptions unary(@Nullable CoreRangeSet cores) {
    return UnaryOptions.DEFAULT.withSubCoreGrids(cores);
  }

  private static BinaryOptions binary(@Nullable CoreRangeSet cores) {
    return BinaryOptions.DEFAULT.withSubCoreGrids(cores);
  }

  private static ReduceOptions reduce(@Nullable CoreRangeSet cores) {
    return ReduceOptions.DEFAULT.withSubCoreGrids(cores);
  }

  static Stream<Operation> operations() {
    int[][] padding = {{0, 0}, {0, 0}, {0, 32}, {0, 3}};
    return Stream.of(
        new Operation("relu", (in, c) -> Ttnn.relu(in.tiles, unary(c))),
        new Operation("gelu", (in, c) -> Ttnn.gelu(in.tiles, unary(c))),
        new Operation("sigmoid", (in, c) -> Ttnn.sigmoid(in.tiles, unary(c))),
        new Operation("typecast", (in, c) -> Ttnn.typecast(in.tiles, DataType.INT32, unary(c))),
        new Operation("add", (in, c) -> Ttnn.add(in.tiles, in.tiles, binary(c))),
        new Operation("add of rows", (in, c) -> Ttnn.add(in.tiles, in.rows, binary(c))),
        new Operation("pow", (in, c) -> Ttnn.pow(in.tiles, 2f, binary(c))),
        new Operation(
            "add_",
            (in, c) ->
                Ttnn.addInPlace(in.tiles, in.tiles, InPlaceOptions.DEFAULT.withSubCoreGrids(c))),
        new Operation("where", (in, c) -> Ttnn.where(in.places, in.tiles, 1f, unary(c))),
        new Operation(
            "concat",
            (in, c) ->
                Ttnn.concat(
                    List.of(in.tiles, in.tiles), 3, ConcatOptions.DEFAULT.withSubCoreGrids(c))),
        new Operation(
            "slice",
            (in, c) ->
                Ttnn.slice(
                    in.tiles,
                    new int[] {0, 0, 3, 5},
                    new int[] {2, 3, 64, 60},
                    null,
                    SliceOptions.DEFAULT.withSubCoreGrids(c))),
        new Operation("pad", (in, c) -> Ttnn.pad(in.tiles, padding, 7, true, null, c)),
        new Operation(
            "reshape",
            (in, c) ->
                Ttnn.reshape(
                    in.tiles,
                    new int[] {2, 96, 2, 64},
                    ReshapeOptions.DEFAULT.withSubCoreGrids(c))),
        new Operation(
            "to_layout", (in, c) -> Ttnn.toLayout(in.tiles, Layout.ROW_MAJOR, null, null, c, 0)),
        new Operation(
            "tilize", (in, c) -> Ttnn.tilize(in.rows, TilizeOptions.DEFAULT.withSubCoreGrids(c))),
        new Operation(
            "tilize_with_val_padding",
            (in, c) -> Ttnn.tilizeWithValPadding(in.rows, in.rows.shape(), 0, null, null, true, c)),
        new Operation(
            "tilize_with_zero_padding",
            (in, c) -> Ttnn.tilizeWithZeroPadding(in.rows, null, null, true, c)),
        new Operation("untilize", (in, c) -> Ttnn.untilize(in.tiles, null, true, c)),
        new Operation(
            "untilize_with_unpadding",
            (in, c) -> Ttnn.untilizeWithUnpadding(in.tiles, Shape.of(1, 2, 40, 50), null, true, c)),
        new Operation("plus_one", (in, c) -> Ttnn.plusOne(in.counts, c, false)),
        new Operation(
            "gather", (in, c) -> Ttnn.gather(in.tiles, 3, in.places, false, null, null, c)),
        new Operation(
            "gather of rows", (in, c) -> Ttnn.gather(in.tiles, 2, in.places, false, null, null, c)),
        new Operation(
            "scatter", (in, c) -> Ttnn.scatter(in.tiles, 3, in.places, in.tiles, null, null, c)),
        new Operation(
            "scatter_add", (in, c) -> Ttnn.scatterAdd(in.tiles, 3, in.places, in.tiles, null, c)),
        new Operation("sum", (in, c) -> Ttnn.sum(in.tiles, List.of(3), false, reduce(c))),
        new Operation("mean", (in, c) -> Ttnn.mean(in.tiles, null, false, reduce(c))),
        new Operation("max", (in, c) -> Ttnn.max(in.rows, List.of(0), true, reduce(c))),
        new Operation("var", (in, c) -> Ttnn.var(in.tiles, List.of(2), true, reduce(c))),
        new Operation("argmax", (in, c) -> Ttnn.argmax(in.rows, 3, false, c, null, null)),
        new Operation("argmax of 0", (in, c) -> Ttnn.argmax(in.rows, 0, false, c, null, null)),
        new Operation(
            "topk",
            (in, c) ->
                Ttnn.topk(in.tiles, 4, TopkOptions.DEFAULT.withDim(2).withSubCoreGrids(c))
                    .indices()));
  }

  @Test
  void aBinaryOperationStaysOnItsSubDevice() {
    Tensor a = inputs().tiles();
    device.subDevices().load(device.subDevices().divide(List.of(CoreRangeSet.grid(1, 1), SOME)));
    BinaryOptions options = BinaryOptions.DEFAULT.withSubDeviceId(1);
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Ttnn.add(a, a, options);
      Ttnn.multiplyInPlace(a, a, InPlaceOptions.DEFAULT.withSubDeviceId(1));
      assertThat(cores(capture.end().trace().nodes())).isNotEmpty().isSubsetOf(names(SOME));
    }
    refused(
        device,
        () -> Ttnn.add(a, a, options.withSubCoreGrids(SOME)),
        "Cannot specify both sub_core_grids and sub_device_id");
  }

  @ParameterizedTest
  @MethodSource("operations")
  void everyProgramOfTheOperationStaysOnTheCoresAndGivesTheSame(Operation operation) {
    double[] expected = numbers(operation.run().on(inputs(), null));
    Inputs inputs = inputs();
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Tensor result = operation.run().on(inputs, SOME);
      List<TraceNode> nodes = capture.end().trace().nodes();
      assertThat(cores(nodes)).isNotEmpty().isSubsetOf(names(SOME));
      assertThat(arguments(nodes)).anyMatch(text -> text.contains(SOME.toString()));
      assertThat(numbers(result)).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @MethodSource("operations")
  void coresThatDoNotExistAreRefused(Operation operation) {
    Inputs inputs = inputs();
    CoreRangeSet beyond = CoreRangeSet.of(CoreRange.of(7, 7, 8, 7));
    String start = "sub_core_grids: one or more cores of the compute grid {[(x=0,y=0) - (x=7,y=";
    refused(device, () -> operation.run().on(inputs, beyond), start, beyond.toString());
    refused(device, () -> operation.run().on(inputs, CoreRangeSet.EMPTY), start, "got {}");
  }

  @Test
  void fewerCoresTakeLonger() {
    Tensor large =
        Ttnn.ones(Shape.of(1, 1, 2048, 2048), null, Layout.TILE, device, MemoryConfig.L1);
    long all = modelledNanos(() -> Ttnn.relu(large));
    long six = modelledNanos(() -> Ttnn.relu(large, unary(SOME)));
    long one = modelledNanos(() -> Ttnn.relu(large, unary(CoreRangeSet.grid(1, 1))));
    assertThat(six).isGreaterThan(all);
    assertThat(one).isGreaterThan(six);
  }

  @Test
  void coresAreTakenRangeByRangeAndColumnByColumn() {
    Tensor three = Ttnn.ones(Shape.of(32, 96), null, Layout.TILE, device, null);
    Tensor five = Ttnn.ones(Shape.of(32, 160), null, Layout.TILE, device, null);
    assertThat(coresOf(() -> Ttnn.typecast(three, DataType.FLOAT32, unary(SOME))))
        .containsExactly("(x=1,y=1)", "(x=1,y=2)", "(x=2,y=1)");
    assertThat(coresOf(() -> Ttnn.typecast(five, DataType.FLOAT32, unary(SOME))))
        .containsExactly("(x=1,y=1)", "(x=1,y=2)", "(x=2,y=1)", "(x=2,y=2)", "(x=5,y=5)");
    assertThat(coresOf(() -> Ttnn.relu(three, unary(SOME)))).isEqualTo(names(SOME));
    assertThat(coresOf(() -> Ttnn.add(three, three, binary(SOME)))).isEqualTo(names(SOME));
  }

  @Test
  void shardsThatLieElsewhereAreRefusedAndThoseInsideAreUsedWhereTheyLie() {
    Tensor sharded = Ttnn.ones(Shape.of(64, 32), null, Layout.TILE, device, shards(4, 4));
    refused(
        device,
        () -> Ttnn.relu(sharded, unary(SOME)),
        "sub_core_grids: the operation works where its shards lie, on {[(x=4,y=4) - (x=4,y=5)]}",
        "got " + SOME);
    Tensor inside = Ttnn.ones(Shape.of(64, 32), null, Layout.TILE, device, shards(5, 5));
    assertThat(coresOf(() -> Ttnn.relu(inside, unary(SOME))))
        .containsExactly("(x=5,y=5)", "(x=5,y=6)");
  }

  @Test
  void aLimitEndsWithItsOperation() {
    Tensor tiles = inputs().tiles();
    assertThat(coresOf(() -> Ttnn.relu(tiles, unary(SOME)))).hasSize(6);
    assertThat(coresOf(() -> Ttnn.relu(tiles))).hasSize(64);
  }

  @Test
  void withoutMulticoreOneCoreIsUsedTheFirstOfThoseAllowed() {
    Inputs in = inputs();
    int[][] padding = {{0, 0}, {0, 0}, {0, 32}, {0, 0}};
    TilizeOptions single = TilizeOptions.DEFAULT.withUseMulticore(false);
    Shape end = Shape.of(1, 2, 40, 50);
    assertThat(coresOf(() -> Ttnn.tilize(in.rows(), single))).containsExactly("(x=0,y=0)");
    assertThat(coresOf(() -> Ttnn.tilize(in.rows(), single.withSubCoreGrids(SOME))))
        .containsExactly("(x=1,y=1)");
    assertThat(coresOf(() -> Ttnn.untilize(in.tiles(), null, false, SOME)))
        .containsExactly("(x=1,y=1)");
    assertThat(coresOf(() -> Ttnn.untilizeWithUnpadding(in.tiles(), end, null, false, null)))
        .containsExactly("(x=0,y=0)");
    assertThat(coresOf(() -> Ttnn.tilizeWithZeroPadding(in.rows(), null, null, false, null)))
        .containsExactly("(x=0,y=0)");
    assertThat(coresOf(() -> Ttnn.pad(in.tiles(), padding, 0, false, null, null)))
        .containsExactly("(x=0,y=0)");
  }

  @Test
  void lowPerformanceTilizeHoldsATileAtATimeOnOneCore() {
    Tensor rows = inputs().rows();
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Tensor tiled = Ttnn.tilize(rows, TilizeOptions.DEFAULT.withUseLowPerf(true));
      List<ProgramMemory> buffers = buffers(capture.end().trace().nodes());
      assertThat(buffers).hasSize(2).allMatch(b -> b.sizeBytes() == 4096 && b.cores().size() == 1);
      assertThat(numbers(tiled)).isEqualTo(numbers(rows));
    }
  }

  @Test
  void tilesOfOtherSizesAreMadeInBuffersOfTheirSize() {
    Tensor rows = inputs().rows();
    Tile half = new Tile(16, 32);
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Tensor tiled = Ttnn.tilize(rows, TilizeOptions.DEFAULT.withTile(half).withUseLowPerf(true));
      assertThat(tiled.spec().tile()).isEqualTo(half);
      assertThat(buffers(capture.end().trace().nodes()))
          .hasSize(2)
          .allMatch(b -> b.sizeBytes() == 2048);
      assertThat(numbers(tiled)).isEqualTo(numbers(rows));
    }
  }

  /** The elements of a tensor of either kind. */
  private static double[] numbers(Tensor tensor) {
    if (!tensor.dtype().isFloat()) {
      return Arrays.stream(Ttnn.toIntArray(tensor)).asDoubleStream().toArray();
    }
    float[] floats = Ttnn.toArray(tensor);
    return IntStream.range(0, floats.length).mapToDouble(i -> floats[i]).toArray();
  }

  private static MemoryConfig shards(int x, int y) {
    return MemoryConfig.sharded(
        TensorMemoryLayout.HEIGHT_SHARDED,
        BufferType.L1,
        new ShardSpec(
            CoreRangeSet.of(CoreRange.of(x, y, x, y + 1)), 32, 32, ShardOrientation.ROW_MAJOR));
  }

  private static Set<String> coresOf(Runnable call) {
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      call.run();
      return cores(capture.end().trace().nodes());
    }
  }

  private static long modelledNanos(Runnable call) {
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      call.run();
      return capture.end().trace().nodes().stream()
          .map(TraceNode::event)
          .filter(FunctionEnd.class::isInstance)
          .mapToLong(event -> ((FunctionEnd) event).modelledDeviceNanos())
          .sum();
    }
  }

  private static List<ProgramMemory> buffers(List<TraceNode> nodes) {
    return nodes.stream()
        .map(TraceNode::event)
        .filter(ProgramMemory.class::isInstance)
        .map(ProgramMemory.class::cast)
        .toList();
  }

  private static List<String> arguments(List<TraceNode> nodes) {
    return nodes.stream()
        .map(TraceNode::event)
        .filter(FunctionStart.class::isInstance)
        .flatMap(event -> ((FunctionStart) event).arguments().stream())
        .toList();
  }

  private static Set<String> cores(List<TraceNode> nodes) {
    Set<String> cores = new TreeSet<>();
    buffers(nodes).forEach(buffer -> cores.addAll(names(buffer.cores())));
    return cores;
  }

  private static Set<String> names(CoreRangeSet set) {
    Set<String> names = new TreeSet<>();
    for (CoreRange range : set.ranges()) {
      for (int x = range.start().x(); x <= range.end().x(); x++) {
        for (int y = range.start().y(); y <= range.end().y(); y++) {
          names.add(new CoreCoord(x, y).toString());
        }
      }
    }
    return names;
  }
}
