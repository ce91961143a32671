package dev.tilescope.internal.times;

import dev.tilescope.internal.perf.PerfRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** In what two calls differ beside their time: what may be why one is slower. */
final class Causes {
  private static final int MOST_VALUES = 4;
  private static final int MAX_VALUE = 60;

  /** {@code 'key': 'value'}, with values that hold anything but the end of one. */
  private static final Pattern ATTRIBUTE = Pattern.compile("'([^']{1,100})': '([^']*)'");

  /** What is in one value, such as {@code in0_block_w=2}. */
  private static final Pattern SETTING = Pattern.compile("([A-Za-z_]\\w*)=([^;,()\\[\\]{}]*)");

  private static final List<String> OF_TENSOR = List.of("shape", "dtype", "layout", "memory");

  /** Of one run alone. */
  private static final Pattern OF_RUN = Pattern.compile("seed|address|addr|.*tensor_id|id");

  private final List<String> found = new ArrayList<>();

  private Causes() {}

  static List<String> of(PerfRow before, PerfRow after) {
    Causes causes = new Causes();
    causes.add("cores", before.cores(), after.cores());
    causes.add("fidelity", before.mathFidelity(), after.mathFidelity());
    causes.tensors(before.ran().tensors(), after.ran().tensors());
    causes.attributes(attributes(before.attributes()), attributes(after.attributes()));
    return causes.found;
  }

  private void add(String what, @Nullable Object was, @Nullable Object is) {
    if (!Objects.equals(was, is)) {
      found.add("%s %s -> %s".formatted(what, shown(was), shown(is)));
    }
  }

  private static String shown(@Nullable Object value) {
    String text = value == null ? "(none)" : value.toString();
    return text.length() <= MAX_VALUE ? text : text.substring(0, MAX_VALUE) + "...";
  }

  private void tensors(String before, String after) {
    String[] was = before.split(" => ", -1);
    String[] is = after.split(" => ", -1);
    for (int side = 0; side < Math.min(was.length, is.length); side++) {
      String[] wasEach = was[side].split(", ", -1);
      String[] isEach = is[side].split(", ", -1);
      for (int i = 0; i < Math.max(wasEach.length, isEach.length); i++) {
        String name = (side == 0 ? "input " : "output ") + i;
        tensor(name, i < wasEach.length ? wasEach[i] : "", i < isEach.length ? isEach[i] : "");
      }
    }
  }

  private void tensor(String name, String before, String after) {
    String[] was = before.split(" ", -1);
    String[] is = after.split(" ", -1);
    if (was.length != OF_TENSOR.size() || is.length != OF_TENSOR.size()) {
      add(name, before, after);
      return;
    }
    for (int part = 0; part < was.length; part++) {
      add(name + " " + OF_TENSOR.get(part), was[part], is[part]);
    }
  }

  private static Map<String, String> attributes(String cell) {
    Map<String, String> attributes = new LinkedHashMap<>();
    Matcher each = ATTRIBUTE.matcher(cell);
    while (each.find()) {
      if (!each.group(1).startsWith("tilescope_") && !OF_RUN.matcher(each.group(1)).matches()) {
        attributes.put(each.group(1), each.group(2));
      }
    }
    return attributes;
  }

  private void attributes(Map<String, String> before, Map<String, String> after) {
    for (Map.Entry<String, String> is : after.entrySet()) {
      String was = before.get(is.getKey());
      if (was != null && !was.equals(is.getValue())) {
        attribute(is.getKey(), was, is.getValue());
      }
    }
  }

  /** Of a long value, the settings in it that differ. */
  private void attribute(String key, String before, String after) {
    Map<String, String> was = settings(before);
    Map<String, String> is = settings(after);
    List<String> keys =
        is.keySet().stream()
            .filter(k -> was.containsKey(k) && !Objects.equals(was.get(k), is.get(k)))
            .toList();
    if (keys.isEmpty() || !type(before).equals(type(after))) {
      add(key, type(before), type(after));
    } else {
      keys.stream().limit(MOST_VALUES).forEach(k -> add(key + " " + k, was.get(k), is.get(k)));
    }
  }

  private static Map<String, String> settings(String value) {
    Map<String, String> settings = new LinkedHashMap<>();
    Matcher each = SETTING.matcher(value);
    while (each.find()) {
      settings.merge(each.group(1), each.group(2), (a, b) -> a + " " + b);
    }
    return settings;
  }

  /** A config's class, or the whole of what is none. */
  private static String type(String value) {
    return Arrays.asList(value.split("\\(", 2)).getFirst();
  }
}
