package dev.tilescope.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sizes that TT-Metal chooses on a device of twelve banks. */
class TraceBufferSizeTest {
  @ParameterizedTest
  @CsvSource({
    "1000, 1024, 1024",
    "12345, 2048, 14336",
    "50000, 2048, 51200",
    "200000, 8192, 204800",
    "1000000, 8192, 1007616",
    "16829000, 8192, 16834560"
  })
  void commandsTakeWholePagesOfTheSizeThatSuitsTheBanks(
      long commandBytes, int pageBytes, long bytes) {
    assertThat(TraceBufferSize.of(commandBytes, 12))
        .isEqualTo(new TraceBufferSize(pageBytes, bytes));
  }
}
