package dev.tilescope.report;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.Ints;
import dev.tilescope.model.NodeKind;
import dev.tilescope.model.Report.Damage.Kind;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.BufferDescription;
import dev.tilescope.model.TraceEvent.TensorDescription;
import dev.tilescope.model.TraceNode;
import dev.tilescope.report.internal.Param;
import org.jspecify.annotations.Nullable;

/**
 * Types the loose fields of a node: which event it is, at which position and level. Its single
 * facts come from {@link NodeFacts}.
 */
final class NodeBuilder {
  private static final String UNNAMED = "unknown";
  private static final String NOT_SAID = "invalid";

  private final NodeFields fields;
  private final TolerantValueReader values;
  private final Levels levels;
  private final NodeFacts facts;
  private final EventPool events = new EventPool();

  NodeBuilder(NodeFields fields, TolerantValueReader values, Levels levels) {
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
    NodeKind kind = text == null ? NodeKind.OTHER : NodeKind.of(text);
    String name = kind.isFunction() ? functionName() : "";
    int level = level(kind, position, name);
    TraceEvent event = events.shared(event(kind, position, name));
    return new TraceNode(position, level, fields.thread, fields.connections, event);
  }

  /** Stands for an array element that is no node at all. */
  TraceNode placeholder(int position) {
    TraceEvent event = new TraceEvent.Unknown(NOT_SAID);
    return new TraceNode(position, levels.ofOther(-1), 0, Ints.EMPTY, event);
  }

  private int level(NodeKind kind, int at, String name) {
    return switch (kind) {
      case CAPTURE_START, CAPTURE_END -> levels.ofOther(0);
      case FUNCTION_START -> levels.ofStart(at, name, fields.level);
      case FUNCTION_END -> levelOfEnd(name);
      case TENSOR -> levels.ofTensor(at, fields.level);
      case BUFFER -> levels.ofBuffer(fields.level);
      case BUFFER_ALLOCATE,
          BUFFER_DEALLOCATE,
          CIRCULAR_BUFFER_ALLOCATE,
          CIRCULAR_BUFFER_DEALLOCATE_ALL,
          DATAFLOW_BUFFER_ALLOCATE,
          SCRATCHPAD_ALLOCATE,
          ERROR,
          OTHER ->
          levels.ofOther(fields.level);
    };
  }

  private int levelOfEnd(String name) {
    int level = levels.ofEnd(name, fields.level, fields.connections);
    if (level < 0) {
      values.problem(
          Kind.STRAY_END,
          "function_end of \"" + TolerantValueReader.shortened(name) + "\" without a start");
    }
    return Math.abs(level);
  }

  private TraceEvent event(NodeKind kind, int at, String name) {
    return switch (kind) {
      case CAPTURE_START -> new TraceEvent.CaptureStart();
      case CAPTURE_END -> new TraceEvent.CaptureEnd(facts.durationNanos());
      case FUNCTION_START ->
          new TraceEvent.FunctionStart(
              name, facts.boundedInt(Param.INPUTS, 0), fields.arguments, fields.inputTensors);
      case FUNCTION_END ->
          new TraceEvent.FunctionEnd(
              name,
              facts.durationNanos(),
              facts.notNegative("modelled_device_ns", fields.modelledDeviceNanos, 0));
      case TENSOR -> new TraceEvent.Tensor(tensor(at));
      case BUFFER -> new TraceEvent.Buffer(buffer());
      case BUFFER_ALLOCATE -> new TraceEvent.BufferAllocate(buffer());
      case BUFFER_DEALLOCATE -> new TraceEvent.BufferDeallocate(buffer());
      case CIRCULAR_BUFFER_ALLOCATE ->
          new TraceEvent.CircularBufferAllocate(
              facts.deviceId(),
              facts.address(),
              facts.allocatedBytes(),
              facts.cores(),
              fields.number(Param.GLOBALLY_ALLOCATED, 0) != 0);
      case DATAFLOW_BUFFER_ALLOCATE ->
          new TraceEvent.DataflowBufferAllocate(
              facts.deviceId(),
              facts.address(),
              facts.allocatedBytes(),
              facts.cores(),
              fields.number(Param.BORROWS_MEMORY, 0) != 0);
      case SCRATCHPAD_ALLOCATE ->
          new TraceEvent.ScratchpadAllocate(
              facts.deviceId(), facts.address(), facts.allocatedBytes(), facts.cores());
      case CIRCULAR_BUFFER_DEALLOCATE_ALL ->
          new TraceEvent.CircularBufferDeallocateAll(facts.deviceId());
      case ERROR ->
          new TraceEvent.Failure(
              fields.text(Param.ERROR_TYPE, UNNAMED),
              fields.text(Param.ERROR_MESSAGE, ""),
              fields.text(Param.ERROR_OPERATION, ""));
      case OTHER -> unknown(fields.typeText());
    };
  }

  private TraceEvent unknown(@Nullable String text) {
    values.problem(
        Kind.NODE_TYPE,
        text == null
            ? "node_type is missing"
            : "node type \""
                + TolerantValueReader.shortened(text)
                + "\" is not known, kept by name only");
    return new TraceEvent.Unknown(text == null ? NOT_SAID : text);
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
}
