package dev.tilescope.device.kernel;

import static dev.tilescope.device.kernel.Tiles.ONE_CORE;
import static dev.tilescope.device.kernel.Tiles.matrix;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tilescope.device.Board;
import dev.tilescope.device.Buffer;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.DeviceTimeoutException;
import dev.tilescope.device.FaultPlan;
import dev.tilescope.device.FaultPlan.Hang;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.OperationTimeout;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.TilescopeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Kernels that do nothing are stopped; kernels that do something are not. Time is the test's. */
@Timeout(60)
class KernelTimeoutTest {
  private static final String UPSTREAM =
      "TIMEOUT: device timeout, potential hang detected, the device is unrecoverable";

  private static final CoreRangeSet TWO_CORES = CoreRangeSet.grid(2, 1);
  private static final long LIMIT_NANOS = Duration.ofSeconds(10).toNanos();

  private final AtomicLong clock = new AtomicLong();

  /** Whether each look at the clock moves it, for programs in which no kernel does. */
  private volatile boolean isRunning;

  private final List<MeshDevice> opened = new ArrayList<>();

  private MeshDevice open(FaultPlan faults) {
    OperationTimeout timeout = OperationTimeout.of(Duration.ofNanos(LIMIT_NANOS));
    return open(timeout.withClock(this::look), faults);
  }

  private long look() {
    return isRunning ? clock.addAndGet(LIMIT_NANOS / 300) : clock.get();
  }

  private MeshDevice open(OperationTimeout timeout, FaultPlan faults) {
    DeviceOptions options = DeviceOptions.DEFAULT.withOperationTimeout(timeout).withFaults(faults);
    MeshDevice device = MeshDevice.open(Board.named("n150"), options);
    opened.add(device);
    return device;
  }

  @AfterEach
  void close() {
    opened.forEach(MeshDevice::close);
  }

  private static KernelProgramBuilder program() {
    return KernelProgram.builder("Stuck")
        .circularBuffer(0, TWO_CORES, 2, DataType.BFLOAT16)
        .semaphore(3, TWO_CORES, 0);
  }

  private static String timedOut(MeshDevice device, KernelProgram program) {
    return String.valueOf(
        catchThrowableOfType(DeviceTimeoutException.class, () -> device.launch(program))
            .getMessage());
  }

  @Test
  void aDeadlockIsFoundAtOnceAndSaysWhatABoardWouldSay() {
    KernelProgram program =
        program()
            .compute("compute", TWO_CORES, c -> c.cbWaitFront(0, 1))
            .dataMovement("writer", Risc.BRISC, TWO_CORES, c -> c.nocSemaphoreWait(3, 2))
            .build();
    assertThat(timedOut(open(FaultPlan.NONE), program))
        .startsWith(UPSTREAM + "\nStuck on chip 0 can make no progress, in 10 s or ever")
        .contains(
            "kernel \"compute\" on core (x=1,y=0) TRISC_0-2 is in cbWaitFront for 1 pages of"
                + " circular buffer c_0, where 0 of 2 are pushed",
            "kernel \"writer\" on core (x=0,y=0) BRISC waits for semaphore 3 to be 2, and it is 0");
  }

  @Test
  void aKernelThatPollsAWordForEverIsStoppedWithItsLineAndThoseThatWaitForIt() {
    KernelProgram program =
        program()
            .dataMovement("poller", Risc.NCRISC, ONE_CORE, this::pollFor)
            .dataMovement("waiter", Risc.BRISC, ONE_CORE, c -> c.cbWaitFront(0, 1))
            .build();
    assertThat(timedOut(open(FaultPlan.NONE), program))
        .startsWith(UPSTREAM + "\nStuck on chip 0 made no progress for 10 s:")
        .containsPattern(
            "kernel \"poller\" on core \\(x=0,y=0\\) NCRISC spins, in l1Read, at"
                + " .*KernelTimeoutTest.pollFor\\(KernelTimeoutTest.java:\\d+\\)")
        .contains("kernel \"waiter\" on core (x=0,y=0) BRISC is in cbWaitFront");
  }

