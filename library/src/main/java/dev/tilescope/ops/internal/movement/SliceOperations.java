package dev.tilescope.ops.internal.movement;

import static dev.tilescope.ops.internal.mechanism.Temporaries.when;

import dev.tilescope.device.Board;
import dev.tilescope.device.CostConstants;
import dev.tilescope.device.Work;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.DoorMethod;
import dev.tilescope.ops.internal.mechanism.Elements;
import dev.tilescope.ops.internal.mechanism.Form;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.Rounding;
import dev.tilescope.ops.internal.mechanism.Shapes;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.movement.ShapeOperations.SqueezeArguments;
import dev.tilescope.ops.options.Index;
import dev.tilescope.ops.options.SliceOptions;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Parts of tensors. Above 300 lines: split, chunk and indexing all come to one slice, whose ways
 * (host, tiles, rows) are here.
 */
public final class SliceOperations {
  private SliceOperations() {}

  public record SliceParams(
      List<Integer> sliceStart,
      List<Integer> sliceEnd,
      List<Integer> step,
      MemoryConfig outputMemConfig) {
    Shape shape() {
      int[] dims = new int[sliceStart.size()];
      Arrays.setAll(
          dims, i -> Math.ceilDiv(sliceEnd.get(i) - sliceStart.get(i), (int) step.get(i)));
      return Shape.of(dims);
    }

    boolean hasSteps() {
      return step.stream().anyMatch(each -> each != 1);
    }
  }

  public record SplitParams(int numSplits, int dim, MemoryConfig outputMemConfig) {}

  public static final DeviceOperation<SliceParams> SLICE_ON_DEVICE =
      DeviceOperation.<SliceParams>named("SliceDeviceOperation", "slice")
          .takes(Input.of("input_tensor"))
          .output(call ->
              call.spec(0)
                  .withShape(call.params().shape())
                  .withMemoryConfig(call.params().outputMemConfig()))
          .circularBuffers(SliceBuffers.TEXT, SliceBuffers::of)
          .cost(call ->
              // Only what is kept is read.
              sliceWork(call, CircularBuffers.sharing(call.outputSpec().pageCount(), call).size()))
          .engine(Engine.MOVES)
          .kernel(call -> cut(call.params(), call.values(0), call.spec(0), call.out()))
          .golden(SliceOperations::goldenSlice)
          .declare();

  /** Numbers that are not beside each other are copied one by one. */
  private static Work sliceWork(Call<SliceParams> call, int cores) {
    TensorSpec output = call.outputSpec();
    double perNumber =
        call.params().step().getLast() == 1
            ? 0
            : CostConstants.inUse().of("slice.number.cycles", call.device().board().architecture());
    return Costs.work(
            Math.round(perNumber * Math.ceilDiv(output.shape().volume(), cores)),
            cores,
            List.of(output.withMemoryConfig(call.spec(0).memoryConfig())),
            output)
        .withIdealComputeCycles(0);
  }

  public static final DeviceOperation<SplitParams> SPLIT_ON_DEVICE =
      DeviceOperation.<SplitParams>named("SplitDeviceOperation", "split")
          .takes(Input.of("input_tensor").in(Layout.TILE))
          .outputs(SliceOperations::splitOutputs)
          // split_program_factory.cpp is a Metal 2.0 one.
          .circularBuffers(
              CircularBuffers.TWO_PAGES,
              call -> CircularBuffers.dataflow(CircularBuffers.twoPages(call)))
          .cost(Costs::moving)
          .engine(Engine.MOVES)
          .kernel(SliceOperations::computeSplit)
          .goldens(SliceOperations::goldenSplit)
          .declare();

  @Form("inputTensor, sliceStart, sliceEnd, sliceStep")
  public record SliceArguments(
      Tensor inputTensor,
      int[] sliceStart,
      int[] sliceEnd,
      int @Nullable [] sliceStep,
      SliceOptions options)
      implements CoreLimited.ByOptions {}

  @Form("inputTensor, splitSize:int, dim")
  public record SplitArguments(
      Tensor inputTensor,
      int[] splitSize,
      @Default("0") int dim,
      @Nullable MemoryConfig memoryConfig) {}

