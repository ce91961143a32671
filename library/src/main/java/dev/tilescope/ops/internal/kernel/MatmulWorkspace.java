package dev.tilescope.ops.internal.kernel;

/** Scratch arrays of one thread, grown when needed and kept. */
final class MatmulWorkspace {
  private float[] right = {};
  private float[] left = {};
  private float[] tile = {};

  float[] right(int size) {
    right = right.length < size ? new float[size] : right;
    return right;
  }

  float[] left(int size) {
    left = left.length < size ? new float[size] : left;
    return left;
  }

  float[] tile(int size) {
    tile = tile.length == size ? tile : new float[size];
    return tile;
  }
}
