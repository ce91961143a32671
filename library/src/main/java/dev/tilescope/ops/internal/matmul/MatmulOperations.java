package dev.tilescope.ops.internal.matmul;

import static dev.tilescope.ops.internal.mechanism.Temporaries.when;

import dev.tilescope.device.Work;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.Tile;
import dev.tilescope.ops.internal.composite.Relayout;
import dev.tilescope.ops.internal.conversion.TypecastOperations;
import dev.tilescope.ops.internal.elementwise.ArithmeticOperations;
import dev.tilescope.ops.internal.elementwise.ArithmeticOperations.MultiplyArguments;
import dev.tilescope.ops.internal.elementwise.BinaryOperations.BinaryArguments;
import dev.tilescope.ops.internal.elementwise.UnaryOperations;
import dev.tilescope.ops.internal.elementwise.UnaryOperations.ChainArguments;
import dev.tilescope.ops.internal.kernel.ElementwiseGolden;
import dev.tilescope.ops.internal.kernel.Kernels;
import dev.tilescope.ops.internal.kernel.Precision;
import dev.tilescope.ops.internal.kernel.UnaryKind;
import dev.tilescope.ops.internal.mechanism.Activations;
import dev.tilescope.ops.internal.mechanism.BoardPrecision;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Reference;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Shapes;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.movement.MovementSteps;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.ops.options.MatmulProgramConfig;
import dev.tilescope.ops.options.MatmulProgramConfig.Blocked;
import dev.tilescope.ops.options.MatmulProgramConfig.DramSharded;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCore;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast1D;
import dev.tilescope.ops.options.UnaryOptions;
import dev.tilescope.ops.options.UnaryWithParam;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Matrix products, with an optional bias and activation. A bias and an activation are fused into
 * the product where TT-NN's programs can do that; otherwise they follow as operations of their own.
 * Longer than most because the declaration, the three operations and what they are made of belong
 * together; how a product is spread over the cores is in the other {@code Matmul} classes.
 */
public final class MatmulOperations {
  private MatmulOperations() {}

  public record MatmulParams(
      MatmulProgramConfig programConfig,
      ComputeKernelConfig computeKernelConfig,
      MemoryConfig outputMemConfig,
      DataType outputDtype,
      boolean transposeA,
      boolean transposeB,
      Tile outputTile,
      @Nullable Integer subDeviceId) {
    @Nullable UnaryKind fusedActivation() {
      String name = programConfig.fusedActivation();
      return name == null ? null : Activations.named("fused_activation", name);
    }
  }

  public static final DeviceOperation<MatmulParams> MATMUL_ON_DEVICE =
      DeviceOperation.<MatmulParams>named("MatmulDeviceOperation", "matmul")
          .takes(
              Input.of("input_tensor_a").floats().in(Layout.TILE).ofAnyTile(),
              Input.of("input_tensor_b").floats().in(Layout.TILE).ofAnyTile(),
              Input.optional("bias").floats().in(Layout.TILE).ofAnyTile())
          .into("optional_output_tensor")
          .validation(MatmulCheck::call)
          .output(MatmulOperations::output)
          .circularBuffers(MatmulBuffers.TEXT, MatmulBuffers::of)
          .cost(MatmulOperations::cost)
          .kernel(MatmulOperations::compute)
          .golden(MatmulOperations::golden)
          .declare();

  public record MatmulArguments(Tensor inputTensorA, Tensor inputTensorB, MatmulOptions options) {}

  public record LinearArguments(
      Tensor inputTensorA, Tensor inputTensorB, @Nullable Tensor bias, MatmulOptions options) {}

  public record AddmmArguments(
      Tensor inputTensor,
      Tensor mat1Tensor,
      Tensor mat2Tensor,
      @Default("1.0") float alpha,
      @Default("1.0") float beta,
      MatmulOptions options) {}

