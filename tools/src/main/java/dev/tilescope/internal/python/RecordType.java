package dev.tilescope.internal.python;

import dev.tilescope.ops.internal.fitting.FittingValue;
import dev.tilescope.ops.internal.mechanism.ArgumentSlots;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;

/** A record of ours that Python has a class for: made of the values of its components. */
final class RecordType {
  private final String name;
  private final ArgumentSlots slots;
  private final RecordComponent[] components;

  RecordType(String name, Class<? extends Record> type) {
    this.name = name;
    this.slots = new ArgumentSlots(type);
    this.components = type.getRecordComponents();
  }

  int size() {
    return components.length;
  }

  ArgumentSlots slots() {
    return slots;
  }

  Record make(@Nullable Object[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] = FittingValue.of(name, slots.slots().get(i), values[i]);
    }
    return slots.build(name, values);
  }

  @Nullable Object[] components(Record record) {
    Object[] values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      try {
        values[i] = components[i].getAccessor().invoke(record);
      } catch (ReflectiveOperationException e) {
        throw new AssertionError("records that Python knows are public", e);
      }
    }
    return values;
  }
}
