package dev.tilescope.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.Ints;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryAnalysesTest {
  private final TraceScript script = new TraceScript();

  @Test
  void anEmptyTraceUsesNothing() {
    assertThat(PeakL1.of(Trace.EMPTY)).isEqualTo(new PeakL1(0, -1));
    assertThat(DramUsage.of(Trace.EMPTY)).isEqualTo(new DramUsage(0, 0, 0));
    assertThat(ResourceUsagePerCore.of(Trace.EMPTY))
        .isEqualTo(new ResourceUsagePerCore(0, 0, 0, 0, 0));
    assertThat(PeakByDevice.of(Trace.EMPTY).devices()).isEmpty();
    assertThat(OutputTensors.of(Trace.EMPTY)).isEqualTo(new OutputTensors(List.of(), 0, 0));
  }

  @Test
  void addOfTwoEqualTensorsPeaksAt30720() {
    add(6144, 6144, 6144);
    assertThat(PeakL1.of(script.trace()).bytes()).isEqualTo(30720);
    ResourceUsagePerCore perCore = ResourceUsagePerCore.of(script.trace());
    assertThat(perCore.peakCbBytes()).isEqualTo(12288);
    assertThat(perCore.peakL1Bytes()).isEqualTo(2048);
    assertThat(perCore.peakTotalBytes()).isEqualTo(14336);
  }

  @Test
  void addWithBroadcastPeaksAt67584() {
    add(24576, 6144, 24576);
    assertThat(PeakL1.of(script.trace()).bytes()).isEqualTo(67584);
  }

  @Test
  void programMemoryOfAllKindsAddsUpAndASecondProgramDoesNotRaiseThePeak() {
    for (int i = 0; i < 2; i++) {
      script.deallocateAll();
      script.circularBuffer(1024, false);
      script.dataflowBuffer(2048, false);
      script.scratchpad(512);
    }
    assertThat(ResourceUsagePerCore.of(script.trace()))
        .isEqualTo(new ResourceUsagePerCore(1024, 0, 2048, 512, 3584));
    assertThat(PeakL1.of(script.trace()).bytes()).isEqualTo(3584);
  }

  @Test
  void borrowedMemoryTakesNoSpace() {
    script.dataflowBuffer(4096, true);
    script.dataflowBuffer(256, false);
    script.circularBuffer(4096, true);
    assertThat(ResourceUsagePerCore.of(script.trace()))
        .isEqualTo(new ResourceUsagePerCore(0, 0, 256, 0, 256));
    assertThat(PeakByDevice.of(script.trace()).devices().getFirst().l1().bytes()).isEqualTo(256);
  }

  @Test
  void releasingABufferFromBeforeTheCaptureNeverWrapsUsePerCore() {
    script.start("f");
    int old = script.buffer(BufferType.L1, 4096);
    script.deallocate(old);
    script.allocate(script.buffer(BufferType.L1, 64), 32);
    script.end(0);
    assertThat(ResourceUsagePerCore.of(script.trace()))
        .isEqualTo(new ResourceUsagePerCore(0, 32, 0, 0, 32));
  }

  @Test
  void anAllocationWithoutItsSizePerBankIsNamed() {
    int event = script.allocate(script.buffer(BufferType.L1, 64), -1);
    assertThatThrownBy(() -> ResourceUsagePerCore.of(script.trace()))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("node " + event + " ")
        .hasMessageContaining("max_size_per_bank");
  }

  @Test
  void peakL1DoesNotWrapAt32Bits() {
    for (int i = 0; i < 4; i++) {
      script.allocate(script.buffer(BufferType.L1, 3_000_000_000L), 1);
    }
    assertThat(PeakL1.of(script.trace()).bytes()).isEqualTo(12_000_000_000L);
  }

  @Test
  void inputsAfterADramInputAreNotPartOfPeakL1ButOfTheDevicesPeak() {
    script.start("f");
    script.buffer(BufferType.L1, 100);
    script.buffer(BufferType.DRAM, 1000);
    script.buffer(BufferType.L1, 10);
    script.end(0);
    assertThat(PeakL1.of(script.trace()).bytes()).isEqualTo(100);
    PeakByDevice.DevicePeak device = PeakByDevice.of(script.trace()).devices().getFirst();
    assertThat(device.l1().bytes()).isEqualTo(110);
    assertThat(device.l1().counter()).isEqualTo(-1);
    assertThat(device.dram().bytes()).isEqualTo(1000);
  }

  @Test
  void aBufferAllocatedFirstThingInAnOperationCountsTwiceInPeakL1AsInTtnnButOnceOnItsDevice() {
    script.start("Tensor::to_device");
    script.allocate(script.buffer(BufferType.L1, 100), 1);
    script.end(0);
    assertThat(PeakL1.of(script.trace()).bytes()).isEqualTo(200);
    assertThat(PeakByDevice.of(script.trace()).devices().getFirst().l1().bytes()).isEqualTo(100);
  }

  @Test
  void dramUseCountsWhatTheCaptureAllocated() {
    script.start("f");
    int old = script.buffer(BufferType.DRAM, 500);
    int first = script.buffer(BufferType.DRAM, 100);
    script.allocate(first, 1);
    script.deallocate(first);
    script.deallocate(old);
    script.allocate(script.buffer(BufferType.DRAM, 300), 1);
    script.allocate(script.buffer(BufferType.L1, 7), 1);
    script.end(0);
    assertThat(DramUsage.of(script.trace())).isEqualTo(new DramUsage(100, 400, 600));
  }

  @Test
  void devicesPeakOnTheirOwn() {
    script.start("outer");
    script.onDevice(1).allocate(script.onDevice(1).buffer(BufferType.L1, 100), 1);
    script.start("inner");
    int big = script.onDevice(2).buffer(BufferType.L1, 70);
    script.allocate(big, 1);
    script.circularBuffer(5, false);
    script.onDevice(1).deallocateAll();
    script.end(0);
    script.onDevice(2).deallocate(big);
    script.end(0);
    List<PeakByDevice.DevicePeak> devices = PeakByDevice.of(script.trace()).devices();
    assertThat(devices.stream().map(PeakByDevice.DevicePeak::deviceId)).containsExactly(1, 2);
    assertThat(devices.get(0).l1().bytes()).isEqualTo(100);
    assertThat(devices.get(0).l1().operationPath()).containsExactly("outer");
    assertThat(devices.get(1).l1().bytes()).isEqualTo(75);
    assertThat(devices.get(1).l1().operationPath()).containsExactly("outer", "inner");
    assertThat(devices.get(1).l1().live())
        .containsExactly(new PeakByDevice.LiveBuffer(big, BufferType.L1, 0, 70));
  }

  @Test
  void memoryIsSummedInTheOrderInWhichThingsHappened() {
    script.start("a");
    script.deallocateAll();
    int first = script.buffer(BufferType.L1, 100);
    int allocate = script.allocate(first, 1);
    int free = script.deallocate(first);
    script.end(0);
    script.start("b");
    script.deallocateAll();
    int second = script.buffer(BufferType.L1, 100);
    int other = script.allocate(second, 1);
    script.end(0);
    Trace byNode = script.trace();
    assertThat(PeakL1.of(byNode).bytes()).isEqualTo(100);
    int[] order = byNode.nodes().stream().mapToInt(TraceNode::counter).toArray();
    order[free] = other;
    order[other] = free;
    Trace overlapping = new Trace(byNode.nodes(), Ints.of(order));
    assertThat(allocate).isLessThan(free);
    assertThat(PeakL1.of(overlapping).bytes()).isEqualTo(200);
    assertThat(ResourceUsagePerCore.of(overlapping).peakL1Bytes()).isEqualTo(2);
    assertThat(PeakByDevice.of(overlapping).devices().getFirst().l1().bytes()).isEqualTo(200);
  }

  @Test
  void todaysRepeatedTensorNodesCountOnce() {
    script.start("op");
    script.start("tt::tt_metal::create_device_tensor");
    int temporary = script.tensor(10, 2);
    script.end(0, temporary);
    script.start("tt::tt_metal::create_device_tensor");
    script.end(0, script.tensor(11, 3));
    script.end(0);
    int output = script.tensor(11, 3);
    script.buffer(BufferType.DRAM, 64, output - 2, output);
    script.start("last");
    script.end(0, output);
    OutputTensors answer = OutputTensors.of(script.trace());
    assertThat(answer.intermediateCount()).isEqualTo(1);
    assertThat(answer.outputCount()).isEqualTo(1);
    assertThat(answer.outputs()).hasSize(1);
  }

  private void add(long left, long right, long out) {
    script.start("ttnn::add");
    script.tensor(1, 1);
    script.buffer(BufferType.L1, left);
    script.tensor(2, 1);
    script.buffer(BufferType.L1, right);
    script.start("create_device_tensor");
    script.allocate(script.buffer(BufferType.L1, out), 2048);
    script.end(0);
    for (int i = 0; i < 3; i++) {
      script.circularBuffer(4096, false);
    }
    script.end(0);
  }
}