  public record ChunkArguments(Tensor inputTensor, int chunks, int dim) {}

  @Form("inputTensor, slices...")
  public record GetitemArguments(Tensor inputTensor, List<Index> slices) {}

  public static final Operation<SliceArguments, Tensor> SLICE =
      Operation.of(
          "ttnn::slice",
          SliceArguments.class,
          SliceOperations::slice,
          SLICE_ON_DEVICE,
          LayoutOperations.UNTILIZE_ON_DEVICE,
          LayoutOperations.UNTILIZE_WITH_UNPADDING_ON_DEVICE,
          LayoutOperations.TILIZE_ON_DEVICE,
          LayoutOperations.TILIZE_WITH_PADDING_ON_DEVICE,
          PlacementOperations.COPY_ON_DEVICE);
  public static final Operation<SplitArguments, List<Tensor>> SPLIT =
      Operation.of(
          "ttnn::split",
          SplitArguments.class,
          SliceOperations::split,
          SPLIT_ON_DEVICE,
          SLICE_ON_DEVICE);
  public static final Operation<ChunkArguments, List<Tensor>> CHUNK =
      Operation.of("ttnn::chunk", ChunkArguments.class, SliceOperations::chunk, SLICE_ON_DEVICE);
  public static final Operation<GetitemArguments, Tensor> GETITEM =
      Operation.of(
          "ttnn::Tensor::__getitem__",
          GetitemArguments.class,
          SliceOperations::getitem,
          SLICE_ON_DEVICE,
          ShapeOperations.RESHAPE_ON_DEVICE);

  private static Tensor slice(SliceArguments a) {
    Tensor input = a.inputTensor();
    Shape shape = input.shape();
    List<Integer> start = bounds("slice_start", a.sliceStart(), shape);
    List<Integer> end = bounds("slice_end", a.sliceEnd(), shape);
    List<Integer> step = steps(a.sliceStep(), shape);
    for (int i = 0; i < start.size(); i++) {
      Check.that(
          start.get(i) <= end.get(i),
          "slice_end: must not be before slice_start=%d in dimension %d of %s, got %d",
          start.get(i),
          i,
          shape,
          end.get(i));
    }
    SliceParams params = new SliceParams(start, end, step, MemoryConfig.DRAM);
    return input.isOnDevice() ? onDevice(a, params) : onHost(a, params);
  }

  /** Indices from the front. */
  private static List<Integer> bounds(String argument, int[] given, Shape shape) {
    checkCount(argument, given, shape);
    List<Integer> bounds = new ArrayList<>();
    for (int i = 0; i < given.length; i++) {
      int size = shape.dim(i);
      int index = given[i] < 0 ? given[i] + size : given[i];
      Check.that(
          index >= 0 && index <= size,
          "%s: must be %d..%d in dimension %d of %s, got %d",
          argument,
          -size,
          size,
          i,
          shape,
          given[i]);
      bounds.add(index);
    }
    return List.copyOf(bounds);
  }

  private static List<Integer> steps(int @Nullable [] given, Shape shape) {
    if (given == null) {
      return Collections.nCopies(shape.rank(), 1);
    }
    checkCount("slice_step", given, shape);
    for (int step : given) {
      Check.that(step >= 1, "slice_step: must be >= 1, got %s", Arrays.toString(given));
    }
    return Arrays.stream(given).boxed().toList();
  }

  private static void checkCount(String argument, int[] given, Shape shape) {
    Check.that(
        given.length == shape.rank(),
        "%s: one number for each dimension of %s is needed, got %s",
        argument,
        shape,
        Arrays.toString(given));
  }

  private static Tensor onHost(SliceArguments a, SliceParams params) {
    Tensor input = a.inputTensor();
    Check.that(
        a.options().memoryConfig() == null && a.options().outputTensor() == null,
        "input_tensor: a slice to a place on a device needs a device tensor, got a host tensor");
    TensorSpec spec = input.spec().withShape(params.shape());
    if (!input.hasValues()) {
      return Tensor.onHostUncomputed(spec, input.distribution());
    }
    List<Values> parts = new ArrayList<>();
    for (Values part : input.requireParts("input_tensor")) {
      Values cut = Values.zeros(spec.dtype(), spec.shape().volume());
      cut(params, part, input.spec(), cut);
      Rounding.toType(spec, cut);
      parts.add(cut);
    }
    return Tensor.onHost(spec, input.distribution(), parts);
  }

