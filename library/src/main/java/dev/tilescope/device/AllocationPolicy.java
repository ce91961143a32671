package dev.tilescope.device;

/** Which of the free blocks that are large enough an allocator takes. TT-Metal has both. */
public enum AllocationPolicy {
  /** The one nearest to the end that is allocated from, as every allocator of TT-Metal's does. */
  FIRST_FIT,

  /** The first of the smallest size class that has one: large blocks stay whole for longer. */
  BEST_FIT
}
