package dev.tilescope.profile;

import dev.tilescope.profile.ByteSource.Malformed;
import dev.tilescope.profile.OperationDescription.TensorText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** Descriptions of operations as bytes; the format is that of PROGRAM in {@link JournalWriter}. */
final class DescriptionCode {
  private static final int MOST_ATTRIBUTES = 1 << 16;

  private DescriptionCode() {}

  static void write(OperationDescription operation, ByteSink to) {
    to.text(operation.name());
    to.number(operation.hash());
    to.number(operation.attributes().size());
    operation
        .attributes()
        .forEach((name, text) -> {
          to.text(name);
          to.text(text);
        });
    write(operation.inputCount(), operation.inputs(), to);
    write(operation.outputCount(), operation.outputs(), to);
    to.number(operation.dataMovementKernels());
    to.number(operation.computeKernels());
    to.text(operation.mathFidelity());
    to.number(operation.idealComputeNanos());
    to.number(operation.idealBandwidthNanos());
  }

  private static void write(int count, List<TensorText> tensors, ByteSink to) {
    to.number(count);
    to.number(tensors.size());
    for (TensorText tensor : tensors) {
      tensor.shape().forEach(to::text);
      to.text(tensor.layout());
      to.text(tensor.dtype());
      to.text(tensor.bufferType());
      to.text(tensor.memoryLayout());
      to.number(tensor.bytes());
    }
  }

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
