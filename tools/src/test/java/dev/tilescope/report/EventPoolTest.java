package dev.tilescope.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Ints;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.BufferDescription;
import dev.tilescope.model.TraceEvent.TensorDescription;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventPoolTest {
  private final EventPool pool = new EventPool();

  private static List<TraceEvent> events(long number) {
    BufferDescription buffer =
        new BufferDescription(0, BufferType.L1, null, 32 * number, 64, 64, 0, 64);
    return List.of(
        new TraceEvent.FunctionStart("f" + number, 1, List.of("a", "b"), Ints.EMPTY),
        new TraceEvent.Tensor(
            new TensorDescription(
                number, null, null, null, null, 64, 0, 32 * number, null, List.of())),
        new TraceEvent.Buffer(buffer),
        new TraceEvent.BufferAllocate(buffer),
        new TraceEvent.BufferDeallocate(buffer),
        new TraceEvent.CircularBufferAllocate(0, 32 * number, 64, CoreRangeSet.EMPTY, false),
        new TraceEvent.ScratchpadAllocate(0, 32 * number, 64, CoreRangeSet.EMPTY),
        new TraceEvent.CircularBufferDeallocateAll((int) number));
  }

  @Test
  void equalEventsBecomeOne() {
    for (int kind = 0; kind < events(1).size(); kind++) {
      TraceEvent first = pool.shared(events(1).get(kind));
      assertThat(pool.shared(events(1).get(kind))).isSameAs(first);
    }
  }

  @Test
  void whateverIsSharedEqualsWhatWasRead() {
    for (long number = 0; number < 20_000; number++) {
      for (TraceEvent event : events(number % 7000)) {
        assertThat(pool.shared(event)).isEqualTo(event);
      }
    }
  }
}
