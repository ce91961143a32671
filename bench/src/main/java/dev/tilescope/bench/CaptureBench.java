package dev.tilescope.bench;

import com.sun.management.ThreadMXBean;
import dev.tilescope.capture.CaptureOptions;
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
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a node of a capture cost, from the first event to the finished report? One operation of
 * the benchmark is a capture of 41,700 adds in NO_DISPATCH, a million nodes; divide by that. {@code
 * untraced} is the same program with dispatch blocked and nobody listening.
 *
 * <pre>java -jar bench/target/benchmarks.jar CaptureBench</pre>
 *
 * <p>{@link #main} prints heap per node of the finished report, and of the capture while it is
 * open:
 *
 * <pre>java -cp bench/target/benchmarks.jar dev.tilescope.bench.CaptureBench</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3)
@Measurement(iterations = 5)
@Fork(value = 2, jvmArgsAppend = "-Xmx2g")
public class CaptureBench {
  private static final int CALLS = 41_700;

  @Param({"journal", "heap"})
  private String store = "journal";

  private MeshDevice device = MeshDevice.open("n150");
  private Tensor input = tensor(device);

  private static Tensor tensor(MeshDevice device) {
    return Ttnn.zeros(
        Shape.of(1, 3, 32, 32), DataType.BFLOAT16, Layout.TILE, device, MemoryConfig.L1);
  }

  @Setup(Level.Trial)
  public void open() {
    device.close();
    device = MeshDevice.open("n150");
    input = tensor(device);
  }

  @TearDown(Level.Trial)
  public void close() {
    device.close();
  }

  @Benchmark
  public int traced() {
    return capture().trace().size();
  }

  private Report capture() {
    try (GraphCapture capture = GraphCapture.begin(options())) {
      run();
      return capture.end();
    }
  }

  private CaptureOptions options() {
    CaptureOptions options = CaptureOptions.of(RunMode.NO_DISPATCH);
    return store.equals("heap") ? options.withJournal(null) : options;
  }

  private void run() {
    for (int i = 0; i < CALLS; i++) {
      Ttnn.add(input, input).close();
    }
  }

  @Benchmark
  public void untraced() {
    dev.tilescope.internal.track.Tracker.claimDispatch(this, null, true);
    run();
    dev.tilescope.internal.track.Tracker.releaseDispatch(this);
  }

  public static void main(String[] args) {
    CaptureBench bench = new CaptureBench();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (String store : new String[] {"journal", "heap"}) {
      bench.store = store;
      bench.capture();
      long before = used();
      GraphCapture capture = GraphCapture.begin(bench.options());
      long allocated = threads.getCurrentThreadAllocatedBytes();
      long start = threads.getCurrentThreadCpuTime();
      bench.run();
      long recording = threads.getCurrentThreadCpuTime() - start;
      allocated = threads.getCurrentThreadAllocatedBytes() - allocated;
      long open = used();
      start = threads.getCurrentThreadCpuTime();
      Report report = capture.end();
      long collecting = threads.getCurrentThreadCpuTime() - start;
      capture = null;
      long ended = used();
      int nodes = report.trace().size();
      System.out.printf(
          "%-8s %,d nodes, CPU time: recording %.0f ns/node, collecting %.0f ns/node; heap while"
              + " open %.1f B/node, of the report %.1f B/node; allocated while recording %.1f"
              + " B/node%n",
          store,
          nodes,
          (double) recording / nodes,
          (double) collecting / nodes,
          (double) (open - before) / nodes,
          (double) (ended - before) / nodes,
          (double) allocated / nodes);
    }
    bench.device.close();
  }

  private static long used() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
