package dev.tilescope.internal.store;

import dev.tilescope.analysis.FreeingCalls;
import dev.tilescope.analysis.HelperCalls;
import dev.tilescope.internal.io.LongList;
import dev.tilescope.internal.io.LongMap;
import dev.tilescope.model.NodeKind;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.TilescopeException.Place;
import dev.tilescope.report.internal.Param;
import dev.tilescope.report.internal.PythonNumbers;
import dev.tilescope.report.internal.PythonText;
import dev.tilescope.report.internal.RawNode;
import dev.tilescope.report.internal.RawReport.Section;
import dev.tilescope.report.internal.RawTrace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The walk over a trace: calls at the top become operations, what is inside them becomes theirs.
 *
 * <p>Helpers are transparent, see {@link HelperCalls}. {@code analysis.OperationNumbers} gives the
 * same numbers to a trace that is not imported.
 *
 * <p>One class, because the order in which the handlers change the state is the specification.
 */
final class GraphImporter implements AutoCloseable {
  private static final String UNNAMED = "unknown";

  /**
   * A call that has not ended.
   *
   * @param start only of an operation: calls may be nested a million deep
   */
  private record OpenCall(
      @Nullable RawNode start, String name, long[] inputs, @Nullable Section recorded) {
    boolean nested() {
      return start == null;
    }
  }

  private record Failure(
      long operationId, @Nullable Object name, @Nullable Object type, @Nullable Object message) {}

  private final RowRules rules;
  private final FileContext context;
  private final RawTrace trace;
  private final RowSink rows;
  private final Losses losses;
  private final long rank;
  private final long base;
  private final NodeReading reading;
  private final Subgraphs subgraphs;
  private final Tensors tensors;
  private final Owners owners = new Owners();
  private final ActiveBuffers active = new ActiveBuffers();
  private final OperationScope scope;
  private final Lifetimes lifetimes = new Lifetimes();
  private final Links inputs = new Links();
  private final Links outputs = new Links();
  private final LongMap operationOfStart = new LongMap();
  private final LongMap endOfStart = new LongMap();
  private final LongMap twins = new LongMap();
  private final List<Failure> failures = new ArrayList<>();
  private final Deque<OpenCall> stack = new ArrayDeque<>();
  private final LongList subgraph = new LongList();
  private final HelperCalls helpers = new HelperCalls();

  /** Null if its rows are not wanted. */
  private final @Nullable TraceHistory history;

  private long operationCounter = 1;
  private int realDepth;
  private int nestingDepth;
  private List<Lifetimes.Lifetime> lives = List.of();

  GraphImporter(RowRules rules, FileContext context, RawTrace trace, RowSink rows, Losses losses) {
    this.rules = rules;
    this.losses = losses;
    this.context = context;
    this.trace = trace;
    this.rows = rows;
    this.rank = context.rank();
    this.base = context.baseOperationId();
    this.reading = new NodeReading(rules, trace);
    this.subgraphs = new Subgraphs(trace, rows, rank);
    this.history = rules.extras() ? new TraceHistory(context, trace, reading, rows, losses) : null;
    this.tensors = new Tensors(reading, this::chip);
    this.scope = new OperationScope(reading);
  }

  void run() {
    for (long i = 0; ; i++) {
      RawNode node = trace.get(i);
      if (node == null) {
        break;
      }
      attempt(node, () -> visit(node));
      if (history != null) {
        history.reached(i);
      }
      if ((i & 0x3ff) == 0) {
        context.progress().accept(trace.offset());
      }
    }
    failOpenCalls();
    finish();
    if (history != null) {
      history.finish();
    }
  }

  private void chip(long mesh, long chip) {
    if (history != null) {
      history.chip(mesh, chip);
    }
  }

  /** Does a step of this node; if that fails, the node counts as damaged and the walk goes on. */
  private void attempt(@Nullable RawNode node, Runnable step) {
    losses.attempt(() -> sayingWhere(node, step));
  }

  static void sayingWhere(@Nullable RawNode node, Runnable step) {
    try {
      step.run();
    } catch (DatabaseFailure e) {
      throw e;
    } catch (TilescopeException e) {
      throw node == null || e.place().hasNode()
          ? e
          : new TilescopeException(
              e.place().withNode(node.index()), "node " + node.index() + ": " + e.getMessage(), e);
    }
  }

