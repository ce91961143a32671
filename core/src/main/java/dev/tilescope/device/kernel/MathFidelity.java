package dev.tilescope.device.kernel;

/**
 * How many passes the matrix engine makes for a product. Values are computed in full in any case.
 */
public enum MathFidelity {
  LOFI,
  HIFI2,
  HIFI3,
  HIFI4;

  int phases() {
    return ordinal() + 1;
  }
}
