package dev.tilescope.internal.timeline.columns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.TimeBands;
import dev.tilescope.internal.timeline.Lane;
import dev.tilescope.internal.timeline.TimelineEvents.ZoneNotes;
import dev.tilescope.internal.timeline.columns.TimelineColumns.Origin;
import dev.tilescope.internal.timeline.columns.TimelineSums.Call;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TimelineSumsTest {
  private static final Lane MAIN = new Lane(1, new Lane.Group(1, "Host"), "", "main");

  private final TimelineBuilder builder = new TimelineBuilder(Origin.RUN, TimeBands.OF_ANY_BOARD);

  TimelineSumsTest() {
    builder.lane(MAIN);
    begin(0, "JAVA_FUNC_Model.forward");
    begin(10, "add");
    end(30);
    begin(40, "add");
    begin(45, "add");
    end(55);
    end(60);
    end(100);
    begin(200, "add");
    end(210);
  }

  private void begin(long nanos, String name) {
    builder.zoneBegin(MAIN, nanos, name, "", 0);
  }

  private void end(long nanos) {
    builder.zoneEnd(MAIN, nanos, ZoneNotes.NONE);
  }

  private List<String> byName(long from, long to) {
    TimelineColumns columns = builder.build();
    return new TimelineSums(columns, columns.lanes(), from, to)
        .byName().stream()
            .map(sum ->
                "%s: %d, %d ns, %d of its own"
                    .formatted(
                        columns.names()[sum.name()], sum.count(), sum.nanos(), sum.ownNanos()))
            .toList();
  }

  @Test
  void methodsHaveTheirOwnNamesAndNoTimeIsCountedTwice() {
    assertThat(byName(0, 1_000))
        .containsExactly("Model.forward: 1, 100 ns, 60 of its own", "add: 4, 50 ns, 50 of its own");
  }

  @Test
  void ofARangeOnlyWhatLiesInItCounts() {
    assertThat(byName(50, 205))
        .containsExactly("Model.forward: 1, 50 ns, 40 of its own", "add: 3, 15 ns, 15 of its own");
    assertThat(byName(110, 190)).isEmpty();
  }

  @Test
  void theTreeSaysWhoCalledWhatTheLongestFirst() {
    TimelineColumns columns = builder.build();
    Call all = new TimelineSums(columns, columns.lanes(), 0, 1_000).all();
    assertThat(all.nanos()).isEqualTo(110);
    assertThat(tree(columns, all)).isEqualTo("Model.forward 100 (add 40 (add 10)), add 10");
  }

  private static String tree(TimelineColumns columns, Call around) {
    return around.inner().stream()
        .map(call -> {
          String inner = tree(columns, call);
          String own = columns.names()[call.name()] + " " + call.nanos();
          return inner.isEmpty() ? own : own + " (" + inner + ")";
        })
        .collect(Collectors.joining(", "));
  }
}
