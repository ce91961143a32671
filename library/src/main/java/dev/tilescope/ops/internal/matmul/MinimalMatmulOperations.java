package dev.tilescope.ops.internal.matmul;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.ElementwiseGolden;
import dev.tilescope.ops.internal.kernel.Kernels;
import dev.tilescope.ops.internal.kernel.UnaryKind;
import dev.tilescope.ops.internal.mechanism.BoardPrecision;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.MinimalMatmulConfig;
import dev.tilescope.ops.options.MinimalMatmulOptions;
import dev.tilescope.ops.options.UnaryWithParam;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Products of tall inputs with one matrix of weights, whole or in columns of several tensors. */
public final class MinimalMatmulOperations {
  private MinimalMatmulOperations() {}

  private static final int BIAS = 2;
  private static final int BLOCK = 8;
  private static final int SIDE = TensorSpec.TILE_SIDE;
  private static final ComputeKernelConfig COMPUTE =
      new ComputeKernelConfig(MathFidelity.HI_FI2, false, true, true, false, 0);

  /**
   * @param chunks how many tensors the columns of the product go to
   */
  public record MinimalMatmulParams(
      @Nullable MinimalMatmulConfig config,
      @Nullable UnaryWithParam fusedActivation,
      MemoryConfig outputMemConfig,
      DataType outputDtype,
      ComputeKernelConfig computeKernelConfig,
      int chunks,
      boolean fuseSwiglu) {}

  public static final DeviceOperation<MinimalMatmulParams> MINIMAL_MATMUL_ON_DEVICE =
      DeviceOperation.<MinimalMatmulParams>named("MinimalMatmulDeviceOperation", "minimal_matmul")
          .takes(
              Input.of("input_tensor").floats().in(Layout.TILE),
              Input.of("weight_tensor").floats().in(Layout.TILE),
              Input.optional("bias_tensor").floats().in(Layout.TILE))
          .validation(MinimalMatmulOperations::check)
          .outputs(MinimalMatmulOperations::outputs)
          .circularBuffers(
              "Two blocks each of the input, of the weights and out, one of partial sums and a row"
                  + " of the bias; blocks are 8 x 8 x 8 tiles unless config says otherwise.",
              MinimalMatmulOperations::circularBuffers)
          .cost(MinimalMatmulOperations::cost)
          .kernel(MinimalMatmulOperations::compute)
          .goldens(MinimalMatmulOperations::goldens)
          .declare();

  public record MinimalMatmulArguments(
      Tensor inputTensor, Tensor weightTensor, MinimalMatmulOptions options) {}

  public record MinimalMatmulSplitArguments(
      Tensor inputTensor,
      Tensor weightTensor,
      @Default("3") int chunks,
      @Default("-1") int dim,
      MinimalMatmulOptions options) {}

  public static final Operation<MinimalMatmulArguments, Tensor> MINIMAL_MATMUL =
      Operation.of(
          "ttnn::experimental::minimal_matmul",
          MinimalMatmulArguments.class,
          a -> product(a.inputTensor(), a.weightTensor(), 1, a.options()).getFirst(),
          MINIMAL_MATMUL_ON_DEVICE);
  public static final Operation<MinimalMatmulSplitArguments, List<Tensor>> MINIMAL_MATMUL_SPLIT =
      Operation.of(
          "ttnn::experimental::minimal_matmul_split",
          MinimalMatmulSplitArguments.class,
          MinimalMatmulOperations::split,
          MINIMAL_MATMUL_ON_DEVICE);

  private static List<Tensor> split(MinimalMatmulSplitArguments a) {
    Check.that(a.dim() == -1, "dim: the product is split along the last, -1, got %d", a.dim());
    return product(a.inputTensor(), a.weightTensor(), a.chunks(), a.options());
  }

  private static List<Tensor> product(
      Tensor input, Tensor weight, int chunks, MinimalMatmulOptions options) {
    Tensor bias = options.biasTensor();
    MINIMAL_MATMUL_ON_DEVICE.requireUsable(input, weight, bias);
    MemoryConfig memory = options.memoryConfig();
    DataType dtype = options.dtype();
    ComputeKernelConfig kernel = options.computeKernelConfig();
    return MINIMAL_MATMUL_ON_DEVICE.runAllInto(
        List.of(),
        new MinimalMatmulParams(
            options.config(),
            options.fusedActivation(),
            memory == null ? input.memoryConfig() : memory,
            dtype == null ? input.dtype() : dtype,
            kernel == null ? COMPUTE : kernel,
            chunks,
            options.fuseSwiglu()),
        input,
        weight,
        bias);
  }

