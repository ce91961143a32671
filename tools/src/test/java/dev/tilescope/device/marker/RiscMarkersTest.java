package dev.tilescope.device.marker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.device.marker.MarkerWords.Packet;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class RiscMarkersTest {
  private static final int ZONE = 77;

  @Test
  void aZoneHasTheIdOfTtMetalsHash() {
    assertThat(
            new ZoneLocations.Location("BRISC-FW", "tt_metal/hw/firmware/src/tt-1xx/brisc.cc", 403)
                .id())
        .isEqualTo(44141);
  }

  @Test
  void twoPlacesWithTheSameHashAreFoundOut() {
    int id = ZoneLocations.idOf("first", "A.java", 1);
    int line = 2;
    while (new ZoneLocations.Location("second", "A.java", line).id() != id) {
      line++;
    }
    int collidingLine = line;
    assertThatThrownBy(() -> ZoneLocations.idOf("second", "A.java", collidingLine))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("hashes are colliding")
        .hasMessageContaining("first at A.java:1");
    assertThat(ZoneLocations.of(id)).get().hasFieldOrPropertyWithValue("name", "first");
  }

  @Test
  void exactly125ZonesInARowFitIntoOneRun() {
    RiscMarkers markers = markers(MarkerOptions.DEFAULT);
    markers.begin(1, 0, 0);
    int fitted = 0;
    for (int i = 0; i < 150; i++) {
      if (markers.zoneStart(ZONE, i)) {
        markers.zoneEnd(ZONE, i);
        fitted++;
      }
    }
    markers.end(1000);
    assertThat(fitted).isEqualTo(125);
    MarkerMemory.Stream stream = markers.take();
    assertThat(stream.lostMarkers()).isEqualTo(50);
    assertThat(stream.isDropped()).isFalse();
    assertThat(stream.words()).hasSize(512);
  }

  @Test
  void theEndOfEveryOpenZoneFits() {
    RiscMarkers markers = markers(MarkerOptions.DEFAULT);
    markers.begin(1, 0, 0);
    int open = 0;
    while (markers.zoneStart(ZONE, open)) {
      open++;
    }
    for (int i = 0; i < open; i++) {
      markers.zoneEnd(ZONE, i);
    }
    markers.end(1000);
    assertThat(open).isEqualTo(125);
    assertThat(decoded(markers.take().words())).hasSize(2 + 2 * 125);
  }

  @Test
  void theChildOfAMainZoneFitsHoweverFullTheBufferIs() {
    RiscMarkers markers = markers(MarkerOptions.DEFAULT);
    markers.begin(1, 0, 0);
    assertThat(markers.mainZoneStart(ZONE, 0)).isTrue();
    for (int i = 0; i < 300; i++) {
      markers.event(5, i);
    }
    assertThat(markers.childZoneStart(ZONE, 301)).isTrue();
    markers.zoneEnd(ZONE, 302);
    markers.zoneEnd(ZONE, 303);
    markers.end(400);
    MarkerMemory.Stream stream = markers.take();
    assertThat(stream.lostMarkers()).isEqualTo(300 - 246);
    assertThat(decoded(stream.words())).hasSize(2 + 250);
  }

  @Test
  void afterTheSupportedProgramsWholeRunsAreLostAndCounted() {
    RiscMarkers markers = markers(MarkerOptions.DEFAULT);
    for (int i = 1; i <= 1400; i++) {
      run(markers, i);
    }
    MarkerMemory.Stream stream = markers.take();
    assertThat(stream.words()).hasSize(1000 * 12);
    assertThat(stream.isDropped()).isTrue();
    assertThat(stream.lostMarkers()).isEqualTo(400 * 4);
    run(markers, 1401);
    assertThat(markers.take().isDropped()).isFalse();
  }

  @Test
  void whereOnlyTheGuaranteedMarkersFitTheOthersAreLost() {
    RiscMarkers markers = markers(new MarkerOptions(43, false, false, false, 0));
    for (int i = 1; i <= 42; i++) {
      run(markers, i);
    }
    markers.begin(43, 0, 0);
    markers.event(5, 1);
    markers.end(9);
    MarkerMemory.Stream stream = markers.take();
    assertThat(stream.words()).hasSize(43 * 12);
    assertThat(stream.isDropped()).isTrue();
    assertThat(stream.lostMarkers()).isEqualTo(1);
  }

  @Test
  void sumZonesMakeRoomForMoreProgramsThatHaveNone() {
    RiscMarkers markers = markers(new MarkerOptions(200, true, false, false, 0));
    for (int i = 1; i <= 300; i++) {
      run(markers, i);
    }
    assertThat(markers.take().words()).hasSize(266 * 12);
  }

  @Test
  void aRunThatIsNotValidIsNotPublished() {
    RiscMarkers markers = markers(MarkerOptions.DEFAULT);
    markers.begin(1, 0, 0);
    markers.validate(false);
    markers.end(1);
    assertThat(markers.take().words()).isEmpty();
    run(markers, 2);
    assertThat(markers.take().words()).hasSize(12);
  }

  @Test
  void aPushInTheMiddleLosesAndRepeatsNothing() {
    RiscMarkers markers = markers(MarkerOptions.DEFAULT);
    markers.begin(1, 0, 0);
    markers.kernelStart(1);
    for (int i = 0; i < 600; i++) {
      if (!markers.hasRoom(2)) {
        markers.quickPush();
      }
      markers.event(5, 10 + i);
    }
    markers.kernelEnd(900);
    markers.end(901);
    MarkerMemory.Stream stream = markers.take();
    assertThat(stream.lostMarkers()).isZero();
    assertThat(decoded(stream.words())).hasSize(600 + 4).doesNotHaveDuplicates();
  }

  @Property(tries = 200, seed = "7")
  void whatIsPackedUnpacks(
      @ForAll @LongRange(min = 0, max = (1L << 44) - 1) long cycles,
      @ForAll @IntRange(min = 0, max = 0xFFFF) int id,
      @ForAll Packet packet) {
    int first = MarkerWords.first(packet, id, cycles);
    assertThat(MarkerWords.isValid(first)).isTrue();
    assertThat(MarkerWords.packet(first)).isEqualTo(packet);
    assertThat(MarkerWords.zoneId(first)).isEqualTo(id);
    assertThat(MarkerWords.cycles(first, (int) cycles)).isEqualTo(cycles);
  }

  @Property(tries = 100, seed = "7")
  void everyMarkerIsEitherKeptOrCounted(
      @ForAll @Size(min = 1, max = 40) List<@IntRange(min = 0, max = 200) Integer> eventsOfRuns) {
    RiscMarkers markers = markers(new MarkerOptions(100, false, false, false, 0));
    int written = 0;
    for (int i = 0; i < eventsOfRuns.size(); i++) {
      markers.begin(i + 1, 0, i * 1000L);
      for (int e = 0; e < eventsOfRuns.get(i); e++) {
        markers.event(e, i * 1000L + e);
      }
      markers.end(i * 1000L + 900);
      written += eventsOfRuns.get(i) + 2;
    }
    MarkerMemory.Stream stream = markers.take();
    assertThat(decoded(stream.words()).size() + stream.lostMarkers()).isEqualTo(written);
  }

  private static RiscMarkers markers(MarkerOptions options) {
    return new RiscMarkers(Risc.BRISC, 3, options);
  }

  private static void run(RiscMarkers markers, int number) {
    markers.begin(number, 0, number * 100L);
    markers.kernelStart(number * 100L + 10);
    markers.kernelEnd(number * 100L + 80);
    markers.end(number * 100L + 90);
  }

  /** Type, id and time of every marker. */
  private static List<List<Object>> decoded(int[] words) {
    List<List<Object>> found = new ArrayList<>();
    int at = 0;
    while (at < words.length) {
      if (words[at] == 0
          && words[at + 1] == 0
          && at + 2 < words.length
          && words[at + 3] != 0
          && !MarkerWords.isValid(words[at + 2])) {
        at += 4;
        continue;
      }
      int first = words[at];
      if (MarkerWords.isValid(first) && first != MarkerWords.VALID) {
        Packet packet = MarkerWords.packet(first);
        found.add(
            List.of(packet, MarkerWords.zoneId(first), MarkerWords.cycles(first, words[at + 1])));
        at += packet.dataWords();
      }
      at += 2;
    }
    return found;
  }
}
