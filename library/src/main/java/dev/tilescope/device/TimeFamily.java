package dev.tilescope.device;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Programs that the cost model is alike good at, by the names of their device operations. */
public enum TimeFamily {
  ELEMENTWISE("Unary", "UnaryNg", "Binary", "BinaryNg", "Ternary", "Typecast"),
  MATMUL("Matmul", "MinimalMatmul"),
  CONVOLUTION("Conv2d", "OptimizedConvNew", "Halo", "HaloDevice", "Pool2D", "UpSample"),
  NORM("LayerNorm", "Softmax", "GroupNorm", "BatchNorm"),
  LAYOUT("Tilize", "TilizeWithValPadding", "Untilize", "UntilizeWithUnpadding"),
  SHARDS("InterleavedToSharded", "ShardedToInterleaved", "Reshard", "Move"),
  MOVEMENT(
      "Transpose",
      "Permute",
      "Reshape",
      "ReshapeView",
      "Slice",
      "Concat",
      "Pad",
      "Repeat",
      "Copy",
      "FillPad",
      "Embeddings",
      "Gather",
      "Scatter",
      "NLPConcatHeads",
      "NlpCreateHeads",
      "NLPConcatHeadsDecode",
      "NLPCreateQKVHeadsDecode"),
  REDUCTION("Reduce", "FastReduceNC", "ArgMax", "TopK", "Prod", "Accumulation"),
  ATTENTION(
      "SDPAOperation",
      "SdpaDecode",
      "RotaryEmbedding",
      "RotaryEmbeddingLlama",
      "PagedUpdateCache",
      "PagedFillCache",
      "UpdateKVCacheOperation"),
  /** Nobody compared these with a board: their band is that of all others together. */
  OTHER;

  private static final String SUFFIX = "DeviceOperation";
  private static final Map<String, TimeFamily> BY_PROGRAM = byProgram();

  private final String[] programs;

  TimeFamily(String... programs) {
    this.programs = programs;
  }

  private static Map<String, TimeFamily> byProgram() {
    Map<String, TimeFamily> families = new HashMap<>();
    for (TimeFamily family : values()) {
      for (String program : family.programs) {
        families.put(program, family);
        families.put(program + SUFFIX, family);
      }
    }
    return families;
  }

  /**
   * @param deviceOperation as reports name it, e.g. {@code MatmulDeviceOperation}, or without that
   *     word
   */
  public static TimeFamily of(String deviceOperation) {
    return BY_PROGRAM.getOrDefault(deviceOperation, OTHER);
  }

  /** What names of constants have of it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
