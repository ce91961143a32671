package dev.tilescope.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CallAnalysesTest {
  private final TraceScript script = new TraceScript();

  @Test
  void durationsAreOfTheCaptureAndOfTheLastCallOfEachName() {
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
  }

  @Test
  void onlyCallsWithArgumentsAreListed() {
    script.start("a", "1", "Shape([2])");
    script.start("b");
    assertThat(OperationArguments.of(script.trace()).calls())
        .containsExactly(new OperationArguments.Call("a", List.of("1", "Shape([2])")));
  }
}
