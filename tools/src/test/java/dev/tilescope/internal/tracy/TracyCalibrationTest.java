package dev.tilescope.internal.tracy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.timeline.DeviceReads;
import dev.tilescope.internal.timeline.Lane;
import dev.tilescope.internal.timeline.TimelineEvents;
import dev.tilescope.internal.tracy.TracyTrace.Context;
import dev.tilescope.internal.tracy.TracyTrace.Row;
import dev.tilescope.profile.internal.markers.ClockFit;
import dev.tilescope.profile.internal.markers.DeviceRead;
import dev.tilescope.profile.internal.markers.MadeReads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A strict peer computes where device zones are, as Tracy does, from ticks and calibrations; we
 * know from clock fits where they should be.
 */
class TracyCalibrationTest {
  private static final int READS = 40;
  private static final long SECOND = 1_000_000_000;

  @TempDir private Path folder = Path.of("");
  private final Random random = new Random(8);

  /** Times of zones by our own clock fits: begin and end by turns as they come. */
  private static final class OwnTimes implements TimelineEvents {
    final Map<String, List<Long>> byLane = new LinkedHashMap<>();

    static String name(Lane lane) {
      return lane.part().isEmpty() ? lane.name() : lane.part() + " " + lane.name();
    }

    @Override
    public void run(String program, long processId, String runId) {}

    @Override
    public void lane(Lane lane) {
      byLane.put(name(lane), new ArrayList<>());
    }

    @Override
    public void zoneBegin(Lane lane, long nanos, String name, String file, int line) {
      byLane.get(name(lane)).add(nanos);
    }

    @Override
    public void zoneEnd(Lane lane, long nanos, ZoneNotes notes) {
      byLane.get(name(lane)).add(nanos);
    }

    @Override
    public void moment(Lane lane, long nanos, String kind, String text) {}

    @Override
    public void quantity(Lane.Group group, long nanos, String name, String unit, double value) {}
  }

  /** A chip whose rate wanders, and what is thought of its clock at each read. */
  private List<DeviceRead> drifting(long startNanos, double cyclesPerNano, int driftMillionths) {
    MadeReads chip = new MadeReads(0);
    List<DeviceRead> reads = new ArrayList<>();
    long nanos = startNanos;
    long cycles = 10 * SECOND;
    for (int i = 0; i < READS; i++) {
      double rate = cyclesPerNano * (1 + driftMillionths * 1e-6 * random.nextGaussian());
      long stepNanos = 10_000 + random.nextLong(i % 3 == 0 ? 100_000 : 20 * SECOND);
      for (int program = 0; program < 5; program++) {
        long begin = Math.round(rate * stepNanos * (program + 1) / 7);
        chip.program(cycles + begin, Math.round(rate * stepNanos / 8));
      }
      ClockFit fit = new ClockFit(nanos + random.nextDouble(), cycles, rate);
      nanos += stepNanos;
      cycles += Math.round(stepNanos * rate);
      reads.add(chip.read(nanos, fit));
    }
    return reads;
  }

  private Context captured(LiveFixture run, List<DeviceRead> reads, WireTable protocol)
      throws IOException {
    reads.forEach(run.live::read);
    TracyTrace trace = run.endAndCapture(TracyPeer.connect(run.port(), protocol));
    assertThat(trace.contexts()).hasSize(1);
    return trace.contexts().getFirst();
  }

  /** The largest difference of a time. */
  private static long worst(Context device, long startNanos, List<DeviceRead> reads) {
    OwnTimes own = new OwnTimes();
    DeviceReads telling = new DeviceReads(own, startNanos);
    reads.forEach(read -> telling.tell(read, Map.of()));
    assertThat(device.lanes()).extracting(Row::name).hasSameElementsAs(own.byLane.keySet());
    long worst = 0;
    for (Row lane : device.lanes()) {
      List<Long> expected = own.byLane.get(lane.name()).stream().sorted().toList();
      List<Long> got =
          lane.zones().stream()
              .flatMap(zone -> List.of(zone.begin(), zone.end()).stream())
              .sorted()
              .toList();
      assertThat(got).hasSameSizeAs(expected).hasSizeGreaterThanOrEqualTo(2 * 5 * READS);
      for (int i = 0; i < got.size(); i++) {
        worst = Math.max(worst, Math.abs(got.get(i) - expected.get(i)));
      }
    }
    return worst;
  }

  @ParameterizedTest
  @CsvSource({"1.0, 0, 0", "1.0, 40, 1", "1.35, 40, 0", "1.2, 20000, 0", "0.8, 40, 1", "0.6, 5, 1"})
  void tracyPutsDeviceZonesWhereOurClockFitsDo(double rate, int driftMillionths, long mostNanos)
      throws IOException {
    try (LiveFixture run = new LiveFixture(folder, LiveFixture.UNHURRIED)) {
      long start = run.run.nanoTime();
      List<DeviceRead> reads = drifting(start, rate, driftMillionths);
      Context device = captured(run, reads, WireTable.V82);
      assertThat(worst(device, start, reads)).isLessThanOrEqualTo(mostNanos);
      assertThat(device.isCalibrated()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void bothProtocolsHaveCalibrations(WireTable protocol) throws IOException {
    try (LiveFixture run = new LiveFixture(folder, LiveFixture.UNHURRIED)) {
      long start = run.run.nanoTime();
      List<DeviceRead> reads = drifting(start, 1.35, 40);
      assertThat(worst(captured(run, reads, protocol), start, reads)).isZero();
    }
  }

  /** Its counter begins anew, minutes before where it was, which is no overflow. */
  @Test
  void aDeviceThatIsOpenedAgainGoesOnWhereItWas() throws IOException {
    try (LiveFixture run = new LiveFixture(folder, LiveFixture.UNHURRIED)) {
      long start = run.run.nanoTime();
      List<DeviceRead> reads = new ArrayList<>(drifting(start, 1, 10));
      long later = reads.getLast().hostNanos() + SECOND;
      reads.addAll(drifting(later, 1.2, 10));
      assertThat(worst(captured(run, reads, WireTable.V82), start, reads)).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void aDeviceBeforeTheStartByItsClockIsMovedAsAWhole() throws IOException {
    try (LiveFixture run = new LiveFixture(folder, LiveFixture.UNHURRIED)) {
      long start = run.run.nanoTime();
      List<DeviceRead> reads = drifting(start - 3 * SECOND, 1.35, 0);
      Context device = captured(run, reads, WireTable.V82);
      long first =
          device.lanes().stream()
              .mapToLong(lane -> lane.zones().getFirst().begin())
              .min()
              .orElseThrow();
      assertThat(first).isZero();
      assertThat(worst(device, start, reads)).isPositive();
    }
  }
}
