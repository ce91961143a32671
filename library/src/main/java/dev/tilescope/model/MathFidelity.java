package dev.tilescope.model;

/**
 * How many bits of its operands the matrix engine multiplies: each pass takes a few more. Prints as
 * {@code MathFidelity.HiFi4}.
 */
public enum MathFidelity {
  LO_FI(1, "LoFi"),
  HI_FI2(2, "HiFi2"),
  HI_FI3(3, "HiFi3"),
  HI_FI4(4, "HiFi4");

  private final int passes;
  private final String text;

  MathFidelity(int passes, String text) {
    this.passes = passes;
    this.text = text;
  }

  /** How often the engine works through its operands; cycles grow with it. */
  public int passes() {
    return passes;
  }

  /** {@code HiFi4}. */
  public String shortName() {
    return text;
  }

  @Override
  public String toString() {
    return "MathFidelity." + text;
  }
}