  public static final Operation<MatmulArguments, Tensor> MATMUL =
      Operation.of(
          "ttnn::matmul",
          MatmulArguments.class,
          a -> apply(new MatmulRequest(a.inputTensorA(), a.inputTensorB(), null, a.options())),
          MATMUL_ON_DEVICE);
  public static final Operation<LinearArguments, Tensor> LINEAR =
      Operation.of(
          "ttnn::linear",
          LinearArguments.class,
          a -> apply(new MatmulRequest(a.inputTensorA(), a.inputTensorB(), a.bias(), a.options())),
          MATMUL_ON_DEVICE);
  public static final Operation<AddmmArguments, Tensor> ADDMM =
      Operation.of("ttnn::addmm", AddmmArguments.class, MatmulOperations::addmm, MATMUL_ON_DEVICE)
          .through("BinaryNgDeviceOperation");

  private static Tensor apply(MatmulRequest request) {
    if (isVector(request.a()) || isVector(request.b())) {
      return applyToVectors(request);
    }
    request.check();
    checkSeparate(request);
    MatmulOptions options = request.options();
    boolean byItself = request.config(true) instanceof MultiCore;
    try (Temporaries made = Temporaries.besides(request.a(), request.b())) {
      boolean turnsA = byItself && options.transposeA();
      boolean turnsB = byItself && options.transposeB();
      Tensor a = made.own(turnsA ? turned(request.a()) : request.a());
      Tensor b = made.own(turnsB ? turned(request.b()) : request.b());
      return made.handOver(product(request.transposed(a, b)));
    }
  }

  private static boolean isVector(Tensor tensor) {
    return tensor.shape().rank() == 1;
  }

  /**
   * A vector on the left is a row, one on the right a column; the dimension that makes it a matrix
   * is taken from the product, and bias and activation follow.
   */
  private static Tensor applyToVectors(MatmulRequest request) {
    Tensor a = request.a();
    Tensor b = request.b();
    Tensor bias = request.bias();
    MATMUL_ON_DEVICE.requireUsable(a, b, bias);
    MatmulOptions options = request.options();
    Check.that(!isVector(a) || !options.transposeA(), "transpose_a: a vector has one dimension");
    Check.that(!isVector(b) || !options.transposeB(), "transpose_b: a vector has one dimension");
    Tensor into = options.optionalOutputTensor();
    MatmulOptions plain = options.withActivation(null).withOptionalOutputTensor(null);
    try (Temporaries made = Temporaries.besides(a, b, bias, into)) {
      Tensor row = made.own(isVector(a) ? MovementSteps.reshape(a, 1, a.shape().dim(0)) : a);
      Tensor column = made.own(isVector(b) ? MovementSteps.reshape(b, b.shape().dim(0), 1) : b);
      return made.handOver(
          made.step(
              row,
              t -> apply(new MatmulRequest(t, column, null, plain)),
              t -> MovementSteps.reshape(t, withoutUnits(t.shape(), isVector(a), isVector(b))),
              when(bias != null, t -> plusBias(t, Objects.requireNonNull(bias), null)),
              when(options.activation() != null, t -> activated(t, options.activation(), null)),
              t -> Relayout.copied(t, into)));
    }
  }

  private static int[] withoutUnits(Shape product, boolean row, boolean column) {
    int rank = product.rank();
    return IntStream.range(0, rank)
        .filter(i -> !(row && i == rank - 2) && !(column && i == rank - 1))
        .map(product::dim)
        .toArray();
  }

  private static Tensor activated(
      Tensor tensor, @Nullable String activation, @Nullable Tensor into) {
    UnaryKind kind = Activations.named("activation", Objects.requireNonNull(activation));
    return UnaryOperations.UNARY_CHAIN.call(
        new ChainArguments(
            tensor,
            List.of(UnaryWithParam.of(kind)),
            new UnaryOptions(tensor.memoryConfig(), into)));
  }

  private static Tensor turned(Tensor matrix) {
    return MovementSteps.transpose(matrix, -1, -2);
  }

