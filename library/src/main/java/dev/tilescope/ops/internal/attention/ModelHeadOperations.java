package dev.tilescope.ops.internal.attention;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.AttentionKernels;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Elements;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Heads in programs that were written for the sizes of one model: Falcon 7B, BERT large. */
public final class ModelHeadOperations {
  private ModelHeadOperations() {}

  private static final int SIDE = TensorSpec.TILE_SIDE;
  private static final int HEAD = 64;
  private static final int FALCON_HEADS = 71;
  private static final int FALCON_WIDTH = (FALCON_HEADS + 2) * HEAD;
  private static final int BERT_HEADS = 16;
  private static final int BERT_ROWS = 384;

  public record FalconHeadsParams(MemoryConfig outputMemConfig) {}

  public record ConcatenateHeadsParams(
      CoreCoord computeWithStorageGridSize, MemoryConfig outputMemConfig) {}

  public static final DeviceOperation<FalconHeadsParams> FALCON_HEADS_ON_DEVICE =
      DeviceOperation.<FalconHeadsParams>named(
              "NlpCreateHeadsFalcon7BDeviceOperation", "nlp_create_qkv_heads_falcon7b")
          .takes(
              Input.of("input")
                  .dtypes(List.of(DataType.FLOAT32, DataType.BFLOAT16, DataType.BFLOAT8_B))
                  .in(Layout.TILE))
          .validation(ModelHeadOperations::checkFalcon)
          .outputs(ModelHeadOperations::falconHeads)
          .circularBuffers(
              "Two rows of tiles, on a core for each row of tiles.",
              call -> rows(call, HeadOperations.blocks(call), FALCON_WIDTH))
          .cost(call -> moved(call, HeadOperations.blocks(call).size()))
          .engine(Engine.MOVES)
          .kernel(ModelHeadOperations::splitFalcon)
          .goldens(ModelHeadOperations::goldenFalcon)
          .declare();

  public static final DeviceOperation<ConcatenateHeadsParams> CONCATENATE_HEADS_ON_DEVICE =
      DeviceOperation.<ConcatenateHeadsParams>named(
              "ConcatenateHeadsDeviceOperation", "concatenate_heads")
          .takes(
              Input.of("input_tensor")
                  .dtypes(List.of(DataType.BFLOAT16, DataType.BFLOAT8_B))
                  .in(Layout.TILE))
          .validation(ModelHeadOperations::checkBert)
          .output(ModelHeadOperations::joined)
          .circularBuffers(
              "Two rows of tiles of all heads, on a core for each row of tiles of each batch.",
              call -> rows(call, bertCores(call), BERT_HEADS * HEAD))
          .cost(call -> moved(call, bertCores(call).size()))
          .engine(Engine.MOVES)
          .kernel(call -> {
            Shape in = call.spec(0).shape();
            AttentionKernels.concatHeads(
                call.floats(0), in.dim(0), in.dim(1), in.dim(2), in.dim(3), call.out().floats());
          })
          .golden(call ->
              Elements.of(
                  call.output().shape(),
                  at -> Elements.at(call.input(0), at[0], at[3] / HEAD, at[2], at[3] % HEAD)))
          .declare();

  public record FalconHeadsArguments(Tensor input, @Nullable MemoryConfig memoryConfig) {}

  public record ConcatenateHeadsArguments(
      Tensor inputTensor,
      CoreCoord computeWithStorageGridSize,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor outputTensor) {}

  public static final Operation<FalconHeadsArguments, List<Tensor>> NLP_CREATE_QKV_HEADS_FALCON7B =
      Operation.of(
          "ttnn::experimental::nlp_create_qkv_heads_falcon7b",
          FalconHeadsArguments.class,
          a -> {
            FALCON_HEADS_ON_DEVICE.requireUsable(a.input());
            return FALCON_HEADS_ON_DEVICE.runAll(
                new FalconHeadsParams(memory(a.memoryConfig(), a.input())), a.input());
          },
          FALCON_HEADS_ON_DEVICE);
  public static final Operation<ConcatenateHeadsArguments, Tensor> CONCATENATE_HEADS =
      Operation.of(
          "ttnn::experimental::concatenate_heads",
          ConcatenateHeadsArguments.class,
          ModelHeadOperations::concatenate,
          CONCATENATE_HEADS_ON_DEVICE);

  private static Tensor concatenate(ConcatenateHeadsArguments a) {
    CONCATENATE_HEADS_ON_DEVICE.requireUsable(a.inputTensor());
    Tensor into = a.outputTensor();
    MemoryConfig memory =
        into == null ? memory(a.memoryConfig(), a.inputTensor()) : into.memoryConfig();
    return CONCATENATE_HEADS_ON_DEVICE.runInto(
        into, new ConcatenateHeadsParams(a.computeWithStorageGridSize(), memory), a.inputTensor());
  }

  private static MemoryConfig memory(@Nullable MemoryConfig given, Tensor input) {
    return given == null ? input.memoryConfig() : given;
  }

