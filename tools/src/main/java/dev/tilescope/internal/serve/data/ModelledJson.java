package dev.tilescope.internal.serve.data;

import dev.tilescope.device.ModelledTime;
import dev.tilescope.internal.json.JsonWriter;

/** A modelled time as the page reads it: never without what a board may take. */
public final class ModelledJson {
  private ModelledJson() {}

  /** Three fields, of which the page's {@code modelled()} makes words. */
  public static void write(JsonWriter json, ModelledTime time) {
    json.field("modelled", time.nanos())
        .field("modelledLow", time.lowNanos())
        .field("modelledHigh", time.highNanos());
  }
}
