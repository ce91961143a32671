package dev.tilescope.ops;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A program of two results that works along rows, run along any dimension: another one than the
 * last becomes the last and goes back after.
 *
 * @param argument how the user calls the tensors to write to
 * @param targets the tensors to write to, two; null to make them
 */
record Rows(Tensor input, int dim, String argument, @Nullable List<Tensor> targets) {
  interface Program {
    /**
     * @param into the tensors to write to, or none to make them
     */
    List<Tensor> run(Tensor rows, List<Tensor> into);
  }

  Rows {
    if (targets != null) {
      Check.that(
          targets.size() == 2,
          "%s: a tensor for values and one for indices are needed, got %d",
          argument,
          targets.size());
      targets.forEach(target -> Check.separate(argument, target, input));
    }
  }

  /** Where the results go: as asked, where the tensors to write to are, or where the input is. */
  MemoryConfig memory(@Nullable MemoryConfig asked) {
    Tensor first = targets == null ? null : targets.getFirst();
    return asked == null && first == null
        ? Chain.interleaved(input.memoryConfig())
        : Placement.of(asked, first, input);
  }

  List<Tensor> run(Program program) {
    if (dim == input.shape().rank() - 1) {
      return program.run(input, targets == null ? List.of() : targets);
    }
    List<Tensor> along;
    try (Tensor rows = turned(input, dim)) {
      along = program.run(rows, List.of());
    }
    try {
      return targets == null ? back(along) : written(along, targets);
    } finally {
      along.forEach(Tensor::close);
    }
  }

  static Tensor turned(Tensor tensor, int dim) {
    return Chain.from(tensor)
        .then(t -> ReductionOperations.placed(t, Chain.interleaved(t.memoryConfig())))
        .then(t -> MovementOperations.transpose(t, dim, -1))
        .end();
  }

  private List<Tensor> back(List<Tensor> along) {
    List<Tensor> results = new ArrayList<>();
    try {
      for (Tensor each : along) {
        results.add(MovementOperations.transpose(each, dim, -1));
      }
      return List.copyOf(results);
    } catch (Throwable failure) {
      results.forEach(Tensor::close);
      throw failure;
    }
  }

  private List<Tensor> written(List<Tensor> along, List<Tensor> into) {
    List<Tensor> results = back(along);
    try {
      for (int i = 0; i < results.size(); i++) {
        Check.target(argument, into.get(i), results.get(i).spec());
      }
      for (int i = 0; i < results.size(); i++) {
        PlacementOperations.copy(results.get(i), into.get(i));
      }
      return into;
    } finally {
      results.forEach(Tensor::close);
    }
  }
}
