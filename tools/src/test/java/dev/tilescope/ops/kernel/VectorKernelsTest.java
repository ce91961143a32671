package dev.tilescope.ops.kernel;

class VectorKernelsTest extends KernelContract {
  VectorKernelsTest() {
    super(new VectorLanes());
  }
}
