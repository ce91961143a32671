package dev.tilescope.ops.kernel;

class ScalarKernelsTest extends KernelContract {
  ScalarKernelsTest() {
    super(new ScalarLanes());
  }
}
