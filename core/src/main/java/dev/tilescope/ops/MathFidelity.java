package dev.tilescope.ops;

/** How many passes the matrix engine makes over its operands: more passes, more mantissa bits. */
public enum MathFidelity {
  LO_FI("LoFi", 1),
  HI_FI_2("HiFi2", 2),
  HI_FI_3("HiFi3", 3),
  HI_FI_4("HiFi4", 4);

  private final String text;
  private final int passes;

  MathFidelity(String text, int passes) {
    this.text = text;
    this.passes = passes;
  }

  public int passes() {
    return passes;
  }

  /** TT-NN's spelling, e.g. {@code HiFi4}. */
  @Override
  public String toString() {
    return text;
  }
}
