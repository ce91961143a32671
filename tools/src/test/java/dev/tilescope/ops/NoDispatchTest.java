package dev.tilescope.ops;

import static dev.tilescope.capture.Programs.events;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.TraceEvent.BufferAllocate;
import dev.tilescope.model.TraceEvent.BufferDeallocate;
import dev.tilescope.model.TraceEvent.CircularBufferAllocate;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.tensor.Sharding;
import dev.tilescope.tensor.Tensor;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** In NO_DISPATCH nothing is allocated or computed, whatever the size. */
class NoDispatchTest {
  private static final int HUGE = 1 << 30;

  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  @Test
  void nothingIsAllocated() {
    try (GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Tensor a = ones(MemoryConfig.L1, 64, 64);
      Tensor b = Ttnn.softmax(Ttnn.matmul(a, a));
      assertThat(a.buffer().address()).isZero();
      assertThat(a.buffer().isBlocked()).isTrue();
      assertThat(b.deviceTensors()).allMatch(part -> part.address() == 0);
      assertThat(events(capture.end(), BufferAllocate.class))
          .isNotEmpty()
          .allMatch(node -> node.buffer().address() == 0);
    }
    assertThat(device.liveBuffers()).isEmpty();
    assertThat(device.programCacheEntries()).isZero();
    for (BufferType type : new BufferType[] {BufferType.L1, BufferType.DRAM}) {
      assertThat(device.statistics(type).allocatedBytes()).isZero();
    }
  }

  @Test
  void deviceTimesAreModelledAsForARun() {
    Tensor a = ones(MemoryConfig.L1, 64, 64);
    long before = device.modelledNanos();
    Ttnn.softmax(Ttnn.matmul(a, a));
    long run = device.modelledNanos() - before;
    try (GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Ttnn.softmax(Ttnn.matmul(a, a));
      assertThat(capture.end()).isNotNull();
    }
    assertThat(device.modelledNanos()).isEqualTo(before + 2 * run);
  }

  @Test
  void whatWasMadeThereHasNoValuesButCanBeFreed() {
    Tensor real = ones(MemoryConfig.DRAM, 4, 4);
    Tensor traced;
    Tensor host;
    try (GraphCapture _ = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      traced = Ttnn.add(real, real);
      host = Ttnn.fromDevice(real);
      assertThatThrownBy(() -> Ttnn.toArray(traced))
          .isInstanceOf(TilescopeException.class)
          .hasMessageContaining("has no values: it was made in NO_DISPATCH");
    }
    refused(() -> Ttnn.toArray(traced), "tensor: ");
    refused(() -> Ttnn.fromDevice(traced), "tensor: ");
    refused(() -> Ttnn.relu(traced), "input_tensor: ");
    refused(() -> Ttnn.add(real, traced), "input_tensor_b: ");
    refused(
        () -> Ttnn.add(real, real, BinaryOptions.DEFAULT.withOutputTensor(traced)),
        "output_tensor: ");
    refused(() -> Ttnn.toDevice(host, device), "tensor: ");
    assertThat(traced.toString()).startsWith("ttnn.Tensor(<not computed: NO_DISPATCH>, ");
    Ttnn.deallocate(traced);
    assertThatThrownBy(() -> Ttnn.deallocate(traced))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith("double free: ");
  }

  private void refused(ThrowingCallable call, String start) {
    long before = device.statistics(BufferType.DRAM).allocatedBytes();
    assertThatThrownBy(call)
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith(start + "the tensor has no values: it was made in NO_DISPATCH");
    assertThat(device.statistics(BufferType.DRAM).allocatedBytes()).isEqualTo(before);
  }

  @Test
  void realTensorsAreNotWrittenTo() {
    Tensor real = ones(MemoryConfig.DRAM, 4, 4);
    try (GraphCapture _ = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Ttnn.add(real, real, BinaryOptions.DEFAULT.withOutputTensor(real));
    }
    assertThat(Ttnn.toArray(real)).containsOnly(1);
  }

