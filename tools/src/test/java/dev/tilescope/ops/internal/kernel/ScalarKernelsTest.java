package dev.tilescope.ops.internal.kernel;

class ScalarKernelsTest extends KernelContract {
  ScalarKernelsTest() {
    super(new ScalarLanes());
  }
}
