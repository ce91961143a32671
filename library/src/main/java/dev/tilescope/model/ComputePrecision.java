package dev.tilescope.model;

/** An argument that says how exactly a compute kernel multiplies. */
public interface ComputePrecision {
  MathFidelity mathFidelity();

  /** Whether sums are kept in float32; in bfloat16 otherwise. */
  boolean fp32DestAccEn();

  /** Whether blocks of a sum are added up in L1. */
  boolean packerL1Acc();

  /** As TT-Metal prints it, e.g. {@code HiFi4}. */
  default String fidelity() {
    return mathFidelity().shortName();
  }
}
