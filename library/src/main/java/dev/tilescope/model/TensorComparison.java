package dev.tilescope.model;

/**
 * A result held against its golden values by comparison mode.
 *
 * @param tensorId the result
 * @param goldenTensorId a number of its own: golden values are no tensor of the trace
 * @param desiredPcc the least correlation that counts as a match
 * @param actualPcc the correlation found
 */
public record TensorComparison(
    Scope scope,
    long tensorId,
    long goldenTensorId,
    boolean matches,
    double desiredPcc,
    double actualPcc) {

  /** What the golden values were computed from. */
  public enum Scope implements Coded {
    /** The inputs that the operation had: shows the error of this operation. */
    LOCAL(0),
    /** The golden values of those inputs: shows the error that has built up so far. */
    GLOBAL(1);

    private final int code;

    Scope(int code) {
      this.code = code;
    }

    @Override
    public int code() {
      return code;
    }
  }
}
