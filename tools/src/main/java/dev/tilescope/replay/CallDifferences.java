package dev.tilescope.replay;

import dev.tilescope.args.ValueFields;
import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Flag;
import dev.tilescope.replay.Recorded.Nothing;
import dev.tilescope.replay.Recorded.Numeral;
import dev.tilescope.replay.Recorded.Sequence;
import dev.tilescope.replay.Recorded.Text;
import dev.tilescope.replay.TraceDiff.Difference;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * In what two calls of an operation differ.
 *
 * <p>What changes from run to run is no difference: addresses, ids of devices, hashes of configs.
 * Nor is how a tracer writes something: tensors are compared by what they are, so that files of
 * different dialects can be held against each other, and what only one of them records is left out.
 */
final class CallDifferences {
  private static final Set<String> OF_ONE_RUN = Set.of("device_ids", "hash");

  private final List<Difference> found = new ArrayList<>();

  private CallDifferences() {}

  static List<Difference> of(TracedCall before, TracedCall after) {
    CallDifferences differences = new CallDifferences();
    differences.text("operation", before.name(), after.name());
    List<Recorded> a = before.args();
    List<Recorded> b = after.args();
    for (int i = 0; i < Math.max(a.size(), b.size()); i++) {
      differences.value("arg" + i, i < a.size() ? a.get(i) : null, i < b.size() ? b.get(i) : null);
    }
    differences.fields("", before.kwargs(), after.kwargs());
    differences.value("result", before.returnValue(), after.returnValue());
    differences.text("failure", before.failure(), after.failure());
    return List.copyOf(differences.found);
  }

  private void fields(String where, Map<String, Recorded> before, Map<String, Recorded> after) {
    Set<String> names = new LinkedHashSet<>(before.keySet());
    names.addAll(after.keySet());
    names.removeAll(OF_ONE_RUN);
    for (String name : names) {
      value(where.isEmpty() ? name : where + "." + name, before.get(name), after.get(name));
    }
  }

  private void value(String where, @Nullable Recorded before, @Nullable Recorded after) {
    if (before == null || after == null) {
      text(where, shown(before), shown(after));
      return;
    }
    RecordedTensor a = RecordedTensor.of(before);
    RecordedTensor b = RecordedTensor.of(after);
    if (a != null && b != null) {
      tensor(where, a, b);
    } else if (before instanceof Fields x && after instanceof Fields y) {
      fields(where, x.values(), y.values());
    } else if (before instanceof Sequence(List<Recorded> x)
        && after instanceof Sequence(List<Recorded> y)
        && x.size() == y.size()
        && !x.stream().allMatch(CallDifferences::isScalar)) {
      for (int i = 0; i < x.size(); i++) {
        value(where + "[" + i + "]", x.get(i), y.get(i));
      }
    } else if (!isSame(before, after)) {
      found.add(new Difference(where, RecordedText.of(before), RecordedText.of(after)));
    }
  }

  private void tensor(String where, RecordedTensor a, RecordedTensor b) {
    text(where + ".type", a.kind().toString(), b.kind().toString());
    text(where + ".shape", a.dims().toString(), b.dims().toString());
    ifBoth(where + ".dtype", upper(a.dtypeName()), upper(b.dtypeName()));
    ifBoth(where + ".layout", a.layout(), b.layout());
    ifBoth(where + ".storage", a.storage(), b.storage());
    memory(where + ".memory", a, b);
    if (!a.placements().isEmpty() && !b.placements().isEmpty()) {
      text(where + ".placements", a.placements().toString(), b.placements().toString());
    }
    if (a.fields().get(ValueFields.VALUES_BEFORE) instanceof Fields x
        && b.fields().get(ValueFields.VALUES_BEFORE) instanceof Fields y) {
      devices(where + ".values_before", x, y);
    }
    devices(where + ".values", a.fields(), b.fields());
  }

  private void devices(String where, Fields a, Fields b) {
    held(where, a, b);
    List<Recorded> x = a.items(ValueFields.DEVICE_VALUES);
    List<Recorded> y = b.items(ValueFields.DEVICE_VALUES);
    for (int i = 0; i < Math.min(x.size(), y.size()); i++) {
      held(
          where + " on device " + (i + 1),
          DeviceValues.resolved(a, x.get(i)),
          DeviceValues.resolved(b, y.get(i)));
    }
  }

