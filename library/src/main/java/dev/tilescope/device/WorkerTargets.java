package dev.tilescope.device;

import dev.tilescope.device.internal.CommandFormat;
import dev.tilescope.device.internal.DispatchCommand.Target;
import dev.tilescope.device.marker.MarkerMemory;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;

/** Where commands go: the cores of a board as its NoC numbers them for the dispatcher. */
final class WorkerTargets {
  /** Wormhole's translated coordinates begin here, whichever rows are switched off. */
  private static final int WORMHOLE_TRANSLATION = 18;

  private final Board board;
  private final CommandFormat format;

  WorkerTargets(Board board) {
    this.board = board;
    this.format = CommandFormat.ofArchitecture(board.architecture().name());
  }

  CommandFormat format() {
    return format;
  }

  private CoreCoord place(CoreCoord logical) {
    return board.architecture() == Architecture.WORMHOLE_B0
        ? new CoreCoord(logical.x() + WORMHOLE_TRANSLATION, logical.y() + WORMHOLE_TRANSLATION)
        : board.physical(logical);
  }

  Target core(CoreCoord logical) {
    CoreCoord place = place(logical);
    return Target.core(format.unicast(place.x(), place.y()));
  }

  Target range(CoreRange logical) {
    return new Target(nocXy(logical), logical.size());
  }

  int nocXy(CoreRange logical) {
    CoreCoord start = place(logical.start());
    CoreCoord end = place(logical.end());
    return format.multicast(start.x(), start.y(), end.x(), end.y());
  }

  /** Whether Ethernet cores dispatch, since all Tensix cores compute. */
  boolean dispatchesOnEthernet() {
    return board.logical().equals(board.compute());
  }

  /** The core that workers report to. */
  CoreCoord master() {
    MarkerMemory.DispatchCore core = DispatchMarkers.cores(board).getLast();
    return dispatchesOnEthernet() ? core.physical() : place(core.logical());
  }
}
