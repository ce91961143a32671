package dev.tilescope.internal.perf;

import java.util.Set;

/** What kind of work an operation does, by its name. */
public enum OperationCategory {
  COMPUTE(
      "Compute",
      Set.of(
          "Accumulation",
          "AllGatherMatmul",
          "Binary",
          "BinaryNg",
          "Conv2d",
          "Embeddings",
          "GridSample",
          "GridSampleOperation",
          "GroupNorm",
          "IntImg",
          "LayerNorm",
          "Matmul",
          "MinimalMatmulOp",
          "OptimizedConvNew",
          "Pool2D",
          "Reduce",
          "RotaryEmbeddingLlama",
          "SDPAOperation",
          "ScaledDotProductAttention",
          "ScaledDotProductAttentionDecode",
          "Softmax",
          "Unary",
          "UpSample",
          "UpsampleOperation")),
  DATA_MOVEMENT(
      "DM",
      Set.of(
          "CloneOperation",
          "Copy",
          "Halo",
          "InterleavedToSharded",
          "InterleavedToShardedPartial",
          "Move",
          "PaddedSlice",
          "PagedUpdateCacheDeviceOperation",
          "ReduceScatter",
          "Reshard",
          "ShardedToInterleaved",
          "ShardedToInterleavedPartial",
          "SliceWrite",
          "Where")),
  TENSOR_MANIPULATION(
      "TM",
      Set.of(
          "Concat",
          "ConcatenateHeads",
          "CreateQKVHeadsDeviceOperation",
          "FillPad",
          "Fold",
          "NLPConcatHeads",
          "NLPConcatHeadsDecodeDeviceOperation",
          "NLPCreateHeadsDecodeDeviceOperation",
          "NlpCreateHeads",
          "PadDeviceOperation",
          "Permute",
          "Reshape",
          "Slice",
          "Split",
          "Ternary",
          "Tilize",
          "TilizeWithValPadding",
          "Transpose",
          "Typecast",
          "Untilize",
          "UntilizeWithUnpadding")),
  HOST("Host", Set.of()),
  OTHER("Other", Set.of());

  private static final String SUFFIX = "DeviceOperation";

  private final String text;
  private final Set<String> names;

  OperationCategory(String text, Set<String> names) {
    this.text = text;
    this.names = names;
  }

  static OperationCategory of(PerfOperation operation) {
    if (operation.isHost()) {
      return HOST;
    }
    String name = StackedReport.firstWord(operation.name());
    String stem = name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
    for (OperationCategory category : values()) {
      if (category.names.contains(name) || category.names.contains(stem)) {
        return category;
      }
    }
    return OTHER;
  }

  @Override
  public String toString() {
    return text;
  }
}
