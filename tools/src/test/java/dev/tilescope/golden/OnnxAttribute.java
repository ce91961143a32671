package dev.tilescope.golden;

/** The value of a node's attribute. */
sealed interface OnnxAttribute {
  record Int(long value) implements OnnxAttribute {}

  record Ints(long[] values) implements OnnxAttribute {}

  record Real(float value) implements OnnxAttribute {}

  record Reals(float[] values) implements OnnxAttribute {}

  record Text(String value) implements OnnxAttribute {}

  record Constant(OnnxValue.Given value) implements OnnxAttribute {}
}
