package dev.tilescope.internal.perf;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One line of a performance report.
 *
 * @param timeMicros on the device; NaN for signposts and operations of the host
 * @param gapMicros since the operation before; NaN for the first
 * @param totalPercent of the time and gaps of all lines
 */
public record PerfOperation(
    PerfRow row, RowAnalysis analysis, double timeMicros, double gapMicros, double totalPercent) {
  private static final Pattern INNER_BLOCK = Pattern.compile("in0_block_w=(\\d{1,9})");
  private static final Pattern SUBBLOCK_H = Pattern.compile("out_subblock_h=(\\d{1,9})");
  private static final Pattern SUBBLOCK_W = Pattern.compile("out_subblock_w=(\\d{1,9})");

  PerfOperation withTotalPercent(double percent) {
    return new PerfOperation(row, analysis, timeMicros, gapMicros, percent);
  }

  public PerfOperation withoutGap() {
    return new PerfOperation(row, analysis, timeMicros, Double.NaN, totalPercent);
  }

  public boolean isSignpost() {
    return row.isSignpost();
  }

  public boolean isHost() {
    return row.isHostOperation();
  }

  public boolean isMatmul() {
    return row.opCode().contains("Matmul") && !isSignpost();
  }

  /** The operation with its size and configuration. */
  public String name() {
    return isSignpost() ? row.opCode() + " (signpost)" : analysis.name();
  }

  public Bound bound() {
    if (isMatmul()) {
      return Bound.ofMatmul(dramPercent(), flopsPercent());
    }
    return isHost() ? Bound.HOST : Bound.NONE;
  }

  /** What kind of work it does. */
  public OperationCategory category() {
    return OperationCategory.of(this);
  }

  public @Nullable Integer cores() {
    return analysis.cores();
  }

  public double dramGigabytes() {
    return analysis.dramGigabytes();
  }

  public double dramPercent() {
    return analysis.dramPercent();
  }

  public double teraflops() {
    return analysis.teraflops();
  }

  public double flopsPercent() {
    return analysis.flopsPercent();
  }

  /** Math fidelity and data types, such as {@code HiFi4 BF16 x BF16 => BF16}. */
  public String fidelity() {
    return analysis.fidelity();
  }

  public boolean isDramSharded() {
    return analysis.dramSharded();
  }

  public @Nullable Integer innerBlockTiles() {
    return ofProgramConfig(INNER_BLOCK);
  }

  public @Nullable Integer subblockHeightTiles() {
    return ofProgramConfig(SUBBLOCK_H);
  }

  public @Nullable Integer subblockWidthTiles() {
    return ofProgramConfig(SUBBLOCK_W);
  }

  private @Nullable Integer ofProgramConfig(Pattern pattern) {
    if (!row.attributes().contains("program_config")) {
      return null;
    }
    Matcher number = pattern.matcher(row.attributes());
    return number.find() ? Integer.valueOf(number.group(1)) : null;
  }

  /** Time and gap, as far as there are any. */
  double spentMicros() {
    return orZero(timeMicros) + orZero(gapMicros);
  }

  static double orZero(double number) {
    return Double.isNaN(number) ? 0 : number;
  }
}
