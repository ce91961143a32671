package dev.tilescope.report.internal;

import dev.tilescope.model.NodeKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One node of a trace: its text as Python writes it, with gaps where its own number and the numbers
 * of other nodes belong, and where in the text its fields are.
 */
public final class RawNode {
  static final long[] NONE = {};
  static final int GAP_COUNTER = 0;
  static final int GAP_CONNECTIONS = 1;
  static final int GAP_INPUTS = 2;

  /** What {@code params} is. */
  public enum Params {
    MISSING,
    NULL,
    OBJECT,
    OTHER
  }

  /** Gives nodes new numbers. */
  public interface Renumbering {
    long of(long counter);
  }

  private final long index;
  private final NodeKind kind;
  private final byte[] text;
  private final Layout layout;

  /**
   * @param gaps position in the text times four plus what belongs there, ascending
   * @param spans number of a {@link Param}, start and end of its value in the text; repeated
   */
  record Layout(
      boolean hasCounter,
      long counter,
      long[] connections,
      long[] inputTensors,
      int[] gaps,
      Params params,
      int[] spans,
      int argumentsStart,
      int durationStart,
      int modelledStart,
      int threadStart,
      int stackStart) {}

  RawNode(long index, NodeKind kind, byte[] text, Layout layout) {
    this.index = index;
    this.kind = kind;
    this.text = text;
    this.layout = layout;
  }

  /** Position in the trace. */
  public long index() {
    return index;
  }

  /** Length of the node's text, without the numbers in its gaps. */
  public int textBytes() {
    return text.length;
  }

  public NodeKind kind() {
    return kind;
  }

  /** The node's own number, 0 if it has none. */
  public long counter() {
    return layout.counter;
  }

  public long[] connections() {
    return layout.connections;
  }

  public long[] inputTensors() {
    return layout.inputTensors;
  }

  public Params params() {
    return layout.params;
  }

  public boolean has(Param param) {
    return spanOf(param) >= 0;
  }

  /** The value of a parameter of the node; null if it is null or missing. */
  public @Nullable Object param(Param param) {
    int at = spanOf(param);
    return at < 0 ? null : valueAt(layout.spans[at + 1]);
  }

  /** The same for a field that is nearly always a plain integer; the default if it is missing. */
  public long integer(Param param, long missing) {
    int at = spanOf(param);
    if (at < 0) {
      return missing;
    }
    long small = smallInteger(layout.spans[at + 1]);
    return small >= 0 ? small : PythonNumbers.toLong(valueAt(layout.spans[at + 1]));
  }

  public List<?> arguments() {
    return listAt(layout.argumentsStart);
  }

  /** Frames of the native stack that the call was made from, as TT-NN once wrote them. */
  public List<?> stackTrace() {
    return listAt(layout.stackStart);
  }

  private List<?> listAt(int start) {
    return start >= 0 && valueAt(start) instanceof List<?> list ? list : List.of();
  }

  public @Nullable Object durationNanos() {
    return layout.durationStart < 0 ? null : valueAt(layout.durationStart);
  }

  /** Ours alone: the device time that the cost model gives the call. */
  public @Nullable Object modelledNanos() {
    return layout.modelledStart < 0 ? null : valueAt(layout.modelledStart);
  }

  /** Ours alone: the recorded thread, null for the first one. */
  public @Nullable Object thread() {
    return layout.threadStart < 0 ? null : valueAt(layout.threadStart);
  }

  private int spanOf(Param param) {
    int[] spans = layout.spans;
    int wanted = param.ordinal();
    for (int i = 0; i < spans.length; i += 2) {
      if (spans[i] == wanted) {
        return i;
      }
    }
    return -1;
  }

  private @Nullable Object valueAt(int start) {
    long small = smallInteger(start);
    if (small >= 0) {
      return small;
    }
    JsonBytes json = new JsonBytes();
    json.bytes = text;
    json.limit = text.length - JsonBytes.PADDING;
    json.at = start;
    return json.value();
  }

  /** The integer there if it is plain, not negative and of at most 18 digits, else -1. */
  private long smallInteger(int start) {
    long value = 0;
    int i = start;
    while (text[i] >= '0' && text[i] <= '9') {
      value = value * 10 + (text[i++] - '0');
    }
    boolean plain = text[i] == ',' || text[i] == '}';
    return plain && i > start && i - start <= 18 ? value : -1;
  }

  public boolean hasConnections() {
    for (int gap : layout.gaps) {
      if ((gap & 3) == GAP_CONNECTIONS) {
        return true;
      }
    }
    return false;
  }

  /** Writes the node with another number. */
  public void write(long number, Renumbering others, ByteSink out) {
    write(number, layout.connections, layout.inputTensors, others, out);
  }

  private static void writeNumbers(long[] counters, Renumbering others, ByteSink out) {
    out.add('[');
    for (int i = 0; i < counters.length; i++) {
      if (i > 0) {
        JsonBytes.separator(out);
      }
      out.addNumber(others.of(counters[i]));
    }
    out.add(']');
  }

  /** Writes the node with another number and, if it has connections, the one connection given. */
  public void writeAlone(long number, long connection, ByteSink out) {
    write(number, new long[] {connection}, layout.inputTensors, out);
  }

  /** Writes the node with another number, connections and inputs, those it has. */
  public void write(long number, long[] connections, long[] inputTensors, ByteSink out) {
    write(number, connections, inputTensors, c -> c, out);
  }

  private void write(
      long number, long[] connections, long[] inputTensors, Renumbering others, ByteSink out) {
    int from = 0;
    for (int gap : layout.gaps) {
      int at = gap >>> 2;
      out.add(text, from, at);
      switch (gap & 3) {
        case GAP_COUNTER -> out.addNumber(number);
        case GAP_CONNECTIONS -> writeNumbers(connections, others, out);
        default -> writeNumbers(inputTensors, others, out);
      }
      from = at;
    }
    out.add(text, from, text.length - JsonBytes.PADDING);
  }
}
