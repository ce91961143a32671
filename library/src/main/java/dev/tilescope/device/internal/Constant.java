package dev.tilescope.device.internal;

/** A component that takes no bytes, because it is the same wherever the table is used. */
record Constant(Object value) implements Part {
  @Override
  public Object component(byte[] from, Place place) {
    return value;
  }
}
