package dev.tilescope.ops.options;

import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Tile;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code sparse_matmul}. */
public record SparseMatmulOptions(
    @Nullable Integer nnz,
    boolean isInputASparse,
    boolean isInputBSparse,
    @Nullable MemoryConfig memoryConfig,
    @Nullable DataType dtype,
    @Nullable ComputeKernelConfig computeKernelConfig,
    @Nullable CoreGrid coreGrid,
    @Nullable Tile outputTile,
    @Nullable Tensor optionalOutputTensor,
    @Nullable Object globalCb,
    @Nullable Integer subDeviceId,
    @Nullable Tensor indices)
    implements Options, Withers.OfSparseMatmulOptions {
  public static final SparseMatmulOptions DEFAULT =
      new SparseMatmulOptions(
          null, false, true, null, null, null, null, null, null, null, null, null);

  /** What it shares with products of dense matrices. */
  public MatmulOptions dense(MatmulProgramConfig programConfig) {
    return new MatmulOptions(
        false,
        false,
        memoryConfig,
        dtype,
        programConfig,
        null,
        computeKernelConfig,
        coreGrid,
        outputTile,
        optionalOutputTensor,
        globalCb,
        subDeviceId);
  }
}
