package dev.tilescope.bench;

import dev.tilescope.model.Signature;
import dev.tilescope.track.TraceListener;
import dev.tilescope.track.Tracker;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a call pay for its hooks while nobody listens? The difference between {@code hooked}
 * and {@code plain} is the answer; {@code listened} is the same call with one listener that does
 * nothing.
 *
 * <pre>java -jar bench/target/benchmarks.jar HookBench -prof gc</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class HookBench {
  private static final Signature CALL = Signature.of("ttnn::call", "value");

  private int value = 42;

  @Benchmark
  public int plain() {
    return body(value);
  }

  @Benchmark
  public int hooked() {
    return call(value);
  }

  /** The checks that an untraced {@code Ttnn.add} and the free of its result come by. */
  @Benchmark
  public int hookedAsAnAdd() {
    int asked = 0;
    for (int i = 0; i < 2; i++) {
      asked += Tracker.on() ? 1 : 0;
    }
    for (int i = 0; i < 3; i++) {
      asked += Tracker.idle() ? 0 : 1;
    }
    return body(value + asked);
  }

  private static int call(int value) {
    if (!Tracker.on()) {
      return body(value);
    }
    Tracker.functionStart(CALL, value);
    int result = body(value);
    Tracker.functionEnd(CALL, List.of(), 0);
    return result;
  }

  /** Stands for the operation: not inlined, as an operation is not. */
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  private static int body(int value) {
    return value * 31 + 7;
  }

  /** The same with somebody listening. */
  @State(Scope.Thread)
  public static class Listening implements AutoCloseable {
    private final TraceListener listener = new TraceListener() {};

    public Listening() {
      Tracker.add(listener);
    }

    @Override
    public void close() {
      Tracker.remove(listener);
    }
  }

  @Benchmark
  public int listened(Listening listening) {
    return call(value);
  }
}
