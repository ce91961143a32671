package dev.tilescope.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.Repeats.Run;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RepeatsTest {
  @Test
  void whatComesAgainIsOneRun() {
    assertThat(Repeats.of(new int[] {1, 2, 3, 2, 3, 2, 3, 4}))
        .containsExactly(new Run(0, 1, 1), new Run(1, 2, 3), new Run(7, 1, 1));
    assertThat(Repeats.of(new int[] {5, 5, 5, 5})).containsExactly(new Run(0, 1, 4));
    assertThat(Repeats.of(new int[] {})).isEmpty();
  }

  @Test
  void runsCoverTheSequenceInOrderAndSayTheTruth() {
    Random random = new Random(20261115);
    for (int i = 0; i < 500; i++) {
      int[] sequence = random.ints(random.nextInt(60), 0, 3).toArray();
      int at = 0;
      for (Run run : Repeats.of(sequence)) {
        assertThat(run.from()).isEqualTo(at);
        for (int k = 0; k < run.period() * run.copies(); k++) {
          assertThat(sequence[at + k]).isEqualTo(sequence[at + k % run.period()]);
        }
        at += run.period() * run.copies();
      }
      assertThat(at).isEqualTo(sequence.length);
    }
  }

  @Test
  void aSequenceThatAlmostRepeatsTakesNoQuadraticTime() {
    int[] sequence = IntStream.range(0, 1_000_000).map(i -> i % 300 == 299 ? i : 0).toArray();
    assertThat(Repeats.of(sequence)).hasSize(2 * sequence.length / 300 + 1);
  }

  /** So short that no pattern holds several copies of a shorter one. */
  @Test
  void theLongestRunIsAsLongAsTryingEveryOneFinds() {
    Random random = new Random(20261116);
    for (int i = 0; i < 2_000; i++) {
      int[] sequence = random.ints(random.nextInt(23), 0, 1 + random.nextInt(4)).toArray();
      int longest =
          Repeats.of(sequence).stream().mapToInt(r -> r.period() * r.copies()).max().orElse(0);
      assertThat(longest).as(Arrays.toString(sequence)).isEqualTo(longestByTrying(sequence));
    }
  }

  private static int longestByTrying(int[] sequence) {
    int longest = Math.min(1, sequence.length);
    for (int from = 0; from < sequence.length; from++) {
      for (int period = 1; from + 2 * period <= sequence.length; period++) {
        int to = from + period;
        while (to < sequence.length && sequence[to] == sequence[to - period]) {
          to++;
        }
        int copies = (to - from) / period;
        longest = Math.max(longest, copies > 1 ? copies * period : 1);
      }
    }
    return longest;
  }

  @Test
  void copiesAreAsManyAsFitWhereverTheSequenceBegins() {
    int[] sequence = IntStream.range(0, 100).map(i -> (i + 3) % 7).toArray();
    assertThat(Repeats.of(sequence).getFirst()).isEqualTo(new Run(0, 7, 14));
  }

  @Test
  void aPatternThatIsHardlyMoreThanCopiesOfAnotherGivesWay() {
    int[] sequence = IntStream.range(0, 51 * 6).map(i -> i % 51 % 5 + i % 51 / 50 * 9).toArray();
    assertThat(Repeats.of(sequence))
        .filteredOn(run -> run.copies() > 1)
        .hasSize(6)
        .allSatisfy(run -> assertThat(run.copies()).isEqualTo(10));
  }
}