  private void pollFor(DataMovementContext context) {
    context.riscWait(10_000);
    context.nocAsyncReadBarrier();
    long address = context.getWritePtr(0);
    while (context.l1Read(address) == 0) {
      clock.addAndGet(LIMIT_NANOS / 100);
    }
  }

  @Test
  void aKernelThatOnlyLetsTimePassIsStopped() {
    KernelProgram program =
        program().dataMovement("idler", Risc.BRISC, ONE_CORE, this::idle).build();
    assertThat(timedOut(open(FaultPlan.NONE), program)).contains("BRISC spins, in riscWait, at");
  }

  private void idle(DataMovementContext context) {
    while (true) {
      context.riscWait(1);
      clock.addAndGet(LIMIT_NANOS / 100);
    }
  }

  @Test
  void aKernelThatMovesIsNeverStoppedHoweverLongItTakes() {
    MeshDevice device = open(FaultPlan.NONE);
    Buffer buffer = device.allocate(matrix(1, 4), "test");
    KernelProgram program =
        program().dataMovement("slow", Risc.NCRISC, ONE_CORE, c -> moveSlowly(c, buffer)).build();
    assertThat(device.launch(program).cycles()).isPositive();
    assertThat(clock.get()).isGreaterThan(100 * LIMIT_NANOS);
  }

  private void moveSlowly(DataMovementContext context, Buffer buffer) {
    TensorAccessor pages = context.accessor(buffer);
    for (int i = 0; i < 200; i++) {
      clock.addAndGet(LIMIT_NANOS * 9 / 10);
      context.nocAsyncReadTile(i % 4, pages, context.getWritePtr(0));
    }
    context.nocAsyncReadBarrier();
  }

  @Test
  void aKernelThatMakesNoCallsIsLeftAloneAndOthersStillRun() {
    MeshDevice device = open(FaultPlan.NONE);
    KernelProgram busy =
        program().dataMovement("busy", Risc.BRISC, ONE_CORE, _ -> loopForEver()).build();
    assertThat(timedOut(device, busy))
        .containsPattern(
            "kernel \"busy\" on core \\(x=0,y=0\\) BRISC makes no calls, at"
                + " .*KernelTimeoutTest.loopForEver")
        .contains("its thread cannot be ended");
    for (int i = 0; i < 4; i++) {
      MeshDevice other = open(OperationTimeout.OFF, FaultPlan.NONE);
      KernelProgram fine =
          program()
              .dataMovement("pusher", Risc.NCRISC, ONE_CORE, KernelTimeoutTest::push)
              .dataMovement("waiter", Risc.BRISC, ONE_CORE, c -> c.cbWaitFront(0, 1))
              .build();
      assertThat(other.launch(fine).cycles()).isPositive();
    }
  }

  private volatile boolean isOver;

  private void loopForEver() {
    isRunning = true;
    while (!isOver) {
      Thread.onSpinWait();
    }
  }

  @AfterEach
  void endTheLoop() {
    isOver = true;
  }

  private static void push(DataMovementContext context) {
    context.riscWait(1000);
    context.cbReserveBack(0, 1);
    context.cbPushBack(0, 1);
  }

  @Test
  void aKernelThatWaitsInJavaIsInterrupted() {
    List<String> seen = new ArrayList<>();
    KernelProgram program =
        program().dataMovement("asleep", Risc.BRISC, ONE_CORE, _ -> waitInJava(seen)).build();
    assertThat(timedOut(open(FaultPlan.NONE), program)).startsWith(UPSTREAM);
    assertThat(seen).containsExactly("interrupted");
  }

