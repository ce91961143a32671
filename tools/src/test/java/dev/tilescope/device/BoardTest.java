package dev.tilescope.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.TilescopeException;
import org.junit.jupiter.api.Test;

class BoardTest {
  @Test
  void everyBoardIsFoundByItsNameInAnyCase() {
    assertThat(Board.all())
        .extracting(Board::name)
        .containsExactly("e150", "n150", "n300", "t3000", "galaxy", "p100", "p150");
    for (Board board : Board.all()) {
      assertThat(Board.named(board.name())).isSameAs(board);
    }
    assertThat(Board.named(" N150 ")).isSameAs(Board.named("n150"));
  }

  @Test
  void anUnknownNameListsTheKnownOnes() {
    assertThatThrownBy(() -> Board.named("n151"))
        .isInstanceOf(TilescopeException.class)
        .hasMessage(
            "board \"n151\" is not known; name one of e150, n150, n300, t3000, galaxy, p100, p150");
  }

  @Test
  void meshesHaveTheShapesOfTheProducts() {
    assertThat(Board.all())
        .extracting(board -> board.meshRows() + "x" + board.meshColumns())
        .containsExactly("1x1", "1x1", "1x2", "2x4", "8x4", "1x1", "1x1");
    assertThat(Board.named("galaxy").chips()).isEqualTo(32);
  }

  @Test
  void gridsAreThoseOfDefaultDispatch() {
    assertThat(Board.all())
        .extracting(board -> board.noc() + " " + board.logical() + " " + board.compute())
        .containsExactly(
            "13x12 12x10 12x9",
            "10x12 8x9 8x8",
            "10x12 8x8 8x8",
            "10x12 8x8 8x8",
            "10x12 8x10 8x9",
            "17x12 12x10 11x10",
            "17x12 12x10 11x10");
  }

  @Test
  void memoriesAndEthernetAreThoseOfTheProducts() {
    assertThat(Board.all())
        .extracting(board ->
            "%d L1, %d x %d DRAM, %d eth of %d"
                .formatted(
                    board.workerL1Bytes(),
                    board.dramViews(),
                    board.dramViewBytes(),
                    board.ethernetCores(),
                    board.ethernetL1Bytes()))
        .containsExactly(
            "1048576 L1, 8 x 1073741824 DRAM, 0 eth of 0",
            "1499136 L1, 12 x 1073741824 DRAM, 16 eth of 262144",
            "1499136 L1, 12 x 1073741824 DRAM, 16 eth of 262144",
            "1499136 L1, 12 x 1073741824 DRAM, 16 eth of 262144",
            "1499136 L1, 12 x 1073741824 DRAM, 16 eth of 262144",
            "1572864 L1, 7 x 4278190080 DRAM, 0 eth of 524288",
            "1572864 L1, 8 x 4278190080 DRAM, 12 eth of 524288");
  }

  @Test
  void harvestingExplainsTheLogicalGrid() {
    for (Board board : Board.all()) {
      int whole =
          switch (board.architecture()) {
            case GRAYSKULL -> board.logical().height();
            case WORMHOLE_B0 -> board.logical().height() + board.harvested();
            case BLACKHOLE -> board.logical().width() + board.harvested();
          };
      int expected =
          switch (board.architecture()) {
            case GRAYSKULL, WORMHOLE_B0 -> 10;
            case BLACKHOLE -> 14;
          };
      assertThat(whole).as(board.name()).isEqualTo(expected);
    }
  }

  @Test
  void optionsRefuseNegativeSizesAndTooManyQueues() {
    assertThatThrownBy(() -> DeviceOptions.DEFAULT.withL1SmallBytes(-1))
        .hasMessage("device options: l1_small_size must be >= 0 B (0 is the default), got -1 B");
    assertThatThrownBy(() -> DeviceOptions.DEFAULT.withTraceRegionBytes(-2))
        .hasMessageContaining("trace_region_size");
    assertThatThrownBy(() -> DeviceOptions.DEFAULT.withWorkerL1Bytes(-3))
        .hasMessageContaining("worker_l1_size");
    assertThatThrownBy(() -> DeviceOptions.DEFAULT.withCommandQueues(3))
        .hasMessage("device options: command queues must be 1..2, got 3");
  }
}
