package dev.tilescope.ops.internal.mechanism;

import java.util.Locale;
import java.util.Map;

/**
 * What an operation is called.
 *
 * @param traced TT-NN's name as traces have it, e.g. {@code ttnn::transformer::concatenate_heads};
 *     a function of TT-NN's Python has dots in it
 * @param method in Java, e.g. {@code concatenateHeads}
 */
public record OperationName(String traced, String method) {
  /** The classes of TT-NN's modules; one inside another has no class of its own. */
  private static final Map<String, String> DOORS =
      Map.of(
          "transformer", "Transformer",
          "experimental", "Experimental",
          "deepseek_prefill", "Experimental",
          "kv_cache", "KvCache");

  public static OperationName of(String traced) {
    String last = traced.replaceFirst(".*[:.]", "");
    String plain = last.replaceFirst("^__(.*)__$", "$1").replaceFirst("_$", "_in_place");
    return new OperationName(traced, camelCase(plain));
  }

  OperationName inJava(String other) {
    return new OperationName(traced, other);
  }

  /** As users write it in Python: {@code ttnn.transformer.concatenate_heads}. */
  public String dotted() {
    return traced.replace("::", ".");
  }

  /** The class that has the method. */
  public String door() {
    String[] words = dotted().split("\\.", -1);
    return DOORS.getOrDefault(words[words.length - 2], "Ttnn");
  }

  private static String camelCase(String snakeCase) {
    StringBuilder name = new StringBuilder();
    for (String word : snakeCase.split("_", -1)) {
      name.append(
          name.isEmpty() || word.isEmpty()
              ? word
              : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
    }
    return name.toString();
  }

  @Override
  public String toString() {
    return traced;
  }
}