  private void waitInJava(List<String> seen) {
    isRunning = true;
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      seen.add("interrupted");
    }
  }

  @Test
  void aPlannedHangHoldsItsKernelWhereItFirstWaits() {
    FaultPlan plan =
        FaultPlan.NONE.with(Hang.of("Stuck").atLaunch(2).onCore(1, 0).onRisc(Risc.NCRISC));
    MeshDevice device = open(plan);
    Buffer buffer = device.allocate(matrix(1, 4), "test");
    KernelProgram program =
        program()
            .dataMovement("reader", Risc.NCRISC, TWO_CORES, c -> read(c, buffer))
            .dataMovement("writer", Risc.BRISC, TWO_CORES, c -> c.cbWaitFront(0, 1))
            .build();
    assertThat(device.launch(program).cycles()).isPositive();
    isRunning = true;
    assertThat(timedOut(device, program))
        .startsWith(UPSTREAM + "\nStuck on chip 0 made no progress for 10 s:")
        .contains(
            "kernel \"reader\" on core (x=1,y=0) NCRISC is in nocAsyncReadBarrier for 1 reads"
                + " and 0 writes under way on NoC 0, hung by the fault plan",
            "kernel \"writer\" on core (x=1,y=0) BRISC is in cbWaitFront for 1 pages of circular"
                + " buffer c_0, where 0 of 2 are pushed")
        .doesNotContain("core (x=0,y=0)");
  }

  private static void read(DataMovementContext context, Buffer buffer) {
    context.nocAsyncReadTile(0, context.accessor(buffer), context.getWritePtr(0));
    context.nocAsyncReadBarrier();
    context.cbReserveBack(0, 1);
    context.cbPushBack(0, 1);
  }

  @Test
  void aHungKernelThatNeverWaitsHangsAtItsEnd() {
    MeshDevice device = open(FaultPlan.NONE.with(Hang.of("Stuck")));
    KernelProgram program = program().compute("compute", ONE_CORE, c -> c.riscWait(5)).build();
    isRunning = true;
    assertThat(timedOut(device, program))
        .contains("kernel \"compute\" on core (x=0,y=0) TRISC_0-2 is at its end, hung by");
  }

  @Test
  void aPlannedHangOnACoreWithoutTheProgramIsAnError() {
    MeshDevice device = open(FaultPlan.NONE.with(Hang.of("Stuck").onCore(5, 5)));
    KernelProgram program =
        program().dataMovement("reader", Risc.NCRISC, ONE_CORE, c -> c.riscWait(5)).build();
    assertThatThrownBy(() -> device.launch(program))
        .isExactlyInstanceOf(TilescopeException.class)
        .hasMessageContaining("cannot hang on core (x=5,y=5)")
        .hasMessageContaining("kernel \"reader\" on core (x=0,y=0) NCRISC");
  }

  @Test
  void aHungLaunchWithoutALimitEndsWithAnInterrupt() throws InterruptedException {
    MeshDevice device = open(OperationTimeout.OFF, FaultPlan.NONE.with(Hang.of("Stuck")));
    KernelProgram program =
        program().dataMovement("reader", Risc.NCRISC, ONE_CORE, c -> c.riscWait(5)).build();
    List<Throwable> thrown = new ArrayList<>();
    Thread host =
        Thread.ofPlatform()
            .start(() -> {
              try {
                Thread.currentThread().interrupt();
                device.launch(program);
              } catch (TilescopeException e) {
                thrown.add(e);
              }
            });
    host.join();
    assertThat(thrown).singleElement().asString().contains("interrupted while kernels");
  }

  @Test
  void afterATimeoutTheDeviceSaysSoUntilItIsClosed() {
    MeshDevice device = open(FaultPlan.NONE);
    KernelProgram stuck =
        program().dataMovement("waiter", Risc.BRISC, ONE_CORE, c -> c.cbWaitFront(0, 1)).build();
    assertThat(timedOut(device, stuck)).startsWith(UPSTREAM);
    KernelProgram fine =
        program().dataMovement("idle", Risc.BRISC, ONE_CORE, c -> c.riscWait(5)).build();
    assertThatThrownBy(() -> device.launch(fine))
        .isExactlyInstanceOf(TilescopeException.class)
        .hasMessageStartingWith("device 0 (n150) is unrecoverable since Stuck on chip 0 can make")
        .hasMessageEndingWith("close it and open it again");
    device.close();
    assertThat(open(FaultPlan.NONE).launch(fine).cycles()).isEqualTo(5);
  }
}
