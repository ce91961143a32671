package dev.tilescope.bench;

import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.MeshTrace;
import dev.tilescope.internal.demo.Bert;
import dev.tilescope.internal.demo.KernelWarmUp;
import java.util.ArrayList;
import java.util.List;

/**
 * What does a metal trace save the host? BERT tiny, forward, dispatched operation by operation and
 * replayed, in turn. Host time is the time of a forward pass without that of computing results,
 * which stands for the device and is the same work in both. Ends with an error if a replay takes
 * more than a fifth of the host time of dispatching.
 *
 * <pre>
 * mvn -B -q -pl bench -am package -DskipTests
 * java --add-modules jdk.incubator.vector -cp 'bench/target/benchmarks.jar:bench/target/lib/*' \
 *     dev.tilescope.bench.TraceAgainstDispatch [BOARD]
 * </pre>
 */
public final class TraceAgainstDispatch {
  private static final double MOST = 0.2;
  private static final int WARM_UP = 30;
  private static final int ROUNDS = 9;
  private static final int PASSES = 20;

  private TraceAgainstDispatch() {}

  private record Times(double hostMicros, double totalMicros) {}

  public static void main(String[] arguments) {
    KernelWarmUp.run();
    String board = arguments.length > 0 ? arguments[0] : "n150";
    DeviceOptions options = DeviceOptions.DEFAULT.withTraceRegionBytes(30_000_000);
    try (MeshDevice device = MeshDevice.open(Board.named(board), options)) {
      Bert bert = new Bert(Bert.Size.TINY, device);
      Bert.Inputs inputs = bert.inputs(1);
      Runnable dispatched = () -> bert.logits(inputs, (_, _, _) -> {}).close();
      time(device, dispatched, WARM_UP);
      MeshTrace trace = MeshTrace.beginCapture(device);
      bert.logits(inputs, (_, _, _) -> {});
      trace.endCapture();
      time(device, trace::execute, WARM_UP);
      report(device, dispatched, trace);
    }
  }

  private static void report(MeshDevice device, Runnable dispatched, MeshTrace trace) {
    List<Double> without = new ArrayList<>();
    List<Double> with = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      // Results of dispatching lie where the trace writes, and are gone before it does.
      Times one = time(device, dispatched, PASSES);
      Times two = time(device, trace::execute, PASSES);
      without.add(one.hostMicros());
      with.add(two.hostMicros());
      System.out.printf(
          "round %d: dispatched %.0f us of host time (%.0f in all), replayed %.0f us (%.0f in"
              + " all)%n",
          i + 1, one.hostMicros(), one.totalMicros(), two.hostMicros(), two.totalMicros());
    }
    double ratio = median(with) / median(without);
    System.out.printf(
        "BERT tiny on %s, %d operations, %,d bytes of commands: dispatched %.0f us, replayed %.0f"
            + " us of host time a forward pass, 1/%.1f of it%n",
        device.board().name(),
        trace.contents().operations().size(),
        trace.contents().commands().length,
        median(without),
        median(with),
        1 / ratio);
    System.exit(ratio <= MOST ? 0 : 1);
  }

  private static Times time(MeshDevice device, Runnable pass, int times) {
    long computed = device.computeHostNanos();
    long began = System.nanoTime();
    for (int i = 0; i < times; i++) {
      pass.run();
    }
    long total = System.nanoTime() - began;
    long host = total - (device.computeHostNanos() - computed);
    return new Times(host / 1e3 / times, total / 1e3 / times);
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }
}
