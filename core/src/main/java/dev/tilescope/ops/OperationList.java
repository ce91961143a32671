package dev.tilescope.ops;

import dev.tilescope.ops.Operations.Family;
import dev.tilescope.ops.attention.NlpOperations;
import dev.tilescope.ops.attention.TransformerOperations;
import dev.tilescope.ops.cache.CacheOperations;
import dev.tilescope.ops.cache.KvCacheOperations;
import dev.tilescope.ops.cache.PagedOperations;
import dev.tilescope.ops.collective.AsyncCollectiveOperations;
import dev.tilescope.ops.collective.CollectiveOperations;
import dev.tilescope.ops.collective.PartitionOperations;
import dev.tilescope.ops.convolution.ConvolutionOperations;
import dev.tilescope.ops.convolution.PoolOperations;
import dev.tilescope.ops.convolution.UpsampleOperations;
import dev.tilescope.ops.creation.CreationOperations;
import dev.tilescope.ops.creation.RandomOperations;
import dev.tilescope.ops.elementwise.ActivationOperations;
import dev.tilescope.ops.elementwise.ArithmeticOperations;
import dev.tilescope.ops.elementwise.ClampOperations;
import dev.tilescope.ops.elementwise.ComparisonOperations;
import dev.tilescope.ops.elementwise.InPlaceOperations;
import dev.tilescope.ops.elementwise.MathOperations;
import dev.tilescope.ops.elementwise.PlusOneOperations;
import dev.tilescope.ops.elementwise.TernaryOperations;
import dev.tilescope.ops.elementwise.UnaryOperations;
import dev.tilescope.ops.matmul.MatmulOperations;
import dev.tilescope.ops.movement.EmbeddingOperations;
import dev.tilescope.ops.movement.FoldOperations;
import dev.tilescope.ops.movement.JoinOperations;
import dev.tilescope.ops.movement.LayoutOperations;
import dev.tilescope.ops.movement.LookupOperations;
import dev.tilescope.ops.movement.MovementOperations;
import dev.tilescope.ops.movement.PadOperations;
import dev.tilescope.ops.movement.PlacementOperations;
import dev.tilescope.ops.movement.ShapeOperations;
import dev.tilescope.ops.movement.SliceOperations;
import dev.tilescope.ops.normalisation.AttentionSoftmaxOperations;
import dev.tilescope.ops.normalisation.ChannelNormOperations;
import dev.tilescope.ops.normalisation.GatheredNormOperations;
import dev.tilescope.ops.normalisation.GroupNormOperations;
import dev.tilescope.ops.normalisation.NormOperations;
import dev.tilescope.ops.normalisation.SoftmaxOperations;
import dev.tilescope.ops.reduction.ArgMaxOperations;
import dev.tilescope.ops.reduction.OrderOperations;
import dev.tilescope.ops.reduction.ReductionOperations;
import dev.tilescope.ops.reduction.VarianceOperations;
import dev.tilescope.ops.transfer.FileOperations;
import dev.tilescope.ops.transfer.TorchOperations;
import dev.tilescope.ops.transfer.TransferOperations;
import java.util.List;

/**
 * Every declared operation, family by family: what documentation, doors and calls by name know of.
 * A call through a door does not come here.
 *
 * <p>Generated from the declarations: after declaring an operation, run {@code mvn -Pgenerate}.
 */
