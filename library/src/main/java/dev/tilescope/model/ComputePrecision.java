package dev.tilescope.model;

/** An argument that says how exactly a compute kernel multiplies. */
public interface ComputePrecision {
  /** As TT-Metal prints it, e.g. {@code HiFi4}. */
  String fidelity();
}
