package dev.tilescope.ops.internal.kernel;

class VectorKernelsTest extends KernelContract {
  VectorKernelsTest() {
    super(new VectorLanes());
  }
}
