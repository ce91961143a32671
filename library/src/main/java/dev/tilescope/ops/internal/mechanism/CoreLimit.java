package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.device.Board;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The cores that an operation may use: its {@code sub_core_grids}, or one core where {@code
 * use_multicore} is false.
 *
 * <p>{@link Operation} sets the limit around the body of a call, and {@link Launch} puts it into
 * the {@link Call} of every device operation that the body comes to, conversions on the way
 * included; rules that share out work see it there. A call without a limit of its own keeps that of
 * the operation it is a step of. Where no program runs (host tensors, views) there is nothing to
 * limit.
 */
public final class CoreLimit {
  private static final ScopedValue<CoreRangeSet> CURRENT = ScopedValue.newInstance();

  private CoreLimit() {}

  /** The {@code sub_core_grids} among an operation's arguments, or null. */
  static @Nullable CoreRangeSet asked(Record arguments) {
    return arguments instanceof CoreLimited limited ? limited.subCoreGrids() : null;
  }

  /** Null if every core may be used. */
  public static @Nullable CoreRangeSet current() {
    return CURRENT.isBound() ? CURRENT.get() : null;
  }

  /**
   * @param cores null for those that may be used anyway
   */
  static <R> R within(@Nullable CoreRangeSet cores, Supplier<R> work) {
    return cores == null ? work.get() : ScopedValue.where(CURRENT, cores).call(work::get);
  }

  /**
   * On the cores of a sub-device of the input's device.
   *
   * @param id null for those that may be used anyway
   * @param asked the {@code sub_core_grids} of the same call, which cannot be given besides
   */
  public static <R> R onSubDevice(
      @Nullable Integer id, @Nullable CoreRangeSet asked, Tensor input, Supplier<R> work) {
    if (id == null) {
      return work.get();
    }
    Check.that(
        asked == null,
        "Cannot specify both sub_core_grids and sub_device_id: got %s and %d",
        String.valueOf(asked),
        id);
    return within(input.device().subDevices().cores(id), work);
  }

  /** On a single core, the first that may be used, unless several are allowed. */
  public static <R> R multicore(boolean several, Supplier<R> work) {
    if (several) {
      return work.get();
    }
    CoreRangeSet cores = current();
    return within(cores == null ? CoreRangeSet.grid(1, 1) : first(cores, 1), work);
  }

  static void check(CoreRangeSet cores, MeshDevice device) {
    Board.Grid grid = device.board().compute();
    CoreRangeSet whole = CoreRangeSet.grid(grid.width(), grid.height());
    Check.that(
        cores.size() > 0 && contains(whole, cores),
        "sub_core_grids: one or more cores of the compute grid %s are needed, got %s",
        whole,
        cores);
  }

  public static boolean contains(CoreRangeSet outer, CoreRangeSet inner) {
    long common = 0;
    for (CoreRange range : inner.ranges()) {
      for (CoreRange other : outer.ranges()) {
        common += common(range, other);
      }
    }
    return common == inner.size();
  }

  private static long common(CoreRange a, CoreRange b) {
    long width = Math.min(a.end().x(), b.end().x()) - Math.max(a.start().x(), b.start().x()) + 1L;
    long height = Math.min(a.end().y(), b.end().y()) - Math.max(a.start().y(), b.start().y()) + 1L;
    return Math.max(0, width) * Math.max(0, height);
  }

  /** The first cores, range by range and in each column by column, as TT-Metal takes them. */
  public static CoreRangeSet first(CoreRangeSet cores, int count) {
    List<CoreRange> taken = new ArrayList<>();
    int left = count;
    for (CoreRange range : cores.ranges()) {
      if (left > 0) {
        int here = Math.min(left, range.size());
        taken.addAll(firstOf(range, here));
        left -= here;
      }
    }
    return new CoreRangeSet(taken);
  }

  private static List<CoreRange> firstOf(CoreRange range, int count) {
    int x = range.start().x();
    int y = range.start().y();
    return CoreRangeSet.columnMajor(count, range.width(), range.height()).ranges().stream()
        .map(r ->
            CoreRange.of(x + r.start().x(), y + r.start().y(), x + r.end().x(), y + r.end().y()))
        .toList();
  }
}
