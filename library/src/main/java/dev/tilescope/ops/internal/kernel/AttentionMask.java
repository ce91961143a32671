package dev.tilescope.ops.internal.kernel;

/**
 * Values added to the scores before the softmax, read with strides in elements: 0 where one serves
 * every batch entry, head or row. The keys of a row follow each other.
 */
public record AttentionMask(float[] values, int batchStride, int headStride, int rowStride) {
  int at(int batch, int head, int row) {
    return batch * batchStride + head * headStride + row * rowStride;
  }

  void check(int batch, int heads, int rows, int keys) {
    int[] dims = {batch, heads, rows};
    int[] strides = {batchStride, headStride, rowStride};
    Checks.strides("attention: mask", dims, strides, 0, keys, values.length);
  }
}
