package dev.tilescope.ops.kernel;

class VectorMatmulTest extends MatmulContract {
  VectorMatmulTest() {
    super(new VectorLanes());
  }
}
