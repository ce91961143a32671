package dev.tilescope.ops.internal.movement;

import static dev.tilescope.ops.internal.mechanism.Temporaries.when;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.internal.kernel.ScatterKind;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
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
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Elements read from, or written to, places that a tensor names, as PyTorch's gather and scatter.
 * The device operations work along the last dimension; another one is put there first. Above 300
 * lines, of which a third are checks and Javadoc.
 */
public final class LookupOperations {
  private LookupOperations() {}

  private static final List<DataType> INDICES =
      List.of(DataType.UINT32, DataType.INT32, DataType.UINT16);

  public record GatherParams(int dim, boolean sparseGrad, MemoryConfig outputMemConfig) {}

  public record ScatterParams(int dim, ScatterKind reduction, MemoryConfig outputMemConfig) {}

  public static final DeviceOperation<GatherParams> GATHER_ON_DEVICE =
      DeviceOperation.<GatherParams>named("GatherDeviceOperation", "gather")
          .takes(Input.of("input"), Input.of("index").dtypes(INDICES))
          .into("out")
          .output(call ->
              call.spec(0)
                  .withShape(call.spec(1).shape())
                  .withMemoryConfig(call.params().outputMemConfig()))
          .circularBuffers(LookupBuffers.GATHER_TEXT, LookupBuffers::gather)
          .cost(Costs::moving)
          .engine(Engine.MOVES)
          .kernel(call ->
              Moves.gather(
                  call.values(0),
                  call.spec(0).shape().toArray(),
                  call.params().dim(),
                  call.integers(1),
                  call.spec(1).shape().toArray(),
                  call.out()))
          .golden(LookupOperations::goldenGather)
          .declare();

  public static final DeviceOperation<ScatterParams> SCATTER_ON_DEVICE =
      DeviceOperation.<ScatterParams>named("ScatterDeviceOperation", "scatter")
          .takes(
              Input.of("input").in(Layout.ROW_MAJOR),
              Input.of("index").in(Layout.ROW_MAJOR).dtypes(INDICES),
              Input.of("src").in(Layout.ROW_MAJOR))
          .output(call -> call.spec(0).withMemoryConfig(call.params().outputMemConfig()))
          .circularBuffers(LookupBuffers.SCATTER_TEXT, LookupBuffers::scatter)
          .cost(Costs::moving)
          .engine(Engine.MOVES)
          .kernel(LookupOperations::computeScatter)
          .golden(LookupOperations::goldenScatter)
          .declare();

  @Form("input, dim, index, sparseGrad, memoryConfig, out")
  public record GatherArguments(
      Tensor input,
      int dim,
      Tensor index,
      @Default("false") boolean sparseGrad,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor out,
      @Nullable CoreRangeSet subCoreGrids)
      implements CoreLimited {}

  @Form("input, dim, index, src, memoryConfig, reduce")
  public record ScatterArguments(
      Tensor input,
      int dim,
      Tensor index,
      Tensor src,
      @Nullable MemoryConfig memoryConfig,
      @Nullable String reduce,
      @Nullable CoreRangeSet subCoreGrids)
      implements CoreLimited {}

  public record ScatterAddArguments(
      Tensor input,
      int dim,
      Tensor index,
      Tensor src,
      @Nullable MemoryConfig memoryConfig,
      @Nullable CoreRangeSet subCoreGrids)
      implements CoreLimited {}

  public static final Operation<GatherArguments, Tensor> GATHER =
      Operation.of(
          "ttnn::gather",
          GatherArguments.class,
          LookupOperations::gather,
          GATHER_ON_DEVICE,
          MovementOperations.TRANSPOSE_ON_DEVICE,
          MovementOperations.PERMUTE_ON_DEVICE,
          SliceOperations.SLICE_ON_DEVICE,
          PlacementOperations.COPY_ON_DEVICE);
  public static final Operation<ScatterArguments, Tensor> SCATTER =
      Operation.of(
          "ttnn::scatter",
          ScatterArguments.class,
          LookupOperations::scatter,
          SCATTER_ON_DEVICE,
          SliceOperations.SLICE_ON_DEVICE,
          LayoutOperations.UNTILIZE_ON_DEVICE,
          MovementOperations.PERMUTE_ON_DEVICE,
          LayoutOperations.TILIZE_ON_DEVICE);
  public static final Operation<ScatterAddArguments, Tensor> SCATTER_ADD =
      Operation.of(
          "ttnn::scatter_add",
          ScatterAddArguments.class,
          LookupOperations::scatterAdd,
          SCATTER_ON_DEVICE);

