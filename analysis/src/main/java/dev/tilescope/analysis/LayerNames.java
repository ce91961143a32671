package dev.tilescope.analysis;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Names a block of operations by what it holds.
 *
 * <p>A fused attention, or a softmax between two matrix products, is "attention"; with three or
 * more products after it, of which the first is its own projection, "attention + feed-forward". A
 * block with a convolution is a "convolution block". Any other is called by those three of its
 * operations that are rarest in the program, in the order of the block: "matmul, gelu, add".
 */
final class LayerNames {
  private static final int MOST_WORDS = 3;
  private static final Set<String> PRODUCTS = Set.of("matmul", "linear", "addmm", "bmm");

  private final Map<String, Long> calls = new HashMap<>();

  LayerNames(List<String> briefNames) {
    briefNames.forEach(name -> calls.merge(word(name), 1L, Long::sum));
  }

  /** In-place operations end in an underscore. */
  private static String word(String briefName) {
    return briefName.endsWith("_") ? briefName.substring(0, briefName.length() - 1) : briefName;
  }

  String of(List<String> briefNames) {
    List<String> words = briefNames.stream().map(LayerNames::word).toList();
    int attention = attentionIn(words);
    if (attention >= 0) {
      long after = products(words.subList(attention + 1, words.size()));
      return after >= 3 ? "attention + feed-forward" : "attention";
    }
    if (words.stream().anyMatch(LayerNames::isConvolution)) {
      return "convolution block";
    }
    return rarest(words);
  }

  /** The place of the last operation of the attention itself; -1 if there is none. */
  private static int attentionIn(List<String> words) {
    for (int i = 0; i < words.size(); i++) {
      if (words.get(i).contains("dot_product_attention") || words.get(i).contains("sdpa")) {
        return i;
      }
      if (words.get(i).contains("softmax") && products(words.subList(0, i)) > 0) {
        for (int next = i + 1; next < words.size(); next++) {
          if (PRODUCTS.contains(words.get(next))) {
            return next;
          }
        }
      }
    }
    return -1;
  }

  private static long products(List<String> words) {
    return words.stream().filter(PRODUCTS::contains).count();
  }

  private static boolean isConvolution(String word) {
    return word.startsWith("conv") && !word.startsWith("convert");
  }

  private String rarest(List<String> words) {
    Set<String> chosen =
        words.stream()
            .distinct()
            .sorted(Comparator.comparingLong(word -> calls.getOrDefault(word, 0L)))
            .limit(MOST_WORDS)
            .collect(Collectors.toSet());
    return words.stream().distinct().filter(chosen::contains).collect(Collectors.joining(", "));
  }
}