  private void visit(RawNode node) {
    if (nestingDepth > 0) {
      subgraph.add(node.index());
    }
    switch (node.kind()) {
      case FUNCTION_START -> start(node);
      case FUNCTION_END -> end(node);
      case TENSOR -> {
        tensors.add(node);
        if (rules == RowRules.VIEWER) {
          owners.seen(node, reading);
        }
      }
      case BUFFER_ALLOCATE -> allocate(node);
      case BUFFER_DEALLOCATE -> deallocate(node);
      case ERROR -> error(node);
      case BUFFER,
          CIRCULAR_BUFFER_ALLOCATE,
          DATAFLOW_BUFFER_ALLOCATE,
          SCRATCHPAD_ALLOCATE,
          CIRCULAR_BUFFER_DEALLOCATE_ALL,
          CAPTURE_START,
          CAPTURE_END,
          OTHER -> {}
    }
  }

  private void start(RawNode node) {
    String name = soundNameOf(node);
    boolean helper = helpers.isHelper(name, realDepth == 0);
    boolean nested = realDepth > 0 || helper;
    Section recorded = rules.takesCall(name, nested) ? context.calls().take(name) : null;
    stack.push(new OpenCall(nested ? null : node, name, node.inputTensors(), recorded));
    nestingDepth++;
    if (!nested) {
      realDepth++;
      subgraph.clear();
      subgraph.add(node.index());
      scope.clear();
      beginOperation(node, name);
      writeNode(node, name);
    } else if (realDepth == 0 && history != null) {
      history.operations().helper(node.index());
    }
  }

  private void beginOperation(RawNode node, String name) {
    if (history != null) {
      history.operations().begin(node.index(), Lifetimes.onlyFrees(name));
    }
  }

  private void endOperation(long index) {
    if (history != null) {
      history.operations().end(index);
    }
  }

  /** A call without a sound name is still a call: its end will come. */
  private String soundNameOf(RawNode node) {
    return losses.attempt(
        () -> {
          reading.requireParams(node);
          return nameOf(node);
        },
        UNNAMED);
  }

  private static String nameOf(RawNode node) {
    if (!node.has(Param.NAME)) {
      return UNNAMED;
    }
    if (node.param(Param.NAME) instanceof String name) {
      return name;
    }
    throw new TilescopeException(
        Place.ofNode(node.index()), "node " + node.index() + ": the name of a call is not a text");
  }

  private void writeNode(RawNode node, String name) {
    RowBatch row = rows.row(Table.NODES).add(base + operationCounter).add(node.counter());
    row.add(operationCounter).add(name).add(rank);
  }

  private void end(RawNode node) {
    OpenCall call = stack.poll();
    if (call == null && rules == RowRules.VIEWER) {
      return;
    }
    nestingDepth--;
    if (call != null && call.nested()) {
      attempt(node, () -> reading.requireParams(node));
      scope.nested(call.inputs, node.connections());
      return;
    }
    realDepth--;
    boolean ownName = rules == RowRules.UPSTREAM || call == null;
    finishOperation(call, node, ownName ? soundNameOf(node) : call.name);
  }

  /** Everything that is known about an operation when it ends; there is no end if it never did. */
  private void finishOperation(@Nullable OpenCall call, @Nullable RawNode end, String name) {
    long id = base + operationCounter++;
    endOperation(end == null ? Long.MAX_VALUE : end.index());
    RawNode start = call == null ? null : call.start;
    RawNode place = end == null ? start : end;
    writeOperation(id, name, losses.attempt(() -> end == null ? 0 : seconds(end), 0.0));
    PythonCall recorded = losses.attempt(() -> recorded(call), PythonCall.NONE);
    if (start != null) {
      if (!context.snapshots().isEmpty()) {
        operationOfStart.put(start.counter(), id);
        endOfStart.put(start.counter(), end == null ? start.counter() : end.counter());
      }
      attempt(start, () -> writeArguments(id, recorded, start));
    }
    attempt(place, () -> writeStack(id, recorded, start));
    attempt(place, () -> addInputs(id, recorded, call));
    attempt(place, () -> addOutputs(id, recorded, end));
    attempt(place, () -> writeSubgraph(id, recorded));
    subgraph.clear();
    attempt(place, () -> writeBuffers(id, start));
  }

