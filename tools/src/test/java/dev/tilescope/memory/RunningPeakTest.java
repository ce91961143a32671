package dev.tilescope.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RunningPeakTest {
  @Test
  void aRunningPeakIsTheHighestLevelSinceAnyPosition() {
    Random random = new Random(3);
    RunningPeak peak = new RunningPeak();
    long[] levels = new long[400];
    for (int now = 1; now < levels.length; now++) {
      levels[now] = random.nextInt(3) == 0 ? levels[now - 1] : random.nextInt(100) - 50;
      peak.set(levels[now], now);
      for (int since = 0; since <= now; since++) {
        assertThat(peak.since(since))
            .as("from %d to %d", since, now)
            .isEqualTo(LongStream.of(levels).limit(now + 1L).skip(since).max().orElseThrow());
      }
    }
  }
}
