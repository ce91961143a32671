package dev.tilescope.model;

/** Whether traced operations really run. */
public enum RunMode {
  /** Buffers are allocated, programs run, addresses are real. */
  NORMAL,
  /** Nothing is allocated, computed or transferred: every address is 0 and any size fits. */
  NO_DISPATCH
}
