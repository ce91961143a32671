package dev.tilescope.bench;

import dev.tilescope.device.Buffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does it cost a program to publish a buffer? One event is an allocation or a free as the
 * monitor hears it, on a mesh of eight chips, with one live buffer or with ten thousand that are
 * freed and allocated by turns; {@code clock} is the reading of the clock that an allocation
 * includes, and {@code buffer} the part that comes from meeting a buffer unexpectedly.
 *
 * <pre>java -jar bench/target/benchmarks.jar MonitorPublish -prof gc</pre>
 *
 * <p>On a busy machine wall time says little; the main method prints CPU time of the thread:
 *
 * <pre>
 * java -Dtilescope.monitor=1 -cp bench/target/benchmarks.jar dev.tilescope.bench.MonitorPublish
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Dtilescope.monitor=1")
public class MonitorPublish {
  private static final int ROUNDS = 40;
  private static final int CALLS = 100_000;
  private static long sink;

  @Param({"1", "10000"})
  private int live;

  private MeshDevice device;
  private Buffer[] buffers;
  private int next;

  public static void main(String[] args) {
    for (int live : new int[] {1, 100, 10_000}) {
      MonitorPublish bench = new MonitorPublish();
      bench.live = live;
      bench.open();
      double[][] nanos = new double[2][ROUNDS];
      for (int round = -ROUNDS; round < ROUNDS; round++) {
        nanos[0][Math.max(0, round)] = cpuNanos(bench::event);
        nanos[1][Math.max(0, round)] = cpuNanos(() -> sink += bench.buffer());
      }
      bench.close();
      Arrays.sort(nanos[0]);
      Arrays.sort(nanos[1]);
      System.out.printf(
          "%,d live: CPU ns of an event: median %.1f, best %.1f; of looking at a buffer twice, half"
              + " of it: %.1f%n",
          live, nanos[0][ROUNDS / 2], nanos[0][0], nanos[1][ROUNDS / 2]);
    }
  }

  /** Half of a call, since a call is two events. */
  private static double cpuNanos(Runnable body) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    for (int i = 0; i < CALLS; i++) {
      body.run();
    }
    return (threads.getCurrentThreadCpuTime() - before) / (2.0 * CALLS);
  }

  @Setup
  public void open() {
    device = MeshDevice.open("t3000");
    MemoryConfig dram = new MemoryConfig(TensorMemoryLayout.INTERLEAVED, BufferType.DRAM, null);
    TensorSpec spec = new TensorSpec(Shape.of(32, 32), DataType.BFLOAT16, Layout.TILE, dram);
    buffers = new Buffer[live];
    for (int i = 0; i < live; i++) {
      buffers[i] = device.allocate(spec, "MonitorPublish");
    }
    if (!Tracker.on()) {
      throw new IllegalStateException("nothing publishes: is tilescope.monitor set?");
    }
  }

  @TearDown
  public void close() {
    device.close();
  }

  /** A step that meets all, and none soon again. */
  private Buffer nextBuffer() {
    next = (next + 6_151) % buffers.length;
    return buffers[next];
  }

  /** What a program has just done with a buffer that it makes or frees, and this bench has not. */
  @Benchmark
  @OperationsPerInvocation(2)
  public long buffer() {
    Buffer buffer = nextBuffer();
    return buffer.address() + buffer.chipBytes() + buffer.device().id() + buffer.uniqueId();
  }

  @Benchmark
  @OperationsPerInvocation(2)
  public void event() {
    Buffer buffer = nextBuffer();
    Tracker.bufferDeallocated(buffer);
    Tracker.bufferAllocated(buffer);
  }

  @Benchmark
  public long clock() {
    return System.currentTimeMillis();
  }
}
