package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.Checks.require;

/**
 * Sizes of an attention: queries are {@code [batch, queryHeads, queries, headDim]}, keys and values
 * {@code [batch, keyHeads, keys, headDim]}; neighbouring query heads share a key head.
 */
public record AttentionShape(
    int batch, int queryHeads, int keyHeads, int queries, int keys, int headDim) {
  public AttentionShape {
    Checks.volume("attention: queries", new int[] {batch, queryHeads, queries, headDim});
    Checks.volume("attention: keys", new int[] {batch, keyHeads, keys, headDim});
    require(
        keyHeads > 0 && queryHeads % keyHeads == 0,
        "attention: key heads must divide the " + queryHeads + " query heads, got " + keyHeads);
  }

  int queryVolume() {
    return batch * queryHeads * queries * headDim;
  }

  int keyVolume() {
    return batch * keyHeads * keys * headDim;
  }

  /** How many query heads share one key head. */
  int group() {
    return queryHeads / keyHeads;
  }

  long multiplications() {
    return 2L * batch * queryHeads * queries * keys * headDim;
  }
}