  /** As validate of minimal_matmul_device_operation.cpp. */
  private static void check(Call<MinimalMatmulParams> call) {
    MinimalMatmulParams params = call.params();
    Check.rankAtLeast("input_tensor", call.input(0), 2);
    Check.rankAtLeast("weight_tensor", call.input(1), 2);
    Shape weight = call.spec(1).shape();
    int inner = call.spec(0).shape().dim(-1);
    Check.that(
        weight.dim(-2) == inner && weight.volume() == (long) inner * weight.dim(-1),
        "weight_tensor: one matrix of %d rows is needed, got %s",
        inner,
        weight);
    Check.that(
        call.spec(0).shape().volume() > 0 && weight.dim(-1) > 0,
        "input_tensor: products of nothing are not made, got %s and %s",
        call.spec(0).shape(),
        weight);
    if (call.has(BIAS)) {
      Shape bias = call.spec(BIAS).shape();
      Check.that(
          bias.rank() > 0 && bias.dim(-1) == weight.dim(-1) && bias.volume() == bias.dim(-1),
          "bias_tensor: a row of %d is needed, got %s",
          weight.dim(-1),
          bias);
    }
    checkParts(params, weight);
    checkGrid(call);
  }

  private static void checkParts(MinimalMatmulParams params, Shape weight) {
    Check.atLeast("chunks", params.chunks(), 1);
    Check.that(
        !params.fuseSwiglu() || params.fusedActivation() == null,
        "fuse_swiglu: it cannot be given with fused_activation");
    int unit = params.fuseSwiglu() ? 2 * SIDE : SIDE;
    boolean whole = params.chunks() == 1 && !params.fuseSwiglu();
    Check.that(
        whole || weight.dim(-1) % (unit * params.chunks()) == 0,
        "weight_tensor: %d chunks of a multiple of %d columns are needed, got %s",
        params.chunks(),
        unit,
        weight);
  }

  private static void checkGrid(Call<MinimalMatmulParams> call) {
    MinimalMatmulConfig config = call.params().config();
    CoreGrid device = CoreGrid.of(call.device());
    CoreGrid grid = config == null ? device : config.computeWithStorageGridSize();
    Check.that(
        grid.x() <= device.x() && grid.y() <= device.y(),
        "config: the device has %s, got %s",
        device,
        grid);
  }

  private static List<TensorSpec> outputs(Call<MinimalMatmulParams> call) {
    MinimalMatmulParams params = call.params();
    int[] dims = call.spec(0).shape().toArray();
    int parts = params.chunks() * (params.fuseSwiglu() ? 2 : 1);
    dims[dims.length - 1] = call.spec(1).shape().dim(-1) / parts;
    return Collections.nCopies(
        params.chunks(),
        new TensorSpec(
            Shape.of(dims), params.outputDtype(), Layout.TILE, params.outputMemConfig()));
  }

  private static CoreRangeSet cores(Call<MinimalMatmulParams> call) {
    MinimalMatmulConfig config = call.params().config();
    return config == null
        ? CircularBuffers.wholeGrid(call.device())
        : CoreRangeSet.grid(
            config.computeWithStorageGridSize().x(), config.computeWithStorageGridSize().y());
  }

  /** How deep a block is. */
  private static int blockTiles(MinimalMatmulParams params) {
    return params.config() == null ? BLOCK : params.config().kBlockSize();
  }

  /** As minimal_matmul_program_factory.cpp; determine_default_block_sizes has blocks of 8. */
  private static List<CircularBuffer> circularBuffers(Call<MinimalMatmulParams> call) {
    MinimalMatmulParams params = call.params();
    MinimalMatmulConfig config = params.config();
    long m = config == null ? BLOCK : config.mBlockSize();
    long k = blockTiles(params);
    long n = config == null ? BLOCK : config.nBlockSize();
    boolean inFloat32 = params.computeKernelConfig().fp32DestAccEn();
    DataType partial = inFloat32 ? DataType.FLOAT32 : DataType.BFLOAT16;
    CoreRangeSet cores = cores(call);
    List<CircularBuffer> buffers = new ArrayList<>();
    buffers.add(CircularBuffers.tiles(cores, call.spec(0).dtype(), 2 * m * k));
    buffers.add(CircularBuffers.tiles(cores, call.spec(1).dtype(), 2 * k * n));
    buffers.add(
        CircularBuffers.tiles(
            cores, params.outputDtype(), 2 * (params.fuseSwiglu() ? m * n / 2 : m * n)));
    buffers.add(CircularBuffers.tiles(cores, partial, m * n));
    if (call.has(BIAS)) {
      buffers.add(CircularBuffers.tiles(cores, call.spec(BIAS).dtype(), n));
    }
    return buffers;
  }

