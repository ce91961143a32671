package dev.tilescope.device.kernel;

import static dev.tilescope.device.kernel.Tiles.BYTES;
import static dev.tilescope.device.kernel.Tiles.ONE_CORE;
import static dev.tilescope.device.kernel.Tiles.ORIGIN;
import static dev.tilescope.device.kernel.Tiles.filled;
import static dev.tilescope.device.kernel.Tiles.matrix;
import static dev.tilescope.device.kernel.Tiles.read;
import static dev.tilescope.device.kernel.Tiles.values;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tilescope.device.Buffer;
import dev.tilescope.device.KernelRun;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.internal.track.TraceListener;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.ProgramRef;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Kernels compute the right values, in plausible and repeatable times. */
class KernelRunTest {
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
  void theGuidesExampleCopiesDramToDram() {
    TensorSpec spec = matrix(1, 20);
    Values values = values(spec, 1, 256);
    Buffer source = filled(device, spec, values);
    Buffer destination = device.allocate(spec, "test");
    KernelRun run = device.launch(copy(Risc.BRISC, source, destination, 20));
    assertThat(read(destination, spec)).isEqualTo(values.floats());
    long perTile = 358 + (long) Math.ceil(BYTES / 28.411);
    assertThat(run.cycles()).isBetween(40 * perTile, 40 * (perTile + 40));
    assertThat(run.nanos()).isEqualTo(run.cycles());
    assertThat(device.modelledNanos()).isEqualTo(run.nanos());
  }

  static KernelProgram copy(Risc risc, Buffer source, Buffer destination, int tiles) {
    return KernelProgram.builder("CopyTiles")
        .circularBuffer(CopyKernel.CB, ONE_CORE, tiles, DataType.BFLOAT16)
        .dataMovement("copy", risc, ONE_CORE, new CopyKernel())
        .runtimeArgs("copy", ORIGIN, source.address(), destination.address(), tiles)
        .build();
  }

  @Test
  void readerComputeAndWriterAddTilesOnManyCores() {
    TensorSpec spec = matrix(8, 64);
    Values a = values(spec, 1, 100);
    Values b = values(spec, 2, 100);
    Buffer sum = device.allocate(spec, "test");
    KernelProgram program =
        add(filled(device, spec, a), filled(device, spec, b), sum, CoreRangeSet.grid(8, 8), 512);
    KernelRun run = device.launch(program);
    float[] expected = new float[a.size()];
    for (int i = 0; i < expected.length; i++) {
      expected[i] = a.floats()[i] + b.floats()[i];
    }
    assertThat(read(sum, spec)).isEqualTo(expected);
    double dramBound = 3.0 * 512 * BYTES / (258 * 1.073741824);
    double coreBound = 2 * 8 * BYTES / 28.5;
    assertThat(run.cycles())
        .isGreaterThan((long) Math.max(dramBound, coreBound))
        .isLessThan((long) (4 * (dramBound + coreBound + 3 * 358)));
    assertThat(device.idealNanos()).isLessThanOrEqualTo(run.nanos());
    assertThat(run.spans()).hasSize(64 * 5);
  }

  /** Each core adds an equal part of the tiles, with room for two tiles in each buffer. */
  static KernelProgram add(Buffer a, Buffer b, Buffer sum, CoreRangeSet cores, int tiles) {
    int perCore = tiles / cores.size();
    KernelProgramBuilder builder =
        KernelProgram.builder("AddTiles")
            .circularBuffer(0, cores, 2, DataType.BFLOAT16)
            .circularBuffer(1, cores, 2, DataType.BFLOAT16)
            .circularBuffer(16, cores, 2, DataType.BFLOAT16)
            .dataMovement("reader", Risc.NCRISC, cores, KernelRunTest::readTwo)
            .compute("add", cores, KernelRunTest::addTwo)
            .dataMovement("writer", Risc.BRISC, cores, KernelRunTest::write)
            .commonArgs("reader", a.address(), b.address())
            .commonArgs("writer", sum.address());
    int first = 0;
    for (CoreCoord core : cores.cores()) {
      builder.runtimeArgs("reader", core, first, perCore);
      builder.runtimeArgs("add", core, perCore);
      builder.runtimeArgs("writer", core, first, perCore);
      first += perCore;
    }
    return builder.build();
  }

