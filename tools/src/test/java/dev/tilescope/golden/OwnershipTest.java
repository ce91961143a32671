package dev.tilescope.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.DeviceTimeoutException;
import dev.tilescope.device.FaultPlan;
import dev.tilescope.device.FaultPlan.FailedAllocation;
import dev.tilescope.device.FaultPlan.Hang;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.OperationTimeout;
import dev.tilescope.device.OutOfMemoryException;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.ops.OperationDescription;
import dev.tilescope.ops.Operations;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Who frees what: after a call its arguments are as they were, its results are there, and nothing
 * else is; also after one that failed, at whichever allocation or program.
 */
class OwnershipTest {
  private static final PrintStream ERRORS = System.err;

  /** A run of a sample, and how it ended. */
  private record Run(OwnershipWatch watch, RuntimeException failure) {}

  /** Every hang says so to the user. */
  @BeforeAll
  static void silence() {
    System.setErr(new PrintStream(OutputStream.nullOutputStream()));
  }

  @AfterAll
  static void speak() {
    System.setErr(ERRORS);
  }

  private static List<OwnershipSample> inEveryType() {
    List<OwnershipSample> all = new ArrayList<>(OwnershipSamples.all());
    for (GoldenCase golden : OperationGoldenCases.CASES) {
      for (Layout layout : golden.layouts()) {
        for (DataType dtype : golden.dtypes()) {
          if (!dtype.isBlockFloat() || layout == Layout.TILE) {
            all.add(OwnershipSample.of(golden, dtype, layout, Draw.Sizes.ANY));
          }
        }
      }
    }
    return all;
  }

  @Test
  void everyOperationLeavesItsArgumentsAndItsResultsOnly() {
    Set<String> called = new TreeSet<>();
    for (OwnershipSample sample : inEveryType()) {
      returning(sample).watch().operations().forEach(name -> called.add(name.replace("::", ".")));
    }
    assertThat(called)
        .as("every operation has a sample")
        .containsAll(Operations.all().stream().map(OperationDescription::name).toList());
  }

  @Test
  void neitherDoSizesOfOneNorWholeTilesMakeADifference() {
    inEverySize().forEach(OwnershipTest::returning);
  }

  @Test
  void nothingIsLeftByACallWhicheverAllocationFails() {
    List<String> problems = new ArrayList<>();
    int failures = 0;
    for (OwnershipSample sample : inEverySize()) {
      int n = 0;
      Run run;
      do {
        run = run(sample, FaultPlan.NONE.with(FailedAllocation.nth(++n)));
        problems.addAll(described(sample, "allocation " + n, run));
        failures += run.failure() == null ? 0 : 1;
      } while (run.failure() instanceof OutOfMemoryException);
    }
    assertThat(problems).isEmpty();
    assertThat(failures).isGreaterThan(1000);
  }

  @Test
  void nothingIsLeftByACallWhicheverProgramFails() {
    List<String> problems = new ArrayList<>();
    int failures = 0;
    for (OwnershipSample sample : inEverySize()) {
      Map<String, Integer> counts = new HashMap<>();
      for (String program : run(sample, FaultPlan.NONE).watch().launches()) {
        int launch = counts.merge(program, 1, Integer::sum);
        Run run = run(sample, FaultPlan.NONE.with(Hang.of(program).atLaunch(launch)));
        problems.addAll(described(sample, "launch %d of %s".formatted(launch, program), run));
        failures += run.failure() instanceof DeviceTimeoutException ? 1 : 0;
      }
    }
    assertThat(problems).isEmpty();
    assertThat(failures).isGreaterThan(500);
  }

  /** In one type: what is made on the way is the same in most. */
  private static List<OwnershipSample> inEverySize() {
    List<OwnershipSample> all = new ArrayList<>(OwnershipSamples.all());
    for (GoldenCase golden : OperationGoldenCases.CASES) {
      for (Layout layout : golden.layouts()) {
        for (Draw.Sizes sizes : Draw.Sizes.values()) {
          all.add(OwnershipSample.of(golden, golden.dtypes().getFirst(), layout, sizes));
        }
      }
    }
    return all;
  }

  private static List<String> described(OwnershipSample sample, String fault, Run run) {
    return run.watch().problems().stream()
        .map(problem -> "%s, %s: %s".formatted(sample, fault, problem))
        .toList();
  }

  private static Run returning(OwnershipSample sample) {
    Run run = run(sample, FaultPlan.NONE);
    assertThat(run.watch().problems()).as(sample.name()).isEmpty();
    assertThat(run.failure()).as(sample.name()).isNull();
    return run;
  }

  private static Run run(OwnershipSample sample, FaultPlan faults) {
    OwnershipWatch watch = new OwnershipWatch();
    try (MeshDevice device = MeshDevice.open(Board.named(sample.board()), impatient(faults))) {
      Tracker.add(watch);
      sample.body().accept(device);
      return new Run(watch, null);
    } catch (RuntimeException failure) {
      return new Run(watch, failure);
    } finally {
      Tracker.remove(watch);
    }
  }

  /** Two looks at its clock are the time that a program may hang. */
  private static DeviceOptions impatient(FaultPlan faults) {
    AtomicLong clock = new AtomicLong();
    OperationTimeout timeout =
        OperationTimeout.of(Duration.ofNanos(1)).withClock(clock::incrementAndGet);
    return DeviceOptions.DEFAULT
        .withL1SmallBytes(32768)
        .withOperationTimeout(timeout)
        .withFaults(faults);
  }
}
