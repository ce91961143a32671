package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import java.util.Objects;

/** Checks what each user of a batch has: a core of its own, and the row of a cache it stands at. */
public final class Users {
  private Users() {}

  public static void checkPositions(String argument, Shape shape, int users) {
    Check.that(
        shape.rank() > 0 && shape.dim(-1) == users && shape.volume() == users,
        "%s: one position for each of %d users is needed, got %s",
        argument,
        users,
        shape);
  }

  /**
   * @param rows how many a user can have
   */
  public static void checkPositions(String argument, int[] positions, int users, int rows) {
    Check.that(
        positions.length == users,
        "%s: one position for each of %d users is needed, got %d",
        argument,
        users,
        positions.length);
    for (int user = 0; user < users; user++) {
      Check.that(
          positions[user] >= -1 && positions[user] < rows,
          "%s: 0..%d is needed, or -1 to skip the user, got %d for user %d",
          argument,
          rows - 1,
          positions[user],
          user);
    }
  }

  /** That each user's padded heads are one shard of their own. */
  public static void checkCores(String argument, TensorSpec spec) {
    MemoryConfig memory = spec.memoryConfig();
    Check.that(
        memory.memoryLayout() == TensorMemoryLayout.HEIGHT_SHARDED,
        "%s: the operation takes HEIGHT_SHARDED, a user to a core, got %s;"
            + " convert with Ttnn.toMemoryConfig",
        argument,
        memory.memoryLayout());
    ShardSpec shards = Objects.requireNonNull(memory.shardSpec());
    Shape padded = spec.paddedShape();
    Check.that(
        shards.height() == padded.dim(-2) && shards.grid().size() == padded.dim(1),
        "%s: %d shards of %d rows are needed (num_cores equal to the number of users), got %d of"
            + " %d",
        argument,
        padded.dim(1),
        padded.dim(-2),
        shards.grid().size(),
        shards.height());
  }
}