  private static Tensor scatterAdd(ScatterAddArguments a) {
    return SCATTER.call(
        new ScatterArguments(
            a.input(), a.dim(), a.index(), a.src(), a.memoryConfig(), "add", null));
  }

  private static Tensor gather(GatherArguments a) {
    Tensor input = a.input();
    int dim = check(input, a.dim(), a.index());
    MemoryConfig memory =
        a.out() == null
            ? Placement.of(a.memoryConfig(), input, a.index().shape())
            : a.out().memoryConfig();
    int last = input.shape().rank() - 1;
    try (Temporaries made = Temporaries.besides(input, a.index(), a.out())) {
      Tensor cut = made.own(cut(input, a.index().shape(), dim));
      GatherParams params = new GatherParams(dim, a.sparseGrad(), memory);
      return made.handOver(
          dim == last
              ? GATHER_ON_DEVICE.runInto(a.out(), params, cut, a.index())
              : turned(cut, a, dim, memory));
    }
  }

  /** With the dimension in question put last, and back. */
  private static Tensor turned(Tensor cut, GatherArguments a, int dim, MemoryConfig memory) {
    Tensor out = a.out();
    try (Temporaries made = Temporaries.besides(cut, out)) {
      Tensor result = made.own(gatheredLast(cut, a, dim));
      Tensor back = made.own(MovementSteps.transpose(result, dim, -1, memory));
      return made.handOver(out == null ? back : MovementSteps.copy(back, out));
    }
  }

  private static Tensor gatheredLast(Tensor cut, GatherArguments a, int dim) {
    try (Temporaries made = Temporaries.besides(cut, a.index())) {
      Tensor turned = made.own(MovementSteps.transpose(cut, dim, -1));
      Tensor index = made.own(MovementSteps.transpose(a.index(), dim, -1));
      GatherParams params =
          new GatherParams(cut.shape().rank() - 1, a.sparseGrad(), Placement.interleaved(cut));
      return made.handOver(GATHER_ON_DEVICE.run(params, turned, index));
    }
  }

  /** The part of the input, or of the source, that indices can reach. */
  private static Tensor cut(Tensor tensor, Shape index, int dim) {
    int[] end = tensor.shape().toArray();
    for (int i = 0; i < end.length; i++) {
      end[i] = i == dim ? end[i] : index.dim(i);
    }
    return MovementSteps.slice(tensor, new int[end.length], end);
  }

  private static int check(Tensor input, int asked, Tensor index) {
    input.requireBuffer("input");
    index.requireBuffer("index");
    Check.dtype("index", index, INDICES);
    int dim = Shapes.dimension("dim", asked, input.shape());
    Check.that(
        index.shape().rank() == input.shape().rank(),
        "index: as many dimensions as the input %s has are needed, got %s",
        input.shape(),
        index.shape());
    for (int i = 0; i < input.shape().rank(); i++) {
      Check.that(
          i == dim || index.shape().dim(i) <= input.shape().dim(i),
          "index: dimension %d must not be larger than that of the input %s, got %s",
          i,
          input.shape(),
          index.shape());
    }
    return dim;
  }

  private static Tensor scatter(ScatterArguments a) {
    Tensor input = a.input();
    int dim = check(input, a.dim(), a.index());
    a.src().requireBuffer("src");
    checkSource(a);
    ScatterKind kind = kind(a.reduce());
    MemoryConfig memory = a.memoryConfig() == null ? input.memoryConfig() : a.memoryConfig();
    return Temporaries.through(
        input, _ -> scattered(a, kind, dim), x -> back(x, input, dim, memory));
  }

