package dev.tilescope.report;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.Ints;
import dev.tilescope.model.NodeKind;
import dev.tilescope.model.Report.Damage.Kind;
import dev.tilescope.model.TraceNode;
import dev.tilescope.model.TraceNode.BufferDescription;
import dev.tilescope.model.TraceNode.TensorDescription;
import dev.tilescope.report.raw.Param;
import org.jspecify.annotations.Nullable;

/**
 * Types the loose fields of a node: which record it is, at which position and level. Its single
 * facts come from {@link NodeFacts}.
 */
final class NodeBuilder {
  private static final String UNNAMED = "unknown";

  private final NodeFields fields;
  private final LooseValues values;
  private final Levels levels;
  private final NodeFacts facts;

  NodeBuilder(NodeFields fields, LooseValues values, Levels levels) {
    this.fields = fields;
    this.values = values;
    this.levels = levels;
    this.facts = new NodeFacts(fields, values);
  }

  /** The node at a position; its own counter must agree, but the position is what counts. */
  TraceNode build(int position) {
    if (fields.counter != position) {
      values.problem(
          Kind.COUNTER,
          fields.counter == NodeFields.ABSENT
              ? "counter is missing, numbered by position"
              : "counter is " + fields.counter + ", renumbered by position");
    }
    if (fields.thread < 0) {
      values.problem("thread must be >= 0, got " + fields.thread);
      fields.thread = 0;
    }
    if (fields.level != -1 && !levels.sane(fields.level)) {
      values.problem("stacking_level is " + fields.level + ", derived from the nesting instead");
    }
    String text = fields.typeText();
    return known(text == null ? NodeKind.OTHER : NodeKind.of(text), position, text);
  }

  /** Stands for an array element that is no node at all. */
  TraceNode placeholder(int position) {
    return new TraceNode.Unknown(position, levels.ofOther(-1), 0, Ints.EMPTY, "invalid");
  }

  private TraceNode unknown(int position, @Nullable String text) {
    values.problem(
        Kind.NODE_TYPE,
        text == null
            ? "node_type is missing"
            : "node type \"" + LooseValues.shortened(text) + "\" is not known, kept by name only");
    return new TraceNode.Unknown(
        position,
        levels.ofOther(fields.level),
        fields.thread,
        fields.connections,
        text == null ? "invalid" : text);
  }

  private TraceNode known(NodeKind kind, int at, @Nullable String text) {
    return switch (kind) {
      case CAPTURE_START -> {
        levels.ofOther(0);
        yield new TraceNode.CaptureStart(at, fields.thread, fields.connections);
      }
      case CAPTURE_END -> {
        levels.ofOther(0);
        yield new TraceNode.CaptureEnd(
            at, fields.thread, fields.connections, facts.durationNanos());
      }
      case FUNCTION_START -> functionStart(at);
      case FUNCTION_END -> functionEnd(at);
      case TENSOR ->
          new TraceNode.Tensor(
              at, levels.ofTensor(at, fields.level), fields.thread, fields.connections, tensor(at));
      case BUFFER ->
          new TraceNode.Buffer(
              at, levels.ofBuffer(fields.level), fields.thread, fields.connections, buffer());
      case BUFFER_ALLOCATE ->
          new TraceNode.BufferAllocate(at, level(), fields.thread, fields.connections, buffer());
      case BUFFER_DEALLOCATE ->
          new TraceNode.BufferDeallocate(at, level(), fields.thread, fields.connections, buffer());
      case CIRCULAR_BUFFER_ALLOCATE -> circularBuffer(at);
      case DATAFLOW_BUFFER_ALLOCATE -> dataflowBuffer(at);
      case SCRATCHPAD_ALLOCATE ->
          new TraceNode.ScratchpadAllocate(
              at,
              level(),
              fields.thread,
              fields.connections,
              facts.deviceId(),
              facts.address(),
              facts.allocatedBytes(),
              facts.cores());
      case CIRCULAR_BUFFER_DEALLOCATE_ALL ->
          new TraceNode.CircularBufferDeallocateAll(
              at, level(), fields.thread, fields.connections, facts.deviceId());
      case ERROR ->
          new TraceNode.Failure(
              at,
              level(),
              fields.thread,
              fields.connections,
              fields.text(Param.ERROR_TYPE, UNNAMED),
              fields.text(Param.ERROR_MESSAGE, ""),
              fields.text(Param.ERROR_OPERATION, ""));
      case OTHER -> unknown(at, text);
    };
  }

  private TraceNode functionStart(int at) {
    String name = functionName();
    return new TraceNode.FunctionStart(
        at,
        levels.ofStart(at, name, fields.level),
        fields.thread,
        fields.connections,
        name,
        facts.boundedInt(Param.INPUTS, 0),
        fields.arguments,
        fields.inputTensors);
  }

  private TraceNode functionEnd(int at) {
    String name = functionName();
    int level = levels.ofEnd(name, fields.level, fields.connections);
    if (level < 0) {
      values.problem(
          Kind.STRAY_END,
          "function_end of \"" + LooseValues.shortened(name) + "\" without a start");
    }
    return new TraceNode.FunctionEnd(
        at,
        Math.abs(level),
        fields.thread,
        fields.connections,
        name,
        facts.durationNanos(),
        facts.notNegative("modelled_device_ns", fields.modelledDeviceNanos, 0));
  }

  private String functionName() {
    String name = fields.text(Param.NAME);
    if (name == null) {
      values.problem("function without a name, called \"" + UNNAMED + "\"");
      return UNNAMED;
    }
    return name;
  }

  private TensorDescription tensor(int at) {
    int deviceId = facts.deviceId();
    long address = facts.address();
    return new TensorDescription(
        fields.number(Param.TENSOR_ID, at),
        facts.shape(),
        facts.dtype(),
        facts.layout(),
        fields.text(Param.MEMORY_CONFIG),
        facts.bytes(Param.SIZE, -1),
        deviceId < 0 ? null : deviceId,
        address < 0 ? null : address,
        facts.bufferTypeOrNull(),
        fields.deviceTensors);
  }

  private BufferDescription buffer() {
    BufferType type = facts.bufferTypeOrNull();
    if (type == null) {
      values.problem("buffer without a type, taken as DRAM");
    }
    return new BufferDescription(
        facts.deviceId(),
        type == null ? BufferType.DRAM : type,
        facts.bufferLayout(),
        facts.address(),
        facts.bytes(Param.SIZE, -1),
        facts.bytes(Param.PAGE_SIZE, -1),
        facts.boundedInt(Param.NUM_CORES, -1),
        facts.bytes(Param.MAX_SIZE_PER_BANK, -1));
  }

  private TraceNode circularBuffer(int at) {
    return new TraceNode.CircularBufferAllocate(
        at,
        level(),
        fields.thread,
        fields.connections,
        facts.deviceId(),
        facts.address(),
        facts.allocatedBytes(),
        facts.cores(),
        fields.number(Param.GLOBALLY_ALLOCATED, 0) != 0);
  }

  private TraceNode dataflowBuffer(int at) {
    return new TraceNode.DataflowBufferAllocate(
        at,
        level(),
        fields.thread,
        fields.connections,
        facts.deviceId(),
        facts.address(),
        facts.allocatedBytes(),
        facts.cores(),
        fields.number(Param.BORROWS_MEMORY, 0) != 0);
  }

  private int level() {
    return levels.ofOther(fields.level);
  }
}