  private static void readTwo(DataMovementContext context) {
    var a = context.interleaved(BufferType.DRAM, context.getCommonArg(0), context.getTileSize(0));
    var b = context.interleaved(BufferType.DRAM, context.getCommonArg(1), context.getTileSize(1));
    long end = context.getArg(0) + context.getArg(1);
    for (long tile = context.getArg(0); tile < end; tile++) {
      context.cbReserveBack(0, 1);
      context.cbReserveBack(1, 1);
      context.nocAsyncReadTile(tile, a, context.getWritePtr(0));
      context.nocAsyncReadTile(tile, b, context.getWritePtr(1));
      context.nocAsyncReadBarrier();
      context.cbPushBack(0, 1);
      context.cbPushBack(1, 1);
    }
  }

  private static void addTwo(ComputeContext context) {
    for (long i = 0; i < context.getArg(0); i++) {
      context.cbWaitFront(0, 1);
      context.cbWaitFront(1, 1);
      context.tileRegsAcquire();
      context.addTiles(0, 1, 0, 0, 0);
      context.tileRegsCommit();
      context.cbPopFront(0, 1);
      context.cbPopFront(1, 1);
      context.cbReserveBack(16, 1);
      context.tileRegsWait();
      context.packTile(0, 16);
      context.tileRegsRelease();
      context.cbPushBack(16, 1);
    }
  }

  private static void write(DataMovementContext context) {
    var to = context.interleaved(BufferType.DRAM, context.getCommonArg(0), context.getTileSize(16));
    long end = context.getArg(0) + context.getArg(1);
    for (long tile = context.getArg(0); tile < end; tile++) {
      context.cbWaitFront(16, 1);
      context.nocAsyncWriteTile(tile, to, context.getReadPtr(16));
      context.nocAsyncWriteBarrier();
      context.cbPopFront(16, 1);
    }
  }

  @Test
  void readerComputeAndWriterMultiplyMatricesOfTwoByTwoTiles() {
    TensorSpec spec = matrix(2, 2);
    Values a = values(spec, 3, 3);
    Values b = values(spec, 4, 3);
    Buffer left = filled(device, spec, a);
    Buffer right = filled(device, spec, b);
    Buffer product = device.allocate(spec, "test");
    KernelProgram program =
        KernelProgram.builder("MatmulTiles")
            .circularBuffer(0, ONE_CORE, 2, DataType.BFLOAT16)
            .circularBuffer(1, ONE_CORE, 2, DataType.BFLOAT16)
            .circularBuffer(16, ONE_CORE, 2, DataType.BFLOAT16)
            .dataMovement("reader", Risc.NCRISC, ONE_CORE, c -> readForProduct(c, left, right))
            .compute("matmul", ONE_CORE, MathFidelity.HI_FI4, KernelRunTest::multiply)
            .dataMovement("writer", Risc.BRISC, ONE_CORE, KernelRunTest::write)
            .commonArgs("writer", product.address())
            .runtimeArgs("writer", ORIGIN, 0, 4)
            .build();
    device.launch(program);
    assertThat(read(product, spec)).isEqualTo(product(a.floats(), b.floats(), 64));
    assertThat(device.floatingPointOperations()).isEqualTo(2L * 64 * 64 * 64);
  }

  private static void readForProduct(DataMovementContext context, Buffer left, Buffer right) {
    for (int row = 0; row < 2; row++) {
      for (int column = 0; column < 2; column++) {
        for (int k = 0; k < 2; k++) {
          context.cbReserveBack(0, 1);
          context.cbReserveBack(1, 1);
          context.nocAsyncReadTile(row * 2L + k, context.accessor(left), context.getWritePtr(0));
          context.nocAsyncReadTile(
              k * 2L + column, context.accessor(right), context.getWritePtr(1));
          context.nocAsyncReadBarrier();
          context.cbPushBack(0, 1);
          context.cbPushBack(1, 1);
        }
      }
    }
  }

  private static void multiply(ComputeContext context) {
    for (int tile = 0; tile < 4; tile++) {
      context.tileRegsAcquire();
      for (int k = 0; k < 2; k++) {
        context.cbWaitFront(0, 1);
        context.cbWaitFront(1, 1);
        context.matmulTiles(0, 1, 0, 0, 0);
        context.cbPopFront(0, 1);
        context.cbPopFront(1, 1);
      }
      context.tileRegsCommit();
      context.cbReserveBack(16, 1);
      context.tileRegsWait();
      context.packTile(0, 16);
      context.tileRegsRelease();
      context.cbPushBack(16, 1);
    }
  }

