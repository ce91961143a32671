package dev.tilescope.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Worked out by hand from the places of the banks and the rows that a board has. */
class DramReadersTest {
  /** Rows 10 and 11 of an n150 dispatch or are switched off: banks 0 and 5 are read elsewhere. */
  @Test
  void banksOfAnN150AreReadFromTheRightOfThem() {
    assertThat(text("n150"))
        .isEqualTo(
            "(x=3,y=7) (x=0,y=0) (x=0,y=4) (x=0,y=5) (x=4,y=0) (x=7,y=3) (x=4,y=1) (x=4,y=7)"
                + " (x=4,y=6) (x=4,y=2) (x=4,y=4) (x=4,y=5)");
  }

  @Test
  void eachBankHasAReaderOfItsOwn() {
    for (Board board : Board.all()) {
      if (board.architecture() != Architecture.GRAYSKULL) {
        assertThat(DramReaders.of(board, 0))
            .as(board.name())
            .doesNotHaveDuplicates()
            .hasSize(board.dramViews());
      }
    }
  }

  @Test
  void grayskullHasNone() {
    assertThatThrownBy(() -> text("e150"))
        .hasMessageStartingWith("Only Wormhole and Blackhole are supported");
  }

  private static String text(String board) {
    return DramReaders.of(Board.named(board), 0).stream()
        .map(Object::toString)
        .collect(Collectors.joining(" "));
  }
}
