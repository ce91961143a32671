package dev.tilescope.report;

import dev.tilescope.model.DeviceTensor;
import dev.tilescope.model.Ints;
import dev.tilescope.report.internal.Param;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The loose fields of the node being read. One instance is refilled for every node, because a node
 * can be typed only when all of it was seen: its keys come in any order. Params are slots of plain
 * arrays, by ordinal, so that millions of numbers are never boxed.
 */
@SuppressWarnings("EnumOrdinal")
final class NodeFields {
  static final long ABSENT = Long.MIN_VALUE;

  private final long[] numbers = new long[Param.values().length];
  private final @Nullable String[] texts = new @Nullable String[Param.values().length];

  @Nullable String nodeType;
  @Nullable String name;
  long counter;
  Ints connections = Ints.EMPTY;
  Ints inputTensors = Ints.EMPTY;
  List<String> arguments = List.of();
  List<DeviceTensor> deviceTensors = List.of();
  int level;
  int thread;
  long durationNanos;
  long modelledDeviceNanos;

  void clear() {
    Arrays.fill(numbers, ABSENT);
    Arrays.fill(texts, null);
    nodeType = null;
    name = null;
    counter = ABSENT;
    connections = Ints.EMPTY;
    inputTensors = Ints.EMPTY;
    arguments = List.of();
    deviceTensors = List.of();
    level = -1;
    thread = 0;
    durationNanos = 0;
    modelledDeviceNanos = 0;
  }

  void set(Param param, long number) {
    numbers[param.ordinal()] = number;
  }

  void set(Param param, @Nullable String text) {
    texts[param.ordinal()] = text;
  }

  boolean has(Param param) {
    return numbers[param.ordinal()] != ABSENT;
  }

  long number(Param param, long otherwise) {
    long number = numbers[param.ordinal()];
    return number == ABSENT ? otherwise : number;
  }

  @Nullable String text(Param param) {
    return texts[param.ordinal()];
  }

  String text(Param param, String otherwise) {
    String text = texts[param.ordinal()];
    return text == null ? otherwise : text;
  }

  /** The text of {@code node_type}, or of {@code name} in the oldest generation. */
  @Nullable String typeText() {
    return nodeType == null ? name : nodeType;
  }
}
