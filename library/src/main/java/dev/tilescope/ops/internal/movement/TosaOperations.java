package dev.tilescope.ops.internal.movement;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.movement.LookupOperations.GatherArguments;
import dev.tilescope.ops.internal.movement.LookupOperations.ScatterArguments;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Gather and scatter as TOSA has them: an index names a whole row of channels, {@code [N, K, C]}
 * with {@code [N, W]} indices.
 */
public final class TosaOperations {
  private TosaOperations() {}

  public record TosaGatherArguments(
      Tensor input, Tensor index, @Nullable MemoryConfig memoryConfig) {}

  public record TosaScatterArguments(
      Tensor input, Tensor index, Tensor src, @Nullable MemoryConfig memoryConfig) {}

  public static final Operation<TosaGatherArguments, Tensor> TOSA_GATHER =
      Operation.of(
          "ttnn::tosa_gather",
          TosaGatherArguments.class,
          TosaOperations::gather,
          LookupOperations.GATHER_ON_DEVICE,
          MovementOperations.REPEAT_ON_DEVICE);
  public static final Operation<TosaScatterArguments, Tensor> TOSA_SCATTER =
      Operation.of(
          "ttnn::tosa_scatter",
          TosaScatterArguments.class,
          TosaOperations::scatter,
          LookupOperations.SCATTER_ON_DEVICE,
          MovementOperations.REPEAT_ON_DEVICE);

  private static Tensor gather(TosaGatherArguments a) {
    Shape input = a.input().shape();
    Shape index = a.index().shape();
    Check.that(input.rank() == 3, "Input tensor rank must be 3, got: %d", input.rank());
    Check.that(index.rank() == 2, "Index tensor rank must be 2, got: %d", index.rank());
    Check.that(
        input.dim(0) == index.dim(0),
        "Index tensor first dimension must be equal to input tensor first dimension, got %s and %s",
        index,
        input);
    MemoryConfig memory = a.memoryConfig() == null ? a.input().memoryConfig() : a.memoryConfig();
    try (Temporaries made = Temporaries.besides(a.input(), a.index())) {
      Tensor wide = made.own(forChannels(a.index(), input.dim(2)));
      return made.handOver(
          LookupOperations.GATHER.call(
              new GatherArguments(a.input(), 1, wide, false, memory, null, null)));
    }
  }

  /** An index of a row as the same index for each of its channels. */
  private static Tensor forChannels(Tensor index, int channels) {
    return Temporaries.through(
        index, x -> MovementSteps.unsqueeze(x, -1), x -> MovementSteps.repeat(x, 1, 1, channels));
  }

  private static Tensor scatter(TosaScatterArguments a) {
    check(a.input().shape(), a.index().shape(), a.src().shape());
    try (Temporaries made = Temporaries.besides(a.input(), a.index(), a.src())) {
      Tensor wide = made.own(forChannels(a.index(), a.input().shape().dim(2)));
      return made.handOver(
          LookupOperations.SCATTER.call(
              new ScatterArguments(a.input(), 1, wide, a.src(), a.memoryConfig(), null, null)));
    }
  }

  private static void check(Shape input, Shape index, Shape source) {
    rank("input", input, 3);
    rank("index", index, 2);
    rank("source", source, 3);
    same("input", input, 0, "source", source, 0);
    same("input", input, 2, "source", source, 2);
    same("input", input, 0, "index", index, 0);
    same("index", index, 1, "source", source, 1);
  }

  private static void rank(String name, Shape shape, int rank) {
    Check.that(
        shape.rank() == rank,
        "According to TOSA specification, %s tensor must be of rank %d, it is %d instead.",
        name,
        rank,
        shape.rank());
  }

  private static void same(
      String name, Shape shape, int dim, String other, Shape others, int otherDim) {
    Check.that(
        shape.dim(dim) == others.dim(otherDim),
        "%s tensor and %s tensor must agree in a dimension: %d of %s and %d of %s",
        name,
        other,
        dim,
        shape,
        otherDim,
        others);
  }
}
