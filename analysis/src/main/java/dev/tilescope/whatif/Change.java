package dev.tilescope.whatif;

import dev.tilescope.device.AllocationPolicy;
import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.model.Changed;
import java.util.Set;

/**
 * How a run is to be different. {@link WhatIf#asRecorded} is the one that changes nothing.
 *
 * @param freedEarly buffers that are freed as soon as nothing needs them any more, by index
 * @param inDram buffers that are put into DRAM instead of L1, interleaved, by index
 */
public record Change(
    Board board, DeviceOptions options, Order order, Set<Integer> freedEarly, Set<Integer> inDram) {
  public Change {
    freedEarly = Set.copyOf(freedEarly);
    inDram = Set.copyOf(inDram);
  }

  /** In which order tensors that stay are brought in. What computes keeps its order. */
  public enum Order {
    AS_RECORDED,

    /** Those that stay before everything else. */
    WEIGHTS_FIRST,

    /** The same, the largest first. */
    LARGEST_FIRST
  }

  public Change withBoard(Board other) {
    return Changed.with(this, "board", other);
  }

  public Change withOptions(DeviceOptions other) {
    return Changed.with(this, "options", other);
  }

  public Change withOrder(Order other) {
    return Changed.with(this, "order", other);
  }

  public Change withPolicy(AllocationPolicy policy) {
    return withOptions(options.withAllocation(policy));
  }

  public Change withFreedEarly(Set<Integer> buffers) {
    return Changed.with(this, "freedEarly", buffers);
  }

  public Change withInDram(Set<Integer> buffers) {
    return Changed.with(this, "inDram", buffers);
  }
}
