package dev.tilescope.profile.internal.markers;

import dev.tilescope.device.MeshDevice;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The logs of an open device.
 *
 * @param chips in the order of its mesh
 */
record MeshLogs(List<ChipLogs> chips, ReplayedTraces replayed) {
  /**
   * @param clocks how the cycles of a chip become those of the first
   */
  static MeshLogs of(
      MeshDevice mesh, DeviceLogs.Options options, IntFunction<ClockSync.ToFirst> clocks) {
    ReplayedTraces replayed = new ReplayedTraces();
    List<ChipLogs> chips = new ArrayList<>();
    for (int i = 0; i < mesh.profiledChips().size(); i++) {
      int chip = i;
      chips.add(new ChipLogs(mesh, chip, options, replayed, () -> clocks.apply(chip)));
    }
    return new MeshLogs(chips, replayed);
  }
}
