package dev.tilescope.junit;

import dev.tilescope.analysis.BufferLifetimes;
import dev.tilescope.analysis.Calltrace.Call;
import dev.tilescope.analysis.Leaks;
import dev.tilescope.analysis.Leaks.Group;
import dev.tilescope.internal.words.ByteText;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.junit.MemoryAccount.Memory;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.Report;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Assertions about a report. Sizes are written as in {@link MemoryBudget}. */
public final class ReportAssert extends AbstractAssert<ReportAssert, @Nullable Report> {
  ReportAssert(@Nullable Report report) {
    super(report, ReportAssert.class);
  }

  /** No device had more L1 in use at once, counted as {@link MemoryBudget} does. */
  public ReportAssert hasPeakL1AtMost(String size) {
    return atMost(Memory.L1, MemoryBudget.EACH_DEVICE, size);
  }

  /** As {@link #hasPeakL1AtMost(String)}, of one device. */
  public ReportAssert hasPeakL1AtMost(int device, String size) {
    return atMost(Memory.L1, device, size);
  }

  /** No device had more DRAM in use at once. */
  public ReportAssert hasPeakDramAtMost(String size) {
    return atMost(Memory.DRAM, MemoryBudget.EACH_DEVICE, size);
  }

  public ReportAssert hasPeakDramAtMost(int device, String size) {
    return atMost(Memory.DRAM, device, size);
  }

  /** On no device did buffers of this kind take more at once; program memory does not count. */
  public ReportAssert hasPeakAtMost(BufferType type, String size) {
    return hasPeakAtMost(type, MemoryBudget.EACH_DEVICE, size);
  }

  /** As {@link #hasPeakAtMost(BufferType, String)}, of one device. */
  public ReportAssert hasPeakAtMost(BufferType type, int device, String size) {
    Report report = report();
    return keeps(
        MemoryAccount.excess(report, MemoryAccount.of(report, type), device, ByteSize.parse(size)));
  }

  private ReportAssert atMost(Memory memory, int device, String size) {
    Report report = report();
    return keeps(
        MemoryAccount.excess(
            report, MemoryAccount.of(report, memory), device, ByteSize.parse(size)));
  }

  /** The program itself called so many operations. */
  public ReportAssert hasOperationCount(int count) {
    List<Call> called = OperationCalls.of(report()).called();
    return called.size() == count
        ? this
        : keeps(
            "expected %,d operations, but %,d were called\n%s"
                .formatted(count, called.size(), OperationCalls.tally(called)));
  }

  /** An operation ran so often, at any depth; named as in {@link OperationBudget#of}. */
  public ReportAssert hasOperationCount(String operation, int count) {
    OperationCalls calls = OperationCalls.of(report());
    List<Call> named = calls.named(operation);
    if (named.size() == count) {
      return this;
    }
    return keeps(
        "expected %s %,d times, but it ran %,d times%s\nwhat was called:\n%s"
            .formatted(
                operation,
                count,
                named.size(),
                named.isEmpty() ? "" : " " + OperationCalls.places(named),
                OperationCalls.tally(calls.called())));
  }

  /** None of these operations ran, at any depth. */
  public ReportAssert ranWithout(String... operations) {
    OperationCalls calls = OperationCalls.of(report());
    String ran =
        List.of(operations).stream()
            .filter(name -> !calls.named(name).isEmpty())
            .map(name -> "  " + name + " " + OperationCalls.places(calls.named(name)))
            .collect(Collectors.joining("\n"));
    return keeps(ran.isEmpty() ? null : "expected to run without these, but they ran:\n" + ran);
  }

  /**
   * No values went from the device through the host and back: by an operation that has no device
   * program of its own, or by the program's own hand. Reading results and sending inputs are none.
   * A trace cannot follow values through {@code toTorch} or {@code toArray}: what next comes back
   * from there is taken for the same if it has as many values.
   */
  public ReportAssert hasNoFallback() {
    List<String> found = HostFallbacks.of(report().trace());
    return keeps(
        found.isEmpty()
            ? null
            : "expected no fallback to the host, but found %d:\n  %s"
                .formatted(found.size(), String.join("\n  ", found)));
  }

  /**
   * Every buffer with a tensor in it that the capture allocated was freed in it. What cached
   * programs keep on the device is no leak.
   */
  public ReportAssert hasNoLeak() {
    List<Group> leaks =
        Leaks.of(BufferLifetimes.of(report().trace())).groups().stream()
            .filter(Group::holdsTensors)
            .toList();
    return keeps(
        leaks.isEmpty()
            ? null
            : "expected no leak, but these were allocated and not freed:\n"
                + leaks.stream().map(ReportAssert::text).collect(Collectors.joining("\n")));
  }

  private static String text(Group leak) {
    String path = String.join(" > ", leak.madeIn());
    return "  %s in %d buffers, %s of device %d, made %s"
        .formatted(
            ByteText.of(leak.bytes()),
            leak.buffers().size(),
            leak.region().type().name(),
            leak.region().deviceId(),
            path.isEmpty() ? "outside operations" : "by " + VisibleText.of(path));
  }

  private Report report() {
    isNotNull();
    return Objects.requireNonNull(actual);
  }

  private ReportAssert keeps(@Nullable String failure) {
    if (failure != null) {
      failWithMessage("%s", failure);
    }
    return this;
  }
}
