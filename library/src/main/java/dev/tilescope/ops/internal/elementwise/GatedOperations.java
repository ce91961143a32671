package dev.tilescope.ops.internal.elementwise;

import static dev.tilescope.ops.internal.elementwise.BinaryOperations.BINARY_NG_ON_DEVICE;
import static dev.tilescope.ops.internal.elementwise.BinaryOperations.runBinary;
import static dev.tilescope.ops.internal.elementwise.UnaryOperations.UNARY_ON_DEVICE;
import static dev.tilescope.ops.internal.elementwise.UnaryOperations.runUnary;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.BinaryKind;
import dev.tilescope.ops.internal.kernel.UnaryKind;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.movement.MovementSteps;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.ops.options.UnaryOptions;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** Gated linear units: the first half of each row, times an activation of the second half. */
public final class GatedOperations {
  private GatedOperations() {}

  private static final int RANK = 4;

  public record GatedArguments(
      Tensor inputTensor, @Default("-1") int dim, @Nullable MemoryConfig memoryConfig) {}

  public static final Operation<GatedArguments, Tensor> GLU = gated("glu", UnaryKind.SIGMOID);
  public static final Operation<GatedArguments, Tensor> REGLU = gated("reglu", UnaryKind.RELU);
  public static final Operation<GatedArguments, Tensor> GEGLU = gated("geglu", UnaryKind.GELU);
  public static final Operation<GatedArguments, Tensor> SWIGLU = gated("swiglu", UnaryKind.SILU);

  private static Operation<GatedArguments, Tensor> gated(String name, UnaryKind gate) {
    return Operation.of(
            "ttnn::" + name,
            GatedArguments.class,
            a -> gated(name, gate, a),
            UNARY_ON_DEVICE,
            BINARY_NG_ON_DEVICE)
        .through("SliceDeviceOperation");
  }

  private static Tensor gated(String name, UnaryKind gate, GatedArguments a) {
    Tensor input = a.inputTensor();
    UNARY_ON_DEVICE.requireUsable(input);
    Shape shape = input.shape();
    Check.that(
        a.dim() == -1 || a.dim() == RANK - 1,
        "last dim %s only supported at this time, got %d",
        name.toUpperCase(java.util.Locale.ROOT),
        a.dim());
    Check.rankIs("input_tensor", input, RANK);
    int half = shape.dim(-1) / 2;
    Check.that(
        shape.dim(-1) % 2 == 0 && half % TensorSpec.TILE_SIDE == 0,
        "Split tensor dimension should be in full tile, got %s",
        shape);
    UnaryOptions unary = UnaryOptions.DEFAULT.withMemoryConfig(a.memoryConfig());
    BinaryOptions binary = BinaryOptions.DEFAULT.withMemoryConfig(a.memoryConfig());
    try (Temporaries made = Temporaries.besides(input)) {
      Tensor first = made.own(part(input, 0, half, a.memoryConfig()));
      Tensor second = made.own(part(input, half, 2 * half, a.memoryConfig()));
      Tensor open = made.own(runUnary(gate, second, unary));
      return made.handOver(runBinary(BinaryKind.MULTIPLY, first, open, binary));
    }
  }

  private static Tensor part(Tensor input, int from, int to, @Nullable MemoryConfig memory) {
    int[] start = {0, 0, 0, from};
    int[] end = input.shape().toArray();
    end[RANK - 1] = to;
    return MovementSteps.slice(input, start, end, memory);
  }
}
