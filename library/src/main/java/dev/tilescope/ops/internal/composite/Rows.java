package dev.tilescope.ops.internal.composite;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.movement.MovementSteps;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A program of two results that works along rows, run along any dimension: another one than the
 * last becomes the last and goes back after.
 *
 * @param argument how the user calls the tensors to write to
 * @param targets the tensors to write to, two; null to make them
 */
public record Rows(Tensor input, int dim, String argument, @Nullable List<Tensor> targets) {
  public interface Program {
    /**
     * @param into the tensors to write to, or none to make them
     */
    List<Tensor> run(Tensor rows, List<Tensor> into);
  }

  public Rows {
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
  public MemoryConfig memory(@Nullable MemoryConfig asked) {
    Tensor first = targets == null ? null : targets.getFirst();
    return asked == null && first == null
        ? Placement.interleaved(input.memoryConfig())
        : Placement.of(asked, first, input);
  }

  public List<Tensor> run(Program program) {
    if (dim == input.shape().rank() - 1) {
      return program.run(input, targets == null ? List.of() : targets);
    }
    try (Temporaries made = Temporaries.besides()) {
      List<Tensor> along = made.ownAll(along(program));
      return made.handOver(targets == null ? back(along) : written(along, targets));
    }
  }

  private List<Tensor> along(Program program) {
    try (Temporaries made = Temporaries.besides(input)) {
      Tensor rows = made.own(turned(input, dim));
      return made.handOver(program.run(rows, List.of()));
    }
  }

  static Tensor turned(Tensor tensor, int dim) {
    return Temporaries.through(
        tensor,
        t -> Relayout.placed(t, Placement.interleaved(t.memoryConfig())),
        t -> MovementSteps.transpose(t, dim, -1));
  }

  private List<Tensor> back(List<Tensor> along) {
    try (Temporaries made = Temporaries.besides(along)) {
      return made.handOver(made.each(along, t -> MovementSteps.transpose(t, dim, -1)));
    }
  }

  private List<Tensor> written(List<Tensor> along, List<Tensor> into) {
    try (Temporaries made = Temporaries.besides(into)) {
      List<Tensor> results = made.ownAll(back(along));
      for (int i = 0; i < results.size(); i++) {
        Check.target(argument, into.get(i), results.get(i).spec());
      }
      for (int i = 0; i < results.size(); i++) {
        MovementSteps.copy(results.get(i), into.get(i));
      }
      return into;
    }
  }
}
