package dev.tilescope.args;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.tensor.TorchDtype;
import dev.tilescope.tensor.TorchTensor;
import dev.tilescope.tensor.Values;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a file says of a call, taken when it ended. Values are plain ones (numbers, texts, enums,
 * records, {@code null}), lists and maps of them, and the {@link Snapshot}s below of what may
 * change afterwards.
 *
 * @param time when it ended, as {@link CallTime} writes it
 * @param parent the number of the call that made this one; 0 for none
 * @param isImmutable whether nothing in the content can change, so that equal contents have the
 *     same text
 */
record CallRecord(long number, long parent, String time, Content content, boolean isImmutable) {
  /**
   * What calls have in common that are made again and again.
   *
   * @param operation as users write it, e.g. {@code ttnn.add}
   * @param arguments by name, in the order of the signature
   * @param positional how many of them were given by their places; -1 if nobody said
   * @param sweepSourceHash as {@link OperationTracer#setSweepSourceHash} said; null for none
   * @param hasResult false if it gave nothing back
   */
  record Content(
      String operation,
      List<Argument> arguments,
      int positional,
      @Nullable String sweepSourceHash,
      boolean hasResult,
      @Nullable Object result,
      @Nullable Throwable failure) {}

  record Argument(String name, @Nullable Object value) {}

  /** Something that had to be looked at while the call's thread still held it. */
  sealed interface Snapshot {}

  /**
   * A tensor of ours.
   *
   * @param mesh where it is; null on the host
   * @param parts the values on each device, or a single set that all of them have; null if they are
   *     not wanted or not there
   */
  record TensorSnapshot(
      TensorSpec spec, List<String> placements, @Nullable Mesh mesh, @Nullable List<Values> parts)
      implements Snapshot {
    Shape shape() {
      return spec.shape();
    }

    DataType dtype() {
      return spec.dtype();
    }
  }

  /**
   * A tensor that the call may have changed.
   *
   * @param tensor after the call
   * @param before its parts before the call
   */
  record OverwrittenSnapshot(TensorSnapshot tensor, List<Values> before) implements Snapshot {}

  /**
   * A tensor of PyTorch's.
   *
   * @param values null if they are not wanted
   */
  record TorchSnapshot(Shape shape, TorchDtype dtype, @Nullable TorchTensor values)
      implements Snapshot {}

  record Mesh(int rows, int columns, List<Integer> deviceIds) implements Snapshot {}

  /** Any other object, by its class and its text. */
  record OtherObject(String type, String text) implements Snapshot {}

  record Mapping(Map<String, @Nullable Object> entries) implements Snapshot {}
}
