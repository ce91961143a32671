package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.Board;
import dev.tilescope.device.Buffer;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.FaultPlan;
import dev.tilescope.device.FaultPlan.FailedAllocation;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.OutOfMemoryException;
import dev.tilescope.internal.demo.Bert;
import dev.tilescope.internal.demo.Llama;
import dev.tilescope.internal.demo.ResNet50;
import dev.tilescope.internal.track.TraceListener;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorRef;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.ops.options.SdpaOptions;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whichever allocation fails: an operation that throws leaves as much memory taken as it found. */
class FailedAllocationTest {
  /** They are told to by deallocate_activation and deallocate_input, once they have their halo. */
  private static final Set<String> MAY_FREE_THEIR_INPUT =
      Set.of("ttnn::conv2d", "ttnn::max_pool2d", "ttnn::avg_pool2d");

  private record Program(String name, String board, Consumer<MeshDevice> body) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** Compares what is alive before and after a call that fails. */
  private static final class LeakListener implements TraceListener {
    private final MeshDevice device;
    private final Thread thread = Thread.currentThread();
    private int depth;
    private Set<Long> before = Set.of();
    private String failed = "";

    LeakListener(MeshDevice device) {
      this.device = device;
    }

    /** Kernel binaries stay for the next launch. */
    private Set<Long> alive() {
      return device.liveBuffers().stream()
          .filter(buffer -> !buffer.madeBy().startsWith("kernel binaries"))
          .map(Buffer::uniqueId)
          .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public void functionStart(Signature signature, Object[] arguments) {
      if (Thread.currentThread() == thread && depth++ == 0) {
        before = alive();
      }
    }

    @Override
    public void functionEnd(Signature signature, List<? extends TensorRef> outputs, long nanos) {
      if (Thread.currentThread() == thread) {
        depth--;
      }
    }

    @Override
    public void functionFailed(Signature signature, Throwable failure) {
      if (Thread.currentThread() == thread && --depth == 0) {
        failed = signature.name();
        assertThat(before).as("buffers before %s", failed).containsAll(alive());
        boolean keepsInputs = !MAY_FREE_THEIR_INPUT.contains(failed);
        assertThat(alive())
            .as("buffers after %s", failed)
            .hasSize(keepsInputs ? before.size() : alive().size());
      }
    }
  }

  private static Tensor random(MeshDevice device, int... dims) {
    return Ttnn.rand(Shape.of(dims), DataType.BFLOAT16, device, 1);
  }

  private static Program call(String name, int side, Function<Tensor, Object> call) {
    return new Program(name, "n150", device -> call.apply(random(device, side, side)));
  }

  static List<Program> programs() {
    return List.of(
        call("add", 64, a -> Ttnn.add(a, a)),
        new Program("legacy add of a row", "n150", FailedAllocationTest::legacyAdd),
        call("add of two data types", 64, a -> Ttnn.add(a, Ttnn.typecast(a, DataType.FLOAT32))),
        call("linear", 64, FailedAllocationTest::linear),
        call("addmm", 64, a -> Ttnn.addmm(a, a, a)),
        call("layer_norm", 64, Ttnn::layerNorm),
        call("softmax", 33, a -> Ttnn.softmax(a, 0, null)),
        call("concat", 33, a -> Ttnn.concat(List.of(a, a, a), 0)),
        call("stack", 33, a -> Ttnn.stack(List.of(a, a), 1)),
        call("roll", 33, a -> Ttnn.roll(a, 5, 1)),
        call("repeat_interleave", 33, a -> Ttnn.repeatInterleave(a, 2, 0)),
        call("pad", 32, a -> Ttnn.pad(a, new int[][] {{0, 32}, {0, 32}}, 1)),
        call("split", 96, a -> Ttnn.split(a, 32, 1)),
        call("chunk", 96, a -> Ttnn.chunk(a, 3, 0)),
        call("permute", 33, a -> Ttnn.permute(a, 1, 0)),
        call("repeat", 33, a -> Ttnn.repeat(a, 2, 3)),
        call("reshape", 33, a -> Ttnn.reshape(a, 11, 99)),
        call("topk", 64, a -> Ttnn.topk(a, 32)),
        call("sort", 64, Ttnn::sort),
        call("mean", 33, Ttnn::mean),
        call("std", 33, a -> Ttnn.std(a, 0, true)),
        call("prod", 32, Ttnn::prod),
        call("to_layout", 33, a -> Ttnn.toLayout(a, Layout.ROW_MAJOR)),
        call("to_memory_config", 64, a -> Ttnn.toMemoryConfig(a, MemoryConfig.L1)),
        call("where", 33, a -> Ttnn.where(Ttnn.gtz(a), a, 0)),
        call("addcdiv", 33, a -> Ttnn.addcdiv(a, a, a)),
        call("lerp", 33, a -> Ttnn.lerp(a, a, 0.5)),
        call("cumsum", 33, a -> Ttnn.cumsum(a, 0)),
        call("argmax", 33, a -> Ttnn.argmax(a, 1, true, null)),
        new Program("attention", "n150", FailedAllocationTest::attention),
        new Program("all_gather", "n300", d -> Ttnn.allGather(random(d, 1, 1, 32, 64), 3)),
        new Program("all_reduce", "n300", d -> Ttnn.allReduce(random(d, 1, 1, 32, 64))));
  }

  private static void legacyAdd(MeshDevice device) {
    Ttnn.add(
        random(device, 2, 1, 64, 64),
        random(device, 1, 1, 64, 64),
        BinaryOptions.DEFAULT.withUseLegacy(true));
  }

  private static Tensor linear(Tensor a) {
    Tensor bias = random(a.device(), 1, 64);
    return Ttnn.linear(a, a, bias, MatmulOptions.DEFAULT.withActivation("gelu"));
  }

  private static void attention(MeshDevice device) {
    Tensor q = random(device, 1, 2, 64, 32);
    Transformer.scaledDotProductAttention(q, q, q, SdpaOptions.DEFAULT);
  }

  @ParameterizedTest
  @MethodSource("programs")
  void nothingLeaksWhicheverAllocationOfACallFails(Program program) {
    int failures = 0;
    while (failsAt(failures + 1, program)) {
      failures++;
    }
    assertThat(failures).as("failed allocations").isGreaterThan(2);
  }

  @Test
  void nothingLeaksInOperationsOfModels() {
    Bert.Size small = new Bert.Size("small", 1, 64, 2, 64, 1, 32);
    List<Program> models =
        List.of(
            new Program("bert", "n150", d -> new Bert(small, d).forward((_, _, _) -> {})),
            new Program(
                "resnet",
                "n150",
                d -> new ResNet50(ResNet50.Size.TINY, d).forward((_, _, _) -> {})),
            new Program(
                "llama", "n150", d -> new Llama(Llama.Size.TINY, d).forward((_, _, _) -> {})));
    for (Program model : models) {
      for (int n = 1; failsAt(n, model); n += 23) {
        assertThat(n).isLessThan(10_000);
      }
    }
  }

  private static boolean failsAt(int n, Program program) {
    DeviceOptions options =
        DeviceOptions.DEFAULT
            .withL1SmallBytes(32768)
            .withFaults(FaultPlan.NONE.with(FailedAllocation.nth(n)));
    try (MeshDevice device = MeshDevice.open(Board.named(program.board()), options)) {
      LeakListener listener = new LeakListener(device);
      Tracker.add(listener);
      try {
        program.body().accept(device);
        return false;
      } catch (OutOfMemoryException injected) {
        assertThat(listener.failed).isNotEmpty();
        return true;
      } finally {
        Tracker.remove(listener);
      }
    }
  }
}
