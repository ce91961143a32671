package dev.tilescope.ops.internal.movement;

import static dev.tilescope.ops.internal.mechanism.Temporaries.when;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.conversion.TypecastOperations;
import dev.tilescope.ops.internal.kernel.Lines;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Elements;
import dev.tilescope.ops.internal.mechanism.Form;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.Shapes;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.options.ConcatOptions;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Tensors put together, and the operations that come to that: stack, roll, repeat_interleave. Above
 * 300 lines because those are compositions of the one, step by step as TT-NN takes them.
 */
public final class JoinOperations {
  private JoinOperations() {}

  /** So many tensors are joined at once; more are joined in two rounds. */
  private static final int ROUND = 32;

  public record ConcatParams(int dim, int groups, MemoryConfig outputMemConfig) {}

  public record RollParams(int shift, int dim, MemoryConfig outputMemConfig) {}

  public static final DeviceOperation<ConcatParams> CONCAT_ON_DEVICE =
      DeviceOperation.<ConcatParams>named("ConcatDeviceOperation", "concat")
          .takes(Input.list("tensors"))
          .output(call ->
              call.spec(0)
                  .withShape(joined(call.given(), call.params().dim()))
                  .withMemoryConfig(call.params().outputMemConfig()))
          .circularBuffers(
              "Two pages of the result as memory aligns them, one if two take half of L1.",
              JoinOperations::concatBuffers)
          .cost(Costs::moving)
          .engine(Engine.MOVES)
          .kernel(JoinOperations::computeConcat)
          .golden(JoinOperations::goldenConcat)
          .declare();

  /** concat_program_factory.cpp: the depth of two is dropped where it would take half of L1. */
  private static List<CircularBuffer> concatBuffers(Call<ConcatParams> call) {
    CoreRangeSet cores = CircularBuffers.perPage(call);
    CircularBuffer page = CircularBuffers.pages(cores, call.outputSpec(), 1);
    long alignment = CircularBuffers.alignmentBytes(call, 0);
    long bytes = Math.ceilDiv(page.pageBytes(), alignment) * alignment;
    var info = call.device().info();
    long budget = info.workerL1Bytes() / 2 - info.addressAtFirstL1CbBuffer();
    return List.of(CircularBuffer.local(cores, 2 * bytes > budget ? bytes : 2 * bytes, bytes));
  }

  /** Of shards, which stay where they are. */
  public static final DeviceOperation<RollParams> ROLL_ON_DEVICE =
      DeviceOperation.<RollParams>named("RollDeviceOperation", "roll_sharded")
          .takes(Input.of("input_tensor"))
          .output(call -> call.spec(0).withMemoryConfig(call.params().outputMemConfig()))
          .circularBuffers(CircularBuffers.TWO_PAGES, CircularBuffers::twoPages)
          .cost(Costs::moving)
          .engine(Engine.MOVES)
          .kernel(call ->
              Moves.roll(
                  call.values(0),
                  Lines.along(call.spec(0).shape().toArray(), call.params().dim()),
                  call.params().shift(),
                  call.out()))
          .golden(JoinOperations::goldenRoll)
          .declare();

  @Form("tensors, dim")
  @Form("tensors, dim, memoryConfig")
  public record ConcatArguments(List<Tensor> tensors, @Default("0") int dim, ConcatOptions options)
      implements CoreLimited.ByOptions {}

  public record StackArguments(List<Tensor> inputTensors, int dim) {}

  @Form("inputTensor, shifts:int")
  @Form("inputTensor, shifts:int, dim:int")
  public record RollArguments(
      Tensor inputTensor,
      int[] shifts,
      int @Nullable [] dim,
      @Nullable MemoryConfig memoryConfig) {}

  public record RepeatInterleaveArguments(
      Tensor inputTensor, int repeats, int dim, @Nullable MemoryConfig memoryConfig) {}

