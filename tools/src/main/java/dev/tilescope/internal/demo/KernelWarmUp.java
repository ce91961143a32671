package dev.tilescope.internal.demo;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.ops.internal.kernel.Kernels;

/**
 * A small model, unseen, before one that computes for seconds: until the optimising compiler has
 * been over them the vector kernels are forty times slower, and it takes large tensors no less time
 * than small ones.
 */
public final class KernelWarmUp {
  private static final int PASSES = 5;

  private KernelWarmUp() {}

  public static void run() {
    Kernels.startVectors();
    try (MeshDevice device = MeshDevice.open("n150")) {
      Bert bert = new Bert(Bert.Size.TINY, device);
      for (int i = 0; i < PASSES; i++) {
        bert.forward((what, done, total) -> {});
      }
    }
  }
}
