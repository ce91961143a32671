package dev.tilescope.replay;

import dev.tilescope.args.ValueFields;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Numeral;
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values of a tensor on each device, as {@link ValuesJson} writes them.
 *
 * @param argument for messages
 * @param holder the object that has {@code values}
 */
record DeviceValues(String argument, Fields holder, Shape shape, DataType dtype) {
  private static final Fields NONE = new Fields(new LinkedHashMap<>());

  /** How many devices have values of their own, or a word for them; 1 if the file says nothing. */
  int devices() {
    return 1 + holder.items(ValueFields.DEVICE_VALUES).size();
  }

  /** One for each device, or one for all; null if the file lacks any of them. */
  @Nullable List<Values> parts() {
    Values first = values(holder);
    if (first == null) {
      return null;
    }
    List<Values> parts = new ArrayList<>(List.of(first));
    for (Recorded item : holder.items(ValueFields.DEVICE_VALUES)) {
      Values part = part(item, parts);
      if (part == null) {
        return null;
      }
      parts.add(part);
    }
    return parts;
  }

  /**
   * @param before those of the devices before this one
   */
  private @Nullable Values part(Recorded item, List<Values> before) {
    int device = before.size();
    if (!(item instanceof Fields fields)
        || index(fields, ValueFields.DEVICE, device + 1) != device) {
      throw new TilescopeException(
          "%s: device_values: the object of device %d is expected, the file has %s"
              .formatted(argument, device, RecordedText.of(item)));
    }
    if (fields.get(ValueFields.SAME_AS) == null) {
      return values(fields);
    }
    int same = index(fields, ValueFields.SAME_AS, device);
    if (same < 0) {
      throw new TilescopeException(
          "%s: same_as of device %d names a device before it, the file has %s"
              .formatted(argument, device, RecordedText.of(item)));
    }
    return before.get(same);
  }

  /** A number from 0 up to a limit; -1 for anything else. */
  private static int index(Fields fields, String name, int limit) {
    if (fields.get(name) instanceof Numeral(String text) && text.matches("\\d{1,9}")) {
      int index = Integer.parseInt(text);
      return index < limit ? index : -1;
    }
    return -1;
  }

  private @Nullable Values values(Fields part) {
    if (part.get(ValueFields.VALUES) == null || RecordedTensor.truncated(part)) {
      return null;
    }
    NestedNumbers numbers =
        NestedNumbers.of(argument, part.get(ValueFields.VALUES), shape.volume());
    return dtype.isFloat()
        ? new Values.Floats(numbers.floats())
        : new Values.Integers(numbers.integers());
  }

  /** The file that should have values and is not there; null for none. */
  @Nullable String absentFile() {
    String own = holder.text(ValueFields.VALUES_FILE);
    if (own != null) {
      return own;
    }
    for (Recorded item : holder.items(ValueFields.DEVICE_VALUES)) {
      if (item instanceof Fields part
          && part.text(ValueFields.VALUES_FILE) instanceof String file) {
        return file;
      }
    }
    return null;
  }

  /** The object that has a device's values: another one's, if they are said to be the same. */
  static Fields resolved(Fields holder, Recorded part) {
    if (!(part instanceof Fields fields)) {
      return NONE;
    }
    List<Recorded> all = holder.items(ValueFields.DEVICE_VALUES);
    int same = index(fields, ValueFields.SAME_AS, all.size() + 1);
    if (same < 1) {
      return same == 0 ? holder : fields;
    }
    return all.get(same - 1) instanceof Fields other ? other : NONE;
  }
}
