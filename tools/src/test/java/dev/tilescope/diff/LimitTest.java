package dev.tilescope.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.diff.ReportDiff.DeviceTotals;
import dev.tilescope.diff.ReportDiff.Totals;
import dev.tilescope.memory.Peaks;
import dev.tilescope.model.TilescopeException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LimitTest {
  /** L1 1000 to 1050 bytes and 0 to 8, DRAM 2 MiB to 1 MiB, host 100 to 120 ns, 10 operations. */
  private final ReportDiff diff =
      new ReportDiff(
          new Totals(10, 20, 100, 0, List.of(new DeviceTotals(0, 1000, 2 << 20, Peaks.NONE))),
          new Totals(
              10,
              21,
              120,
              0,
              List.of(
                  new DeviceTotals(0, 1050, 1 << 20, Peaks.NONE),
                  new DeviceTotals(1, 8, 0, Peaks.NONE))),
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          ReportDiff.ByLayer.NOTHING);

  @ParameterizedTest
  @CsvSource({
    "peak-l1>+5%,       1",
    "peak-l1>+4.9%,     2",
    "peak-l1>=5%,       2",
    "peak-l1>49B,       1",
    "peak-l1>0,         2",
    "peak-l1>+1KiB,     0",
    "peak-dram<-0.5MiB, 1",
    "peak-dram<=-1MiB,  1",
    "peak-dram>0%,      0",
    "host-time>+20%,    0",
    "host-time>+19%,    1",
    "host-time==20ns,   1",
    "host-time>0.01us,  1",
    "host-time>1ms,     0",
    "operations!=0,     0",
    "operations==0,     1",
    "added>0,           0",
    "changed>=0,        1"
  })
  void aLimitIsExceededByTheReadingsForWhichItHolds(String text, int readings) {
    assertThat(Limit.parse(text).exceededBy(diff)).hasSize(readings);
  }

  @ParameterizedTest
  @ValueSource(strings = {"device-time>+0%", "device-time<-1ms", "device-time==1s"})
  void aLimitOfATimeThatReportsLackIsExceededInsteadOfKeptUnseen(String text) {
    assertThat(Limit.parse(text).exceededBy(diff)).hasSize(1);
  }

  @Test
  void fromNothingToSomethingIsBeyondEveryPercentage() {
    assertThat(Limit.parse("peak-l1>1000000%").exceededBy(diff))
        .singleElement()
        .satisfies(e -> assertThat(e.reading().where()).isEqualTo("device 1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "peak-l1",
        "peak-l1>",
        ">5%",
        "peak-l1>5 5%",
        "peak l1>5%",
        "peak-l1=5%",
        "peak-l1=>5%",
        "peak-l1>+-5%",
        "peak-l1>5%%",
        "peak-l1>.5%",
        "peak-l1>5.%",
        "peak-l1>1e3B",
        "peak-l1>NaN%"
      })
  void whatIsNoLimitIsRefusedByName(String text) {
    assertThatThrownBy(() -> Limit.parse(text))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith("limit '" + text + "': ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "peek-l1>5%     | there is no metric 'peek-l1'; there are peak-l1-per-core, l1-headroom, peak-dram-per-bank,",
        "peak-l1>5      | the amount needs a unit of peak-l1; use % or one of B, GiB, KiB, MiB",
        "peak-l1>5KB    | 'KB' is no unit of peak-l1",
        "peak-l1>5ms    | 'ms' is no unit of peak-l1",
        "host-time>5KiB | use % or one of ms, ns, s, us",
        "operations>5B  | a count has none",
        "operations>0.5 | must be whole",
        "added>5%       | has no percentage"
      })
  void anErrorTeachesWhatWouldBeRight(String text, String lesson) {
    assertThatThrownBy(() -> Limit.parse(text)).hasMessageContaining(lesson);
  }
}