  /** The numbers that TT-NN's own test asserts. */
  @Test
  void aShardedAddUsesTheShardsAsCircularBuffers() {
    Shape shape = Shape.of(3, 1, 1024, 1024);
    MemoryConfig memory =
        Sharding.config(shape, 4, 4, TensorMemoryLayout.HEIGHT_SHARDED, ShardOrientation.ROW_MAJOR);
    Report report;
    try (GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Tensor a = Ttnn.empty(shape, DataType.BFLOAT16, Layout.TILE, device, memory);
      Tensor b = Ttnn.empty(shape, DataType.BFLOAT16, Layout.TILE, device, memory);
      Ttnn.add(a, b);
      report = capture.end();
    }
    var buffers = events(report, BufferAllocate.class);
    var circular = events(report, CircularBufferAllocate.class);
    assertThat(buffers)
        .hasSize(3)
        .allMatch(node -> node.buffer().sizeBytes() == 6_291_456)
        .allMatch(node -> node.buffer().maxSizePerBankBytes() == 393_216)
        .allMatch(node -> node.buffer().shardCores() == 16);
    assertThat(circular)
        .hasSize(3)
        .allMatch(CircularBufferAllocate::borrowed)
        .allMatch(node -> node.sizeBytes() == 393_216)
        .allMatch(node -> node.deviceId() == device.id());
    assertThat(
            buffers.stream().mapToLong(node -> node.buffer().sizeBytes()).sum()
                + circular.stream().mapToLong(CircularBufferAllocate::sizeBytes).sum())
        .isEqualTo(20_054_016);
  }

  @Test
  void anySizeCanBeTraced() {
    try (GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Tensor million = ones(MemoryConfig.L1, 1_000_000, 1_000_000);
      assertThat(Ttnn.matmul(million, million).shape()).isEqualTo(million.shape());
      Ttnn.softmax(million);
      Ttnn.toLayout(million, Layout.ROW_MAJOR);
      Tensor batches = ones(MemoryConfig.DRAM, 1 << 20, 1 << 20, 64, 64);
      assertThat(Ttnn.matmul(batches, batches).shape()).isEqualTo(batches.shape());
      Tensor wide = ones(MemoryConfig.DRAM, 2, HUGE);
      Ttnn.softmax(wide);
      Ttnn.softmax(wide, 0, null);
      Tensor rows = Ttnn.toLayout(wide, Layout.ROW_MAJOR);
      Ttnn.exp(Ttnn.add(rows, rows));
      Ttnn.matmul(ones(MemoryConfig.DRAM, HUGE, 32), ones(MemoryConfig.DRAM, 32, HUGE));
      Ttnn.typecast(Ttnn.transpose(batches, 0, 3), DataType.BFLOAT8_B);
      assertThatThrownBy(() -> Ttnn.reshape(million, -1))
          .isInstanceOf(TilescopeException.class)
          .hasMessage("shape: -1 would be 1000000000000 in [-1], a dimension is at most 2^31-1");
      capture.end();
    }
  }

  @Test
  void blockFloatsCanBeTraced() {
    Report report;
    try (GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Tensor host = Ttnn.fromArray(new float[64], Shape.of(2, 32), DataType.BFLOAT8_B, Layout.TILE);
      Tensor weights = Ttnn.toDevice(host, device);
      Ttnn.add(weights, weights).close();
      report = capture.end();
    }
    assertThat(events(report, BufferAllocate.class))
        .hasSize(2)
        .allMatch(node -> node.buffer().sizeBytes() == 1088);
    assertThat(events(report, BufferDeallocate.class)).hasSize(1);
  }

  private Tensor ones(MemoryConfig memory, int... shape) {
    return Ttnn.ones(Shape.of(shape), DataType.BFLOAT16, Layout.TILE, device, memory);
  }

  @Test
  void freeingInNoDispatchLeavesTheTensorAsItWas() {
    try (MeshDevice device = MeshDevice.open("n150")) {
      Tensor input = Ttnn.rand(Shape.of(32, 32), DataType.FLOAT32, device, 1);
      float[] before = Ttnn.toArray(input);
      for (int capture = 0; capture < 2; capture++) {
        try (GraphCapture _ = GraphCapture.begin(RunMode.NO_DISPATCH)) {
          Ttnn.deallocate(input);
          assertThatThrownBy(() -> Ttnn.relu(input)).hasMessageContaining("use after free");
          assertThatThrownBy(() -> Ttnn.deallocate(input)).hasMessageContaining("double free");
        }
        assertThat(Ttnn.toArray(input)).isEqualTo(before);
      }
      Ttnn.deallocate(input);
      assertThat(input.isAllocated()).isFalse();
    }
  }

  @Test
  void aScalarOrASeedMakesNoNewProgram() {
    try (MeshDevice device = MeshDevice.open("n150")) {
      for (int seed = 0; seed < 3; seed++) {
        Tensor input = Ttnn.rand(Shape.of(32, 32), DataType.FLOAT32, device, seed);
        Tensor sum = Ttnn.add(input, seed);
        Ttnn.deallocate(sum);
        Ttnn.deallocate(input);
      }
      assertThat(device.programCacheEntries()).isEqualTo(2);
    }
  }
}
