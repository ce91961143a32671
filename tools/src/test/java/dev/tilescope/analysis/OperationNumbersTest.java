package dev.tilescope.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent.FunctionEnd;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.model.TraceNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class OperationNumbersTest {
  private final TraceScript script = new TraceScript();

  @Test
  void aCallAtTheTopIsAnOperationAndWhatItCallsIsPartOfIt() {
    int first = script.start("ttnn::add");
    int inside = script.start("ttnn::prim::binary");
    script.end(0);
    script.end(0);
    int second = script.start("ttnn::relu");
    int end = script.end(0);
    OperationNumbers numbers = OperationNumbers.of(script.trace());
    assertThat(numbers.count()).isEqualTo(2);
    assertThat(numbers.holding(first)).isEqualTo(1);
    assertThat(numbers.holding(inside)).isEqualTo(1);
    assertThat(numbers.holding(second)).isEqualTo(2);
    assertThat(numbers.holding(end)).isEqualTo(2);
  }

  @Test
  void aFreeOutsideOfCallsIsAnOperationAndOneInsideIsNone() {
    int buffer = script.buffer(BufferType.L1, 64);
    script.allocate(buffer, 64);
    script.start("ttnn::add");
    int inside = script.deallocate(buffer);
    script.end(0);
    int outside = script.deallocate(buffer);
    OperationNumbers numbers = OperationNumbers.of(script.trace());
    assertThat(numbers.holding(inside)).isEqualTo(1);
    assertThat(numbers.holding(outside)).isEqualTo(2);
    assertThat(numbers.count()).isEqualTo(2);
  }

  @Test
  void helpersAreNoOperationsButWhatTheyCallIs() {
    int helper = script.start("Tensor::to_device");
    int called = script.start("ttnn::to_layout");
    script.end(0);
    int helperEnd = script.end(0);
    OperationNumbers numbers = OperationNumbers.of(script.trace());
    assertThat(numbers.holding(helper)).isZero();
    assertThat(numbers.at(helper)).as("the next one").isEqualTo(1);
    assertThat(numbers.holding(called)).isEqualTo(1);
    assertThat(numbers.holding(helperEnd)).isZero();
    assertThat(numbers.at(helperEnd)).as("the last one").isEqualTo(1);
  }

  @Test
  void loadingWeightsIsNoOperationUntilSomethingComputes() {
    int loading = script.start("ttnn.from_torch");
    script.end(0);
    int computing = script.start("ttnn.add");
    script.end(0);
    int later = script.start("ttnn.from_torch");
    script.end(0);
    OperationNumbers numbers = OperationNumbers.of(script.trace());
    assertThat(numbers.holding(loading)).isZero();
    assertThat(numbers.holding(computing)).isEqualTo(1);
    assertThat(numbers.holding(later)).isEqualTo(2);
  }

  @Test
  void anEndWithoutAStartEndsNothing() {
    Trace trace =
        Trace.inOrder(
            List.of(
                new TraceNode(0, 1, 0, Ints.EMPTY, new FunctionEnd("stray", 0, 0)),
                new TraceNode(
                    1, 1, 0, Ints.EMPTY, new FunctionStart("ttnn::add", 0, List.of(), Ints.EMPTY)),
                new TraceNode(2, 1, 0, Ints.EMPTY, new FunctionEnd("ttnn::add", 0, 0))));
    OperationNumbers numbers = OperationNumbers.of(trace);
    assertThat(numbers.holding(0)).isZero();
    assertThat(numbers.holding(1)).isEqualTo(1);
    assertThat(numbers.count()).isEqualTo(1);
  }

  @Test
  void anEmptyTraceHasNoOperations() {
    assertThat(OperationNumbers.of(Trace.EMPTY).count()).isZero();
  }
}
