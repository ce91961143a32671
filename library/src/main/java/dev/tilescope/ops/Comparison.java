package dev.tilescope.ops;

import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.GoldenChecks;

/**
 * TT-NN's comparison mode: while it is on, every device operation is followed by its golden
 * reference, and each result is held against it by its correlation (PCC).
 *
 * <pre>{@code
 * Comparison.enable(0.9999, false);
 * try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
 *   Ttnn.softmax(Ttnn.matmul(a, b));
 *   capture.endToFile(Path.of("report.json")).comparisons().forEach(System.out::println);
 * }
 * }</pre>
 *
 * <p>Each result is compared twice: locally, with what the reference makes of the operation's own
 * inputs, and globally, with what it makes of the golden values of those inputs, so that an error
 * that builds up over a program shows. A result that does not match is written to the error stream,
 * once for each operation, or thrown. Captures record every comparison, and {@code tilescope
 * import} puts them into their tables.
 *
 * <p>Messages name the operation that was called and the device operation that computed: {@code
 * ttnn.softmax (SoftmaxDeviceOperation): Comparing output tensor 0 against CPU locally failed}. On
 * a mesh the parts of all devices are compared together, and so is what devices exchange.
 *
 * <p>References are the plainest loops there are: expect programs to run a hundred times longer.
 * Nothing is compared where nothing is computed (NO_DISPATCH).
 *
 * <p>It can be turned on from outside by {@code TTNN_CONFIG_OVERRIDES}, an environment variable or
 * a system property, with TT-NN's keys: {@code {"enable_comparison_mode": true,
 * "comparison_mode_pcc": 0.999, "comparison_mode_should_raise_exception": true}}.
 */
public final class Comparison {
  public static final double DEFAULT_PCC = GoldenChecks.DEFAULT_PCC;

  private Comparison() {}

  /** With TT-NN's defaults: results that do not match are reported, not thrown. */
  public static void enable() {
    enable(DEFAULT_PCC, false);
  }

  /**
   * Forgets the golden values of an earlier comparison.
   *
   * @param pcc the least correlation that counts as a match, at most 1
   * @param shouldRaise to throw on a result that does not match
   */
  public static void enable(double pcc, boolean shouldRaise) {
    Check.that(pcc >= -1 && pcc <= 1, "pcc: a correlation from -1 to 1 is needed, got %s", pcc);
    GoldenChecks.use(new GoldenChecks(pcc, shouldRaise));
  }

  public static void disable() {
    GoldenChecks.use(null);
  }

  public static boolean isEnabled() {
    return GoldenChecks.current() != null;
  }
}
