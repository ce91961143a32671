package dev.tilescope.junit;

import static dev.tilescope.capture.Programs.random;
import static dev.tilescope.junit.TilescopeAssertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.RunMode;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Test classes as users write them, for the tests of this package to run. */
final class Samples {
  static final String FOLDER = "target/junit-samples/";

  private Samples() {}

  /** Two operands of 32 KiB in L1, then this many sums of them, each freed at once. */
  static void add(int times) {
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor a = random(device, MemoryConfig.L1, 128, 128);
        Tensor b = random(device, MemoryConfig.L1, 128, 128)) {
      for (int i = 0; i < times; i++) {
        Ttnn.add(a, b).close();
      }
    }
  }

  static class Budgets {
    @Test
    @MemoryBudget(peakL1 = "1MiB", peakDram = "1MiB", device = 0)
    @OperationBudget(max = 6)
    @OperationBudget(max = 1, of = "ttnn::add")
    void keepsAll() {
      add(1);
    }

    @Test
    @MemoryBudget(peakL1 = "64KiB")
    void breaksL1() {
      add(1);
    }

    @Test
    @MemoryBudget(peakL1PerCore = "128KiB", l1Headroom = "1MiB", peakDramPerBank = "1MiB")
    void keepsWhatFits() {
      add(1);
    }

    @Test
    @MemoryBudget(peakL1PerCore = "1KiB")
    void breaksL1PerCore() {
      add(1);
    }

    @Test
    @MemoryBudget(l1Headroom = "1408KiB")
    void breaksHeadroom() {
      add(1);
    }

    @Test
    @CaptureGraph(mode = RunMode.NO_DISPATCH)
    @MemoryBudget(l1Headroom = "1")
    void cannotKnowHeadroom() {
      add(1);
    }

    @Test
    @MemoryBudget(peakDram = "1")
    void breaksDram() {
      add(1);
    }

    @Test
    @CaptureGraph(mode = RunMode.NO_DISPATCH)
    @MemoryBudget(peakL1 = "64KiB")
    void breaksL1WithoutRunning() {
      add(1);
    }

    @Test
    @OperationBudget(max = 3)
    void breaksAllOperations() {
      add(3);
    }

    @Test
    @OperationBudget(max = 2, of = "ttnn.add")
    void breaksOneOperation() {
      add(3);
    }

    @Test
    @MemoryBudget(peakL1 = "1B")
    @OperationBudget(max = 0)
    void breaksTwo() {
      add(1);
    }

    @Test
    @MemoryBudget(peakL1 = "1MiB", device = 7)
    void namesNoDevice() {
      add(1);
    }
  }

  static class Mistakes {
    @Test
    @MemoryBudget(peakL1 = "512 potatoes")
    void badSize() {
      throw new AssertionError("must not run");
    }

    @Test
    @MemoryBudget
    void boundsNothing() {
      throw new AssertionError("must not run");
    }

    @Test
    @OperationBudget(max = -1)
    void negative() {
      throw new AssertionError("must not run");
    }

    @Test
    @CaptureGraph(report = "target/{test}.json")
    void unknownPlaceholder() {
      throw new AssertionError("must not run");
    }
  }

  @OperationBudget(max = 0)
  @CaptureGraph(report = FOLDER + "failures/{method}.json")
  static class Failures {
    @Test
    void throwsItsOwn() {
      add(1);
      throw new IllegalStateException("the test's own");
    }

    @Test
    void isAborted() {
      add(1);
      assumeTrue(false, "not here");
    }
  }

  @OperationBudget(max = 3)
  static class Outer {
    @Test
    void keepsTheBudgetOfItsClass() {
      add(1);
    }

    @Nested
    class Inner {
      @Test
      void breaksTheBudgetAroundIt() {
        add(2);
      }

      @Test
      @OperationBudget(max = 10)
      void hasABudgetOfItsOwn() {
        add(2);
      }
    }

    @Nested
    @OperationBudget(max = 10)
    class Generous {
      @Test
      void keepsTheNearestBudget() {
        add(2);
      }

      @Nested
      class Innermost {
        @Test
        void keepsTheBudgetNextAroundIt() {
          add(2);
        }
      }
    }
  }

  static class Inherits extends Outer {}

  @CaptureGraph(report = FOLDER + "several/{method}.json")
  static class Several {
    @RepeatedTest(3)
    @OperationBudget(max = 2, of = "ttnn::add")
    void repeated(RepetitionInfo repetition, Captured captured) {
      add(repetition.getCurrentRepetition());
      assertThat(captured).hasOperationCount("ttnn::add", repetition.getCurrentRepetition());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void parameterised(int times, Captured captured) {
      add(times);
      assertThat(captured).hasOperationCount("ttnn::add", times);
    }

    @TestFactory
    @OperationBudget(max = 1, of = "ttnn::add")
    Stream<DynamicTest> made() {
      return IntStream.of(1, 2)
          .mapToObj(times -> DynamicTest.dynamicTest("add " + times, () -> add(times)));
    }

    @Test
    void overloaded() {}

    @ParameterizedTest
    @ValueSource(strings = "x")
    void overloaded(String text) {}
  }

  @CaptureGraph(report = FOLDER + "clash/report.json")
  static class Clash {
    @Test
    void one() {}

    @Test
    void two() {}
  }

  @CaptureGraph
  static class Parameters {
    @BeforeEach
    void before(Captured captured) {
      add(1);
      org.assertj.core.api.Assertions.assertThatThrownBy(captured::report)
          .hasMessageContaining("nothing is captured yet");
    }

    @Test
    void endsWithItsReport(Captured captured) {
      add(2);
      assertThat(captured.report()).hasOperationCount("ttnn::add", 2);
      add(1);
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void runsOnAThreadOfItsOwn() {
      add(2);
    }

    @AfterEach
    void after(Captured captured) {
      assertThat(captured).hasOperationCount("ttnn::add", 2);
    }
  }

  @Execution(ExecutionMode.CONCURRENT)
  static class Concurrent {
    private static final CyclicBarrier BOTH_RUN = new CyclicBarrier(2);

    @RepeatedTest(2)
    void seesItself(RepetitionInfo repetition, Captured captured) throws Exception {
      BOTH_RUN.await(1, TimeUnit.MINUTES);
      add(repetition.getCurrentRepetition());
      BOTH_RUN.await(1, TimeUnit.MINUTES);
      assertThat(captured).hasOperationCount("ttnn::add", repetition.getCurrentRepetition());
    }
  }

  @OperationBudget(max = 2)
  static class RegisteredTwice {
    @RegisterExtension static final TilescopeExtension AGAIN = new TilescopeExtension();

    @Test
    void breaksItOnce() {
      add(1);
    }
  }

  /** Knows nothing of Tilescope's annotations. */
  static class Plain {
    @Test
    void adds() {
      add(1);
    }

    @Nested
    class Deeper {
      @Test
      void adds() {
        add(2);
      }
    }
  }
}
