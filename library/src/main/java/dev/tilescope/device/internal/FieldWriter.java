package dev.tilescope.device.internal;

import java.util.List;

/** Writes the fields of a table one by one, in its order, into bytes that are zero. */
final class FieldWriter {
  private final Table table;
  private final byte[] to;
  private int field;

  FieldWriter(Table table, byte[] to) {
    this.table = table;
    this.to = to;
  }

  FieldWriter next(long value) {
    table.fields().get(field++).write(to, 0, value);
    return this;
  }

  FieldWriter all(List<? extends Number> values) {
    for (Number value : values) {
      next(value.longValue());
    }
    return this;
  }
}
