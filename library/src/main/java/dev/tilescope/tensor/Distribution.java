package dev.tilescope.tensor;

import java.util.List;
import java.util.stream.Collectors;

/**
 * How a tensor lies over the devices of a mesh: one placement for each axis of the mesh, or none
 * for a tensor that was never given to a mesh. Shapes are those of one device's part.
 *
 * @param isSeparate each device has values of its own, whatever the placements say
 */
public record Distribution(List<Placement> placements, boolean isSeparate) {
  /** The same values on every device. */
  public static final Distribution REPLICATED = new Distribution(List.of());

  public Distribution {
    placements = List.copyOf(placements);
  }

  public Distribution(List<Placement> placements) {
    this(placements, false);
  }

  /**
   * The same placements for values that need not be the same anywhere, as of memory that nobody has
   * distributed anything to: each device can be written its own.
   */
  public Distribution separate() {
    return new Distribution(placements, true);
  }

  /** What an axis of the mesh does to a tensor. */
  public sealed interface Placement {
    /** Every device along the axis has the same values. */
    record Replicate() implements Placement {
      @Override
      public String toString() {
        return "PlacementReplicate()";
      }
    }

    /** The devices along the axis have the parts of a dimension, in order. */
    record Shard(int dim) implements Placement {
      @Override
      public String toString() {
        return "PlacementShard(" + dim + ")";
      }
    }
  }

  public static Distribution of(Placement... placements) {
    return new Distribution(List.of(placements));
  }

  /** True if one set of values serves every device. */
  public boolean isReplicated() {
    return !isSeparate && placements.stream().allMatch(Placement.Replicate.class::isInstance);
  }

  @Override
  public String toString() {
    return placements.stream().map(Placement::toString).collect(Collectors.joining(", ", "[", "]"));
  }
}
