package dev.tilescope.ops.internal.matmul;

import static dev.tilescope.ops.internal.matmul.MatmulOperations.MATMUL_ON_DEVICE;
import static dev.tilescope.ops.internal.mechanism.Temporaries.when;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.ops.internal.elementwise.ArithmeticOperations;
import dev.tilescope.ops.internal.elementwise.ArithmeticOperations.MultiplyArguments;
import dev.tilescope.ops.internal.matmul.MatmulOperations.MatmulArguments;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.movement.MovementSteps;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Products of every element of one vector with every one of another. */
public final class OuterOperations {
  private OuterOperations() {}

  private static final List<DataType> TAKEN =
      List.of(
          DataType.BFLOAT16, DataType.BFLOAT8_B, DataType.FLOAT32, DataType.INT32, DataType.UINT32);

  public record OuterArguments(
      Tensor inputTensorA, Tensor inputTensorB, @Nullable MemoryConfig memoryConfig) {}

  public static final Operation<OuterArguments, Tensor> OUTER =
      Operation.of("ttnn::outer", OuterArguments.class, OuterOperations::outer, MATMUL_ON_DEVICE)
          .through("BinaryNgDeviceOperation", "ReshapeViewDeviceOperation");

  /** Of one pair of vectors in bfloat16 and below a matrix product, else a broadcast one. */
  private static Tensor outer(OuterArguments a) {
    Tensor first = a.inputTensorA();
    Tensor second = a.inputTensorB();
    check(first, second);
    MATMUL_ON_DEVICE.requireUsable(first, second);
    boolean multiplies = !multipliesMatrices(first, second);
    try (Temporaries made = Temporaries.besides(first, second)) {
      Tensor column = standing(made, first, -1, !multiplies);
      Tensor row = standing(made, second, -2, !multiplies);
      return made.handOver(
          multiplies
              ? ArithmeticOperations.MULTIPLY.call(
                  new MultiplyArguments(
                      column, row, false, BinaryOptions.DEFAULT.withMemoryConfig(a.memoryConfig())))
              : MatmulOperations.MATMUL.call(
                  new MatmulArguments(
                      column, row, MatmulOptions.DEFAULT.withMemoryConfig(a.memoryConfig()))));
    }
  }

  private static void check(Tensor a, Tensor b) {
    Check.that(
        a.shape().rank() >= 1 && b.shape().rank() >= 1,
        "ttnn.outer: inputs must be at least 1D, but got shapes %s and %s",
        a.shape(),
        b.shape());
    Check.that(
        TAKEN.contains(a.dtype()) && TAKEN.contains(b.dtype()),
        "ttnn.outer: unsupported dtype (got %s and %s); supported dtypes are BFLOAT16, BFLOAT8_B,"
            + " FLOAT32, INT32, UINT32",
        a.dtype(),
        b.dtype());
    Check.that(
        a.dtype() == b.dtype(),
        "ttnn.outer: inputs must have the same dtype, but got %s and %s",
        a.dtype(),
        b.dtype());
  }

  private static boolean multipliesMatrices(Tensor a, Tensor b) {
    boolean isHalf = a.dtype() == DataType.BFLOAT16 || a.dtype() == DataType.BFLOAT8_B;
    return isHalf && isOneVector(a) && isOneVector(b);
  }

  private static boolean isOneVector(Tensor tensor) {
    return tensor.shape().volume() == tensor.shape().dim(-1);
  }

  /** As a column or a row. Shards stay where they cut the height; others lie in pages first. */
  private static Tensor standing(Temporaries made, Tensor tensor, int dim, boolean inTiles) {
    MemoryConfig memory = tensor.memoryConfig();
    boolean stays =
        !memory.isSharded() || memory.memoryLayout() == TensorMemoryLayout.HEIGHT_SHARDED;
    return made.step(
        tensor,
        when(!stays, t -> MovementSteps.toMemoryConfig(t, Placement.interleaved(memory))),
        t -> MovementSteps.unsqueeze(t, dim),
        when(
            inTiles && tensor.layout() != Layout.TILE,
            t -> MovementSteps.toLayout(t, Layout.TILE)));
  }
}
