package dev.tilescope.ops.internal.elementwise;

import dev.tilescope.device.Architecture;
import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.CostConstants;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.SmallVector;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.composite.Relayout;
import dev.tilescope.ops.internal.kernel.BinaryKind;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.CoreLimit;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Declaration;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.RuntimeValues;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.Shapes;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.mechanism.TensorOrNumber;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.ops.options.UnaryWithParam;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How element-wise operations of two tensors, or of a tensor and a scalar, run. The functions
 * themselves are named in {@link ArithmeticOperations}, {@link ComparisonOperations} and {@link
 * InPlaceOperations}; their numbers are in {@link BinaryValues}.
 */
public final class BinaryOperations {
  private BinaryOperations() {}

  /** A number becomes a tile of it, as profiles of boards show. */
  private static final int CYCLES_TO_FILL_A_TILE = 1500;

  /**
   * @param scalar the second operand if it is not a tensor
   */
  public record BinaryParams(
      BinaryKind binaryOpType,
      @SmallVector List<UnaryWithParam> lhsActivations,
      @SmallVector List<UnaryWithParam> rhsActivations,
      @SmallVector List<UnaryWithParam> postActivations,
      @Nullable Number scalar,
      MemoryConfig memoryConfig,
      DataType dtype)
      implements RuntimeValues {
    public BinaryParams(
        BinaryKind kind, DataType dtype, MemoryConfig memoryConfig, @Nullable Number scalar) {
      this(kind, List.of(), List.of(), List.of(), scalar, memoryConfig, dtype);
    }

    @Override
    public Record program() {
      return new BinaryParams(
          binaryOpType,
          lhsActivations,
          rhsActivations,
          postActivations,
          scalar == null ? null : 0,
          memoryConfig,
          dtype);
    }
  }

  /** Broadcasts inside the device operation. */
  public static final DeviceOperation<BinaryParams> BINARY_NG_ON_DEVICE =
      declaration("BinaryNgDeviceOperation", "binary_ng")
          .validation(BinaryCheck::check)
          .anyShape(BinaryOperations::broadcastInTiles)
          .declare();

  /** The older form: equal shapes only. */
  public static final DeviceOperation<BinaryParams> BINARY_ON_DEVICE =
      declaration("BinaryDeviceOperation", "binary").validation(BinaryCheck::checkAlike).declare();

  public record BinaryArguments(
      Tensor inputTensorA, @TensorOrNumber Object inputTensorB, BinaryOptions options)
      implements CoreLimited.ByOptions {}

  /**
   * Which operands are spread inside their tiles: a single element, or a row or a column of the
   * last two dimensions.
   */
  private static List<Boolean> broadcastInTiles(Call<BinaryParams> call) {
    if (!call.has(1)) {
      return List.of();
    }
    TensorSpec a = call.spec(0);
    TensorSpec b = call.spec(1);
    boolean rowOfA = dim(a, -2) == 1 && dim(b, -2) != 1;
    boolean rowOfB = dim(b, -2) == 1 && dim(a, -2) != 1;
    boolean columnOfA = dim(a, -1) == 1 && dim(b, -1) != 1;
    boolean columnOfB = dim(b, -1) == 1 && dim(a, -1) != 1;
    if ((rowOfA || columnOfA) && isOneElement(a)) {
      return List.of(true, false);
    } else if ((rowOfB || columnOfB) && isOneElement(b)) {
      return List.of(false, true);
    }
    return List.of(rowOfA, rowOfB, columnOfA, columnOfB);
  }

  private static boolean isOneElement(TensorSpec spec) {
    return dim(spec, -2) == 1 && dim(spec, -1) == 1;
  }

  private static Declaration<BinaryParams> declaration(String name, String primitive) {
    return DeviceOperation.<BinaryParams>named(name, primitive)
        .takes(Input.of("input_tensor_a"), Input.optional("input_tensor_b"))
        .output(BinaryOperations::output)
        .circularBuffers(
            "Two tiles for each operand and for the result, of rows too, on every core of the grid; a"
                + " scalar is one; one more for an operand with activations, two for one that is"
                + " broadcast inside its tiles; tensors sharded alike are used where they lie.",
            BinaryOperations::circularBuffers)
        .cost(BinaryOperations::cost)
        .kernel(BinaryValues::compute)
        .golden(BinaryValues::golden);
  }