  private static float[] product(float[] a, float[] b, int side) {
    float[] product = new float[side * side];
    for (int i = 0; i < side; i++) {
      for (int j = 0; j < side; j++) {
        for (int k = 0; k < side; k++) {
          product[i * side + j] += a[i * side + k] * b[k * side + j];
        }
      }
    }
    return product;
  }

  @Test
  void theVectorEngineComputesOnTheRegisters() {
    TensorSpec spec = matrix(1, 1);
    Values values = Values.zeros(spec.dtype(), 1024);
    for (int i = 0; i < 1024; i++) {
      values.floats()[i] = (i % 256 - 128) / 32f;
    }
    Buffer input = filled(device, spec, values);
    Buffer output = device.allocate(matrix(1, 5), "test");
    device.launch(unary(input, output));
    float[] results = read(output, matrix(1, 5));
    for (int i = 0; i < 1024; i++) {
      float x = values.floats()[i];
      int at = i / 32 * 160 + i % 32;
      assertClose(results[at], Math.exp(x));
      assertClose(
          results[at + 32], x * 0.5 * (1 + Math.tanh(0.7978845 * (x + 0.044715 * x * x * x))));
      assertClose(results[at + 64], Math.max(0, x));
      assertClose(results[at + 96], Math.sqrt(x));
      assertClose(results[at + 128], 1 / x);
    }
  }

  private static void assertClose(float actual, double expected) {
    if (Double.isFinite(expected)) {
      assertThat((double) actual).isCloseTo(expected, within(0.003 + Math.abs(expected) / 256));
    } else {
      assertThat(actual).isEqualTo(Float.valueOf((float) expected));
    }
  }

  private static KernelProgram unary(Buffer input, Buffer output) {
    return KernelProgram.builder("UnaryTiles")
        .circularBuffer(0, ONE_CORE, 1, DataType.BFLOAT16)
        .circularBuffer(16, ONE_CORE, 5, DataType.BFLOAT16)
        .dataMovement("reader", Risc.NCRISC, ONE_CORE, c -> readOne(c, input))
        .compute("unary", ONE_CORE, KernelRunTest::fiveFunctions)
        .dataMovement("writer", Risc.BRISC, ONE_CORE, KernelRunTest::write)
        .commonArgs("writer", output.address())
        .runtimeArgs("writer", ORIGIN, 0, 5)
        .build();
  }

  private static void readOne(DataMovementContext context, Buffer input) {
    context.cbReserveBack(0, 1);
    context.nocAsyncReadTile(0, context.accessor(input), context.getWritePtr(0));
    context.nocAsyncReadBarrier();
    context.cbPushBack(0, 1);
  }

  private static void fiveFunctions(ComputeContext context) {
    context.cbWaitFront(0, 1);
    context.tileRegsAcquire();
    for (int dst = 0; dst < 5; dst++) {
      context.copyTile(0, 0, dst);
    }
    context.expTile(0);
    context.geluTile(1);
    context.reluTile(2);
    context.sqrtTile(3);
    context.recipTile(4);
    context.tileRegsCommit();
    context.cbReserveBack(16, 5);
    context.tileRegsWait();
    for (int dst = 0; dst < 5; dst++) {
      context.packTile(dst, 16);
    }
    context.tileRegsRelease();
    context.cbPushBack(16, 5);
    context.cbPopFront(0, 1);
  }

  @Test
  void aMulticastAndASemaphoreReachAllCoresOfARectangle() {
    CoreRange row = CoreRange.of(0, 0, 3, 0);
    CoreRangeSet cores = CoreRangeSet.of(row);
    TensorSpec spec = matrix(1, 1);
    Values values = values(spec, 5, 256);
    Buffer source = filled(device, spec, values);
    Buffer copies = device.allocate(matrix(1, 4), "test");
    KernelProgram program =
        KernelProgram.builder("MulticastTile")
            .circularBuffer(0, cores, 1, DataType.BFLOAT16)
            .semaphore(0, cores, 0)
            .semaphore(1, cores, 0)
            .dataMovement("share", Risc.NCRISC, cores, c -> share(c, row, source, copies))
            .build();
    KernelRun run = device.launch(program);
    float[] results = read(copies, matrix(1, 4));
    for (int i = 0; i < 4096; i++) {
      assertThat(results[i]).isEqualTo(values.floats()[i / 128 * 32 + i % 32]);
    }
    assertThat(run.span(new CoreCoord(3, 0), Risc.NCRISC).endCycles())
        .isGreaterThan(run.span(ORIGIN, Risc.NCRISC).startCycles() + 2 * 358);
  }