  /** Into a tensor with more dimensions of size 1, the product is written as into one without. */
  private static Tensor product(MatmulRequest request) {
    Tensor into = request.options().optionalOutputTensor();
    Shape result = request.sizes().result(request.a().shape(), request.b().shape());
    if (into == null || !isWider(into.shape(), result)) {
      return productAsShaped(request);
    }
    Tensor matrix = into.view(into.spec().withShape(result));
    MatmulOptions options = request.options().withOptionalOutputTensor(matrix);
    Tensor written =
        productAsShaped(new MatmulRequest(request.a(), request.b(), request.bias(), options));
    return MovementSteps.reshape(written, into.shape().toArray());
  }

  private static boolean isWider(Shape shape, Shape matrix) {
    int more = shape.rank() - matrix.rank();
    return more > 0
        && IntStream.range(0, shape.rank())
            .allMatch(i -> shape.dim(i) == (i < more ? 1 : matrix.dim(i - more)));
  }

  private static Tensor productAsShaped(MatmulRequest request) {
    boolean fused = request.fusesBias();
    MatmulParams params = request.params(fused);
    Tensor into = request.options().optionalOutputTensor();
    Tensor bias = request.bias();
    String activation = request.activation();
    boolean activates = activation != null && params.fusedActivation() == null;
    try (Temporaries made = Temporaries.besides(request.a(), request.b(), bias, into)) {
      return made.handOver(
          made.step(
              made.own(
                  MATMUL_ON_DEVICE.runInto(
                      into, params, request.a(), request.b(), fused ? bias : null)),
              when(bias != null && !fused, t -> plusBias(t, Objects.requireNonNull(bias), into)),
              when(bias != null && into == null, t -> asWide(t, Objects.requireNonNull(bias))),
              when(activates, t -> activated(t, activation, into))));
    }
  }

  /** With as many dimensions as the bias. */
  private static Tensor asWide(Tensor result, Tensor bias) {
    return bias.shape().rank() > result.shape().rank()
        ? MovementSteps.reshape(result, Shapes.broadcast(result.shape(), bias.shape()).toArray())
        : result;
  }

  private static Tensor plusBias(Tensor whole, Tensor bias, @Nullable Tensor into) {
    try (Temporaries made = Temporaries.besides(whole, bias, into)) {
      Tensor alike =
          made.own(
              bias.dtype() == whole.dtype()
                  ? bias
                  : TypecastOperations.typecast(bias, whole.dtype()));
      return made.handOver(
          sum(
              whole,
              alike,
              BinaryOptions.DEFAULT.withMemoryConfig(whole.memoryConfig()).withOutputTensor(into)));
    }
  }

  private static Tensor addmm(AddmmArguments call) {
    MatmulOptions options = call.options();
    Tensor input = call.inputTensor();
    Check.that(call.alpha() != 0, "alpha parameter cannot be 0");
    Check.that(
        options.activation() == null,
        "activation: addmm takes none, got \"%s\"",
        options.activation() == null ? "" : options.activation());
    MATMUL_ON_DEVICE.requireUsable(call.mat1Tensor(), call.mat2Tensor(), input);
    if (call.beta() != 0) {
      checkSummand("input_tensor", input);
    }
    checkSummand("mat1_tensor", call.mat1Tensor());
    checkSummand("mat2_tensor", call.mat2Tensor());
    MatmulRequest request = new MatmulRequest(call.mat1Tensor(), call.mat2Tensor(), null, options);
    request.check();
    Shape shape = request.sizes().result(call.mat1Tensor().shape(), call.mat2Tensor().shape());
    Check.that(
        call.beta() == 0 || input.shape().equals(shape),
        "input_tensor must have shape matching one of result of mat1_tensor @ mat2_tensor, %s, got"
            + " %s",
        shape,
        input.shape());
    try (Temporaries made = Temporaries.besides(input, options.optionalOutputTensor())) {
      Tensor result = made.own(apply(request));
      if (call.alpha() != 1) {
        scaled(result, call.alpha(), inPlace(result));
      }
      if (call.beta() != 0) {
        addScaled(result, input, call.beta());
      }
      return made.handOver(result);
    }
  }

