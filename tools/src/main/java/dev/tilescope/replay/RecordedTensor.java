package dev.tilescope.replay;

import dev.tilescope.args.ValueFields;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Flag;
import dev.tilescope.replay.Recorded.Nothing;
import dev.tilescope.replay.Recorded.Numeral;
import dev.tilescope.replay.Recorded.Sequence;
import dev.tilescope.replay.Recorded.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a recorded tensor says of itself, in any dialect: {@code DataType.BFLOAT16}, {@code
 * DataType::BFLOAT16} and {@code bfloat16} are one.
 *
 * @param kind whose tensor it is
 * @param fields all that the file says of it
 */
public record RecordedTensor(Kind kind, Fields fields) {
  public enum Kind {
    TTNN("ttnn.Tensor", "Tensor"),
    TORCH("torch.Tensor", "torch.Tensor");

    private final String type;
    private final String word;

    Kind(String type, String word) {
      this.type = type;
      this.word = word;
    }
  }

  /** What is known of a tensor's values. */
  public enum Values {
    /** Only metadata was recorded. */
    NONE,
    /** They are in {@code fields}. */
    READ,
    /** They are in the file, but it was read without them. */
    NOT_READ
  }

  /** Null if the value is no tensor. */
  public static @Nullable RecordedTensor of(Recorded value) {
    Kind kind = value instanceof Fields fields ? kindOf(fields.get("type")) : null;
    return kind == null ? null : new RecordedTensor(kind, (Fields) value);
  }

  static boolean isType(@Nullable Recorded type) {
    return kindOf(type) != null;
  }

  private static @Nullable Kind kindOf(@Nullable Recorded type) {
    for (Kind kind : Kind.values()) {
      if (type instanceof Text(String text) && text.replace("::", ".").equals(kind.type)) {
        return kind;
      }
    }
    return null;
  }

  /** The logical dimensions as recorded; empty for rank 0 and where none are recorded. */
  public List<Long> dims() {
    boolean original = fields.get("original_shape") instanceof Sequence;
    return wholeNumbers(fields.items(original ? "original_shape" : "shape"));
  }

  /** The logical shape; null if it is not recorded or none that a tensor can have. */
  public @Nullable Shape shape() {
    List<Recorded> items =
        fields.get("original_shape") instanceof Sequence(List<Recorded> original)
            ? original
            : fields.get("shape") instanceof Sequence(List<Recorded> plain) ? plain : null;
    if (items == null || dims().size() != items.size()) {
      return null;
    }
    try {
      return Shape.of(dims().stream().mapToInt(Math::toIntExact).toArray());
    } catch (ArithmeticException | TilescopeException e) {
      return null;
    }
  }

  /**
   * The element type's own name, such as {@code BFLOAT16} or {@code int64}; null if not recorded.
   */
  public @Nullable String dtypeName() {
    String original = fields.text("original_dtype");
    String name = original == null ? fields.text("dtype") : original;
    return name == null ? null : RecordedText.lastWord(name);
  }

  /** The element type; null if it is not recorded or none that TT-NN's tensors have here. */
  public @Nullable DataType dtype() {
    return constant(DataType.values(), dtypeName());
  }

  /** Null if it is not recorded, as for torch tensors. */
  public @Nullable Layout layout() {
    return constant(Layout.values(), word("layout"));
  }

  /** {@code DEVICE}, {@code HOST} or another word of TT-NN's; null if it is not recorded. */
  public @Nullable String storage() {
    String word = word("storage_type");
    return word == null ? null : word.replaceFirst("_STORAGE$", "");
  }

  /** As recorded: text, an object, or null. */
  public @Nullable Recorded memoryConfig() {
    return fields.get("memory_config") instanceof Nothing ? null : fields.get("memory_config");
  }

  /** Where it is; null if that is not recorded. */
  public @Nullable RecordedMemory memory() {
    return RecordedMemory.of(memoryConfig());
  }

  /** How it is spread over the axes of a mesh, e.g. {@code PlacementShard(3)}. */
  public List<String> placements() {
    return mesh("placements").stream()
        .filter(Text.class::isInstance)
        .map(RecordedText::scalar)
        .toList();
  }

  public List<Long> distributionShape() {
    return wholeNumbers(mesh("distribution_shape"));
  }