  private void writeSubgraph(long id, PythonCall recorded) {
    if (recorded.capturedGraph().isEmpty()) {
      subgraphs.write(id, subgraph);
    } else {
      subgraphs.writeCaptured(id, recorded.capturedGraph());
    }
  }

  private void writeOperation(long id, String name, double seconds) {
    rows.row(Table.OPERATIONS).add(id).add(name).add(seconds).add(rank);
    lifetimes.operation(id, name);
  }

  private static double seconds(RawNode end) {
    Object nanos = end.durationNanos();
    return switch (nanos) {
      case null -> 0;
      case Long whole -> whole / 1e9;
      case Double fraction -> fraction / 1e9;
      case Boolean truth -> truth ? 1 / 1e9 : 0;
      default ->
          throw new TilescopeException(
              Place.ofNode(end.index()),
              "node "
                  + end.index()
                  + ": duration_ns is "
                  + PythonText.str(nanos)
                  + ", not a number");
    };
  }

  private PythonCall recorded(@Nullable OpenCall call) {
    return call == null || call.recorded == null
        ? PythonCall.NONE
        : new PythonCall(context.calls().read(call.recorded));
  }

  private void writeArguments(long id, PythonCall recorded, RawNode start) {
    Map<?, ?> named = recorded.arguments();
    for (Map.Entry<?, ?> argument : named.entrySet()) {
      writeArgument(id, PythonText.str(argument.getKey()), argument.getValue());
    }
    if (named.isEmpty()) {
      int index = 0;
      for (Object argument : start.arguments()) {
        writeArgument(id, "arg_" + index++, argument);
      }
    }
  }

  private void writeArgument(long id, String name, @Nullable Object value) {
    rows.row(Table.OPERATION_ARGUMENTS).add(id).add(name).add(PythonText.str(value)).add(rank);
  }

  private void writeStack(long id, PythonCall recorded, @Nullable RawNode start) {
    String trace = recorded.hasStack() ? recorded.stack() : nativeStack(start);
    if (trace == null) {
      return;
    }
    lifetimes.stack(id, trace);
    Long source = context.sources().idOf(trace, rows);
    rows.row(Table.STACK_TRACES).add(id).add(trace).add(source).add(rank);
  }

  /** What nodes of an earlier generation say themselves, which upstream's importer passes over. */
  private @Nullable String nativeStack(@Nullable RawNode start) {
    List<?> frames = start == null || !rules.lenient() ? List.of() : start.stackTrace();
    return frames.isEmpty() ? null : PythonCall.joined(frames);
  }

  private void addInputs(long id, PythonCall recorded, @Nullable OpenCall call) {
    List<Long> named = recorded.ids("input_tensor_ids");
    named.forEach(tensor -> inputs.add(id, tensor));
    if (!named.isEmpty() || call == null) {
      return;
    }
    boolean direct = false;
    for (long reference : call.inputs) {
      RawNode node = reading.tensorNode(reference);
      Long tensor = node == null ? null : reading.tensorId(node);
      if (tensor != null) {
        inputs.add(id, tensor);
        direct = true;
      }
    }
    if (!direct) {
      scope.liftInputs(id, inputs);
    }
  }

  /** Outputs that the trace itself names belong to the operation's part of it. */
  private void addOutputs(long id, PythonCall recorded, @Nullable RawNode end) {
    List<Long> named = recorded.ids("output_tensor_ids");
    if (!named.isEmpty()) {
      pairTwins(named, end);
      named.forEach(tensor -> outputs.add(id, tensor));
      return;
    }
    boolean direct = false;
    LongList connected = connectedTensors(end);
    for (int i = 0; i < connected.size(); i++) {
      RawNode node = trace.get(connected.get(i));
      Long tensor = node == null ? null : reading.tensorId(node);
      if (tensor != null) {
        outputs.add(id, tensor);
        subgraph.add(connected.get(i));
        direct = true;
      }
    }
    if (!direct) {
      scope.liftOutputs(id, outputs, subgraph);
    }
  }