  private static void checkSummand(String argument, Tensor tensor) {
    DataType dtype = tensor.dtype();
    Check.that(
        dtype == DataType.BFLOAT16 || dtype == DataType.FLOAT32 || dtype == DataType.BFLOAT8_B,
        "only ttnn.bfloat16, ttnn.float32 and ttnn.bfloat8_b types are supported for %s, got %s",
        argument,
        dtype);
  }

  private static void addScaled(Tensor result, Tensor input, float beta) {
    try (Temporaries made = Temporaries.besides(result, input)) {
      Tensor alike =
          made.own(
              input.dtype() == result.dtype()
                  ? input
                  : TypecastOperations.typecast(input, result.dtype()));
      Tensor scaled = made.own(beta == 1 ? alike : scaled(alike, beta, BinaryOptions.DEFAULT));
      sum(result, scaled, inPlace(result));
    }
  }

  private static Tensor sum(Tensor a, Tensor b, BinaryOptions options) {
    return ArithmeticOperations.ADD.call(new BinaryArguments(a, b, options));
  }

  private static Tensor scaled(Tensor tensor, float factor, BinaryOptions options) {
    return ArithmeticOperations.MULTIPLY.call(
        new MultiplyArguments(tensor, factor, false, options));
  }

  private static BinaryOptions inPlace(Tensor tensor) {
    return BinaryOptions.DEFAULT.withOutputTensor(tensor);
  }

  /** A product reads its inputs again and again while it writes its result. */
  private static void checkSeparate(MatmulRequest request) {
    Tensor into = request.options().optionalOutputTensor();
    if (into == null || into.buffer() == null) {
      return;
    }
    checkSeparate(into, request.a(), 0);
    checkSeparate(into, request.b(), 1);
    if (request.bias() != null) {
      checkSeparate(into, request.bias(), 2);
    }
  }

  private static void checkSeparate(Tensor into, Tensor input, int index) {
    Check.that(
        into.buffer() != input.buffer(),
        "optional_output_tensor: a tensor of its own is needed, got one with the buffer of %s",
        MATMUL_ON_DEVICE.inputs().get(index).name());
  }

  static MatmulSizes sizes(Call<MatmulParams> call) {
    MatmulParams params = call.params();
    return MatmulSizes.of(params.transposeA(), params.transposeB(), call.spec(0), call.spec(1));
  }

  private static TensorSpec output(Call<MatmulParams> call) {
    MatmulParams params = call.params();
    MatmulSizes sizes = sizes(call);
    boolean inRows =
        params.programConfig() instanceof MultiCoreReuseMultiCast1D cast && cast.untilizeOut();
    TensorSpec spec =
        new TensorSpec(
            sizes.result(call.spec(0).shape(), call.spec(1).shape()),
            params.outputDtype(),
            inRows ? Layout.ROW_MAJOR : Layout.TILE,
            MatmulCores.output(call, sizes));
    return inRows ? spec : spec.withTile(params.outputTile());
  }

  /**
   * Ideally the whole grid multiplies 4096 numbers a core and cycle, once for each pass of the
   * fidelity. In fact the busiest core computes whole tiles of all it was given.
   */
  private static Work cost(Call<MatmulParams> call) {
    MatmulSizes sizes = sizes(call);
    int cores = computingCores(call, sizes);
    int passes = call.params().computeKernelConfig().mathFidelity().passes();
    MatmulProgramConfig config = call.params().programConfig();
    long operations = (long) sizes.floatingPointOperations();
    double grid = 4096.0 * call.device().board().compute().size();
    MatmulTraffic traffic =
        new MatmulTraffic(config, sizes, cores, call.spec(0), call.spec(1), call.outputSpec());
    return Costs.computing(
            traffic.computeCycles(
                call.params().computeKernelConfig(),
                call.has(2),
                call.device().board().architecture()),
            cores,
            Costs.inputs(call),
            call.outputSpec())
        .withTraffic(traffic.reads(), traffic.writes())
        .withRereadBytes(traffic.rereadBytes())
        .writingLast()
        .withFloatingPointOperations(operations, (long) Math.ceil(operations / grid * passes));
  }