  /** The shape of the mesh it is on; empty for host tensors. */
  public List<Long> meshShape() {
    return wholeNumbers(mesh("shape"));
  }

  public List<Long> deviceIds() {
    return wholeNumbers(mesh("device_ids"));
  }

  public Values values() {
    Recorded values = fields.get(ValueFields.VALUES);
    if (values == null || values instanceof Nothing) {
      return Values.NONE;
    }
    return TensorValues.isMarker(values) ? Values.NOT_READ : Values.READ;
  }

  /** The file holds only the first of its values. */
  public boolean truncated() {
    return truncated(fields);
  }

  static boolean truncated(Fields holder) {
    Recorded mark = holder.get(ValueFields.TRUNCATED);
    return mark != null && !(mark instanceof Nothing) && !mark.equals(new Flag(false));
  }

  /** How many values there are and how they begin, or where; null if none are recorded. */
  public @Nullable String valuesText() {
    return valuesText(fields);
  }

  /** The same of the values that a call has written over; null if it has not, as far as known. */
  public @Nullable String valuesBeforeText() {
    return fields.get(ValueFields.VALUES_BEFORE) instanceof Fields before
        ? valuesText(before)
        : null;
  }

  /** The same for each device after the first, where they are recorded apart. */
  public List<String> deviceValuesTexts() {
    List<String> texts = new ArrayList<>();
    for (Recorded item : fields.items(ValueFields.DEVICE_VALUES)) {
      String text = item instanceof Fields part ? valuesText(part) : null;
      Recorded same = item instanceof Fields part ? part.get(ValueFields.SAME_AS) : null;
      String own = text == null ? "not recorded" : text;
      texts.add(same == null ? own : "as on device " + RecordedText.of(same));
    }
    return texts;
  }

  private static @Nullable String valuesText(Fields holder) {
    Recorded values = holder.get(ValueFields.VALUES);
    if (values == null || values instanceof Nothing) {
      String file = holder.text(ValueFields.VALUES_FILE);
      return file == null ? null : "in " + file;
    }
    String more = truncated(holder) ? ", truncated" : "";
    Fields summary = values instanceof Sequence read ? TensorValues.summary(read) : null;
    summary = values instanceof Fields marker ? marker : summary;
    if (summary == null) {
      return RecordedText.of(values) + more;
    }
    Recorded count = summary.get(TensorValues.COUNT);
    return count == null
        ? "recorded" + more
        : RecordedText.of(count)
            + more
            + ": "
            + RecordedText.of(Recorded.list(summary.items(TensorValues.FIRST)));
  }

  /** As {@code Tensor(shape=[4, 5], dtype=BFLOAT16, memory=DRAM_INTERLEAVED)}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(kind.word + "(shape=" + RecordedText.list(dims()));
    String dtype = dtypeName();
    text.append(dtype == null ? "" : ", dtype=" + dtype);
    RecordedMemory memory = "HOST".equals(storage()) ? null : memory();
    text.append(memory == null ? "" : ", memory=" + memory);
    List<String> shards = placements().stream().filter(p -> p.contains("Shard")).toList();
    text.append(shards.isEmpty() ? "" : ", placements=" + RecordedText.list(placements()));
    return text.append(')').toString();
  }

  private @Nullable String word(String name) {
    String text = fields.text(name);
    return text == null ? null : RecordedText.lastWord(text);
  }

  private List<Recorded> mesh(String name) {
    return fields.get("mesh_device") instanceof Fields mesh ? mesh.items(name) : List.of();
  }

  private static <E extends Enum<E>> @Nullable E constant(E[] constants, @Nullable String name) {
    for (E constant : constants) {
      if (name != null && constant.name().equals(name.toUpperCase(Locale.ROOT))) {
        return constant;
      }
    }
    return null;
  }

  /** What is no whole number of 64 bits is left out. */
  static List<Long> wholeNumbers(List<Recorded> items) {
    List<Long> numbers = new ArrayList<>();
    for (Recorded item : items) {
      try {
        if (item instanceof Numeral numeral) {
          numbers.add(Long.valueOf(numeral.text()));
        }
      } catch (NumberFormatException _) {
        // A word that is no number.
      }
    }
    return numbers;
  }
}
