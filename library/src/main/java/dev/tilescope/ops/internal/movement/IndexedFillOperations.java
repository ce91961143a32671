package dev.tilescope.ops.internal.movement;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.Lines;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Elements;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Slices of one tensor put in place of those of another that indices name, as PyTorch's {@code
 * index_copy}. The device operation replaces whole pages; a dimension within pages is put first.
 */
public final class IndexedFillOperations {
  private IndexedFillOperations() {}

  private static final int RANK = 4;

  public record IndexedFillParams(MemoryConfig outputMemConfig, int dim) {}

  public static final DeviceOperation<IndexedFillParams> INDEXED_FILL_ON_DEVICE =
      DeviceOperation.<IndexedFillParams>named("IndexedFillDeviceOperation", "indexed_fill")
          .takes(
              Input.of("batch_id").dtypes(List.of(DataType.UINT32, DataType.INT32)),
              Input.of("input_tensor_a"),
              Input.of("input_tensor_b"))
          .validation(IndexedFillOperations::check)
          .output(call -> call.spec(1).withMemoryConfig(call.params().outputMemConfig()))
          .circularBuffers(
              "Two pages to pass through, and the indices.", IndexedFillOperations::circularBuffers)
          .cost(Costs::moving)
          .engine(Engine.MOVES)
          .kernel(IndexedFillOperations::compute)
          .golden(IndexedFillOperations::golden)
          .declare();

  public record IndexedFillArguments(
      Tensor batchId,
      Tensor inputTensorA,
      Tensor inputTensorB,
      @Nullable MemoryConfig memoryConfig,
      @Default("0") int dim) {}

  public static final Operation<IndexedFillArguments, Tensor> INDEXED_FILL =
      Operation.of(
          "ttnn::indexed_fill",
          IndexedFillArguments.class,
          IndexedFillOperations::fill,
          INDEXED_FILL_ON_DEVICE,
          MovementOperations.PERMUTE_ON_DEVICE);

  private static Tensor fill(IndexedFillArguments a) {
    Tensor into = a.inputTensorA();
    int rank = into.shape().rank();
    int dim = a.dim() < 0 ? a.dim() + rank : a.dim();
    Check.that(
        dim >= 0 && dim < rank, "indexed_fill: dim %d is out of bounds for rank %d", a.dim(), rank);
    checkShapes(a, dim);
    MemoryConfig memory = a.memoryConfig() == null ? into.memoryConfig() : a.memoryConfig();
    boolean wholePages = dim < rank - (into.layout() == Layout.TILE ? 2 : 1);
    return wholePages
        ? INDEXED_FILL_ON_DEVICE.run(
            new IndexedFillParams(memory, dim), a.batchId(), into, a.inputTensorB())
        : turned(a, dim, memory);
  }

  private static void checkShapes(IndexedFillArguments a, int dim) {
    Shape into = a.inputTensorA().shape();
    Shape from = a.inputTensorB().shape();
    Check.that(
        into.rank() == from.rank(),
        "indexed_fill: input_a and input_b must have the same rank; got input_a.rank() = %d and"
            + " input_b.rank() = %d",
        into.rank(),
        from.rank());
    for (int d = 0; d < into.rank(); d++) {
      Check.that(
          d == dim || into.dim(d) == from.dim(d),
          "indexed_fill: input_a and input_b must have the same size along every dimension except"
              + " dim %d; mismatch at dim %d: input_a.size(%d) = %d, input_b.size(%d) = %d",
          dim,
          d,
          d,
          into.dim(d),
          d,
          from.dim(d));
    }
    int count = a.batchId().spec().paddedShape().dim(-1);
    Check.that(
        from.dim(dim) == count,
        "indexed_fill: input_b.size(%d) = %d must equal the number of indices (batch_id count = %d)",
        dim,
        from.dim(dim),
        count);
  }

  /** With the dimension in question put first, and back. */
  private static Tensor turned(IndexedFillArguments a, int dim, MemoryConfig memory) {
    Tensor into = a.inputTensorA();
    Tensor from = a.inputTensorB();
    int rank = into.shape().rank();
    int[] forth = IntStream.range(0, rank).map(i -> i == 0 ? dim : i <= dim ? i - 1 : i).toArray();
    int[] back = IntStream.range(0, rank).map(i -> i == dim ? 0 : i < dim ? i + 1 : i).toArray();
    MemoryConfig between = Placement.interleaved(into);
    try (Temporaries made = Temporaries.besides(into, from, a.batchId())) {
      Tensor first = made.own(MovementSteps.permute(into, between, forth));
      Tensor second = made.own(MovementSteps.permute(from, between, forth));
      Tensor filled =
          made.own(
              INDEXED_FILL_ON_DEVICE.run(
                  new IndexedFillParams(between, 0), a.batchId(), first, second));
      return made.handOver(MovementSteps.permute(filled, memory, back));
    }
  }

  private static void check(Call<IndexedFillParams> call) {
    TensorSpec into = call.spec(1);
    Check.that(into.layout() == call.spec(2).layout(), "Inputs must be same layout");
    Check.that(
        into.dtype() == call.spec(2).dtype(),
        "input_tensor_b: %s is needed, as input_tensor_a is, got %s",
        into.dtype(),
        call.spec(2).dtype());
    Check.that(
        into.shape().rank() == RANK,
        "indexed_fill: only rank-4 tensors are supported; got rank %d",
        into.shape().rank());
    Check.that(call.spec(0).layout() == Layout.ROW_MAJOR, "Batch IDs must be ROW MAJOR");
    TensorMemoryLayout layout = into.memoryConfig().memoryLayout();
    Check.that(
        (layout != TensorMemoryLayout.WIDTH_SHARDED && layout != TensorMemoryLayout.BLOCK_SHARDED)
            || layout == call.params().outputMemConfig().memoryLayout(),
        "indexed_fill: WIDTH_SHARDED / BLOCK_SHARDED input_a requires the output to have the same"
            + " sharding layout as input_a, got %s",
        call.params().outputMemConfig());
  }

  private static List<CircularBuffer> circularBuffers(Call<IndexedFillParams> call) {
    CoreRangeSet cores = CircularBuffers.perPage(call);
    return List.of(
        CircularBuffers.doubled(cores, call.outputSpec()),
        CircularBuffers.pages(cores, call.spec(0), 1));
  }

  private static void compute(Call<IndexedFillParams> call) {
    call.values(1).copyTo(call.out());
    int dim = call.params().dim();
    Moves.replaceSlices(
        call.out(),
        Lines.along(call.spec(1).shape().toArray(), dim),
        call.integers(0),
        call.values(2));
  }

  private static double[] golden(GoldenCall<IndexedFillParams> call) {
    int dim = call.params().dim();
    double[] indices = call.values(0);
    return Elements.of(
        call.output().shape(),
        index -> {
          int from = indices.length - 1;
          while (from >= 0 && indices[from] != index[dim]) {
            from--;
          }
          int[] source = index.clone();
          source[dim] = from;
          return from < 0 ? Elements.at(call.input(1), index) : Elements.at(call.input(2), source);
        });
  }
}
