package dev.tilescope.ops.internal.reduction;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.composite.Relayout;
import dev.tilescope.ops.internal.composite.Rows;
import dev.tilescope.ops.internal.kernel.ReductionKernels;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.DoorMethod;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.Shapes;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.ops.internal.movement.MovementSteps;
import dev.tilescope.ops.options.TopkOptions;
import dev.tilescope.ops.options.ValuesAndIndices;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The greatest elements of rows, and rows in order. The first of equal elements comes first. Long
 * for its two declarations, each with checks, kernel and golden.
 */
public final class OrderOperations {
  private OrderOperations() {}

  /** Rows shorter than this are sorted by one core, longer ones by several. */
  private static final int SHARED_WIDTH = 8192;

  private static final int MAX_UINT16 = 65_535;

  private static final List<DataType> ORDERED =
      List.of(DataType.BFLOAT16, DataType.BFLOAT8_B, DataType.FLOAT32);

  private static final List<DataType> INDICES =
      List.of(DataType.UINT16, DataType.UINT32, DataType.INT32);

  public record TopKParams(
      int k, boolean largest, boolean sorted, MemoryConfig outputMemoryConfig) {}

  public record SortParams(boolean descending, MemoryConfig outputMemConfig) {}

  public static final DeviceOperation<TopKParams> TOP_K_ON_DEVICE =
      DeviceOperation.<TopKParams>named("TopKDeviceOperation", "topk")
          .takes(
              Input.of("input_tensor").dtypes(ORDERED).in(Layout.TILE),
              Input.optional("indices_tensor").dtypes(INDICES).in(Layout.TILE))
          .validation(OrderOperations::checkTopK)
          .outputs(OrderOperations::topKOutputs)
          .circularBuffers(TopKBuffers.TEXT, TopKBuffers::of)
          .cost(call -> sortCost(call))
          .kernel(OrderOperations::computeTopK)
          .goldens(call -> goldenOrder(call, call.params().largest()))
          .declare();

  public static final DeviceOperation<SortParams> SORT_ON_DEVICE =
      DeviceOperation.<SortParams>named("SortDeviceOperation", "sort")
          .takes(
              Input.of("input_tensor")
                  .dtypes(List.of(DataType.BFLOAT16, DataType.FLOAT32, DataType.UINT16)))
          .into("out")
          .outputs(call ->
              pair(
                  call.spec(0),
                  call.spec(0).shape().dim(-1),
                  call.spec(0).dtype() != DataType.BFLOAT16,
                  call.params().outputMemConfig()))
          .circularBuffers(
              "Two tiles of values and two of indices in, a row of tiles of both to sort in, two"
                  + " tiles of both out; a row of 8192 elements or more is cut between cores.",
              call -> sortBuffers(call))
          .cost(call -> sortCost(call))
          .kernel(
              call -> computeOrder(call, call.spec(0).shape().dim(-1), call.params().descending()))
          .goldens(call -> goldenOrder(call, call.params().descending()))
          .declare();

  public record TopkArguments(Tensor inputTensor, @Default("32") int k, TopkOptions options)
      implements CoreLimited.ByOptions {}

  public record SortArguments(
      Tensor inputTensor,
      @Default("-1") int dim,
      @Default("false") boolean descending,
      @Default("false") boolean stable,
      @Nullable MemoryConfig memoryConfig,
      @Nullable List<Tensor> out) {}

  public static final Operation<TopkArguments, List<Tensor>> TOPK =
      Operation.of("ttnn::topk", TopkArguments.class, OrderOperations::topk, TOP_K_ON_DEVICE)
          .through("TransposeDeviceOperation", "CopyDeviceOperation")
          .byHand();
  public static final Operation<SortArguments, List<Tensor>> SORT =
      Operation.of("ttnn::sort", SortArguments.class, OrderOperations::sort, SORT_ON_DEVICE)
          .through("TransposeDeviceOperation", "CopyDeviceOperation")
          .byHand();

