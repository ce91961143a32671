package dev.tilescope.ops.internal.kernel;

class ScalarFidelityTest extends FidelityContract {
  ScalarFidelityTest() {
    super(new ScalarLanes());
  }
}
