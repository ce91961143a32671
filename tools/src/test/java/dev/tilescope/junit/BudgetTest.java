package dev.tilescope.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.model.TilescopeException;
import java.util.Arrays;
import java.util.Comparator;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

class BudgetTest {
  private static final SampleRun BUDGETS = SampleRun.of(Samples.Budgets.class);
  private static final SampleRun MISTAKES = SampleRun.of(Samples.Mistakes.class);

  @Test
  void aTestThatKeepsItsBudgetsPasses() {
    assertThat(BUDGETS.status("keepsAll")).isEqualTo(Status.SUCCESSFUL);
  }

  @Test
  void anExceededPeakIsToldWithItsOperationAndItsBuffers() {
    assertThat(BUDGETS.thrown("breaksL1"))
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageStartingWith(
            "@MemoryBudget(peakL1 = \"64KiB\") of Samples.Budgets.breaksL1() is exceeded:"
                + " peak L1 of device 0 is ")
        .message()
        .contains(" as TT-NN counts, ", "over 64KiB", "reached in ttnn::add > ", " (node ")
        .containsPattern(
            "32,768 bytes  L1 at 0x[0-9a-f]+, Shape\\(\\[128, 128]\\) DataType::BFLOAT16,"
                + " made by ttnn::rand > ")
        .containsPattern("bytes  circular buffers and other program memory on one core")
        .contains("@CaptureGraph(report = ");
  }

  @Test
  void whatFitsIsHeldToOneCoreAndItsHeadroom() {
    assertThat(BUDGETS.status("keepsWhatFits")).isEqualTo(Status.SUCCESSFUL);
    assertThat(BUDGETS.thrown("breaksL1PerCore"))
        .hasMessageStartingWith(
            "@MemoryBudget(peakL1PerCore = \"1KiB\") of Samples.Budgets.breaksL1PerCore() is"
                + " exceeded: L1 per core of device 0 is ")
        .hasMessageContaining(" over 1KiB\n  device 0   L1 per core ")
        .hasMessageContaining(" of it circular buffers on core (0, 0), in #");
    assertThat(BUDGETS.thrown("breaksHeadroom"))
        .hasMessageContaining("L1 headroom of device 0 is ")
        .hasMessageContaining(" under 1408KiB\n");
    assertThat(BUDGETS.thrown("cannotKnowHeadroom"))
        .hasMessageContaining("L1 headroom of device 0 is not known without addresses");
  }

  @Test
  void partsOfAPeakAddUpToItBiggestFirst() {
    String message = String.valueOf(BUDGETS.thrown("breaksL1").getMessage());
    long peak =
        bytesIn(message.lines().findFirst().orElseThrow(), ".*is [^(]*\\(([0-9,]+) bytes.*");
    long[] parts =
        message
            .lines()
            .filter(line -> line.startsWith("     "))
            .mapToLong(line -> bytesIn(line, " +([0-9,]+) bytes.*"))
            .toArray();
    assertThat(parts).hasSizeGreaterThan(3);
    assertThat(Arrays.stream(parts).sum()).isEqualTo(peak);
    assertThat(Arrays.stream(parts).boxed().toList())
        .isSortedAccordingTo(Comparator.reverseOrder());
  }

  private static long bytesIn(String line, String pattern) {
    return Long.parseLong(line.replaceFirst(pattern, "$1").replace(",", ""));
  }

  @Test
  void dramHasABudgetOfItsOwn() {
    assertThat(BUDGETS.thrown("breaksDram"))
        .hasMessageContaining("peak DRAM of device 0 is ")
        .hasMessageContaining("no tensor, made by ttnn::");
  }

  @Test
  void budgetsHoldWithoutDispatchToo() {
    assertThat(BUDGETS.thrown("breaksL1WithoutRunning"))
        .hasMessageContaining("peak L1 of device 0 is ")
        .hasMessageContaining("32,768 bytes  L1, Shape([128, 128])");
  }

  @Test
  void tooManyOperationsAreTalliedByName() {
    assertThat(BUDGETS.thrown("breaksAllOperations"))
        .hasMessageContaining("@OperationBudget(max = 3) of Samples.Budgets.breaksAllOperations()")
        .hasMessageContaining("over 3\n       3  ttnn::add");
  }

  @Test
  void tooManyCallsOfOneOperationAreToldWithTheirNodes() {
    assertThat(BUDGETS.thrown("breaksOneOperation"))
        .hasMessageContaining("ttnn.add ran 3 times, 1 over 2\n  at nodes ");
  }

  @Test
  void allBrokenBudgetsAreTold() {
    assertThat(BUDGETS.thrown("breaksTwo"))
        .hasMessageContaining("@MemoryBudget(peakL1 = \"1B\")")
        .hasMessageContaining("@OperationBudget(max = 0)");
  }

  @Test
  void aBudgetForADeviceThatIsNotThereFails() {
    assertThat(BUDGETS.thrown("namesNoDevice"))
        .hasMessageContaining("device 7 is not in this capture, which saw devices [0]");
  }

  @Test
  void aMistakeInAnAnnotationIsToldBeforeTheTestRuns() {
    assertThat(MISTAKES.thrown("badSize"))
        .isInstanceOf(TilescopeException.class)
        .hasMessage(
            "@MemoryBudget(peakL1 = \"512 potatoes\") of Samples.Mistakes.badSize(): '512 potatoes'"
                + " is not a size; write bytes or units of 1024, such as 4096, 512KiB or 1.5MiB");
    assertThat(MISTAKES.thrown("boundsNothing"))
        .hasMessage(
            "@MemoryBudget of Samples.Mistakes.boundsNothing(): it bounds nothing; give it"
                + " peakL1PerCore, l1Headroom or peakDramPerBank");
    assertThat(MISTAKES.thrown("negative"))
        .hasMessageContaining("@OperationBudget(max = -1) of Samples.Mistakes.negative()");
    assertThat(MISTAKES.thrown("unknownPlaceholder"))
        .hasMessageContaining("holds {test}; there are {class}, {method} and {invocation}");
  }

  @Test
  void aTestThatThrowsIsNotJudged() {
    SampleRun run = SampleRun.of(Samples.Failures.class);
    assertThat(run.thrown("throwsItsOwn"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the test's own")
        .hasNoSuppressedExceptions();
    assertThat(run.status("isAborted")).isEqualTo(Status.ABORTED);
    assertThat(run.thrown("isAborted")).isInstanceOf(TestAbortedException.class);
  }

  @Test
  void theNearestBudgetHolds() {
    SampleRun run = SampleRun.of(Samples.Outer.class);
    assertThat(run.status("keepsTheBudgetOfItsClass")).isEqualTo(Status.SUCCESSFUL);
    assertThat(run.thrown("breaksTheBudgetAroundIt"))
        .hasMessageContaining("of Samples.Outer.Inner.breaksTheBudgetAroundIt() is exceeded");
    assertThat(run.status("hasABudgetOfItsOwn")).isEqualTo(Status.SUCCESSFUL);
    assertThat(run.status("keepsTheNearestBudget")).isEqualTo(Status.SUCCESSFUL);
    assertThat(run.status("keepsTheBudgetNextAroundIt")).isEqualTo(Status.SUCCESSFUL);
  }

  @Test
  void budgetsAreInherited() {
    assertThat(SampleRun.of(Samples.Inherits.class).thrown("breaksTheBudgetAroundIt"))
        .isInstanceOf(AssertionFailedError.class);
  }
}
