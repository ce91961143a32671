package dev.tilescope.report;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.internal.Param;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The facts in the loose fields of a node, checked. Whatever does not fit the model is logged and
 * left out: a shape with a dimension of 10^12, a negative size, a data type nobody knows.
 */
final class NodeFacts {
  /** 8 PiB: beyond any machine, far below the sums' overflow. */
  private static final long MAX_BYTES = 1L << 53;

  private static final Param[] BUFFER_TYPE_KEYS = {
    Param.BUFFER_TYPE_VALUE, Param.EXACT_BUFFER_TYPE, Param.BUFFER_TYPE, Param.TYPE
  };

  private final NodeFields fields;
  private final TolerantValueReader values;
  private final FormatWords words = new FormatWords();

  NodeFacts(NodeFields fields, TolerantValueReader values) {
    this.fields = fields;
    this.values = values;
  }

  @Nullable Shape shape() {
    return this.<Shape>word(Param.SHAPE, words::shape);
  }

  @Nullable DataType dtype() {
    return this.<DataType>word(Param.DTYPE, words::dtype);
  }

  @Nullable Layout layout() {
    return this.<Layout>word(Param.LAYOUT, words::layout);
  }

  /** A node key today; inside params in some documents. */
  long durationNanos() {
    long nanos =
        fields.durationNanos != 0 ? fields.durationNanos : fields.number(Param.DURATION_NS, 0);
    return notNegative("duration_ns", nanos, 0);
  }

  int deviceId() {
    return boundedInt(Param.DEVICE_ID, -1);
  }

  long address() {
    return fields.has(Param.ADDRESS)
        ? notNegative("address", fields.number(Param.ADDRESS, -1), -1)
        : -1;
  }

  long allocatedBytes() {
    if (!fields.has(Param.SIZE)) {
      values.problem("size is missing, taken as 0");
    }
    return bytes(Param.SIZE, 0);
  }

  long bytes(Param param, long otherwise) {
    return bounded(param, otherwise, MAX_BYTES, "be at most 2^53 bytes");
  }

  int boundedInt(Param param, int otherwise) {
    return (int) bounded(param, otherwise, Integer.MAX_VALUE, "fit 32 bits");
  }

  private long bounded(Param param, long otherwise, long most, String rule) {
    if (!fields.has(param)) {
      return otherwise;
    }
    long number = notNegative(param.key(), fields.number(param, otherwise), otherwise);
    if (number > most) {
      values.problem(param.key() + " must " + rule + ", got " + number);
      return otherwise;
    }
    return number;
  }

  long notNegative(String what, long number, long otherwise) {
    if (number < 0) {
      values.problem(what + " must be >= 0, got " + number);
      return otherwise;
    }
    return number;
  }

  CoreRangeSet cores() {
    CoreRangeSet cores = this.<CoreRangeSet>word(Param.CORE_RANGE_SET, words::cores);
    return cores == null ? CoreRangeSet.EMPTY : cores;
  }

  /** The exact type where some key holds it, else where the buffer resides. */
  @Nullable BufferType bufferTypeOrNull() {
    for (Param key : BUFFER_TYPE_KEYS) {
      if (fields.text(key) != null) {
        return this.<BufferType>word(key, words::bufferType);
      }
    }
    return null;
  }

  /** UNKNOWN stands for layouts without a word of their own; SINGLE_BANK is of older traces. */
  @Nullable TensorMemoryLayout bufferLayout() {
    String text = fields.text(Param.LAYOUT);
    return text == null || text.equals("UNKNOWN") || text.equals("SINGLE_BANK")
        ? null
        : this.<TensorMemoryLayout>word(Param.LAYOUT, words::memoryLayout);
  }

  private <T> @Nullable T word(Param param, Function<String, T> parse) {
    String text = fields.text(param);
    if (text == null || text.endsWith("INVALID")) {
      return null;
    }
    try {
      return parse.apply(text);
    } catch (TilescopeException e) {
      values.problem(String.valueOf(e.getMessage()));
      return null;
    }
  }
}
