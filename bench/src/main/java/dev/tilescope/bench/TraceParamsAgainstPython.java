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
import java.util.stream.Stream;

/**
 * Operation-parameter tracing: files a second against Python's {@code json.dump} of the same
 * records, in turns, and what a traced call costs its thread. Needs {@code python3}.
 *
 * <pre>
 * java --add-modules jdk.incubator.vector \
 *     -cp 'bench/target/benchmarks.jar:bench/target/lib/*' \
 *     dev.tilescope.bench.TraceParamsAgainstPython
 * </pre>
 */
public final class TraceParamsAgainstPython {
  private static final int CALLS = 20_000;
  private static final int ROUNDS = 5;

  /** Fewer than the queue holds, so that nobody waits. */
  private static final int BURST = 500;

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

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("trace-params");
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor x = Ttnn.zeros(Shape.of(32, 32), device)) {
      double[] ratios = new double[ROUNDS];
      for (int i = 0; i < ROUNDS; i++) {
        Path ours = folder.resolve("ours" + i);
        double rate = filesPerSecond(x, ours);
        double theirs = python(ours, folder.resolve("theirs" + i));
        ratios[i] = rate / theirs;
        System.out.printf(
            "%,.0f files/s, Python %,.0f files/s: %.1f times; %.1f us on the calling thread%n",
            rate, theirs, ratios[i], microsPerCall(x, folder.resolve("burst" + i)));
      }
      Arrays.sort(ratios);
      System.out.printf("median %.1f times%n", ratios[ROUNDS / 2]);
    } finally {
      delete(folder);
    }
  }

  private static double filesPerSecond(Tensor x, Path folder) {
    OperationTracer.enable(TraceOptions.DEFAULT.withDirectory(folder));
    long start = System.nanoTime();
    call(x, CALLS);
    OperationTracer.disable();
    return CALLS * 1e9 / (System.nanoTime() - start);
  }

  private static void call(Tensor x, int times) {
    for (int i = 0; i < times; i++) {
      Ttnn.reshape(x, 1, 32, 32);
    }
  }

  /** A view costs next to nothing itself: what is more with tracing is tracing. */
  private static double microsPerCall(Tensor x, Path folder) {
    long plain = nanos(x);
    OperationTracer.enable(TraceOptions.DEFAULT.withDirectory(folder));
    long traced = nanos(x);
    OperationTracer.disable();
    return (traced - plain) / 1e3 / BURST;
  }

  private static long nanos(Tensor x) {
    long start = System.nanoTime();
    call(x, BURST);
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