  /** All say that they are ready; the first core reads a tile and gives it to the others. */
  private static void share(
      DataMovementContext context, CoreRange row, Buffer source, Buffer copies) {
    context.cbReserveBack(0, 1);
    long l1 = context.getWritePtr(0);
    if (context.core().equals(ORIGIN)) {
      context.nocSemaphoreWait(0, 3);
      context.nocAsyncReadTile(0, context.accessor(source), l1);
      context.nocAsyncReadBarrier();
      context.nocAsyncWriteMulticast(l1, row, l1, BYTES);
      context.nocSemaphoreSet(1, 1);
      context.nocSemaphoreSetMulticast(1, row);
      context.nocAsyncWriteBarrier();
    } else {
      context.nocSemaphoreInc(ORIGIN, 0, 1);
      context.nocSemaphoreWaitMin(1, 1);
    }
    context.cbPushBack(0, 1);
    context.nocAsyncWriteTile(context.core().x(), context.accessor(copies), l1);
    context.nocAsyncWriteBarrier();
  }

  @Test
  void shardedBuffersInL1AreReadAndWrittenInPlace() {
    CoreRangeSet cores = CoreRangeSet.grid(4, 1);
    TensorSpec spec =
        matrix(4, 1)
            .withMemoryConfig(
                MemoryConfig.sharded(
                    TensorMemoryLayout.HEIGHT_SHARDED,
                    BufferType.L1,
                    new ShardSpec(cores, 32, 32, ShardOrientation.ROW_MAJOR)));
    Values values = values(spec, 6, 100);
    Buffer shards = filled(device, spec, values);
    KernelProgram program =
        KernelProgram.builder("DoubleInPlace")
            .circularBufferOver(0, cores, shards, DataType.BFLOAT16)
            .compute("double", cores, KernelRunTest::doubleInPlace)
            .build();
    device.launch(program);
    float[] results = read(shards, spec);
    assertThat(IntStream.range(0, results.length))
        .allMatch(i -> results[i] == 2 * values.floats()[i]);
  }

  private static void doubleInPlace(ComputeContext context) {
    context.cbReserveBack(0, 1);
    context.cbPushBack(0, 1);
    context.cbWaitFront(0, 1);
    context.tileRegsAcquire();
    context.addTiles(0, 0, 0, 0, 0);
    context.tileRegsCommit();
    context.cbPopFront(0, 1);
    context.cbReserveBack(0, 1);
    context.tileRegsWait();
    context.packTile(0, 0);
    context.tileRegsRelease();
  }

  @Test
  void everyChipOfAMeshRunsTheProgramOnItsOwnBytes() {
    try (MeshDevice mesh = MeshDevice.open("n300")) {
      TensorSpec spec = matrix(1, 3);
      Buffer source = mesh.allocate(spec, "test");
      Buffer destination = mesh.allocate(spec, "test");
      byte[] first = new byte[3 * BYTES];
      byte[] second = new byte[3 * BYTES];
      first[5] = 1;
      second[5] = 2;
      source.enqueueWrite(0, first);
      source.enqueueWrite(1, second);
      mesh.launch(copy(Risc.NCRISC, source, destination, 3));
      assertThat(destination.enqueueRead(0)).isEqualTo(first);
      assertThat(destination.enqueueRead(1)).isEqualTo(second);
    }
  }

