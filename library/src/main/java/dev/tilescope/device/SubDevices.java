package dev.tilescope.device;

import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.TilescopeException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parts that the cores of a device are divided into. A division is made, loaded, and given up
 * again; without one the whole compute grid is sub-device 0. Programs that are asked for on a
 * sub-device run on its cores. May be called from any thread.
 */
public final class SubDevices {
  private static final int MOST = 8;

  private final MeshDevice device;
  private final List<CoreRangeSet> whole;
  private final Map<Integer, Division> divisions = new LinkedHashMap<>();
  private int next = 1;
  private @Nullable Integer loaded;

  private record Division(List<CoreRangeSet> parts, long localL1Bytes) {}

  SubDevices(MeshDevice device) {
    this.device = device;
    Board.Grid grid = device.board().compute();
    this.whole = List.of(CoreRangeSet.grid(grid.width(), grid.height()));
  }

  /**
   * Divides the device; nothing changes before the division is loaded.
   *
   * @param parts the cores of each sub-device, which may not overlap; not every core has to be in
   *     one
   * @return the division's number
   */
  public int divide(List<CoreRangeSet> parts) {
    return divide(parts, 0);
  }

  /**
   * The same with L1 of their own.
   *
   * @param localL1Bytes at the bottom of every core's L1, which no tensor of the whole device gets
   *     while the division is loaded
   */
  public synchronized int divide(List<CoreRangeSet> parts, long localL1Bytes) {
    if (localL1Bytes < 0) {
      throw new TilescopeException("local_l1_size: must be >= 0, got " + localL1Bytes);
    }
    if (parts.size() > MOST) {
      throw new TilescopeException(
          "Number of sub-devices specified %d is larger than the max number of sub-devices %d"
              .formatted(parts.size(), MOST));
    }
    for (int i = 0; i < parts.size(); i++) {
      requireInGrid(parts.get(i));
      for (int j = 0; j < i; j++) {
        requireApart(parts.get(j), parts.get(i));
      }
    }
    divisions.put(next, new Division(List.copyOf(parts), localL1Bytes));
    return next++;
  }

  private void requireInGrid(CoreRangeSet part) {
    CoreRange grid = whole.getFirst().ranges().getFirst();
    for (CoreRange range : part.ranges()) {
      if (range.end().x() > grid.end().x() || range.end().y() > grid.end().y()) {
        throw new TilescopeException(
            "Tensix cores %s specified in sub device must be within device grid %s"
                .formatted(part, grid));
      }
    }
  }

  private static void requireApart(CoreRangeSet one, CoreRangeSet other) {
    boolean meet =
        one.ranges().stream()
            .anyMatch(range -> other.ranges().stream().anyMatch(range::intersects));
    if (meet) {
      throw new TilescopeException(
          "SubDevices specified for SubDeviceManager intersect: %s and %s".formatted(one, other));
    }
  }

  public synchronized void load(int division) {
    device.setAsideL1(require(division).localL1Bytes());
    loaded = division;
  }

  /** The whole grid is one sub-device again. */
  public synchronized void unload() {
    device.setAsideL1(0);
    loaded = null;
  }

  public synchronized void remove(int division) {
    require(division);
    if (loaded != null && loaded == division) {
      throw new TilescopeException(
          "Cannot remove active sub device manager %d; load another or clear it first"
              .formatted(division));
    }
    divisions.remove(division);
  }

  private Division require(int division) {
    Division found = divisions.get(division);
    if (found == null) {
      throw new TilescopeException(
          "Sub device manager does not exist: %s has %s, got %d"
              .formatted(device.label(), divisions.keySet(), division));
    }
    return found;
  }

  /** How many there are now. */
  public synchronized int count() {
    return parts().size();
  }

  /** The cores of a sub-device of the loaded division. */
  public synchronized CoreRangeSet cores(int subDevice) {
    List<CoreRangeSet> parts = parts();
    if (subDevice < 0 || subDevice >= parts.size()) {
      throw new TilescopeException(
          "SubDevice index %d out of bounds %d".formatted(subDevice, parts.size()));
    }
    return parts.get(subDevice);
  }

  private List<CoreRangeSet> parts() {
    return loaded == null ? whole : require(loaded).parts();
  }
}
