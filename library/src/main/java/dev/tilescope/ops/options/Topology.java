package dev.tilescope.ops.options;

/** How the devices of a collective pass data on. Prints as {@code Topology.Ring}. */
public enum Topology {
  /** From one end of a line to the other. */
  LINEAR("Linear"),
  /** Both ways around; where the links do not close a ring it is a line, as in TT-NN. */
  RING("Ring");

  private final String text;

  Topology(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return "Topology." + text;
  }
}
