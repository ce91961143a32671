package dev.tilescope.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OperationTimeoutTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final AtomicLong clock = new AtomicLong();
  private final OperationTimeout timeout =
      OperationTimeout.of(Duration.ofSeconds(10)).withClock(clock::get);

  /** Six seconds pass between two looks; every second look finds progress, up to a time. */
  private long look(long untilNanos) {
    long nanos = clock.addAndGet(6 * SECOND);
    return Math.min(nanos, untilNanos) / (12 * SECOND);
  }

  @Test
  void theTimeBeginsAnewWithEveryProgress() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    assertThat(timeout.await(never, () -> look(600 * SECOND))).isFalse();
    assertThat(clock.get()).isBetween(610 * SECOND, 625 * SECOND);
  }

  @Test
  void whatNeverMovesIsGivenUpAfterTheLimit() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    assertThat(timeout.await(never, () -> look(0))).isFalse();
    assertThat(clock.get()).isBetween(10 * SECOND, 25 * SECOND);
  }

  @Test
  void whatEndsIsNotGivenUp() throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(1);
    ended.countDown();
    assertThat(timeout.await(ended, () -> look(0))).isTrue();
    assertThat(OperationTimeout.OFF.await(ended, () -> 0)).isTrue();
  }

  @Test
  void timeoutsAreReadFromTheEnvironment() {
    OperationTimeout read =
        OperationTimeout.fromEnvironment(
            Map.of(
                OperationTimeout.SECONDS, "2.5",
                OperationTimeout.UPDATE_MILLIS, "50",
                OperationTimeout.COMMAND, "tt-triage"));
    assertThat(read.limitNanos()).isEqualTo(2_500_000_000L);
    assertThat(read.updateMillis()).isEqualTo(50);
    assertThat(read.command()).isEqualTo("tt-triage");
    assertThat(OperationTimeout.fromEnvironment(Map.of()).isOn()).isFalse();
    for (String wrong : List.of("soon", "-1", "NaN", "Infinity")) {
      assertThatThrownBy(
              () -> OperationTimeout.fromEnvironment(Map.of(OperationTimeout.SECONDS, wrong)))
          .hasMessageContaining(OperationTimeout.SECONDS)
          .hasMessageContaining("got \"" + wrong + "\"");
    }
  }
}
