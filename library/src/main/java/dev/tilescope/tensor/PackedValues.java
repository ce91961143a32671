package dev.tilescope.tensor;

import java.lang.foreign.MemorySegment;
import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The values of a bfloat16 tensor as another library gave them, two bytes an element: unpacked when
 * somebody asks for them. Weights come in this way, and taking them costs a copy of their bytes.
 */
final class PackedValues extends AbstractList<Values> {
  /** Never written to; null once unpacked. */
  private short @Nullable [] packed;

  private @Nullable Values unpacked;

  PackedValues(short[] packed) {
    this.packed = packed;
  }

  @Override
  public synchronized Values get(int index) {
    Objects.checkIndex(index, 1);
    if (packed != null) {
      MemorySegment elements = MemorySegment.ofArray(packed);
      unpacked = new Values.Floats(Bfloat16Elements.toFloats(elements, packed.length));
      packed = null;
    }
    return Objects.requireNonNull(unpacked);
  }

  @Override
  public int size() {
    return 1;
  }

  /** The same values for another tensor. */
  synchronized List<Values> copy() {
    return packed == null ? List.of(get(0).copy()) : new PackedValues(packed);
  }
}