  /** Tiles are cut only where a tile begins; all else goes by rows. */
  private static Tensor onDevice(SliceArguments a, SliceParams bounds) {
    Tensor input = a.inputTensor();
    input.requireBuffer("input_tensor");
    Check.that(
        !input.dtype().isBlockFloat() || !bounds.hasSteps(),
        "slice_step: %s takes no step but 1, got %s; convert it with Ttnn.typecast",
        input.dtype(),
        bounds.step());
    Tensor into = a.options().outputTensor();
    MemoryConfig asked = into == null ? a.options().memoryConfig() : into.memoryConfig();
    Shape shape = bounds.shape();
    if (shape.equals(input.shape())) {
      return whole(input, asked, into);
    }
    MemoryConfig memory = Placement.of(asked, input, shape);
    SliceParams params =
        new SliceParams(bounds.sliceStart(), bounds.sliceEnd(), bounds.step(), memory);
    if (input.layout() == Layout.ROW_MAJOR || startsWithTile(params)) {
      return SLICE_ON_DEVICE.runInto(into, params, input);
    }
    SliceParams ofRows =
        new SliceParams(
            params.sliceStart(), params.sliceEnd(), params.step(), Placement.interleaved(input));
    return Temporaries.through(
        input,
        x -> MovementSteps.toLayout(x, Layout.ROW_MAJOR, null, Placement.interleaved(input)),
        x -> SLICE_ON_DEVICE.run(ofRows, x),
        x -> MovementSteps.toLayout(x, Layout.TILE, input.dtype(), memory),
        when(into != null, x -> MovementSteps.copy(x, into(into))));
  }

  private static Tensor into(@Nullable Tensor target) {
    return Objects.requireNonNull(target);
  }

  private static Tensor whole(Tensor input, @Nullable MemoryConfig asked, @Nullable Tensor into) {
    MemoryConfig memory = asked == null ? input.memoryConfig() : asked;
    return into == null && memory.equals(input.memoryConfig())
        ? input
        : MovementSteps.toMemoryConfig(input, memory, into);
  }

  private static boolean startsWithTile(SliceParams params) {
    int rank = params.sliceStart().size();
    return rank >= 2
        && !params.hasSteps()
        && params.sliceStart().get(rank - 1) % TensorSpec.TILE_SIDE == 0
        && params.sliceStart().get(rank - 2) % TensorSpec.TILE_SIDE == 0;
  }

  /** A slice of one dimension. */
  static Tensor partAlong(
      Tensor input, int dim, int from, int to, @Nullable MemoryConfig memoryConfig) {
    int[] start = new int[input.shape().rank()];
    int[] end = input.shape().toArray();
    start[dim] = from;
    end[dim] = to;
    return SLICE.call(
        new SliceArguments(
            input, start, end, null, SliceOptions.DEFAULT.withMemoryConfig(memoryConfig)));
  }

  private static List<Tensor> split(SplitArguments a) {
    Tensor input = a.inputTensor();
    input.requireBuffer("input_tensor");
    int dim = Shapes.dimension("dim", a.dim(), input.shape());
    int size = input.shape().dim(dim);
    int[] sizes = sizes(a.splitSize(), size, dim);
    boolean equal = Arrays.stream(sizes).allMatch(each -> each == sizes[0]);
    if (equal && inOneProgram(input, dim, sizes.length)) {
      Shape part = input.shape().rank() == 0 ? input.shape() : resized(input, dim, sizes[0]);
      MemoryConfig memory = Placement.of(a.memoryConfig(), input, part);
      return SPLIT_ON_DEVICE.runAll(new SplitParams(sizes.length, dim, memory), input);
    }
    return parts(input, dim, sizes, a.memoryConfig());
  }

