package dev.tilescope.ops;

import java.util.Map;

/**
 * What the documentation says of an operation. Code words stand between backticks.
 *
 * @param summary what it computes, in sentences, with the shapes that it takes
 * @param result what is given back, with its shape: a phrase
 * @param refusals what it refuses beyond tensors of the wrong device, dtype or layout: a phrase
 *     that follows "if"; empty if there is nothing
 * @param arguments what is said of arguments of this operation alone, by TT-NN's names
 */
record OperationText(
    String summary, String result, String refusals, Map<String, String> arguments) {
  public static final OperationText NONE = new OperationText("", "", "", Map.of());

  public OperationText {
    arguments = Map.copyOf(arguments);
  }
}
