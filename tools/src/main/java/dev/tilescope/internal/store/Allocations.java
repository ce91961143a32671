package dev.tilescope.internal.store;

import dev.tilescope.memory.DeviceMemories;
import dev.tilescope.model.NodeKind;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.internal.Param;
import dev.tilescope.report.internal.RawNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Rows of {@code tilescope_allocations}: each is written when its buffer is freed, or at the end.
 *
 * <p>An event is about the buffer that its first connection stands for, as in {@code
 * analysis.BufferLifetimes}. A buffer node that no allocation follows stood there before the
 * capture.
 */
final class Allocations {
  /** Tensor nodes that are looked at for the last use, where one node tells of several uses. */
  private static final int LOOKED_AT = 64;

  private final FileContext context;
  private final NodeReading reading;
  private final RowSink rows;
  private final Losses losses;
  private final OperationSpans operations;
  private final DeviceMemories account;
  private final Map<Long, AllocatedBuffer> live = new HashMap<>();
  private final Set<Long> freedBeforeSeen = new HashSet<>();
  private final List<AllocatedBuffer> waiting = new ArrayList<>();
  private boolean tensorsAreShared;
  private long lastId;

  Allocations(
      FileContext context,
      NodeReading reading,
      RowSink rows,
      Losses losses,
      OperationSpans operations,
      DeviceMemories account) {
    this.context = context;
    this.reading = reading;
    this.rows = rows;
    this.losses = losses;
    this.operations = operations;
    this.account = account;
    this.lastId = context.lastAllocationId();
  }

  /** A buffer node: the allocation follows, or it stood there before. */
  void seen(RawNode node) {
    if (!freedBeforeSeen.remove(node.index()) && !live.containsKey(node.index())) {
      AllocatedBuffer buffer = new AllocatedBuffer(++lastId, node, node.connections(), reading);
      buffer.share = context.banks().share(node, buffer.device, buffer.type, reading, true);
      firstTensor(buffer, node.index());
      live.put(node.index(), buffer);
    }
  }

  /** A second allocation of a live buffer is damage, and changes nothing. */
  void allocate(RawNode node, long position) {
    long identity = identity(node);
    AllocatedBuffer known = live.get(identity);
    if (known != null && !known.stoodBefore()) {
      return;
    }
    AllocatedBuffer buffer =
        new AllocatedBuffer(
            known == null ? ++lastId : known.id,
            node,
            known == null ? tensorsOf(identity) : known.tensors,
            reading);
    buffer.tensor = known == null ? null : known.tensor;
    buffer.bytesPerBank = context.banks().bytesPerBank(node, buffer.device, buffer.type, reading);
    buffer.firstNode = node.index();
    buffer.firstOperation = operations.at(node.index());
    live.put(identity, buffer);
    buffer.share = context.banks().share(node, buffer.device, buffer.type, reading, false);
    buffer.allocated = buffer.held();
    account.allocate(buffer.device, buffer.allocated, position, node.index());
  }

  /** The first connection that leads anywhere, or the event itself. */
  private long identity(RawNode event) {
    for (long reference : event.connections()) {
      if (reference >= 0 && (reference <= event.index() || reading.node(reference) != null)) {
        return reference;
      }
    }
    return event.index();
  }

  /** A node may stand for several buffers, one after the other. */
  private long[] tensorsOf(long identity) {
    RawNode node = reading.node(identity);
    return node != null && node.kind() == NodeKind.BUFFER ? node.connections() : new long[0];
  }

  void free(RawNode node, long position, long reached) {
    AllocatedBuffer buffer = remove(identity(node), node);
    if (buffer == null) {
      return;
    }
    losses.attempt(() -> GraphImporter.sayingWhere(node, () -> buffer.complete(node, reading)));
    buffer.lastNode = node.index();
    buffer.lastOperation = operations.at(node.index());
    if (buffer.stoodBefore()) {
      account.stoodBefore(buffer.device, buffer.held());
    }
    account.free(buffer.device, buffer.taken(), position, node.index());
    if (operations.hasBegun(buffer.lastOperation)) {
      write(buffer, reached);
    } else {
      waiting.add(buffer);
    }
  }

  /** Where a buffer shows only as it is freed, its node may follow. */
  private @Nullable AllocatedBuffer remove(long identity, RawNode event) {
    RawNode ahead = identity > event.index() ? reading.node(identity) : null;
    if (ahead != null && ahead.kind() == NodeKind.BUFFER && !live.containsKey(identity)) {
      seen(ahead);
      freedBeforeSeen.add(identity);
    }
    return live.remove(identity);
  }

