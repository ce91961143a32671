package dev.tilescope.internal.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** A colour on a terminal: the 256-colour codes that tt-perf-report uses. */
enum Colour {
  GREY(8),
  RED(9),
  GREEN(10),
  YELLOW(11),
  BLUE(12),
  MAGENTA(13),
  CYAN(14),
  WHITE(15),
  ORANGE(208);

  private static final Map<String, Colour> OF_NAMES = new LinkedHashMap<>();

  static {
    OF_NAMES.put("(torch)", RED);
    OF_NAMES.put("Matmul", MAGENTA);
    OF_NAMES.put("OptimizedConvNew", ORANGE);
    OF_NAMES.put("Conv2d", ORANGE);
    OF_NAMES.put("LayerNorm", CYAN);
    OF_NAMES.put("AllGather", CYAN);
    OF_NAMES.put("AllReduce", CYAN);
    OF_NAMES.put("ScaledDotProductAttentionDecode", BLUE);
    OF_NAMES.put("ScaledDotProductAttentionGQADecode", BLUE);
    OF_NAMES.put("NlpCreateHeadsDeviceOperation", BLUE);
    OF_NAMES.put("NLPConcatHeadsDecodeDeviceOperation", BLUE);
    OF_NAMES.put("UpdateCache", BLUE);
  }

  private final int code;

  Colour(int code) {
    this.code = code;
  }

  /** By the first known word in the name of an operation, as tt-perf-report has it. */
  static Colour ofName(String name) {
    return OF_NAMES.entrySet().stream()
        .filter(entry -> name.contains(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(WHITE);
  }

  String paint(String text) {
    return "\u001b[38;5;" + code + "m" + text + "\u001b[0m";
  }
}
