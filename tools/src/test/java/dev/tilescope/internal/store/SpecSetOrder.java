package dev.tilescope.internal.store;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Section 10: the order in which CPython 3.11 goes through a set of small numbers. */
final class SpecSetOrder {
  private @Nullable Object[] slots = new Object[8];
  private int count;

  private SpecSetOrder() {}

  static List<Object> of(List<Object> values) {
    SpecSetOrder set = new SpecSetOrder();
    values.forEach(set::add);
    List<Object> order = new ArrayList<>();
    for (Object slot : set.slots) {
      if (slot != null) {
        order.add(slot);
      }
    }
    return order;
  }

  private void add(Object value) {
    long hash = (Long) value;
    int mask = slots.length - 1;
    long perturb = hash;
    int i = (int) (hash & mask);
    while (true) {
      int last = i + 9 <= mask ? i + 9 : i;
      for (int slot = i; slot <= last; slot++) {
        Object there = slots[slot];
        if (there == null) {
          slots[slot] = value;
          count++;
          growIfFull();
          return;
        }
        if (there.equals(value)) {
          return;
        }
      }
      perturb >>>= 5;
      i = (int) ((i * 5L + 1 + perturb) & mask);
    }
  }

  private void growIfFull() {
    if (count * 5 < (slots.length - 1) * 3) {
      return;
    }
    @Nullable Object[] old = slots;
    int wanted = count > 50_000 ? count * 2 : count * 4;
    int size = 8;
    while (size <= wanted) {
      size *= 2;
    }
    slots = new Object[size];
    count = 0;
    for (Object value : old) {
      if (value != null) {
        add(value);
      }
    }
  }
}
