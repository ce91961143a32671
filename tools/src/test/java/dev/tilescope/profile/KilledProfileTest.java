package dev.tilescope.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.Programs;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.logs.InputProblems;
import dev.tilescope.internal.logs.LogOptions;
import dev.tilescope.internal.logs.LogProcessing;
import dev.tilescope.journal.HostEvents;
import dev.tilescope.journal.HostJournal;
import dev.tilescope.journal.KilledRun;
import dev.tilescope.journal.TracyOpsCsv;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.profile.internal.markers.DeviceLogs;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is left of a program that is killed. The program writes down when each of its steps was done
 * in memory that it shares with a file, which outlives it to the last instruction.
 */
class KilledProfileTest {
  private static final int DONE = 0;
  private static final int LAST_BEAT = 1;
  private static final int LONGEST_PAUSE = 2;
  private static final int FIRST_STEP = 8;
  private static final int MOST_STEPS = 1 << 16;
  private static final long PROMISED_NANOS = 10_000_000;

  @TempDir Path folder;

  private static LongBuffer shared(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return channel
          .map(MapMode.READ_WRITE, 0, Long.BYTES * (FIRST_STEP + MOST_STEPS))
          .order(ByteOrder.LITTLE_ENDIAN)
          .asLongBuffer();
    }
  }

  private static ProfilerOptions options(Path folder) {
    Map<String, String> environment =
        Map.of(
            "TT_METAL_DEVICE_PROFILER", "1", "TT_METAL_PROFILER_PROGRAM_SUPPORT_COUNT", "100000");
    return ProfilerOptions.DEFAULT
        .withFolder(folder)
        .withJvmEvents(false)
        .withDevice(DeviceProfilerOptions.fromEnvironment(environment));
  }

  /** Has a zone, a message and an operation in each step, until it is killed. */
  static final class Busy {
    private Busy() {}

    public static void main(String[] args) throws IOException {
      LongBuffer shared = shared(Path.of(args[1]));
      Thread.ofPlatform().daemon().start(() -> beat(shared));
      Profiler.start(options(Path.of(args[0])));
      try (MeshDevice device = MeshDevice.open("n150");
          Tensor tensor = Programs.random(device, MemoryConfig.DRAM, 32, 32)) {
        for (int step = 0; step < MOST_STEPS; step++) {
          try (ProfilerZone _ = Profiler.zone("step").value(step);
              Tensor _ = Ttnn.exp(tensor)) {
            LockSupport.parkNanos(50_000);
          }
          shared.put(FIRST_STEP + step, System.nanoTime());
          shared.put(DONE, step + 1);
        }
      }
    }

    /** How long this machine keeps a thread waiting that wants to run. */
    private static void beat(LongBuffer shared) {
      long[] pauses = new long[64];
      long last = System.nanoTime();
      for (int i = 0; ; i++) {
        LockSupport.parkNanos(1_000_000);
        long now = System.nanoTime();
        pauses[i % pauses.length] = now - last;
        shared.put(LONGEST_PAUSE, Arrays.stream(pauses).max().orElse(0));
        shared.put(LAST_BEAT, now);
        last = now;
      }
    }
  }

  /** Counts the steps whose zones have ended. */
  private static final class Steps implements HostEvents {
    private int open;
    private int zones;
    private int operations;

    @Override
    public void zoneBegin(HostThread thread, long nanos, SourceSite site) {
      open += site.name().equals("step") || open > 0 ? 1 : 0;
    }

    @Override
    public void zoneValue(HostThread thread, long value) {
      zones = (int) value + 1;
    }

    @Override
    public void message(HostThread thread, long nanos, String text, int rgb) {
      operations += text.contains("TT_DNN_DEVICE_OP") ? 1 : 0;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 333, 1111})
  void losesLessThanItsLastTenMilliseconds(int steps) throws Exception {
    Path file = folder.resolve("shared");
    LongBuffer shared = shared(file);
    Process child = HostJournalTest.java(Busy.class, folder.toString(), file.toString());
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (shared.get(DONE) < steps && child.isAlive() && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    child.destroyForcibly().waitFor();
    int done = (int) shared.get(DONE);
    assertThat(done).isGreaterThanOrEqualTo(steps);
    Path logs = folder.resolve(".logs");
    Steps host = new Steps();
    assertThat(HostJournal.read(JournalFormat.in(logs), host).ended()).isFalse();
    assertThat(lostNanos(shared, done, host.zones)).as("zones").isLessThan(allowed(shared, done));
    assertThat(lostNanos(shared, done, host.operations - 1))
        .as("operations")
        .isLessThan(allowed(shared, done));
    assertThat(logs.resolve(DeviceLogs.LOG)).doesNotExist();
    KilledRun.recover(logs);
    assertThat(lostNanos(shared, done, deviceRuns(logs) - 1))
        .as("device markers")
        .isLessThan(allowed(shared, done));
    TracyOpsCsv.write(logs, TracyOpsCsv.USUAL_CHILDREN);
    LogProcessing.Summary report =
        LogProcessing.run(LogOptions.of(folder, folder, "t"), new InputProblems(true));
    assertThat(report.deviceRuns()).isGreaterThan(steps / 2);
    assertThat(report.deviceOnly()).isFalse();
  }

  /**
   * Whenever a kill comes, it loses what the two threads that write have slept through and what
   * they are at: they ask for at most half of what is promised, however long a busy machine then
   * keeps them.
   */
  @ParameterizedTest
  @ValueSource(strings = {"tilescope-profiler", "tilescope-profiler-devices"})
  void whoeverWritesAsksToSleepForHalfOfThatAtMost(String writer) throws Exception {
    CompletableFuture<Duration> asked = new CompletableFuture<>();
    try (RecordingStream parks = new RecordingStream()) {
      parks.enable("jdk.ThreadPark").withoutStackTrace().withThreshold(Duration.ZERO);
      parks.onEvent(
          "jdk.ThreadPark",
          park -> {
            if (writer.equals(park.getThread().getJavaName())) {
              asked.complete(park.getDuration("timeout"));
            }
          });
      parks.startAsync();
      Profiler.start(options(folder));
      try (MeshDevice _ = MeshDevice.open("n150")) {
        assertThat(asked.get(60, TimeUnit.SECONDS))
            .isBetween(Duration.ofNanos(1), Duration.ofNanos(PROMISED_NANOS / 2));
      } finally {
        Profiler.stop();
      }
    }
  }

  /** How old the oldest step is that was done and is not recorded. */
  private static long lostNanos(LongBuffer shared, int done, int recorded) {
    return recorded >= done
        ? 0
        : shared.get(FIRST_STEP + done - 1) - shared.get(FIRST_STEP + Math.max(0, recorded));
  }

  /** What is promised, and what the machine had threads wait for beside it. */
  private static long allowed(LongBuffer shared, int done) {
    long silence = shared.get(FIRST_STEP + done - 1) - shared.get(LAST_BEAT);
    return PROMISED_NANOS + Math.max(shared.get(LONGEST_PAUSE), silence);
  }

  private static int deviceRuns(Path logs) throws IOException {
    try (Stream<String> rows = Files.lines(logs.resolve(DeviceLogs.LOG))) {
      return (int)
          rows.filter(row -> row.contains("BRISC-FW,ZONE_END"))
              .map(row -> row.split(",", -1)[7])
              .distinct()
              .count();
    }
  }
}
