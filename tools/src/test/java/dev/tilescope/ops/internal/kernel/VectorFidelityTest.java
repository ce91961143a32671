package dev.tilescope.ops.internal.kernel;

class VectorFidelityTest extends FidelityContract {
  VectorFidelityTest() {
    super(new VectorLanes());
  }
}