  /** What both have values of. */
  private void held(String where, Fields a, Fields b) {
    if (a.get(ValueFields.VALUES) instanceof Recorded x
        && b.get(ValueFields.VALUES) instanceof Recorded y) {
      if (RecordedTensor.truncated(a) || RecordedTensor.truncated(b)) {
        beginnings(where, x, y);
      } else {
        values(where, x, y);
      }
    }
  }

  /** Of values that were cut short, hashes tell something only if as many were written. */
  private void beginnings(String where, Recorded before, Recorded after) {
    if (!(before instanceof Fields a) || !(after instanceof Fields b)) {
      return;
    }
    if (Objects.equals(a.get(TensorValues.COUNT), b.get(TensorValues.COUNT))) {
      values(where, a, b);
      return;
    }
    List<Recorded> x = a.items(TensorValues.FIRST);
    List<Recorded> y = b.items(TensorValues.FIRST);
    int common = Math.min(x.size(), y.size());
    if (!isSame(Recorded.list(x.subList(0, common)), Recorded.list(y.subList(0, common)))) {
      found.add(new Difference(where, summary(a), summary(b)));
    }
  }

  private void memory(String where, RecordedTensor a, RecordedTensor b) {
    Recorded before = a.memoryConfig();
    Recorded after = b.memoryConfig();
    if (before instanceof Fields x && after instanceof Fields y) {
      fields(where, x.values(), y.values());
    } else if (before instanceof Text x && after instanceof Text y) {
      value(where, x, y);
    } else {
      ifBoth(where, a.memory(), b.memory());
    }
  }

  /** Of values that were summed up, the hashes decide. */
  private void values(String where, Recorded before, Recorded after) {
    if (before instanceof Fields a && after instanceof Fields b) {
      String hash = a.text(TensorValues.HASH);
      if (hash != null
          && b.text(TensorValues.HASH) != null
          && !hash.equals(b.text(TensorValues.HASH))) {
        found.add(new Difference(where, summary(a), summary(b)));
      }
    } else {
      value(where, before, after);
    }
  }

  /** With the start of the hash, for values that differ only later. */
  private static String summary(Fields values) {
    Recorded count = values.get(TensorValues.COUNT);
    String hash = values.text(TensorValues.HASH);
    return (count == null ? "" : RecordedText.of(count) + " values from ")
        + RecordedText.of(Recorded.list(values.items(TensorValues.FIRST)))
        + (hash == null ? "" : ", sha256 " + hash.substring(0, Math.min(8, hash.length())));
  }

  private void ifBoth(String where, @Nullable Object before, @Nullable Object after) {
    if (before != null && after != null) {
      text(where, before.toString(), after.toString());
    }
  }

  private void text(String where, @Nullable String before, @Nullable String after) {
    if (!Objects.equals(before, after)) {
      found.add(new Difference(where, before, after));
    }
  }

  private static @Nullable String shown(@Nullable Recorded value) {
    return value == null ? null : RecordedText.of(value);
  }

  private static @Nullable String upper(@Nullable String name) {
    return name == null ? null : name.toUpperCase(Locale.ROOT);
  }

  private static boolean isScalar(Recorded value) {
    return switch (value) {
      case Nothing _, Flag _, Numeral _, Text _ -> true;
      case Sequence _, Fields _ -> false;
    };
  }

  /** Numbers by value; NaN and infinities also where one of the files has them as strings. */
  private static boolean isSame(Recorded before, Recorded after) {
    if (before instanceof Sequence(List<Recorded> x)
        && after instanceof Sequence(List<Recorded> y)) {
      boolean same = x.size() == y.size();
      for (int i = 0; same && i < x.size(); i++) {
        same = isSame(x.get(i), y.get(i));
      }
      return same;
    }
    if (!isScalar(before) || !isScalar(after)) {
      return false;
    }
    String a = Configuration.withoutAddresses(RecordedText.scalar(before));
    String b = Configuration.withoutAddresses(RecordedText.scalar(after));
    return before.equals(after)
        || (a.equals(b) && (before.getClass() == after.getClass() || isNonFinite(a)))
        || (before instanceof Numeral x && after instanceof Numeral y && isSameNumber(x, y));
  }

  private static boolean isNonFinite(String text) {
    return text.equals("NaN") || text.equals("Infinity") || text.equals("-Infinity");
  }

  /** Integers may be larger than a double tells apart. */
  private static boolean isSameNumber(Numeral a, Numeral b) {
    return !(a.isWhole() && b.isWhole()) && a.asDouble() == b.asDouble();
  }
}
