package dev.tilescope.device.kernel;

import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MathFidelity;
import java.util.List;

/** One kernel of a program. */
record Kernel(String name, CoreRangeSet cores, Body body, ZoneIds zones) {
  sealed interface Body {}

  record DataMovement(Risc risc, DataMovementKernel code) implements Body {}

  record Compute(MathFidelity fidelity, ComputeKernel code) implements Body {}

  List<Risc> riscs() {
    return switch (body) {
      case DataMovement movement -> List.of(movement.risc());
      case Compute _ -> List.of(Risc.TRISC_0, Risc.TRISC_1, Risc.TRISC_2);
    };
  }

  @Override
  public String toString() {
    return "kernel \"" + name + "\"";
  }
}