  @DoorMethod(operation = "ttnn::topk")
  public static ValuesAndIndices topk(
      Tensor input,
      int k,
      int dim,
      boolean largest,
      boolean sorted,
      @Nullable MemoryConfig memoryConfig) {
    return topk(
        input,
        k,
        TopkOptions.DEFAULT
            .withDim(dim)
            .withLargest(largest)
            .withSorted(sorted)
            .withMemoryConfig(memoryConfig));
  }

  @DoorMethod(operation = "ttnn::topk", orElse = "TopkOptions.DEFAULT")
  public static ValuesAndIndices topk(Tensor input, int k, TopkOptions options) {
    List<Tensor> results = TOPK.call(new TopkArguments(input, k, options));
    return new ValuesAndIndices(results.get(0), results.get(1));
  }

  @DoorMethod(
      operation = "ttnn::sort",
      orElse = {"-1, false, false, null, null", "null"})
  public static ValuesAndIndices sort(
      Tensor input,
      int dim,
      boolean descending,
      boolean stable,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ValuesAndIndices out) {
    List<Tensor> into = out == null ? null : List.of(out.values(), out.indices());
    List<Tensor> results =
        SORT.call(new SortArguments(input, dim, descending, stable, memoryConfig, into));
    return new ValuesAndIndices(results.get(0), results.get(1));
  }

  private static List<Tensor> topk(TopkArguments a) {
    Tensor input = a.inputTensor();
    checkOrdered(input);
    TOP_K_ON_DEVICE.requireUsable(input);
    int dim = Shapes.dimension("dim", a.options().dim(), input.shape());
    int length = input.shape().dim(dim);
    Check.that(
        a.k() >= 1 && a.k() <= length,
        "k: must be 1..%d, the size of dimension %d, got %d",
        length,
        dim,
        a.k());
    TopkOptions options = a.options();
    Tensor places = options.indicesTensor();
    if (places != null) {
      checkPlaces(places, input, dim);
    }
    if (options.outputTensor() != null) {
      checkInto(options.outputTensor(), input);
    }
    Rows program = new Rows(input, dim, "output_tensor", options.outputTensor());
    TopKParams params =
        new TopKParams(
            a.k(), options.largest(), options.sorted(), program.memory(options.memoryConfig()));
    return program.run((rows, into) -> TOP_K_ON_DEVICE.runAllInto(into, params, rows, places));
  }

  private static void checkOrdered(Tensor input) {
    Check.that(
        ORDERED.contains(input.dtype()),
        "Input tensor must be BFLOAT16, BFLOAT8_B, or FLOAT32, got: %s; convert it with"
            + " Ttnn.typecast",
        input.dtype());
  }

  private static void checkInto(List<Tensor> into, Tensor input) {
    if (into.size() != 2) {
      return;
    }
    DataType values = into.getFirst().dtype();
    DataType indices = into.getLast().dtype();
    Check.that(
        values == input.dtype(),
        "output_tensor: Preallocated output tensor dtype must match input tensor dtype. Got output:"
            + " %s, input: %s",
        values,
        input.dtype());
    Check.that(
        INDICES.contains(indices),
        "output_tensor: Preallocated indices tensor must be UINT16, UINT32, or INT32 got: %s",
        indices);
  }

  private static void checkPlaces(Tensor places, Tensor input, int dim) {
    TOP_K_ON_DEVICE.requireUsable(input, places);
    Check.that(
        dim == input.shape().rank() - 1,
        "indices_tensor: it is only supported for a reduction on the last dimension, got dim %d of"
            + " %s; transpose both tensors with Ttnn.transpose",
        dim,
        input.shape());
    Check.that(
        places.shape().equals(input.shape()),
        "Indices tensor has incorrect shape! indices_tensor: that of input_tensor, %s, is needed,"
            + " got %s",
        input.shape(),
        places.shape());
    Check.that(
        input.dtype() != DataType.FLOAT32 || places.dtype() != DataType.UINT16,
        "Optional indices tensor must be UINT32 when input tensor is %s, got %s",
        input.dtype().name(),
        places.dtype());
  }

