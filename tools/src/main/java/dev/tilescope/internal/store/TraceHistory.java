package dev.tilescope.internal.store;

import dev.tilescope.memory.DeviceMemories;
import dev.tilescope.model.NodeKind;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.internal.Param;
import dev.tilescope.report.internal.RawNode;
import dev.tilescope.report.internal.RawTrace;

/**
 * The second walk over a trace, close behind the first: it sees nodes in the order of time and
 * makes the rows of what is ours alone.
 *
 * <p>Protocol: for each node of the trace {@link #reached}, after {@link #operations} knows it;
 * then {@link #finish}; {@link #close} in any case.
 */
final class TraceHistory implements AutoCloseable {
  private final RawTrace trace;
  private final NodeReading reading;
  private final Losses losses;
  private final OperationSpans operations;
  private final DeviceMemories account = new DeviceMemories();
  private final Allocations allocations;
  private final ProgramMemories programs;
  private final CallFacts calls;
  private final PeakRows peaks;
  private final Chronology chronology;
  private long position;
  private long reached = -1;

  TraceHistory(
      FileContext context, RawTrace trace, NodeReading reading, RowSink rows, Losses losses) {
    this.trace = trace;
    this.reading = reading;
    this.losses = losses;
    this.operations = new OperationSpans(context.baseOperationId());
    this.allocations = new Allocations(context, reading, rows, losses, operations, account);
    this.programs = new ProgramMemories(context, reading, rows, operations, account);
    this.calls = new CallFacts(context, operations, account, rows);
    this.peaks = new PeakRows(context, operations, rows);
    this.chronology = Chronology.of(context.report(), losses);
  }

  /** To be told where operations begin and end. */
  OperationSpans operations() {
    return operations;
  }

  /** A chip that is part of a mesh. */
  void chip(long mesh, long chip) {
    programs.chip(mesh, chip);
  }

  void reached(long index) {
    reached = index;
    chronology.reached(index, this::turn);
  }

  private void turn(long index) {
    RawNode node = trace.get(index);
    if (node == null) {
      return;
    }
    try {
      visit(node);
    } catch (DatabaseFailure e) {
      throw e;
    } catch (TilescopeException e) {
      losses.attempt(() ->
          GraphImporter.sayingWhere(
              node,
              () -> {
                throw e;
              }));
    }
  }

  private void visit(RawNode node) {
    position++;
    if (chronology.isThreaded()) {
      calls.thread(node.thread());
    }
    if (node.kind() != NodeKind.FUNCTION_START) {
      calls.count();
    }
    switch (node.kind()) {
      case FUNCTION_START -> begin(node);
      case FUNCTION_END -> calls.end(node, position);
      case TENSOR -> {
        allocations.tensor(node);
        place(node);
      }
      case BUFFER -> allocations.seen(node);
      case BUFFER_ALLOCATE -> {
        place(node);
        allocations.allocate(node, position);
      }
      case BUFFER_DEALLOCATE -> free(node);
      case CIRCULAR_BUFFER_ALLOCATE, DATAFLOW_BUFFER_ALLOCATE, SCRATCHPAD_ALLOCATE -> {
        place(node);
        calls.held(programs.take(node, calls.deviceOperation(), position));
      }
      case CIRCULAR_BUFFER_DEALLOCATE_ALL -> {
        place(node);
        programs.giveBack(node, position);
      }
      case ERROR, CAPTURE_START, CAPTURE_END, OTHER -> {}
    }
  }

  /** A device operation runs where the first thing in it is that has a device. */
  private void place(RawNode node) {
    if (calls.wantsDevice()) {
      calls.on(reading.integer(node, Param.DEVICE_ID));
    }
  }

  /** The start of a call is a node of the call itself. */
  private void begin(RawNode node) {
    calls.begin(node, nameOf(node), position);
    calls.count();
    operationBegun(node);
  }

  private static String nameOf(RawNode node) {
    return node.param(Param.NAME) instanceof String name ? name : "";
  }

  private boolean operationBegun(RawNode node) {
    boolean begins = operations.beginningAt(node.index()) != 0;
    if (begins) {
      allocations.operationBegun(reached);
      programs.operationBegun();
    }
    return begins;
  }

  private void free(RawNode node) {
    if (operationBegun(node)) {
      calls.beginSingle(node, position);
    }
    allocations.free(node, position, reached);
    calls.endSingle(node, position);
  }

  void finish() {
    chronology.end(reached + 1, this::turn);
    allocations.finish(reached);
    programs.finish();
    calls.finish();
    peaks.write(account);
  }

  /** Id of the last allocation. */
  long lastAllocationId() {
    return allocations.lastId();
  }

  @Override
  public void close() {
    calls.close();
  }
}
