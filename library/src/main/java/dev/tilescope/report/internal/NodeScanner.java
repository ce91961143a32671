package dev.tilescope.report.internal;

import dev.tilescope.model.NodeKind;
import dev.tilescope.model.TilescopeException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Turns the bytes of one node into a {@link RawNode}. Longer than other classes: finding a field,
 * keeping its text and reading its value happen in one go over the bytes.
 */
final class NodeScanner {
  private static final int COUNTER = 0;
  private static final int CONNECTIONS = 1;
  private static final int INPUT_TENSORS = 2;
  private static final int NODE_TYPE = 3;
  private static final int PARAMS = 4;
  private static final int ARGUMENTS = 5;
  private static final int DURATION = 6;
  private static final int ID = 7;
  private static final int NAME = 8;
  private static final int MODELLED = 9;
  private static final int THREAD = 10;
  private static final int STACK = 11;
  private static final Words FIELDS =
      new Words(
          "counter",
          "connections",
          "input_tensors",
          "node_type",
          "params",
          "arguments",
          "duration_ns",
          "id",
          "name",
          "modelled_device_ns",
          "thread",
          "stack_trace",
          "stacking_level");
  private static final Words PARAM_WORDS =
      new Words(Stream.of(Param.values()).map(Param::key).toArray(String[]::new));
  private static final Words TYPES =
      new Words(
          Stream.of(NodeKind.values())
              .filter(kind -> kind != NodeKind.OTHER)
              .map(NodeKind::word)
              .toArray(String[]::new));

  private static final int MAX_NUMBERS = 1 << 24;

  private final DeviceNumbers devices;
  private final boolean lenient;
  private final ByteSink out = new ByteSink();

  private int seenFields;
  private int unknownFields;
  private boolean seenTwice;
  private int seenParams;
  private @Nullable NodeKind kind;
  private @Nullable String nameField;
  private long counter;
  private long[] connections = RawNode.NONE;
  private long[] inputTensors = RawNode.NONE;
  private long[] numbers = new long[16];
  private int[] gaps = new int[8];
  private int gapCount;
  private int[] spans = new int[64];
  private int spanCount;
  private RawNode.Params params = RawNode.Params.MISSING;
  private int argumentsStart;
  private int durationStart;
  private int modelledStart;
  private int threadStart;
  private int stackStart;

  NodeScanner(DeviceNumbers devices, boolean lenient) {
    this.devices = devices;
    this.lenient = lenient;
  }

  /** Reads the node under the cursor. */
  RawNode read(JsonBytes json, long index) {
    int start = json.at;
    reset();
    fields(json);
    if (seenTwice) {
      json.at = start;
      return readCanonical(json.value(), index);
    }
    return node(index);
  }

  private RawNode node(long index) {
    checkCounter(index);
    addMissing();
    out.add('}');
    return new RawNode(index, kindOf(), out.toPaddedBytes(), layout());
  }

  /** Nodes refer to each other by counter and are found by place. */
  private void checkCounter(long index) {
    if (!lenient) {
      return;
    }
    if ((seenFields & 1 << COUNTER) == 0) {
      counter = index;
    } else if (counter != index) {
      throw new TilescopeException(
          "its counter is "
              + counter
              + ", expected "
              + index
              + " as nodes are numbered by their place");
    }
  }

