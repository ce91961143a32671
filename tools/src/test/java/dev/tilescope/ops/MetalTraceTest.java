package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.Board;
import dev.tilescope.device.CommandQueue;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.DeviceTimeoutException;
import dev.tilescope.device.Event;
import dev.tilescope.device.FaultPlan;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.MeshTrace;
import dev.tilescope.device.OperationTimeout;
import dev.tilescope.device.internal.CommandFormat;
import dev.tilescope.device.internal.CommandWriter;
import dev.tilescope.device.internal.Commands;
import dev.tilescope.device.internal.DecodedCommands;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceNode;
import dev.tilescope.tensor.Tensor;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetalTraceTest {
  private static final DeviceOptions WITH_REGION =
      DeviceOptions.DEFAULT.withTraceRegionBytes(30_000_000);
  private static final Shape SHAPE = Shape.of(1, 1, 64, 96);

  private static MeshDevice open(String board) {
    return MeshDevice.open(Board.named(board), WITH_REGION);
  }

  private static Tensor onHost(int seed) {
    float[] values = new float[64 * 96];
    Random random = new Random(seed);
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return Ttnn.fromArray(values, SHAPE, DataType.BFLOAT16, Layout.TILE);
  }

  /** Several operations, in L1 and DRAM, with intermediates that are freed on the way. */
  private static Tensor model(Tensor input, Tensor weight) {
    Tensor product = Ttnn.matmul(input, weight);
    Tensor positive = Ttnn.relu(product);
    product.deallocate();
    Tensor moved = Ttnn.toMemoryConfig(positive, MemoryConfig.L1);
    positive.deallocate();
    Tensor sum = Ttnn.add(moved, 1.5f);
    moved.deallocate();
    Tensor shares = Ttnn.softmax(sum);
    sum.deallocate();
    return shares;
  }

  private static Tensor newWeight(MeshDevice device) {
    float[] values = new float[96 * 96];
    Random random = new Random(99);
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return Ttnn.toDevice(
        Ttnn.fromArray(values, Shape.of(1, 1, 96, 96), DataType.BFLOAT16, Layout.TILE), device);
  }

  /** A captured model with its input and output. */
  private record Captured(MeshTrace trace, Tensor input, Tensor weight, Tensor output) {
    static Captured on(MeshDevice device) {
      Tensor weight = newWeight(device);
      Tensor input = Ttnn.toDevice(onHost(0), device);
      model(input, weight).deallocate();
      MeshTrace trace = MeshTrace.beginCapture(device);
      Tensor output = model(input, weight);
      trace.endCapture();
      return new Captured(trace, input, weight, output);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"n150", "n300", "t3000", "p150", "e150"})
  void replaysComputeWhatTheOperationsWouldOnNewInputsBitForBit(String board) {
    try (MeshDevice device = open(board)) {
      Captured captured = Captured.on(device);
      for (int seed = 1; seed <= 3; seed++) {
        Ttnn.copyHostToDeviceTensor(onHost(seed), captured.input());
        captured.trace().execute();
        float[] replayed = Ttnn.toArray(captured.output());
        try (Tensor again = expected(device, seed, captured.weight())) {
          assertThat(replayed).isEqualTo(Ttnn.toArray(again));
        }
      }
    }
  }

  private static Tensor expected(MeshDevice device, int seed, Tensor weight) {
    Tensor input = Ttnn.toDevice(onHost(seed), device);
    Tensor result = model(input, weight);
    input.deallocate();
    return result;
  }

  @Test
  void nothingIsComputedWhileCapturing() {
    try (MeshDevice device = open("n150")) {
      Captured captured = Captured.on(device);

      assertThat(Ttnn.toArray(captured.output())).containsOnly(0f);
      captured.trace().execute();
      assertThat(Ttnn.toArray(captured.output())).doesNotContain(0f);
    }
  }

  @Test
  void theBufferIsTakenWhenTheCaptureEndsAndGivenBackOnRelease() {
    try (MeshDevice device = open("t3000")) {
      Tensor weight = newWeight(device);
      Tensor input = Ttnn.toDevice(onHost(0), device);
      model(input, weight).deallocate();
      assertThat(device.traceBuffersSize()).isZero();
      MeshTrace trace = MeshTrace.beginCapture(device);
      model(input, weight);
      assertThat(device.traceBuffersSize()).isZero();
      trace.endCapture();
      assertThat(device.traceBuffersSize()).isPositive().isEqualTo(trace.bufferBytes());
      assertThat(device.statistics(BufferType.TRACE).allocatedBytes()).isPositive();
      trace.release();
      assertThat(device.traceBuffersSize()).isZero();
      assertThat(device.statistics(BufferType.TRACE).allocatedBytes()).isZero();
    }
  }

  @Test
  void aReplayAllocatesAndFreesNothingAndIsNotSeenByACapture() {
    try (MeshDevice device = open("n150")) {
      Captured captured = Captured.on(device);
      GraphCapture capture = GraphCapture.begin(RunMode.NORMAL);
      for (int i = 0; i < 10; i++) {
        captured.trace().execute(false);
      }
      device.synchronize();

      List<TraceNode> nodes = capture.end().trace().nodes();

      assertThat(nodes)
          .noneMatch(node -> node.event() instanceof TraceEvent.BufferEvent)
          .noneMatch(node -> node.event() instanceof TraceEvent.ProgramMemory);
    }
  }

  @Test
  void everyTraceDecodesAndEncodesToTheSameBytesAndItsOperationsAddUp() {
    for (String board : List.of("n150", "t3000", "p150", "e150")) {
      try (MeshDevice device = open(board)) {
        MetalTrace contents = Captured.on(device).trace().contents();
        int alignment = CommandFormat.ofArchitecture(contents.architecture()).alignmentBytes();
        DecodedCommands decoded = Commands.decode(contents.commands(), alignment);
        CommandWriter writer = new CommandWriter(alignment);
        decoded.commands().forEach(placed -> writer.append(placed.command()));

        assertThat(decoded.problem()).isNull();
        assertThat(writer.toBytes()).isEqualTo(contents.commands());
        int end = 0;
        for (MetalTrace.Operation operation : contents.operations()) {
          assertThat(operation.offsetBytes()).isEqualTo(end);
          end += operation.sizeBytes();
        }
        assertThat(contents.commands().length - end).isEqualTo(alignment);
      }
    }
  }

  @Test
  void theCommandsLieAtTheirAddressesOnEveryChip() {
    try (MeshDevice device = open("n300")) {
      Captured captured = Captured.on(device);
      MetalTrace contents = captured.trace().contents();
      var buffer =
          device.liveBuffers().stream()
              .filter(b -> b.type() == BufferType.TRACE)
              .findFirst()
              .orElseThrow();

      assertThat(buffer.address()).isEqualTo(contents.addressBytes());
      assertThat(buffer.enqueueRead(0)).startsWith(contents.commands());
      assertThat(buffer.enqueueRead(1)).startsWith(contents.commands());
    }
  }

  @Test
  void aReplayOfDamagedBytesSaysWhere() {
    try (MeshDevice device = open("n150")) {
      Captured captured = Captured.on(device);
      var buffer =
          device.liveBuffers().stream()
              .filter(b -> b.type() == BufferType.TRACE)
              .findFirst()
              .orElseThrow();
      byte[] bytes = buffer.enqueueRead();
      int second = captured.trace().contents().operations().get(1).offsetBytes();
      bytes[second] = 99;
      buffer.enqueueWrite(bytes);

      assertThatThrownBy(captured.trace()::execute)
          .isInstanceOf(TilescopeException.class)
          .hasMessageContaining("cannot be replayed")
          .hasMessageContaining(Integer.toString(second));
    }
  }

  @Test
  void argumentsInMemoryThatPointElsewhereAreFound() {
    try (MeshDevice device = open("n150")) {
      Captured captured = Captured.on(device);
      var buffer =
          device.liveBuffers().stream()
              .filter(b -> b.type() == BufferType.TRACE)
              .findFirst()
              .orElseThrow();
      byte[] bytes = buffer.enqueueRead();
      long address = captured.input().requireBuffer("input").address();
      int at = indexOf(bytes, (int) address);
      bytes[at] ^= 0x20;
      buffer.enqueueWrite(bytes);

      assertThatThrownBy(captured.trace()::execute)
          .hasMessageContaining("runtime argument")
          .hasMessageContaining("where " + address + " was captured");
    }
  }

  private static int indexOf(byte[] bytes, int word) {
    for (int at = 0; at < bytes.length; at += 4) {
      int found =
          bytes[at] & 0xFF
              | (bytes[at + 1] & 0xFF) << 8
              | (bytes[at + 2] & 0xFF) << 16
              | bytes[at + 3] << 24;
      if (found == word) {
        return at;
      }
    }
    throw new AssertionError("no such word");
  }

  @Test
  void captureRefusesWhatCannotBeReplayed() {
    try (MeshDevice device = open("n150")) {
      Tensor input = Ttnn.toDevice(onHost(0), device);
      Ttnn.relu(input).deallocate();
      MeshTrace trace = MeshTrace.beginCapture(device);

      assertThatThrownBy(() -> Ttnn.toArray(input))
          .hasMessageContaining("Reads are not supported during trace capture.");
      assertThatThrownBy(() -> Ttnn.toDevice(onHost(1), device))
          .hasMessageContaining("Writes are not supported during trace capture.");
      assertThatThrownBy(() -> Ttnn.copyHostToDeviceTensor(onHost(1), input))
          .hasMessageContaining("Writes are not supported during trace capture.");
      assertThatThrownBy(device::synchronize)
          .hasMessageContaining("Event Synchronization is not supported during trace capture.");
      assertThatThrownBy(() -> Ttnn.gelu(input))
          .hasMessageContaining("Cannot load new binaries during trace capture.This program")
          .hasMessageContaining("UnaryDeviceOperation");
      assertThatThrownBy(() -> MeshTrace.beginCapture(device))
          .hasMessageContaining("CQ 0 is already being used for tracing tid " + trace.id());
      assertThatThrownBy(trace::execute).hasMessageContaining("still being captured");

      trace.endCapture();
      trace.execute();
      assertThatThrownBy(trace::endCapture)
          .hasMessageContaining("CQ 0 is not being used for tracing tid " + trace.id());
    }
  }

  @Test
  void aReleasedTraceAndOneOfAnotherDeviceAreUnknown() {
    try (MeshDevice device = open("n150");
        MeshDevice other = open("n150")) {
      Captured captured = Captured.on(device);
      long id = captured.trace().id();

      assertThat(MeshTrace.find(device, id)).isSameAs(captured.trace());
      assertThatThrownBy(() -> MeshTrace.find(other, id))
          .hasMessageContaining("Trace instance %d must exist on Mesh device 1".formatted(id));
      captured.trace().release();
      assertThatThrownBy(captured.trace()::execute)
          .hasMessageContaining("Trace instance %d must exist on Mesh device 0".formatted(id));
      assertThatThrownBy(captured.trace()::release).hasMessageContaining("Trace instance " + id);
    }
  }

  @Test
  void aTraceThatDoesNotFitItsRegionIsRefusedAndLeavesNothing() {
    DeviceOptions small = DeviceOptions.DEFAULT.withTraceRegionBytes(512);
    try (MeshDevice device = MeshDevice.open(Board.named("n150"), small)) {
      Tensor input = Ttnn.toDevice(onHost(0), device);
      Ttnn.relu(input).deallocate();
      MeshTrace trace = MeshTrace.beginCapture(device);
      Ttnn.relu(input);

      assertThatThrownBy(trace::endCapture)
          .hasMessageContaining("Creating trace buffers of size ")
          .hasMessageContaining("B on MeshDevice 0, but only 512B is allocated for trace region.");

      assertThat(device.traceBuffersSize()).isZero();
      assertThat(device.recording()).isNull();
    }
  }

  @Test
  void withoutARegionTheTraceLiesAtTheTopOfDram() {
    try (MeshDevice device = MeshDevice.open("n150")) {
      Captured captured = Captured.on(device);

      assertThat(device.statistics(BufferType.TRACE).totalBytes()).isZero();
      assertThat(captured.trace().contents().addressBytes()).isGreaterThan(1_000_000_000);
      captured.trace().execute();
      assertThat(Ttnn.toArray(captured.output())).doesNotContain(0f);
    }
  }

  @Test
  void aFreedInputIsNamedUnlessAnotherTensorHasItsPlace() {
    try (MeshDevice device = open("n150")) {
      Captured captured = Captured.on(device);
      long address = captured.input().requireBuffer("input").address();
      captured.input().deallocate();
      assertThatThrownBy(captured.trace()::execute)
          .hasMessageContaining("which was freed; keep the inputs");

      Tensor successor = Ttnn.toDevice(onHost(7), device);
      assertThat(successor.requireBuffer("input").address()).isEqualTo(address);
      captured.trace().execute();

      float[] replayed = Ttnn.toArray(captured.output());
      captured.trace().release();
      try (Tensor again = expected(device, 7, captured.weight())) {
        assertThat(replayed).isEqualTo(Ttnn.toArray(again));
      }
    }
  }

  @Test
  void aTensorThatAReplayOverwroteCannotBeReadUntilItIsWrittenAgain() {
    try (MeshDevice device = open("n150")) {
      Captured captured = Captured.on(device);
      Tensor unsafe = Ttnn.toDevice(onHost(3), device);
      captured.trace().execute();

      assertThatThrownBy(() -> Ttnn.toArray(unsafe))
          .hasMessageContaining("overwritten by the replay of trace " + captured.trace().id());
      Ttnn.copyHostToDeviceTensor(onHost(3), unsafe);
      assertThat(Ttnn.toArray(unsafe)).isEqualTo(Ttnn.toArray(onHost(3)));
    }
  }

  @Test
  void aQueueMustNotStartProgramsWhileAnotherOneRuns() {
    DeviceOptions two = WITH_REGION.withCommandQueues(2);
    try (MeshDevice device = MeshDevice.open(Board.named("n150"), two)) {
      Tensor input = Ttnn.toDevice(onHost(0), device);
      CommandQueue second = device.commandQueue(1);
      Ttnn.relu(input).deallocate();

      assertThatThrownBy(() -> second.run(() -> Ttnn.relu(input)))
          .hasMessageContaining(
              "Sub device id 0 currently in use by cq 0. Can't enqueue program from cq 1.");

      Event done = device.commandQueue(0).recordEvent();
      second.waitFor(done);
      second.run(() -> Ttnn.relu(input).deallocate());
      second.finish();
      Ttnn.relu(input).deallocate();
    }
  }

  @Test
  void oneQueueWritesInputsWhileTheOtherReplays() {
    DeviceOptions two = WITH_REGION.withCommandQueues(2);
    try (MeshDevice device = MeshDevice.open(Board.named("n300"), two)) {
      Captured captured = Captured.on(device);
      CommandQueue writes = device.commandQueue(1);
      for (int seed = 1; seed <= 3; seed++) {
        Tensor next = onHost(seed);
        writes.run(() -> Ttnn.copyHostToDeviceTensor(next, captured.input()));
        Event written = writes.recordEvent();
        device.commandQueue(0).waitFor(written);
        captured.trace().execute(false);
        writes.waitFor(device.commandQueue(0).recordEvent());
        float[] replayed = Ttnn.toArray(captured.output());
        try (Tensor again = expected(device, seed, captured.weight())) {
          assertThat(replayed).isEqualTo(Ttnn.toArray(again));
        }
      }
    }
  }

  @Test
  void aProgramThatHangsInAReplayEndsIt() {
    FaultPlan second = FaultPlan.NONE.with(FaultPlan.Hang.of("UnaryDeviceOperation").atLaunch(2));
    DeviceOptions hanging =
        WITH_REGION
            .withFaults(second)
            .withOperationTimeout(OperationTimeout.of(Duration.ofMillis(200)));
    try (MeshDevice device = MeshDevice.open(Board.named("n150"), hanging)) {
      Tensor input = Ttnn.toDevice(onHost(0), device);
      Ttnn.relu(input).deallocate();
      MeshTrace trace = MeshTrace.beginCapture(device);
      Ttnn.relu(input);
      trace.endCapture();

      assertThatThrownBy(trace::execute)
          .isInstanceOf(DeviceTimeoutException.class)
          .hasMessageContaining("TIMEOUT: device timeout")
          .hasMessageContaining("UnaryDeviceOperation");
      assertThatThrownBy(trace::execute).hasMessageContaining("is unrecoverable since");
    }
  }

  @Test
  void anUnknownQueueIsNamed() {
    try (MeshDevice device = open("n150")) {
      assertThatThrownBy(() -> MeshTrace.beginCapture(device, 1))
          .hasMessageContaining("has command queues 0 to 0, got 1");
    }
  }

  /** Temporaries are freed on the way, so that the last result lies where the first one was. */
  private static Tensor threeTimesNegated(Tensor input) {
    Tensor once = Ttnn.neg(input);
    Tensor twice = Ttnn.neg(once);
    once.deallocate();
    Tensor result = Ttnn.neg(twice);
    twice.deallocate();
    return result;
  }

  @Test
  void aResultIsReadableWhereATemporaryOfItsOwnTraceLay() {
    try (MeshDevice device = open("n150")) {
      Tensor input = Ttnn.toDevice(onHost(1), device);
      float[] expected = Ttnn.toArray(threeTimesNegated(input));
      MeshTrace first = MeshTrace.beginCapture(device);
      Tensor one = threeTimesNegated(input);
      first.endCapture();
      MeshTrace second = MeshTrace.beginCapture(device);
      Tensor two = threeTimesNegated(input);
      second.endCapture();

      first.execute();
      second.execute();

      assertThat(Ttnn.toArray(two)).isEqualTo(expected);
      assertThat(Ttnn.toArray(one)).isEqualTo(expected);
    }
  }

  @Test
  void aResultIsSpoiltByATemporaryOfItsTraceThatWasAllocatedAfterIt() {
    try (MeshDevice device = open("n150")) {
      Tensor input = Ttnn.toDevice(onHost(1), device);
      threeTimesNegated(input).deallocate();
      MeshTrace first = MeshTrace.beginCapture(device);
      Ttnn.neg(input);
      first.endCapture();
      MeshTrace second = MeshTrace.beginCapture(device);
      Tensor freed = Ttnn.neg(input);
      freed.deallocate();
      Tensor last = Ttnn.neg(input);
      last.deallocate();
      second.endCapture();
      Tensor beside = Ttnn.empty(SHAPE, DataType.BFLOAT16, Layout.TILE, device, MemoryConfig.DRAM);
      second.execute();
      assertThatThrownBy(() -> Ttnn.toArray(beside))
          .hasMessageContaining("overwritten by the replay of trace " + second.id());
    }
  }
}
