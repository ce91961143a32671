package dev.tilescope.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.device.FaultPlan.FailedAllocation;
import dev.tilescope.device.FaultPlan.Hang;
import dev.tilescope.device.FaultPlan.SlowCore;
import dev.tilescope.device.kernel.KernelProgram;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FaultPlanTest {
  private static MeshDevice open(String board, FaultPlan plan) {
    return MeshDevice.open(Board.named(board), DeviceOptions.DEFAULT.withFaults(plan));
  }

  /** Five looks at its clock are five seconds. */
  private static MeshDevice openImpatiently(String board, FaultPlan plan) {
    AtomicLong clock = new AtomicLong();
    OperationTimeout timeout =
        OperationTimeout.of(Duration.ofSeconds(5))
            .withClock(() -> clock.addAndGet(Duration.ofSeconds(1).toNanos()));
    return MeshDevice.open(
        Board.named(board), DeviceOptions.DEFAULT.withOperationTimeout(timeout).withFaults(plan));
  }

  @Test
  void theNthLaunchOfAnOperationHangsOnItsChip() {
    FaultPlan plan =
        FaultPlan.NONE.with(
            Hang.of("BinaryNgDeviceOperation").atLaunch(2).onChip(1).onRisc(Risc.BRISC));
    try (MeshDevice device = openImpatiently("n300", plan)) {
      Tensor a = Ttnn.ones(Shape.of(32, 32), device);
      Ttnn.add(a, a);
      int alive = device.liveBuffers().size();
      assertThatThrownBy(() -> Ttnn.multiply(a, a))
          .isInstanceOf(DeviceTimeoutException.class)
          .hasMessageStartingWith(
              "TIMEOUT: device timeout, potential hang detected, the device is unrecoverable\n"
                  + "BinaryNgDeviceOperation on chip %d made no progress for 5 s:\n"
                      .formatted(device.chipIds().get(1)))
          .hasMessageContaining("core (x=0,y=0) BRISC waits for ever, hung by the fault plan");
      assertThatThrownBy(() -> Ttnn.relu(a))
          .isExactlyInstanceOf(TilescopeException.class)
          .hasMessageContaining("is unrecoverable since BinaryNgDeviceOperation on chip");
      device.clearProgramCache();
      assertThat(device.liveBuffers()).hasSize(alive - 2);
    }
  }

  @Test
  void aHangOnACoreThatTheOperationDoesNotUseIsAnError() {
    try (MeshDevice device =
        open("n150", FaultPlan.NONE.with(Hang.of("UnaryDeviceOperation").onCore(7, 7)))) {
      Tensor a = Ttnn.ones(Shape.of(32, 32), device);
      assertThatThrownBy(() -> Ttnn.relu(a))
          .hasMessageContaining("launch 1 of UnaryDeviceOperation cannot hang on core (x=7,y=7)");
    }
  }

  @Test
  void aSlowCoreMakesTheProgramSlowAndNoOtherCore() {
    KernelProgram program =
        KernelProgram.builder("Waits")
            .dataMovement("waits", Risc.BRISC, CoreRangeSet.grid(2, 2), c -> c.riscWait(1000))
            .build();
    try (MeshDevice device = open("n150", FaultPlan.NONE.with(SlowCore.of(1, 1, 2.5)))) {
      KernelRun run = device.launch(program);
      assertThat(run.cycles()).isEqualTo(2500);
      assertThat(run.span(new CoreCoord(1, 1), Risc.BRISC).cycles()).isEqualTo(2500);
      assertThat(run.span(new CoreCoord(1, 0), Risc.BRISC).cycles()).isEqualTo(1000);
    }
  }

  @Test
  void aSlowCoreMakesOperationsSlowThatUseItAndNoOthers() {
    long usual = nanosOf(FaultPlan.NONE, 256);
    assertThat(nanosOf(FaultPlan.NONE.with(SlowCore.of(0, 1, 3)), 256)).isEqualTo(3 * usual);
    assertThat(nanosOf(FaultPlan.NONE.with(SlowCore.of(7, 7, 3)), 32))
        .isEqualTo(nanosOf(FaultPlan.NONE, 32));
  }

  private static long nanosOf(FaultPlan plan, int side) {
    try (MeshDevice device = open("n150", plan)) {
      Tensor a = Ttnn.ones(Shape.of(side, side), device);
      long before = device.modelledNanos();
      Ttnn.relu(a);
      return device.modelledNanos() - before;
    }
  }

  @Test
  void theNthAllocationFailsOnceAndSaysThatItWasInjected() {
    try (MeshDevice device = open("n150", FaultPlan.NONE.with(FailedAllocation.nth(2)))) {
      Tensor a = Ttnn.ones(Shape.of(32, 32), device);
      assertThat(a.hasValues()).isTrue();
    } catch (OutOfMemoryException injected) {
      assertThat(injected)
          .hasMessageStartingWith("Out of Memory: Not enough space to allocate ")
          .hasMessageContaining("Injected: the fault plan of this device fails allocation 2");
      return;
    }
    throw new AssertionError("the second allocation, of the binaries, should have failed");
  }

  @Test
  void allocationsFailByMemoryAndSize() {
    FaultPlan plan =
        FaultPlan.NONE.with(FailedAllocation.each().in(BufferType.L1).ofAtLeast(100_000));
    try (MeshDevice device = open("n150", plan)) {
      Consumer<Integer> inL1 =
          side -> Ttnn.toMemoryConfig(Ttnn.ones(Shape.of(side, side), device), MemoryConfig.L1);
      inL1.accept(64);
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> inL1.accept(256))
            .isInstanceOf(OutOfMemoryException.class)
            .hasMessageContaining(" L1 buffer across ")
            .hasMessageContaining("Injected: ");
      }
      inL1.accept(64);
    }
  }

  @Test
  void plansThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> open("n150", FaultPlan.NONE.with(Hang.of("x").onChip(1))))
        .hasMessageContaining("fault plan: n150 has chips 0 to 0, got 1");
    assertThatThrownBy(() -> open("n150", FaultPlan.NONE.with(SlowCore.of(8, 0, 2))))
        .hasMessageContaining("the compute grid of n150 is 8x8, core (x=8,y=0) is not in it");
    assertThatThrownBy(() -> SlowCore.of(0, 0, 0.5)).hasMessageContaining("got 0.5");
    assertThatThrownBy(() -> Hang.of("x").atLaunch(0)).hasMessageContaining("from 1, got 0");
    assertThatThrownBy(() -> FailedAllocation.nth(-1)).hasMessageContaining("got -1");
  }
}
