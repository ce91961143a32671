package dev.tilescope.bench;

import static org.bytedeco.openblas.global.openblas.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas.blas_set_num_threads;
import static org.bytedeco.openblas.global.openblas.cblas_sgemm;

import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.demo.Bert;
import dev.tilescope.internal.demo.KernelWarmUp;
import dev.tilescope.internal.track.TraceListener;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorRef;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bytedeco.javacpp.FloatPointer;
import org.jspecify.annotations.Nullable;

/**
 * Which part of the machine's matrix rate does BERT base reach while it multiplies? The machine's
 * rate is OpenBLAS's on all cores for a product of BERT's own shape, measured before and after each
 * pass; BERT's is the operations of its matmul programs over the time from their start to their
 * end, with bias, activation and rounding to bfloat16 inside. The first pass is what {@code
 * tilescope demo bert --size base} runs, after the same warm-up. Ends with an error if the median
 * is below {@value #LEAST}.
 *
 * <pre>
 * mvn -B -q -pl bench -am package -DskipTests
 * java --add-modules jdk.incubator.vector -Xmx6g \
 *     -cp 'bench/target/benchmarks.jar:bench/target/lib/*' \
 *     dev.tilescope.bench.BertAgainstOpenBlas
 * </pre>
 */
public final class BertAgainstOpenBlas {
  private static final double LEAST = 0.6;
  private static final int PASSES = 4;
  private static final int ROWS = 8 * 384;
  private static final int DEPTH = 768;
  private static final int COLUMNS = 3072;

  private final FloatPointer a = random(1, ROWS * DEPTH);
  private final FloatPointer b = random(2, DEPTH * COLUMNS);
  private final FloatPointer out = new FloatPointer((long) ROWS * COLUMNS);

  /** The time between the start and the end of matmul programs. */
  private static final class MatmulClock implements TraceListener {
    private long startNanos;
    private long nanos;

    @Override
    public void functionStart(Signature signature, @Nullable Object[] arguments) {
      if (signature.name().equals("MatmulDeviceOperation")) {
        startNanos = System.nanoTime();
      }
    }

    @Override
    public void functionEnd(
        Signature signature, List<? extends TensorRef> outputs, long modelledDeviceNanos) {
      if (signature.name().equals("MatmulDeviceOperation")) {
        nanos += System.nanoTime() - startNanos;
      }
    }
  }

  public static void main(String[] arguments) {
    blas_set_num_threads(Runtime.getRuntime().availableProcessors());
    KernelWarmUp.run();
    try (MeshDevice device = MeshDevice.open(Board.named("n150"), DeviceOptions.DEFAULT)) {
      double ratio = new BertAgainstOpenBlas().measure(device);
      System.exit(ratio >= LEAST ? 0 : 1);
    }
  }

  private double measure(MeshDevice device) {
    Bert bert = new Bert(Bert.Size.BASE, device);
    machineGigaflops();
    double[] ratios = new double[PASSES];
    for (int i = 0; i < PASSES; i++) {
      double before = machineGigaflops();
      double ours = bertGigaflops(bert, device);
      double machine = (before + machineGigaflops()) / 2;
      ratios[i] = ours / machine;
      System.out.printf(
          "pass %d: BERT's matmuls %.1f GFLOP/s, OpenBLAS %.1f GFLOP/s, %.2f%n",
          i + 1, ours, machine, ratios[i]);
    }
    Arrays.sort(ratios);
    return ratios[PASSES / 2];
  }

  private static double bertGigaflops(Bert bert, MeshDevice device) {
    MatmulClock clock = new MatmulClock();
    long before = device.floatingPointOperations();
    Tracker.add(clock);
    try {
      bert.forward((what, done, total) -> {});
    } finally {
      Tracker.remove(clock);
    }
    return (double) (device.floatingPointOperations() - before) / clock.nanos;
  }

  private double machineGigaflops() {
    int calls = 8;
    long start = System.nanoTime();
    for (int i = 0; i < calls; i++) {
      cblas_sgemm(
          CblasRowMajor,
          CblasNoTrans,
          CblasNoTrans,
          ROWS,
          COLUMNS,
          DEPTH,
          1f,
          a,
          DEPTH,
          b,
          COLUMNS,
          0f,
          out,
          COLUMNS);
    }
    return 2.0 * ROWS * DEPTH * COLUMNS * calls / (System.nanoTime() - start);
  }

  private static FloatPointer random(long seed, int count) {
    Random random = new Random(seed);
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return new FloatPointer(values);
  }
}
