package dev.tilescope.store;

import dev.tilescope.report.raw.NodeKind;
import dev.tilescope.report.raw.Param;
import dev.tilescope.report.raw.RawNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows of {@code tilescope_allocations}: each is written when its buffer is freed, or at the end.
 *
 * <p>An event is about the buffer that its first connection stands for, as in {@code
 * analysis.BufferLifetimes}; one without connections is about what is at its address. A buffer node
 * that no allocation follows stood there before the capture.
 */
final class Allocations {
  /** Tensor nodes that are looked at for the last use, where one node tells of several uses. */
  private static final int LOOKED_AT = 64;

  private static final class Buffer {
    final long id;
    final long device;
    final long type;
    final long layout;
    final @Nullable Long bytes;
    @Nullable Long address;
    @Nullable Long bytesPerBank;
    @Nullable Long pageBytes;
    @Nullable Long cores;
    long[] tensors;
    long firstOperation;
    long firstNode = NONE;
    long lastOperation;
    long lastNode = NONE;

    Buffer(long id, RawNode node, long[] tensors, NodeReading reading) {
      this.id = id;
      this.tensors = tensors;
      device = reading.integerOrZero(node, Param.DEVICE_ID);
      type = reading.bufferType(node);
      layout = RowRules.VIEWER.layoutNumber(node.param(Param.LAYOUT));
      bytes = reading.integer(node, Param.SIZE);
      complete(node, reading);
    }

    /** Nodes differ in what they hold; what the first one says counts. */
    final void complete(RawNode node, NodeReading reading) {
      address = address == null ? reading.integer(node, Param.ADDRESS) : address;
      bytesPerBank =
          bytesPerBank == null ? reading.integer(node, Param.MAX_SIZE_PER_BANK) : bytesPerBank;
      pageBytes = pageBytes == null ? reading.integer(node, Param.PAGE_SIZE) : pageBytes;
      cores = cores == null ? reading.integer(node, Param.NUM_CORES) : cores;
    }

    boolean stoodBefore() {
      return firstNode == NONE;
    }

    long bytesPerBankOrZero() {
      return bytesPerBank == null ? 0 : bytesPerBank;
    }

    long bytesOrZero() {
      return bytes == null ? 0 : bytes;
    }
  }

  private static final long NONE = -1;

  private final FileContext context;
  private final NodeReading reading;
  private final RowSink rows;
  private final Losses losses;
  private final OperationSpans operations;
  private final MemoryLevels levels;
  private final Map<Long, Buffer> live = new HashMap<>();
  private final List<Buffer> waiting = new ArrayList<>();
  private long lastId;

  Allocations(
      FileContext context,
      NodeReading reading,
      RowSink rows,
      Losses losses,
      OperationSpans operations,
      MemoryLevels levels) {
    this.context = context;
    this.reading = reading;
    this.rows = rows;
    this.losses = losses;
    this.operations = operations;
    this.levels = levels;
    this.lastId = context.lastAllocationId();
  }

  /** A buffer node: the allocation follows, or it stood there before. */
  void seen(RawNode node) {
    if (!live.containsKey(node.index())) {
      live.put(node.index(), new Buffer(++lastId, node, node.connections(), reading));
    }
  }

  /** A second allocation of a live buffer is damage, and changes nothing. */
  void allocate(RawNode node, long position) {
    long identity = identity(node);
    Buffer known = live.get(identity);
    if (known != null && !known.stoodBefore()) {
      return;
    }
    Buffer buffer =
        new Buffer(
            known == null ? ++lastId : known.id,
            node,
            known == null ? tensorsOf(identity) : known.tensors,
            reading);
    buffer.bytesPerBank = context.banks().bytesPerBank(node, buffer.device, buffer.type, reading);
    buffer.firstNode = node.index();
    buffer.firstOperation = operations.at(node.index());
    live.put(identity, buffer);
    levels.on(
        buffer.device,
        d -> d.add(buffer.type, buffer.bytesPerBankOrZero(), buffer.bytesOrZero(), position));
  }

  private static long identity(RawNode event) {
    return event.connections().length == 0 ? event.index() : event.connections()[0];
  }

  /** A node may stand for several buffers, one after the other. */
  private long[] tensorsOf(long identity) {
    RawNode node = reading.node(identity);
    return node != null && node.kind() == NodeKind.BUFFER ? node.connections() : new long[0];
  }

  void free(RawNode node, long position, long reached) {
    Buffer buffer =
        node.connections().length == 0 ? removeAt(node) : live.remove(node.connections()[0]);
    if (buffer == null) {
      return;
    }
    losses.attempt(() -> buffer.complete(node, reading));
    buffer.lastNode = node.index();
    buffer.lastOperation = operations.at(node.index());
    levels.on(
        buffer.device,
        d -> {
          if (buffer.stoodBefore()) {
            d.stoodBefore(buffer.type, buffer.bytesPerBankOrZero(), buffer.bytesOrZero());
          }
          d.remove(buffer.type, buffer.bytesPerBankOrZero(), buffer.bytesOrZero(), position);
        });
    if (operations.hasBegun(buffer.lastOperation)) {
      write(buffer, reached);
    } else {
      waiting.add(buffer);
    }
  }

