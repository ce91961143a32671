package dev.tilescope.ops.internal.matmul;

import dev.tilescope.device.Architecture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.Tile;
import dev.tilescope.ops.internal.matmul.MatmulOperations.MatmulParams;
import dev.tilescope.ops.internal.mechanism.Activations;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.ops.options.MatmulProgramConfig;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCore;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuse;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast1D;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCastBatchedDramSharded;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCastDramSharded;
import dev.tilescope.tensor.Sharding;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** What a user asked for, and what follows from it for the device operation. */
public record MatmulRequest(Tensor a, Tensor b, @Nullable Tensor bias, MatmulOptions options) {
  MeshDevice device() {
    return a.requireBuffer("input_tensor_a").device();
  }

  MatmulSizes sizes() {
    return MatmulSizes.of(options.transposeA(), options.transposeB(), a.spec(), b.spec());
  }

  /** The same with matrices that were transposed before. */
  MatmulRequest transposed(Tensor newA, Tensor newB) {
    MatmulOptions straight =
        options
            .withTransposeA(options.transposeA() && newA == a)
            .withTransposeB(options.transposeB() && newB == b);
    return new MatmulRequest(newA, newB, bias, straight);
  }

  /** Throws unless the tensors can be multiplied at all. */
  public void check() {
    MatmulOperations.MATMUL_ON_DEVICE.requireUsable(a, b, bias);
    Tensor[] tensors = bias == null ? new Tensor[] {a, b} : new Tensor[] {a, b, bias};
    for (int i = 0; i < tensors.length; i++) {
      MatmulOperations.MATMUL_ON_DEVICE.inputs().get(i).check(tensors[i]);
    }
    MatmulCheck.shapes(options.transposeA(), options.transposeB(), a.spec(), b.spec());
    if (bias != null) {
      MatmulCheck.bias(options.programConfig(), a.spec(), bias.spec());
      MatmulCheck.bias(bias.shape(), sizes().result(a.shape(), b.shape()));
    }
    checkOptions();
  }

  private void checkOptions() {
    options.checkDevice();
    Check.that(
        options.coreGrid() == null || options.programConfig() == null,
        "Cannot use both user core grid/coordinates and a program config");
    if (options.subDeviceId() != null) {
      device().subDevices().cores(options.subDeviceId());
    }
    if (options.activation() != null) {
      Activations.named("activation", options.activation());
      Check.that(
          !a.memoryConfig().isSharded() && !b.memoryConfig().isSharded(),
          "Sharded matmul run with %s activation: this should be placed in the program config's"
              + " fused_activation field",
          options.activation());
    }
    MatmulProgramConfig given = options.programConfig();
    if (given != null && given.fusedActivation() != null) {
      Activations.named("program_config: fused_activation", given.fusedActivation());
    }
    Check.that(
        outputDtype().isFloat(), "dtype: a floating-point type is needed, got %s", outputDtype());
    MemoryConfig memory = outputMemory();
    if (memory.shardSpec() != null) {
      Shape result = sizes().result(a.shape(), b.shape());
      Sharding.check(
          new TensorSpec(result, outputDtype(), a.layout(), memory).withTile(outputTile()));
    }
  }

  /** The height of A's tiles and the width of B's, unless wider ones are asked for. */
  Tile outputTile() {
    MatmulSizes sizes = sizes();
    Tensor into = options.optionalOutputTensor();
    Tile asked = into == null ? options.outputTile() : into.spec().tile();
    if (asked == null) {
      return new Tile(sizes.tileHeight(), sizes.tileWidth());
    }
    Check.that(
        into == null || options.outputTile() == null,
        "Matmul cannot have both an output_tile and an optional_output_tensor. Configure the tile"
            + " type of the output tensor instead if both are required.");
    Check.that(
        asked.width() % sizes.tileWidth() == 0,
        "the override output tile width (%d) must be a multiple of in1 tile width (%d)",
        asked.width(),
        sizes.tileWidth());
    Check.that(
        asked.height() == sizes.tileHeight(),
        "the override output tile height (%d) must equal to the in0 tile height (%d)",
        asked.height(),
        sizes.tileHeight());
    boolean wider = asked.width() != sizes.tileWidth();
    Check.that(
        !wider || asked.height() <= Tile.FACE_SIDE,
        "the override output tile height (%d) must equal or less to face height (%d)",
        asked.height(),
        Tile.FACE_SIDE);
    Check.that(
        !wider || outputMemory().isSharded(),
        "the override output tile width (%d) must equal the in0 tile width (%d)",
        asked.width(),
        sizes.tileWidth());
    return asked;
  }

  MemoryConfig outputMemory() {
    if (options.memoryConfig() != null) {
      return options.memoryConfig();
    }
    Tensor into = options.optionalOutputTensor();
    return into == null ? MemoryConfig.DRAM : into.memoryConfig();
  }

  DataType outputDtype() {
    if (options.dtype() != null) {
      return options.dtype();
    }
    Tensor into = options.optionalOutputTensor();
    return into == null ? a.dtype() : into.dtype();
  }

  /**
   * TT-NN's defaults: two passes, or one if the user chose the cores or both inputs are block
   * floats; for float32 inputs three on Wormhole, where a fourth is faulty, and four elsewhere.
   */
  ComputeKernelConfig kernel() {
    if (options.computeKernelConfig() != null) {
      return options.computeKernelConfig();
    }
    boolean wide = outputDtype() == DataType.FLOAT32;
    return new ComputeKernelConfig(fidelity(), false, wide, !wide, false, 0);
  }

