package dev.tilescope.ops.internal.attention;

/** Attention in double precision, by the plainest loop there is. */
final class AttentionGolden {
  private AttentionGolden() {}

  /**
   * One row: the query at {@code at}, against the keys and values from {@code keyAt} on. Where no
   * key is seen the result is 0.
   *
   * @param mask what is added to each score; negative infinity for a key that is not seen
   * @param sink a scaled score without a value; negative infinity for none
   */
  static void row(
      double[] q,
      int at,
      int dim,
      double[] k,
      double[] v,
      int keyAt,
      double scale,
      double[] mask,
      double sink,
      double[] out) {
    double[] weights = mask.clone();
    double most = Double.NEGATIVE_INFINITY;
    for (int key = 0; key < mask.length; key++) {
      for (int i = 0; i < dim; i++) {
        weights[key] += scale * q[at + i] * k[keyAt + key * dim + i];
      }
      most = Math.max(most, weights[key]);
    }
    if (most == Double.NEGATIVE_INFINITY) {
      return;
    }
    most = Math.max(most, sink);
    double sum = Math.exp(sink - most);
    for (int key = 0; key < mask.length; key++) {
      weights[key] = Math.exp(weights[key] - most);
      sum += weights[key];
    }
    for (int i = 0; i < dim; i++) {
      for (int key = 0; key < mask.length; key++) {
        out[at + i] += weights[key] / sum * v[keyAt + key * dim + i];
      }
    }
  }
}
