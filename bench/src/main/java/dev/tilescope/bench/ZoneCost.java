package dev.tilescope.bench;

import dev.tilescope.profile.Profiler;
import dev.tilescope.profile.ProfilerOptions;
import dev.tilescope.profile.ProfilerZone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class ZoneCost {
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
    try (ProfilerZone zone = Profiler.zone("zone")) {
      recording.zones++;
    }
  }

  @Benchmark
  public void methodOn(Recording recording) {
    Profiler.enter(SITE);
    recording.zones++;
    Profiler.exit();
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
