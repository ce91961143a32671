package dev.tilescope.device.kernel;

import static dev.tilescope.device.kernel.Tiles.BYTES;
import static dev.tilescope.device.kernel.Tiles.ONE_CORE;
import static dev.tilescope.device.kernel.Tiles.ORIGIN;
import static dev.tilescope.device.kernel.Tiles.matrix;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.device.Buffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What kernels do wrong is found out, and said so that it can be mended. */
@Timeout(60)
class KernelErrorsTest {
  private static final CoreRangeSet TWO_CORES = CoreRangeSet.grid(2, 1);
  private MeshDevice device;
  private Buffer buffer;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
    buffer = device.allocate(matrix(1, 4), "test");
  }

  @AfterEach
  void close() {
    device.close();
  }

  @Test
  void aDeadlockNamesWhoWaitsForWhat() {
    KernelProgram program =
        onTwoCores()
            .dataMovement("reader", Risc.NCRISC, TWO_CORES, c -> c.cbReserveBack(0, 1))
            .compute("compute", TWO_CORES, c -> c.cbWaitFront(0, 1))
            .dataMovement("writer", Risc.BRISC, TWO_CORES, c -> c.nocSemaphoreWait(3, 2))
            .build();
    assertThatThrownBy(() -> device.launch(program))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("deadlock")
        .hasMessageContaining(
            "kernel \"compute\" on core (x=1,y=0) TRISC_0-2 is in cbWaitFront for 1 pages of"
                + " circular buffer c_0, where 0 of 2 are pushed")
        .hasMessageContaining(
            "kernel \"writer\" on core (x=0,y=0) BRISC waits for semaphore 3 to be 2, and it is 0");
  }

  @Test
  void afterADeadlockTheDeviceIsUsable() {
    KernelProgram stuck =
        onTwoCores().dataMovement("full", Risc.BRISC, TWO_CORES, KernelErrorsTest::fillUp).build();
    assertThatThrownBy(() -> device.launch(stuck))
        .hasMessageContaining("cbReserveBack for 1 pages of circular buffer c_0, where 0 of 2")
        .hasMessageContaining("are free");
    KernelProgram fine =
        onTwoCores().dataMovement("idle", Risc.BRISC, TWO_CORES, c -> c.riscWait(5)).build();
    assertThat(device.launch(fine).cycles()).isEqualTo(5);
  }

  private static void fillUp(DataMovementContext context) {
    while (true) {
      context.cbReserveBack(0, 1);
      context.cbPushBack(0, 1);
    }
  }

  @Test
  void aKernelThatFailsEndsTheProgramAndIsNamed() {
    List<String> ended = new ArrayList<>();
    KernelProgram program =
        onTwoCores()
            .dataMovement("bad", Risc.NCRISC, TWO_CORES, KernelErrorsTest::failOnTheSecondCore)
            .dataMovement("waits", Risc.BRISC, TWO_CORES, c -> waitAndTell(c, ended))
            .build();
    assertThatThrownBy(() -> device.launch(program))
        .isInstanceOf(TilescopeException.class)
        .hasMessage(
            "kernel \"bad\" on core (x=1,y=0) NCRISC failed: java.lang.IllegalStateException: no"
                + " luck")
        .hasCauseInstanceOf(IllegalStateException.class);
    assertThat(ended).isNotEmpty().doesNotContain("went on");
  }

  private static void failOnTheSecondCore(DataMovementContext context) {
    context.riscWait(10_000);
    context.cbReserveBack(0, 1);
    if (context.core().x() == 1) {
      throw new IllegalStateException("no luck");
    }
  }

  private static void waitAndTell(DataMovementContext context, List<String> ended) {
    try {
      context.cbWaitFront(0, 2);
      ended.add("went on");
    } finally {
      ended.add("let go");
    }
  }

  @Test
  void circularBuffersAreUsedInOrder() {
    assertFails(c -> c.cbPushBack(0, 1)).hasMessageContaining("cbPushBack(0, 1): 0 pages");
    assertFails(c -> c.cbPopFront(0, 1)).hasMessageContaining("cbPopFront(0, 1): 0 pages");
    assertFails(c -> c.cbReserveBack(0, 3)).hasMessageContaining("c_0 has 2 pages");
    assertFails(c -> c.cbReserveBack(0, 0)).hasMessageContaining("ask for 1 to 2");
    assertFails(c -> c.cbWaitFront(5, 1)).hasMessageContaining("no circular buffer c_5, only c_0");
    assertFails(KernelErrorsTest::reserveAcrossTheEnd)
        .hasMessageContaining("run past the end of circular buffer c_0");
  }

  private static void reserveAcrossTheEnd(DataMovementContext context) {
    context.cbReserveBack(0, 1);
    context.cbPushBack(0, 1);
    context.cbWaitFront(0, 1);
    context.cbPopFront(0, 1);
    context.cbReserveBack(0, 2);
  }

  @Test
  void addressesHaveToBeThere() {
    long l1 = 105_664;
    assertFails(c -> c.nocAsyncReadTile(4, c.accessor(buffer), l1))
        .hasMessageContaining("page 4 is not one of the 4 pages");
    assertFails(c -> c.nocAsyncReadTile(0, c.accessor(buffer), 64))
        .hasMessageContaining("2048 B at 64 is outside L1 of core (x=0,y=0)")
        .hasMessageContaining("105664 to 1499135");
    assertFails(c -> c.nocAsyncRead(new NocAddress.Dram(12, 1_048_640), l1, 32))
        .hasMessageContaining("DRAM bank 12 does not exist");
    assertFails(c -> c.nocAsyncWrite(l1, new NocAddress.Dram(0, 0), 32))
        .hasMessageContaining("outside DRAM bank 0");
    assertFails(c -> c.nocAsyncWrite(l1, c.getNocAddr(new CoreCoord(8, 0), l1), 32))
        .hasMessageContaining("not in the compute grid of 8x8");
    assertFails(c -> c.nocAsyncRead(new NocAddress.Dram(0, 1_048_640), l1 + 16, 32))
        .hasMessageContaining("same remainder by 32");
    assertFails(c -> c.nocAsyncRead(new NocAddress.Dram(0, 1_048_640), l1, 0))
        .hasMessageContaining("bytes must be 1..");
    assertFails(c -> c.nocAsyncReadTile(-1, c.accessor(buffer), l1))
        .hasMessageContaining("page -1");
  }

  @Test
  void pagesAreNotHandedOnBeforeABarrier() {
    assertFails(
            c -> {
              c.cbReserveBack(0, 1);
              c.nocAsyncReadTile(0, c.accessor(buffer), c.getWritePtr(0));
              c.cbPushBack(0, 1);
            })
        .hasMessageContaining("call nocAsyncReadBarrier before pushing");
    assertFails(
            c -> {
              c.cbReserveBack(0, 1);
              c.cbPushBack(0, 1);
              c.cbWaitFront(0, 1);
              c.nocAsyncWriteTile(0, c.accessor(buffer), c.getReadPtr(0));
              c.cbPopFront(0, 1);
            })
        .hasMessageContaining("nocAsyncWriteBarrier before popping");
  }

  @Test
  void argumentsAndSemaphoresHaveToBeGiven() {
    assertFails(c -> c.getArg(2)).hasMessageContaining("core (x=0,y=0) was given 0");
    assertFails(c -> c.getCommonArg(-1)).hasMessageContaining("common runtime argument -1");
    assertFails(c -> c.nocSemaphoreSet(7, 1)).hasMessageContaining("no semaphore 7");
    assertFails(c -> c.nocSemaphoreInc(new CoreCoord(5, 5), 3, 1))
        .hasMessageContaining("core (x=5,y=5) has no semaphores");
    assertFails(c -> c.nocSemaphoreSetMulticast(3, CoreRange.of(0, 0, 0, 0)))
        .hasMessageContaining("reaches nobody else");
  }

  @Test
  void theRegistersGoRoundInOneOrder() {
    assertComputeFails(c -> c.expTile(0))
        .hasMessageContaining("expTile: call it between tileRegsAcquire and tileRegsCommit");
    assertComputeFails(ComputeContext::tileRegsWait)
        .hasMessageContaining("call tileRegsAcquire first");
    assertComputeFails(
            c -> {
              c.tileRegsAcquire();
              c.expTile(8);
            })
        .hasMessageContaining("hold tiles 0 to 7, got 8");
    assertComputeFails(
            c -> {
              c.tileRegsAcquire();
              c.copyTile(0, 0, 0);
            })
        .hasMessageContaining("tile 0 of circular buffer c_0 is used")
        .hasMessageContaining("wait for 1 pages first");
    assertComputeFails(
            c -> {
              c.tileRegsAcquire();
              c.tileRegsCommit();
              c.tileRegsWait();
              c.packTile(0, 0);
            })
        .hasMessageContaining("cbReserveBack has reserved 0 pages");
  }

  @Test
  void computeNeedsAFormatThatItKnows() {
    KernelProgram bytes =
        KernelProgram.builder("bytes")
            .circularBuffer(0, ONE_CORE, 2, BYTES)
            .compute("compute", ONE_CORE, KernelErrorsTest::copyFirst)
            .build();
    assertThatThrownBy(() -> device.launch(bytes)).hasMessageContaining("has no data format");
    KernelProgram blocks =
        KernelProgram.builder("blocks")
            .circularBuffer(0, ONE_CORE, 2, DataType.BFLOAT8_B)
            .compute("compute", ONE_CORE, KernelErrorsTest::copyFirst)
            .build();
    assertThatThrownBy(() -> device.launch(blocks))
        .hasMessageContaining("BFLOAT16 and FLOAT32, got DataType::BFLOAT8_B");
  }

  private static void copyFirst(ComputeContext context) {
    context.cbReserveBack(0, 1);
    context.cbPushBack(0, 1);
    context.cbWaitFront(0, 1);
    context.tileRegsAcquire();
    context.copyTile(0, 0, 0);
  }

  @Test
  void aProgramThatCannotBeIsRefusedWhenItIsMade() {
    KernelProgramBuilder builder = onTwoCores();
    assertThatThrownBy(builder::build).hasMessageContaining("has no kernel");
    builder.dataMovement("one", Risc.BRISC, TWO_CORES, _ -> {});
    assertThatThrownBy(() -> builder.dataMovement("two", Risc.BRISC, ONE_CORE, _ -> {}))
        .hasMessageContaining("a RISC runs one kernel");
    assertThatThrownBy(() -> builder.dataMovement("one", Risc.NCRISC, ONE_CORE, _ -> {}))
        .hasMessageContaining("two kernels are named \"one\"");
    assertThatThrownBy(() -> builder.dataMovement("two", Risc.TRISC_0, ONE_CORE, _ -> {}))
        .hasMessageContaining("BRISC or NCRISC, got TRISC_0");
    assertThatThrownBy(() -> builder.circularBuffer(0, ONE_CORE, 1, 32))
        .hasMessageContaining("let each core have it once");
    assertThatThrownBy(() -> builder.circularBuffer(64, ONE_CORE, 1, 32))
        .hasMessageContaining("c_0 to c_63, got c_64");
    assertThatThrownBy(() -> builder.circularBuffer(1, ONE_CORE, 0, 32))
        .hasMessageContaining("at least 1 page");
    assertThatThrownBy(() -> builder.runtimeArgs("three", ORIGIN, 1))
        .hasMessageContaining("no kernel \"three\", only [one]");
    assertThatThrownBy(() -> builder.runtimeArgs("one", ORIGIN, -1))
        .hasMessageContaining("0..2^32-1, got -1");
    assertThatThrownBy(() -> builder.semaphore(16, ONE_CORE, 0))
        .hasMessageContaining("0 to 15, got 16");
    assertThatThrownBy(() -> builder.circularBufferOver(1, ONE_CORE, buffer, DataType.BFLOAT16))
        .hasMessageContaining("L1 buffer that is sharded");
  }

  @Test
  void aProgramThatDoesNotFitTheDeviceIsRefusedWhenItIsLaunched() {
    KernelProgram tooMany =
        KernelProgram.builder("many")
            .circularBuffer(40, ONE_CORE, 1, 32)
            .dataMovement("one", Risc.BRISC, ONE_CORE, _ -> {})
            .build();
    assertThatThrownBy(() -> device.launch(tooMany))
        .hasMessageContaining("a core of n150 has c_0 to c_31");
    KernelProgram outside =
        KernelProgram.builder("outside")
            .dataMovement("one", Risc.BRISC, CoreRangeSet.grid(9, 1), _ -> {})
            .build();
    assertThatThrownBy(() -> device.launch(outside))
        .hasMessageContaining("not in the compute grid");
    KernelProgram large =
        KernelProgram.builder("large")
            .circularBuffer(0, ONE_CORE, 800, DataType.BFLOAT16)
            .dataMovement("one", Risc.BRISC, ONE_CORE, _ -> {})
            .build();
    assertThatThrownBy(() -> device.launch(large)).hasMessageContaining("beyond max L1 size");
  }

  @Test
  void kernelsCannotDoWhatTheHostDoes() {
    assertFails(_ -> buffer.enqueueRead()).hasMessageContaining("a kernel cannot enqueue");
    KernelProgram idle = onTwoCores().dataMovement("idle", Risc.BRISC, ONE_CORE, _ -> {}).build();
    assertFails(_ -> device.launch(idle)).hasMessageContaining("a kernel cannot launch");
  }

  @Test
  void freedBuffersAndClosedDevicesAreRefused() {
    buffer.deallocate();
    assertFails(c -> c.accessor(buffer)).hasMessageContaining("use after free");
    assertThatThrownBy(() -> buffer.enqueueWrite(new byte[4 * BYTES]))
        .hasMessageContaining("use after free");
    device.close();
    KernelProgram idle = onTwoCores().dataMovement("idle", Risc.BRISC, ONE_CORE, _ -> {}).build();
    assertThatThrownBy(() -> device.launch(idle)).hasMessageContaining("is closed");
  }

  @Test
  void anInterruptedHostDoesNotWaitForKernels() throws InterruptedException {
    KernelProgram endless =
        onTwoCores().dataMovement("endless", Risc.BRISC, ONE_CORE, KernelErrorsTest::spin).build();
    List<Throwable> thrown = new ArrayList<>();
    Thread host =
        Thread.ofPlatform()
            .start(() -> {
              try {
                Thread.currentThread().interrupt();
                device.launch(endless);
              } catch (TilescopeException e) {
                thrown.add(e);
              }
            });
    host.join();
    assertThat(thrown).singleElement().asString().contains("interrupted while kernels");
  }

  private static void spin(DataMovementContext context) {
    while (true) {
      context.riscWait(1);
    }
  }

  private static KernelProgramBuilder onTwoCores() {
    return KernelProgram.builder("test")
        .circularBuffer(0, TWO_CORES, 2, DataType.BFLOAT16)
        .semaphore(3, TWO_CORES, 0);
  }

  private AbstractThrowableAssert<?, ? extends Throwable> assertFails(DataMovementKernel kernel) {
    KernelProgram program =
        onTwoCores().dataMovement("kernel", Risc.BRISC, ONE_CORE, kernel).build();
    return assertThatThrownBy(() -> device.launch(program))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith("kernel \"kernel\" on core (x=0,y=0) BRISC failed: ");
  }

  private AbstractThrowableAssert<?, ? extends Throwable> assertComputeFails(ComputeKernel kernel) {
    KernelProgram program = onTwoCores().compute("kernel", ONE_CORE, kernel).build();
    return assertThatThrownBy(() -> device.launch(program))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith("kernel \"kernel\" on core (x=0,y=0) TRISC_0-2 failed: ");
  }
}
