package dev.tilescope.ops;

import dev.tilescope.tensor.Tensor;
import java.util.List;

/**
 * The keyword arguments of a binary operation that writes to its first input.
 *
 * @param activations unary functions of the result
 * @param inputTensorAActivations unary functions of the first input, before anything else
 * @param inputTensorBActivations the same of the second input
 */
public record InPlaceOptions(
    List<UnaryWithParam> activations,
    List<UnaryWithParam> inputTensorAActivations,
    List<UnaryWithParam> inputTensorBActivations)
    implements Options {
  public static final InPlaceOptions DEFAULT = new InPlaceOptions(List.of(), List.of(), List.of());

  public InPlaceOptions {
    activations = List.copyOf(activations);
    inputTensorAActivations = List.copyOf(inputTensorAActivations);
    inputTensorBActivations = List.copyOf(inputTensorBActivations);
  }

  /** By TT-NN's names, e.g. {@code withActivations("relu")}. */
  public InPlaceOptions withActivations(String... names) {
    return new InPlaceOptions(
        UnaryWithParam.named("activations", names),
        inputTensorAActivations,
        inputTensorBActivations);
  }

  public InPlaceOptions withInputTensorAActivations(String... names) {
    return new InPlaceOptions(
        activations,
        UnaryWithParam.named("input_tensor_a_activations", names),
        inputTensorBActivations);
  }

  public InPlaceOptions withInputTensorBActivations(String... names) {
    return new InPlaceOptions(
        activations,
        inputTensorAActivations,
        UnaryWithParam.named("input_tensor_b_activations", names));
  }

  /** The same for an operation that may write anywhere. */
  BinaryOptions into(Tensor target) {
    return BinaryOptions.DEFAULT
        .withOutputTensor(target)
        .withActivations(activations)
        .withInputTensorAActivations(inputTensorAActivations)
        .withInputTensorBActivations(inputTensorBActivations);
  }
}
