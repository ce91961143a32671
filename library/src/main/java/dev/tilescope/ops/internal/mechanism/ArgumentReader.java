package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.model.ArgumentText;
import dev.tilescope.model.Signature;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the arguments of a call out of its record: names in TT-NN's spelling ({@code inputTensorA}
 * is {@code input_tensor_a}), the components of {@link ArgumentGroup} in the place of the record
 * that holds them.
 */
final class ArgumentReader {
  private static final MethodType READ = MethodType.methodType(Object.class, Object.class);

  private final List<String> names = new ArrayList<>();
  private final List<MethodHandle> accessors = new ArrayList<>();

  ArgumentReader(Class<?> type) {
    add(type, null);
  }

  private void add(Class<?> type, @Nullable MethodHandle outer) {
    for (RecordComponent component : type.getRecordComponents()) {
      MethodHandle own = accessor(component);
      MethodHandle accessor = outer == null ? own : MethodHandles.filterReturnValue(outer, own);
      if (ArgumentGroup.class.isAssignableFrom(component.getType())) {
        add(component.getType(), accessor);
      } else {
        names.add(ArgumentText.name(component));
        accessors.add(accessor);
      }
    }
  }

  private static MethodHandle accessor(RecordComponent component) {
    try {
      return MethodHandles.lookup().unreflect(component.getAccessor()).asType(READ);
    } catch (IllegalAccessException e) {
      throw new AssertionError("arguments are records of this package", e);
    }
  }

  Signature signature(String name) {
    return Signature.ofOperation(name, names);
  }

  @Nullable Object[] values(Record arguments) {
    Object[] values = new Object[accessors.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = read(accessors.get(i), arguments);
    }
    return values;
  }

  private static @Nullable Object read(MethodHandle accessor, Record arguments) {
    try {
      return (Object) accessor.invokeExact((Object) arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("an accessor of a record throws nothing checked", e);
    }
  }
}
