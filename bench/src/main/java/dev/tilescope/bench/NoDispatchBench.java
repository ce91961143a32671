package dev.tilescope.bench;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How long does it take to trace the product of two 1,000,000 x 1,000,000 matrices in NO_DISPATCH,
 * from begin to report? {@code cold} is the first time in a JVM, {@code warm} a later one.
 *
 * <pre>java -jar bench/target/benchmarks.jar NoDispatchBench -prof gc</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 10, jvmArgsAppend = "-Xmx64m")
public class NoDispatchBench {
  private static final Shape SHAPE = Shape.of(1_000_000, 1_000_000);

  private final MeshDevice device = MeshDevice.open("n150");

  @Benchmark
  @Warmup(iterations = 0)
  @Measurement(iterations = 1)
  public Report cold() {
    return trace();
  }

  @Benchmark
  @Warmup(iterations = 200)
  @Measurement(iterations = 20)
  public Report warm() {
    return trace();
  }

  private Report trace() {
    try (GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Tensor a = Ttnn.empty(SHAPE, DataType.BFLOAT16, Layout.TILE, device, MemoryConfig.DRAM);
      Tensor b = Ttnn.empty(SHAPE, DataType.BFLOAT16, Layout.TILE, device, MemoryConfig.DRAM);
      Ttnn.matmul(a, b);
      return capture.end();
    }
  }
}
