package dev.tilescope.internal.serve.time;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.TimeBands;
import dev.tilescope.internal.serve.time.TimelineRange.Marks;
import dev.tilescope.internal.timeline.Lane;
import dev.tilescope.internal.timeline.TimelineEvents.ZoneNotes;
import dev.tilescope.internal.timeline.columns.TimelineBuilder;
import dev.tilescope.internal.timeline.columns.TimelineColumns;
import dev.tilescope.internal.timeline.columns.TimelineColumns.Origin;
import dev.tilescope.internal.timeline.columns.Track;
import dev.tilescope.internal.timeline.columns.ZoneSearch;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimelineRangeTest {
  private static final Lane.Group HOST = new Lane.Group(1, "Host");
  private static final Lane.Group DEVICE = new Lane.Group(10, "Device 0 (modelled)");
  private static final Lane MAIN = new Lane(1, HOST, "", "main");
  private static final Lane BRISC = new Lane(2, DEVICE, "Core 1,1", "BRISC");
  private static final int MARK = 4;

  private final TimelineBuilder builder =
      new TimelineBuilder(Origin.RUN, TimeBands.OF_ANY_BOARD, 200_000);

  TimelineRangeTest() {
    builder.run("p", 1, "r");
    builder.lane(MAIN);
    builder.lane(BRISC);
  }

  private void zone(Lane lane, long start, long end, String name) {
    builder.zoneBegin(lane, start, name, "", 0);
    builder.zoneEnd(lane, end, ZoneNotes.NONE);
  }

  private static long zonesIn(Marks marks) {
    long count = 0;
    for (int i = 0; i < marks.numbers().length; i += MARK) {
      count += marks.numbers()[i + 2] >= 0 ? 1 : marks.numbers()[i + 3];
    }
    return count;
  }

  @Test
  void zonesOfAPixelAreToldOneByOneAndNarrowerOnesAsABlockWithTheirNumber() {
    zone(MAIN, 0, 400, "wide");
    for (int i = 0; i < 10; i++) {
      zone(MAIN, 500 + 4 * i, 502 + 4 * i, "narrow");
    }
    zone(MAIN, 900, 1_000, "last");
    TimelineRange range = new TimelineRange(builder.build(), 0, 1_000, 20);
    List<Marks> marks = range.marks(new int[] {1});
    assertThat(marks).hasSize(1);
    long[] numbers = marks.getFirst().numbers();
    assertThat(numbers).hasSize(3 * MARK);
    assertThat(numbers).startsWith(0, 400).endsWith(900, 100, numbers[10], 11);
    assertThat(numbers[MARK]).isEqualTo(500);
    assertThat(numbers[MARK + 2]).as("half full").isEqualTo(-1 - 15 * 20 / 38);
    assertThat(numbers[MARK + 3]).isEqualTo(10);
  }

  @Test
  void howeverManyZonesTheAnswerIsSmallAndCountsEachOnce() {
    Random random = new Random(7);
    long at = 0;
    for (int i = 0; i < 150_000; i++) {
      long start = at + random.nextInt(30);
      at = start + 1 + random.nextInt(40);
      zone(MAIN, start, at, "z" + i % 50);
    }
    TimelineColumns columns = builder.build();
    for (int pixels : new int[] {1, 700, 8_000, 1_000_000}) {
      List<Marks> marks =
          new TimelineRange(columns, 0, columns.lastNanos() + 1, pixels).marks(new int[] {1, 2});
      assertThat(marks.stream().mapToInt(m -> m.numbers().length / MARK).sum())
          .isLessThanOrEqualTo(TimelineRange.MAX_MARKS);
      assertThat(marks.stream().mapToLong(TimelineRangeTest::zonesIn).sum()).isEqualTo(150_000);
    }
  }

  @Test
  void aRangeHoldsWhatReachesIntoItAndNothingElse() {
    zone(MAIN, 0, 100, "before");
    zone(MAIN, 100, 300, "reaches in");
    zone(MAIN, 310, 390, "inside");
    zone(MAIN, 395, 900, "reaches out");
    zone(MAIN, 900, 950, "after");
    Marks marks = new TimelineRange(builder.build(), 200, 400, 200).marks(new int[] {1}).getFirst();
    assertThat(zonesIn(marks)).isEqualTo(3);
    assertThat(marks.numbers()[0]).isEqualTo(-100);
  }

  @Test
  void howBusyClosedRowsAreIsTheMeanOfTheirLanes() {
    zone(MAIN, 0, 1_000, "host");
    zone(BRISC, 0, 250, "BRISC-FW");
    TimelineRange range = new TimelineRange(builder.build(), 0, 1_000, 100);
    assertThat(range.busy(lane -> lane.group().number() == 10, 4)).containsExactly(100, 0, 0, 0);
    assertThat(range.busy(_ -> true, 4)).containsExactly(100, 50, 50, 50);
  }

  @Test
  void innerZonesLieBelowAndAnUnfinishedOneEndsWhereItsLaneDoes() {
    builder.zoneBegin(MAIN, 0, "outer", "A.java", 7);
    zone(MAIN, 10, 20, "inner");
    TimelineColumns columns = builder.build();
    assertThat(columns.tracksOf(1)).hasSize(2);
    Track outer = columns.tracksOf(1).getFirst();
    assertThat(outer.end(0)).isEqualTo(20);
    assertThat(columns.sourceOf(outer, 0)).isEqualTo("A.java:7");
  }

  @Test
  void timesThatGoBackwardsDoNotBreakTheOrder() {
    zone(MAIN, 100, 200, "a");
    zone(MAIN, 50, 120, "b");
    zone(MAIN, 300, 250, "c");
    Track track = builder.build().tracksOf(1).getFirst();
    for (int i = 0; i < track.size(); i++) {
      assertThat(track.end(i)).isGreaterThanOrEqualTo(track.start(i));
      assertThat(i == 0 || track.start(i) >= track.end(i - 1)).isTrue();
    }
  }

  @Test
  void whatThereIsNoRoomForIsCountedAndDevicesKeepTheirPrograms() {
    TimelineBuilder small = new TimelineBuilder(Origin.RUN, TimeBands.OF_ANY_BOARD, 10);
    Lane programs = new Lane(2, DEVICE, "", "Programs");
    Lane core = new Lane(1, DEVICE, "Core 1,1", "BRISC");
    small.lane(core);
    small.lane(programs);
    for (int i = 0; i < 25; i++) {
      small.zoneBegin(core, 10 * i, "FW", "", 0);
      small.zoneEnd(core, 10 * i + 5, ZoneNotes.NONE);
    }
    small.zoneBegin(programs, 0, "Matmul", "", 0);
    small.zoneEnd(programs, 250, ZoneNotes.NONE);
    TimelineColumns columns = small.build();
    assertThat(columns.zones()).isEqualTo(11);
    assertThat(columns.tracksOf(2).getFirst().size()).isEqualTo(1);
    assertThat(columns.leftOut()).containsExactly("15 zones are not shown: there is room for 10");
  }

  @Test
  void aSearchSaysHowManyAndGivesEachInTurn() {
    zone(MAIN, 0, 10, "ttnn::add");
    zone(MAIN, 20, 30, "other");
    zone(MAIN, 40, 50, "TTNN::mul");
    zone(BRISC, 5, 6, "ttnn::sub");
    TimelineColumns columns = builder.build();
    ZoneSearch search = new ZoneSearch(columns, columns.lanes(), "ttnn");
    assertThat(search.count()).isEqualTo(3);
    long[] starts = new long[3];
    for (int i = 0; i < 3; i++) {
      int place = i;
      search.find(i, (track, index) -> starts[place] = track.start(index));
    }
    assertThat(starts).containsExactly(0, 40, 5);
  }
}
