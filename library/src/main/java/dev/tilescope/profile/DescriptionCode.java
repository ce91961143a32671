package dev.tilescope.profile;

import dev.tilescope.profile.OperationDescription.TensorText;
import java.util.List;

/** Descriptions of operations as bytes; the format is that of PROGRAM in {@link JournalWriter}. */
final class DescriptionCode {
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
}
