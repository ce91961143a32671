package dev.tilescope.internal.io;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NumberListsTest {
  @Test
  void intsStayInOrderHoweverManyThereAre() {
    IntList list = new IntList();
    assertThat(list.endsWith(0)).isFalse();
    for (int i = 0; i < 1000; i++) {
      list.add(i);
      assertThat(list.endsWith(i)).isTrue();
    }
    assertThat(list.size()).isEqualTo(1000);
    assertThat(list.get(517)).isEqualTo(517);
    assertThat(list.buffer()).hasSizeGreaterThanOrEqualTo(1000).startsWith(0, 1, 2);
  }

  @Test
  void aListOfLongsIsFilledAndClearedAgainAndAgain() {
    LongList list = new LongList();
    for (int size : new int[] {10, 100_000, 3}) {
      assertThat(list.isEmpty()).isTrue();
      for (int i = 0; i < size; i++) {
        list.add(-i);
      }
      assertThat(list.size()).isEqualTo(size);
      assertThat(list.get(size - 1)).isEqualTo(1 - size);
      list.clear();
    }
  }

  @Test
  void blocksHoldMoreThanOneBlock() {
    LongBlocks blocks = new LongBlocks();
    for (long i = 0; i < 100_000; i++) {
      blocks.add(i * i);
    }
    assertThat(blocks.size()).isEqualTo(100_000);
    assertThat(blocks.get(99_999)).isEqualTo(99_999L * 99_999);
  }
}
