package dev.tilescope.internal.python;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.internal.fitting.FittingValue;
import dev.tilescope.ops.internal.mechanism.ArgumentSlots;
import dev.tilescope.ops.internal.mechanism.ArgumentSlots.Slot;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Calls operations by their numbers. What an operation takes is looked up at its first call. */
final class OperationCalls {
  private record Prepared(String name, Operation<?, ?> operation, ArgumentSlots slots) {}

  private static final Set<Class<?>> INTEGRAL =
      Set.of(int.class, long.class, Integer.class, Long.class);

  private static final Set<Class<?>> TRUTH = Set.of(boolean.class, Boolean.class);

  /** Stands for the queue that programs use if they do not name one. */
  private static final int USUAL_QUEUE = 0xff;

  private final AtomicReferenceArray<@Nullable Prepared> prepared =
      new AtomicReferenceArray<>(OperationNumbers.COUNT);

  @Nullable Object call(FrameReader reader) {
    int queue = reader.u8();
    Prepared called = prepared(reader.u16());
    List<Slot> slots = called.slots.slots();
    Object[] values = new Object[slots.size()];
    Arrays.fill(values, ArgumentSlots.NOT_GIVEN);
    for (int left = reader.u8(); left > 0; left--) {
      int slot = reader.u8();
      values[slot] = fitting(called.name, slots.get(slot), reader.value());
    }
    requireAll(called, values);
    Record arguments = called.slots.build(called.name, values);
    MeshDevice device = queue == USUAL_QUEUE ? null : device(values);
    return device == null
        ? called.operation.callWith(arguments)
        : device.commandQueue(queue).call(() -> called.operation.callWith(arguments));
  }

  /** The first that an argument is or lies on; null if none is. */
  private static @Nullable MeshDevice device(@Nullable Object[] values) {
    for (Object value : values) {
      if (value instanceof MeshDevice device) {
        return device;
      }
      if (value instanceof Tensor tensor && tensor.isOnDevice()) {
        return tensor.device();
      }
    }
    return null;
  }

  private Prepared prepared(int number) {
    Prepared known = prepared.get(number);
    if (known == null) {
      Operation<?, ?> operation = OperationNumbers.operation(number);
      known =
          new Prepared(
              operation.name().dotted(), operation, new ArgumentSlots(operation.arguments()));
      prepared.set(number, known);
    }
    return known;
  }

  private static void requireAll(Prepared called, @Nullable Object[] values) {
    List<Slot> slots = called.slots.slots();
    for (int i = 0; i < values.length; i++) {
      if (values[i] == ArgumentSlots.NOT_GIVEN && slots.get(i).isRequired()) {
        throw new WrongType(
            "%s(): incompatible function arguments: %s is missing; it takes %s"
                .formatted(called.name, slots.get(i).name(), called.slots.names()));
      }
    }
  }

  /**
   * Python keeps integers and reals apart: a real is not cut to an integer. A truth is the number 0
   * or 1 where a number is wanted.
   */
  private static @Nullable Object fitting(String name, Slot slot, @Nullable Object value) {
    try {
      if (value instanceof Double && INTEGRAL.contains(slot.type())) {
        throw new WrongType(
            "%s(): incompatible function arguments: %s is an integer, got %s"
                .formatted(name, slot.name(), value));
      }
      boolean takesTruth = TRUTH.contains(slot.type());
      Object taken = value instanceof Boolean truth && !takesTruth ? (truth ? 1 : 0) : value;
      return FittingValue.of(name, slot, taken);
    } catch (TilescopeException e) {
      throw new WrongType(e.getMessage(), e);
    }
  }
}
