package dev.tilescope.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.Repeats.Run;
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
}
