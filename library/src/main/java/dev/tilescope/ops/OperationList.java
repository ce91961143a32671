package dev.tilescope.ops;

import dev.tilescope.ops.Operations.Family;
import dev.tilescope.ops.internal.attention.FusedHeadOperations;
import dev.tilescope.ops.internal.attention.FusedRotaryOperations;
import dev.tilescope.ops.internal.attention.HalfRotaryOperations;
import dev.tilescope.ops.internal.attention.IndexedRotaryOperations;
import dev.tilescope.ops.internal.attention.JointAttentionOperations;
import dev.tilescope.ops.internal.attention.ModelHeadOperations;
import dev.tilescope.ops.internal.attention.NlpOperations;
import dev.tilescope.ops.internal.attention.TransformerOperations;
import dev.tilescope.ops.internal.cache.CacheOperations;
import dev.tilescope.ops.internal.cache.KvCacheOperations;
import dev.tilescope.ops.internal.cache.PaddedCacheOperations;
import dev.tilescope.ops.internal.cache.PagedOperations;
import dev.tilescope.ops.internal.cache.ZeroPaddedCacheOperations;
import dev.tilescope.ops.internal.collective.AsyncCollectiveOperations;
import dev.tilescope.ops.internal.collective.CollectiveOperations;
import dev.tilescope.ops.internal.collective.ExpertExchangeOperations;
import dev.tilescope.ops.internal.collective.ExpertTokenRemapOperations;
import dev.tilescope.ops.internal.collective.PartitionOperations;
import dev.tilescope.ops.internal.collective.PointToPointOperations;
import dev.tilescope.ops.internal.collective.RoutingRemapOperations;
import dev.tilescope.ops.internal.conversion.TypecastOperations;
import dev.tilescope.ops.internal.convolution.Conv1dOperations;
import dev.tilescope.ops.internal.convolution.Conv3dOperations;
import dev.tilescope.ops.internal.convolution.Conv3dWeights;
import dev.tilescope.ops.internal.convolution.ConvTransposeOperations;
import dev.tilescope.ops.internal.convolution.ConvolutionOperations;
import dev.tilescope.ops.internal.convolution.DeformableAttentionOperations;
import dev.tilescope.ops.internal.convolution.GridSampleOperations;
import dev.tilescope.ops.internal.convolution.PoolOperations;
import dev.tilescope.ops.internal.convolution.PreparedWeightOperations;
import dev.tilescope.ops.internal.convolution.RotateOperations;
import dev.tilescope.ops.internal.convolution.UpsampleOperations;
import dev.tilescope.ops.internal.creation.BernoulliOperations;
import dev.tilescope.ops.internal.creation.CreationOperations;
import dev.tilescope.ops.internal.creation.DropoutOperations;
import dev.tilescope.ops.internal.creation.FillRowOperations;
import dev.tilescope.ops.internal.creation.RandomOperations;
import dev.tilescope.ops.internal.elementwise.ActivationOperations;
import dev.tilescope.ops.internal.elementwise.ArithmeticOperations;
import dev.tilescope.ops.internal.elementwise.BcastOperations;
import dev.tilescope.ops.internal.elementwise.ClampOperations;
import dev.tilescope.ops.internal.elementwise.ComparisonOperations;
import dev.tilescope.ops.internal.elementwise.ExperimentalGradientOperations;
import dev.tilescope.ops.internal.elementwise.FormulaOperations;
import dev.tilescope.ops.internal.elementwise.GatedOperations;
import dev.tilescope.ops.internal.elementwise.GradientOperations;
import dev.tilescope.ops.internal.elementwise.InPlaceOperations;
import dev.tilescope.ops.internal.elementwise.IscloseOperations;
import dev.tilescope.ops.internal.elementwise.MathOperations;
import dev.tilescope.ops.internal.elementwise.PlusOneOperations;
import dev.tilescope.ops.internal.elementwise.TernaryOperations;
import dev.tilescope.ops.internal.elementwise.UnaryOperations;
import dev.tilescope.ops.internal.matmul.AttnMatmulOperations;
import dev.tilescope.ops.internal.matmul.GatheredMatmulOperations;
import dev.tilescope.ops.internal.matmul.MatmulOperations;
import dev.tilescope.ops.internal.matmul.MinimalMatmulOperations;
import dev.tilescope.ops.internal.matmul.OuterOperations;
import dev.tilescope.ops.internal.matmul.SparseMatmulOperations;
import dev.tilescope.ops.internal.movement.BroadcastOperations;
import dev.tilescope.ops.internal.movement.ChannelOrderOperations;
import dev.tilescope.ops.internal.movement.CopyCastOperations;
import dev.tilescope.ops.internal.movement.EmbeddingGradientOperations;
import dev.tilescope.ops.internal.movement.EmbeddingOperations;
import dev.tilescope.ops.internal.movement.FillPadOperations;
import dev.tilescope.ops.internal.movement.FoldOperations;
import dev.tilescope.ops.internal.movement.IndexedFillOperations;
import dev.tilescope.ops.internal.movement.JoinOperations;
import dev.tilescope.ops.internal.movement.LayoutOperations;
import dev.tilescope.ops.internal.movement.LookupOperations;
import dev.tilescope.ops.internal.movement.MovementOperations;
import dev.tilescope.ops.internal.movement.NarrowOperations;
import dev.tilescope.ops.internal.movement.NonZeroOperations;
import dev.tilescope.ops.internal.movement.PadOperations;
import dev.tilescope.ops.internal.movement.PaddedSliceOperations;
import dev.tilescope.ops.internal.movement.PartialShardOperations;
import dev.tilescope.ops.internal.movement.PlacementOperations;
import dev.tilescope.ops.internal.movement.ReshapeOnDeviceOperations;
import dev.tilescope.ops.internal.movement.RowViewOperations;
import dev.tilescope.ops.internal.movement.ShapeOperations;
import dev.tilescope.ops.internal.movement.SliceOperations;
import dev.tilescope.ops.internal.movement.SliceWriteOperations;
import dev.tilescope.ops.internal.movement.TosaOperations;
import dev.tilescope.ops.internal.normalisation.AttentionSoftmaxOperations;
import dev.tilescope.ops.internal.normalisation.ChannelNormOperations;
import dev.tilescope.ops.internal.normalisation.GatheredNormOperations;
import dev.tilescope.ops.internal.normalisation.GroupNormOperations;
import dev.tilescope.ops.internal.normalisation.MorehSoftmaxOperations;
import dev.tilescope.ops.internal.normalisation.NormOperations;
import dev.tilescope.ops.internal.normalisation.SoftmaxOperations;
import dev.tilescope.ops.internal.reduction.ArgMaxOperations;
import dev.tilescope.ops.internal.reduction.FastReduceOperations;
import dev.tilescope.ops.internal.reduction.MoeOperations;
import dev.tilescope.ops.internal.reduction.MorehOperations;
import dev.tilescope.ops.internal.reduction.MorehReductionOperations;
import dev.tilescope.ops.internal.reduction.OrderOperations;
import dev.tilescope.ops.internal.reduction.PrefixScanOperations;
import dev.tilescope.ops.internal.reduction.ReductionOperations;
import dev.tilescope.ops.internal.reduction.SamplingOperations;
import dev.tilescope.ops.internal.reduction.ScanOperations;
import dev.tilescope.ops.internal.reduction.SeedOperations;
import dev.tilescope.ops.internal.reduction.StateSpaceOperations;
import dev.tilescope.ops.internal.reduction.VarianceOperations;
import dev.tilescope.ops.internal.transfer.FileOperations;
import dev.tilescope.ops.internal.transfer.FilteredWriteOperations;
import dev.tilescope.ops.internal.transfer.TorchOperations;
import dev.tilescope.ops.internal.transfer.TransferOperations;
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
          Family.of(BernoulliOperations.class, BernoulliOperations.BERNOULLI),
          Family.of(
              CreationOperations.class,
              CreationOperations.ZEROS,
              CreationOperations.ONES,
              CreationOperations.FULL,
              CreationOperations.ZEROS_LIKE,
              CreationOperations.ONES_LIKE,
              CreationOperations.FULL_LIKE,
              CreationOperations.MOREH_FULL_LIKE,
              CreationOperations.EMPTY,
              CreationOperations.EMPTY_LIKE,
              CreationOperations.ALLOCATE_TENSOR_ON_DEVICE,
              CreationOperations.ARANGE),
          Family.of(DropoutOperations.class, DropoutOperations.DROPOUT),
          Family.of(
              FillRowOperations.class, FillRowOperations.FILL_RM, FillRowOperations.FILL_ONES_RM),
          Family.of(RandomOperations.class, RandomOperations.RAND, RandomOperations.RANDN),
          Family.of(
              FileOperations.class,
              FileOperations.DUMP_TENSOR,
              FileOperations.LOAD_TENSOR,
              FileOperations.AS_TENSOR),
          Family.of(
              FilteredWriteOperations.class,
              FilteredWriteOperations.COPY_HOST_TO_DEVICE_TENSOR_PARTIAL),
          Family.of(TorchOperations.class, TorchOperations.FROM_TORCH, TorchOperations.TO_TORCH),
          Family.of(
              TransferOperations.class,
              TransferOperations.TO_DEVICE,
              TransferOperations.FROM_DEVICE,
              TransferOperations.TO_ARRAY,
              TransferOperations.DEALLOCATE,
              TransferOperations.COPY_HOST_TO_DEVICE_TENSOR,
              TransferOperations.COPY_DEVICE_TO_HOST_TENSOR,
              TransferOperations.TO_DTYPE),
          Family.of(TypecastOperations.class, TypecastOperations.TYPECAST),
          Family.of(BroadcastOperations.class, BroadcastOperations.BROADCAST_TO),
          Family.of(
              ChannelOrderOperations.class,
              ChannelOrderOperations.CONVERT_TO_HWC,
              ChannelOrderOperations.CONVERT_TO_CHW),
          Family.of(CopyCastOperations.class, CopyCastOperations.TYPECAST),
          Family.of(EmbeddingGradientOperations.class, EmbeddingGradientOperations.EMBEDDING_BW),
          Family.of(EmbeddingOperations.class, EmbeddingOperations.EMBEDDING),
          Family.of(FillPadOperations.class, FillPadOperations.FILL_IMPLICIT_TILE_PADDING),
          Family.of(FoldOperations.class, FoldOperations.FOLD),
          Family.of(IndexedFillOperations.class, IndexedFillOperations.INDEXED_FILL),
          Family.of(
              JoinOperations.class,
              JoinOperations.CONCAT,
              JoinOperations.STACK,
              JoinOperations.ROLL,
              JoinOperations.REPEAT_INTERLEAVE),
          Family.of(
              LayoutOperations.class,
              LayoutOperations.TO_LAYOUT,
              LayoutOperations.TILIZE,
              LayoutOperations.TILIZE_WITH_VAL_PADDING,
              LayoutOperations.TILIZE_WITH_ZERO_PADDING,
              LayoutOperations.UNTILIZE,
              LayoutOperations.UNTILIZE_WITH_UNPADDING),
          Family.of(
              LookupOperations.class,
              LookupOperations.GATHER,
              LookupOperations.SCATTER,
              LookupOperations.SCATTER_ADD),
          Family.of(
              MovementOperations.class,
              MovementOperations.PERMUTE,
              MovementOperations.TRANSPOSE,
              MovementOperations.REPEAT,
              MovementOperations.EXPAND),
          Family.of(NarrowOperations.class, NarrowOperations.NARROW),
          Family.of(NonZeroOperations.class, NonZeroOperations.NONZERO),
          Family.of(PadOperations.class, PadOperations.PAD),
          Family.of(PaddedSliceOperations.class, PaddedSliceOperations.PADDED_SLICE),
          Family.of(
              PartialShardOperations.class,
              PartialShardOperations.INTERLEAVED_TO_SHARDED_PARTIAL,
              PartialShardOperations.SHARDED_TO_INTERLEAVED_PARTIAL),
          Family.of(
              PlacementOperations.class,
              PlacementOperations.TO_MEMORY_CONFIG,
              PlacementOperations.INTERLEAVED_TO_SHARDED,
              PlacementOperations.SHARDED_TO_INTERLEAVED,
              PlacementOperations.RESHARD,
              PlacementOperations.CLONE,
              PlacementOperations.COPY,
              PlacementOperations.ASSIGN,
              PlacementOperations.MOVE,
              PlacementOperations.REALLOCATE),
          Family.of(ReshapeOnDeviceOperations.class, ReshapeOnDeviceOperations.RESHAPE_ON_DEVICE),
          Family.of(RowViewOperations.class, RowViewOperations.VIEW),
          Family.of(
              ShapeOperations.class,
              ShapeOperations.RESHAPE,
              ShapeOperations.VIEW,
              ShapeOperations.SQUEEZE,
              ShapeOperations.UNSQUEEZE,
              ShapeOperations.UNSQUEEZE_TO_4D),
          Family.of(
              SliceOperations.class,
              SliceOperations.SLICE,
              SliceOperations.SPLIT,
              SliceOperations.CHUNK,
              SliceOperations.GETITEM),
          Family.of(SliceWriteOperations.class, SliceWriteOperations.SLICE_WRITE),
          Family.of(TosaOperations.class, TosaOperations.TOSA_GATHER, TosaOperations.TOSA_SCATTER),
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
              ActivationOperations.SWISH,
              ActivationOperations.SIGMOID_ACCURATE,
              ActivationOperations.GELU,
              ActivationOperations.SIGMOID,
              ActivationOperations.LEAKY_RELU,
              ActivationOperations.ELU,
              ActivationOperations.CELU,
              ActivationOperations.SELU,
              ActivationOperations.SOFTPLUS,
              ActivationOperations.HARDTANH,
              ActivationOperations.HARDSHRINK,
              ActivationOperations.SOFTSHRINK,
              ActivationOperations.XIELU,
              ActivationOperations.SOFTCAP,
              ActivationOperations.RELU_MAX,
              ActivationOperations.RELU_MIN,
              ActivationOperations.THRESHOLD,
              ActivationOperations.HEAVISIDE),
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
              ArithmeticOperations.MULTIPLY,
              ArithmeticOperations.DIV,
              ArithmeticOperations.POW,
              ArithmeticOperations.PRELU),
          Family.of(BcastOperations.class, BcastOperations.BCAST),
          Family.of(ClampOperations.class, ClampOperations.CLAMP, ClampOperations.CLIP),
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
              ComparisonOperations.BITWISE_LEFT_SHIFT,
              ComparisonOperations.LOGICAL_LEFT_SHIFT,
              ComparisonOperations.BITWISE_RIGHT_SHIFT),
          Family.of(ExperimentalGradientOperations.class, ExperimentalGradientOperations.GELU_BW),
          Family.of(
              FormulaOperations.class,
              FormulaOperations.MULTIGAMMALN,
              FormulaOperations.POLYVAL,
              FormulaOperations.ADDALPHA,
              FormulaOperations.SUBALPHA,
              FormulaOperations.TRIL,
              FormulaOperations.TRIU),
          Family.of(
              GatedOperations.class,
              GatedOperations.GLU,
              GatedOperations.REGLU,
              GatedOperations.GEGLU,
              GatedOperations.SWIGLU),
          Family.of(
              GradientOperations.class, GradientOperations.GELU_BW, GradientOperations.TANH_BW),
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
              InPlaceOperations.LOGICAL_NOT),
          Family.of(IscloseOperations.class, IscloseOperations.ISCLOSE),
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
              MathOperations.ROUND,
              MathOperations.RPOW,
              MathOperations.RDIV,
              MathOperations.LOGIT,
              MathOperations.POLYGAMMA,
              MathOperations.FILL),
          Family.of(PlusOneOperations.class, PlusOneOperations.PLUS_ONE),
          Family.of(
              TernaryOperations.class,
              TernaryOperations.WHERE,
              TernaryOperations.ADDCMUL,
              TernaryOperations.ADDCDIV,
              TernaryOperations.LERP,
              TernaryOperations.MAC,
              TernaryOperations.SNAKE_BETA),
          Family.of(UnaryOperations.class, UnaryOperations.UNARY_CHAIN),
          Family.of(
              AttnMatmulOperations.class,
              AttnMatmulOperations.ATTN_MATMUL,
              AttnMatmulOperations.ATTN_MATMUL_FROM_CACHE,
              AttnMatmulOperations.GROUP_ATTN_MATMUL),
          Family.of(
              GatheredMatmulOperations.class, GatheredMatmulOperations.ALL_GATHER_MATMUL_ASYNC),
          Family.of(
              MatmulOperations.class,
              MatmulOperations.MATMUL,
              MatmulOperations.LINEAR,
              MatmulOperations.ADDMM),
          Family.of(
              MinimalMatmulOperations.class,
              MinimalMatmulOperations.MINIMAL_MATMUL,
              MinimalMatmulOperations.MINIMAL_MATMUL_SPLIT),
          Family.of(OuterOperations.class, OuterOperations.OUTER),
          Family.of(SparseMatmulOperations.class, SparseMatmulOperations.SPARSE_MATMUL),
          Family.of(ArgMaxOperations.class, ArgMaxOperations.ARGMAX),
          Family.of(FastReduceOperations.class, FastReduceOperations.FAST_REDUCE_NC),
          Family.of(MoeOperations.class, MoeOperations.MOE),
          Family.of(MorehOperations.class, MorehOperations.MOREH_DOT),
          Family.of(
              MorehReductionOperations.class,
              MorehReductionOperations.MOREH_SUM,
              MorehReductionOperations.MOREH_MEAN),
          Family.of(OrderOperations.class, OrderOperations.TOPK, OrderOperations.SORT),
          Family.of(PrefixScanOperations.class, PrefixScanOperations.PREFIX_SCAN),
          Family.of(
              ReductionOperations.class,
              ReductionOperations.SUM,
              ReductionOperations.MEAN,
              ReductionOperations.MAX,
              ReductionOperations.MIN),
          Family.of(SamplingOperations.class, SamplingOperations.SAMPLING),
          Family.of(
              ScanOperations.class,
              ScanOperations.CUMSUM,
              ScanOperations.CUMPROD,
              ScanOperations.MOREH_CUMSUM,
              ScanOperations.MOREH_CUMSUM_BACKWARD),
          Family.of(SeedOperations.class, SeedOperations.MANUAL_SEED),
          Family.of(
              StateSpaceOperations.class,
              StateSpaceOperations.HC_SUM_REDUCE,
              StateSpaceOperations.REPEAT_AND_INTERLEAVE_ELTWISE_MUL),
          Family.of(
              VarianceOperations.class,
              VarianceOperations.VAR,
              VarianceOperations.STD,
              VarianceOperations.PROD),
          Family.of(
              AttentionSoftmaxOperations.class,
              AttentionSoftmaxOperations.ATTENTION_SOFTMAX,
              AttentionSoftmaxOperations.ATTENTION_SOFTMAX_IN_PLACE),
          Family.of(ChannelNormOperations.class, ChannelNormOperations.BATCH_NORM),
          Family.of(
              GatheredNormOperations.class,
              GatheredNormOperations.LAYER_NORM_PRE_ALL_GATHER,
              GatheredNormOperations.RMS_NORM_PRE_ALL_GATHER,
              GatheredNormOperations.LAYER_NORM_POST_ALL_GATHER,
              GatheredNormOperations.RMS_NORM_POST_ALL_GATHER),
          Family.of(GroupNormOperations.class, GroupNormOperations.GROUP_NORM),
          Family.of(
              MorehSoftmaxOperations.class,
              MorehSoftmaxOperations.MOREH_SOFTMAX,
              MorehSoftmaxOperations.MOREH_SOFTMIN,
              MorehSoftmaxOperations.MOREH_LOGSOFTMAX),
          Family.of(NormOperations.class, NormOperations.LAYER_NORM, NormOperations.RMS_NORM),
          Family.of(
              SoftmaxOperations.class,
              SoftmaxOperations.SOFTMAX,
              SoftmaxOperations.SOFTMAX_IN_PLACE,
              SoftmaxOperations.SCALE_MASK_SOFTMAX,
              SoftmaxOperations.SCALE_MASK_SOFTMAX_IN_PLACE,
              SoftmaxOperations.SCALE_CAUSAL_MASK_HW_DIMS_SOFTMAX_IN_PLACE),
          Family.of(
              FusedHeadOperations.class, FusedHeadOperations.SPLIT_QUERY_KEY_VALUE_AND_SPLIT_HEADS),
          Family.of(
              FusedRotaryOperations.class, FusedRotaryOperations.ROTARY_EMBEDDING_LLAMA_FUSED_QK),
          Family.of(HalfRotaryOperations.class, HalfRotaryOperations.ROTARY_EMBEDDING_HF),
          Family.of(
              IndexedRotaryOperations.class, IndexedRotaryOperations.ROTARY_EMBEDDING_INDEXED),
          Family.of(
              JointAttentionOperations.class,
              JointAttentionOperations.JOINT_SCALED_DOT_PRODUCT_ATTENTION),
          Family.of(
              ModelHeadOperations.class,
              ModelHeadOperations.NLP_CREATE_QKV_HEADS_FALCON7B,
              ModelHeadOperations.CONCATENATE_HEADS),
          Family.of(
              NlpOperations.class,
              NlpOperations.NLP_CREATE_QKV_HEADS,
              NlpOperations.NLP_CREATE_QKV_HEADS_DECODE,
              NlpOperations.NLP_CONCAT_HEADS,
              NlpOperations.NLP_CONCAT_HEADS_DECODE,
              NlpOperations.ROTARY_EMBEDDING,
              NlpOperations.ROTARY_EMBEDDING_LLAMA),
          Family.of(
              TransformerOperations.class,
              TransformerOperations.SPLIT_QUERY_KEY_VALUE_AND_SPLIT_HEADS,
              TransformerOperations.CONCATENATE_HEADS,
              TransformerOperations.SCALED_DOT_PRODUCT_ATTENTION,
              TransformerOperations.CHUNKED_SCALED_DOT_PRODUCT_ATTENTION,
              TransformerOperations.SCALED_DOT_PRODUCT_ATTENTION_DECODE,
              TransformerOperations.PAGED_SCALED_DOT_PRODUCT_ATTENTION_DECODE),
          Family.of(Conv1dOperations.class, Conv1dOperations.CONV1D),
          Family.of(Conv3dOperations.class, Conv3dOperations.CONV3D),
          Family.of(Conv3dWeights.class, Conv3dWeights.PREPARE_CONV3D_WEIGHTS),
          Family.of(ConvTransposeOperations.class, ConvTransposeOperations.CONV_TRANSPOSE2D),
          Family.of(ConvolutionOperations.class, ConvolutionOperations.CONV2D),
          Family.of(
              DeformableAttentionOperations.class,
              DeformableAttentionOperations.MULTI_SCALE_DEFORMABLE_ATTN),
          Family.of(GridSampleOperations.class, GridSampleOperations.GRID_SAMPLE),
          Family.of(
              PoolOperations.class,
              PoolOperations.MAX_POOL2D,
              PoolOperations.AVG_POOL2D,
              PoolOperations.ADAPTIVE_MAX_POOL2D,
              PoolOperations.ADAPTIVE_AVG_POOL2D,
              PoolOperations.GLOBAL_AVG_POOL2D),
          Family.of(
              PreparedWeightOperations.class,
              PreparedWeightOperations.PREPARE_CONV_WEIGHTS,
              PreparedWeightOperations.PREPARE_CONV_BIAS,
              PreparedWeightOperations.PREPARE_CONV_TRANSPOSE2D_WEIGHTS,
              PreparedWeightOperations.PREPARE_CONV_TRANSPOSE2D_BIAS),
          Family.of(RotateOperations.class, RotateOperations.ROTATE),
          Family.of(UpsampleOperations.class, UpsampleOperations.UPSAMPLE),
          Family.of(
              CacheOperations.class, CacheOperations.FILL_CACHE, CacheOperations.UPDATE_CACHE),
          Family.of(
              KvCacheOperations.class,
              KvCacheOperations.FILL_CACHE_FOR_USER,
              KvCacheOperations.UPDATE_CACHE_FOR_TOKEN),
          Family.of(PaddedCacheOperations.class, PaddedCacheOperations.UPDATE_PADDED_KV_CACHE),
          Family.of(
              PagedOperations.class,
              PagedOperations.PAGED_UPDATE_CACHE,
              PagedOperations.PAGED_FUSED_UPDATE_CACHE,
              PagedOperations.PAGED_FILL_CACHE),
          Family.of(
              ZeroPaddedCacheOperations.class, ZeroPaddedCacheOperations.ZERO_PADDED_KV_CACHE),
          Family.of(
              AsyncCollectiveOperations.class,
              AsyncCollectiveOperations.ALL_GATHER_ASYNC,
              AsyncCollectiveOperations.REDUCE_SCATTER_MINIMAL_ASYNC,
              AsyncCollectiveOperations.ALL_REDUCE_ASYNC),
          Family.of(
              CollectiveOperations.class,
              CollectiveOperations.ALL_GATHER,
              CollectiveOperations.REDUCE_SCATTER,
              CollectiveOperations.ALL_REDUCE,
              CollectiveOperations.DISTRIBUTE_TENSOR,
              CollectiveOperations.AGGREGATE_TENSOR),
          Family.of(
              ExpertExchangeOperations.class,
              ExpertExchangeOperations.ALL_TO_ALL_DISPATCH,
              ExpertExchangeOperations.ALL_TO_ALL_COMBINE),
          Family.of(
              ExpertTokenRemapOperations.class, ExpertTokenRemapOperations.MOE_EXPERT_TOKEN_REMAP),
          Family.of(PartitionOperations.class, PartitionOperations.MESH_PARTITION),
          Family.of(PointToPointOperations.class, PointToPointOperations.POINT_TO_POINT),
          Family.of(RoutingRemapOperations.class, RoutingRemapOperations.MOE_ROUTING_REMAP));

  private OperationList() {}
}
