package dev.tilescope.ops.internal.matmul;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * TT-NN's estimate of the L1 that blocks of a product need, by which it makes them smaller until
 * they fit. It takes the result's tiles to be as large as those of A, and counts an intermediate
 * buffer whether there will be one or not.
 *
 * @param shardWidthTiles of a sharded A, which the estimate counts once more; else 0
 * @param biasTileBytes 0 without a bias
 * @param spaceBytes what is free between the circular buffers' base and the lowest L1 buffer
 */
record MatmulBlocks(
    int tileBytesA,
    int tileBytesB,
    int intermediateTileBytes,
    int biasTileBytes,
    int shardWidthTiles,
    boolean transposeA,
    long spaceBytes) {
  private static final int LARGEST_SQUARE = 16;

  /** Rows and columns of the result, and tiles of K, that a core holds at a time. */
  record Block(int rows, int columns, int depth) {}

  /** Blocks of both inputs twice, the result, its intermediate, a row of bias. */
  double estimatedBytes(long rows, long columns, long depth) {
    double inA = 2.0 * rows * depth * tileBytesA;
    double inB = 2.0 * columns * depth * tileBytesB;
    double shard = (double) rows * shardWidthTiles * tileBytesA;
    double transposed = !transposeA ? 0 : shardWidthTiles > 0 ? shard : inA;
    double result = (double) rows * columns * (tileBytesA + intermediateTileBytes);
    return inA + inB + result + (double) columns * biasTileBytes + shard + transposed;
  }

  boolean fits(long rows, long columns, long depth) {
    return estimatedBytes(rows, columns, depth) < spaceBytes;
  }

  /** The side of the largest square block that fits: 16, 8, 4, 2 or else 1. */
  int square(int depth) {
    for (int side = LARGEST_SQUARE; side > 1; side /= 2) {
      if (fits(side, side, depth)) {
        return side;
      }
    }
    return 1;
  }

  /**
   * What a core computes, if that fits, else the largest divisors of its rows and columns that do,
   * squarer ones first.
   *
   * @param shrinkDepth rather take less of K at a time than fewer rows and columns
   */
  Block fitting(int rows, int columns, int depth, boolean shrinkDepth) {
    if (fits(rows, columns, depth)) {
      return new Block(rows, columns, depth);
    }
    for (Block candidate : bySize(rows, columns).descendingMap().values()) {
      for (int k = depth; k >= (shrinkDepth ? 1 : depth); k--) {
        if (depth % k == 0 && fits(candidate.rows(), candidate.columns(), k)) {
          return new Block(candidate.rows(), candidate.columns(), k);
        }
      }
    }
    return new Block(1, 1, 1);
  }

  private static NavigableMap<Long, Block> bySize(int rows, int columns) {
    NavigableMap<Long, Block> bySize = new TreeMap<>();
    for (int m : divisors(rows)) {
      for (int n : divisors(columns)) {
        Block block = new Block(m, n, 1);
        Map.Entry<Long, Block> same = bySize.floorEntry((long) m * n);
        boolean squarer =
            same == null || same.getKey() != (long) m * n || ratio(same.getValue()) >= ratio(block);
        if (squarer) {
          bySize.put((long) m * n, block);
        }
      }
    }
    return bySize;
  }

  private static float ratio(Block block) {
    return (float) Math.max(block.rows(), block.columns())
        / Math.min(block.rows(), block.columns());
  }

  /** The number itself, then one, then the rest from large to small: the order settles ties. */
  private static List<Integer> divisors(int number) {
    List<Integer> divisors = new ArrayList<>(List.of(number, 1));
    for (int i = 2; (long) i * 2 <= number && i <= number / i; i++) {
      if (number % i == 0) {
        divisors.add(i);
        if (i != number / i) {
          divisors.add(number / i);
        }
      }
    }
    divisors.subList(2, divisors.size()).sort((x, y) -> Integer.compare(y, x));
    return divisors;
  }
}
