package dev.tilescope.junit;

import dev.tilescope.analysis.Calltrace.Call;
import dev.tilescope.model.Report;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a test may cost. */
sealed interface Budget {
  /** As the test writes it. */
  String annotation();

  /** Why a report breaks it; null if the report keeps it. */
  @Nullable String brokenBy(Report report);

  record PeakOf(String annotation, MemoryAccount.Memory memory, int device, ByteSize limit)
      implements Budget {
    @Override
    public @Nullable String brokenBy(Report report) {
      return MemoryAccount.excess(report, MemoryAccount.of(report, memory), device, limit);
    }
  }

  record Fits(String annotation, FitBound bound, int device, ByteSize limit) implements Budget {
    @Override
    public @Nullable String brokenBy(Report report) {
      String absent = MemoryAccount.absent(report, device);
      return absent == null ? bound.brokenBy(report, device, limit) : absent;
    }
  }

  record AllOperations(String annotation, int max) implements Budget {
    @Override
    public @Nullable String brokenBy(Report report) {
      List<Call> called = OperationCalls.of(report).called();
      return called.size() <= max
          ? null
          : "%,d operations were called, %,d over %,d\n%s"
              .formatted(called.size(), called.size() - max, max, OperationCalls.tally(called));
    }
  }

  record OperationsNamed(String annotation, String name, int max) implements Budget {
    @Override
    public @Nullable String brokenBy(Report report) {
      List<Call> named = OperationCalls.of(report).named(name);
      return named.size() <= max
          ? null
          : "%s ran %,d times, %,d over %,d\n  %s"
              .formatted(name, named.size(), named.size() - max, max, OperationCalls.places(named));
    }
  }
}
