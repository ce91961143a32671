package dev.tilescope.args;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.ops.options.ComputeKernelConfig;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Only the text of what can never change may be kept for the next call. */
class FreezerTest {
  record Point(int x, @Nullable Point next) {}

  record Numbers(int[] values) {}

  record Names(List<String> values) {}

  record Pair(String name, Long value) {}

  static Stream<Object> settled() {
    return Stream.of(
        1,
        2.5f,
        -0.0,
        "text",
        true,
        BufferType.L1,
        Shape.of(1, 2),
        List.of(1, "a", List.of()),
        new int[] {1, 2},
        new Pair("a", 1L),
        ComputeKernelConfig.DEFAULT,
        MemoryConfig.sharded(
            TensorMemoryLayout.HEIGHT_SHARDED,
            BufferType.L1,
            new ShardSpec(CoreRangeSet.grid(2, 2), 32, 32, ShardOrientation.ROW_MAJOR)));
  }

  @ParameterizedTest
  @MethodSource
  void settled(Object value) {
    Freezer freezer = new Freezer(false);
    Object first = freezer.freeze(value);
    assertThat(freezer.isImmutable()).isTrue();
    assertThat(new Freezer(false).freeze(value)).isEqualTo(first);
  }

  static Stream<Object> unsettled() {
    return Stream.of(
        new AtomicInteger(1),
        BigInteger.ONE,
        new Numbers(new int[] {1}),
        new Names(new ArrayList<>()),
        new Point(1, new Point(2, null)),
        List.of(1, new Numbers(new int[] {1})),
        Map.of("a", 1));
  }

  @ParameterizedTest
  @MethodSource
  void unsettled(Object value) {
    Freezer freezer = new Freezer(false);
    freezer.freeze(1);
    freezer.freeze(value);
    freezer.freeze(1);
    assertThat(freezer.isImmutable()).isFalse();
  }

  @Test
  void whatIsCopiedStaysAsItWas() {
    int[] array = {1, 2};
    StringBuilder text = new StringBuilder("before");
    Freezer freezer = new Freezer(false);
    Object frozen = freezer.freeze(List.of(array, text));
    array[0] = 5;
    text.append(" and after");
    assertThat(frozen).isEqualTo(List.of(List.of(1, 2), "before"));
  }

  @Test
  void callsWithValuesAreNotSettled() {
    assertThat(new Freezer(true).isImmutable()).isFalse();
  }
}
