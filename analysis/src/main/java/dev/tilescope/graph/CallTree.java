package dev.tilescope.graph;

import dev.tilescope.model.Ints;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent.BufferEvent;
import dev.tilescope.model.TraceEvent.CaptureEnd;
import dev.tilescope.model.TraceEvent.FunctionEnd;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.model.TraceEvent.MemoryNeutral;
import dev.tilescope.model.TraceEvent.ProgramEvent;
import dev.tilescope.model.TraceNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a trace as a tree.
 *
 * <p>A start and an end belong together if they have the same level and nothing at that level or
 * above came between; an operation without such an end is unclosed (the program failed inside it),
 * an end without a start is stray. The end of the capture lies in no operation. An operation's
 * events are the nodes between its start and end that lie in none of its children; an operation's
 * output tensors follow its end and so count as events of its parent.
 *
 * <p>Built and walked without recursion: traces nest as deep as programs do.
 */
public final class CallTree {
  private static final int NONE = -1;

  private final List<Operation> operations = new ArrayList<>();
  private final List<Operation> roots = new ArrayList<>();
  private final int[] owners;
  private final int[] strayEnds;
  private int strayCount;

  private CallTree(int nodes) {
    owners = new int[nodes];
    strayEnds = new int[nodes];
    Arrays.fill(owners, NONE);
  }

  public static CallTree of(Trace trace) {
    CallTree tree = new CallTree(trace.size());
    Builder builder = tree.new Builder();
    trace.nodes().forEach(builder::add);
    return tree;
  }

  /** All operations by the counter of their start. */
  public List<Operation> operations() {
    return Collections.unmodifiableList(operations);
  }

  /** The operations that no other one called. */
  public List<Operation> roots() {
    return Collections.unmodifiableList(roots);
  }

  /** Counters of ends without a start. */
  public Ints strayEnds() {
    return Ints.copyOf(strayEnds, strayCount);
  }

  /**
   * The innermost operation that holds a node: for a start the operation itself, for an end the
   * operation that called the one it ends; null outside operations.
   */
  public @Nullable Operation enclosing(int counter) {
    int owner = owners[counter];
    return owner == NONE ? null : operations.get(owner);
  }

  /** One call. Identity is the call itself: two calls are never equal. */
  public static final class Operation {
    private static final int[] NO_EVENTS = {};

    private final TraceNode start;
    private final FunctionStart called;
    private final @Nullable Operation parent;
    private final int depth;
    private final List<Operation> children = new ArrayList<>(0);
    private @Nullable TraceNode end;
    private @Nullable FunctionEnd returned;
    private int[] events = NO_EVENTS;
    private int eventCount;

    private Operation(TraceNode start, FunctionStart called, @Nullable Operation parent) {
      this.start = start;
      this.called = called;
      this.parent = parent;
      this.depth = parent == null ? 0 : parent.depth + 1;
    }

    public String name() {
      return called.name();
    }

    public List<String> arguments() {
      return called.arguments();
    }

    /** Counters of the tensors it takes. */
    public Ints inputTensors() {
      return called.inputTensors();
    }

    public TraceNode start() {
      return start;
    }

    /** Null if the operation never ended. */
    public @Nullable TraceNode end() {
      return end;
    }

    /** By which its end calls it, which in a damaged trace may differ; null if it never ended. */
    @Nullable String endName() {
      return returned == null ? null : returned.name();
    }

    /** What its end leads to: the tensors it returns, and what comes next. */
    public Ints outputs() {
      return end == null ? Ints.EMPTY : end.connections();
    }

    public @Nullable Operation parent() {
      return parent;
    }

    /** 0 for roots. */
    public int depth() {
      return depth;
    }

    public List<Operation> children() {
      return Collections.unmodifiableList(children);
    }

    /** Counters of the nodes that are this operation's own. */
    public Ints events() {
      return Ints.copyOf(events, eventCount);
    }

    /** Host time, 0 if unknown or unclosed. */
    public long durationNanos() {
      return returned == null ? 0 : returned.durationNanos();
    }

    /** Of the program it launched itself, from the cost model; 0 if it launched none. */
    public long modelledDeviceNanos() {
      return returned == null ? 0 : returned.modelledDeviceNanos();
    }

    /** Names from the root down to this operation. */
    public List<String> path() {
      List<String> names = new ArrayList<>();
      for (Operation at = this; at != null; at = at.parent) {
        names.add(at.name());
      }
      return names.reversed();
    }

    private void addEvent(int counter) {
      if (eventCount == events.length) {
        events = Arrays.copyOf(events, Math.max(4, eventCount * 2));
      }
      events[eventCount++] = counter;
    }

    @Override
    public String toString() {
      return name() + "@" + start.counter();
    }
  }

  private final class Builder {
    private @Nullable Operation open;
    private int openIndex = NONE;

    void add(TraceNode node) {
      switch (node.event()) {
        case FunctionStart called -> begin(node, called);
        case FunctionEnd returned -> end(node, returned);
        case CaptureEnd _ -> {
          closeDeeperThan(0);
          event(node.counter());
        }
        case BufferEvent _, ProgramEvent _, MemoryNeutral _ -> event(node.counter());
      }
    }

    private void begin(TraceNode start, FunctionStart called) {
      closeDeeperThan(start.level() - 1);
      Operation operation = new Operation(start, called, open);
      (open == null ? roots : open.children).add(operation);
      enter(operation, operations.size());
      operations.add(operation);
      owners[start.counter()] = openIndex;
    }

    private void end(TraceNode end, FunctionEnd returned) {
      closeDeeperThan(end.level());
      if (open == null || open.start.level() != end.level()) {
        strayEnds[strayCount++] = end.counter();
      } else {
        open.end = end;
        open.returned = returned;
        leave(open);
      }
      owners[end.counter()] = openIndex;
    }

    private void event(int counter) {
      owners[counter] = openIndex;
      if (open != null) {
        open.addEvent(counter);
      }
    }

    private void closeDeeperThan(int level) {
      for (Operation at = open; at != null && at.start.level() > level; at = open) {
        leave(at);
      }
    }

    private void leave(Operation operation) {
      Operation parent = operation.parent;
      enter(parent, parent == null ? NONE : owners[parent.start.counter()]);
    }

    private void enter(@Nullable Operation operation, int index) {
      open = operation;
      openIndex = index;
    }
  }
}
