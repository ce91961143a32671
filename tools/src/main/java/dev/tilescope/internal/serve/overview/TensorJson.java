package dev.tilescope.internal.serve.overview;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.data.TensorColumns;

/** A tensor as the page gets it; what is not known is left out. */
final class TensorJson {
  private TensorJson() {}

  static void fields(
      JsonWriter json, TensorColumns tensors, OperationColumns operations, int index) {
    json.field("id", tensors.id(index))
        .field("shape", tensors.shape(index))
        .field("dtype", tensors.dtype(index))
        .field("layout", tensors.layout(index))
        .field("placement", tensors.placement(index))
        .field("uses", tensors.uses(index))
        .field("late", tensors.late(index))
        .field("wasted", tensors.wasted(index));
    known(json, "region", tensors.region(index));
    known(json, "bytes", tensors.bytes(index));
    known(json, "address", tensors.address(index));
    known(json, "producer", tensors.producer(index));
    known(json, "first", tensors.first(index));
    known(json, "last", tensors.lastUse(index));
    known(json, "freed", tensors.freed(index));
    int producer = operations.indexOf(tensors.producer(index));
    if (producer >= 0) {
      json.field("producerName", operations.name(producer));
    }
  }

  private static void known(JsonWriter json, String name, long value) {
    if (value != TensorColumns.NONE) {
      json.field(name, value);
    }
  }
}
