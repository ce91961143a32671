package dev.tilescope.ops.options;

/** What the margin of an image holds: TT-NN's {@code PaddingMode}. */
public enum PaddingMode {
  ZEROS,
  /** The nearest pixel of the image. */
  REPLICATE
}