  private static void checkFalcon(Call<FalconHeadsParams> call) {
    Check.rankIs("input", call.input(0), 4);
    Shape padded = call.spec(0).paddedShape();
    Check.that(
        padded.dim(1) == 1 && padded.dim(3) == FALCON_WIDTH,
        "input: [batch, 1, rows, %d], 71 heads of queries and one each of keys and values, is"
            + " needed, got %s",
        FALCON_WIDTH,
        call.spec(0).shape());
    Check.interleaved("input", call.spec(0).memoryConfig());
    Check.interleaved("memory_config", call.params().outputMemConfig());
  }

  private static void checkBert(Call<ConcatenateHeadsParams> call) {
    Check.rankIs("input_tensor", call.input(0), 4);
    Shape padded = call.spec(0).paddedShape();
    int batch = padded.dim(0);
    Check.that(
        batch >= 7 && batch <= 9,
        "Input batch size must be between 7 to 9 for bert large TM ops! got %d",
        batch);
    Check.that(
        call.spec(0).shape().equals(Shape.of(batch, BERT_HEADS, BERT_ROWS, HEAD)),
        "input_tensor: [%d, 16, 384, 64] is needed, got %s",
        batch,
        call.spec(0).shape());
    Check.interleaved("input_tensor", call.spec(0).memoryConfig());
    Check.interleaved("memory_config", call.params().outputMemConfig());
    CoreCoord grid = call.params().computeWithStorageGridSize();
    CoreGrid device = CoreGrid.of(call.device());
    Check.that(
        grid.x() <= device.x() && grid.y() <= device.y(),
        "compute_with_storage_grid_size: Unsupported grid shape: the device has %dx%d, got %dx%d",
        device.x(),
        device.y(),
        grid.x(),
        grid.y());
    FusedHeadOperations.checkGrid(grid, call.spec(0).shape());
  }

  /** Rows of padding are rows of the results. */
  private static List<TensorSpec> falconHeads(Call<FalconHeadsParams> call) {
    Shape in = call.spec(0).paddedShape();
    TensorSpec own =
        new TensorSpec(
            Shape.of(in.dim(0), 1, in.dim(2), HEAD),
            call.spec(0).dtype(),
            Layout.TILE,
            call.params().outputMemConfig());
    return List.of(own.withShape(Shape.of(in.dim(0), FALCON_HEADS, in.dim(2), HEAD)), own, own);
  }

  private static TensorSpec joined(Call<ConcatenateHeadsParams> call) {
    return call.spec(0)
        .withShape(Shape.of(call.spec(0).shape().dim(0), 1, BERT_ROWS, BERT_HEADS * HEAD))
        .withMemoryConfig(call.params().outputMemConfig());
  }

  private static CoreRangeSet bertCores(Call<ConcatenateHeadsParams> call) {
    return CoreRangeSet.grid(BERT_ROWS / SIDE, call.spec(0).shape().dim(0));
  }

  private static List<CircularBuffer> rows(Call<?> call, CoreRangeSet cores, int width) {
    return List.of(CircularBuffers.tiles(cores, call.spec(0).dtype(), 2L * width / SIDE));
  }

  /** As much is written as read. */
  private static Work moved(Call<?> call, int cores) {
    TensorSpec written =
        call.spec(0).withMemoryConfig(call.outputs().getFirst().spec().memoryConfig());
    return Costs.work(0, cores, List.of(call.spec(0)), written);
  }

  private static void splitFalcon(Call<FalconHeadsParams> call) {
    split(call, 0, FALCON_HEADS, 0);
    split(call, FALCON_HEADS, 1, 1);
    split(call, FALCON_HEADS + 1, 1, 2);
  }

  private static void split(Call<FalconHeadsParams> call, int first, int heads, int into) {
    Shape in = call.spec(0).shape();
    int padded = call.spec(0).paddedShape().dim(2);
    float[] out = call.out(into).floats();
    for (int row = 0; row < in.dim(0) * in.dim(2); row++) {
      int batch = row / in.dim(2);
      for (int head = 0; head < heads; head++) {
        System.arraycopy(
            call.floats(0),
            row * FALCON_WIDTH + (first + head) * HEAD,
            out,
            ((batch * heads + head) * padded + row % in.dim(2)) * HEAD,
            HEAD);
      }
    }
  }

  private static List<double[]> goldenFalcon(GoldenCall<FalconHeadsParams> call) {
    return List.of(
        goldenSplit(call, 0, 0),
        goldenSplit(call, FALCON_HEADS, 1),
        goldenSplit(call, FALCON_HEADS + 1, 2));
  }

  private static double[] goldenSplit(GoldenCall<FalconHeadsParams> call, int first, int which) {
    int rows = call.input(0).spec().shape().dim(2);
    return Elements.of(
        call.outputs().get(which).shape(),
        at ->
            at[2] < rows
                ? Elements.at(call.input(0), at[0], 0, at[2], (first + at[1]) * HEAD + at[3])
                : 0);
  }
}
