package dev.tilescope.device.internal;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.function.Function;

/** Makes records of what their components are to be, a long standing for an int, too. */
final class RecordOf {
  private RecordOf() {}

  static Function<Object[], ?> constructor(Class<?> type) {
    Class<?>[] types =
        Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      return components -> make(constructor, types, components);
    } catch (NoSuchMethodException e) {
      throw new AssertionError(type + " is no record", e);
    }
  }

  private static Object make(Constructor<?> constructor, Class<?>[] types, Object[] components) {
    for (int i = 0; i < types.length; i++) {
      if (types[i] == int.class && components[i] instanceof Long number) {
        components[i] = number.intValue();
      }
    }
    try {
      return constructor.newInstance(components);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError("the table of " + constructor + " differs from the record", e);
    }
  }
}