  /** What is sound of a node that {@link #read} refused, under the number of its place. */
  RawNode repaired(@Nullable Object value, long index) {
    Map<Object, @Nullable Object> sound = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> fields) {
      sound.putAll(fields);
    }
    sound.put("counter", index);
    for (String key : List.of("connections", "input_tensors")) {
      sound.computeIfPresent(key, (k, numbers) -> onlyIntegers(numbers));
    }
    try {
      return readCanonical(sound, index);
    } catch (MalformedJson | TilescopeException unsoundParams) {
      sound.remove("params");
      return readCanonical(sound, index);
    }
  }

  private static List<?> onlyIntegers(Object numbers) {
    return numbers instanceof List<?> list
        ? list.stream().filter(Long.class::isInstance).toList()
        : List.of();
  }

  private void reset() {
    out.clear();
    seenFields = 0;
    unknownFields = 0;
    seenTwice = false;
    seenParams = 0;
    kind = null;
    nameField = null;
    counter = 0;
    connections = RawNode.NONE;
    inputTensors = RawNode.NONE;
    gapCount = 0;
    spanCount = 0;
    params = RawNode.Params.MISSING;
    argumentsStart = -1;
    durationStart = -1;
    modelledStart = -1;
    threadStart = -1;
    stackStart = -1;
  }

  /** Of two fields with one name the last counts, where the first stood: as in a Python dict. */
  private RawNode readCanonical(@Nullable Object value, long index) {
    ByteSink canonical = new ByteSink();
    PythonText.json(value, canonical);
    JsonBytes again = new JsonBytes();
    again.bytes = canonical.toPaddedBytes();
    again.limit = canonical.size();
    reset();
    fields(again);
    return node(index);
  }

  private void fields(JsonBytes json) {
    if (!json.accept('{')) {
      throw json.malformed("expected a node, which is an object");
    }
    out.add('{');
    if (json.accept('}')) {
      return;
    }
    do {
      field(json);
    } while (json.another(out));
    json.expect('}');
  }

  private void field(JsonBytes json) {
    json.token();
    int keyStart = json.at + 1;
    int keyEnd = json.renderKey(out);
    int field = FIELDS.find(json.bytes, keyStart, keyEnd);
    seenFields = mark(seenFields, field);
    json.token();
    switch (field) {
      case COUNTER -> {
        counter = json.integer();
        gap(RawNode.GAP_COUNTER);
      }
      case ID -> {
        json.value();
        gap(RawNode.GAP_COUNTER);
      }
      case CONNECTIONS -> {
        connections = numbers(json);
        gap(RawNode.GAP_CONNECTIONS);
      }
      case INPUT_TENSORS -> {
        inputTensors = numbers(json);
        gap(RawNode.GAP_INPUTS);
      }
      case NODE_TYPE -> nodeType(json);
      case PARAMS -> params(json);
      case ARGUMENTS -> {
        argumentsStart = out.size();
        json.render(out);
      }
      case DURATION -> {
        durationStart = out.size();
        json.render(out);
      }
      case MODELLED -> {
        modelledStart = out.size();
        json.render(out);
      }
      case THREAD -> {
        threadStart = out.size();
        json.render(out);
      }
      case STACK -> {
        stackStart = out.size();
        json.render(out);
      }
      case NAME -> name(json);
      default -> json.render(out);
    }
  }

  private int mark(int seen, int word) {
    if (word < 0) {
      // Two unknown names may be one name twice.
      seenTwice |= unknownFields++ > 0;
      return seen;
    }
    seenTwice |= (seen & 1 << word) != 0;
    return seen | 1 << word;
  }

  private void gap(int what) {
    if (gapCount < gaps.length) {
      gaps[gapCount++] = out.size() << 2 | what;
    }
  }

  private long[] numbers(JsonBytes json) {
    if (json.token() == 'n' && lenient) {
      json.value();
      return RawNode.NONE;
    }
    json.expect('[');
    if (json.accept(']')) {
      return RawNode.NONE;
    }
    int count = 0;
    do {
      if (count == MAX_NUMBERS) {
        throw json.malformed("a list of more than " + MAX_NUMBERS + " numbers");
      }
      if (count == numbers.length) {
        numbers = Arrays.copyOf(numbers, count * 2);
      }
      numbers[count++] = json.integer();
    } while (json.accept(','));
    json.expect(']');
    return Arrays.copyOf(numbers, count);
  }

  private void nodeType(JsonBytes json) {
    if (json.bytes[json.at] != '"') {
      kind = NodeKind.OTHER;
      json.render(out);
      return;
    }
    int start = json.at + 1;
    json.renderString(out);
    int type = TYPES.find(json.bytes, start, json.at - 1);
    kind = type < 0 ? NodeKind.OTHER : NodeKind.values()[type];
  }

  private void name(JsonBytes json) {
    if (json.bytes[json.at] == '"') {
      int start = json.at;
      nameField = json.text();
      json.at = start;
    }
    json.render(out);
  }

  private void params(JsonBytes json) {
    int first = json.bytes[json.at];
    if (first != '{') {
      params = first == 'n' ? RawNode.Params.NULL : RawNode.Params.OTHER;
      json.render(out);
      return;
    }
    params = RawNode.Params.OBJECT;
    json.at++;
    out.add('{');
    if (!json.accept('}')) {
      do {
        param(json);
      } while (json.another(out));
      json.expect('}');
    }
    out.add('}');
  }

  private void param(JsonBytes json) {
    json.token();
    int keyStart = json.at + 1;
    int keyEnd = json.renderKey(out);
    int number = PARAM_WORDS.find(json.bytes, keyStart, keyEnd);
    json.token();
    seenParams = mark(seenParams, number);
    if (number < 0) {
      json.render(out);
      return;
    }
    if (spanCount + 2 <= spans.length) {
      spans[spanCount++] = number;
      spans[spanCount++] = out.size();
    }
    if (devices.isEmpty()) {
      json.render(out);
    } else if (number == Param.DEVICE_ID.ordinal()) {
      deviceId(json);
    } else if (number == Param.DEVICE_TENSORS.ordinal()) {
      deviceTensors(json);
    } else {
      json.render(out);
    }
  }

  private void deviceId(JsonBytes json) {
    Object id = json.value();
    PythonText.json(devices.of(id instanceof String ? PythonNumbers.toLong(id) : id), out);
  }

  private void deviceTensors(JsonBytes json) {
    Object value = json.value();
    if (lenient && "".equals(value)) {
      out.addAscii("\"\"");
    } else if (value instanceof String text) {
      PythonText.quote(devices.ofDeviceTensors(text), out);
    } else if (lenient) {
      PythonText.json(devices.renumbered(value), out);
    } else {
      throw new TilescopeException(
          "device_tensors is "
              + (value == null ? "null" : "not a text")
              + ", which upstream's importer refuses; import without --upstream-rows");
    }
  }

  private void addMissing() {
    String separator = out.size() > 1 ? ", " : "";
    if ((seenFields & 1 << COUNTER) == 0) {
      out.addAscii(separator + "\"counter\": ");
      gap(RawNode.GAP_COUNTER);
    }
    if ((seenFields & 1 << ID) == 0) {
      out.addAscii(", \"id\": ");
      gap(RawNode.GAP_COUNTER);
    }
    if (lenient && kind == null && nameField != null) {
      PythonText.quote("node_type", separated());
      out.addAscii(": ");
      NodeKind named = NodeKind.of(nameField);
      PythonText.quote(named == NodeKind.OTHER ? nameField : named.word(), out);
    }
  }

  private ByteSink separated() {
    JsonBytes.separator(out);
    return out;
  }

  /** Early traces name the type {@code name} and write {@code tensor[1]} there. */
  private NodeKind kindOf() {
    if (kind != null) {
      return kind;
    }
    return lenient && nameField != null ? NodeKind.of(nameField) : NodeKind.OTHER;
  }

  private RawNode.Layout layout() {
    return new RawNode.Layout(
        (seenFields & 1 << COUNTER) != 0,
        counter,
        connections,
        inputTensors,
        Arrays.copyOf(gaps, gapCount),
        params,
        spanCount == 0 ? NO_SPANS : Arrays.copyOf(spans, spanCount),
        argumentsStart,
        durationStart,
        modelledStart,
        threadStart,
        stackStart);
  }

  private static final int[] NO_SPANS = {};
}
