package dev.tilescope.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.MemoryScript;
import dev.tilescope.analysis.MemoryScript.Kind;
import dev.tilescope.analysis.MemoryScript.Wanted;
import dev.tilescope.device.AllocationPolicy;
import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.ModelledMemory;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.Changed;
import dev.tilescope.model.Report;
import dev.tilescope.whatif.Change.Order;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a replay of a recorded run says, against what becomes of the same run on the device. */
class WhatIfAgainstDeviceTest {
  private static final int PROGRAMS = 200;
  private static final int STEPS = 24;
  private static final Board N150 = Board.named("n150");

  private int fitting;
  private int failing;

  @Test
  void otherCapacitiesRegionsAndPoliciesAreToldAsTheyComeTrue() {
    for (int seed = 0; seed < PROGRAMS; seed++) {
      Random random = new Random(seed);
      RandomProgram program = RandomProgram.of(random, STEPS, false);
      WhatIf recorded = recorded(program);
      Change tight = tight(random, recorded.asRecorded(), N150);
      compare(seed, recorded, tight, program);
    }
    assertBothHappen();
  }

  @Test
  void otherBoardsAreToldAsTheyComeTrue() {
    for (int seed = 1000; seed < 1000 + PROGRAMS; seed++) {
      Random random = new Random(seed);
      RandomProgram program = RandomProgram.of(random, STEPS, true);
      WhatIf recorded = recorded(program);
      Board board = Board.all().get(random.nextInt(Board.all().size())).withMesh(1, 1);
      compare(seed, recorded, tight(random, recorded.asRecorded(), board), program);
    }
    assertBothHappen();
  }

  @Test
  void otherOrdersAreToldAsTheyComeTrue() {
    for (int seed = 2000; seed < 2000 + PROGRAMS; seed++) {
      Random random = new Random(seed);
      RandomProgram program = RandomProgram.of(random, STEPS, false);
      WhatIf recorded = recorded(program);
      boolean largestFirst = random.nextBoolean();
      Change change =
          tight(random, recorded.asRecorded(), N150)
              .withOrder(largestFirst ? Order.LARGEST_FIRST : Order.WEIGHTS_FIRST);
      compare(seed, recorded, change, program.weightsFirst(largestFirst));
    }
    assertBothHappen();
  }

  @Test
  void freesAtTheLastUseAreToldAsTheyComeTrue() {
    for (int seed = 3000; seed < 3000 + PROGRAMS; seed++) {
      Random random = new Random(seed);
      RandomProgram program = RandomProgram.of(random, STEPS, false);
      WhatIf recorded = recorded(program);
      Change change =
          tight(random, recorded.asRecorded(), N150).withFreedEarly(recorded.lateFrees());
      compare(seed, recorded, change, program.releasedEarly());
    }
    assertBothHappen();
  }

  @Test
  void tensorsInDramAreToldAsTheyComeTrue() {
    for (int seed = 4000; seed < 4000 + PROGRAMS; seed++) {
      Random random = new Random(seed);
      RandomProgram program = RandomProgram.of(random, STEPS, false);
      WhatIf recorded = recorded(program);
      Set<Integer> moved = new HashSet<>(program.idleInL1());
      moved.removeIf(_ -> random.nextBoolean());
      List<Integer> buffers =
          recorded.script().buffers().stream()
              .filter(wanted -> wanted.kind() == Kind.TENSOR)
              .map(Wanted::index)
              .toList();
      Set<Integer> indexes = new HashSet<>();
      moved.forEach(tensor -> indexes.add(buffers.get(program.tensors().indexOf(tensor))));
      Change change = tight(random, recorded.asRecorded(), N150).withInDram(indexes);
      compare(seed, recorded, change, program.inDram(moved));
    }
    assertBothHappen();
  }

  @Test
  void meshesAreToldAsTheyComeTrue() {
    Board mesh = Board.named("n300");
    for (int seed = 5000; seed < 5000 + PROGRAMS / 4; seed++) {
      Random random = new Random(seed);
      RandomProgram program = RandomProgram.of(random, STEPS, false);
      WhatIf recorded = recorded(program, mesh);
      compare(seed, recorded, tight(random, recorded.asRecorded(), mesh), program);
    }
    assertThat(fitting).isPositive();
    assertThat(failing).isPositive();
  }

  private static WhatIf recorded(RandomProgram program) {
    return recorded(program, N150);
  }

  private static WhatIf recorded(RandomProgram program, Board board) {
    RandomProgram.Ran ran = program.run(board, RandomProgram.WIDE);
    assertThat(ran.refusal()).isNull();
    WhatIf recorded = WhatIf.of(ran.report()).getFirst();
    assertThat(recorded.explained()).isEqualTo(recorded.known());
    return recorded;
  }

  /** So little of each memory that about half of the programs do not fit. */
  private static Change tight(Random random, Change change, Board board) {
    DeviceOptions options =
        change
            .options()
            .withL1SmallBytes((4 + random.nextInt(28)) << 10)
            .withTraceRegionBytes((20 + random.nextInt(100)) << 10)
            .withAllocation(
                random.nextBoolean() ? AllocationPolicy.FIRST_FIT : AllocationPolicy.BEST_FIT);
    ModelledMemory whole = new ModelledMemory(board, options);
    long l1Base = whole.baseAddress(BufferType.L1);
    long dramBase = whole.baseAddress(BufferType.DRAM);
    long l1Bytes = options.l1SmallBytes() + ((60L + random.nextInt(240)) << 10);
    long traceBytes = whole.bankBytes(BufferType.TRACE);
    long dramBytes = traceBytes + ((50L + random.nextInt(350)) << 10);
    // A storage core's bank, which only Grayskull has, begins at an address of its own.
    boolean hasStorage = board.storageCores() > 0;
    Board small = Changed.with(board, "dramViewBytes", dramBase + dramBytes);
    small = hasStorage ? small : Changed.with(small, "workerL1Bytes", l1Base + l1Bytes);
    return change.withBoard(small).withOptions(options);
  }

  private void compare(int seed, WhatIf recorded, Change change, RandomProgram program) {
    RandomProgram.Ran real = program.run(change.board(), change.options());
    Outcome told = recorded.outcome(change);
    String refusal = real.refusal();
    Misfit misfit = told.misfit();
    assertThat(misfit == null ? null : misfit.message())
        .as("what does not fit, seed %d", seed)
        .isEqualTo(
            refusal == null ? null : refusal.lines().findFirst().orElse("").split(" Next:")[0]);
    assertThat(List.copyOf(told.addresses().values()))
        .as("every address, seed %d", seed)
        .isEqualTo(addresses(real.report()));
    if (refusal == null) {
      fitting++;
    } else {
      failing++;
    }
  }

  /** In the order in which they were given out. */
  private static List<Long> addresses(Report report) {
    return MemoryScript.of(report).stream()
        .flatMap(script -> script.buffers().stream())
        .map(wanted -> wanted.description().address())
        .filter(address -> address > 0)
        .toList();
  }

  private void assertBothHappen() {
    assertThat(fitting).isGreaterThan(PROGRAMS / 8);
    assertThat(failing).isGreaterThan(PROGRAMS / 8);
  }
}