  private static List<Tensor> sort(SortArguments a) {
    Tensor input = a.inputTensor();
    SORT_ON_DEVICE.requireUsable(input);
    List<Tensor> out = a.out();
    if (out != null && out.stream().anyMatch(into -> into.layout() != input.layout())) {
      return sortedTo(out, a);
    }
    int dim = Shapes.dimension("dim", a.dim(), input.shape());
    Rows program = new Rows(input, dim, "out", a.out());
    checkPlaces(input, a.out());
    MemoryConfig memory = program.memory(a.memoryConfig());
    boolean turns = dim != input.shape().rank() - 1;
    SortParams params =
        new SortParams(a.descending(), turns ? Placement.interleaved(memory) : memory);
    List<Tensor> results =
        program.run((rows, into) -> SORT_ON_DEVICE.runAllInto(into, params, rows));
    return turns && a.out() == null ? placed(results, memory) : results;
  }

  /** Tensors of another layout than the input's get what was sorted beside them. */
  private static List<Tensor> sortedTo(List<Tensor> out, SortArguments a) {
    checkPlaces(a.inputTensor(), out);
    MemoryConfig memory = Placement.interleaved(out.getFirst().memoryConfig());
    SortArguments beside =
        new SortArguments(a.inputTensor(), a.dim(), a.descending(), a.stable(), memory, null);
    try (Temporaries made = Temporaries.besides(out)) {
      List<Tensor> sorted = made.ownAll(sort(beside));
      for (int i = 0; i < out.size(); i++) {
        Tensor into = out.get(i);
        made.step(
            sorted.get(i),
            t -> MovementSteps.toLayout(t, into.layout()),
            t -> Relayout.copied(t, into));
      }
      return out;
    }
  }

  /** {@code SortDeviceOperation::validate}. */
  private static void checkPlaces(Tensor input, @Nullable List<Tensor> out) {
    boolean wide = input.dtype() == DataType.FLOAT32 || input.dtype() == DataType.UINT16;
    Check.that(
        out == null || !wide || out.get(1).dtype() == DataType.UINT32,
        "out: Output indices tensor dtype must be UINT32 when input dtype is FLOAT32 or UINT16, got"
            + " %s",
        out == null ? "none" : out.get(1).dtype());
  }

  /** Shards are made when the sorted dimension is back in its place. */
  private static List<Tensor> placed(List<Tensor> results, MemoryConfig memory) {
    if (!memory.isSharded()) {
      return results;
    }
    try (Temporaries made = Temporaries.besides()) {
      made.ownAll(results);
      return made.handOver(made.each(results, each -> MovementSteps.toMemoryConfig(each, memory)));
    }
  }

  private static void checkTopK(Call<TopKParams> call) {
    int width = call.spec(0).shape().dim(-1);
    int k = call.params().k();
    Check.that(k >= 1 && k <= width, "k: must be 1..%d, the width, got %d", width, k);
    checkInterleaved(call.params().outputMemoryConfig());
  }

  private static void checkInterleaved(MemoryConfig memory) {
    Check.that(
        !memory.isSharded(),
        "memory_config: results are interleaved, got %s; use Ttnn.toMemoryConfig afterwards",
        memory.memoryLayout());
  }

  /** Indices that were given keep their type. */
  private static List<TensorSpec> topKOutputs(Call<TopKParams> call) {
    TensorSpec input = call.spec(0);
    List<TensorSpec> outputs =
        pair(
            input,
            call.params().k(),
            input.dtype() == DataType.FLOAT32,
            call.params().outputMemoryConfig());
    return call.has(1)
        ? List.of(outputs.get(0), outputs.get(1).withDtype(call.spec(1).dtype()))
        : outputs;
  }

  /** Values as the input's, indices of 16 bits where they can be. */
  private static List<TensorSpec> pair(
      TensorSpec input, int width, boolean wide, MemoryConfig memory) {
    int[] dims = input.shape().toArray();
    dims[dims.length - 1] = width;
    TensorSpec values = input.withShape(Shape.of(dims)).withMemoryConfig(memory);
    boolean fits = input.physicalWidth() <= MAX_UINT16;
    DataType index = wide || !fits ? DataType.UINT32 : DataType.UINT16;
    return List.of(values, values.withDtype(index));
  }