  private static Shape resized(Tensor input, int dim, int size) {
    int[] dims = input.shape().toArray();
    dims[dim] = size;
    return Shape.of(dims);
  }

  private static int[] sizes(int[] given, int size, int dim) {
    Check.that(given.length > 0, "split_size: at least one size is needed, got none");
    for (int each : given) {
      Check.that(each > 0, "split_size: must be > 0, got %s", Arrays.toString(given));
    }
    if (given.length == 1) {
      int count = Math.max(1, Math.ceilDiv(size, given[0]));
      int[] sizes = new int[count];
      Arrays.fill(sizes, given[0]);
      sizes[count - 1] = size - (count - 1) * given[0];
      return sizes;
    }
    long total = Arrays.stream(given).asLongStream().sum();
    Check.that(
        total == size,
        "split_size: %s must add up to dimension %d of size %d, got %d",
        Arrays.toString(given),
        dim,
        size,
        total);
    return given;
  }

  /** Equal parts of whole tiles along the last dimension, where the grid of cores has room. */
  private static boolean inOneProgram(Tensor input, int dim, int count) {
    Shape shape = input.shape();
    int rank = shape.rank();
    if (input.layout() != Layout.TILE || rank < 2 || dim != rank - 1 || count < 2) {
      return false;
    }
    Board.Grid grid = input.requireBuffer("input_tensor").device().board().compute();
    int side = TensorSpec.TILE_SIDE;
    long batch = 1;
    for (int i = 0; i < rank - 3; i++) {
      batch *= shape.dim(i);
    }
    long depth = rank < 3 ? 1 : shape.dim(-3);
    return shape.dim(-1) % (side * count) == 0
        && shape.dim(-2) >= 2 * side
        && count <= grid.height()
        && (count == 2 ? batch * depth <= grid.width() : batch == 1 && depth <= grid.width());
  }

  private static List<Tensor> parts(
      Tensor input, int dim, int[] sizes, @Nullable MemoryConfig memoryConfig) {
    List<Tensor> parts = new ArrayList<>();
    int from = 0;
    try (Temporaries made = Temporaries.besides(input)) {
      for (int size : sizes) {
        parts.add(made.own(partAlong(input, dim, from, from + size, memoryConfig)));
        from += size;
      }
      return made.handOver(parts);
    }
  }

  private static List<Tensor> chunk(ChunkArguments a) {
    Tensor input = a.inputTensor();
    input.requireBuffer("input_tensor");
    Check.that(a.chunks() > 0, "chunks: must be > 0, got %d", a.chunks());
    int dim = Shapes.dimension("dim", a.dim(), input.shape());
    int size = input.shape().dim(dim);
    int each = Math.max(1, Math.ceilDiv(size, a.chunks()));
    return parts(input, dim, sizes(new int[] {each}, size, dim), null);
  }

  private static Tensor getitem(GetitemArguments a) {
    Tensor input = a.inputTensor();
    List<Index> indices = complete(a.slices(), input.shape());
    int rank = indices.size();
    int[] start = new int[rank];
    int[] end = new int[rank];
    int[] step = new int[rank];
    List<Integer> picked = new ArrayList<>();
    for (int i = 0; i < rank; i++) {
      int size = input.shape().dim(i);
      switch (indices.get(i)) {
        case Index.At(int index) -> {
          start[i] = index < 0 ? index + size : index;
          Check.that(
              start[i] >= 0 && start[i] < size,
              "slices: dimension %d of %s has no element %d",
              i,
              input.shape(),
              index);
          end[i] = start[i] + 1;
          step[i] = 1;
          picked.add(i);
        }
        case Index.Range(Integer from, Integer to, Integer by) -> {
          start[i] = from == null ? 0 : from;
          end[i] = to == null ? size : to;
          step[i] = by == null ? 1 : by;
        }
        case Index.Rest _ -> throw new AssertionError("an ellipsis is written out");
      }
    }
    Check.that(
        input.isOnDevice() || Arrays.stream(step).allMatch(each -> each == 1),
        "slices: a host tensor takes no step but 1, got %s",
        a.slices());
    int[] dropped = picked.stream().mapToInt(Integer::intValue).toArray();
    return Temporaries.through(
        input,
        x -> SLICE.call(new SliceArguments(x, start, end, step, SliceOptions.DEFAULT)),
        when(
            dropped.length > 0,
            x -> ShapeOperations.SQUEEZE.call(new SqueezeArguments(x, dropped))));
  }

