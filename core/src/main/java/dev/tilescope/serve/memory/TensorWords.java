package dev.tilescope.serve.memory;

import dev.tilescope.json.JsonWriter;
import dev.tilescope.serve.OperationColumns;
import dev.tilescope.store.ReadOnlyDatabase;
import org.jspecify.annotations.Nullable;

/** What is said of the tensor in a buffer. Texts are cut: a report may hold any. */
record TensorWords(int id, String shape, String dtype, String layout, String memory) {
  private static final int LONGEST = 600;

  static @Nullable TensorWords of(ReadOnlyDatabase database, int rank, int id) {
    if (id == Spans.NONE) {
      return null;
    }
    return database
        .list(
            "SELECT substr(shape, 1, %1$d), substr(dtype, 1, %1$d), substr(layout, 1, %1$d),"
                    .formatted(LONGEST)
                + " substr(memory_config, 1, %d)".formatted(LONGEST)
                + " FROM tensors t WHERE tensor_id = ? AND rank = ? LIMIT 1",
            row ->
                new TensorWords(
                    id,
                    orEmpty(row.getString(1)),
                    orEmpty(row.getString(2)),
                    orEmpty(row.getString(3)),
                    orEmpty(row.getString(4))),
            id,
            rank)
        .stream()
        .findFirst()
        .orElse(null);
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  static void write(JsonWriter json, @Nullable TensorWords words) {
    if (words == null) {
      json.nullValue();
      return;
    }
    json.beginObject()
        .field("id", words.id)
        .field("shape", words.shape)
        .field("dtype", words.dtype)
        .field("layout", words.layout)
        .field("memory", words.memory)
        .endObject();
  }

  /** An operation as a link, or null if the index is of none. */
  static void operation(JsonWriter json, String name, OperationColumns operations, int index) {
    json.name(name);
    if (index < 0 || index >= operations.size()) {
      json.nullValue();
    } else {
      json.beginObject()
          .field("id", operations.id(index))
          .field("index", index)
          .field("name", operations.name(index))
          .endObject();
    }
  }
}
