package dev.tilescope.junit;

import dev.tilescope.model.Report;
import org.jspecify.annotations.Nullable;

/**
 * Where assertions about captures begin; needs AssertJ.
 *
 * <pre>{@code
 * assertThat(report).hasPeakL1AtMost("512KiB").ranWithout("ttnn::to_layout").hasNoLeak();
 * }</pre>
 */
public final class TilescopeAssertions {
  private TilescopeAssertions() {}

  public static ReportAssert assertThat(@Nullable Report report) {
    return new ReportAssert(report);
  }

  /** Ends the capture, as {@link Captured#report} does. */
  public static ReportAssert assertThat(Captured captured) {
    return new ReportAssert(captured.report());
  }
}
