package dev.tilescope.device.internal;

/** Who executes an inlined command; the ordinal is its number. */
public enum Dispatcher {
  MASTER,
  /** Sends go signals beside the master; called dispatch_s. */
  SUBORDINATE
}