  public static final Operation<ConcatArguments, Tensor> CONCAT =
      Operation.of(
          "ttnn::concat",
          ConcatArguments.class,
          JoinOperations::concat,
          CONCAT_ON_DEVICE,
          LayoutOperations.UNTILIZE_ON_DEVICE,
          LayoutOperations.UNTILIZE_WITH_UNPADDING_ON_DEVICE,
          LayoutOperations.TILIZE_ON_DEVICE,
          LayoutOperations.TILIZE_WITH_PADDING_ON_DEVICE,
          PlacementOperations.COPY_ON_DEVICE);
  public static final Operation<StackArguments, Tensor> STACK =
      Operation.of(
          "ttnn::stack",
          StackArguments.class,
          JoinOperations::stack,
          ShapeOperations.RESHAPE_ON_DEVICE,
          CONCAT_ON_DEVICE);
  public static final Operation<RollArguments, Tensor> ROLL =
      Operation.of(
          "ttnn::roll",
          RollArguments.class,
          JoinOperations::roll,
          SliceOperations.SLICE_ON_DEVICE,
          CONCAT_ON_DEVICE,
          ShapeOperations.RESHAPE_ON_DEVICE,
          ROLL_ON_DEVICE);
  public static final Operation<RepeatInterleaveArguments, Tensor> REPEAT_INTERLEAVE =
      Operation.of(
              "ttnn::repeat_interleave",
              RepeatInterleaveArguments.class,
              JoinOperations::repeatInterleave,
              MovementOperations.TRANSPOSE_ON_DEVICE,
              MovementOperations.PERMUTE_ON_DEVICE,
              LayoutOperations.UNTILIZE_ON_DEVICE,
              CONCAT_ON_DEVICE,
              ShapeOperations.RESHAPE_ON_DEVICE,
              LayoutOperations.TILIZE_ON_DEVICE)
          .through("TypecastDeviceOperation");

  private static Tensor concat(ConcatArguments a) {
    List<Tensor> tensors = a.tensors();
    Check.that(!tensors.isEmpty(), "tensors: at least one is needed, got none");
    tensors.forEach(tensor -> tensor.requireBuffer("tensors"));
    Tensor first = tensors.getFirst();
    int dim = Shapes.dimension("dim", a.dim(), first.shape());
    Tensor into = a.options().outputTensor();
    MemoryConfig asked = into == null ? a.options().memoryConfig() : into.memoryConfig();
    MemoryConfig memory = asked == null ? MemoryConfig.DRAM : asked;
    checkAlike(tensors, dim);
    checkGroups(tensors, dim, a.options().groups());
    if (tensors.size() == 1) {
      return MovementSteps.toMemoryConfig(first, memory, into);
    }
    ConcatParams params = new ConcatParams(dim, a.options().groups(), memory);
    return hasPadding(tensors, dim)
        ? byRows(tensors, params, into)
        : CONCAT_ON_DEVICE.runInto(into, params, tensors.toArray(Tensor[]::new));
  }

  private static void checkAlike(List<Tensor> tensors, int dim) {
    Tensor first = tensors.getFirst();
    long size = 0;
    for (Tensor tensor : tensors) {
      boolean alike = tensor.shape().rank() == first.shape().rank();
      for (int i = 0; alike && i < first.shape().rank(); i++) {
        alike = i == dim || tensor.shape().dim(i) == first.shape().dim(i);
      }
      Check.that(
          alike,
          "tensors: all must agree with %s in every dimension but %d, got %s",
          first.shape(),
          dim,
          tensor.shape());
      Check.that(
          tensor.dtype() == first.dtype() && tensor.layout() == first.layout(),
          "tensors: all must be %s %s as the first, got %s %s",
          first.dtype(),
          first.layout(),
          tensor.dtype(),
          tensor.layout());
      size += tensor.shape().dim(dim);
    }
    Check.that(size <= Integer.MAX_VALUE, "tensors: dimension %d would be %d", dim, size);
  }

  private static void checkGroups(List<Tensor> tensors, int dim, int groups) {
    Check.that(groups >= 1, "groups: must be >= 1, got %d", groups);
    for (Tensor tensor : tensors) {
      Check.that(
          tensor.shape().dim(dim) % groups == 0,
          "groups: dimension %d of %s cannot be cut into %d",
          dim,
          tensor.shape(),
          groups);
    }
  }

  /** Tiles can be joined only where they are full. */
  private static boolean hasPadding(List<Tensor> tensors, int dim) {
    Tensor first = tensors.getFirst();
    boolean ofTile = dim >= first.shape().rank() - 2;
    return first.layout() == Layout.TILE
        && ofTile
        && tensors.stream().anyMatch(in -> in.shape().dim(dim) % TensorSpec.TILE_SIDE != 0);
  }

  private static Tensor byRows(List<Tensor> tensors, ConcatParams params, @Nullable Tensor into) {
    Tensor first = tensors.getFirst();
    MemoryConfig flat = Placement.interleaved(first);
    ConcatParams rows = new ConcatParams(params.dim(), params.groups(), flat);
    try (Temporaries made = Temporaries.besides(into)) {
      Tensor joined =
          made.own(
              withEach(
                  tensors,
                  x -> MovementSteps.toLayout(x, Layout.ROW_MAJOR, null, Placement.interleaved(x)),
                  parts -> CONCAT_ON_DEVICE.run(rows, parts.toArray(Tensor[]::new))));
      Tensor tiled =
          made.own(
              MovementSteps.toLayout(joined, Layout.TILE, first.dtype(), params.outputMemConfig()));
      return made.handOver(into == null ? tiled : MovementSteps.copy(tiled, into));
    }
  }

