package dev.tilescope.golden;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.golden.GoldenTrial.Placed;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.ops.Ttnn;
import java.util.function.Consumer;

/**
 * A program that calls an operation, the same in every run.
 *
 * @param body makes the arguments and calls; what it leaves on the device goes with it
 */
record OwnershipSample(String name, String board, Consumer<MeshDevice> body) {
  static OwnershipSample of(String name, Consumer<MeshDevice> body) {
    return new OwnershipSample(name, "n150", body);
  }

  /** A trial of a golden case, drawn anew in every run: some draw while they run. */
  static OwnershipSample of(GoldenCase golden, DataType dtype, Layout layout, Draw.Sizes sizes) {
    return of(
        "%s %s %s %s".formatted(golden.operation(), dtype.name(), layout.name(), sizes.name()),
        device -> {
          GoldenTrial trial =
              golden.draw().apply(new Draw(golden.operation(), dtype, layout, 0, sizes));
          trial
              .ours()
              .apply(
                  new Placed(
                      device,
                      trial.operands().stream()
                          .map(operand -> Ttnn.toDevice(operand.host(), device))
                          .toList()));
        });
  }

  @Override
  public String toString() {
    return name;
  }
}
