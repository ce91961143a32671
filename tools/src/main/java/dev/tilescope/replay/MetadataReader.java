package dev.tilescope.replay;

import dev.tilescope.args.ValueFields;
import dev.tilescope.internal.json.JsonKind;
import dev.tilescope.internal.json.JsonReader;
import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Sequence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a document without the values of its tensors, which may be larger than memory.
 *
 * <p>Every known tracer writes a tensor's {@code type} before its {@code values}. Where it comes
 * later, up to {@link #MAX_UNDECIDED} values are held until it does, and more are passed over.
 */
final class MetadataReader {
  private static final int MAX_UNDECIDED = 1 << 16;

  private final JsonReader reader;
  private final boolean summing;
  private int undecided;

  /**
   * @param summing whether values are counted and hashed; otherwise they are passed over, which is
   *     faster
   */
  MetadataReader(JsonReader reader, boolean summing) {
    this.reader = reader;
    this.summing = summing;
  }

  /** The value under the cursor. */
  Recorded read() {
    return switch (reader.kind()) {
      case OBJECT -> readFields();
      case ARRAY -> readSequence();
      case STRING, INTEGER, DECIMAL, BOOLEAN, NULL, END -> RecordedJson.read(reader);
    };
  }

  Fields readFields() {
    return readFields(false);
  }

  /**
   * @param isPart whether the object is a part of a tensor, which has values and no type
   */
  private Fields readFields(boolean isPart) {
    LinkedHashMap<String, Recorded> fields = new LinkedHashMap<>();
    reader.enterObject();
    for (String name = reader.nextField(); name != null; name = reader.nextField()) {
      fields.put(name, readField(name, isPart || RecordedTensor.isType(fields.get("type"))));
    }
    if (fields.get(ValueFields.VALUES) instanceof Sequence read
        && RecordedTensor.isType(fields.get("type"))) {
      fields.put(ValueFields.VALUES, summing ? TensorValues.summary(read) : TensorValues.NOT_READ);
    }
    return new Fields(fields);
  }

  private Recorded readField(String name, boolean ofTensor) {
    if (name.equals(ValueFields.VALUES_BEFORE) && reader.kind() == JsonKind.OBJECT) {
      return readFields(true);
    }
    if (reader.kind() != JsonKind.ARRAY) {
      return read();
    }
    return switch (name) {
      case ValueFields.VALUES -> readValues(ofTensor);
      case ValueFields.DEVICE_VALUES -> readParts();
      default -> read();
    };
  }

  private Sequence readParts() {
    List<Recorded> parts = new ArrayList<>();
    reader.enterArray();
    while (reader.nextElement()) {
      parts.add(reader.kind() == JsonKind.OBJECT ? readFields(true) : read());
    }
    return new Sequence(parts);
  }

  private Sequence readSequence() {
    List<Recorded> items = new ArrayList<>();
    reader.enterArray();
    while (reader.nextElement()) {
      items.add(read());
    }
    return new Sequence(items);
  }

  private Recorded readValues(boolean ofTensor) {
    if (!ofTensor) {
      undecided = 0;
      Sequence read = readAtMost();
      return read == null ? TensorValues.NOT_READ : read;
    }
    if (summing) {
      return TensorValues.summary(reader);
    }
    reader.skip();
    return TensorValues.NOT_READ;
  }

  /** The array under the cursor, read or passed over to its end; null if it holds too much. */
  private @Nullable Sequence readAtMost() {
    List<Recorded> items = new ArrayList<>();
    reader.enterArray();
    while (reader.nextElement()) {
      if (undecided++ >= MAX_UNDECIDED) {
        items.clear();
        reader.skip();
        continue;
      }
      Recorded item = reader.kind() == JsonKind.ARRAY ? readAtMost() : read();
      if (item != null) {
        items.add(item);
      }
    }
    return undecided <= MAX_UNDECIDED ? new Sequence(items) : null;
  }
}
