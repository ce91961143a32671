package dev.tilescope.internal.demo;

import dev.tilescope.tensor.TorchTensor;

/** A model whose seeded weights are on a device. */
public interface DemoModel {
  /** What it is, in a line. */
  String title();

  /** One pass from input to result. */
  TorchTensor forward(Steps steps);

  /** Hears how far a pass is. */
  interface Steps {
    void step(String what, int done, int total);
  }
}
