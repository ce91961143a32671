package dev.tilescope.bench;

import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.demo.Bert;
import dev.tilescope.internal.demo.KernelWarmUp;
import dev.tilescope.profile.DeviceProfilerOptions;
import dev.tilescope.profile.Profiler;
import dev.tilescope.profile.ProfilerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What does profiling cost? BERT base, forward, on a device of its own each time, without and with
 * the profiler in turn, either of them first. With it means: host zones, operations with their
 * messages, events of the JVM, device markers and the report's device logs, all of it from starting
 * the session to its end, files written. Ends with an error if the median with it is more than
 * {@value #MOST_PERCENT} % above the median without.
 *
 * <pre>
 * mvn -B -q -pl bench -am package -DskipTests
 * java --add-modules jdk.incubator.vector -Xmx6g \
 *     -cp 'bench/target/benchmarks.jar:bench/target/lib/*' \
 *     dev.tilescope.bench.ProfilerOverhead
 * </pre>
 */
public final class ProfilerOverhead {
  private static final double MOST_PERCENT = 5;
  private static final int WARM_UP = 2;
  private static final int PASSES = 10;

  private ProfilerOverhead() {}

  public static void main(String[] arguments) throws IOException {
    KernelWarmUp.run();
    Path folder = Files.createTempDirectory("profiler-overhead");
    List<Double> off = new ArrayList<>();
    List<Double> on = new ArrayList<>();
    for (int i = -WARM_UP; i < PASSES; i++) {
      boolean profiledFirst = i % 2 == 0;
      double first = profiledFirst ? profiledPass(folder) : pass();
      double second = profiledFirst ? pass() : profiledPass(folder);
      if (i >= 0) {
        off.add(profiledFirst ? second : first);
        on.add(profiledFirst ? first : second);
        System.out.printf("pass %d: off %.3f s, on %.3f s%n", i + 1, off.getLast(), on.getLast());
      }
    }
    double percent = 100 * (median(on) / median(off) - 1);
    System.out.printf(
        "median off %.3f s, on %.3f s: %.1f %% more; logs of %,d bytes%n",
        median(off), median(on), percent, bytes(folder));
    delete(folder);
    System.exit(percent <= MOST_PERCENT ? 0 : 1);
  }

  private static double profiledPass(Path folder) {
    long start = System.nanoTime();
    Profiler.start(
        ProfilerOptions.DEFAULT
            .withFolder(folder)
            .withDevice(
                DeviceProfilerOptions.fromEnvironment(
                    Map.of(
                        "TT_METAL_DEVICE_PROFILER", "1",
                        "TT_METAL_PROFILER_CPP_POST_PROCESS", "1"))));
    pass();
    Profiler.stop();
    return (System.nanoTime() - start) / 1e9;
  }

  private static double pass() {
    long start = System.nanoTime();
    try (MeshDevice device = MeshDevice.open(Board.named("n150"), DeviceOptions.DEFAULT)) {
      new Bert(Bert.Size.BASE, device).forward((what, done, total) -> {});
    }
    return (System.nanoTime() - start) / 1e9;
  }

  private static double median(List<Double> seconds) {
    List<Double> sorted = seconds.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return (sorted.get(middle) + sorted.get((sorted.size() - 1) / 2)) / 2;
  }

  private static long bytes(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