  /** Places in the trace of the tensors that this node is connected to. */
  private LongList connectedTensors(@Nullable RawNode end) {
    LongList connected = new LongList();
    if (end != null) {
      for (long reference : end.connections()) {
        RawNode node = reading.tensorNode(reference);
        if (node != null) {
          connected.add(node.index());
        }
      }
    }
    return connected;
  }

  /**
   * Python gives outputs new ids after the trace has recorded them: by position they are the same.
   */
  private void pairTwins(List<Long> named, @Nullable RawNode end) {
    LongList nodes = connectedTensors(end);
    LongList traced = nodes.isEmpty() ? scope.outputNodes() : nodes;
    for (int i = 0; i < Math.min(named.size(), traced.size()); i++) {
      twins.put(named.get(i), traced.get(i));
    }
  }

  private void writeBuffers(long id, @Nullable RawNode start) {
    Section place =
        start == null ? null : context.snapshots().place(Long.toString(start.counter()));
    Object snapshot = place == null ? null : context.report().valueAt(place);
    if (snapshot instanceof List<?> buffers) {
      buffers.forEach(buffer -> writeBuffer(id, buffer));
    } else {
      active.write(rows, id, rank);
    }
  }

  private void writeBuffer(long id, @Nullable Object buffer) {
    if (!(buffer instanceof Map<?, ?> fields)) {
      throw new TilescopeException("per_operation_buffers holds something that is not an object");
    }
    RowBatch row = rows.row(Table.BUFFERS).add(id);
    row.add(context.devices().of(RowSink.orZero(fields, "device_id")));
    row.add(RowSink.orZero(fields, "address")).add(RowSink.orZero(fields, "max_size_per_bank"));
    row.add(RowSink.orZero(fields, "buffer_type"))
        .add(RowSink.orZero(fields, "buffer_layout"))
        .add(rank);
  }

  private void allocate(RawNode node) {
    reading.requireParams(node);
    long device = reading.integerOrZero(node, Param.DEVICE_ID);
    long address = reading.integerOrZero(node, Param.ADDRESS);
    long type = reading.bufferType(node);
    active.allocate(
        device,
        address,
        context.banks().bytesPerBank(node, device, type, reading),
        type,
        rules.layoutNumber(node.param(Param.LAYOUT)));
    if (rules == RowRules.VIEWER) {
      owners.allocated(node, device, address);
    }
  }

  private void deallocate(RawNode node) {
    reading.requireParams(node);
    Long address = addressOf(node);
    Long owner = address == null ? null : free(node, address);
    if (!stack.isEmpty()) {
      if (owner != null) {
        scope.freed(owner);
      }
      return;
    }
    long id = base + operationCounter;
    writeOperation(id, FreeingCalls.UNCALLED, 0);
    beginOperation(node, FreeingCalls.UNCALLED);
    endOperation(node.index());
    writeNode(node, FreeingCalls.UNCALLED);
    if (owner != null) {
      inputs.add(id, owner);
    }
    active.write(rows, id, rank);
    subgraphs.writeDeallocation(id, node);
    operationCounter++;
  }

  private @Nullable Long free(RawNode node, long address) {
    if (rules == RowRules.UPSTREAM) {
      active.freeEverywhere(address);
      return tensors.firstAt(address);
    }
    Long device = owners.deviceOf(node, reading);
    active.free(device == null ? 0 : device, address);
    Long owner = owners.ownerOf(device == null ? 0 : device, address);
    return owner == null ? owners.ownerOfBuffer(node, reading) : owner;
  }

  private @Nullable Long addressOf(RawNode node) {
    if (rules == RowRules.VIEWER) {
      return owners.addressOf(node, reading);
    }
    if (node.has(Param.ADDRESS)) {
      return PythonNumbers.toLong(node.param(Param.ADDRESS));
    }
    for (long reference : node.connections()) {
      RawNode connected = reading.node(reference);
      if (connected != null && connected.kind() == NodeKind.BUFFER_ALLOCATE) {
        return connected.has(Param.ADDRESS)
            ? PythonNumbers.toLong(connected.param(Param.ADDRESS))
            : 0L;
      }
    }
    return null;
  }