  /** The busiest core has as many rows and columns of tiles as any, rounded up. */
  private static Work cost(Call<MinimalMatmulParams> call) {
    int cores = cores(call).size();
    int passes = call.params().computeKernelConfig().mathFidelity().passes();
    long m = call.spec(0).physicalHeight() / SIDE;
    long k = call.spec(0).physicalWidth() / SIDE;
    long n = call.spec(1).physicalWidth() / SIDE;
    long operations = 2 * m * k * n * SIDE * SIDE * SIDE;
    double grid = 4096.0 * call.device().board().compute().size();
    return Costs.computing(
            m * k * n * Costs.CYCLES_PER_TILE_PRODUCT * passes,
            cores,
            Costs.inputs(call),
            call.outputSpec())
        .writingLast()
        .withFloatingPointOperations(operations, (long) Math.ceil(operations / grid * passes));
  }

  private static void compute(Call<MinimalMatmulParams> call) {
    MinimalMatmulParams params = call.params();
    int k = call.spec(0).shape().dim(-1);
    int n = call.spec(1).shape().dim(-1);
    int m = Math.toIntExact(call.spec(0).shape().volume() / k);
    boolean direct = params.chunks() == 1 && !params.fuseSwiglu();
    float[] whole = direct ? call.out().floats() : new float[Math.multiplyExact(m, n)];
    Kernels.batchedMatmul(
        call.floats(0),
        new int[] {0},
        call.floats(1),
        new int[] {0},
        whole,
        new int[] {1},
        m,
        k,
        n,
        false,
        call.floatsOrNull(BIAS),
        activation(params),
        BoardPrecision.of(
            call, params.computeKernelConfig(), k, blockTiles(params), call.has(BIAS)));
    for (int chunk = 0; !direct && chunk < params.chunks(); chunk++) {
      float[] out = call.out(chunk).floats();
      int width = out.length / m;
      for (int i = 0; i < out.length; i++) {
        int at = i / width * n + place(params, chunk * width + i % width);
        out[i] = params.fuseSwiglu() ? gated(whole[at], whole[at + SIDE]) : whole[at];
      }
    }
  }

  private static @Nullable UnaryKind activation(MinimalMatmulParams params) {
    UnaryWithParam given = params.fusedActivation();
    return given == null ? null : given.opType();
  }

  /** The column of the product for one of the result: gates and what they gate lie in turns. */
  private static int place(MinimalMatmulParams params, int column) {
    return params.fuseSwiglu() ? column / SIDE * 2 * SIDE + column % SIDE : column;
  }

  private static float gated(float gate, float value) {
    return (float) (gate / (1 + Math.exp(-gate)) * value);
  }

  private static List<double[]> goldens(GoldenCall<MinimalMatmulParams> call) {
    MinimalMatmulParams params = call.params();
    List<double[]> outs = new ArrayList<>();
    for (int chunk = 0; chunk < params.chunks(); chunk++) {
      Shape shape = call.outputs().get(chunk).shape();
      int width = shape.dim(-1);
      double[] out = new double[(int) shape.volume()];
      for (int i = 0; i < out.length; i++) {
        int row = i / width;
        int column = place(params, chunk * width + i % width);
        double first = golden(call, row, column);
        out[i] =
            params.fuseSwiglu()
                ? first / (1 + Math.exp(-first)) * golden(call, row, column + SIDE)
                : first;
      }
      outs.add(out);
    }
    return outs;
  }

  private static double golden(GoldenCall<MinimalMatmulParams> call, int row, int column) {
    int inner = call.input(0).spec().shape().dim(-1);
    int n = call.input(1).spec().shape().dim(-1);
    double sum = call.has(BIAS) ? call.values(BIAS)[column] : 0;
    for (int k = 0; k < inner; k++) {
      sum += call.values(0)[row * inner + k] * call.values(1)[k * n + column];
    }
    UnaryWithParam given = call.params().fusedActivation();
    return given == null ? sum : ElementwiseGolden.unary(given.opType(), given.p(), given.q(), sum);
  }
}
