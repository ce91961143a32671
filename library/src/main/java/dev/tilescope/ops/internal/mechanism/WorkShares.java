package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRangeSet;
import java.util.Comparator;
import java.util.List;

/**
 * Units of work on cores as TT-Metal's {@code split_work_to_cores} shares them: the first cores
 * have one more where they cannot have equally many.
 *
 * @param cores all of them
 * @param most on each of {@code first}
 * @param least on each of {@code rest}; {@code rest} is empty if all have as many
 */
public record WorkShares(
    CoreRangeSet cores, CoreRangeSet first, CoreRangeSet rest, long most, long least) {
  /** Column by column. */
  public static WorkShares of(long units, Call<?> call) {
    CoreRangeSet cores = CircularBuffers.sharing(units, call);
    return over(cores, cores.cores(), units);
  }

  /** Row by row. */
  public static WorkShares byRows(long units, Call<?> call) {
    CoreRangeSet cores = CircularBuffers.sharingByRows(units, call);
    return over(cores, inRows(cores), units);
  }

  private static List<CoreCoord> inRows(CoreRangeSet cores) {
    return cores.cores().stream()
        .sorted(Comparator.comparingInt(CoreCoord::y).thenComparingInt(CoreCoord::x))
        .toList();
  }

  private static WorkShares over(CoreRangeSet cores, List<CoreCoord> each, long units) {
    int more = (int) (units % each.size());
    long least = units / each.size();
    return more == 0
        ? new WorkShares(cores, cores, CoreRangeSet.EMPTY, least, 0)
        : new WorkShares(
            cores,
            CoreRangeSet.covering(each.subList(0, more)),
            CoreRangeSet.covering(each.subList(more, each.size())),
            least + 1,
            least);
  }
}
