package dev.tilescope.internal.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.TimeBands;
import dev.tilescope.internal.timeline.TimelineEvents.ZoneNotes;
import dev.tilescope.internal.timeline.columns.Flow;
import dev.tilescope.internal.timeline.columns.TimelineBuilder;
import dev.tilescope.internal.timeline.columns.TimelineColumns;
import dev.tilescope.internal.timeline.columns.TimelineColumns.Origin;
import dev.tilescope.internal.timeline.columns.Track;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OperationsOnBoardTest {
  private static final Lane MAIN = new Lane(1, new Lane.Group(1, "Host"), "", "main");
  private static final Lane PROGRAMS =
      new Lane(2, new Lane.Group(10, "Device 0 (modelled)"), "", "Programs");

  private final TimelineBuilder builder = new TimelineBuilder(Origin.RUN, TimeBands.OF_ANY_BOARD);
  private final OperationsOnBoard events = new OperationsOnBoard(builder);

  OperationsOnBoardTest() {
    events.lane(MAIN);
    events.lane(PROGRAMS);
    events.zoneBegin(MAIN, 1_000, "method", "", 0);
    events.zoneBegin(MAIN, 2_000, "ttnn::linear", "", 0);
    launch(3_000, 1);
    launch(4_000, 2);
    events.zoneEnd(MAIN, 5_000, ZoneNotes.NONE);
    events.zoneBegin(MAIN, 6_000, "ttnn::add", "", 0);
    launch(7_000, 3);
    events.zoneEnd(MAIN, 8_000, ZoneNotes.NONE);
    events.zoneEnd(MAIN, 9_000, ZoneNotes.NONE);
  }

  private void launch(long nanos, long operation) {
    events.zoneBegin(MAIN, nanos, "TT_DNN_DEVICE_OP", "", 0);
    events.dispatched(MAIN, nanos, operation);
    events.zoneEnd(MAIN, nanos + 500, ZoneNotes.NONE);
  }

  private void program(long begin, long end, long operation) {
    events.startedBy(PROGRAMS, operation);
    events.zoneBegin(PROGRAMS, begin, "program", "", 0);
    events.zoneEnd(PROGRAMS, end, ZoneNotes.NONE);
  }

  private static List<String> zones(TimelineColumns columns, int lane) {
    List<String> zones = new ArrayList<>();
    for (Track track : columns.tracksOf(lane)) {
      for (int i = 0; i < track.size(); i++) {
        zones.add(
            "%s %d to %d".formatted(columns.names()[track.name(i)], track.start(i), track.end(i)));
      }
    }
    return zones;
  }

  @Test
  void operationsLieOverTheirProgramsByTheDevicesClockInTheirOrder() {
    program(0, 10, 1);
    program(11, 30, 2);
    program(31, 40, 3);
    events.finish();
    TimelineColumns columns = builder.build();
    assertThat(columns.hasBoardAxis()).isTrue();
    assertThat(zones(columns, 3))
        .containsExactly("method 0 to 40", "ttnn::linear 0 to 30", "ttnn::add 31 to 40");
    assertThat(columns.lanesOn(true)).extracting(Lane::number).containsExactly(2, 3);
    assertThat(columns.lanesOn(false)).containsExactly(MAIN);
    assertThat(columns.extent(columns.lanesOn(true))).containsExactly(0, 40);
    assertThat(columns.flows())
        .contains(new Flow(MAIN.number(), 3_000, 2, 0), new Flow(3, 11, 2, 11))
        .hasSize(6);
  }

  @Test
  void whereProgramsOfSeveralDevicesOverlapOneOperationEndsBeforeTheNextBegins() {
    program(0, 25, 1);
    program(11, 30, 2);
    program(20, 40, 3);
    events.finish();
    assertThat(zones(builder.build(), 3))
        .containsExactly("method 0 to 40", "ttnn::linear 0 to 30", "ttnn::add 30 to 40");
  }

  @Test
  void withoutProgramsThereIsOneAxisAlone() {
    events.finish();
    TimelineColumns columns = builder.build();
    assertThat(columns.hasBoardAxis()).isFalse();
    assertThat(columns.lanesOn(true)).containsExactly(MAIN, PROGRAMS);
  }
}