  private static <P extends Record> CoreRangeSet sortCores(Call<P> call) {
    TensorSpec tiled = call.spec(0).withLayout(Layout.TILE);
    long rows = tiled.physicalHeight() / TensorSpec.TILE_SIDE;
    long width = tiled.physicalWidth();
    return width < SHARED_WIDTH
        ? CircularBuffers.sharing(rows, call)
        : CircularBuffers.wholeGrid(call);
  }

  private static <P extends Record> List<CircularBuffer> sortBuffers(Call<P> call) {
    CoreRangeSet cores = sortCores(call);
    DataType value = call.spec(0).dtype();
    DataType index = call.outputs().get(1).dtype();
    long tiles = call.spec(0).withLayout(Layout.TILE).physicalWidth() / TensorSpec.TILE_SIDE;
    boolean shared = tiles * TensorSpec.TILE_SIDE >= SHARED_WIDTH;
    long local = shared ? Math.max(2, Math.ceilDiv(tiles, cores.size())) : tiles;
    return List.of(
        CircularBuffers.tiles(cores, value, 2),
        CircularBuffers.tiles(cores, index, 2),
        CircularBuffers.rowOfTiles(cores, value, Math.max(1, local), call.device()),
        CircularBuffers.rowOfTiles(cores, index, Math.max(1, local), call.device()),
        CircularBuffers.tiles(cores, value, 2),
        CircularBuffers.tiles(cores, index, 2));
  }

  /** A bitonic network passes over each tile as often as half the square of its depth. */
  private static <P extends Record> Work sortCost(Call<P> call) {
    return sortCost(call, sortCores(call).size());
  }

  static <P extends Record> Work sortCost(Call<P> call, int cores) {
    TensorSpec in = call.spec(0).withLayout(Layout.TILE);
    long depth = 64L - Long.numberOfLeadingZeros(Math.max(1, in.physicalWidth()));
    long passes = Math.max(1, depth * (depth + 1) / 2);
    long tiles = Math.ceilDiv(Math.max(1, in.pageCount()), cores);
    return Costs.of(
        TileWork.vector(1), tiles * passes, cores, Costs.inputs(call), call.outputSpec());
  }

  private static void computeTopK(Call<TopKParams> call) {
    int count = call.params().k();
    computeOrder(call, count, call.params().largest());
    if (call.has(1)) {
      int width = call.spec(0).shape().dim(-1);
      int[] places = call.integers(1);
      int[] indices = call.out(1).integers();
      for (int i = 0; i < indices.length; i++) {
        indices[i] = places[i / count * width + indices[i]];
      }
    }
  }

  private static <P extends Record> void computeOrder(Call<P> call, int count, boolean descending) {
    int width = call.spec(0).shape().dim(-1);
    int[] indices = call.out(1).integers();
    if (indices.length == 0) {
      return;
    }
    int rows = indices.length / count;
    switch (call.values(0)) {
      case Values.Floats(float[] in) ->
          ReductionKernels.topK(in, rows, width, count, descending, call.out(0).floats(), indices);
      case Values.Integers(int[] in) ->
          ReductionKernels.topK(
              in, rows, width, count, descending, true, call.out(0).integers(), indices);
    }
  }

  private static <P extends Record> List<double[]> goldenOrder(
      GoldenCall<P> call, boolean descending) {
    double[] in = call.values(0);
    int width = call.input(0).spec().shape().dim(-1);
    int count = call.output().shape().dim(-1);
    double[] values = call.newOutput();
    double[] indices = call.newOutput();
    Comparator<Integer> byValue = Comparator.comparingDouble(i -> in[i] + 0.0);
    for (int at = 0; at < values.length; at += count) {
      int first = at / count * width;
      List<Integer> order =
          IntStream.range(first, first + width)
              .boxed()
              .sorted(descending ? byValue.reversed() : byValue)
              .toList();
      for (int i = 0; i < count; i++) {
        values[at + i] = in[order.get(i)];
        indices[at + i] = call.has(1) ? call.values(1)[order.get(i)] : order.get(i) - first;
      }
    }
    return List.of(values, indices);
  }
}