  @Test
  void everyRunTakesTheSameCycles() {
    TensorSpec spec = matrix(4, 16);
    Buffer a = filled(device, spec, values(spec, 1, 9));
    Buffer b = filled(device, spec, values(spec, 2, 9));
    Buffer sum = device.allocate(spec, "test");
    List<List<Long>> seen = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      KernelRun run = device.launch(add(a, b, sum, CoreRangeSet.grid(4, 4), 64));
      seen.add(run.spans().stream().map(KernelRun.Span::endCycles).toList());
    }
    assertThat(seen).allMatch(seen.getFirst()::equals);
  }

  @Test
  void moreCoresThanDramCanFeedDoNotHelp() {
    TensorSpec spec = matrix(16, 64);
    Buffer a = filled(device, spec, values(spec, 1, 9));
    Buffer b = filled(device, spec, values(spec, 2, 9));
    Buffer sum = device.allocate(spec, "test");
    long one = device.launch(add(a, b, sum, CoreRangeSet.grid(1, 1), 1024)).cycles();
    long eight = device.launch(add(a, b, sum, CoreRangeSet.grid(8, 1), 1024)).cycles();
    long all = device.launch(add(a, b, sum, CoreRangeSet.grid(8, 8), 1024)).cycles();
    assertThat(eight).isBetween(one / 9, one / 6);
    assertThat(all).isGreaterThan((long) (3.0 * 1024 * BYTES / (258 * 1.073741824)));
  }

  @Test
  void aConsumerGoesOnWhenThePageWasPushedAndAProducerWhenItWasPopped() {
    KernelProgram program =
        KernelProgram.builder("handover")
            .circularBuffer(0, ONE_CORE, 1, 32)
            .dataMovement("producer", Risc.NCRISC, ONE_CORE, KernelRunTest::pushTwice)
            .dataMovement("consumer", Risc.BRISC, ONE_CORE, KernelRunTest::popTwice)
            .build();
    KernelRun run = device.launch(program);
    KernelRun.Span producer = run.span(ORIGIN, Risc.NCRISC);
    KernelRun.Span consumer = run.span(ORIGIN, Risc.BRISC);
    long firstPush = producer.startCycles() + 12 + 1000 + 12;
    long firstPop = firstPush + 5000 + 12;
    assertThat(producer.endCycles()).isEqualTo(firstPop + 12);
    assertThat(consumer.endCycles()).isEqualTo(firstPop + 12 + 5000 + 12);
  }

  private static void pushTwice(DataMovementContext context) {
    for (int i = 0; i < 2; i++) {
      context.cbReserveBack(0, 1);
      context.riscWait(i == 0 ? 1000 : 0);
      context.cbPushBack(0, 1);
    }
  }

  private static void popTwice(DataMovementContext context) {
    for (int i = 0; i < 2; i++) {
      context.cbWaitFront(0, 1);
      context.riscWait(5000);
      context.cbPopFront(0, 1);
    }
  }

  @Test
  void coresThatShareADramBankEndAtAboutTheSameTime() {
    Buffer source = device.allocate(matrix(1, 1), "test");
    CoreRangeSet cores = CoreRangeSet.grid(8, 8);
    KernelProgram program =
        KernelProgram.builder("ReadOneTile")
            .circularBuffer(0, cores, 1, DataType.BFLOAT16)
            .dataMovement("reader", Risc.NCRISC, cores, c -> readAgain(c, source))
            .build();
    LongSummaryStatistics readers =
        device.launch(program).spans().stream()
            .mapToLong(KernelRun.Span::cycles)
            .summaryStatistics();
    assertThat(readers.getMin()).isGreaterThan(readers.getMax() * 3 / 4);
  }

  private static void readAgain(DataMovementContext context, Buffer source) {
    for (int i = 0; i < 50; i++) {
      context.nocAsyncReadTile(0, context.accessor(source), context.getWritePtr(0));
      context.nocAsyncReadBarrier();
    }
  }

  @Test
  void otherArgumentsNeedNoOtherProgram() {
    TensorSpec spec = matrix(1, 2);
    Values values = values(spec, 7, 100);
    Buffer source = filled(device, spec, values);
    Buffer first = device.allocate(spec, "test");
    Buffer second = device.allocate(spec, "test");
    KernelProgram program = copy(Risc.BRISC, source, first, 2);
    List<ProgramRef> launched = new ArrayList<>();
    TraceListener listener =
        new TraceListener() {
          @Override
          public void programLaunched(ProgramRef launch) {
            launched.add(launch);
          }
        };
    Tracker.add(listener);
    try {
      device.launch(program);
      device.launch(program.withRuntimeArgs("copy", ORIGIN, source.address(), second.address(), 2));
    } finally {
      Tracker.remove(listener);
    }
    assertThat(read(second, spec)).isEqualTo(values.floats());
    assertThat(launched).extracting(ProgramRef::isCacheHit).containsExactly(false, true);
    assertThat(launched).extracting(ProgramRef::name).containsOnly("CopyTiles");
    assertThat(device.programCacheEntries()).isEqualTo(1);
  }
}