  /** A function by its kind, which has TT-NN's name. */
  static Operation<BinaryArguments, Tensor> binary(BinaryKind kind) {
    return binary(kind.name().toLowerCase(Locale.ROOT), kind);
  }

  static Operation<BinaryArguments, Tensor> binary(String name, BinaryKind kind) {
    return Operation.of(
        "ttnn::" + name,
        BinaryArguments.class,
        a -> runBinary(kind, a.inputTensorA(), a.inputTensorB(), a.options()),
        BINARY_NG_ON_DEVICE,
        BINARY_ON_DEVICE);
  }

  /**
   * @param b a tensor, or a number
   */
  static Tensor runBinary(BinaryKind kind, Tensor a, Object b, BinaryOptions options) {
    return CoreLimit.onSubDevice(
        options.subDeviceId(), options.subCoreGrids(), a, () -> run(kind, a, b, options));
  }

  private static Tensor run(BinaryKind kind, Tensor a, Object b, BinaryOptions options) {
    Tensor second = b instanceof Tensor tensor ? tensor : null;
    if (second != null && options.useLegacy()) {
      return runLegacy(kind, a, second, options);
    }
    BINARY_NG_ON_DEVICE.requireUsable(a, second);
    BinaryCheck.target(options.outputTensor(), a, second);
    try (Temporaries made = Temporaries.besides(a, second)) {
      Tensor left = made.own(BinaryPromotion.first(kind, a, second));
      Tensor right = second == null ? null : made.own(BinaryPromotion.second(kind, left, second));
      Number scalar = b instanceof Number number ? number : null;
      return made.handOver(
          BINARY_NG_ON_DEVICE.runInto(
              options.outputTensor(),
              params(kind, left, options.withMemoryConfig(memory(left, right, options)), scalar),
              left,
              right));
    }
  }

  /**
   * Where the result goes: as asked, else to the shards of the tensor that lies on more cores, cut
   * for the shape of the result. Shards of the second tensor do not draw it out of L1.
   */
  private static @Nullable MemoryConfig memory(
      Tensor a, @Nullable Tensor b, BinaryOptions options) {
    if (b == null || options.memoryConfig() != null || options.outputTensor() != null) {
      return options.memoryConfig();
    }
    boolean mayMove = a.memoryConfig().isSharded() || a.memoryConfig().bufferType().isDram();
    boolean moves = mayMove && Placement.shardCores(b) > Placement.shardCores(a);
    return Placement.of(null, moves ? b : a, Shapes.broadcast(a.shape(), b.shape()));
  }

  private static Tensor runLegacy(BinaryKind kind, Tensor a, Tensor b, BinaryOptions options) {
    BINARY_ON_DEVICE.requireUsable(a, b);
    Shape shape = Shapes.broadcast(a.shape(), b.shape());
    try (Temporaries made = Temporaries.besides(a, b)) {
      Tensor left = made.own(Relayout.repeatTo(a, shape));
      Tensor right = made.own(Relayout.repeatTo(b, shape));
      BinaryParams params = params(kind, a, options, null);
      return made.handOver(BINARY_ON_DEVICE.runInto(options.outputTensor(), params, left, right));
    }
  }

  private static BinaryParams params(
      BinaryKind kind, Tensor a, BinaryOptions options, @Nullable Number scalar) {
    return new BinaryParams(
        kind,
        options.inputTensorAActivations(),
        options.inputTensorBActivations(),
        options.activations(),
        scalar,
        resultMemory(a, options),
        resultType(kind, a, options));
  }

  private static MemoryConfig resultMemory(Tensor a, BinaryOptions options) {
    return Placement.of(options.memoryConfig(), options.outputTensor(), a);
  }

  private static DataType resultType(BinaryKind kind, Tensor a, BinaryOptions options) {
    if (options.dtype() != null) {
      return options.dtype();
    }
    if (options.outputTensor() != null) {
      return options.outputTensor().dtype();
    }
    return kind == BinaryKind.DIVIDE && !a.dtype().isFloat() ? DataType.FLOAT32 : a.dtype();
  }

  private static TensorSpec output(Call<BinaryParams> call) {
    BinaryParams params = call.params();
    return new TensorSpec(
        BinaryValues.shape(call), params.dtype(), call.spec(0).layout(), params.memoryConfig());
  }

