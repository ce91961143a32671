package dev.tilescope.args;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Shape;
import java.lang.reflect.RecordComponent;
import java.util.Set;

/**
 * Types whose values never change and are equal only if they look alike: numbers and texts of the
 * language, enums, and records of such.
 */
final class ImmutableTypes {
  private static final int MAX_DEPTH = 8;

  /** Of ours, with arrays or lists that nobody else sees. */
  private static final Set<Class<?>> OURS = Set.of(Shape.class, CoreRangeSet.class);

  private static final Set<Class<?>> BOXES =
      Set.of(
          Boolean.class,
          Byte.class,
          Character.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class);

  private static final ClassValue<Boolean> KNOWN =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return isImmutable(type, 0);
        }
      };

  private ImmutableTypes() {}

  static boolean contain(Class<?> type) {
    return KNOWN.get(type);
  }

  /** A record that contains itself ends at the depth. */
  private static boolean isImmutable(Class<?> type, int depth) {
    if (type.isPrimitive() || type.isEnum() || type == String.class) {
      return true;
    }
    return BOXES.contains(type) || OURS.contains(type) || isImmutableRecord(type, depth);
  }

  private static boolean isImmutableRecord(Class<?> type, int depth) {
    if (!type.isRecord() || depth == MAX_DEPTH) {
      return false;
    }
    for (RecordComponent component : type.getRecordComponents()) {
      if (!isImmutable(component.getType(), depth + 1)) {
        return false;
      }
    }
    return true;
  }
}