  private MathFidelity fidelity() {
    if (a.dtype() == DataType.FLOAT32 && b.dtype() == DataType.FLOAT32) {
      boolean wormhole = device().board().architecture() == Architecture.WORMHOLE_B0;
      return wormhole ? MathFidelity.HI_FI3 : MathFidelity.HI_FI4;
    }
    boolean chosen = options.programConfig() != null || options.coreGrid() != null;
    boolean low = isBlockFloat(a.dtype()) && isBlockFloat(b.dtype());
    return chosen || low ? MathFidelity.LO_FI : MathFidelity.HI_FI2;
  }

  private static boolean isBlockFloat(DataType dtype) {
    return dtype == DataType.BFLOAT8_B || dtype == DataType.BFLOAT4_B;
  }

  /**
   * The user's program config, or the one that TT-NN would choose now. If a bias is added later, an
   * activation is not fused, as it must come last; TT-NN swaps the two.
   *
   * @param withBias whether the program adds the bias
   */
  MatmulProgramConfig config(boolean withBias) {
    boolean biasFollows = bias != null && !withBias;
    if (options.programConfig() != null && !sizes().isEmpty()) {
      MatmulProgramConfig given = options.programConfig();
      return biasFollows ? withoutActivation(given) : given;
    }
    return new MatmulChoice(
            sizes(),
            a.spec(),
            b.spec(),
            outputMemory(),
            outputDtype(),
            kernel(),
            options.coreGrid(),
            biasFollows ? null : options.activation(),
            CoreGrid.of(device()),
            blocks(withBias))
        .choose();
  }

  /** The same, with nothing fused. */
  private static MatmulProgramConfig withoutActivation(MatmulProgramConfig config) {
    return switch (config) {
      case MultiCore multiCore -> multiCore;
      case MultiCoreReuse reuse -> reuse;
      case MultiCoreReuseMultiCast cast -> cast.withFusedActivation(null);
      case MultiCoreReuseMultiCast1D cast -> cast.withFusedActivation(null);
      case MultiCoreReuseMultiCastDramSharded dram -> dram.withFusedActivation(null);
      case MultiCoreReuseMultiCastBatchedDramSharded dram -> dram.withFusedActivation(null);
    };
  }

  private MatmulBlocks blocks(boolean withBias) {
    ShardSpec shards = a.memoryConfig().shardSpec();
    int intermediate =
        kernel().fp32DestAccEn()
            ? DataType.FLOAT32.tileBytes()
            : Math.max(DataType.BFLOAT16.tileBytes(), outputDtype().tileBytes());
    return new MatmulBlocks(
        a.dtype().tileBytes(),
        b.dtype().tileBytes(),
        intermediate,
        withBias && bias != null ? bias.dtype().tileBytes() : 0,
        shards == null ? 0 : shards.width() / TensorSpec.TILE_SIDE,
        options.transposeA(),
        CircularBuffers.freeBytes(device()));
  }

  /**
   * Whether the program adds the bias itself. But for {@link #fusesBlock} TT-NN does not fuse one
   * that is not a row, nor one for a batch of weights, and where it chooses the program by itself
   * only with everything in DRAM.
   */
  public boolean fusesBias() {
    if (bias != null && fusesBlock(bias.shape())) {
      return true;
    } else if (bias == null || sizes().batchedB() || bias.shape().volume() != sizes().n()) {
      return false;
    }
    MatmulProgramConfig config = config(true);
    if (config instanceof MultiCore || config instanceof MultiCoreReuse) {
      return false;
    }
    return options.programConfig() != null || options.coreGrid() != null || allInDram();
  }

  /** A bias for all rows, if a core makes whole matrices: it is loaded once for the batch. */
  private boolean fusesBlock(Shape block) {
    MatmulSizes sizes = sizes();
    return options.programConfig() instanceof MultiCoreReuse config
        && !options.transposeA()
        && !options.transposeB()
        && config.perCoreN() == sizes.tilesOfN()
        && config.perCoreM() >= sizes.tilesOfM()
        && block.volume() == (long) sizes.m() * sizes.n()
        && block.rank() > 1
        && block.dim(-2) == sizes.tilesOfM() * sizes.tileHeight()
        && block.dim(-1) == sizes.tilesOfN() * sizes.tileWidth();
  }

  private boolean allInDram() {
    return outputMemory().bufferType().isDram()
        && (a.memoryConfig().isSharded()
            || (a.memoryConfig().equals(MemoryConfig.DRAM)
                && b.memoryConfig().equals(MemoryConfig.DRAM)
                && outputMemory().equals(MemoryConfig.DRAM)));
  }

  /** What the user wants applied to the result: the program config's own wins. */
  @Nullable String activation() {
    MatmulProgramConfig given = options.programConfig();
    String own = given == null ? null : given.fusedActivation();
    return own == null ? options.activation() : own;
  }

  public MatmulParams params(boolean withBias) {
    return new MatmulParams(
        config(withBias),
        kernel(),
        outputMemory(),
        outputDtype(),
        options.transposeA(),
        options.transposeB(),
        outputTile(),
        options.subDeviceId());
  }
}