  interface Joining {
    Tensor of(List<Tensor> parts);
  }

  /** Joins what a step makes of each tensor. */
  private static Tensor withEach(
      List<Tensor> tensors, UnaryOperator<Tensor> step, Joining joining) {
    try (Temporaries made = Temporaries.besides(tensors)) {
      return made.handOver(joining.of(made.each(tensors, step)));
    }
  }

  private static Tensor stack(StackArguments a) {
    Check.that(!a.inputTensors().isEmpty(), "input_tensors: at least one is needed, got none");
    Tensor first = a.inputTensors().getFirst();
    for (Tensor tensor : a.inputTensors()) {
      tensor.requireBuffer("input_tensors");
      Check.that(
          tensor.shape().equals(first.shape()),
          "input_tensors: all must have the shape %s of the first, got %s",
          first.shape(),
          tensor.shape());
    }
    return withEach(
        a.inputTensors(),
        x -> MovementSteps.unsqueeze(x, a.dim()),
        parts -> MovementSteps.concat(parts, a.dim(), null));
  }

  private static Tensor roll(RollArguments a) {
    Tensor input = a.inputTensor();
    input.requireBuffer("input_tensor");
    if (a.dim() == null) {
      return rollAll(a);
    }
    int[] dims =
        Arrays.stream(a.dim()).map(d -> Shapes.dimension("dim", d, input.shape())).toArray();
    Check.that(
        a.shifts().length > 0 && a.shifts().length == dims.length,
        "shifts: one for each of the dimensions %s is needed, got %s",
        Arrays.toString(a.dim()),
        Arrays.toString(a.shifts()));
    return rollAlong(a, dims);
  }

  private static Tensor rollAlong(RollArguments a, int[] dims) {
    Tensor input = a.inputTensor();
    try (Temporaries made = Temporaries.besides(input)) {
      Tensor at = input;
      for (int i = 0; i < dims.length; i++) {
        int dim = dims[i];
        int size = input.shape().dim(dim);
        int shift = size == 0 ? 0 : Math.floorMod(a.shifts()[i], size);
        at = made.step(at, when(shift != 0, x -> rolled(x, shift, dim)));
      }
      MemoryConfig asked = a.memoryConfig() == null ? input.memoryConfig() : a.memoryConfig();
      return made.handOver(made.step(at, x -> MovementSteps.toMemoryConfig(x, asked)));
    }
  }

  private static Tensor rollAll(RollArguments a) {
    Tensor input = a.inputTensor();
    Check.that(
        !input.memoryConfig().isSharded(),
        "dim: a sharded tensor is rolled along dimensions, got none; name them or use"
            + " Ttnn.shardedToInterleaved");
    Check.that(
        a.shifts().length == 1, "shifts: one is needed without dim, got %d", a.shifts().length);
    return Temporaries.through(
        input,
        x -> MovementSteps.reshape(x, 1, -1),
        x -> ROLL.call(new RollArguments(x, a.shifts(), new int[] {1}, a.memoryConfig())),
        x -> MovementSteps.reshape(x, input.shape().toArray()));
  }

  private static Tensor rolled(Tensor x, int shift, int dim) {
    if (x.memoryConfig().isSharded()) {
      return ROLL_ON_DEVICE.run(new RollParams(shift, dim, x.memoryConfig()), x);
    }
    int size = x.shape().dim(dim);
    try (Temporaries made = Temporaries.besides(x)) {
      Tensor last = made.own(SliceOperations.partAlong(x, dim, size - shift, size, null));
      Tensor others = made.own(SliceOperations.partAlong(x, dim, 0, size - shift, null));
      return made.handOver(MovementSteps.concat(List.of(last, others), dim, x.memoryConfig()));
    }
  }

  /** Through rows of elements that stand side by side, as TT-NN does it. */
  private static Tensor repeated(Tensor x, int repeats, int dim, MemoryConfig memory) {
    return REPEAT_INTERLEAVE.call(new RepeatInterleaveArguments(x, repeats, dim, memory));
  }

  private static Tensor repeatInterleave(RepeatInterleaveArguments a) {
    Tensor input = a.inputTensor();
    input.requireBuffer("input_tensor");
    Check.that(a.repeats() >= 1, "repeats: must be >= 1, got %d", a.repeats());
    int dim = Shapes.dimension("dim", a.dim(), input.shape());
    int rank = input.shape().rank();
    long size = (long) input.shape().dim(dim) * a.repeats();
    Check.that(size <= Integer.MAX_VALUE, "repeats: dimension %d would be %d", dim, size);
    MemoryConfig memory =
        a.memoryConfig() == null ? Placement.interleaved(input) : a.memoryConfig();
    if (a.repeats() == 1) {
      return MovementSteps.toMemoryConfig(
          input, a.memoryConfig() == null ? input.memoryConfig() : memory);
    }
    if (input.memoryConfig().isSharded()) {
      return Temporaries.through(
          input,
          x -> MovementSteps.toMemoryConfig(x, Placement.interleaved(input)),
          x -> repeated(x, a.repeats(), dim, memory));
    }
    if (rank == 1) {
      return Temporaries.through(
          input,
          x -> MovementSteps.unsqueeze(x, 1),
          x -> repeated(x, a.repeats(), 0, memory),
          x -> MovementSteps.reshape(x, (int) size));
    }
    return dim == rank - 1 ? turned(a, memory) : side(input, a.repeats(), dim, memory);
  }