  /** An operation has begun: it is the next one for what happened before it. */
  void operationBegun(long reached) {
    if (!waiting.isEmpty()) {
      waiting.forEach(buffer -> write(buffer, reached));
      waiting.clear();
    }
  }

  void finish(long reached) {
    for (AllocatedBuffer buffer : live.values()) {
      if (buffer.stoodBefore()) {
        account.stoodBefore(buffer.device, buffer.held());
      }
      waiting.add(buffer);
    }
    waiting.sort((a, b) -> Long.compare(a.id, b.id));
    operationBegun(reached);
  }

  private void write(AllocatedBuffer buffer, long reached) {
    if (buffer.tensor == null) {
      firstTensor(buffer, reached);
    }
    Long lastUse = orNull(lastUse(buffer, reached));
    RowBatch row = rows.row(Table.ALLOCATIONS).add(buffer.id).add(buffer.device);
    row.add(buffer.address).add(buffer.bytes).add(buffer.taken().bytesPerBank());
    row.add(buffer.pageBytes).add(buffer.cores).add(buffer.type).add(buffer.layout);
    row.add(buffer.tensor).add(operation(buffer.firstNode, buffer.firstOperation));
    row.add(node(buffer.firstNode)).add(operation(buffer.lastNode, buffer.lastOperation));
    row.add(node(buffer.lastNode)).add(lastUse).add(isMadeBetween(buffer) ? 1 : 0);
    row.add(context.rank());
  }

  /** Made by a call that is no operation, such as one that loads a weight. */
  private boolean isMadeBetween(AllocatedBuffer buffer) {
    return buffer.firstNode != AllocatedBuffer.NONE && !operations.holds(buffer.firstNode);
  }

  /** What is wrong with a tensor's node was told when its turn came. */
  private static @Nullable Long ifSound(Supplier<@Nullable Long> number) {
    try {
      return number.get();
    } catch (DatabaseFailure e) {
      throw e;
    } catch (TilescopeException toldBefore) {
      return null;
    }
  }

  private static @Nullable Long node(long index) {
    return index == AllocatedBuffer.NONE ? null : index;
  }

  private @Nullable Long operation(long node, long operation) {
    return node == AllocatedBuffer.NONE ? null : orNull(operations.existing(operation));
  }

  private @Nullable Long orNull(long operation) {
    return operation <= context.baseOperationId() ? null : (Long) operation;
  }

  /** Looks for it early: an input stands before its buffer, and is read again later on. */
  private void firstTensor(AllocatedBuffer buffer, long reached) {
    for (int i = 0; i < Math.min(buffer.tensors.length, LOOKED_AT); i++) {
      RawNode tensor = tensorNode(buffer.tensors[i], reached);
      if (tensor != null) {
        buffer.tensor = ifSound(() -> reading.tensorId(tensor));
        if (buffer.address == null) {
          buffer.address = ifSound(() -> reading.integer(tensor, Param.ADDRESS));
        }
        return;
      }
    }
  }

  private @Nullable RawNode tensorNode(long index, long reached) {
    return index > reached ? null : reading.tensorNode(index);
  }

  /**
   * Today every use of a tensor is a node of its own, and the last one is the last use. In older
   * traces one node names each call that it goes into.
   */
  void tensor(RawNode node) {
    for (long reference : node.connections()) {
      tensorsAreShared |= reference > node.index();
    }
  }

  private long lastUse(AllocatedBuffer buffer, long reached) {
    long[] tensors = buffer.tensors;
    long last = 0;
    int looked = 0;
    for (int i = tensors.length - 1; i >= 0 && looked < LOOKED_AT; i--) {
      boolean again = i + 1 < tensors.length && tensors[i] == tensors[i + 1];
      if (tensors[i] > reached || again) {
        continue;
      }
      looked++;
      last = Math.max(last, operations.usingAt(tensors[i]));
      if (tensorsAreShared) {
        last = Math.max(last, lastCall(tensorNode(tensors[i], reached), reached));
      } else if (last > 0) {
        break;
      }
    }
    return last;
  }

  /** The last operation that a tensor goes into by its own connections; 0 if none. */
  private long lastCall(@Nullable RawNode tensor, long reached) {
    long last = 0;
    for (long reference : tensor == null ? new long[0] : tensor.connections()) {
      RawNode call = reference > reached ? null : reading.node(reference);
      if (call != null && call.kind() == NodeKind.FUNCTION_START) {
        last = Math.max(last, operations.usingAt(reference));
      }
    }
    return last;
  }

  /** Id of the last allocation. */
  long lastId() {
    return lastId;
  }
}
