package dev.tilescope.device.internal;

import java.util.List;

/** What the bytes of a command say about one component of its record, or about several alike. */
sealed interface Part permits Field, Part.OfCode, Part.Array, Entries, Tail {
  /** A component that takes no bytes: what is read says it already. */
  record OfCode() implements Part {}

  /**
   * Fields that lie there several times, one behind the other.
   *
   * @param each as the first element has them
   */
  record Array(int count, int strideBytes, Field... each) implements Part {
    void addTo(List<Field> fields) {
      for (int i = 0; i < count; i++) {
        for (Field field : each) {
          fields.add(field.element(i, strideBytes));
        }
      }
    }
  }
}
