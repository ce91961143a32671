package dev.tilescope.bench;

import dev.tilescope.profile.Profiler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What does a call cost when the agent makes a zone of it? Runs the same loop of calls in a JVM of
 * its own for each way to profile, in turns, and prints the median of each. The call does next to
 * nothing and is inlined without the agent, so this is the most that a zone can add to one.
 *
 * <pre>
 * java -cp bench/target/benchmarks.jar dev.tilescope.bench.MethodZoneCost \
 *     agent/target/tilescope-agent.jar
 * </pre>
 */
public final class MethodZoneCost {
  private static final int TURNS = 3;
  private static final int ROUNDS = 11;
  private static final int CALLS = 1_000_000;

  /** A way to run: a name, the variables it takes, and whether the agent is there. */
  private record Way(String name, boolean agent, Map<String, String> variables) {}

  private static final List<Way> WAYS =
      List.of(
          new Way("no agent", false, Map.of()),
          new Way("-p, never enabled", true, Map.of("TILESCOPE_PROFILE_PARTIAL", "1")),
          new Way(
              "-p, enabled and disabled",
              true,
              Map.of("TILESCOPE_PROFILE_PARTIAL", "1", "DISABLE", "1")),
          new Way("methods", true, Map.of()),
          new Way("methods and lines", true, Map.of("TILESCOPE_PROFILE_LINES", "1")));

  private MethodZoneCost() {}

  /** The program that is profiled. */
  static final class Program {
    private Program() {}

    public static void main(String[] args) {
      if (System.getenv("DISABLE") != null) {
        Profiler.enable();
        Profiler.disable();
      }
      double[] nanos = new double[ROUNDS];
      long value = 1;
      for (int round = 0; round < ROUNDS; round++) {
        long begin = System.nanoTime();
        value = calls(value);
        nanos[round] = (System.nanoTime() - begin) / (double) CALLS;
      }
      Arrays.sort(nanos);
      System.out.println((value == 0 ? "" : " ") + nanos[ROUNDS / 2]);
    }

    /** No zone itself: only {@code Work} is named. */
    private static long calls(long start) {
      long value = start;
      for (int i = 0; i < CALLS; i++) {
        value = Work.step(value);
      }
      return value;
    }
  }

  /** The class whose methods are zones. */
  static final class Work {
    private Work() {}

    static long step(long value) {
      long mixed = value ^ (value << 13);
      return mixed ^ (mixed >>> 7) ^ (mixed << 17);
    }
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    Path agent = Path.of(args[0]);
    double[][] nanos = new double[WAYS.size()][TURNS];
    for (int turn = 0; turn < TURNS; turn++) {
      for (int way = 0; way < WAYS.size(); way++) {
        nanos[way][turn] = run(WAYS.get(way), agent);
      }
    }
    double plain = median(nanos[0]);
    for (int way = 0; way < WAYS.size(); way++) {
      double median = median(nanos[way]);
      System.out.printf(
          Locale.ROOT,
          "%-26s %8.2f ns a call, %+8.2f%n",
          WAYS.get(way).name(),
          median,
          median - plain);
    }
  }

  private static double run(Way way, Path agent) throws IOException, InterruptedException {
    Path output = Files.createTempDirectory("method-zones");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (way.agent()) {
      command.add("-javaagent:" + agent);
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Program.class.getName()));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("TILESCOPE_PROFILE", way.agent() ? "1" : "0");
    builder.environment().put("TT_METAL_PROFILER_DIR", output.toString());
    builder.environment().put("TILESCOPE_PROFILE_PACKAGES", Work.class.getName());
    builder.environment().putAll(way.variables());
    Process process = builder.start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return Double.parseDouble(text.strip());
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
