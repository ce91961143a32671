package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.Checks.require;

/**
 * Where the rows of each user lie in a paged cache {@code [blocks, heads, blockRows, dim]}: block
 * {@code entries[user * blocksPerUser + row / blockRows]}. An entry of -1 is a block not there.
 */
public record PageTable(int[] entries, int blocksPerUser, int blockRows) {
  public PageTable {
    require(
        blocksPerUser > 0 && blockRows > 0 && entries.length % blocksPerUser == 0,
        "pages: "
            + entries.length
            + " entries must be a table of "
            + blocksPerUser
            + " blocks per user, each of "
            + blockRows
            + " rows");
  }

  /** How many rows a user can have. */
  int capacity() {
    return Math.toIntExact(Math.min(Integer.MAX_VALUE, (long) blocksPerUser * blockRows));
  }

  int users() {
    return entries.length / blocksPerUser;
  }

  /** Every block named must be one of the cache's, or -1. */
  void check(String what, int heads, int dim, int cacheLength) {
    long block = (long) heads * blockRows * dim;
    require(
        block > 0 && cacheLength % block == 0,
        what + ": a cache of " + cacheLength + " elements must have whole blocks of " + block);
    for (int i = 0; i < entries.length; i++) {
      require(
          entries[i] >= -1 && entries[i] < cacheLength / block,
          what
              + ": page table entry "
              + entries[i]
              + " at position "
              + i
              + " must be a block from 0 to "
              + (cacheLength / block - 1)
              + ", or -1");
    }
  }

  /** Where a user's row of a head starts, or -1 if its block is not there. */
  int at(int user, int row, int head, int heads, int dim) {
    int block = entries[user * blocksPerUser + row / blockRows];
    return block < 0 ? -1 : ((block * heads + head) * blockRows + row % blockRows) * dim;
  }

  /** A copy of some rows of one head, one after the other; rows whose block is not there are 0. */
  float[] rows(float[] cache, AttentionShape shape, int user, int head, int first, int count) {
    int dim = shape.headDim();
    float[] rows = new float[count * dim];
    for (int row = first; row < first + count; ) {
      int run = Math.min(blockRows - row % blockRows, first + count - row);
      int at = at(user, row, head, shape.keyHeads(), dim);
      if (at >= 0) {
        System.arraycopy(cache, at, rows, (row - first) * dim, run * dim);
      }
      row += run;
    }
    return rows;
  }
}
