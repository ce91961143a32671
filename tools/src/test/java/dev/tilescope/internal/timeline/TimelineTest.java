package dev.tilescope.internal.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.logs.InputProblems;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.profile.DeviceProfilerOptions;
import dev.tilescope.profile.Profiler;
import dev.tilescope.profile.ProfilerOptions;
import dev.tilescope.profile.ProfilerZone;
import dev.tilescope.profile.Signpost;
import dev.tilescope.tensor.Tensor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real sessions, read back. */
class TimelineTest {
  private static final int ADDS = 5;

  @TempDir private Path folder = Path.of("");

  @Test
  void hostThreadsSignpostsMemoryAndEveryRiscAreOnTheTimeline() {
    record(Map.of("TT_METAL_DEVICE_PROFILER", "1"));
    Heard heard = read();
    assertThat(heard.runId).isNotEmpty();
    assertThat(heard.zones)
        .filteredOn(zone -> zone.name.equals("my zone"))
        .singleElement()
        .satisfies(zone -> assertThat(zone.notes.text()).isEqualTo("with text"))
        .satisfies(zone -> assertThat(zone.notes.value()).isEqualTo(42L));
    assertThat(heard.moments).contains("signpost: Warmup\nlike this", "message: hello");
    assertThat(heard.quantities).anyMatch(q -> q.startsWith("Device 0 DRAM "));
    assertThat(heard.zones)
        .filteredOn(zone -> zone.name.equals("TRISC-KERNEL"))
        .hasSize(ADDS * 64 * 3)
        .allMatch(zone -> zone.lane.group().name().equals("Device 0 (modelled)"));
    assertThat(heard.programs("BinaryNgDeviceOperation")).hasSize(ADDS);
  }

  @Test
  void afterSynchronisationProgramsLieWhereTheyWereLaunched() {
    record(Map.of("TT_METAL_DEVICE_PROFILER", "1", "TT_METAL_PROFILER_SYNC", "1"));
    Heard heard = read();
    List<Zone> launched =
        heard.zones.stream().filter(zone -> zone.name.equals("TT_DNN_DEVICE_OP")).toList();
    List<Zone> ran = heard.programs("BinaryNgDeviceOperation");
    assertThat(ran).hasSize(ADDS);
    for (int i = 0; i < ADDS; i++) {
      Zone host = launched.get(launched.size() - ADDS + i);
      assertThat(ran.get(i).begin).isBetween(host.begin - 5_000, host.end + 5_000);
    }
  }

  @Test
  void withoutItTheyAreElsewhere() {
    record(Map.of("TT_METAL_DEVICE_PROFILER", "1"));
    Heard heard = read();
    Zone lastLaunch =
        heard.zones.stream()
            .filter(zone -> zone.name.equals("TT_DNN_DEVICE_OP"))
            .reduce((first, second) -> second)
            .orElseThrow();
    Zone lastRun = heard.programs("BinaryNgDeviceOperation").getLast();
    assertThat(lastRun.end).isLessThan(lastLaunch.begin - 5_000);
  }

  @Test
  void aFolderWithoutARunIsRefusedInOneSentence() {
    assertThatThrownBy(this::read)
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("there is no tilescope_host_events.bin");
  }

  private void record(Map<String, String> environment) {
    Profiler.start(
        ProfilerOptions.DEFAULT
            .withFolder(folder)
            .withMemoryProfiler(true)
            .withJvmEvents(false)
            .withDevice(DeviceProfilerOptions.fromEnvironment(environment)));
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor one = Ttnn.ones(Shape.of(32, 32), DataType.BFLOAT16, Layout.TILE, device, null)) {
      Signpost.mark("Warmup", "like this");
      Profiler.message("hello");
      try (ProfilerZone zone = Profiler.zone("my zone")) {
        zone.text("with text").value(42);
        for (int i = 0; i < ADDS; i++) {
          Ttnn.add(one, one).close();
        }
      }
    } finally {
      Profiler.stop();
    }
  }

  private Heard read() {
    Heard heard = new Heard();
    Timeline.read(folder, new InputProblems(false), heard);
    return heard;
  }

  private static final class Zone {
    final Lane lane;
    final String name;
    final long begin;
    long end;
    TimelineEvents.ZoneNotes notes = TimelineEvents.ZoneNotes.NONE;

    Zone(Lane lane, String name, long begin) {
      this.lane = lane;
      this.name = name;
      this.begin = begin;
    }
  }

  /** Keeps everything, and checks the rules of a timeline on the way. */
  private static final class Heard implements TimelineEvents {
    final List<Zone> zones = new ArrayList<>();
    final List<String> moments = new ArrayList<>();
    final List<String> quantities = new ArrayList<>();
    private final Map<Lane, List<Zone>> open = new java.util.HashMap<>();
    private final Map<Lane, Long> last = new java.util.HashMap<>();
    @Nullable String runId;

    List<Zone> programs(String name) {
      return zones.stream()
          .filter(zone -> zone.lane.name().equals("Programs") && zone.name.equals(name))
          .toList();
    }

    private void inOrder(Lane lane, long nanos) {
      assertThat(open).as("lanes are made known first").containsKey(lane);
      assertThat(nanos).isGreaterThanOrEqualTo(last.getOrDefault(lane, Long.MIN_VALUE));
      last.put(lane, nanos);
    }

    @Override
    public void run(String program, long processId, String id) {
      runId = id;
    }

    @Override
    public void lane(Lane lane) {
      assertThat(open.put(lane, new ArrayList<>())).isNull();
    }

    @Override
    public void zoneBegin(Lane lane, long nanos, String name, String file, int line) {
      inOrder(lane, nanos);
      Zone zone = new Zone(lane, name, nanos);
      zones.add(zone);
      open.get(lane).add(zone);
    }

    @Override
    public void zoneEnd(Lane lane, long nanos, ZoneNotes notes) {
      inOrder(lane, nanos);
      Zone zone = open.get(lane).removeLast();
      zone.end = nanos;
      zone.notes = notes;
    }

    @Override
    public void moment(Lane lane, long nanos, String kind, String text) {
      moments.add(kind + ": " + text);
    }

    @Override
    public void quantity(Lane.Group group, long nanos, String name, String unit, double value) {
      quantities.add(name + " " + value);
    }
  }
}