  private void error(RawNode node) {
    reading.requireParams(node);
    failures.add(
        new Failure(
            rules == RowRules.UPSTREAM ? base : base + currentOperation(),
            textOr(node, Param.ERROR_OPERATION, ""),
            textOr(node, Param.ERROR_TYPE, "unknown"),
            textOr(node, Param.ERROR_MESSAGE, "")));
  }

  /** The open operation, else the last one. */
  private long currentOperation() {
    return realDepth > 0 ? operationCounter : Math.max(operationCounter - 1, 1);
  }

  private static Object textOr(RawNode node, Param param, String missing) {
    return node.has(param) ? RowSink.scalar(node.param(param), "an error's field") : missing;
  }

  private void failOpenCalls() {
    Set<@Nullable Object> named = new HashSet<>();
    failures.forEach(failure -> named.add(failure.name));
    for (OpenCall call : stack.reversed()) {
      if (call.nested()) {
        continue;
      }
      boolean known = named.contains(call.name);
      long id = base;
      if (rules == RowRules.VIEWER) {
        id = base + operationCounter;
        finishOperation(call, null, call.name);
      }
      if (!known) {
        failures.add(
            new Failure(
                id,
                call.name,
                "incomplete_operation",
                "Operation '" + call.name + "' started but never completed (likely crashed)"));
      }
    }
  }

  private void finish() {
    LongMap referenced = new LongMap();
    inputs.addTensorsTo(referenced);
    outputs.addTensorsTo(referenced);
    tensors.keepReferenced(referenced);
    addTwins();
    LongMap kept = tensors.ids();
    inputs.forEach(
        kept,
        (op, tensor, i) -> writeLink(Table.INPUT_TENSORS, Table.TENSOR_CONSUMERS, op, tensor, i));
    outputs.forEach(
        kept,
        (op, tensor, i) -> writeLink(Table.OUTPUT_TENSORS, Table.TENSOR_PRODUCERS, op, tensor, i));
    tensors.writeTensors(rows, rank, losses);
    if (context.calls().haveStacks()) {
      lives = lifetimes.of(kept, inputs, outputs);
      Lifetimes.write(lives, rows, rank);
    }
    tensors.writePlaces(rows, kept, rank, losses);
    failures.forEach(this::writeFailure);
  }

  private void addTwins() {
    LongMap existing = tensors.ids();
    PythonSet used = new PythonSet();
    inputs.addTensorsTo(used);
    outputs.addTensorsTo(used);
    used.minus(existing)
        .forEach(id -> {
          RawNode twin = twins.contains(id) ? trace.get(twins.get(id, 0)) : null;
          if (twin != null) {
            attempt(twin, () -> tensors.addTwin(id, twin));
          }
        });
  }

  private void writeLink(Table links, Table byTensor, long operation, long tensor, long index) {
    rows.row(links).add(operation).add(index).add(tensor).add(rank);
    rows.row(byTensor).add(tensor).add(operation).add(index).add(rank);
  }

  private void writeFailure(Failure failure) {
    RowBatch row = rows.row(Table.ERRORS).add(failure.operationId).add(failure.name);
    row.add(failure.type).add(failure.message).add("").add("").add(rank);
  }

  /** Rows of {@code tensor_lifetime}, for the file of that name. */
  List<Lifetimes.Lifetime> lives() {
    return lives;
  }

  /** Id of the last operation. */
  long lastOperationId() {
    return base + operationCounter - 1;
  }

  /** Id of the last allocation, also of the files before. */
  long lastAllocationId() {
    return history == null ? context.lastAllocationId() : history.lastAllocationId();
  }

  @Override
  public void close() {
    if (history != null) {
      history.close();
    }
  }

  /** Operation that this call became, if it did; known only if there are snapshots. */
  @Nullable Long operationOf(long startCounter) {
    return operationOfStart.contains(startCounter) ? operationOfStart.get(startCounter, 0) : null;
  }

  long endOf(long startCounter) {
    return endOfStart.get(startCounter, startCounter);
  }
}
