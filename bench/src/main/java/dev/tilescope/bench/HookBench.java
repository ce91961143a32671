package dev.tilescope.bench;

import com.sun.management.ThreadMXBean;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.track.TraceListener;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.model.Signature;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.internal.mechanism.CoreLimit;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a call pay for its hooks while nobody listens? The difference between {@code hooked}
 * and {@code plain} is the answer for one, between {@code hookedAsAnAdd} and {@code plain} for all
 * that an add comes by; {@code listened} is the same call with one listener that does nothing.
 * {@code add} is {@code Ttnn.add} of two tiles itself, with its hooks and without.
 *
 * <pre>
 * java -jar bench/target/benchmarks.jar HookBench
 * java -Xint -cp bench/target/benchmarks.jar dev.tilescope.bench.HookBench
 * </pre>
 *
 * The second counts bytes.
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

  /** Arguments that say nothing of cores, though they could. */
  private record Arguments(int value, @Nullable CoreRangeSet subCoreGrids) implements CoreLimited {}

  private static final Operation<Arguments, Integer> OPERATION =
      Operation.of("ttnn::call", Arguments.class, a -> body(a.value()));

  private final Arguments arguments = new Arguments(42, null);

  /** What an untraced {@code Ttnn.add} and the free of its result come by, cores included. */
  @Benchmark
  public int hookedAsAnAdd() {
    int asked = Tracker.on() ? 1 : 0;
    asked += CoreLimit.current() == null ? 0 : 1;
    for (int i = 0; i < 3; i++) {
      asked += Tracker.idle() ? 0 : 1;
    }
    return OPERATION.call(arguments) + asked;
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

  /** Adds two tiles, in classes of its own. */
  @State(Scope.Thread)
  public static class Adding {
    @Param({"true", "false"})
    public boolean hooks;

    private Supplier<?> add = () -> 0;

    @Setup
    public void load() throws ReflectiveOperationException {
      ClassLoader classes = new OwnClasses(hooks);
      add = (Supplier<?>) classes.loadClass(Add.class.getName()).getConstructor().newInstance();
    }
  }

  /** Adds, and frees the sum. */
  public static final class Add implements Supplier<Object> {
    private final MeshDevice device = MeshDevice.open("n150");
    private final Tensor a = tile();
    private final Tensor b = tile();

    private Tensor tile() {
      return Ttnn.toDevice(
          Ttnn.fromArray(new float[1024], Shape.of(32, 32), DataType.BFLOAT16, Layout.TILE),
          device);
    }

    @Override
    public Object get() {
      try (Tensor sum = Ttnn.add(a, b)) {
        return sum;
      }
    }
  }

  /** Tilescope once more, and without hooks a tracker that constantly says that nobody listens. */
  private static final class OwnClasses extends ClassLoader {
    private static final String TRACKER = Tracker.class.getName();

    private final boolean hooks;

    OwnClasses(boolean hooks) {
      super(HookBench.class.getClassLoader());
      this.hooks = hooks;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded == null && name.startsWith("dev.tilescope.")) {
          byte[] bytes = bytes(name);
          bytes = name.equals(TRACKER) && !hooks ? deaf(bytes) : bytes;
          loaded = defineClass(name, bytes, 0, bytes.length);
        }
        return loaded == null ? super.loadClass(name, resolve) : loaded;
      }
    }

    private byte[] bytes(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        return in == null ? new byte[0] : in.readAllBytes();
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }

    private static byte[] deaf(byte[] bytes) {
      ClassFile file = ClassFile.of();
      return file.transformClass(
          file.parse(bytes),
          (builder, element) -> {
            if (element instanceof MethodModel method && isQuestion(method)) {
              boolean isIdle = method.methodName().equalsString("idle");
              builder.withMethodBody(
                  method.methodName(),
                  method.methodType(),
                  ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                  code -> code.loadConstant(isIdle ? 1 : 0).ireturn());
            } else {
              builder.with(element);
            }
          });
    }

    private static boolean isQuestion(MethodModel method) {
      return Set.of("on", "idle").contains(method.methodName().stringValue());
    }
  }

  @Benchmark
  public Object add(Adding adding) {
    return adding.add.get();
  }

  /** Bytes that an add takes, with hooks and without. Interpreted, they are the same each time. */
  public static void main(String[] args) throws ReflectiveOperationException {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (boolean hooks : new boolean[] {true, false}) {
      Adding adding = new Adding();
      adding.hooks = hooks;
      adding.load();
      long bytes = 0;
      for (int i = 0; i < 1000; i++) {
        long before = threads.getCurrentThreadAllocatedBytes();
        adding.add.get();
        bytes = threads.getCurrentThreadAllocatedBytes() - before;
      }
      System.out.printf("%s hooks: %,d bytes an add%n", hooks ? "with" : "without", bytes);
    }
  }
}
