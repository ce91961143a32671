package dev.tilescope.ops;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the declaration of an operation says, for people and tools.
 *
 * @param name as TT-NN's users write it, e.g. {@code ttnn.add}
 * @param family the operations it is declared with, e.g. {@code Binary}
 * @param methods how to call it from Java, e.g. {@code Ttnn.add(a, b)}
 * @param deviceOperations those that do its work, without conversions on the way; none for an
 *     operation of the host
 */
public record OperationDescription(
    String name,
    String family,
    List<String> methods,
    List<Argument> arguments,
    List<OnDevice> deviceOperations) {

  public OperationDescription {
    methods = List.copyOf(methods);
    arguments = List.copyOf(arguments);
    deviceOperations = List.copyOf(deviceOperations);
  }

  /**
   * @param name TT-NN's
   * @param fallback the value it has when it is not given, as Python writes it; null if it must be
   *     given
   */
  public record Argument(String name, @Nullable String fallback) {
    @Override
    public String toString() {
      return fallback == null ? name : name + "=" + fallback;
    }
  }

  /**
   * @param name its code in performance reports, e.g. {@code BinaryNgDeviceOperation}
   * @param circularBuffers how they are sized
   */
  public record OnDevice(String name, List<TensorArgument> tensors, String circularBuffers) {
    public OnDevice {
      tensors = List.copyOf(tensors);
    }
  }

  /**
   * @param dtypes those it takes; empty for any
   * @param layout the one it takes; null for either
   */
  public record TensorArgument(
      String name, boolean isOptional, List<DataType> dtypes, @Nullable Layout layout) {
    public TensorArgument {
      dtypes = List.copyOf(dtypes);
    }
  }
}
