package dev.tilescope.ops.internal.kernel;

class VectorMatmulTest extends MatmulContract {
  VectorMatmulTest() {
    super(new VectorLanes());
  }
}
