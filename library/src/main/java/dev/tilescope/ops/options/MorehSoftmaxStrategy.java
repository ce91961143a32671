package dev.tilescope.ops.options;

/**
 * Which of Moreh's softmax programs runs: small ones hold the whole line of tiles, large ones pass
 * it in pieces; along the width, the height or a dimension before them. TT-NN's {@code
 * MorehSoftmaxOpParallelizationStrategy}.
 */
public enum MorehSoftmaxStrategy {
  /** The small program where L1 has room for it. */
  NONE,
  SMALL_W,
  SMALL_H,
  LARGE_W,
  LARGE_H,
  LARGE_C;

  @Override
  public String toString() {
    return "MorehSoftmaxOpParallelizationStrategy::" + name();
  }
}