  /** Of weights in DRAM shards their readers. */
  private static int computingCores(Call<MatmulParams> call, MatmulSizes sizes) {
    return call.params().programConfig() instanceof DramSharded
        ? MatmulCores.readers(call, sizes).cores().size()
        : MatmulCores.of(call, sizes).size();
  }

  private static void compute(Call<MatmulParams> call) {
    Values output = call.out();
    if (output.size() == 0) {
      return;
    }
    MatmulParams params = call.params();
    MatmulSizes sizes = sizes(call);
    int m = sizes.m();
    int k = sizes.k();
    int n = sizes.n();
    float[] bias = call.floatsOrNull(2);
    boolean isRow = bias == null || bias.length == n;
    Kernels.batchedMatmul(
        operand(call.floats(0), call.spec(0).shape(), params.transposeA()),
        new int[] {sizes.batchedA() ? m * k : 0},
        call.floats(1),
        new int[] {sizes.batchedB() ? k * n : 0},
        output.floats(),
        new int[] {(int) sizes.batch()},
        m,
        k,
        n,
        params.transposeB(),
        isRow ? bias : null,
        params.fusedActivation(),
        precision(call, k, isRow && bias != null));
    if (bias != null && !isRow) {
      addToEach(bias, output.floats());
    }
  }

  private static @Nullable Precision precision(
      Call<MatmulParams> call, int depth, boolean withBias) {
    ComputeKernelConfig config = call.params().computeKernelConfig();
    return switch (call.params().programConfig()) {
      case MultiCore each -> BoardPrecision.of(call, config);
      case Blocked each -> BoardPrecision.of(call, config, depth, each.in0BlockW(), withBias);
      case DramSharded each -> BoardPrecision.of(call, config, depth, each.in0BlockW(), withBias);
    };
  }

  /** A bias of all rows, for programs that fuse no activation after it. */
  private static void addToEach(float[] bias, float[] matrices) {
    for (int i = 0; i < matrices.length; i++) {
      matrices[i] += bias[i % bias.length];
    }
  }

  private static float[] operand(float[] values, Shape shape, boolean transposed) {
    if (!transposed) {
      return values;
    }
    int rows = shape.dim(-2);
    int columns = shape.dim(-1);
    int batch = rows * columns == 0 ? 0 : values.length / (rows * columns);
    float[] result = new float[values.length];
    Kernels.permute(values, new int[] {batch, rows, columns}, new int[] {0, 2, 1}, result);
    return result;
  }

  private static double[] golden(GoldenCall<MatmulParams> call) {
    MatmulParams params = call.params();
    Reference a = call.input(0);
    Reference b = call.input(1);
    MatmulSizes sizes =
        MatmulSizes.of(params.transposeA(), params.transposeB(), a.spec(), b.spec());
    double[] out = call.newOutput();
    for (int i = 0; i < out.length; i++) {
      int column = i % sizes.n();
      int row = i / sizes.n() % sizes.m();
      int batch = i / (sizes.n() * sizes.m());
      double sum = 0;
      for (int k = 0; k < sizes.k(); k++) {
        int inA = params.transposeA() ? k * sizes.m() + row : row * sizes.k() + k;
        int inB = params.transposeB() ? column * sizes.k() + k : k * sizes.n() + column;
        sum +=
            a.values()[(sizes.batchedA() ? batch * sizes.m() * sizes.k() : 0) + inA]
                * b.values()[(sizes.batchedB() ? batch * sizes.k() * sizes.n() : 0) + inB];
      }
      if (call.has(2)) {
        double[] bias = call.values(2);
        sum += bias[i % bias.length];
      }
      out[i] = activated(params.fusedActivation(), sum);
    }
    return out;
  }

  private static double activated(@Nullable UnaryKind activation, double value) {
    return activation == null
        ? value
        : ElementwiseGolden.unary(activation, activation.defaultP(), activation.defaultQ(), value);
  }
}
