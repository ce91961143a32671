package dev.tilescope.profile;

import dev.tilescope.model.ArgumentText;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.profile.SeenProgram.SeenTensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * What a message says of an operation beside which call it was: the same for all launches of one
 * program.
 *
 * @param attributes names and texts
 * @param inputs the first of them, up to {@link #MOST_TENSORS}
 * @param inputCount how many there were
 * @param mathFidelity empty for a program that computes nothing
 * @param idealComputeNanos by the cost model, as is the next
 */
public record OperationDescription(
    String name,
    long hash,
    SequencedMap<String, String> attributes,
    List<TensorText> inputs,
    int inputCount,
    List<TensorText> outputs,
    int outputCount,
    int dataMovementKernels,
    int computeKernels,
    String mathFidelity,
    long idealComputeNanos,
    long idealBandwidthNanos) {
  public static final int MOST_TENSORS = 256;
  static final int MOST_NAME_BYTES = 1 << 10;
  private static final int MOST_ATTRIBUTE_CHARS = 1 << 17;

  /**
   * A tensor in the words of a message.
   *
   * @param shape W, Z, Y and X, each as {@code padded[logical]}
   * @param bufferType empty for a tensor of the host
   * @param bytes of its buffer
   */
  public record TensorText(
      List<String> shape,
      String layout,
      String dtype,
      String bufferType,
      String memoryLayout,
      long bytes) {
    private static final int DIMENSIONS = 4;

    static TensorText of(TensorSpec spec, boolean onDevice) {
      MemoryConfig memory = spec.memoryConfig();
      return new TensorText(
          dimensions(spec),
          spec.layout().name(),
          spec.dtype().name(),
          onDevice ? memory.bufferType().name() : "",
          onDevice ? memory.memoryLayout().name() : "",
          spec.bufferBytes());
    }

    /** Of more than four dimensions, the outer ones are one. */
    private static List<String> dimensions(TensorSpec spec) {
      String[] texts = new String[DIMENSIONS];
      for (int i = 0; i < DIMENSIONS; i++) {
        texts[i] = dimension(spec.paddedShape(), i) + "[" + dimension(spec.shape(), i) + "]";
      }
      return List.of(texts);
    }

    private static long dimension(Shape shape, int index) {
      int at = index - (DIMENSIONS - shape.rank());
      if (index > 0 || at <= 0) {
        return at < 0 ? 1 : shape.dim(at);
      }
      long folded = 1;
      for (int i = 0; i <= at; i++) {
        folded *= shape.dim(i);
      }
      return folded;
    }
  }

  static List<TensorText> tensors(List<SeenTensor> seen) {
    return seen.stream()
        .limit(MOST_TENSORS)
        .map(tensor -> TensorText.of(tensor.spec(), tensor.onDevice()))
        .toList();
  }

  /** Attributes for which there is no room are left out. */
  static SequencedMap<String, String> texts(@Nullable Record attributes) {
    SequencedMap<String, String> kept = new LinkedHashMap<>();
    if (attributes == null) {
      return kept;
    }
    int room = MOST_ATTRIBUTE_CHARS;
    for (var field : ArgumentText.fields(attributes).entrySet()) {
      room -= field.getKey().length() + field.getValue().length();
      if (room >= 0) {
        kept.put(field.getKey(), field.getValue());
      }
    }
    return kept;
  }
}
