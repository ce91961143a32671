package dev.tilescope.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.MatmulProgramConfig;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tracy.live.LiveOptions;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.commons.support.ReflectionSupport;

/** The {@code with} methods of records of options and keyword arguments, all of them. */
class ChangedTest {
  private static final Map<Class<?>, Object> SAMPLES =
      Map.of(
          int.class,
          3,
          long.class,
          3L,
          float.class,
          0.25f,
          double.class,
          0.25,
          Integer.class,
          3,
          Float.class,
          0.25f,
          MemoryConfig.class,
          MemoryConfig.L1,
          DataType.class,
          DataType.FLOAT32,
          Layout.class,
          Layout.TILE,
          Tensor.class,
          Ttnn.fromArray(new float[1], Shape.of(1)));

  static Stream<Record> options() {
    return Stream.concat(withoutDefaults(), withDefaults());
  }

  private static Stream<Record> withoutDefaults() {
    CoreGrid grid = new CoreGrid(8, 8);
    return Stream.of(
        MatmulProgramConfig.MultiCoreReuse.on(grid),
        MatmulProgramConfig.MultiCoreReuseMultiCast.on(grid),
        MatmulProgramConfig.MultiCoreReuseMultiCast1D.on(grid),
        LiveOptions.fromEnvironment(Map.of()));
  }

  private static Stream<Record> withDefaults() {
    return ReflectionSupport.streamAllClassesInPackage(
            "dev.tilescope", type -> type.isRecord() && hasWithMethods(type), name -> true)
        .map(ChangedTest::defaults)
        .filter(options -> options != null);
  }

  private static boolean hasWithMethods(Class<?> type) {
    return Arrays.stream(type.getMethods()).anyMatch(method -> isWith(method, type));
  }

  private static boolean isWith(Method method, Class<?> type) {
    return method.getName().startsWith("with") && method.getReturnType() == type;
  }

  private static @Nullable Record defaults(Class<?> type) {
    try {
      return (Record) type.getField("DEFAULT").get(null);
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  @Test
  void manyRecordsHaveThem() {
    assertThat(options()).hasSizeGreaterThan(40);
  }

  @ParameterizedTest
  @MethodSource("options")
  void eachChangesWhatItIsNamedAfterAndNothingElse(Record options) throws Exception {
    for (Method with : options.getClass().getMethods()) {
      if (isWith(with, options.getClass())) {
        Object[] values =
            Arrays.stream(with.getParameterTypes()).map(ChangedTest::sample).toArray();
        check(options, with, values);
      }
    }
  }

  private static void check(Record options, Method with, @Nullable Object[] values)
      throws Exception {
    List<String> named = new ArrayList<>();
    for (RecordComponent component : options.getClass().getRecordComponents()) {
      if (with.getName().equalsIgnoreCase("with" + component.getName())) {
        named.add(component.getName());
      }
    }
    Record changed = changed(options, with, values);
    if (changed == null || named.isEmpty() || values.length > 1) {
      return;
    }
    Object expected = values.length == 0 ? true : values[0];
    assertThat(named).as(with.toString()).containsAll(differences(options, changed));
    assertThat(value(changed, named.getFirst())).as(with.toString()).isEqualTo(expected);
  }

  /** Null if the record refuses the sample, which is its own business. */
  private static @Nullable Record changed(Record options, Method with, @Nullable Object[] values)
      throws IllegalAccessException {
    try {
      with.setAccessible(true); // The interface that declares it is not public.
      return (Record) with.invoke(options, values);
    } catch (InvocationTargetException e) {
      assertThat(e.getCause())
          .as(with.toString())
          .isInstanceOfAny(TilescopeException.class, NullPointerException.class);
      return null;
    }
  }

  private static List<String> differences(Record before, Record after) throws Exception {
    List<String> names = new ArrayList<>();
    for (RecordComponent component : before.getClass().getRecordComponents()) {
      if (!Objects.equals(value(before, component.getName()), value(after, component.getName()))) {
        names.add(component.getName());
      }
    }
    return names;
  }

  private static @Nullable Object value(Record record, String component) throws Exception {
    return record.getClass().getMethod(component).invoke(record);
  }

  private static @Nullable Object sample(Class<?> type) {
    if (type == boolean.class || type == Boolean.class) {
      return true;
    }
    return type.isEnum() ? type.getEnumConstants()[1] : SAMPLES.get(type);
  }

  @Test
  void whatARecordRefusesIsRefusedInItsOwnWords() {
    assertThatThrownBy(() -> ComputeKernelConfig.DEFAULT.withThrottleLevel(9))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("throttle_level must be 0..5, got 9");
  }
}