  private @Nullable Buffer removeAt(RawNode node) {
    Long address = reading.integer(node, Param.ADDRESS);
    long device = reading.integerOrZero(node, Param.DEVICE_ID);
    for (Map.Entry<Long, Buffer> entry : live.entrySet()) {
      Buffer buffer = entry.getValue();
      if (buffer.device == device && buffer.address != null && buffer.address.equals(address)) {
        live.remove(entry.getKey());
        return buffer;
      }
    }
    return null;
  }

  /** An operation has begun: it is the next one for what happened before it. */
  void operationBegun(long reached) {
    if (!waiting.isEmpty()) {
      waiting.forEach(buffer -> write(buffer, reached));
      waiting.clear();
    }
  }

  void finish(long reached) {
    for (Buffer buffer : live.values()) {
      if (buffer.stoodBefore()) {
        levels.on(
            buffer.device,
            d -> d.stoodBefore(buffer.type, buffer.bytesPerBankOrZero(), buffer.bytesOrZero()));
      }
      waiting.add(buffer);
    }
    waiting.sort((a, b) -> Long.compare(a.id, b.id));
    operationBegun(reached);
  }

  private void write(Buffer buffer, long reached) {
    losses.attempt(() -> writeRow(buffer, reached));
  }

  private void writeRow(Buffer buffer, long reached) {
    RawNode tensor = firstTensor(buffer, reached);
    if (buffer.address == null && tensor != null) {
      buffer.address = reading.integer(tensor, Param.ADDRESS);
    }
    Long tensorId = tensor == null ? null : reading.tensorId(tensor);
    Long lastUse = orNull(lastUse(buffer, reached));
    rows.row(Table.ALLOCATIONS)
        .add(buffer.id)
        .add(buffer.device)
        .add((Object) buffer.address)
        .add((Object) buffer.bytes)
        .add((Object) buffer.bytesPerBank)
        .add((Object) buffer.pageBytes)
        .add((Object) buffer.cores)
        .add(buffer.type)
        .add(buffer.layout)
        .add((Object) tensorId)
        .add((Object) operation(buffer.firstNode, buffer.firstOperation))
        .add((Object) node(buffer.firstNode))
        .add((Object) operation(buffer.lastNode, buffer.lastOperation))
        .add((Object) node(buffer.lastNode))
        .add((Object) lastUse)
        .add(context.rank());
  }

  private static @Nullable Long node(long index) {
    return index == NONE ? null : index;
  }

  private @Nullable Long operation(long node, long operation) {
    return node == NONE ? null : orNull(operations.existing(operation));
  }

  private @Nullable Long orNull(long operation) {
    return operation <= context.baseOperationId() ? null : (Long) operation;
  }

  private @Nullable RawNode firstTensor(Buffer buffer, long reached) {
    for (int i = 0; i < Math.min(buffer.tensors.length, LOOKED_AT); i++) {
      RawNode tensor = buffer.tensors[i] > reached ? null : reading.tensorNode(buffer.tensors[i]);
      if (tensor != null) {
        return tensor;
      }
    }
    return null;
  }

  /**
   * Today every use of a tensor is a node of its own, and the last one is the last use. In older
   * traces one node names each call that it goes into.
   */
  private long lastUse(Buffer buffer, long reached) {
    long[] tensors = buffer.tensors;
    long last = 0;
    int looked = 0;
    for (int i = tensors.length - 1; i >= 0 && looked < LOOKED_AT; i--) {
      boolean again = i + 1 < tensors.length && tensors[i] == tensors[i + 1];
      RawNode tensor = tensors[i] > reached || again ? null : reading.tensorNode(tensors[i]);
      if (tensor == null) {
        continue;
      }
      looked++;
      long into = lastCall(tensor, reached);
      last = Math.max(last, Math.max(operations.usingAt(tensors[i]), operations.usingAt(into)));
      if (last > 0 && into == tensors[i]) {
        break;
      }
    }
    return last;
  }

  /** The last call after it that a tensor goes into by its own connections; itself if none. */
  private long lastCall(RawNode tensor, long reached) {
    long last = tensor.index();
    for (long reference : tensor.connections()) {
      RawNode call = reference > last && reference <= reached ? reading.node(reference) : null;
      if (call != null && call.kind() == NodeKind.FUNCTION_START) {
        last = reference;
      }
    }
    return last;
  }

  /** Id of the last allocation. */
  long lastId() {
    return lastId;
  }
}
