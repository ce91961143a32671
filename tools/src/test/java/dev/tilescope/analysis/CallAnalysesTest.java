package dev.tilescope.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.Durations.OperationTime;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallAnalysesTest {
  private final TraceScript script = new TraceScript();

  @Test
  void selfTimeIsWhatTheCalledOperationsDidNotTake() {
    script.start("outer");
    script.start("inner");
    script.end(30);
    script.start("inner");
    script.end(20);
    script.end(60);
    script.start("inner");
    script.end(5);
    Durations durations = Durations.of(script.trace());
    assertThat(durations.totalNanos()).isEqualTo(1000);
    assertThat(durations.lastNanosByName()).containsEntry("inner", 5L).containsEntry("outer", 60L);
    assertThat(durations.byName())
        .containsExactly(
            new OperationTime("inner", 3, 55, 55, 0), new OperationTime("outer", 1, 60, 10, 0));
  }

  @Test
  void onlyCallsWithArgumentsAreListed() {
    script.start("a", "1", "Shape([2])");
    script.start("b");
    assertThat(OperationArguments.of(script.trace()).calls())
        .containsExactly(new OperationArguments.Call("a", List.of("1", "Shape([2])")));
  }
}
