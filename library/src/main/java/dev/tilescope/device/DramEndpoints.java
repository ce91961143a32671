package dev.tilescope.device;

import dev.tilescope.model.CoreCoord;
import java.util.List;

/** Where DRAM banks are reached on the NoC, as TT-Metal's descriptions of the chips say. */
public final class DramEndpoints {
  private static final List<CoreCoord> GRAYSKULL =
      places(1, 0, 1, 6, 4, 0, 4, 6, 7, 0, 7, 6, 10, 0, 10, 6);
  private static final List<CoreCoord> WORMHOLE =
      places(0, 11, 0, 1, 0, 5, 0, 7, 5, 1, 5, 11, 5, 2, 5, 9, 5, 8, 5, 3, 5, 5, 5, 7);
  private static final List<CoreCoord> BLACKHOLE_NOC_0 =
      places(0, 11, 0, 2, 0, 9, 0, 5, 9, 11, 9, 3, 9, 8, 9, 6);
  private static final List<CoreCoord> BLACKHOLE_NOC_1 =
      places(0, 1, 0, 10, 0, 4, 0, 7, 9, 1, 9, 10, 9, 4, 9, 7);

  /** Of the eight channels of a Blackhole, the one that is switched off on boards with seven. */
  private static final int HARVESTED_CHANNEL = 3;

  private DramEndpoints() {}

  /** The place of a bank, counted as NoC 0 counts. */
  public static CoreCoord of(Board board, int bank, int noc) {
    return switch (board.architecture()) {
      case GRAYSKULL -> GRAYSKULL.get(bank);
      case WORMHOLE_B0 -> WORMHOLE.get(bank);
      case BLACKHOLE ->
          (noc == 0 ? BLACKHOLE_NOC_0 : BLACKHOLE_NOC_1).get(blackholeChannel(board, bank));
    };
  }

  private static int blackholeChannel(Board board, int bank) {
    boolean isHarvested = board.dramViews() < BLACKHOLE_NOC_0.size();
    return isHarvested && bank >= HARVESTED_CHANNEL ? bank + 1 : bank;
  }

  private static List<CoreCoord> places(int... xAndY) {
    CoreCoord[] places = new CoreCoord[xAndY.length / 2];
    for (int i = 0; i < places.length; i++) {
      places[i] = new CoreCoord(xAndY[2 * i], xAndY[2 * i + 1]);
    }
    return List.of(places);
  }
}
