package dev.tilescope.ops.kernel;

class ScalarMatmulTest extends MatmulContract {
  ScalarMatmulTest() {
    super(new ScalarLanes());
  }
}
