package dev.tilescope.journal;

import dev.tilescope.journal.ByteSource.Malformed;
import dev.tilescope.profile.OperationDescription;
import dev.tilescope.profile.OperationDescription.TensorText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** Reads descriptions of operations, which are PROGRAM in the format of {@code JournalWriter}. */
final class DescriptionSource {
  private static final int MOST_ATTRIBUTES = 1 << 16;

  private DescriptionSource() {}

  static OperationDescription read(ByteSource from) throws Malformed {
    String name = from.text();
    long hash = from.number();
    SequencedMap<String, String> attributes = new LinkedHashMap<>();
    int count = from.index(MOST_ATTRIBUTES);
    for (int i = 0; i < count; i++) {
      attributes.put(from.text(), from.text());
    }
    int inputCount = from.index(Integer.MAX_VALUE);
    List<TensorText> inputs = tensors(from);
    int outputCount = from.index(Integer.MAX_VALUE);
    return new OperationDescription(
        name,
        hash,
        attributes,
        inputs,
        inputCount,
        tensors(from),
        outputCount,
        from.index(Integer.MAX_VALUE),
        from.index(Integer.MAX_VALUE),
        from.text(),
        from.number(),
        from.number());
  }

  private static List<TensorText> tensors(ByteSource from) throws Malformed {
    int count = from.index(OperationDescription.MOST_TENSORS + 1);
    List<TensorText> tensors = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<String> shape = List.of(from.text(), from.text(), from.text(), from.text());
      tensors.add(
          new TensorText(shape, from.text(), from.text(), from.text(), from.text(), from.number()));
    }
    return tensors;
  }
}
