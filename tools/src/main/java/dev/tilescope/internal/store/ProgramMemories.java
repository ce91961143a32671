package dev.tilescope.internal.store;

import dev.tilescope.memory.DeviceMemories;
import dev.tilescope.model.NodeKind;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.internal.Param;
import dev.tilescope.report.internal.PythonNumbers;
import dev.tilescope.report.internal.RawNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rows of {@code tilescope_circular_buffers}: each is written when its space is given back, which
 * is when the device's next program begins, or at the end.
 */
final class ProgramMemories {
  private static final long NEVER = -1;

  /** Space that a program takes on some cores. */
  private record Space(
      long operation,
      @Nullable Long deviceOperation,
      String kind,
      long device,
      @Nullable Long address,
      @Nullable Long bytes,
      Object coreText,
      @Nullable Long cores,
      boolean borrowed,
      long node) {}

  private record Returned(Space space, long node) {}

  private final NodeReading reading;
  private final RowSink rows;
  private final OperationSpans operations;
  private final DeviceMemories account;
  private final long base;
  private final long rank;
  private final CoreTexts coreTexts = new CoreTexts();
  private final Map<Long, List<Space>> held = new HashMap<>();
  private final List<Returned> waiting = new ArrayList<>();

  ProgramMemories(
      FileContext context,
      NodeReading reading,
      RowSink rows,
      OperationSpans operations,
      DeviceMemories account) {
    this.reading = reading;
    this.rows = rows;
    this.operations = operations;
    this.account = account;
    this.base = context.baseOperationId();
    this.rank = context.rank();
  }

  /** A launch gives back for a mesh what is taken on each of its chips. */
  void chip(long mesh, long chip) {
    account.chip(mesh, chip);
  }

  /**
   * Space is taken.
   *
   * @param deviceOperation number of the device operation in its operation, if it is in one
   * @return bytes that programs hold of the device's fullest core then
   */
  long take(RawNode node, @Nullable Long deviceOperation, long position) {
    CoreTexts.Cores cores = coreTexts.of(node.param(Param.CORE_RANGE_SET));
    Space space =
        new Space(
            operations.at(node.index()),
            deviceOperation,
            kindOf(node.kind()),
            reading.integerOrZero(node, Param.DEVICE_ID),
            reading.integer(node, Param.ADDRESS),
            reading.integer(node, Param.SIZE),
            RowSink.scalar(node.param(Param.CORE_RANGE_SET), "core_range_set"),
            cores.count(),
            isBorrowed(node),
            node.index());
    held.computeIfAbsent(space.device, _ -> new ArrayList<>()).add(space);
    Long bytes = space.bytes;
    Long address = space.address;
    return space.borrowed || bytes == null
        ? 0
        : account.hold(
            space.device,
            cores.indexes(),
            bytes,
            address == null ? 0 : address,
            position,
            node.index());
  }

  private static String kindOf(NodeKind kind) {
    return switch (kind) {
      case CIRCULAR_BUFFER_ALLOCATE -> "circular_buffer";
      case DATAFLOW_BUFFER_ALLOCATE -> "dataflow_buffer";
      case SCRATCHPAD_ALLOCATE -> "scratchpad";
      case FUNCTION_START,
          FUNCTION_END,
          TENSOR,
          BUFFER,
          BUFFER_ALLOCATE,
          BUFFER_DEALLOCATE,
          CIRCULAR_BUFFER_DEALLOCATE_ALL,
          ERROR,
          CAPTURE_START,
          CAPTURE_END,
          OTHER ->
          throw new TilescopeException(kind + " is no program memory");
    };
  }

  /** The bytes are a tensor's and take no space of their own. */
  private static boolean isBorrowed(RawNode node) {
    Param flag =
        node.kind() == NodeKind.DATAFLOW_BUFFER_ALLOCATE
            ? Param.BORROWS_MEMORY
            : Param.GLOBALLY_ALLOCATED;
    Object value = node.param(flag);
    return value instanceof String text
        ? text.equals("1") || text.equalsIgnoreCase("true")
        : PythonNumbers.truthy(value);
  }

  /** All space of a device is given back; of every device if the node names none. */
  void giveBack(RawNode node, long position) {
    Long device = reading.integer(node, Param.DEVICE_ID);
    account.release(device == null ? -1 : device, position);
    if (device == null || device < 0) {
      List.copyOf(held.keySet()).forEach(d -> giveBack(d, node));
    } else {
      Set<Long> chips = account.chipsOf(device);
      for (long holder : List.copyOf(held.keySet())) {
        if (holder == device || chips.contains(holder)) {
          giveBack(holder, node);
        }
      }
    }
  }

  private void giveBack(long device, RawNode node) {
    List<Space> spaces = held.remove(device);
    if (spaces == null) {
      return;
    }
    for (Space space : spaces) {
      if (operations.hasBegun(space.operation)) {
        write(space, node.index());
      } else {
        waiting.add(new Returned(space, node.index()));
      }
    }
  }

  /** An operation has begun: it is the next one for what happened before it. */
  void operationBegun() {
    if (!waiting.isEmpty()) {
      waiting.forEach(returned -> write(returned.space, returned.node));
      waiting.clear();
    }
  }

  void finish() {
    operationBegun();
    held.values().forEach(spaces -> spaces.forEach(space -> write(space, NEVER)));
    held.clear();
  }

  private void write(Space space, long lastNode) {
    long operation = operations.existing(space.operation);
    RowBatch row = rows.row(Table.CIRCULAR_BUFFERS).add(operation <= base ? null : operation);
    row.add(space.deviceOperation).add(space.kind).add(space.device).add(space.address);
    row.add(space.bytes).add(space.coreText).add(space.cores).add(space.borrowed ? 1 : 0);
    row.add(space.node).add(lastNode == NEVER ? null : lastNode);
    row.add((lastNode == NEVER ? null : operations.existing(operations.at(lastNode)))).add(rank);
  }
}
