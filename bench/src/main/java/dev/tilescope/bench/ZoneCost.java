package dev.tilescope.bench;

import dev.tilescope.profile.Profiler;
import dev.tilescope.profile.ProfilerOptions;
import dev.tilescope.profile.ProfilerZone;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a zone cost? {@code zoneOn} and {@code methodOn} less {@code twoClocks} is what the
 * profiler adds to reading the clock twice; {@code zoneOff} is what a program pays that nobody
 * profiles. Events that found no room are printed at the end: they would flatter the result.
 *
 * <pre>java -jar bench/target/benchmarks.jar ZoneCost -prof gc</pre>
 *
 * <p>On a busy machine wall time says little; the main method prints CPU time of the marking
 * thread, the three by turns:
 *
 * <pre>java -cp bench/target/benchmarks.jar dev.tilescope.bench.ZoneCost</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class ZoneCost {
  private static final int ROUNDS = 40;
  private static final int CALLS = 250_000;
  private static long sink;
  private static final int SITE = Profiler.site("ZoneCost.method", "ZoneCost.java", 1);

  @Benchmark
  public long twoClocks() {
    return System.nanoTime() ^ System.nanoTime();
  }

  @Benchmark
  public void zoneOff() {
    Profiler.zone("zone").close();
  }

  @Benchmark
  public void zoneOn(Recording recording) {
    try (ProfilerZone _ = Profiler.zone("zone")) {
      recording.zones++;
    }
  }

  @Benchmark
  public void methodOn(Recording recording) {
    Profiler.enter(SITE);
    recording.zones++;
    Profiler.exit();
  }

  public static void main(String[] args) throws IOException {
    ZoneCost bench = new ZoneCost();
    Recording recording = new Recording();
    recording.start();
    double[][] nanos = new double[3][ROUNDS];
    for (int round = -ROUNDS; round < ROUNDS; round++) {
      int at = Math.max(0, round);
      nanos[0][at] = cpuNanos(() -> sink += bench.twoClocks());
      nanos[1][at] = cpuNanos(() -> bench.zoneOn(recording));
      nanos[2][at] = cpuNanos(() -> bench.methodOn(recording));
    }
    recording.stop();
    for (double[] each : nanos) {
      Arrays.sort(each);
    }
    System.out.printf(
        "CPU ns, median: two clocks %.1f, zone %.1f, method %.1f%n",
        nanos[0][ROUNDS / 2], nanos[1][ROUNDS / 2], nanos[2][ROUNDS / 2]);
  }

  private static double cpuNanos(Runnable body) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    for (int i = 0; i < CALLS; i++) {
      body.run();
    }
    return (threads.getCurrentThreadCpuTime() - before) / (double) CALLS;
  }

  /** A session over all iterations. */
  @State(Scope.Thread)
  public static class Recording {
    private Path folder;
    long zones;

    @Setup
    public void start() throws IOException {
      folder = Files.createTempDirectory("zone-cost");
      Profiler.start(ProfilerOptions.DEFAULT.withFolder(folder).withJvmEvents(false));
    }

    @TearDown
    public void stop() throws IOException {
      var summary = Profiler.stop();
      System.out.printf("%n%,d zones, %,d lost%n", zones, summary.lost());
      Files.delete(summary.journal());
      Files.delete(folder.resolve(".logs"));
      Files.delete(folder);
    }
  }
}
