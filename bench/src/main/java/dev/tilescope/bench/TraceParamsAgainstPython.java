package dev.tilescope.bench;

import dev.tilescope.args.OperationTracer;
import dev.tilescope.args.TraceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Operation-parameter tracing: files a second against Python's {@code json.dump} of the same
 * records, in turns, and what a traced call costs its thread. Records of a call with one tensor,
 * which is as small as they get, and of one with two; our time has the calls themselves in it.
 * Files go to {@code java.io.tmpdir}. Needs {@code python3}.
 *
 * <pre>
 * java --add-modules jdk.incubator.vector --enable-native-access=ALL-UNNAMED \
 *     -Djava.io.tmpdir=/dev/shm -cp 'bench/target/benchmarks.jar:bench/target/lib/*' \
 *     dev.tilescope.bench.TraceParamsAgainstPython
 * </pre>
 */
public final class TraceParamsAgainstPython {
  private static final int CALLS = 50_000;
  private static final int WARM_UP = 3;
  private static final int ROUNDS = 9;

  /** Fewer than the queue holds, so that nobody waits. */
  private static final int BURST = 500;

  private static final int BURSTS = 21;

  private static final String PYTHON =
      """
      import json, os, sys, time
      source, target = sys.argv[1], sys.argv[2]
      records = [json.load(open(os.path.join(source, f))) for f in os.listdir(source) if f.endswith('.json')]
      os.makedirs(target)
      start = time.perf_counter()
      for r in records:
          with open(os.path.join(target, '%d_op.json' % r['operation_id']), 'w') as f:
              json.dump(r, f, indent=2, default=str)
      print(len(records) / (time.perf_counter() - start))
      """;

  private TraceParamsAgainstPython() {}

  private enum Kind {
    RESHAPE("ttnn.reshape") {
      @Override
      void call(Tensor x, Tensor y) {
        Ttnn.reshape(x, 1, 32, 32);
      }
    },
    ADD("ttnn.add") {
      @Override
      void call(Tensor x, Tensor y) {
        Ttnn.add(x, y).close();
      }
    };

    private final String operation;

    Kind(String operation) {
      this.operation = operation;
    }

    abstract void call(Tensor x, Tensor y);

    void call(Tensor x, Tensor y, int times) {
      for (int i = 0; i < times; i++) {
        call(x, y);
      }
    }

    void trace(Path folder) {
      OperationTracer.enable(
          TraceOptions.DEFAULT.withDirectory(folder).withOperations(List.of(operation)));
    }
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor x = Ttnn.zeros(Shape.of(32, 32), device);
        Tensor y = Ttnn.zeros(Shape.of(32, 32), device)) {
      for (Kind kind : Kind.values()) {
        compare(kind, x, y);
      }
    }
  }

  private static void compare(Kind kind, Tensor x, Tensor y)
      throws IOException, InterruptedException {
    double[] ratios = new double[ROUNDS - WARM_UP];
    for (int i = 0; i < ROUNDS; i++) {
      double ratio = round(kind, x, y, i < WARM_UP ? "warming up: " : "");
      if (i >= WARM_UP) {
        ratios[i - WARM_UP] = ratio;
      }
    }
    Arrays.sort(ratios);
    System.out.printf(
        "%s: %.1f to %.1f times, median %.1f%n",
        kind.operation, ratios[0], ratios[ratios.length - 1], ratios[ratios.length / 2]);
  }

  private static double round(Kind kind, Tensor x, Tensor y, String label)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("trace-params");
    try {
      double ours = filesPerSecond(kind, x, y, folder.resolve("ours"));
      double theirs = python(folder.resolve("ours"), folder.resolve("theirs"));
      System.out.printf(
          "%s%s %,.0f files/s, Python %,.0f files/s: %.1f times; %.1f us on the calling thread%n",
          label,
          kind.operation,
          ours,
          theirs,
          ours / theirs,
          microsPerCall(kind, x, y, folder.resolve("burst")));
      return ours / theirs;
    } finally {
      delete(folder);
    }
  }

  private static double filesPerSecond(Kind kind, Tensor x, Tensor y, Path folder) {
    kind.trace(folder);
    long start = System.nanoTime();
    kind.call(x, y, CALLS);
    OperationTracer.disable();
    return CALLS * 1e9 / (System.nanoTime() - start);
  }

  /** What is more with tracing is tracing; the median of some bursts. */
  private static double microsPerCall(Kind kind, Tensor x, Tensor y, Path folder) {
    double[] micros = new double[BURSTS];
    for (int i = 0; i < BURSTS; i++) {
      long plain = nanos(kind, x, y);
      kind.trace(folder);
      long traced = nanos(kind, x, y);
      OperationTracer.disable();
      micros[i] = (traced - plain) / 1e3 / BURST;
    }
    Arrays.sort(micros);
    return micros[BURSTS / 2];
  }

  private static long nanos(Kind kind, Tensor x, Tensor y) {
    long start = System.nanoTime();
    kind.call(x, y, BURST);
    return System.nanoTime() - start;
  }

  private static double python(Path source, Path target) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("python3", "-c", PYTHON, source.toString(), target.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String line = process.inputReader().readLine();
    process.waitFor();
    return Double.parseDouble(line);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