final class OperationList {
  static final List<Family> FAMILIES =
      List.of(
          Family.of(
              CreationOperations.class,
              CreationOperations.ZEROS_OPERATION,
              CreationOperations.ONES_OPERATION,
              CreationOperations.FULL_OPERATION,
              CreationOperations.ZEROS_LIKE_OPERATION,
              CreationOperations.ONES_LIKE_OPERATION,
              CreationOperations.FULL_LIKE_OPERATION,
              CreationOperations.EMPTY_OPERATION,
              CreationOperations.EMPTY_LIKE_OPERATION,
              CreationOperations.ALLOCATE_OPERATION,
              CreationOperations.ARANGE_OPERATION),
          Family.of(
              RandomOperations.class,
              RandomOperations.RAND_OPERATION,
              RandomOperations.RANDN_OPERATION),
          Family.of(
              FileOperations.class,
              FileOperations.DUMP_OPERATION,
              FileOperations.LOAD_OPERATION,
              FileOperations.AS_TENSOR_OPERATION),
          Family.of(
              TorchOperations.class,
              TorchOperations.FROM_TORCH_OPERATION,
              TorchOperations.TO_TORCH_OPERATION),
          Family.of(
              TransferOperations.class,
              TransferOperations.TO_DEVICE_OPERATION,
              TransferOperations.FROM_DEVICE_OPERATION,
              TransferOperations.TO_ARRAY_OPERATION,
              TransferOperations.DEALLOCATE_OPERATION,
              TransferOperations.HOST_TO_DEVICE_OPERATION,
              TransferOperations.DEVICE_TO_HOST_OPERATION,
              TransferOperations.TO_DTYPE_OPERATION),
          Family.of(EmbeddingOperations.class, EmbeddingOperations.EMBEDDING_OPERATION),
          Family.of(FoldOperations.class, FoldOperations.FOLD_OPERATION),
          Family.of(
              JoinOperations.class,
              JoinOperations.CONCAT_OPERATION,
              JoinOperations.STACK_OPERATION,
              JoinOperations.ROLL_OPERATION,
              JoinOperations.INTERLEAVE_OPERATION),
          Family.of(
              LayoutOperations.class,
              LayoutOperations.TO_LAYOUT_OPERATION,
              LayoutOperations.TILIZE_OPERATION,
              LayoutOperations.VAL_PADDING_OPERATION,
              LayoutOperations.ZERO_PADDING_OPERATION,
              LayoutOperations.UNTILIZE_OPERATION,
              LayoutOperations.UNPADDING_OPERATION),
          Family.of(
              LookupOperations.class,
              LookupOperations.GATHER_OPERATION,
              LookupOperations.SCATTER_OPERATION,
              LookupOperations.SCATTER_ADD_OPERATION),
          Family.of(
              MovementOperations.class,
              MovementOperations.PERMUTE_OPERATION,
              MovementOperations.TRANSPOSE_OPERATION,
              MovementOperations.REPEAT_OPERATION,
              MovementOperations.EXPAND_OPERATION),
          Family.of(PadOperations.class, PadOperations.PAD_OPERATION),
          Family.of(
              PlacementOperations.class,
              PlacementOperations.TO_MEMORY_CONFIG_OPERATION,
              PlacementOperations.TO_SHARDED_OPERATION,
              PlacementOperations.TO_INTERLEAVED_OPERATION,
              PlacementOperations.RESHARD_OPERATION,
              PlacementOperations.CLONE_OPERATION,
              PlacementOperations.COPY_OPERATION,
              PlacementOperations.MOVE_OPERATION,
              PlacementOperations.REALLOCATE_OPERATION),
          Family.of(
              ShapeOperations.class,
              ShapeOperations.RESHAPE_OPERATION,
              ShapeOperations.VIEW_OPERATION,
              ShapeOperations.SQUEEZE_OPERATION,
              ShapeOperations.UNSQUEEZE_OPERATION,
              ShapeOperations.UNSQUEEZE_TO_4D_OPERATION),
          Family.of(
              SliceOperations.class,
              SliceOperations.SLICE_OPERATION,
              SliceOperations.SPLIT_OPERATION,
              SliceOperations.CHUNK_OPERATION,
              SliceOperations.GETITEM_OPERATION),
          Family.of(
              ActivationOperations.class,
              ActivationOperations.RELU,
              ActivationOperations.RELU6,
              ActivationOperations.HARDSIGMOID,
              ActivationOperations.HARDSWISH,
              ActivationOperations.HARDMISH,
              ActivationOperations.LOG_SIGMOID,
              ActivationOperations.SILU,
              ActivationOperations.SOFTSIGN,
              ActivationOperations.TANHSHRINK,
              ActivationOperations.TANH,
              ActivationOperations.MISH,
              ActivationOperations.SWISH_OPERATION,
              ActivationOperations.SIGMOID_ACCURATE_OPERATION,
              ActivationOperations.GELU_OPERATION,
              ActivationOperations.SIGMOID_OPERATION,
              ActivationOperations.LEAKY_RELU_OPERATION,
              ActivationOperations.ELU_OPERATION,
              ActivationOperations.CELU_OPERATION,
              ActivationOperations.SELU_OPERATION,
              ActivationOperations.SOFTPLUS_OPERATION,
              ActivationOperations.HARDTANH_OPERATION,
              ActivationOperations.HARDSHRINK_OPERATION,
              ActivationOperations.SOFTSHRINK_OPERATION,
              ActivationOperations.SOFTCAP_OPERATION,
              ActivationOperations.RELU_MAX_OPERATION,
              ActivationOperations.RELU_MIN_OPERATION,
              ActivationOperations.THRESHOLD_OPERATION,
              ActivationOperations.HEAVISIDE_OPERATION),
          Family.of(
              ArithmeticOperations.class,
              ArithmeticOperations.ADD,
              ArithmeticOperations.SUBTRACT,
              ArithmeticOperations.RSUB,
              ArithmeticOperations.SQUARED_DIFFERENCE,
              ArithmeticOperations.MINIMUM,
              ArithmeticOperations.MAXIMUM,
              ArithmeticOperations.REMAINDER,
              ArithmeticOperations.FMOD,
              ArithmeticOperations.FLOOR_DIV,
              ArithmeticOperations.DIV_NO_NAN,
              ArithmeticOperations.LDEXP,
              ArithmeticOperations.LOGADDEXP,
              ArithmeticOperations.LOGADDEXP2,
              ArithmeticOperations.BIAS_GELU,
              ArithmeticOperations.HYPOT,
              ArithmeticOperations.ATAN2,
              ArithmeticOperations.XLOGY,
              ArithmeticOperations.NEXTAFTER,
              ArithmeticOperations.MULTIPLY_OPERATION,
              ArithmeticOperations.DIV_OPERATION,
              ArithmeticOperations.POW_OPERATION,
              ArithmeticOperations.PRELU_OPERATION),
          Family.of(
              ClampOperations.class,
              ClampOperations.CLAMP_OPERATION,
              ClampOperations.CLIP_OPERATION),
          Family.of(
              ComparisonOperations.class,
              ComparisonOperations.EQ,
              ComparisonOperations.NE,
              ComparisonOperations.LT,
              ComparisonOperations.LE,
              ComparisonOperations.GT,
              ComparisonOperations.GE,
              ComparisonOperations.LOGICAL_AND,
              ComparisonOperations.LOGICAL_OR,
              ComparisonOperations.LOGICAL_XOR,
              ComparisonOperations.BITWISE_AND,
              ComparisonOperations.BITWISE_OR,
              ComparisonOperations.BITWISE_XOR,
              ComparisonOperations.LOGICAL_RIGHT_SHIFT,
              ComparisonOperations.GCD,
              ComparisonOperations.LCM,
              ComparisonOperations.BITWISE_LEFT_SHIFT_OPERATION,
              ComparisonOperations.LOGICAL_LEFT_SHIFT_OPERATION,
              ComparisonOperations.BITWISE_RIGHT_SHIFT_OPERATION),
          Family.of(
              InPlaceOperations.class,
              InPlaceOperations.ADD,
              InPlaceOperations.SUBTRACT,
              InPlaceOperations.MULTIPLY,
              InPlaceOperations.DIVIDE,
              InPlaceOperations.RSUB,
              InPlaceOperations.SQUARED_DIFFERENCE,
              InPlaceOperations.LDEXP,
              InPlaceOperations.LOGADDEXP,
              InPlaceOperations.LOGADDEXP2,
              InPlaceOperations.BIAS_GELU,
              InPlaceOperations.EQ,
              InPlaceOperations.NE,
              InPlaceOperations.LT,
              InPlaceOperations.LE,
              InPlaceOperations.GT,
              InPlaceOperations.GE,
              InPlaceOperations.LOGICAL_AND,
              InPlaceOperations.LOGICAL_OR,
              InPlaceOperations.LOGICAL_XOR,
              InPlaceOperations.LOGICAL_NOT_OPERATION),
          Family.of(
              MathOperations.class,
              MathOperations.IDENTITY,
              MathOperations.ABS,
              MathOperations.NEG,
              MathOperations.SIGN,
              MathOperations.SQUARE,
              MathOperations.RECIPROCAL,
              MathOperations.CBRT,
              MathOperations.FLOOR,
              MathOperations.CEIL,
              MathOperations.TRUNC,
              MathOperations.FRAC,
              MathOperations.EXP2,
              MathOperations.EXPM1,
              MathOperations.SIN,
              MathOperations.COS,
              MathOperations.TAN,
              MathOperations.ASIN,
              MathOperations.ACOS,
              MathOperations.ATAN,
              MathOperations.SINH,
              MathOperations.COSH,
              MathOperations.ASINH,
              MathOperations.ACOSH,
              MathOperations.ATANH,
              MathOperations.DEG2RAD,
              MathOperations.RAD2DEG,
              MathOperations.ERFC,
              MathOperations.ERFINV,
              MathOperations.LGAMMA,
              MathOperations.DIGAMMA,
              MathOperations.I0,
              MathOperations.I1,
              MathOperations.LOGICAL_NOT,
              MathOperations.ISNAN,
              MathOperations.ISINF,
              MathOperations.ISPOSINF,
              MathOperations.ISNEGINF,
              MathOperations.ISFINITE,
              MathOperations.SIGNBIT,
              MathOperations.EQZ,
              MathOperations.NEZ,
              MathOperations.GTZ,
              MathOperations.GEZ,
              MathOperations.LTZ,
              MathOperations.LEZ,
              MathOperations.BITWISE_NOT,
              MathOperations.SQRT,
              MathOperations.RSQRT,
              MathOperations.EXP,
              MathOperations.LOG,
              MathOperations.LOG2,
              MathOperations.LOG10,
              MathOperations.LOG1P,
              MathOperations.ERF,
              MathOperations.ROUND_OPERATION,
              MathOperations.RPOW_OPERATION,
              MathOperations.RDIV_OPERATION,
              MathOperations.LOGIT_OPERATION,
              MathOperations.FILL_OPERATION),
          Family.of(PlusOneOperations.class, PlusOneOperations.PLUS_ONE_OPERATION),
          Family.of(
              TernaryOperations.class,
              TernaryOperations.WHERE_OPERATION,
              TernaryOperations.ADDCMUL_OPERATION,
              TernaryOperations.ADDCDIV_OPERATION,
              TernaryOperations.LERP_OPERATION,
              TernaryOperations.MAC_OPERATION),
          Family.of(
              UnaryOperations.class,
              UnaryOperations.TYPECAST_OPERATION,
              UnaryOperations.UNARY_CHAIN_OPERATION),
          Family.of(
              MatmulOperations.class,
              MatmulOperations.MATMUL_OPERATION,
              MatmulOperations.LINEAR_OPERATION,
              MatmulOperations.ADDMM_OPERATION),
          Family.of(
              ArgMaxOperations.class,
              ArgMaxOperations.ARGMAX_OPERATION,
              ArgMaxOperations.CUMSUM_OPERATION),
          Family.of(
              OrderOperations.class,
              OrderOperations.TOPK_OPERATION,
              OrderOperations.SORT_OPERATION),
          Family.of(
              ReductionOperations.class,
              ReductionOperations.SUM_OPERATION,
              ReductionOperations.MEAN_OPERATION,
              ReductionOperations.MAX_OPERATION,
              ReductionOperations.MIN_OPERATION),
          Family.of(
              VarianceOperations.class,
              VarianceOperations.VAR_OPERATION,
              VarianceOperations.STD_OPERATION,
              VarianceOperations.PROD_OPERATION),
          Family.of(
              AttentionSoftmaxOperations.class,
              AttentionSoftmaxOperations.ATTENTION_SOFTMAX_OPERATION,
              AttentionSoftmaxOperations.ATTENTION_SOFTMAX_IN_PLACE_OPERATION),
          Family.of(ChannelNormOperations.class, ChannelNormOperations.BATCH_NORM_OPERATION),
          Family.of(
              GatheredNormOperations.class,
              GatheredNormOperations.LAYER_NORM_PRE_OPERATION,
              GatheredNormOperations.RMS_NORM_PRE_OPERATION,
              GatheredNormOperations.LAYER_NORM_POST_OPERATION,
              GatheredNormOperations.RMS_NORM_POST_OPERATION),
          Family.of(GroupNormOperations.class, GroupNormOperations.GROUP_NORM_OPERATION),
          Family.of(
              NormOperations.class,
              NormOperations.LAYER_NORM_OPERATION,
              NormOperations.RMS_NORM_OPERATION),
          Family.of(
              SoftmaxOperations.class,
              SoftmaxOperations.SOFTMAX_OPERATION,
              SoftmaxOperations.SOFTMAX_IN_PLACE_OPERATION,
              SoftmaxOperations.SCALE_MASK_SOFTMAX_OPERATION,
              SoftmaxOperations.SCALE_MASK_SOFTMAX_IN_PLACE_OPERATION),
          Family.of(
              NlpOperations.class,
              NlpOperations.CREATE_HEADS_OPERATION,
              NlpOperations.CREATE_HEADS_DECODE_OPERATION,
              NlpOperations.CONCAT_HEADS_OPERATION,
              NlpOperations.CONCAT_HEADS_DECODE_OPERATION,
              NlpOperations.ROTARY_OPERATION,
              NlpOperations.ROTARY_LLAMA_OPERATION),
          Family.of(
              TransformerOperations.class,
              TransformerOperations.SPLIT_OPERATION,
              TransformerOperations.CONCATENATE_HEADS_OPERATION,
              TransformerOperations.SDPA_OPERATION,
              TransformerOperations.SDPA_DECODE_OPERATION,
              TransformerOperations.PAGED_SDPA_DECODE_OPERATION),
          Family.of(ConvolutionOperations.class, ConvolutionOperations.CONV2D_OPERATION),
          Family.of(
              PoolOperations.class,
              PoolOperations.MAX_POOL_OPERATION,
              PoolOperations.AVG_POOL_OPERATION,
              PoolOperations.ADAPTIVE_MAX_POOL_OPERATION,
              PoolOperations.ADAPTIVE_AVG_POOL_OPERATION,
              PoolOperations.GLOBAL_AVG_POOL_OPERATION),
          Family.of(UpsampleOperations.class, UpsampleOperations.UPSAMPLE_OPERATION),
          Family.of(
              CacheOperations.class,
              CacheOperations.FILL_CACHE_OPERATION,
              CacheOperations.UPDATE_CACHE_OPERATION),
          Family.of(
              KvCacheOperations.class,
              KvCacheOperations.FILL_CACHE_FOR_USER_OPERATION,
              KvCacheOperations.UPDATE_CACHE_FOR_TOKEN_OPERATION),
          Family.of(
              PagedOperations.class,
              PagedOperations.PAGED_UPDATE_OPERATION,
              PagedOperations.PAGED_FUSED_UPDATE_OPERATION,
              PagedOperations.PAGED_FILL_OPERATION),
          Family.of(
              AsyncCollectiveOperations.class,
              AsyncCollectiveOperations.ALL_GATHER_ASYNC_OPERATION,
              AsyncCollectiveOperations.REDUCE_SCATTER_MINIMAL_ASYNC_OPERATION),
          Family.of(
              CollectiveOperations.class,
              CollectiveOperations.ALL_GATHER_OPERATION,
              CollectiveOperations.REDUCE_SCATTER_OPERATION,
              CollectiveOperations.ALL_REDUCE_OPERATION,
              CollectiveOperations.DISTRIBUTE_OPERATION,
              CollectiveOperations.AGGREGATE_OPERATION),
          Family.of(PartitionOperations.class, PartitionOperations.MESH_PARTITION_OPERATION));

  private OperationList() {}
}
