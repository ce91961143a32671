package dev.tilescope.device;

import dev.tilescope.model.CoreCoord;
import java.util.ArrayList;
import java.util.List;

/** Where the Ethernet cores of a chip are on NoC 0, by channel. */
public final class EthernetCores {
  private static final int WORMHOLE_COLUMNS = 8;
  private static final int WORMHOLE_SECOND_ROW = 6;

  /** Channels of a Blackhole that are switched off on boards with twelve. */
  private static final List<Integer> HARVESTED = List.of(5, 8);

  private static final int BLACKHOLE_CHANNELS = 14;
  private static final int BLACKHOLE_LAST_X = 16;

  private EthernetCores() {}

  /** Those that a board can use. */
  public static List<CoreCoord> of(Board board) {
    if (board.ethernetCores() == 0) {
      return List.of();
    }
    return switch (board.architecture()) {
      case GRAYSKULL -> List.of();
      case WORMHOLE_B0 -> wormhole(board.ethernetCores());
      case BLACKHOLE -> blackhole(board.ethernetCores());
    };
  }

  /** Two rows, each from the outside to the inside: 9, 1, 8, 2, 7, 3, 6, 4. */
  private static List<CoreCoord> wormhole(int channels) {
    List<CoreCoord> cores = new ArrayList<>();
    for (int channel = 0; channel < channels; channel++) {
      int place = channel % WORMHOLE_COLUMNS;
      int x = place % 2 == 0 ? 9 - place / 2 : 1 + place / 2;
      cores.add(new CoreCoord(x, channel < WORMHOLE_COLUMNS ? 0 : WORMHOLE_SECOND_ROW));
    }
    return cores;
  }

  /** One row, from the outside to the inside: 1, 16, 2, 15 and so on. */
  private static List<CoreCoord> blackhole(int usable) {
    List<CoreCoord> cores = new ArrayList<>();
    for (int channel = 0; channel < BLACKHOLE_CHANNELS; channel++) {
      if (usable == BLACKHOLE_CHANNELS || !HARVESTED.contains(channel)) {
        int x = channel % 2 == 0 ? 1 + channel / 2 : BLACKHOLE_LAST_X - channel / 2;
        cores.add(new CoreCoord(x, 1));
      }
    }
    return cores;
  }
}
