package dev.tilescope.model;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copies of records in which one component is another. Java has no expression for it yet; written
 * out, each of a record's {@code with} methods would name all of its components.
 */
public final class Changed {
  private static final ClassValue<Changed> KNOWN =
      new ClassValue<>() {
        @Override
        protected Changed computeValue(Class<?> type) {
          return new Changed(type);
        }
      };

  private final List<String> names;
  private final Method[] accessors;
  private final Constructor<?> constructor;

  private Changed(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    this.names = Arrays.stream(components).map(RecordComponent::getName).toList();
    this.accessors =
        Arrays.stream(components).map(RecordComponent::getAccessor).toArray(Method[]::new);
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      this.constructor = type.getDeclaredConstructor(types);
    } catch (NoSuchMethodException e) {
      throw new AssertionError("every record has this constructor", e);
    }
  }

  /**
   * @param component its name; what it is changed to passes the record's own checks
   */
  @SuppressWarnings("unchecked") // The constructor is that of the record's class.
  public static <R extends Record> R with(R record, String component, @Nullable Object value) {
    return (R) KNOWN.get(record.getClass()).copy(record, component, value);
  }

  private Object copy(Record record, String component, @Nullable Object value) {
    int changed = names.indexOf(component);
    if (changed < 0) {
      throw new AssertionError(record.getClass() + " has no component " + component);
    }
    Object[] values = new Object[accessors.length];
    try {
      for (int i = 0; i < values.length; i++) {
        values[i] = i == changed ? value : accessors[i].invoke(record);
      }
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException refusal) {
        throw refusal;
      }
      throw new AssertionError("a record's constructor throws nothing checked", e);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError("options are public records", e);
    }
  }
}