  /** One entry for each dimension: an ellipsis, or the end, stands for whole dimensions. */
  private static List<Index> complete(List<Index> given, Shape shape) {
    long ellipses = given.stream().filter(Index.Rest.class::isInstance).count();
    Check.that(ellipses <= 1, "slices: only one ellipsis is taken, got %s", given);
    int missing = shape.rank() - given.size() + (int) ellipses;
    Check.that(missing >= 0, "slices: %s has %d dimensions, got %s", shape, shape.rank(), given);
    List<Index> complete = new ArrayList<>(given);
    int at = complete.indexOf(Index.ELLIPSIS);
    if (at >= 0) {
      complete.remove(at);
    }
    complete.addAll(at < 0 ? given.size() : at, Collections.nCopies(missing, Index.ALL));
    return complete;
  }

  private static void cut(SliceParams params, Values in, TensorSpec spec, Values out) {
    int[] from = params.sliceStart().stream().mapToInt(Integer::intValue).toArray();
    int[] steps = params.step().stream().mapToInt(Integer::intValue).toArray();
    Moves.slice(in, spec.shape().toArray(), from, steps, out, params.shape().toArray());
  }

  private static List<TensorSpec> splitOutputs(Call<SplitParams> call) {
    SplitParams params = call.params();
    int size = call.spec(0).shape().dim(params.dim()) / params.numSplits();
    TensorSpec part =
        call.spec(0)
            .withShape(resized(call.input(0), params.dim(), size))
            .withMemoryConfig(params.outputMemConfig());
    return Collections.nCopies(params.numSplits(), part);
  }

  private static void computeSplit(Call<SplitParams> call) {
    int[] dims = call.outputSpec().shape().toArray();
    int[] from = new int[dims.length];
    int[] ones = new int[dims.length];
    Arrays.fill(ones, 1);
    for (int i = 0; i < call.params().numSplits(); i++) {
      from[call.params().dim()] = i * dims[call.params().dim()];
      Moves.slice(call.values(0), call.spec(0).shape().toArray(), from, ones, call.out(i), dims);
    }
  }

  private static double[] goldenSlice(GoldenCall<SliceParams> call) {
    SliceParams params = call.params();
    return Elements.of(
        call.output().shape(),
        index -> {
          int[] source = new int[index.length];
          Arrays.setAll(source, d -> params.sliceStart().get(d) + index[d] * params.step().get(d));
          return Elements.at(call.input(0), source);
        });
  }

  private static List<double[]> goldenSplit(GoldenCall<SplitParams> call) {
    Shape part = call.output().shape();
    int dim = call.params().dim();
    return IntStream.range(0, call.params().numSplits())
        .mapToObj(i ->
            Elements.of(
                part,
                index -> {
                  int[] source = index.clone();
                  source[dim] += i * part.dim(dim);
                  return Elements.at(call.input(0), source);
                }))
        .toList();
  }

  @DoorMethod(
      operation = "ttnn::slice",
      value = "Refused: bounds in tensors are not modelled; slice by numbers.")
  @SuppressWarnings("DoNotCallSuggester") // it says why, as TT-NN would not
  public static Tensor slice(
      Tensor input,
      Tensor starts,
      Tensor ends,
      @Nullable Integer sliceDim,
      @Nullable Integer numDevices,
      SliceOptions options) {
    throw Check.failed(
        "starts: bounds in tensors, here %s to %s with slice_dim=%s, num_devices=%s, are not"
            + " modelled; read them with Ttnn.toIntArray and slice by numbers",
        starts.shape(),
        ends.shape(),
        sliceDim == null ? "None" : sliceDim,
        numDevices == null ? "None" : numDevices);
  }
}
