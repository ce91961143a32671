package dev.tilescope.ops.internal.kernel;

class ScalarMatmulTest extends MatmulContract {
  ScalarMatmulTest() {
    super(new ScalarLanes());
  }
}