  /**
   * Two tiles for each operand and for the result, on every core of the grid; tensors that are
   * sharded alike are used where they lie. A scalar is one tile that stays. Rows pass in pieces of
   * a tile, so that one program serves all widths.
   */
  private static List<CircularBuffer> circularBuffers(Call<BinaryParams> call) {
    Tensor output = call.output();
    List<Tensor> inputs = call.given();
    List<CircularBuffer> buffers = new ArrayList<>(5);
    CoreRangeSet cores = CircularBuffers.wholeGrid(call);
    if (CircularBuffers.shardedAlike(inputs, output)) {
      inputs.forEach(in -> buffers.add(CircularBuffers.backedBy(in)));
      buffers.add(CircularBuffers.backedBy(output));
      cores = buffers.getFirst().cores();
    } else {
      for (Tensor in : inputs) {
        buffers.add(CircularBuffers.tiles(cores, in.dtype(), 2));
      }
      if (call.params().scalar() != null) {
        buffers.add(CircularBuffers.tiles(cores, call.spec(0).dtype(), 1));
      }
      buffers.add(CircularBuffers.tiles(cores, output.dtype(), 2));
    }
    addIntermediate(call, cores, buffers);
    return buffers;
  }

  private static void addIntermediate(
      Call<BinaryParams> call, CoreRangeSet cores, List<CircularBuffer> buffers) {
    if (!call.params().lhsActivations().isEmpty()) {
      buffers.add(CircularBuffers.tiles(cores, call.spec(0).dtype(), 1));
    }
    if (!call.has(1)) {
      return;
    }
    if (!call.params().rhsActivations().isEmpty()) {
      buffers.add(CircularBuffers.tiles(cores, call.spec(1).dtype(), 1));
    }
    if (fillsTiles(call.spec(0), call.spec(1))) {
      buffers.add(CircularBuffers.tiles(cores, call.spec(0).dtype(), 2));
    }
    if (fillsTiles(call.spec(1), call.spec(0))) {
      buffers.add(CircularBuffers.tiles(cores, call.spec(1).dtype(), 2));
    }
  }

  /**
   * Whether a row, a column or a single element of the tensor is spread over its tiles first. Of a
   * row and a column that meet, only the row is.
   */
  private static boolean fillsTiles(TensorSpec tensor, TensorSpec other) {
    boolean row = dim(tensor, -2) == 1 && dim(other, -2) > 1;
    boolean column = dim(tensor, -1) == 1 && dim(other, -1) > 1;
    boolean otherIsRow = dim(other, -2) == 1 && dim(tensor, -2) > 1;
    return tensor.layout() == Layout.TILE && (row || column && !otherIsRow);
  }

  private static int dim(TensorSpec spec, int index) {
    return spec.shape().rank() < -index ? 1 : spec.shape().dim(index);
  }

  private static Work cost(Call<BinaryParams> call) {
    int cores = CircularBuffers.wholeGrid(call).size();
    TileWork perTile = TileWork.measured(tileCycles(call));
    Work work = Costs.ofTiles(perTile, cores, call);
    return call.params().scalar() == null ? work : work.withMoreCompute(CYCLES_TO_FILL_A_TILE);
  }

  private static long tileCycles(Call<BinaryParams> call) {
    Architecture architecture = call.device().board().architecture();
    BinaryParams params = call.params();
    return CostConstants.inUse().tileCycles("binary", params.binaryOpType().name(), architecture)
        + broadcastCycles(call, architecture)
        + activationCycles(params.lhsActivations(), architecture)
        + activationCycles(params.rhsActivations(), architecture)
        + UnaryOperations.addedCycles(params.postActivations(), architecture);
  }

  /** An operand's tile is taken out of the registers and in again after its activation. */
  private static long activationCycles(List<UnaryWithParam> functions, Architecture architecture) {
    return functions.isEmpty()
        ? 0
        : UnaryOperations.addedCycles(functions, architecture)
            + CostConstants.inUse().tileCycles("binary", "ACTIVATION", architecture);
  }

  /** What it takes to repeat a row or a column of a tile. */
  private static long broadcastCycles(Call<BinaryParams> call, Architecture architecture) {
    boolean isRepeated =
        call.has(1)
            && (dim(call.spec(0), -1) != dim(call.spec(1), -1)
                || dim(call.spec(0), -2) != dim(call.spec(1), -2));
    return isRepeated ? CostConstants.inUse().tileCycles("binary", "BROADCAST", architecture) : 0;
  }
}