  private static Tensor turned(RepeatInterleaveArguments a, MemoryConfig memory) {
    return Temporaries.through(
        a.inputTensor(),
        x -> MovementSteps.transpose(x, -1, -2),
        x -> repeated(x, a.repeats(), -2, memory),
        x -> MovementSteps.transpose(x, -1, -2));
  }

  private static Tensor side(Tensor input, int repeats, int dim, MemoryConfig memory) {
    DataType dtype = input.dtype();
    boolean converted = dtype.isBlockFloat() || dtype == DataType.UINT8;
    int[] dims = input.shape().toArray();
    dims[dim] *= repeats;
    return Temporaries.through(
        input,
        when(converted, x -> TypecastOperations.typecast(x, DataType.BFLOAT16)),
        x -> MovementSteps.toLayout(x, Layout.ROW_MAJOR),
        x -> MovementSteps.unsqueeze(x, dim + 1),
        x -> copies(x, repeats, dim + 1),
        x -> MovementSteps.reshape(x, dims),
        x -> MovementSteps.toLayout(x, input.layout()),
        when(converted, x -> TypecastOperations.typecast(x, dtype)),
        x -> MovementSteps.toMemoryConfig(x, memory));
  }

  private static Tensor copies(Tensor x, int count, int dim) {
    if (count <= ROUND) {
      return MovementSteps.concat(Collections.nCopies(count, x), dim, x.memoryConfig());
    }
    List<Integer> rounds = new ArrayList<>();
    for (int left = count; left > 0; left -= ROUND) {
      rounds.add(Math.min(ROUND, left));
    }
    try (Temporaries made = Temporaries.besides(x)) {
      List<Tensor> joined = made.each(rounds, round -> clonedOrJoined(x, round, dim));
      return made.handOver(MovementSteps.concat(joined, dim, x.memoryConfig()));
    }
  }

  /** A round of one is a tensor of its own too. */
  private static Tensor clonedOrJoined(Tensor x, int count, int dim) {
    return count == 1
        ? MovementSteps.clone(x)
        : MovementSteps.concat(Collections.nCopies(count, x), dim, x.memoryConfig());
  }

  private static Shape joined(List<Tensor> tensors, int dim) {
    int[] dims = tensors.getFirst().shape().toArray();
    dims[dim] = tensors.stream().mapToInt(tensor -> tensor.shape().dim(dim)).sum();
    return Shape.of(dims);
  }

  private static void computeConcat(Call<ConcatParams> call) {
    int groups = call.params().groups();
    List<Values> parts = new ArrayList<>();
    List<Lines> lines = new ArrayList<>();
    for (int i = 0; i < call.inputs().size(); i++) {
      Lines whole = Lines.along(call.spec(i).shape().toArray(), call.params().dim());
      parts.add(call.values(i));
      lines.add(new Lines(whole.outer() * groups, whole.length() / groups, whole.inner()));
    }
    Moves.concat(parts, lines, call.out());
  }

  /** Looks for the tensor that an element comes from by walking over groups and tensors. */
  private static double[] goldenConcat(GoldenCall<ConcatParams> call) {
    int dim = call.params().dim();
    int groups = call.params().groups();
    return Elements.of(
        call.output().shape(),
        index -> {
          int left = index[dim];
          for (int group = 0; group < groups; group++) {
            for (int i = 0; i < call.inputs().size(); i++) {
              int size = call.input(i).spec().shape().dim(dim) / groups;
              if (left < size) {
                int[] source = index.clone();
                source[dim] = group * size + left;
                return Elements.at(call.input(i), source);
              }
              left -= size;
            }
          }
          throw new AssertionError("an element of no tensor");
        });
  }

  private static double[] goldenRoll(GoldenCall<RollParams> call) {
    Shape shape = call.output().shape();
    int dim = call.params().dim();
    return Elements.of(
        shape,
        index -> {
          int[] source = index.clone();
          source[dim] = Math.floorMod(index[dim] - call.params().shift(), shape.dim(dim));
          return Elements.at(call.input(0), source);
        });
  }
}
