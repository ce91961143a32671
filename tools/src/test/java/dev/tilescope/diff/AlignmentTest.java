package dev.tilescope.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class AlignmentTest {
  @Test
  void nothingPairsWithNothing() {
    assertThat(Alignment.of(new int[0], new int[] {1, 2})).isEmpty();
    assertThat(Alignment.of(new int[] {1, 2}, new int[0])).containsExactly(-1, -1);
  }

  @Test
  void whatIsInsertedAndRemovedHasNoPartner() {
    assertThat(Alignment.of(new int[] {1, 2, 3, 4}, new int[] {1, 9, 3, 4, 4}))
        .containsExactly(0, -1, 2, 3);
  }

  /** Small sequences of few kinds, where repeats make many paths possible. */
  @Test
  void itIsALongestCommonSubsequence() {
    Random random = new Random(7);
    for (int round = 0; round < 4000; round++) {
      int kinds = 1 + random.nextInt(6);
      int[] a = random.ints(random.nextInt(24), 0, kinds).toArray();
      int[] b = random.ints(random.nextInt(24), 0, kinds).toArray();
      int[] partner = Alignment.of(a, b);
      checkSound(a, b, partner);
      assertThat(Arrays.stream(partner).filter(p -> p >= 0).count())
          .as("%s and %s", Arrays.toString(a), Arrays.toString(b))
          .isEqualTo(longest(a, b));
    }
  }

  /** A thousand layers of thirty operations, one of which changed in every layer. */
  @Test
  void aChangeInEveryLayerOfALongTraceIsFoundInSeconds() {
    int[] a = IntStream.range(0, 90_000).map(i -> i % 30).toArray();
    int[] b = IntStream.range(0, 90_000).map(i -> i % 30 == 17 ? 40 : i % 30).toArray();
    int[] partner = Assertions.assertTimeout(Duration.ofSeconds(20), () -> Alignment.of(a, b));
    checkSound(a, b, partner);
    assertThat(IntStream.range(0, a.length).filter(i -> partner[i] == i).count()).isEqualTo(87_000);
  }

  @Test
  void sequencesWithoutOrderInCommonAreGivenUpOnNotSearchedForEver() {
    Random random = new Random(3);
    int[] a = random.ints(60_000, 0, 5000).toArray();
    int[] b = random.ints(60_000, 0, 5000).toArray();
    int[] partner = Assertions.assertTimeout(Duration.ofSeconds(20), () -> Alignment.of(a, b));
    checkSound(a, b, partner);
  }

  private static void checkSound(int[] a, int[] b, int[] partner) {
    int last = -1;
    for (int i = 0; i < a.length; i++) {
      if (partner[i] >= 0) {
        assertThat(partner[i]).isGreaterThan(last);
        assertThat(b[partner[i]]).isEqualTo(a[i]);
        last = partner[i];
      }
    }
  }

  private static int longest(int[] a, int[] b) {
    int[][] best = new int[a.length + 1][b.length + 1];
    for (int i = 1; i <= a.length; i++) {
      for (int j = 1; j <= b.length; j++) {
        best[i][j] =
            a[i - 1] == b[j - 1]
                ? best[i - 1][j - 1] + 1
                : Math.max(best[i - 1][j], best[i][j - 1]);
      }
    }
    return best[a.length][b.length];
  }
}