  /** With the dimension in question put last. */
  private static Tensor scattered(ScatterArguments a, ScatterKind kind, int dim) {
    Tensor input = a.input();
    try (Temporaries made = Temporaries.besides(input, a.index(), a.src())) {
      Tensor source = made.own(cutSource(a));
      Tensor rows = made.own(rows(input, dim));
      Tensor index = made.own(rows(a.index(), dim));
      Tensor src = made.own(rows(source, dim));
      int last = input.shape().rank() - 1;
      ScatterParams params = new ScatterParams(last, kind, Placement.interleaved(input));
      return made.handOver(SCATTER_ON_DEVICE.run(params, rows, index, src));
    }
  }

  private static Tensor cutSource(ScatterArguments a) {
    int[] end = a.index().shape().toArray();
    return MovementSteps.slice(a.src(), new int[end.length], end);
  }

  private static void checkSource(ScatterArguments a) {
    Check.that(
        a.src().dtype() == a.input().dtype(),
        "src: %s is needed, as the input, got %s",
        a.input().dtype(),
        a.src().dtype());
    Check.that(
        a.src().shape().rank() == a.index().shape().rank(),
        "src: as many dimensions as the indices %s have are needed, got %s",
        a.index().shape(),
        a.src().shape());
    for (int i = 0; i < a.index().shape().rank(); i++) {
      Check.that(
          a.src().shape().dim(i) >= a.index().shape().dim(i),
          "src: dimension %d must not be smaller than that of the indices %s, got %s",
          i,
          a.index().shape(),
          a.src().shape());
    }
  }

  private static ScatterKind kind(@Nullable String reduce) {
    return switch (reduce) {
      case null -> ScatterKind.REPLACE;
      case "add" -> ScatterKind.ADD;
      case "multiply" -> ScatterKind.MULTIPLY;
      case "amax" -> ScatterKind.MAX;
      case "amin" -> ScatterKind.MIN;
      default ->
          throw Check.failed("reduce: add, multiply, amax or amin is needed, got \"%s\"", reduce);
    };
  }

  /** A tensor of its own, row-major, with a dimension put last. */
  private static Tensor rows(Tensor tensor, int dim) {
    return Temporaries.through(
        tensor,
        x -> MovementSteps.toMemoryConfig(x, Placement.interleaved(tensor)),
        x -> MovementSteps.toLayout(x, Layout.ROW_MAJOR),
        when(dim != tensor.shape().rank() - 1, x -> MovementSteps.transpose(x, dim, -1)),
        x -> x.buffer() == tensor.buffer() ? MovementSteps.clone(x) : x);
  }

  private static Tensor back(Tensor result, Tensor input, int dim, MemoryConfig memory) {
    return Temporaries.through(
        result,
        when(dim != input.shape().rank() - 1, x -> MovementSteps.transpose(x, dim, -1)),
        x -> MovementSteps.toLayout(x, input.layout(), input.dtype(), null),
        x -> MovementSteps.toMemoryConfig(x, memory),
        x -> x.buffer() == result.buffer() ? MovementSteps.clone(x) : x);
  }

  private static void computeScatter(Call<ScatterParams> call) {
    call.values(0).copyTo(call.out());
    Moves.scatter(
        call.params().reduction(),
        call.out(),
        call.spec(0).shape().toArray(),
        call.params().dim(),
        call.integers(1),
        call.spec(1).shape().toArray(),
        call.values(2),
        call.spec(2).shape().toArray());
  }

  private static double[] goldenGather(GoldenCall<GatherParams> call) {
    int dim = call.params().dim();
    return Elements.of(
        call.output().shape(),
        index -> {
          int[] source = index.clone();
          source[dim] = (int) Elements.at(call.input(1), index);
          return Elements.at(call.input(0), source);
        });
  }

  private static double[] goldenScatter(GoldenCall<ScatterParams> call) {
    int dim = call.params().dim();
    double[] out = call.values(0).clone();
    Elements.of(
        call.input(1).spec().shape(),
        index -> {
          int[] target = index.clone();
          target[dim] = (int) Elements.at(call.input(1), index);
          int at = Elements.offset(call.output().shape(), target);
          double value = Elements.at(call.input(2), index);
          out[at] =
              switch (call.params().reduction()) {
                case REPLACE -> value;
                case ADD -> out[at] + value;
                case MULTIPLY -> out[at] * value;
                case MIN -> Math.min(out[at], value);
                case MAX -> Math.max(out[at], value);
              };
          return 0;
        });
    return out;
  }
}
