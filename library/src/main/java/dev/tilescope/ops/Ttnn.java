package dev.tilescope.ops;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.internal.cache.CacheOperations;
import dev.tilescope.ops.internal.cache.CacheOperations.FillCacheArguments;
import dev.tilescope.ops.internal.cache.CacheOperations.UpdateCacheArguments;
import dev.tilescope.ops.internal.collective.CollectiveOperations;
import dev.tilescope.ops.internal.collective.CollectiveOperations.AggregateArguments;
import dev.tilescope.ops.internal.collective.CollectiveOperations.AllGatherArguments;
import dev.tilescope.ops.internal.collective.CollectiveOperations.AllReduceArguments;
import dev.tilescope.ops.internal.collective.CollectiveOperations.DistributeArguments;
import dev.tilescope.ops.internal.collective.CollectiveOperations.ReduceScatterArguments;
import dev.tilescope.ops.internal.collective.ExpertExchangeOperations;
import dev.tilescope.ops.internal.collective.ExpertExchangeOperations.AllToAllCombineArguments;
import dev.tilescope.ops.internal.collective.ExpertExchangeOperations.AllToAllDispatchArguments;
import dev.tilescope.ops.internal.collective.ExpertTokenRemapOperations;
import dev.tilescope.ops.internal.collective.ExpertTokenRemapOperations.MoeExpertTokenRemapArguments;
import dev.tilescope.ops.internal.collective.PartitionOperations;
import dev.tilescope.ops.internal.collective.PartitionOperations.PartitionArguments;
import dev.tilescope.ops.internal.collective.PointToPointOperations;
import dev.tilescope.ops.internal.collective.PointToPointOperations.PointToPointArguments;
import dev.tilescope.ops.internal.collective.RoutingRemapOperations;
import dev.tilescope.ops.internal.collective.RoutingRemapOperations.MoeRoutingRemapArguments;
import dev.tilescope.ops.internal.conversion.TypecastOperations;
import dev.tilescope.ops.internal.conversion.TypecastOperations.TypecastArguments;
import dev.tilescope.ops.internal.convolution.Conv1dOperations;
import dev.tilescope.ops.internal.convolution.ConvTransposeOperations;
import dev.tilescope.ops.internal.convolution.ConvolutionOperations;
import dev.tilescope.ops.internal.convolution.GridSampleOperations;
import dev.tilescope.ops.internal.convolution.GridSampleOperations.GridSampleArguments;
import dev.tilescope.ops.internal.convolution.PoolOperations;
import dev.tilescope.ops.internal.convolution.PoolOperations.AdaptivePoolArguments;
import dev.tilescope.ops.internal.convolution.PoolOperations.AvgPoolArguments;
import dev.tilescope.ops.internal.convolution.PoolOperations.GlobalAvgPoolArguments;
import dev.tilescope.ops.internal.convolution.PreparedWeightOperations;
import dev.tilescope.ops.internal.convolution.PreparedWeightOperations.PrepareConvBiasArguments;
import dev.tilescope.ops.internal.convolution.PreparedWeightOperations.PrepareConvTranspose2dBiasArguments;
import dev.tilescope.ops.internal.convolution.PreparedWeightOperations.PrepareConvTranspose2dWeightsArguments;
import dev.tilescope.ops.internal.convolution.PreparedWeightOperations.PrepareConvWeightsArguments;
import dev.tilescope.ops.internal.convolution.RotateOperations;
import dev.tilescope.ops.internal.convolution.RotateOperations.RotateArguments;
import dev.tilescope.ops.internal.convolution.UpsampleOperations;
import dev.tilescope.ops.internal.convolution.UpsampleOperations.UpsampleArguments;
import dev.tilescope.ops.internal.creation.BernoulliOperations;
import dev.tilescope.ops.internal.creation.BernoulliOperations.BernoulliArguments;
import dev.tilescope.ops.internal.creation.CreationOperations;
import dev.tilescope.ops.internal.creation.CreationOperations.AllocateArguments;
import dev.tilescope.ops.internal.creation.CreationOperations.ArangeArguments;
import dev.tilescope.ops.internal.creation.CreationOperations.ConstantArguments;
import dev.tilescope.ops.internal.creation.CreationOperations.EmptyArguments;
import dev.tilescope.ops.internal.creation.CreationOperations.FullArguments;
import dev.tilescope.ops.internal.creation.CreationOperations.FullLikeArguments;
import dev.tilescope.ops.internal.creation.CreationOperations.LikeArguments;
import dev.tilescope.ops.internal.creation.CreationOperations.MorehFullLikeArguments;
import dev.tilescope.ops.internal.creation.FillRowOperations;
import dev.tilescope.ops.internal.creation.FillRowOperations.FillOnesRmArguments;
import dev.tilescope.ops.internal.creation.FillRowOperations.FillRmArguments;
import dev.tilescope.ops.internal.creation.RandomOperations;
import dev.tilescope.ops.internal.creation.RandomOperations.RandArguments;
import dev.tilescope.ops.internal.creation.RandomOperations.RandnArguments;
import dev.tilescope.ops.internal.elementwise.ActivationOperations;
import dev.tilescope.ops.internal.elementwise.ActivationOperations.CeluArguments;
import dev.tilescope.ops.internal.elementwise.ActivationOperations.EluArguments;
import dev.tilescope.ops.internal.elementwise.ActivationOperations.GeluArguments;
import dev.tilescope.ops.internal.elementwise.ActivationOperations.HardshrinkArguments;
import dev.tilescope.ops.internal.elementwise.ActivationOperations.HardtanhArguments;
import dev.tilescope.ops.internal.elementwise.ActivationOperations.HeavisideArguments;
import dev.tilescope.ops.internal.elementwise.ActivationOperations.LeakyReluArguments;
import dev.tilescope.ops.internal.elementwise.ActivationOperations.ReluMaxArguments;
import dev.tilescope.ops.internal.elementwise.ActivationOperations.ReluMinArguments;
import dev.tilescope.ops.internal.elementwise.ActivationOperations.SeluArguments;
import dev.tilescope.ops.internal.elementwise.ActivationOperations.SigmoidArguments;
import dev.tilescope.ops.internal.elementwise.ActivationOperations.SoftcapArguments;
import dev.tilescope.ops.internal.elementwise.ActivationOperations.SoftplusArguments;
import dev.tilescope.ops.internal.elementwise.ActivationOperations.SoftshrinkArguments;
import dev.tilescope.ops.internal.elementwise.ActivationOperations.ThresholdArguments;
import dev.tilescope.ops.internal.elementwise.ActivationOperations.XieluArguments;
import dev.tilescope.ops.internal.elementwise.ArithmeticOperations;
import dev.tilescope.ops.internal.elementwise.ArithmeticOperations.DivArguments;
import dev.tilescope.ops.internal.elementwise.ArithmeticOperations.MultiplyArguments;
import dev.tilescope.ops.internal.elementwise.ArithmeticOperations.PowArguments;
import dev.tilescope.ops.internal.elementwise.ArithmeticOperations.PreluArguments;
import dev.tilescope.ops.internal.elementwise.BcastOperations;
import dev.tilescope.ops.internal.elementwise.BcastOperations.BcastArguments;
import dev.tilescope.ops.internal.elementwise.BinaryOperations.BinaryArguments;
import dev.tilescope.ops.internal.elementwise.ClampOperations;
import dev.tilescope.ops.internal.elementwise.ClampOperations.ClampArguments;
import dev.tilescope.ops.internal.elementwise.ComparisonOperations;
import dev.tilescope.ops.internal.elementwise.FormulaOperations;
import dev.tilescope.ops.internal.elementwise.FormulaOperations.PlacedArguments;
import dev.tilescope.ops.internal.elementwise.FormulaOperations.PolyvalArguments;
import dev.tilescope.ops.internal.elementwise.FormulaOperations.ScaledArguments;
import dev.tilescope.ops.internal.elementwise.FormulaOperations.TriangleArguments;
import dev.tilescope.ops.internal.elementwise.GatedOperations;
import dev.tilescope.ops.internal.elementwise.GatedOperations.GatedArguments;
import dev.tilescope.ops.internal.elementwise.GradientOperations;
import dev.tilescope.ops.internal.elementwise.GradientOperations.GeluBwArguments;
import dev.tilescope.ops.internal.elementwise.GradientOperations.TanhBwArguments;
import dev.tilescope.ops.internal.elementwise.InPlaceOperations;
import dev.tilescope.ops.internal.elementwise.InPlaceOperations.FastInPlaceArguments;
import dev.tilescope.ops.internal.elementwise.InPlaceOperations.InPlaceArguments;
import dev.tilescope.ops.internal.elementwise.InPlaceOperations.UnaryInPlaceArguments;
import dev.tilescope.ops.internal.elementwise.IscloseOperations;
import dev.tilescope.ops.internal.elementwise.IscloseOperations.IscloseArguments;
import dev.tilescope.ops.internal.elementwise.MathOperations;
import dev.tilescope.ops.internal.elementwise.MathOperations.ApproximableArguments;
import dev.tilescope.ops.internal.elementwise.MathOperations.FillArguments;
import dev.tilescope.ops.internal.elementwise.MathOperations.LogitArguments;
import dev.tilescope.ops.internal.elementwise.MathOperations.PolygammaArguments;
import dev.tilescope.ops.internal.elementwise.MathOperations.RdivArguments;
import dev.tilescope.ops.internal.elementwise.MathOperations.RoundArguments;
import dev.tilescope.ops.internal.elementwise.MathOperations.RpowArguments;
import dev.tilescope.ops.internal.elementwise.PlusOneOperations;
import dev.tilescope.ops.internal.elementwise.PlusOneOperations.PlusOneArguments;
import dev.tilescope.ops.internal.elementwise.TernaryOperations;
import dev.tilescope.ops.internal.elementwise.TernaryOperations.AddcArguments;
import dev.tilescope.ops.internal.elementwise.TernaryOperations.LerpArguments;
import dev.tilescope.ops.internal.elementwise.TernaryOperations.MacArguments;
import dev.tilescope.ops.internal.elementwise.TernaryOperations.SnakeBetaArguments;
import dev.tilescope.ops.internal.elementwise.TernaryOperations.WhereArguments;
import dev.tilescope.ops.internal.elementwise.UnaryOperations;
import dev.tilescope.ops.internal.elementwise.UnaryOperations.ChainArguments;
import dev.tilescope.ops.internal.elementwise.UnaryOperations.UnaryArguments;
import dev.tilescope.ops.internal.matmul.MatmulOperations;
import dev.tilescope.ops.internal.matmul.MatmulOperations.AddmmArguments;
import dev.tilescope.ops.internal.matmul.MatmulOperations.LinearArguments;
import dev.tilescope.ops.internal.matmul.MatmulOperations.MatmulArguments;
import dev.tilescope.ops.internal.matmul.OuterOperations;
import dev.tilescope.ops.internal.matmul.OuterOperations.OuterArguments;
import dev.tilescope.ops.internal.matmul.SparseMatmulOperations;
import dev.tilescope.ops.internal.matmul.SparseMatmulOperations.SparseMatmulArguments;
import dev.tilescope.ops.internal.movement.EmbeddingGradientOperations;
import dev.tilescope.ops.internal.movement.EmbeddingGradientOperations.EmbeddingBwArguments;
import dev.tilescope.ops.internal.movement.EmbeddingOperations;
import dev.tilescope.ops.internal.movement.EmbeddingOperations.EmbeddingArguments;
import dev.tilescope.ops.internal.movement.FillPadOperations;
import dev.tilescope.ops.internal.movement.FillPadOperations.FillPadArguments;
import dev.tilescope.ops.internal.movement.FoldOperations;
import dev.tilescope.ops.internal.movement.FoldOperations.FoldArguments;
import dev.tilescope.ops.internal.movement.IndexedFillOperations;
import dev.tilescope.ops.internal.movement.IndexedFillOperations.IndexedFillArguments;
import dev.tilescope.ops.internal.movement.JoinOperations;
import dev.tilescope.ops.internal.movement.JoinOperations.ConcatArguments;
import dev.tilescope.ops.internal.movement.JoinOperations.RepeatInterleaveArguments;
import dev.tilescope.ops.internal.movement.JoinOperations.RollArguments;
import dev.tilescope.ops.internal.movement.JoinOperations.StackArguments;
import dev.tilescope.ops.internal.movement.LayoutOperations;
import dev.tilescope.ops.internal.movement.LayoutOperations.TilizeArguments;
import dev.tilescope.ops.internal.movement.LayoutOperations.TilizeWithValPaddingArguments;
import dev.tilescope.ops.internal.movement.LayoutOperations.TilizeWithZeroPaddingArguments;
import dev.tilescope.ops.internal.movement.LayoutOperations.ToLayoutArguments;
import dev.tilescope.ops.internal.movement.LayoutOperations.UntilizeArguments;
import dev.tilescope.ops.internal.movement.LayoutOperations.UntilizeWithUnpaddingArguments;
import dev.tilescope.ops.internal.movement.LookupOperations;
import dev.tilescope.ops.internal.movement.LookupOperations.GatherArguments;
import dev.tilescope.ops.internal.movement.LookupOperations.ScatterAddArguments;
import dev.tilescope.ops.internal.movement.LookupOperations.ScatterArguments;
import dev.tilescope.ops.internal.movement.MovementOperations;
import dev.tilescope.ops.internal.movement.MovementOperations.ExpandArguments;
import dev.tilescope.ops.internal.movement.MovementOperations.PermuteArguments;
import dev.tilescope.ops.internal.movement.MovementOperations.RepeatArguments;
import dev.tilescope.ops.internal.movement.MovementOperations.TransposeArguments;
import dev.tilescope.ops.internal.movement.NarrowOperations;
import dev.tilescope.ops.internal.movement.NarrowOperations.NarrowArguments;
import dev.tilescope.ops.internal.movement.NonZeroOperations;
import dev.tilescope.ops.internal.movement.NonZeroOperations.NonZeroArguments;
import dev.tilescope.ops.internal.movement.PadOperations;
import dev.tilescope.ops.internal.movement.PadOperations.PadArguments;
import dev.tilescope.ops.internal.movement.PartialShardOperations;
import dev.tilescope.ops.internal.movement.PartialShardOperations.ToInterleavedPartialArguments;
import dev.tilescope.ops.internal.movement.PartialShardOperations.ToShardedPartialArguments;
import dev.tilescope.ops.internal.movement.PlacementOperations;
import dev.tilescope.ops.internal.movement.PlacementOperations.AssignArguments;
import dev.tilescope.ops.internal.movement.PlacementOperations.CloneArguments;
import dev.tilescope.ops.internal.movement.PlacementOperations.CopyArguments;
import dev.tilescope.ops.internal.movement.PlacementOperations.MoveArguments;
import dev.tilescope.ops.internal.movement.PlacementOperations.ReallocateArguments;
import dev.tilescope.ops.internal.movement.PlacementOperations.ReshardArguments;
import dev.tilescope.ops.internal.movement.PlacementOperations.ToInterleavedArguments;
import dev.tilescope.ops.internal.movement.PlacementOperations.ToMemoryConfigArguments;
import dev.tilescope.ops.internal.movement.PlacementOperations.ToShardedArguments;
import dev.tilescope.ops.internal.movement.ReshapeOnDeviceOperations;
import dev.tilescope.ops.internal.movement.ReshapeOnDeviceOperations.ReshapeOnDeviceArguments;
import dev.tilescope.ops.internal.movement.ShapeOperations;
import dev.tilescope.ops.internal.movement.ShapeOperations.ReshapeArguments;
import dev.tilescope.ops.internal.movement.ShapeOperations.SqueezeArguments;
import dev.tilescope.ops.internal.movement.ShapeOperations.UnsqueezeArguments;
import dev.tilescope.ops.internal.movement.ShapeOperations.UnsqueezeTo4dArguments;
import dev.tilescope.ops.internal.movement.ShapeOperations.ViewArguments;
import dev.tilescope.ops.internal.movement.SliceOperations;
import dev.tilescope.ops.internal.movement.SliceOperations.ChunkArguments;
import dev.tilescope.ops.internal.movement.SliceOperations.GetitemArguments;
import dev.tilescope.ops.internal.movement.SliceOperations.SliceArguments;
import dev.tilescope.ops.internal.movement.SliceOperations.SplitArguments;
import dev.tilescope.ops.internal.movement.TosaOperations;
import dev.tilescope.ops.internal.movement.TosaOperations.TosaGatherArguments;
import dev.tilescope.ops.internal.movement.TosaOperations.TosaScatterArguments;
import dev.tilescope.ops.internal.normalisation.ChannelNormOperations;
import dev.tilescope.ops.internal.normalisation.ChannelNormOperations.BatchNormArguments;
import dev.tilescope.ops.internal.normalisation.GatheredNormOperations;
import dev.tilescope.ops.internal.normalisation.GatheredNormOperations.PostAllGatherArguments;
import dev.tilescope.ops.internal.normalisation.GatheredNormOperations.PreAllGatherArguments;
import dev.tilescope.ops.internal.normalisation.GroupNormOperations;
import dev.tilescope.ops.internal.normalisation.GroupNormOperations.GroupNormArguments;
import dev.tilescope.ops.internal.normalisation.MorehSoftmaxOperations;
import dev.tilescope.ops.internal.normalisation.MorehSoftmaxOperations.MorehSoftmaxArguments;
import dev.tilescope.ops.internal.normalisation.NormOperations;
import dev.tilescope.ops.internal.normalisation.NormOperations.NormArguments;
import dev.tilescope.ops.internal.normalisation.SoftmaxOperations;
import dev.tilescope.ops.internal.normalisation.SoftmaxOperations.CausalSoftmaxInPlaceArguments;
import dev.tilescope.ops.internal.normalisation.SoftmaxOperations.ScaleMaskSoftmaxArguments;
import dev.tilescope.ops.internal.normalisation.SoftmaxOperations.ScaleMaskSoftmaxInPlaceArguments;
import dev.tilescope.ops.internal.normalisation.SoftmaxOperations.SoftmaxArguments;
import dev.tilescope.ops.internal.normalisation.SoftmaxOperations.SoftmaxInPlaceArguments;
import dev.tilescope.ops.internal.reduction.ArgMaxOperations;
import dev.tilescope.ops.internal.reduction.ArgMaxOperations.ArgmaxArguments;
import dev.tilescope.ops.internal.reduction.MoeOperations;
import dev.tilescope.ops.internal.reduction.MoeOperations.MoeArguments;
import dev.tilescope.ops.internal.reduction.MorehOperations;
import dev.tilescope.ops.internal.reduction.MorehOperations.MorehDotArguments;
import dev.tilescope.ops.internal.reduction.MorehReductionOperations;
import dev.tilescope.ops.internal.reduction.MorehReductionOperations.MorehMeanArguments;
import dev.tilescope.ops.internal.reduction.MorehReductionOperations.MorehSumArguments;
import dev.tilescope.ops.internal.reduction.OrderOperations;
import dev.tilescope.ops.internal.reduction.ReductionOperations;
import dev.tilescope.ops.internal.reduction.ReductionOperations.ReduceArguments;
import dev.tilescope.ops.internal.reduction.SamplingOperations;
import dev.tilescope.ops.internal.reduction.SamplingOperations.SamplingArguments;
import dev.tilescope.ops.internal.reduction.ScanOperations;
import dev.tilescope.ops.internal.reduction.ScanOperations.MorehCumsumArguments;
import dev.tilescope.ops.internal.reduction.ScanOperations.MorehCumsumBackwardArguments;
import dev.tilescope.ops.internal.reduction.ScanOperations.ScanArguments;
import dev.tilescope.ops.internal.reduction.SeedOperations;
import dev.tilescope.ops.internal.reduction.SeedOperations.ManualSeedArguments;
import dev.tilescope.ops.internal.reduction.VarianceOperations;
import dev.tilescope.ops.internal.reduction.VarianceOperations.ProdArguments;
import dev.tilescope.ops.internal.transfer.FileOperations;
import dev.tilescope.ops.internal.transfer.FileOperations.AsTensorArguments;
import dev.tilescope.ops.internal.transfer.FileOperations.DumpArguments;
import dev.tilescope.ops.internal.transfer.FileOperations.LoadArguments;
import dev.tilescope.ops.internal.transfer.FilteredWriteOperations;
import dev.tilescope.ops.internal.transfer.FilteredWriteOperations.FilteredWriteArguments;
import dev.tilescope.ops.internal.transfer.TorchOperations;
import dev.tilescope.ops.internal.transfer.TorchOperations.FromTorchArguments;
import dev.tilescope.ops.internal.transfer.TorchOperations.ToTorchArguments;
import dev.tilescope.ops.internal.transfer.TransferOperations;
import dev.tilescope.ops.internal.transfer.TransferOperations.DeallocateArguments;
import dev.tilescope.ops.internal.transfer.TransferOperations.DeviceToHostArguments;
import dev.tilescope.ops.internal.transfer.TransferOperations.FromDeviceArguments;
import dev.tilescope.ops.internal.transfer.TransferOperations.HostToDeviceArguments;
import dev.tilescope.ops.internal.transfer.TransferOperations.ToDeviceArguments;
import dev.tilescope.ops.internal.transfer.TransferOperations.ToDtypeArguments;
import dev.tilescope.ops.options.AllGatherOptions;
import dev.tilescope.ops.options.AllReduceOptions;
import dev.tilescope.ops.options.AsTensorOptions;
import dev.tilescope.ops.options.AvgPoolWindow;
import dev.tilescope.ops.options.BatchNormOptions;
import dev.tilescope.ops.options.BcastOpDim;
import dev.tilescope.ops.options.BcastOpMath;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.ConcatOptions;
import dev.tilescope.ops.options.Conv1dOptions;
import dev.tilescope.ops.options.Conv1dSizes;
import dev.tilescope.ops.options.Conv2dOptions;
import dev.tilescope.ops.options.Conv2dResult;
import dev.tilescope.ops.options.Conv2dSizes;
import dev.tilescope.ops.options.ConvTranspose2dOptions;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.EmbeddingOptions;
import dev.tilescope.ops.options.FoldOptions;
import dev.tilescope.ops.options.FromTorchOptions;
import dev.tilescope.ops.options.GatheredNormOptions;
import dev.tilescope.ops.options.GeluVariant;
import dev.tilescope.ops.options.GroupNormOptions;
import dev.tilescope.ops.options.InPlaceOptions;
import dev.tilescope.ops.options.Index;
import dev.tilescope.ops.options.LikeOptions;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.ops.options.MatmulProgramConfig;
import dev.tilescope.ops.options.MaxPoolWindow;
import dev.tilescope.ops.options.MorehSoftmaxStrategy;
import dev.tilescope.ops.options.NormOptions;
import dev.tilescope.ops.options.PoolImages;
import dev.tilescope.ops.options.PoolOptions;
import dev.tilescope.ops.options.PrepareConvOptions;
import dev.tilescope.ops.options.PrepareConvTranspose2dOptions;
import dev.tilescope.ops.options.RandOptions;
import dev.tilescope.ops.options.ReduceOptions;
import dev.tilescope.ops.options.ReduceScatterOptions;
import dev.tilescope.ops.options.ReshapeOptions;
import dev.tilescope.ops.options.SigmoidMode;
import dev.tilescope.ops.options.SliceOptions;
import dev.tilescope.ops.options.SoftmaxProgramConfig;
import dev.tilescope.ops.options.SparseMatmulOptions;
import dev.tilescope.ops.options.StatisticsOptions;
import dev.tilescope.ops.options.TilizeOptions;
import dev.tilescope.ops.options.ToTorchOptions;
import dev.tilescope.ops.options.TopkOptions;
import dev.tilescope.ops.options.Topology;
import dev.tilescope.ops.options.UnaryOptions;
import dev.tilescope.ops.options.UnaryWithParam;
import dev.tilescope.ops.options.ValuesAndIndices;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchTensor;
import dev.tilescope.ttnn.TtnnFunctions;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The operations, by TT-NN's names and with its defaults. Results on a device hold device memory
 * until {@link #deallocate(Tensor)} or {@code close()}.
 *
 * <p>Generated from the declarations, which each method names in its one line: to change one,
 * change its declaration and run {@code mvn -Pgenerate}.
 */
public final class Ttnn extends TtnnFunctions {
  private Ttnn() {}

  /**
   * Whether operations would fit a board, with which peaks, without running them: {@link
   * OperationQuery#run(String, java.util.function.Function)}.
   *
   * @param board such as {@code n150}
   * @param program calls the operations on the device it is given
   * @return whether they fit, or why not
   */
  public static Fit query(
      String board, java.util.function.Function<dev.tilescope.device.MeshDevice, ?> program) {
    return OperationQuery.run(board, program);
  }

  /**
   * {@code tensor[...]}: a part of a tensor by numbers, ranges and an ellipsis, as in Python. A
   * number picks one element of a dimension, which is then dropped; missing entries stand for whole
   * dimensions.
   *
   * <p>TT-NN's {@code ttnn.Tensor.__getitem__}.
   *
   * @param inputTensor the tensor to work on
   * @param slices what stands between the brackets: numbers, ranges and at most one ellipsis
   * @return a tensor of the picked part, without the dimensions that numbers pick from
   * @throws TilescopeException if there are more entries than dimensions or several ellipses, an
   *     element or bound lies outside its dimension, a step is below 1, or a host tensor or block
   *     floats are given a step other than 1
   */
  public static Tensor getitem(Tensor inputTensor, Index... slices) {
    return SliceOperations.GETITEM.call(new GetitemArguments(inputTensor, List.of(slices)));
  }

  /**
   * {@code tensor[...]}: a part of a tensor by numbers, ranges and an ellipsis, as in Python. A
   * number picks one element of a dimension, which is then dropped; missing entries stand for whole
   * dimensions.
   *
   * <p>TT-NN's {@code ttnn.Tensor.__getitem__}.
   *
   * @param inputTensor the tensor to work on
   * @param slices what stands between the brackets: numbers, ranges and at most one ellipsis
   * @return a tensor of the picked part, without the dimensions that numbers pick from
   * @throws TilescopeException if there are more entries than dimensions or several ellipses, an
   *     element or bound lies outside its dimension, a step is below 1, or a host tensor or block
   *     floats are given a step other than 1
   */
  public static Tensor getitem(Tensor inputTensor, List<Index> slices) {
    return SliceOperations.GETITEM.call(new GetitemArguments(inputTensor, slices));
  }

  /**
   * The absolute value {@code |x|}, for each element {@code x} of a tensor of any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.abs}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor abs(Tensor inputTensor) {
    return MathOperations.ABS.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * The absolute value {@code |x|}, for each element {@code x} of a tensor of any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.abs}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor abs(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.ABS.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * The arc cosine {@code acos(x)} in radians, NaN outside [-1, 1], for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.acos}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor acos(Tensor inputTensor) {
    return MathOperations.ACOS.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * The arc cosine {@code acos(x)} in radians, NaN outside [-1, 1], for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.acos}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor acos(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.ACOS.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * The inverse hyperbolic cosine {@code acosh(x)}, NaN below 1, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.acosh}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor acosh(Tensor inputTensor) {
    return MathOperations.ACOSH.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * The inverse hyperbolic cosine {@code acosh(x)}, NaN below 1, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.acosh}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor acosh(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.ACOSH.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * The averages of windows as even as possible, as many as the output has pixels, of images {@code
   * [1, 1, N*H*W, C]} or {@code [N, H, W, C]}.
   *
   * <p>TT-NN's {@code ttnn.adaptive_avg_pool2d}.
   *
   * @param inputTensor the images, {@code [1, 1, N*H*W, C]} or {@code [N, H, W, C]}
   * @param batchSize number of images, {@code N}
   * @param inputH height of the input images in pixels
   * @param inputW width of the input images in pixels
   * @param channels number of channels of the images
   * @param outputSize height and width of the result in pixels
   * @return a tensor of shape {@code [1, 1, N*OH*OW, C]}, {@code OH} and {@code OW} being the
   *     output size
   * @throws TilescopeException if the input does not have the sizes given, or a block-float result
   *     is to be row-major
   */
  public static Tensor adaptiveAvgPool2d(
      Tensor inputTensor, int batchSize, int inputH, int inputW, int channels, int[] outputSize) {
    return PoolOperations.ADAPTIVE_AVG_POOL2D.call(
        new AdaptivePoolArguments(
            inputTensor, batchSize, inputH, inputW, channels, outputSize, PoolOptions.DEFAULT));
  }

  /**
   * The averages of windows as even as possible, as many as the output has pixels, of images {@code
   * [1, 1, N*H*W, C]} or {@code [N, H, W, C]}.
   *
   * <p>TT-NN's {@code ttnn.adaptive_avg_pool2d}.
   *
   * @param inputTensor the images, {@code [1, 1, N*H*W, C]} or {@code [N, H, W, C]}
   * @param batchSize number of images, {@code N}
   * @param inputH height of the input images in pixels
   * @param inputW width of the input images in pixels
   * @param channels number of channels of the images
   * @param outputSize height and width of the result in pixels
   * @param options the keyword arguments, each with its default
   * @return a tensor of shape {@code [1, 1, N*OH*OW, C]}, {@code OH} and {@code OW} being the
   *     output size
   * @throws TilescopeException if the input does not have the sizes given, or a block-float result
   *     is to be row-major
   */
  public static Tensor adaptiveAvgPool2d(
      Tensor inputTensor,
      int batchSize,
      int inputH,
      int inputW,
      int channels,
      int[] outputSize,
      PoolOptions options) {
    return PoolOperations.ADAPTIVE_AVG_POOL2D.call(
        new AdaptivePoolArguments(
            inputTensor, batchSize, inputH, inputW, channels, outputSize, options));
  }

  /**
   * The greatest elements of windows as even as possible, as many as the output has pixels, of
   * images {@code [1, 1, N*H*W, C]} or {@code [N, H, W, C]}.
   *
   * <p>TT-NN's {@code ttnn.adaptive_max_pool2d}.
   *
   * @param inputTensor the images, {@code [1, 1, N*H*W, C]} or {@code [N, H, W, C]}
   * @param batchSize number of images, {@code N}
   * @param inputH height of the input images in pixels
   * @param inputW width of the input images in pixels
   * @param channels number of channels of the images
   * @param outputSize height and width of the result in pixels
   * @return a tensor of shape {@code [1, 1, N*OH*OW, C]}, {@code OH} and {@code OW} being the
   *     output size
   * @throws TilescopeException if the input does not have the sizes given, or a block-float result
   *     is to be row-major
   */
  public static Tensor adaptiveMaxPool2d(
      Tensor inputTensor, int batchSize, int inputH, int inputW, int channels, int[] outputSize) {
    return PoolOperations.ADAPTIVE_MAX_POOL2D.call(
        new AdaptivePoolArguments(
            inputTensor, batchSize, inputH, inputW, channels, outputSize, PoolOptions.DEFAULT));
  }

  /**
   * The greatest elements of windows as even as possible, as many as the output has pixels, of
   * images {@code [1, 1, N*H*W, C]} or {@code [N, H, W, C]}.
   *
   * <p>TT-NN's {@code ttnn.adaptive_max_pool2d}.
   *
   * @param inputTensor the images, {@code [1, 1, N*H*W, C]} or {@code [N, H, W, C]}
   * @param batchSize number of images, {@code N}
   * @param inputH height of the input images in pixels
   * @param inputW width of the input images in pixels
   * @param channels number of channels of the images
   * @param outputSize height and width of the result in pixels
   * @param options the keyword arguments, each with its default
   * @return a tensor of shape {@code [1, 1, N*OH*OW, C]}, {@code OH} and {@code OW} being the
   *     output size
   * @throws TilescopeException if the input does not have the sizes given, or a block-float result
   *     is to be row-major
   */
  public static Tensor adaptiveMaxPool2d(
      Tensor inputTensor,
      int batchSize,
      int inputH,
      int inputW,
      int channels,
      int[] outputSize,
      PoolOptions options) {
    return PoolOperations.ADAPTIVE_MAX_POOL2D.call(
        new AdaptivePoolArguments(
            inputTensor, batchSize, inputH, inputW, channels, outputSize, options));
  }

  /**
   * The sum {@code a + b}, element by element. The second operand is a tensor or a number; shapes
   * broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.add}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor add(Tensor inputTensorA, Tensor inputTensorB) {
    return ArithmeticOperations.ADD.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The sum {@code a + b}, element by element. The second operand is a tensor or a number; shapes
   * broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.add}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor add(Tensor inputTensorA, Number inputTensorB) {
    return ArithmeticOperations.ADD.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The sum {@code a + b}, element by element. The second operand is a tensor or a number; shapes
   * broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.add}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor add(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.ADD.call(new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The sum {@code a + b}, element by element. The second operand is a tensor or a number; shapes
   * broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.add}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor add(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.ADD.call(new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The sum {@code a + b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.add_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor addInPlace(Tensor inputA, Tensor inputB) {
    return InPlaceOperations.ADD.call(new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * The sum {@code a + b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.add_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor addInPlace(Tensor inputA, Number inputB) {
    return InPlaceOperations.ADD.call(new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * The sum {@code a + b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.add_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor addInPlace(Tensor inputA, Tensor inputB, InPlaceOptions options) {
    return InPlaceOperations.ADD.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * The sum {@code a + b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.add_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor addInPlace(Tensor inputA, Number inputB, InPlaceOptions options) {
    return InPlaceOperations.ADD.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * {@code a + alpha * b}, element by element; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.addalpha}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand
   * @param alpha factor of the second operand
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor addalpha(Tensor inputTensorA, Tensor inputTensorB, float alpha) {
    return FormulaOperations.ADDALPHA.call(
        new ScaledArguments(inputTensorA, inputTensorB, alpha, null, null));
  }

  /**
   * {@code a + alpha * b}, element by element; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.addalpha}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand
   * @param alpha factor of the second operand
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param outputTensor tensor to write to instead of a new one; its shape, dtype, layout and
   *     memory config must be those of the result
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor addalpha(
      Tensor inputTensorA,
      Tensor inputTensorB,
      float alpha,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor outputTensor) {
    return FormulaOperations.ADDALPHA.call(
        new ScaledArguments(inputTensorA, inputTensorB, alpha, memoryConfig, outputTensor));
  }

  /**
   * {@code a + value * b / c}, element by element, of three floating-point tensors of one dtype and
   * layout; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.addcdiv}.
   *
   * @param inputA the first operand, to which the rest is added
   * @param inputB the dividend, of the dtype and layout of the first operand
   * @param inputC the divisor, of the dtype and layout of the first operand
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or the first tensor has rank 0
   */
  public static Tensor addcdiv(Tensor inputA, Tensor inputB, Tensor inputC) {
    return TernaryOperations.ADDCDIV.call(
        new AddcArguments(inputA, inputB, inputC, 1.0, UnaryOptions.DEFAULT));
  }

  /**
   * {@code a + value * b / c}, element by element, of three floating-point tensors of one dtype and
   * layout; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.addcdiv}.
   *
   * @param inputA the first operand, to which the rest is added
   * @param inputB the dividend, of the dtype and layout of the first operand
   * @param inputC the divisor, of the dtype and layout of the first operand
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or the first tensor has rank 0
   */
  public static Tensor addcdiv(Tensor inputA, Tensor inputB, Tensor inputC, UnaryOptions options) {
    return TernaryOperations.ADDCDIV.call(new AddcArguments(inputA, inputB, inputC, 1.0, options));
  }

  /**
   * {@code a + value * b / c}, element by element, of three floating-point tensors of one dtype and
   * layout; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.addcdiv}.
   *
   * @param inputA the first operand, to which the rest is added
   * @param inputB the dividend, of the dtype and layout of the first operand
   * @param inputC the divisor, of the dtype and layout of the first operand
   * @param value factor of the quotient (default 1.0)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or the first tensor has rank 0
   */
  public static Tensor addcdiv(
      Tensor inputA, Tensor inputB, Tensor inputC, Number value, UnaryOptions options) {
    return TernaryOperations.ADDCDIV.call(
        new AddcArguments(inputA, inputB, inputC, value, options));
  }

  /**
   * {@code a + value * b * c}, element by element, of three tensors of one dtype and layout; shapes
   * broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.addcmul}.
   *
   * @param inputA the first operand, to which the rest is added
   * @param inputB the first factor, of the dtype and layout of the first operand
   * @param inputC the second factor, of the dtype and layout of the first operand
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or the first tensor has rank 0, or
   *     integer tensors are given a factor that is not whole
   */
  public static Tensor addcmul(Tensor inputA, Tensor inputB, Tensor inputC) {
    return TernaryOperations.ADDCMUL.call(
        new AddcArguments(inputA, inputB, inputC, 1.0, UnaryOptions.DEFAULT));
  }

  /**
   * {@code a + value * b * c}, element by element, of three tensors of one dtype and layout; shapes
   * broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.addcmul}.
   *
   * @param inputA the first operand, to which the rest is added
   * @param inputB the first factor, of the dtype and layout of the first operand
   * @param inputC the second factor, of the dtype and layout of the first operand
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or the first tensor has rank 0, or
   *     integer tensors are given a factor that is not whole
   */
  public static Tensor addcmul(Tensor inputA, Tensor inputB, Tensor inputC, UnaryOptions options) {
    return TernaryOperations.ADDCMUL.call(new AddcArguments(inputA, inputB, inputC, 1.0, options));
  }

  /**
   * {@code a + value * b * c}, element by element, of three tensors of one dtype and layout; shapes
   * broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.addcmul}.
   *
   * @param inputA the first operand, to which the rest is added
   * @param inputB the first factor, of the dtype and layout of the first operand
   * @param inputC the second factor, of the dtype and layout of the first operand
   * @param value factor of the product (default 1.0)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or the first tensor has rank 0, or
   *     integer tensors are given a factor that is not whole
   */
  public static Tensor addcmul(
      Tensor inputA, Tensor inputB, Tensor inputC, Number value, UnaryOptions options) {
    return TernaryOperations.ADDCMUL.call(
        new AddcArguments(inputA, inputB, inputC, value, options));
  }

  /**
   * {@code alpha * (mat1 @ mat2) + beta * input}; the input has the shape of the product.
   *
   * <p>TT-NN's {@code ttnn.addmm}.
   *
   * @param inputTensor the tensor added to the product, of its shape
   * @param mat1Tensor the left matrix or matrices, {@code [..., m, k]}
   * @param mat2Tensor the right matrix or matrices, {@code [..., k, n]}
   * @return a tensor of shape {@code [..., m, n]} in tiles
   * @throws TilescopeException if the inner dimensions differ, or the batch dimensions are neither
   *     equal nor all 1 in one of the tensors, {@code alpha} is 0, an activation is given, or the
   *     input does not have the shape of the product although {@code beta} is not 0
   */
  public static Tensor addmm(Tensor inputTensor, Tensor mat1Tensor, Tensor mat2Tensor) {
    return MatmulOperations.ADDMM.call(
        new AddmmArguments(inputTensor, mat1Tensor, mat2Tensor, 1, 1, MatmulOptions.DEFAULT));
  }

  /**
   * {@code alpha * (mat1 @ mat2) + beta * input}; the input has the shape of the product.
   *
   * <p>TT-NN's {@code ttnn.addmm}.
   *
   * @param inputTensor the tensor added to the product, of its shape
   * @param mat1Tensor the left matrix or matrices, {@code [..., m, k]}
   * @param mat2Tensor the right matrix or matrices, {@code [..., k, n]}
   * @param options the keyword arguments, each with its default
   * @return a tensor of shape {@code [..., m, n]} in tiles
   * @throws TilescopeException if the inner dimensions differ, or the batch dimensions are neither
   *     equal nor all 1 in one of the tensors, {@code alpha} is 0, an activation is given, or the
   *     input does not have the shape of the product although {@code beta} is not 0
   */
  public static Tensor addmm(
      Tensor inputTensor, Tensor mat1Tensor, Tensor mat2Tensor, MatmulOptions options) {
    return MatmulOperations.ADDMM.call(
        new AddmmArguments(inputTensor, mat1Tensor, mat2Tensor, 1, 1, options));
  }

  /**
   * {@code alpha * (mat1 @ mat2) + beta * input}; the input has the shape of the product.
   *
   * <p>TT-NN's {@code ttnn.addmm}.
   *
   * @param inputTensor the tensor added to the product, of its shape
   * @param mat1Tensor the left matrix or matrices, {@code [..., m, k]}
   * @param mat2Tensor the right matrix or matrices, {@code [..., k, n]}
   * @param alpha factor of the product, not 0 (default 1.0)
   * @param beta factor of the input; 0 to leave it out (default 1.0)
   * @param options the keyword arguments, each with its default
   * @return a tensor of shape {@code [..., m, n]} in tiles
   * @throws TilescopeException if the inner dimensions differ, or the batch dimensions are neither
   *     equal nor all 1 in one of the tensors, {@code alpha} is 0, an activation is given, or the
   *     input does not have the shape of the product although {@code beta} is not 0
   */
  public static Tensor addmm(
      Tensor inputTensor,
      Tensor mat1Tensor,
      Tensor mat2Tensor,
      float alpha,
      float beta,
      MatmulOptions options) {
    return MatmulOperations.ADDMM.call(
        new AddmmArguments(inputTensor, mat1Tensor, mat2Tensor, alpha, beta, options));
  }

  /**
   * Puts the parts of a tensor that lie on the devices of a mesh together, on the host.
   *
   * <p>TT-NN's {@code ttnn.aggregate_tensor}.
   *
   * @param tensor the device tensor whose parts are put together
   * @param composer how the parts are put together: the dimension that the devices, or rows and
   *     columns of the mesh, share
   * @return a host tensor of the whole
   * @throws TilescopeException if the tensor is not on a device
   */
  public static Tensor aggregateTensor(Tensor tensor, MeshMapper composer) {
    return CollectiveOperations.AGGREGATE_TENSOR.call(new AggregateArguments(tensor, composer));
  }

  /**
   * Every device of a group gets the parts of all, one after the other along a dimension.
   *
   * <p>TT-NN's {@code ttnn.all_gather}.
   *
   * @param inputTensor each device's part
   * @param dim the dimension along which the parts follow each other; a negative one counts from
   *     the end
   * @return a tensor whose dimension {@code dim} is multiplied by the number of devices in the
   *     group
   * @throws TilescopeException if more links or workers are asked for than there are, or the
   *     dimension would exceed 2^31-1
   */
  public static Tensor allGather(Tensor inputTensor, int dim) {
    return CollectiveOperations.ALL_GATHER.call(
        new AllGatherArguments(inputTensor, dim, AllGatherOptions.DEFAULT));
  }

  /**
   * Every device of a group gets the parts of all, one after the other along a dimension.
   *
   * <p>TT-NN's {@code ttnn.all_gather}.
   *
   * @param inputTensor each device's part
   * @param dim the dimension along which the parts follow each other; a negative one counts from
   *     the end
   * @param options the keyword arguments, each with its default
   * @return a tensor whose dimension {@code dim} is multiplied by the number of devices in the
   *     group
   * @throws TilescopeException if more links or workers are asked for than there are, or the
   *     dimension would exceed 2^31-1
   */
  public static Tensor allGather(Tensor inputTensor, int dim, AllGatherOptions options) {
    return CollectiveOperations.ALL_GATHER.call(new AllGatherArguments(inputTensor, dim, options));
  }

  /**
   * Every device of a group gets the parts of all, one after the other along a dimension.
   *
   * <p>TT-NN's {@code ttnn.all_gather}.
   *
   * @param inputTensor each device's part
   * @param dim the dimension along which the parts follow each other; a negative one counts from
   *     the end
   * @param clusterAxis the groups of devices that work together: 0 for those of a column of the
   *     mesh, 1 for those of a row, all unless given
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a tensor whose dimension {@code dim} is multiplied by the number of devices in the
   *     group
   * @throws TilescopeException if more links or workers are asked for than there are, or the
   *     dimension would exceed 2^31-1
   */
  public static Tensor allGather(
      Tensor inputTensor,
      int dim,
      @Nullable Integer clusterAxis,
      @Nullable MemoryConfig memoryConfig) {
    return CollectiveOperations.ALL_GATHER.call(
        new AllGatherArguments(
            inputTensor,
            dim,
            AllGatherOptions.DEFAULT.withClusterAxis(clusterAxis).withMemoryConfig(memoryConfig)));
  }

  /**
   * Every device of a group gets the sum over all, by a reduce-scatter and an all-gather where some
   * dimension can be shared out in whole tiles.
   *
   * <p>TT-NN's {@code ttnn.all_reduce}.
   *
   * @param inputTensor each device's summand
   * @return a tensor of the input's shape, the same on every device of the group
   * @throws TilescopeException if more links or workers are asked for than there are
   */
  public static Tensor allReduce(Tensor inputTensor) {
    return CollectiveOperations.ALL_REDUCE.call(
        new AllReduceArguments(inputTensor, AllReduceOptions.DEFAULT));
  }

  /**
   * Every device of a group gets the sum over all, by a reduce-scatter and an all-gather where some
   * dimension can be shared out in whole tiles.
   *
   * <p>TT-NN's {@code ttnn.all_reduce}.
   *
   * @param inputTensor each device's summand
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape, the same on every device of the group
   * @throws TilescopeException if more links or workers are asked for than there are
   */
  public static Tensor allReduce(Tensor inputTensor, AllReduceOptions options) {
    return CollectiveOperations.ALL_REDUCE.call(new AllReduceArguments(inputTensor, options));
  }

  /**
   * Every device of a group gets the sum over all, by a reduce-scatter and an all-gather where some
   * dimension can be shared out in whole tiles.
   *
   * <p>TT-NN's {@code ttnn.all_reduce}.
   *
   * @param inputTensor each device's summand
   * @param clusterAxis the groups of devices that work together: 0 for those of a column of the
   *     mesh, 1 for those of a row, all unless given
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a tensor of the input's shape, the same on every device of the group
   * @throws TilescopeException if more links or workers are asked for than there are
   */
  public static Tensor allReduce(
      Tensor inputTensor, @Nullable Integer clusterAxis, @Nullable MemoryConfig memoryConfig) {
    return CollectiveOperations.ALL_REDUCE.call(
        new AllReduceArguments(
            inputTensor,
            AllReduceOptions.DEFAULT.withClusterAxis(clusterAxis).withMemoryConfig(memoryConfig)));
  }

  /**
   * Sends what experts made of tokens back to the devices that the tokens came from.
   *
   * <p>TT-NN's {@code ttnn.all_to_all_combine}.
   *
   * @param inputTensor what the experts of each device made, {@code [experts / devices, b, s,
   *     hidden]}; their sum, {@code [1, b, s, hidden]}, with {@code local_reduce}
   * @param expertMetadataTensor the experts of each token of the group, {@code [1, b, s, k]}
   * @param expertMappingTensor 1 where a device has an expert, {@code [1, 1, experts, devices]}
   * @return a row-major tensor on each device: for each choice of a token what that expert made of
   *     it, {@code [k, b, s, hidden]}; zeros where no device of the group has the expert
   * @throws TilescopeException if what experts made is not bfloat16 in rows, metadata or mapping
   *     not uint16, the tensors do not fit each other or the mesh, no axis is given, or the group
   *     does not share out the tokens evenly
   */
  public static Tensor allToAllCombine(
      Tensor inputTensor, Tensor expertMetadataTensor, Tensor expertMappingTensor) {
    return ExpertExchangeOperations.ALL_TO_ALL_COMBINE.call(
        new AllToAllCombineArguments(
            inputTensor,
            expertMetadataTensor,
            expertMappingTensor,
            false,
            1,
            null,
            null,
            null,
            null,
            null,
            null));
  }

  /**
   * Sends what experts made of tokens back to the devices that the tokens came from.
   *
   * <p>TT-NN's {@code ttnn.all_to_all_combine}.
   *
   * @param inputTensor what the experts of each device made, {@code [experts / devices, b, s,
   *     hidden]}; their sum, {@code [1, b, s, hidden]}, with {@code local_reduce}
   * @param expertMetadataTensor the experts of each token of the group, {@code [1, b, s, k]}
   * @param expertMappingTensor 1 where a device has an expert, {@code [1, 1, experts, devices]}
   * @param localReduce whether the experts of a device are summed up already (default False)
   * @param outputShardDim the dimension that the tokens are shared out along: 1, the batch, or 2,
   *     the sequence (default 1)
   * @param clusterAxis 0 for the devices of a column, 1 for those of a row; must be given
   * @param subdeviceId must be 0: the modelled links are fed by the whole grid
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param outputTensor tensor to write to instead of a new one; its shape, dtype, layout and
   *     memory config must be those of the result
   * @param numLinks links that are used in each direction; 1 unless given
   * @param topology whether tokens go along a line or around a ring, where the wiring has one
   * @return a row-major tensor on each device: for each choice of a token what that expert made of
   *     it, {@code [k, b, s, hidden]}; zeros where no device of the group has the expert
   * @throws TilescopeException if what experts made is not bfloat16 in rows, metadata or mapping
   *     not uint16, the tensors do not fit each other or the mesh, no axis is given, or the group
   *     does not share out the tokens evenly
   */
  public static Tensor allToAllCombine(
      Tensor inputTensor,
      Tensor expertMetadataTensor,
      Tensor expertMappingTensor,
      boolean localReduce,
      int outputShardDim,
      @Nullable Integer clusterAxis,
      @Nullable Integer subdeviceId,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor outputTensor,
      @Nullable Integer numLinks,
      @Nullable Topology topology) {
    return ExpertExchangeOperations.ALL_TO_ALL_COMBINE.call(
        new AllToAllCombineArguments(
            inputTensor,
            expertMetadataTensor,
            expertMappingTensor,
            localReduce,
            outputShardDim,
            clusterAxis,
            subdeviceId,
            memoryConfig,
            outputTensor,
            numLinks,
            topology));
  }

  /**
   * Sends tokens to the devices of their group that have their experts.
   *
   * <p>TT-NN's {@code ttnn.all_to_all_dispatch}.
   *
   * @param inputTensor the tokens of each device, {@code [b, 1, s, hidden]}
   * @param expertIndicesTensor the experts of each token, {@code [b, 1, s, k]}
   * @param expertMappingTensor 1 where a device has an expert, {@code [1, 1, experts, devices]}
   * @return two row-major tensors on each device: the tokens of the group, zeros for those that no
   *     expert of the device is to see, and the experts of all of them
   * @throws TilescopeException if tokens are not bfloat16 {@code [b, 1, s, hidden]} in rows,
   *     experts or mapping not uint16, the tensors do not fit each other or the mesh, the result is
   *     to be sharded, or there are fewer links
   */
  public static List<Tensor> allToAllDispatch(
      Tensor inputTensor, Tensor expertIndicesTensor, Tensor expertMappingTensor) {
    return ExpertExchangeOperations.ALL_TO_ALL_DISPATCH.call(
        new AllToAllDispatchArguments(
            inputTensor,
            expertIndicesTensor,
            expertMappingTensor,
            null,
            null,
            null,
            null,
            null,
            null,
            1));
  }

  /**
   * Sends tokens to the devices of their group that have their experts.
   *
   * <p>TT-NN's {@code ttnn.all_to_all_dispatch}.
   *
   * @param inputTensor the tokens of each device, {@code [b, 1, s, hidden]}
   * @param expertIndicesTensor the experts of each token, {@code [b, 1, s, k]}
   * @param expertMappingTensor 1 where a device has an expert, {@code [1, 1, experts, devices]}
   * @param clusterAxis 0 for the devices of a column, 1 for those of a row; all unless given
   * @param outputTensors tensors for both results, made unless given
   * @param numLinks links that are used in each direction; 1 unless given
   * @param topology whether tokens go along a line or around a ring, where the wiring has one
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param subdeviceId must be 0: the modelled links are fed by the whole grid
   * @param outputConcatDim the dimension that the tokens of a group are joined along: 1, the batch,
   *     or 2, the sequence (default 1)
   * @return two row-major tensors on each device: the tokens of the group, zeros for those that no
   *     expert of the device is to see, and the experts of all of them
   * @throws TilescopeException if tokens are not bfloat16 {@code [b, 1, s, hidden]} in rows,
   *     experts or mapping not uint16, the tensors do not fit each other or the mesh, the result is
   *     to be sharded, or there are fewer links
   */
  public static List<Tensor> allToAllDispatch(
      Tensor inputTensor,
      Tensor expertIndicesTensor,
      Tensor expertMappingTensor,
      @Nullable Integer clusterAxis,
      @Nullable List<Tensor> outputTensors,
      @Nullable Integer numLinks,
      @Nullable Topology topology,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Integer subdeviceId,
      int outputConcatDim) {
    return ExpertExchangeOperations.ALL_TO_ALL_DISPATCH.call(
        new AllToAllDispatchArguments(
            inputTensor,
            expertIndicesTensor,
            expertMappingTensor,
            clusterAxis,
            outputTensors,
            numLinks,
            topology,
            memoryConfig,
            subdeviceId,
            outputConcatDim));
  }

  /**
   * Makes a device tensor to be written to later, for instance by {@code
   * copy_host_to_device_tensor}; until then its values are zero.
   *
   * <p>TT-NN's {@code ttnn.allocate_tensor_on_device}.
   *
   * @param shape shape of the result
   * @param dtype data type of the elements
   * @param layout layout of the tensor, row-major or tiles
   * @param meshDevice the device, or mesh of devices, to make the tensor on
   * @return a device tensor of the given shape, dtype and layout
   */
  public static Tensor allocateTensorOnDevice(
      Shape shape, DataType dtype, Layout layout, MeshDevice meshDevice) {
    return CreationOperations.ALLOCATE_TENSOR_ON_DEVICE.call(
        new AllocateArguments(shape, dtype, layout, meshDevice, null));
  }

  /**
   * Makes a device tensor to be written to later, for instance by {@code
   * copy_host_to_device_tensor}; until then its values are zero.
   *
   * <p>TT-NN's {@code ttnn.allocate_tensor_on_device}.
   *
   * @param shape shape of the result
   * @param dtype data type of the elements
   * @param layout layout of the tensor, row-major or tiles
   * @param meshDevice the device, or mesh of devices, to make the tensor on
   * @param memoryConfig where on the device the tensor is placed; interleaved DRAM unless given
   * @return a device tensor of the given shape, dtype and layout
   */
  public static Tensor allocateTensorOnDevice(
      Shape shape,
      DataType dtype,
      Layout layout,
      MeshDevice meshDevice,
      @Nullable MemoryConfig memoryConfig) {
    return CreationOperations.ALLOCATE_TENSOR_ON_DEVICE.call(
        new AllocateArguments(shape, dtype, layout, meshDevice, memoryConfig));
  }

  /**
   * The same for all that a spec says.
   *
   * <p>TT-NN's {@code ttnn.allocate_tensor_on_device}.
   *
   * @param tensorSpec shape, dtype, layout and memory config
   * @param meshDevice the device, or mesh of devices, to make the tensor on
   * @return a device tensor of the given shape, dtype and layout
   */
  public static Tensor allocateTensorOnDevice(TensorSpec tensorSpec, MeshDevice meshDevice) {
    return CreationOperations.allocateTensorOnDevice(tensorSpec, meshDevice);
  }

  /**
   * The numbers {@code start}, {@code start + step}, {@code start + 2 * step}, ... up to but not
   * including {@code end}.
   *
   * <p>TT-NN's {@code ttnn.arange}.
   *
   * @param end the end of the range, which is not part of it
   * @return a tensor of shape {@code [ceil((end - start) / step)]}, or {@code [0]} if {@code end}
   *     does not lie beyond {@code start} in the direction of {@code step}
   * @throws TilescopeException if the step is 0 or NaN, the range has too many elements for one
   *     tensor, or its first or last number is outside the range of an integer dtype
   */
  public static Tensor arange(double end) {
    return CreationOperations.ARANGE.call(
        new ArangeArguments(
            0, end, 1, DataType.BFLOAT16, null, MemoryConfig.DRAM, Layout.ROW_MAJOR));
  }

  /**
   * The numbers {@code start}, {@code start + step}, {@code start + 2 * step}, ... up to but not
   * including {@code end}.
   *
   * <p>TT-NN's {@code ttnn.arange}.
   *
   * @param start the first number (default 0.0)
   * @param end the end of the range, which is not part of it
   * @param step the distance from number to number, not 0; negative to count down (default 1.0)
   * @return a tensor of shape {@code [ceil((end - start) / step)]}, or {@code [0]} if {@code end}
   *     does not lie beyond {@code start} in the direction of {@code step}
   * @throws TilescopeException if the step is 0 or NaN, the range has too many elements for one
   *     tensor, or its first or last number is outside the range of an integer dtype
   */
  public static Tensor arange(double start, double end, double step) {
    return CreationOperations.ARANGE.call(
        new ArangeArguments(
            start, end, step, DataType.BFLOAT16, null, MemoryConfig.DRAM, Layout.ROW_MAJOR));
  }

  /**
   * The numbers {@code start}, {@code start + step}, {@code start + 2 * step}, ... up to but not
   * including {@code end}.
   *
   * <p>TT-NN's {@code ttnn.arange}.
   *
   * @param start the first number (default 0.0)
   * @param end the end of the range, which is not part of it
   * @param step the distance from number to number, not 0; negative to count down (default 1.0)
   * @param dtype data type of the elements (default bfloat16)
   * @param device the device that the result is put on; the host unless given
   * @return a tensor of shape {@code [ceil((end - start) / step)]}, or {@code [0]} if {@code end}
   *     does not lie beyond {@code start} in the direction of {@code step}
   * @throws TilescopeException if the step is 0 or NaN, the range has too many elements for one
   *     tensor, or its first or last number is outside the range of an integer dtype
   */
  public static Tensor arange(
      double start, double end, double step, DataType dtype, @Nullable MeshDevice device) {
    return CreationOperations.ARANGE.call(
        new ArangeArguments(start, end, step, dtype, device, MemoryConfig.DRAM, Layout.ROW_MAJOR));
  }

  /**
   * The numbers {@code start}, {@code start + step}, {@code start + 2 * step}, ... up to but not
   * including {@code end}.
   *
   * <p>TT-NN's {@code ttnn.arange}.
   *
   * @param start the first number (default 0.0)
   * @param end the end of the range, which is not part of it
   * @param step the distance from number to number, not 0; negative to count down (default 1.0)
   * @param dtype data type of the elements (default bfloat16)
   * @param device the device that the result is put on; the host unless given
   * @param memoryConfig where on the device the tensor is placed (default DRAM_MEMORY_CONFIG)
   * @param layout layout of the tensor, row-major or tiles (default row_major)
   * @return a tensor of shape {@code [ceil((end - start) / step)]}, or {@code [0]} if {@code end}
   *     does not lie beyond {@code start} in the direction of {@code step}
   * @throws TilescopeException if the step is 0 or NaN, the range has too many elements for one
   *     tensor, or its first or last number is outside the range of an integer dtype
   */
  public static Tensor arange(
      double start,
      double end,
      double step,
      DataType dtype,
      @Nullable MeshDevice device,
      MemoryConfig memoryConfig,
      Layout layout) {
    return CreationOperations.ARANGE.call(
        new ArangeArguments(start, end, step, dtype, device, memoryConfig, layout));
  }

  /**
   * The position of the greatest element along a dimension, of the first of equal ones; or among
   * all elements of a row-major tensor, counted row by row.
   *
   * <p>TT-NN's {@code ttnn.argmax}.
   *
   * @param inputTensor the tensor to work on
   * @return a row-major uint32 tensor without the dimension, or with size 1 in its place if it is
   *     kept; of rank 0 for all elements
   * @throws TilescopeException if a tensor in tiles is given no dimension, integers another one
   *     than the last, input or result is sharded, or there are no elements
   */
  public static Tensor argmax(Tensor inputTensor) {
    return ArgMaxOperations.ARGMAX.call(
        new ArgmaxArguments(inputTensor, null, false, null, null, null));
  }

  /**
   * The position of the greatest element along a dimension, of the first of equal ones; or among
   * all elements of a row-major tensor, counted row by row.
   *
   * <p>TT-NN's {@code ttnn.argmax}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimension to search along; unless given the position among all elements is
   *     found, which needs a row-major input
   * @param keepdim whether reduced dimensions stay, with size 1 (default False)
   * @param memoryConfig where the result is placed, interleaved; unless given where the tensor to
   *     write to is, else where the input is
   * @return a row-major uint32 tensor without the dimension, or with size 1 in its place if it is
   *     kept; of rank 0 for all elements
   * @throws TilescopeException if a tensor in tiles is given no dimension, integers another one
   *     than the last, input or result is sharded, or there are no elements
   */
  public static Tensor argmax(
      Tensor inputTensor,
      @Nullable Integer dim,
      boolean keepdim,
      @Nullable MemoryConfig memoryConfig) {
    return ArgMaxOperations.ARGMAX.call(
        new ArgmaxArguments(inputTensor, dim, keepdim, null, memoryConfig, null));
  }

  /**
   * The position of the greatest element along a dimension, of the first of equal ones; or among
   * all elements of a row-major tensor, counted row by row.
   *
   * <p>TT-NN's {@code ttnn.argmax}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimension to search along; unless given the position among all elements is
   *     found, which needs a row-major input
   * @param keepdim whether reduced dimensions stay, with size 1 (default False)
   * @param subCoreGrids the cores that the operation may use, all of the compute grid unless given;
   *     where the operation works on shards in place, the cores must include theirs
   * @param memoryConfig where the result is placed, interleaved; unless given where the tensor to
   *     write to is, else where the input is
   * @param outputTensor tensor to write to instead of a new one; its shape, dtype, layout and
   *     memory config must be those of the result
   * @return a row-major uint32 tensor without the dimension, or with size 1 in its place if it is
   *     kept; of rank 0 for all elements
   * @throws TilescopeException if a tensor in tiles is given no dimension, integers another one
   *     than the last, input or result is sharded, or there are no elements
   */
  public static Tensor argmax(
      Tensor inputTensor,
      @Nullable Integer dim,
      boolean keepdim,
      @Nullable CoreRangeSet subCoreGrids,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor outputTensor) {
    return ArgMaxOperations.ARGMAX.call(
        new ArgmaxArguments(inputTensor, dim, keepdim, subCoreGrids, memoryConfig, outputTensor));
  }

  /**
   * A host tensor converted to a dtype and layout, put on a device if one is given, or read from a
   * file that holds it so already.
   *
   * <p>TT-NN's {@code ttnn.as_tensor}.
   *
   * @param tensor the host tensor to convert
   * @return a tensor of the input's shape, or of each device's part of it with a mesh mapper
   * @throws TilescopeException if the tensor is on a device, a device is given without a memory
   *     config, or the tensor cannot be cut evenly for the mesh
   */
  public static Tensor asTensor(Tensor tensor) {
    return FileOperations.AS_TENSOR.call(new AsTensorArguments(tensor, AsTensorOptions.DEFAULT));
  }

  /**
   * A host tensor converted to a dtype and layout, put on a device if one is given, or read from a
   * file that holds it so already.
   *
   * <p>TT-NN's {@code ttnn.as_tensor}.
   *
   * @param tensor the host tensor to convert
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape, or of each device's part of it with a mesh mapper
   * @throws TilescopeException if the tensor is on a device, a device is given without a memory
   *     config, or the tensor cannot be cut evenly for the mesh
   */
  public static Tensor asTensor(Tensor tensor, AsTensorOptions options) {
    return FileOperations.AS_TENSOR.call(new AsTensorArguments(tensor, options));
  }

  /**
   * The arc sine {@code asin(x)} in radians, NaN outside [-1, 1], for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.asin}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor asin(Tensor inputTensor) {
    return MathOperations.ASIN.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * The arc sine {@code asin(x)} in radians, NaN outside [-1, 1], for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.asin}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor asin(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.ASIN.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * The inverse hyperbolic sine {@code asinh(x)}, for each element {@code x} of a floating-point
   * tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.asinh}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor asinh(Tensor inputTensor) {
    return MathOperations.ASINH.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * The inverse hyperbolic sine {@code asinh(x)}, for each element {@code x} of a floating-point
   * tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.asinh}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor asinh(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.ASINH.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * A copy of a tensor elsewhere or in another type, or written over another tensor.
   *
   * <p>TT-NN's {@code ttnn.assign}.
   *
   * @param inputTensor the tensor to copy
   * @return the copy, or the tensor that was written over
   * @throws TilescopeException if the tensor to write over differs from the input in shape or
   *     layout
   */
  public static Tensor assign(Tensor inputTensor) {
    return PlacementOperations.ASSIGN.call(
        new AssignArguments(inputTensor, null, null, null, null));
  }

  /**
   * A copy of a tensor elsewhere or in another type, or written over another tensor.
   *
   * <p>TT-NN's {@code ttnn.assign}.
   *
   * @param inputTensor the tensor to copy
   * @param memoryConfig where the copy is placed; unless given where the tensor to write to or the
   *     input is
   * @return the copy, or the tensor that was written over
   * @throws TilescopeException if the tensor to write over differs from the input in shape or
   *     layout
   */
  public static Tensor assign(Tensor inputTensor, @Nullable MemoryConfig memoryConfig) {
    return PlacementOperations.ASSIGN.call(
        new AssignArguments(inputTensor, null, memoryConfig, null, null));
  }

  /**
   * A copy of a tensor elsewhere or in another type, or written over another tensor.
   *
   * <p>TT-NN's {@code ttnn.assign}.
   *
   * @param inputTensor the tensor to copy
   * @param inputB the tensor to write over; a new one is made unless it is given
   * @param memoryConfig where the copy is placed; unless given where the tensor to write to or the
   *     input is
   * @param dtype the dtype of the copy; the input's unless given
   * @param outputTensor tensor to write to instead of a new one
   * @return the copy, or the tensor that was written over
   * @throws TilescopeException if the tensor to write over differs from the input in shape or
   *     layout
   */
  public static Tensor assign(
      Tensor inputTensor,
      @Nullable Tensor inputB,
      @Nullable MemoryConfig memoryConfig,
      @Nullable DataType dtype,
      @Nullable Tensor outputTensor) {
    return PlacementOperations.ASSIGN.call(
        new AssignArguments(inputTensor, inputB, memoryConfig, dtype, outputTensor));
  }

  /**
   * The arc tangent {@code atan(x)} in radians, for each element {@code x} of a floating-point
   * tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.atan}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor atan(Tensor inputTensor) {
    return MathOperations.ATAN.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * The arc tangent {@code atan(x)} in radians, for each element {@code x} of a floating-point
   * tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.atan}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor atan(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.ATAN.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * The angle {@code atan2(a, b)} of the point with ordinate {@code a} and abscissa {@code b}, in
   * radians, element by element. The second operand is a tensor or a number; shapes broadcast as in
   * NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.atan2}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor atan2(Tensor inputTensorA, Tensor inputTensorB) {
    return ArithmeticOperations.ATAN2.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The angle {@code atan2(a, b)} of the point with ordinate {@code a} and abscissa {@code b}, in
   * radians, element by element. The second operand is a tensor or a number; shapes broadcast as in
   * NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.atan2}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor atan2(Tensor inputTensorA, Number inputTensorB) {
    return ArithmeticOperations.ATAN2.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The angle {@code atan2(a, b)} of the point with ordinate {@code a} and abscissa {@code b}, in
   * radians, element by element. The second operand is a tensor or a number; shapes broadcast as in
   * NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.atan2}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor atan2(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.ATAN2.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The angle {@code atan2(a, b)} of the point with ordinate {@code a} and abscissa {@code b}, in
   * radians, element by element. The second operand is a tensor or a number; shapes broadcast as in
   * NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.atan2}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor atan2(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.ATAN2.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The inverse hyperbolic tangent {@code atanh(x)}, NaN outside [-1, 1], for each element {@code
   * x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.atanh}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor atanh(Tensor inputTensor) {
    return MathOperations.ATANH.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * The inverse hyperbolic tangent {@code atanh(x)}, NaN outside [-1, 1], for each element {@code
   * x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.atanh}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor atanh(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.ATANH.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * The average of each window of images {@code [1, 1, N*H*W, C]} or {@code [N, H, W, C]}. Images
   * in DRAM that are too large for L1 are pooled in slices; a window of the size of the images is a
   * reduction.
   *
   * <p>TT-NN's {@code ttnn.avg_pool2d}.
   *
   * @param inputTensor the images, {@code [1, 1, N*H*W, C]} or {@code [N, H, W, C]}
   * @param images how many images there are, their height, width and channels
   * @param window the window, and how it moves
   * @return a tensor of shape {@code [1, 1, N*OH*OW, C]} in shards in L1, or of slices {@code [N,
   *     OH, OW, C]} in DRAM; a reduction's is interleaved and has the input's type
   * @throws TilescopeException if the input does not have the sizes given, the window does not fit
   *     the padded image, the padding is more than half of the window, the divisor is 0, or a
   *     block-float result is to be row-major
   */
  public static Tensor avgPool2d(Tensor inputTensor, PoolImages images, AvgPoolWindow window) {
    return PoolOperations.AVG_POOL2D.call(
        new AvgPoolArguments(inputTensor, images, window, PoolOptions.DEFAULT, null));
  }

  /**
   * The average of each window of images {@code [1, 1, N*H*W, C]} or {@code [N, H, W, C]}. Images
   * in DRAM that are too large for L1 are pooled in slices; a window of the size of the images is a
   * reduction.
   *
   * <p>TT-NN's {@code ttnn.avg_pool2d}.
   *
   * @param inputTensor the images, {@code [1, 1, N*H*W, C]} or {@code [N, H, W, C]}
   * @param images how many images there are, their height, width and channels
   * @param window the window, and how it moves
   * @param options the keyword arguments, each with its default
   * @return a tensor of shape {@code [1, 1, N*OH*OW, C]} in shards in L1, or of slices {@code [N,
   *     OH, OW, C]} in DRAM; a reduction's is interleaved and has the input's type
   * @throws TilescopeException if the input does not have the sizes given, the window does not fit
   *     the padded image, the padding is more than half of the window, the divisor is 0, or a
   *     block-float result is to be row-major
   */
  public static Tensor avgPool2d(
      Tensor inputTensor, PoolImages images, AvgPoolWindow window, PoolOptions options) {
    return PoolOperations.AVG_POOL2D.call(
        new AvgPoolArguments(inputTensor, images, window, options, null));
  }

  /**
   * The average of each window of images {@code [1, 1, N*H*W, C]} or {@code [N, H, W, C]}. Images
   * in DRAM that are too large for L1 are pooled in slices; a window of the size of the images is a
   * reduction.
   *
   * <p>TT-NN's {@code ttnn.avg_pool2d}.
   *
   * @param inputTensor the images, {@code [1, 1, N*H*W, C]} or {@code [N, H, W, C]}
   * @param images how many images there are, their height, width and channels
   * @param window the window, and how it moves
   * @param options the keyword arguments, each with its default
   * @param computeKernelConfig how the compute kernel does its arithmetic: its fidelity counts in
   *     the modelled time; one pass unless given
   * @return a tensor of shape {@code [1, 1, N*OH*OW, C]} in shards in L1, or of slices {@code [N,
   *     OH, OW, C]} in DRAM; a reduction's is interleaved and has the input's type
   * @throws TilescopeException if the input does not have the sizes given, the window does not fit
   *     the padded image, the padding is more than half of the window, the divisor is 0, or a
   *     block-float result is to be row-major
   */
  public static Tensor avgPool2d(
      Tensor inputTensor,
      PoolImages images,
      AvgPoolWindow window,
      PoolOptions options,
      @Nullable ComputeKernelConfig computeKernelConfig) {
    return PoolOperations.AVG_POOL2D.call(
        new AvgPoolArguments(inputTensor, images, window, options, computeKernelConfig));
  }

  /**
   * Channels of {@code [N, C, H, W]} brought to mean 0 and variance 1: {@code (x - mean) /
   * sqrt(variance + eps) * weight + bias}, with the running statistics, or with the batch's own in
   * training, when the running ones are moved towards them in place. Per-channel tensors are {@code
   * [1, C, 1, 1]}.
   *
   * <p>TT-NN's {@code ttnn.batch_norm}.
   *
   * @param input the tensor to work on, {@code [N, C, H, W]}
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the input is not {@code [N, C, H, W]} with elements, input or
   *     result is sharded, running statistics are missing outside training, the momentum is not in
   *     0..1, eps is negative or not finite, or a per-channel tensor is not {@code [1, C, 1, 1]}
   */
  public static Tensor batchNorm(Tensor input) {
    return ChannelNormOperations.BATCH_NORM.call(
        new BatchNormArguments(input, BatchNormOptions.DEFAULT));
  }

  /**
   * Channels of {@code [N, C, H, W]} brought to mean 0 and variance 1: {@code (x - mean) /
   * sqrt(variance + eps) * weight + bias}, with the running statistics, or with the batch's own in
   * training, when the running ones are moved towards them in place. Per-channel tensors are {@code
   * [1, C, 1, 1]}.
   *
   * <p>TT-NN's {@code ttnn.batch_norm}.
   *
   * @param input the tensor to work on, {@code [N, C, H, W]}
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the input is not {@code [N, C, H, W]} with elements, input or
   *     result is sharded, running statistics are missing outside training, the momentum is not in
   *     0..1, eps is negative or not finite, or a per-channel tensor is not {@code [1, C, 1, 1]}
   */
  public static Tensor batchNorm(Tensor input, BatchNormOptions options) {
    return ChannelNormOperations.BATCH_NORM.call(new BatchNormArguments(input, options));
  }

  /**
   * Two tensors together, of which the second has one row ({@code H}), one column ({@code W}) or
   * one element ({@code HW}) for each matrix of the first, or for all of them. Row-major tensors
   * are brought into tiles first.
   *
   * <p>TT-NN's {@code ttnn.bcast}.
   *
   * @param inputA the first operand
   * @param inputB the second operand
   * @param mathOp what is done with two elements: {@code ADD}, {@code SUB} or {@code MUL}
   * @param dim along which dimensions the second operand is repeated: {@code H}, {@code W} or
   *     {@code HW}
   * @return a tensor of the first operand's shape and dtype
   * @throws TilescopeException if the second operand has more than a tile's side where it is
   *     repeated or another size elsewhere, its batch is neither 1 nor that of the first, or shards
   *     are not where the operation works on them
   */
  public static Tensor bcast(Tensor inputA, Tensor inputB, BcastOpMath mathOp, BcastOpDim dim) {
    return BcastOperations.BCAST.call(new BcastArguments(inputA, inputB, mathOp, dim, null, null));
  }

  /**
   * Two tensors together, of which the second has one row ({@code H}), one column ({@code W}) or
   * one element ({@code HW}) for each matrix of the first, or for all of them. Row-major tensors
   * are brought into tiles first.
   *
   * <p>TT-NN's {@code ttnn.bcast}.
   *
   * @param inputA the first operand
   * @param inputB the second operand
   * @param mathOp what is done with two elements: {@code ADD}, {@code SUB} or {@code MUL}
   * @param dim along which dimensions the second operand is repeated: {@code H}, {@code W} or
   *     {@code HW}
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param outputTensor tensor to write to instead of a new one; its shape, dtype, layout and
   *     memory config must be those of the result
   * @return a tensor of the first operand's shape and dtype
   * @throws TilescopeException if the second operand has more than a tile's side where it is
   *     repeated or another size elsewhere, its batch is neither 1 nor that of the first, or shards
   *     are not where the operation works on them
   */
  public static Tensor bcast(
      Tensor inputA,
      Tensor inputB,
      BcastOpMath mathOp,
      BcastOpDim dim,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor outputTensor) {
    return BcastOperations.BCAST.call(
        new BcastArguments(inputA, inputB, mathOp, dim, memoryConfig, outputTensor));
  }

  /**
   * Ones and zeros: a one with the probability that the input has at its place.
   *
   * <p>TT-NN's {@code ttnn.bernoulli}.
   *
   * @param input the probabilities, from 0 to 1
   * @return a tensor of the input's shape in float32 unless a dtype is given
   * @throws TilescopeException if the input or the result is neither bfloat16 nor float32
   */
  public static Tensor bernoulli(Tensor input) {
    return BernoulliOperations.BERNOULLI.call(
        new BernoulliArguments(input, 0, null, null, null, null));
  }

  /**
   * Ones and zeros: a one with the probability that the input has at its place.
   *
   * <p>TT-NN's {@code ttnn.bernoulli}.
   *
   * @param input the probabilities, from 0 to 1
   * @param seed what the numbers are made from: the same seed gives the same values on every
   *     machine (default 0)
   * @param output tensor to write to instead of a new one, of the input's shape
   * @param dtype data type of the result, bfloat16 or float32
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param computeKernelConfig how the compute kernel does its arithmetic; it changes the modelled
   *     time and the circular buffers, not the values
   * @return a tensor of the input's shape in float32 unless a dtype is given
   * @throws TilescopeException if the input or the result is neither bfloat16 nor float32
   */
  public static Tensor bernoulli(
      Tensor input,
      long seed,
      @Nullable Tensor output,
      @Nullable DataType dtype,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {
    return BernoulliOperations.BERNOULLI.call(
        new BernoulliArguments(input, seed, output, dtype, memoryConfig, computeKernelConfig));
  }

  /**
   * GELU of the sum, {@code gelu(a + b)} in its exact form, element by element. The second operand
   * is a tensor or a number; shapes broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.bias_gelu}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor biasGelu(Tensor inputTensorA, Tensor inputTensorB) {
    return ArithmeticOperations.BIAS_GELU.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * GELU of the sum, {@code gelu(a + b)} in its exact form, element by element. The second operand
   * is a tensor or a number; shapes broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.bias_gelu}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor biasGelu(Tensor inputTensorA, Number inputTensorB) {
    return ArithmeticOperations.BIAS_GELU.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * GELU of the sum, {@code gelu(a + b)} in its exact form, element by element. The second operand
   * is a tensor or a number; shapes broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.bias_gelu}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor biasGelu(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.BIAS_GELU.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * GELU of the sum, {@code gelu(a + b)} in its exact form, element by element. The second operand
   * is a tensor or a number; shapes broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.bias_gelu}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor biasGelu(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.BIAS_GELU.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * GELU of the sum, {@code gelu(a + b)} in its exact form, element by element, written over {@code
   * a}. The second operand is a tensor that broadcasts to the shape of {@code a}, or a number.
   * Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.bias_gelu_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor biasGeluInPlace(Tensor inputA, Tensor inputB) {
    return InPlaceOperations.BIAS_GELU.call(
        new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * GELU of the sum, {@code gelu(a + b)} in its exact form, element by element, written over {@code
   * a}. The second operand is a tensor that broadcasts to the shape of {@code a}, or a number.
   * Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.bias_gelu_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor biasGeluInPlace(Tensor inputA, Number inputB) {
    return InPlaceOperations.BIAS_GELU.call(
        new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * GELU of the sum, {@code gelu(a + b)} in its exact form, element by element, written over {@code
   * a}. The second operand is a tensor that broadcasts to the shape of {@code a}, or a number.
   * Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.bias_gelu_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor biasGeluInPlace(Tensor inputA, Tensor inputB, InPlaceOptions options) {
    return InPlaceOperations.BIAS_GELU.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * GELU of the sum, {@code gelu(a + b)} in its exact form, element by element, written over {@code
   * a}. The second operand is a tensor that broadcasts to the shape of {@code a}, or a number.
   * Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.bias_gelu_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor biasGeluInPlace(Tensor inputA, Number inputB, InPlaceOptions options) {
    return InPlaceOperations.BIAS_GELU.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * The bits set in both operands, {@code a & b}, element by element. The second operand is a
   * tensor or a number; shapes broadcast as in NumPy. Tensors of uint32, uint16 or int32 only.
   *
   * <p>TT-NN's {@code ttnn.bitwise_and}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor bitwiseAnd(Tensor inputTensorA, Tensor inputTensorB) {
    return ComparisonOperations.BITWISE_AND.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The bits set in both operands, {@code a & b}, element by element. The second operand is a
   * tensor or a number; shapes broadcast as in NumPy. Tensors of uint32, uint16 or int32 only.
   *
   * <p>TT-NN's {@code ttnn.bitwise_and}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor bitwiseAnd(Tensor inputTensorA, Number inputTensorB) {
    return ComparisonOperations.BITWISE_AND.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The bits set in both operands, {@code a & b}, element by element. The second operand is a
   * tensor or a number; shapes broadcast as in NumPy. Tensors of uint32, uint16 or int32 only.
   *
   * <p>TT-NN's {@code ttnn.bitwise_and}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor bitwiseAnd(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ComparisonOperations.BITWISE_AND.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The bits set in both operands, {@code a & b}, element by element. The second operand is a
   * tensor or a number; shapes broadcast as in NumPy. Tensors of uint32, uint16 or int32 only.
   *
   * <p>TT-NN's {@code ttnn.bitwise_and}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor bitwiseAnd(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ComparisonOperations.BITWISE_AND.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The bits of {@code a} shifted left by {@code b}, element by element; 0 where {@code b} is
   * negative or above 31. The second operand is a tensor or a number; shapes broadcast as in NumPy.
   * Tensors of uint32, uint16 or int32 only.
   *
   * <p>TT-NN's {@code ttnn.bitwise_left_shift}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor bitwiseLeftShift(Tensor inputTensorA, Tensor inputTensorB) {
    return ComparisonOperations.BITWISE_LEFT_SHIFT.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The bits of {@code a} shifted left by {@code b}, element by element; 0 where {@code b} is
   * negative or above 31. The second operand is a tensor or a number; shapes broadcast as in NumPy.
   * Tensors of uint32, uint16 or int32 only.
   *
   * <p>TT-NN's {@code ttnn.bitwise_left_shift}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor bitwiseLeftShift(Tensor inputTensorA, Number inputTensorB) {
    return ComparisonOperations.BITWISE_LEFT_SHIFT.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The bits of {@code a} shifted left by {@code b}, element by element; 0 where {@code b} is
   * negative or above 31. The second operand is a tensor or a number; shapes broadcast as in NumPy.
   * Tensors of uint32, uint16 or int32 only.
   *
   * <p>TT-NN's {@code ttnn.bitwise_left_shift}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor bitwiseLeftShift(
      Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ComparisonOperations.BITWISE_LEFT_SHIFT.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The bits of {@code a} shifted left by {@code b}, element by element; 0 where {@code b} is
   * negative or above 31. The second operand is a tensor or a number; shapes broadcast as in NumPy.
   * Tensors of uint32, uint16 or int32 only.
   *
   * <p>TT-NN's {@code ttnn.bitwise_left_shift}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor bitwiseLeftShift(
      Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ComparisonOperations.BITWISE_LEFT_SHIFT.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * Every bit inverted, {@code ~x}, for each element {@code x} of an integer tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.bitwise_not}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor bitwiseNot(Tensor inputTensor) {
    return MathOperations.BITWISE_NOT.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * Every bit inverted, {@code ~x}, for each element {@code x} of an integer tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.bitwise_not}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor bitwiseNot(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.BITWISE_NOT.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * The bits set in either operand, {@code a | b}, element by element. The second operand is a
   * tensor or a number; shapes broadcast as in NumPy. Tensors of uint32, uint16 or int32 only.
   *
   * <p>TT-NN's {@code ttnn.bitwise_or}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor bitwiseOr(Tensor inputTensorA, Tensor inputTensorB) {
    return ComparisonOperations.BITWISE_OR.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The bits set in either operand, {@code a | b}, element by element. The second operand is a
   * tensor or a number; shapes broadcast as in NumPy. Tensors of uint32, uint16 or int32 only.
   *
   * <p>TT-NN's {@code ttnn.bitwise_or}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor bitwiseOr(Tensor inputTensorA, Number inputTensorB) {
    return ComparisonOperations.BITWISE_OR.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The bits set in either operand, {@code a | b}, element by element. The second operand is a
   * tensor or a number; shapes broadcast as in NumPy. Tensors of uint32, uint16 or int32 only.
   *
   * <p>TT-NN's {@code ttnn.bitwise_or}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor bitwiseOr(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ComparisonOperations.BITWISE_OR.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The bits set in either operand, {@code a | b}, element by element. The second operand is a
   * tensor or a number; shapes broadcast as in NumPy. Tensors of uint32, uint16 or int32 only.
   *
   * <p>TT-NN's {@code ttnn.bitwise_or}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor bitwiseOr(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ComparisonOperations.BITWISE_OR.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The bits of {@code a} shifted right by {@code b}, keeping the sign of signed integers, element
   * by element; only copies of the sign are left where {@code b} is negative or above 31. The
   * second operand is a tensor or a number; shapes broadcast as in NumPy. Tensors of uint32, uint16
   * or int32 only.
   *
   * <p>TT-NN's {@code ttnn.bitwise_right_shift}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor bitwiseRightShift(Tensor inputTensorA, Tensor inputTensorB) {
    return ComparisonOperations.BITWISE_RIGHT_SHIFT.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The bits of {@code a} shifted right by {@code b}, keeping the sign of signed integers, element
   * by element; only copies of the sign are left where {@code b} is negative or above 31. The
   * second operand is a tensor or a number; shapes broadcast as in NumPy. Tensors of uint32, uint16
   * or int32 only.
   *
   * <p>TT-NN's {@code ttnn.bitwise_right_shift}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor bitwiseRightShift(Tensor inputTensorA, Number inputTensorB) {
    return ComparisonOperations.BITWISE_RIGHT_SHIFT.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The bits of {@code a} shifted right by {@code b}, keeping the sign of signed integers, element
   * by element; only copies of the sign are left where {@code b} is negative or above 31. The
   * second operand is a tensor or a number; shapes broadcast as in NumPy. Tensors of uint32, uint16
   * or int32 only.
   *
   * <p>TT-NN's {@code ttnn.bitwise_right_shift}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor bitwiseRightShift(
      Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ComparisonOperations.BITWISE_RIGHT_SHIFT.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The bits of {@code a} shifted right by {@code b}, keeping the sign of signed integers, element
   * by element; only copies of the sign are left where {@code b} is negative or above 31. The
   * second operand is a tensor or a number; shapes broadcast as in NumPy. Tensors of uint32, uint16
   * or int32 only.
   *
   * <p>TT-NN's {@code ttnn.bitwise_right_shift}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor bitwiseRightShift(
      Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ComparisonOperations.BITWISE_RIGHT_SHIFT.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The bits set in one operand only, {@code a ^ b}, element by element. The second operand is a
   * tensor or a number; shapes broadcast as in NumPy. Tensors of uint32, uint16 or int32 only.
   *
   * <p>TT-NN's {@code ttnn.bitwise_xor}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor bitwiseXor(Tensor inputTensorA, Tensor inputTensorB) {
    return ComparisonOperations.BITWISE_XOR.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The bits set in one operand only, {@code a ^ b}, element by element. The second operand is a
   * tensor or a number; shapes broadcast as in NumPy. Tensors of uint32, uint16 or int32 only.
   *
   * <p>TT-NN's {@code ttnn.bitwise_xor}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor bitwiseXor(Tensor inputTensorA, Number inputTensorB) {
    return ComparisonOperations.BITWISE_XOR.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The bits set in one operand only, {@code a ^ b}, element by element. The second operand is a
   * tensor or a number; shapes broadcast as in NumPy. Tensors of uint32, uint16 or int32 only.
   *
   * <p>TT-NN's {@code ttnn.bitwise_xor}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor bitwiseXor(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ComparisonOperations.BITWISE_XOR.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The bits set in one operand only, {@code a ^ b}, element by element. The second operand is a
   * tensor or a number; shapes broadcast as in NumPy. Tensors of uint32, uint16 or int32 only.
   *
   * <p>TT-NN's {@code ttnn.bitwise_xor}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor bitwiseXor(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ComparisonOperations.BITWISE_XOR.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The cube root of {@code x}, for each element {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.cbrt}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor cbrt(Tensor inputTensor) {
    return MathOperations.CBRT.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * The cube root of {@code x}, for each element {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.cbrt}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor cbrt(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.CBRT.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * The least integer that is not below {@code x}, for each element {@code x} of a floating-point
   * tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.ceil}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor ceil(Tensor inputTensor) {
    return MathOperations.CEIL.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * The least integer that is not below {@code x}, for each element {@code x} of a floating-point
   * tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.ceil}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor ceil(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.CEIL.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * {@code x}, but {@code alpha * (e^(x / alpha) - 1)} below zero, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.celu}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor celu(Tensor inputTensor) {
    return ActivationOperations.CELU.call(
        new CeluArguments(inputTensor, 1.0, UnaryOptions.DEFAULT));
  }

  /**
   * {@code x}, but {@code alpha * (e^(x / alpha) - 1)} below zero, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.celu}.
   *
   * @param inputTensor the tensor to work on
   * @param alpha factor below zero, and what the element is divided by there (default 1.0)
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor celu(Tensor inputTensor, Number alpha) {
    return ActivationOperations.CELU.call(
        new CeluArguments(inputTensor, alpha, UnaryOptions.DEFAULT));
  }

  /**
   * {@code x}, but {@code alpha * (e^(x / alpha) - 1)} below zero, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.celu}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor celu(Tensor inputTensor, UnaryOptions options) {
    return ActivationOperations.CELU.call(new CeluArguments(inputTensor, 1.0, options));
  }

  /**
   * {@code x}, but {@code alpha * (e^(x / alpha) - 1)} below zero, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.celu}.
   *
   * @param inputTensor the tensor to work on
   * @param alpha factor below zero, and what the element is divided by there (default 1.0)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor celu(Tensor inputTensor, Number alpha, UnaryOptions options) {
    return ActivationOperations.CELU.call(new CeluArguments(inputTensor, alpha, options));
  }

  /**
   * Cuts a tensor along one dimension into at most {@code chunks} parts of equal size; the last may
   * be smaller.
   *
   * <p>TT-NN's {@code ttnn.chunk}.
   *
   * @param inputTensor the tensor to work on
   * @param chunks how many parts at most
   * @param dim the dimension to cut; a negative one counts from the end
   * @return a list of tensors that differ from the input in dimension {@code dim} only
   * @throws TilescopeException if the number of parts is below 1 or the dimension is not one of the
   *     input's
   */
  public static List<Tensor> chunk(Tensor inputTensor, int chunks, int dim) {
    return SliceOperations.CHUNK.call(new ChunkArguments(inputTensor, chunks, dim));
  }

  /**
   * Each element kept between two bounds, {@code min(max(x, min), max)}, so that {@code max} wins
   * where {@code min} is greater. Each bound is a number or a tensor that broadcasts with the
   * input; one may be left out.
   *
   * <p>TT-NN's {@code ttnn.clamp}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's dtype and shape, broadcast with bounds that are tensors
   * @throws TilescopeException if neither bound is given, the shapes do not broadcast, or an
   *     integer tensor is given a finite bound that is not whole
   */
  public static Tensor clamp(Tensor inputTensor) {
    return ClampOperations.CLAMP.call(
        new ClampArguments(inputTensor, null, null, UnaryOptions.DEFAULT));
  }

  /**
   * Each element kept between two bounds, {@code min(max(x, min), max)}, so that {@code max} wins
   * where {@code min} is greater. Each bound is a number or a tensor that broadcasts with the
   * input; one may be left out.
   *
   * <p>TT-NN's {@code ttnn.clamp}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's dtype and shape, broadcast with bounds that are tensors
   * @throws TilescopeException if neither bound is given, the shapes do not broadcast, or an
   *     integer tensor is given a finite bound that is not whole
   */
  public static Tensor clamp(Tensor inputTensor, UnaryOptions options) {
    return ClampOperations.CLAMP.call(new ClampArguments(inputTensor, null, null, options));
  }

  /**
   * Each element kept between two bounds, {@code min(max(x, min), max)}, so that {@code max} wins
   * where {@code min} is greater. Each bound is a number or a tensor that broadcasts with the
   * input; one may be left out.
   *
   * <p>TT-NN's {@code ttnn.clamp}.
   *
   * @param inputTensor the tensor to work on
   * @param min the lower bound, a number or a tensor broadcast with the input; none unless given
   * @param max the upper bound, a number or a tensor broadcast with the input; none unless given
   * @return a tensor of the input's dtype and shape, broadcast with bounds that are tensors
   * @throws TilescopeException if neither bound is given, the shapes do not broadcast, or an
   *     integer tensor is given a finite bound that is not whole
   */
  public static Tensor clamp(Tensor inputTensor, @Nullable Number min, @Nullable Number max) {
    return ClampOperations.CLAMP.call(
        new ClampArguments(inputTensor, min, max, UnaryOptions.DEFAULT));
  }

  /**
   * Each element kept between two bounds, {@code min(max(x, min), max)}, so that {@code max} wins
   * where {@code min} is greater. Each bound is a number or a tensor that broadcasts with the
   * input; one may be left out.
   *
   * <p>TT-NN's {@code ttnn.clamp}.
   *
   * @param inputTensor the tensor to work on
   * @param min the lower bound, a number or a tensor broadcast with the input; none unless given
   * @param max the upper bound, a number or a tensor broadcast with the input; none unless given
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's dtype and shape, broadcast with bounds that are tensors
   * @throws TilescopeException if neither bound is given, the shapes do not broadcast, or an
   *     integer tensor is given a finite bound that is not whole
   */
  public static Tensor clamp(
      Tensor inputTensor, @Nullable Tensor min, @Nullable Tensor max, UnaryOptions options) {
    return ClampOperations.CLAMP.call(new ClampArguments(inputTensor, min, max, options));
  }

  /**
   * Each element kept between two bounds, {@code min(max(x, min), max)}, so that {@code max} wins
   * where {@code min} is greater. Each bound is a number or a tensor that broadcasts with the
   * input; one may be left out.
   *
   * <p>TT-NN's {@code ttnn.clamp}.
   *
   * @param inputTensor the tensor to work on
   * @param min the lower bound, a number or a tensor broadcast with the input; none unless given
   * @param max the upper bound, a number or a tensor broadcast with the input; none unless given
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's dtype and shape, broadcast with bounds that are tensors
   * @throws TilescopeException if neither bound is given, the shapes do not broadcast, or an
   *     integer tensor is given a finite bound that is not whole
   */
  public static Tensor clamp(
      Tensor inputTensor, @Nullable Number min, @Nullable Number max, UnaryOptions options) {
    return ClampOperations.CLAMP.call(new ClampArguments(inputTensor, min, max, options));
  }

  /**
   * Another name of {@code clamp}. Each element kept between two bounds, {@code min(max(x, min),
   * max)}, so that {@code max} wins where {@code min} is greater. Each bound is a number or a
   * tensor that broadcasts with the input; one may be left out.
   *
   * <p>TT-NN's {@code ttnn.clip}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's dtype and shape, broadcast with bounds that are tensors
   * @throws TilescopeException if neither bound is given, the shapes do not broadcast, or an
   *     integer tensor is given a finite bound that is not whole
   */
  public static Tensor clip(Tensor inputTensor) {
    return ClampOperations.CLIP.call(
        new ClampArguments(inputTensor, null, null, UnaryOptions.DEFAULT));
  }

  /**
   * Another name of {@code clamp}. Each element kept between two bounds, {@code min(max(x, min),
   * max)}, so that {@code max} wins where {@code min} is greater. Each bound is a number or a
   * tensor that broadcasts with the input; one may be left out.
   *
   * <p>TT-NN's {@code ttnn.clip}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's dtype and shape, broadcast with bounds that are tensors
   * @throws TilescopeException if neither bound is given, the shapes do not broadcast, or an
   *     integer tensor is given a finite bound that is not whole
   */
  public static Tensor clip(Tensor inputTensor, UnaryOptions options) {
    return ClampOperations.CLIP.call(new ClampArguments(inputTensor, null, null, options));
  }

  /**
   * Another name of {@code clamp}. Each element kept between two bounds, {@code min(max(x, min),
   * max)}, so that {@code max} wins where {@code min} is greater. Each bound is a number or a
   * tensor that broadcasts with the input; one may be left out.
   *
   * <p>TT-NN's {@code ttnn.clip}.
   *
   * @param inputTensor the tensor to work on
   * @param min the lower bound, a number or a tensor broadcast with the input; none unless given
   * @param max the upper bound, a number or a tensor broadcast with the input; none unless given
   * @return a tensor of the input's dtype and shape, broadcast with bounds that are tensors
   * @throws TilescopeException if neither bound is given, the shapes do not broadcast, or an
   *     integer tensor is given a finite bound that is not whole
   */
  public static Tensor clip(Tensor inputTensor, @Nullable Number min, @Nullable Number max) {
    return ClampOperations.CLIP.call(
        new ClampArguments(inputTensor, min, max, UnaryOptions.DEFAULT));
  }

  /**
   * Another name of {@code clamp}. Each element kept between two bounds, {@code min(max(x, min),
   * max)}, so that {@code max} wins where {@code min} is greater. Each bound is a number or a
   * tensor that broadcasts with the input; one may be left out.
   *
   * <p>TT-NN's {@code ttnn.clip}.
   *
   * @param inputTensor the tensor to work on
   * @param min the lower bound, a number or a tensor broadcast with the input; none unless given
   * @param max the upper bound, a number or a tensor broadcast with the input; none unless given
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's dtype and shape, broadcast with bounds that are tensors
   * @throws TilescopeException if neither bound is given, the shapes do not broadcast, or an
   *     integer tensor is given a finite bound that is not whole
   */
  public static Tensor clip(
      Tensor inputTensor, @Nullable Tensor min, @Nullable Tensor max, UnaryOptions options) {
    return ClampOperations.CLIP.call(new ClampArguments(inputTensor, min, max, options));
  }

  /**
   * Another name of {@code clamp}. Each element kept between two bounds, {@code min(max(x, min),
   * max)}, so that {@code max} wins where {@code min} is greater. Each bound is a number or a
   * tensor that broadcasts with the input; one may be left out.
   *
   * <p>TT-NN's {@code ttnn.clip}.
   *
   * @param inputTensor the tensor to work on
   * @param min the lower bound, a number or a tensor broadcast with the input; none unless given
   * @param max the upper bound, a number or a tensor broadcast with the input; none unless given
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's dtype and shape, broadcast with bounds that are tensors
   * @throws TilescopeException if neither bound is given, the shapes do not broadcast, or an
   *     integer tensor is given a finite bound that is not whole
   */
  public static Tensor clip(
      Tensor inputTensor, @Nullable Number min, @Nullable Number max, UnaryOptions options) {
    return ClampOperations.CLIP.call(new ClampArguments(inputTensor, min, max, options));
  }

  /**
   * Copies a tensor to a new one, in another dtype or place if asked for.
   *
   * <p>TT-NN's {@code ttnn.clone}.
   *
   * @param input the tensor to copy
   * @return a new tensor of the input's shape and layout
   */
  public static Tensor clone(Tensor input) {
    return PlacementOperations.CLONE.call(new CloneArguments(input, null, null, null));
  }

  /**
   * Copies a tensor to a new one, in another dtype or place if asked for.
   *
   * <p>TT-NN's {@code ttnn.clone}.
   *
   * @param input the tensor to copy
   * @param dtype data type of the copy; that of the input unless given. Only floating-point types
   *     convert to each other
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param computeKernelConfig how the compute kernel does its arithmetic; it changes the modelled
   *     time and the circular buffers, not the values
   * @return a new tensor of the input's shape and layout
   */
  public static Tensor clone(
      Tensor input,
      @Nullable DataType dtype,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {
    return PlacementOperations.CLONE.call(
        new CloneArguments(input, dtype, memoryConfig, computeKernelConfig));
  }

  /**
   * Joins tensors of one dtype and layout along a dimension; they agree in all other dimensions.
   *
   * <p>TT-NN's {@code ttnn.concat}.
   *
   * @param tensors the tensors to join, one or more
   * @return a tensor whose dimension {@code dim} is the sum of theirs
   * @throws TilescopeException if there are no tensors, they differ in another dimension, in dtype
   *     or in layout, or a dimension cannot be cut into the number of groups
   */
  public static Tensor concat(List<Tensor> tensors) {
    return JoinOperations.CONCAT.call(new ConcatArguments(tensors, 0, ConcatOptions.DEFAULT));
  }

  /**
   * Joins tensors of one dtype and layout along a dimension; they agree in all other dimensions.
   *
   * <p>TT-NN's {@code ttnn.concat}.
   *
   * @param tensors the tensors to join, one or more
   * @param dim the dimension to join along; a negative one counts from the end (default 0)
   * @return a tensor whose dimension {@code dim} is the sum of theirs
   * @throws TilescopeException if there are no tensors, they differ in another dimension, in dtype
   *     or in layout, or a dimension cannot be cut into the number of groups
   */
  public static Tensor concat(List<Tensor> tensors, int dim) {
    return JoinOperations.CONCAT.call(new ConcatArguments(tensors, dim, ConcatOptions.DEFAULT));
  }

  /**
   * Joins tensors of one dtype and layout along a dimension; they agree in all other dimensions.
   *
   * <p>TT-NN's {@code ttnn.concat}.
   *
   * @param tensors the tensors to join, one or more
   * @param options the keyword arguments, each with its default
   * @return a tensor whose dimension {@code dim} is the sum of theirs
   * @throws TilescopeException if there are no tensors, they differ in another dimension, in dtype
   *     or in layout, or a dimension cannot be cut into the number of groups
   */
  public static Tensor concat(List<Tensor> tensors, ConcatOptions options) {
    return JoinOperations.CONCAT.call(new ConcatArguments(tensors, 0, options));
  }

  /**
   * Joins tensors of one dtype and layout along a dimension; they agree in all other dimensions.
   *
   * <p>TT-NN's {@code ttnn.concat}.
   *
   * @param tensors the tensors to join, one or more
   * @param dim the dimension to join along; a negative one counts from the end (default 0)
   * @param memoryConfig where the result is placed; unless given where the tensor to write to is,
   *     else interleaved DRAM
   * @return a tensor whose dimension {@code dim} is the sum of theirs
   * @throws TilescopeException if there are no tensors, they differ in another dimension, in dtype
   *     or in layout, or a dimension cannot be cut into the number of groups
   */
  public static Tensor concat(List<Tensor> tensors, int dim, @Nullable MemoryConfig memoryConfig) {
    return JoinOperations.CONCAT.call(
        new ConcatArguments(tensors, dim, ConcatOptions.DEFAULT.withMemoryConfig(memoryConfig)));
  }

  /**
   * Joins tensors of one dtype and layout along a dimension; they agree in all other dimensions.
   *
   * <p>TT-NN's {@code ttnn.concat}.
   *
   * @param tensors the tensors to join, one or more
   * @param dim the dimension to join along; a negative one counts from the end (default 0)
   * @param options the keyword arguments, each with its default
   * @return a tensor whose dimension {@code dim} is the sum of theirs
   * @throws TilescopeException if there are no tensors, they differ in another dimension, in dtype
   *     or in layout, or a dimension cannot be cut into the number of groups
   */
  public static Tensor concat(List<Tensor> tensors, int dim, ConcatOptions options) {
    return JoinOperations.CONCAT.call(new ConcatArguments(tensors, dim, options));
  }

  /**
   * Convolution of rows {@code [N, L, C]} along their length with weights {@code [O, C/groups, K]},
   * plus bias, then the activation of the config: that of images of one row of pixels.
   *
   * <p>TT-NN's {@code ttnn.conv1d}.
   *
   * @param inputTensor the rows, {@code [N, L, C]}, {@code [N, 1, L, C]} or {@code [1, 1, N*L, C]}
   * @param weightTensor the weights, {@code [O, C/groups, K]} on host or device, or as a call
   *     before gave them
   * @param sizes the channels, the images and the kernel
   * @param options the keyword arguments, each with its default
   * @return a tensor of shape {@code [1, 1, N*OL, O]}
   * @throws TilescopeException if the input does not have the sizes given, the window does not fit
   *     the padded row, the groups do not divide both channel counts, weights or bias have other
   *     shapes, the device is another one, or slices of height are asked for
   */
  public static Tensor conv1d(
      Tensor inputTensor, Tensor weightTensor, Conv1dSizes sizes, Conv1dOptions options) {
    return Conv1dOperations.conv1d(inputTensor, weightTensor, sizes, options);
  }

  /**
   * The same convolution with the size of its image and the weights as the device takes them, to be
   * given to the next call.
   *
   * <p>TT-NN's {@code ttnn.conv2d}.
   *
   * @param inputTensor the images, {@code [1, 1, N*H*W, C]} or {@code [N, H, W, C]}
   * @param weightTensor the weights, {@code [O, C/groups, KH, KW]} on host or device, or as a call
   *     before gave them
   * @param sizes the channels, the images and the kernel
   * @param options the keyword arguments, each with its default
   * @return the result, its height and width, and weights and bias as the device takes them
   * @throws TilescopeException if the input does not have the sizes given, the window does not fit
   *     the padded image, the groups do not divide both channel counts, weights or bias have other
   *     shapes, or the device is another one
   */
  public static Conv2dResult conv2dWithWeights(
      Tensor inputTensor, Tensor weightTensor, Conv2dSizes sizes, Conv2dOptions options) {
    return ConvolutionOperations.conv2dWithWeights(inputTensor, weightTensor, sizes, options);
  }

  /**
   * Two-dimensional convolution of images {@code [1, 1, N*H*W, C]} or {@code [N, H, W, C]} with
   * weights {@code [O, C/groups, KH, KW]}, plus bias, then the activation of the config. A kernel
   * of one pixel that moves by one is run as a matrix product. An input in DRAM is convolved in
   * slices that fit L1, and the result lies in DRAM; that of an input in L1, or with L1_FULL, lies
   * in shards.
   *
   * <p>TT-NN's {@code ttnn.conv2d}.
   *
   * @param inputTensor the images, {@code [1, 1, N*H*W, C]} or {@code [N, H, W, C]}
   * @param weightTensor the weights, {@code [O, C/groups, KH, KW]} on host or device, or as a call
   *     before gave them
   * @param sizes the channels, the images and the kernel
   * @param options the keyword arguments, each with its default
   * @return a tensor of shape {@code [1, 1, N*OH*OW, O]}
   * @throws TilescopeException if the input does not have the sizes given, the window does not fit
   *     the padded image, the groups do not divide both channel counts, weights or bias have other
   *     shapes, or the device is another one
   */
  public static Tensor conv2d(
      Tensor inputTensor, Tensor weightTensor, Conv2dSizes sizes, Conv2dOptions options) {
    return ConvolutionOperations.conv2d(inputTensor, weightTensor, sizes, options);
  }

  /**
   * Transposed convolution of images {@code [1, 1, N*H*W, C]} or {@code [N, H, W, C]} with weights
   * {@code [C, O/groups, KH, KW]}, plus bias, then the activation of the config: pixels come to
   * stand a stride apart, and the mirrored kernel moves over them by one. An input in DRAM is
   * convolved in slices that fit L1, and the result lies in DRAM; that of an input in L1, or with
   * L1_FULL, lies in shards.
   *
   * <p>TT-NN's {@code ttnn.conv_transpose2d}.
   *
   * @param inputTensor the images, {@code [1, 1, N*H*W, C]} or {@code [N, H, W, C]}
   * @param weightTensor the weights, {@code [C, O/groups, KH, KW]} on host or device, or as a call
   *     before gave them
   * @param sizes the channels, the images and the kernel
   * @param options the keyword arguments, each with its default
   * @return a tensor of shape {@code [1, 1, N*OH*OW, O]}
   * @throws TilescopeException if the input does not have the sizes given, the padding exceeds the
   *     reach of the kernel, the groups do not divide both channel counts, weights or bias have
   *     other shapes, or the device is another one
   */
  public static Tensor convTranspose2d(
      Tensor inputTensor, Tensor weightTensor, Conv2dSizes sizes, ConvTranspose2dOptions options) {
    return ConvTransposeOperations.convTranspose2d(inputTensor, weightTensor, sizes, options);
  }

  /**
   * Writes the first tensor into the second, which has the same shape and layout and may be of
   * another floating-point dtype.
   *
   * <p>TT-NN's {@code ttnn.copy}.
   *
   * @param inputA the tensor to copy
   * @param inputB the tensor to write into, of the same shape and layout
   * @return the second tensor
   * @throws TilescopeException if the shapes or layouts differ
   */
  public static Tensor copy(Tensor inputA, Tensor inputB) {
    return PlacementOperations.COPY.call(new CopyArguments(inputA, inputB));
  }

  /**
   * Reads a device tensor into an existing host tensor of the same shape, dtype and layout.
   *
   * <p>TT-NN's {@code ttnn.copy_device_to_host_tensor}.
   *
   * @param deviceTensor the tensor to read
   * @param hostTensor the tensor to write into, of the same shape, dtype and layout
   * @throws TilescopeException if the two differ in shape, dtype, layout or distribution over the
   *     mesh, or a trace is being recorded
   */
  public static void copyDeviceToHostTensor(Tensor deviceTensor, Tensor hostTensor) {
    TransferOperations.COPY_DEVICE_TO_HOST_TENSOR.call(
        new DeviceToHostArguments(deviceTensor, hostTensor, true));
  }

  /**
   * Reads a device tensor into an existing host tensor of the same shape, dtype and layout.
   *
   * <p>TT-NN's {@code ttnn.copy_device_to_host_tensor}.
   *
   * @param deviceTensor the tensor to read
   * @param hostTensor the tensor to write into, of the same shape, dtype and layout
   * @param blocking whether to wait for the device, which here has always finished (default True)
   * @throws TilescopeException if the two differ in shape, dtype, layout or distribution over the
   *     mesh, or a trace is being recorded
   */
  public static void copyDeviceToHostTensor(
      Tensor deviceTensor, Tensor hostTensor, boolean blocking) {
    TransferOperations.COPY_DEVICE_TO_HOST_TENSOR.call(
        new DeviceToHostArguments(deviceTensor, hostTensor, blocking));
  }

  /**
   * Writes a host tensor into an existing device tensor of the same shape, dtype and layout.
   *
   * <p>TT-NN's {@code ttnn.copy_host_to_device_tensor}.
   *
   * @param hostTensor the tensor to read
   * @param deviceTensor the tensor to write into, of the same shape, dtype and layout
   * @throws TilescopeException if the two differ in shape, dtype, layout or distribution over the
   *     mesh, or a trace is being recorded
   */
  public static void copyHostToDeviceTensor(Tensor hostTensor, Tensor deviceTensor) {
    TransferOperations.COPY_HOST_TO_DEVICE_TENSOR.call(
        new HostToDeviceArguments(hostTensor, deviceTensor));
  }

  /**
   * Writes the parts of a host tensor that some cores have into an existing sharded device tensor
   * of the same shape, dtype and layout; what other cores have stays.
   *
   * <p>TT-NN's {@code ttnn.copy_host_to_device_tensor_partial}.
   *
   * @param hostTensor the tensor to read
   * @param deviceTensor the tensor to write into, of the same shape, dtype and layout
   * @param logicalCoreFilter the cores, or DRAM banks, whose shards are written; none writes
   *     nothing
   * @throws TilescopeException if the two differ in shape, dtype, layout or distribution over the
   *     mesh, the device tensor is interleaved and there are cores, its elements are block floats,
   *     or a trace is being recorded
   */
  public static void copyHostToDeviceTensorPartial(
      Tensor hostTensor, Tensor deviceTensor, CoreRangeSet logicalCoreFilter) {
    FilteredWriteOperations.COPY_HOST_TO_DEVICE_TENSOR_PARTIAL.call(
        new FilteredWriteArguments(hostTensor, deviceTensor, logicalCoreFilter));
  }

  /**
   * The cosine {@code cos(x)}, {@code x} in radians, for each element {@code x} of a floating-point
   * tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.cos}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor cos(Tensor inputTensor) {
    return MathOperations.COS.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * The cosine {@code cos(x)}, {@code x} in radians, for each element {@code x} of a floating-point
   * tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.cos}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor cos(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.COS.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * The hyperbolic cosine {@code cosh(x)}, for each element {@code x} of a floating-point tensor of
   * any shape.
   *
   * <p>TT-NN's {@code ttnn.cosh}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor cosh(Tensor inputTensor) {
    return MathOperations.COSH.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * The hyperbolic cosine {@code cosh(x)}, for each element {@code x} of a floating-point tensor of
   * any shape.
   *
   * <p>TT-NN's {@code ttnn.cosh}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor cosh(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.COSH.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * Running products along one dimension: each element is the product of those up to it, or from it
   * on in reverse order. The input is in tiles and interleaved.
   *
   * <p>TT-NN's {@code ttnn.cumprod}.
   *
   * @param input the tensor to work on
   * @param dim the dimension to multiply along; a negative one counts from the end
   * @return a tensor of the input's shape
   * @throws TilescopeException if the input is sharded, or the dimension is not one of the input's
   */
  public static Tensor cumprod(Tensor input, int dim) {
    return ScanOperations.CUMPROD.call(new ScanArguments(input, dim, null, false, null, null));
  }

  /**
   * Running products along one dimension: each element is the product of those up to it, or from it
   * on in reverse order. The input is in tiles and interleaved.
   *
   * <p>TT-NN's {@code ttnn.cumprod}.
   *
   * @param input the tensor to work on
   * @param dim the dimension to multiply along; a negative one counts from the end
   * @param dtype data type to multiply in, and of the result; that of the input unless given
   * @param reverseOrder whether products run from the end (default False)
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a tensor of the input's shape
   * @throws TilescopeException if the input is sharded, or the dimension is not one of the input's
   */
  public static Tensor cumprod(
      Tensor input,
      int dim,
      @Nullable DataType dtype,
      boolean reverseOrder,
      @Nullable MemoryConfig memoryConfig) {
    return ScanOperations.CUMPROD.call(
        new ScanArguments(input, dim, dtype, reverseOrder, null, memoryConfig));
  }

  /**
   * Running products along one dimension: each element is the product of those up to it, or from it
   * on in reverse order. The input is in tiles and interleaved.
   *
   * <p>TT-NN's {@code ttnn.cumprod}.
   *
   * @param input the tensor to work on
   * @param dim the dimension to multiply along; a negative one counts from the end
   * @param dtype data type to multiply in, and of the result; that of the input unless given
   * @param reverseOrder whether products run from the end (default False)
   * @param out tensor to write to instead of a new one
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a tensor of the input's shape
   * @throws TilescopeException if the input is sharded, or the dimension is not one of the input's
   */
  public static Tensor cumprod(
      Tensor input,
      int dim,
      @Nullable DataType dtype,
      boolean reverseOrder,
      @Nullable Tensor out,
      @Nullable MemoryConfig memoryConfig) {
    return ScanOperations.CUMPROD.call(
        new ScanArguments(input, dim, dtype, reverseOrder, out, memoryConfig));
  }

  /**
   * Running sums along one dimension: each element is the sum of those up to it, or from it on in
   * reverse order. The input is in tiles and interleaved.
   *
   * <p>TT-NN's {@code ttnn.cumsum}.
   *
   * @param input the tensor to work on
   * @param dim the dimension to sum along; a negative one counts from the end
   * @return a tensor of the input's shape
   * @throws TilescopeException if the input is sharded, or the dimension is not one of the input's
   */
  public static Tensor cumsum(Tensor input, int dim) {
    return ScanOperations.CUMSUM.call(new ScanArguments(input, dim, null, false, null, null));
  }

  /**
   * Running sums along one dimension: each element is the sum of those up to it, or from it on in
   * reverse order. The input is in tiles and interleaved.
   *
   * <p>TT-NN's {@code ttnn.cumsum}.
   *
   * @param input the tensor to work on
   * @param dim the dimension to sum along; a negative one counts from the end
   * @param dtype data type to sum in, and of the result; that of the input unless given
   * @param reverseOrder whether to begin at the end (default False)
   * @param memoryConfig where the result is placed; unless given where the tensor to write to is,
   *     else where the input is
   * @return a tensor of the input's shape
   * @throws TilescopeException if the input is sharded, or the dimension is not one of the input's
   */
  public static Tensor cumsum(
      Tensor input,
      int dim,
      @Nullable DataType dtype,
      boolean reverseOrder,
      @Nullable MemoryConfig memoryConfig) {
    return ScanOperations.CUMSUM.call(
        new ScanArguments(input, dim, dtype, reverseOrder, null, memoryConfig));
  }

  /**
   * Running sums along one dimension: each element is the sum of those up to it, or from it on in
   * reverse order. The input is in tiles and interleaved.
   *
   * <p>TT-NN's {@code ttnn.cumsum}.
   *
   * @param input the tensor to work on
   * @param dim the dimension to sum along; a negative one counts from the end
   * @param dtype data type to sum in, and of the result; that of the input unless given
   * @param reverseOrder whether to begin at the end (default False)
   * @param out tensor to write to instead of a new one, which may be the input; its shape, dtype,
   *     layout and memory config must be those of the result
   * @param memoryConfig where the result is placed; unless given where the tensor to write to is,
   *     else where the input is
   * @return a tensor of the input's shape
   * @throws TilescopeException if the input is sharded, or the dimension is not one of the input's
   */
  public static Tensor cumsum(
      Tensor input,
      int dim,
      @Nullable DataType dtype,
      boolean reverseOrder,
      @Nullable Tensor out,
      @Nullable MemoryConfig memoryConfig) {
    return ScanOperations.CUMSUM.call(
        new ScanArguments(input, dim, dtype, reverseOrder, out, memoryConfig));
  }

  /**
   * Frees the device memory of a tensor; freeing it twice is an error.
   *
   * <p>TT-NN's {@code ttnn.deallocate}.
   *
   * @param tensor the device tensor to free
   * @throws TilescopeException if the tensor is a host tensor or has been freed already
   */
  public static void deallocate(Tensor tensor) {
    TransferOperations.DEALLOCATE.call(new DeallocateArguments(tensor, true));
  }

  /**
   * Frees the device memory of a tensor; freeing it twice is an error.
   *
   * <p>TT-NN's {@code ttnn.deallocate}.
   *
   * @param tensor the device tensor to free
   * @param force whether to free memory that views of the tensor use too; they cannot be read then
   *     (default True)
   * @throws TilescopeException if the tensor is a host tensor or has been freed already
   */
  public static void deallocate(Tensor tensor, boolean force) {
    TransferOperations.DEALLOCATE.call(new DeallocateArguments(tensor, force));
  }

  /**
   * Degrees in radians, {@code x * pi / 180}, for each element {@code x} of a floating-point tensor
   * of any shape.
   *
   * <p>TT-NN's {@code ttnn.deg2rad}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor deg2rad(Tensor inputTensor) {
    return MathOperations.DEG2RAD.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * Degrees in radians, {@code x * pi / 180}, for each element {@code x} of a floating-point tensor
   * of any shape.
   *
   * <p>TT-NN's {@code ttnn.deg2rad}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor deg2rad(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.DEG2RAD.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * The digamma function: the derivative of the logarithm of the gamma function at {@code x}, for
   * each element {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.digamma}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor digamma(Tensor inputTensor) {
    return MathOperations.DIGAMMA.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * The digamma function: the derivative of the logarithm of the gamma function at {@code x}, for
   * each element {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.digamma}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor digamma(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.DIGAMMA.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * Cuts a host tensor into parts for the devices of a mesh and puts them there, in interleaved
   * DRAM.
   *
   * <p>TT-NN's {@code ttnn.distribute_tensor}.
   *
   * @param tensor the host tensor to cut
   * @param mapper how the tensor is cut: the dimension that the devices, or rows and columns of the
   *     mesh, share
   * @param meshDevice the mesh of devices to put the parts on
   * @return a device tensor of the shape of one part
   * @throws TilescopeException if the tensor is on a device, or a dimension cannot be cut into
   *     equal parts
   */
  public static Tensor distributeTensor(Tensor tensor, MeshMapper mapper, MeshDevice meshDevice) {
    return CollectiveOperations.DISTRIBUTE_TENSOR.call(
        new DistributeArguments(tensor, mapper, meshDevice));
  }

  /**
   * The quotient {@code a / b}, element by element, rounded if asked for. Integers are divided as
   * floats, to float32; int32 with a rounding mode stays int32. A bfloat16 quotient that is NaN is
   * infinity, as on boards. The second operand is a tensor or a number; shapes broadcast as in
   * NumPy.
   *
   * <p>TT-NN's {@code ttnn.div}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or the rounding
   *     mode is neither {@code "trunc"} nor {@code "floor"}, or the result is to be of an integer
   *     dtype although no int32 is divided with a rounding mode
   */
  public static Tensor div(Tensor inputTensorA, Tensor inputTensorB) {
    return ArithmeticOperations.DIV.call(
        new DivArguments(inputTensorA, inputTensorB, false, null, BinaryOptions.DEFAULT));
  }

  /**
   * The quotient {@code a / b}, element by element, rounded if asked for. Integers are divided as
   * floats, to float32; int32 with a rounding mode stays int32. A bfloat16 quotient that is NaN is
   * infinity, as on boards. The second operand is a tensor or a number; shapes broadcast as in
   * NumPy.
   *
   * <p>TT-NN's {@code ttnn.div}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or the rounding
   *     mode is neither {@code "trunc"} nor {@code "floor"}, or the result is to be of an integer
   *     dtype although no int32 is divided with a rounding mode
   */
  public static Tensor div(Tensor inputTensorA, Number inputTensorB) {
    return ArithmeticOperations.DIV.call(
        new DivArguments(inputTensorA, inputTensorB, false, null, BinaryOptions.DEFAULT));
  }

  /**
   * The quotient {@code a / b}, element by element, rounded if asked for. Integers are divided as
   * floats, to float32; int32 with a rounding mode stays int32. A bfloat16 quotient that is NaN is
   * infinity, as on boards. The second operand is a tensor or a number; shapes broadcast as in
   * NumPy.
   *
   * <p>TT-NN's {@code ttnn.div}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or the rounding
   *     mode is neither {@code "trunc"} nor {@code "floor"}, or the result is to be of an integer
   *     dtype although no int32 is divided with a rounding mode
   */
  public static Tensor div(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.DIV.call(
        new DivArguments(inputTensorA, inputTensorB, false, null, options));
  }

  /**
   * The quotient {@code a / b}, element by element, rounded if asked for. Integers are divided as
   * floats, to float32; int32 with a rounding mode stays int32. A bfloat16 quotient that is NaN is
   * infinity, as on boards. The second operand is a tensor or a number; shapes broadcast as in
   * NumPy.
   *
   * <p>TT-NN's {@code ttnn.div}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or the rounding
   *     mode is neither {@code "trunc"} nor {@code "floor"}, or the result is to be of an integer
   *     dtype although no int32 is divided with a rounding mode
   */
  public static Tensor div(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.DIV.call(
        new DivArguments(inputTensorA, inputTensorB, false, null, options));
  }

  /**
   * The quotient {@code a / b}, element by element, rounded if asked for. Integers are divided as
   * floats, to float32; int32 with a rounding mode stays int32. A bfloat16 quotient that is NaN is
   * infinity, as on boards. The second operand is a tensor or a number; shapes broadcast as in
   * NumPy.
   *
   * <p>TT-NN's {@code ttnn.div}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; computed
   *     exactly all the same (default False)
   * @param roundingMode {@code "trunc"} to round quotients towards zero, {@code "floor"} to round
   *     them down; not rounded unless given
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or the rounding
   *     mode is neither {@code "trunc"} nor {@code "floor"}, or the result is to be of an integer
   *     dtype although no int32 is divided with a rounding mode
   */
  public static Tensor div(
      Tensor inputTensorA,
      Tensor inputTensorB,
      boolean fastAndApproximateMode,
      @Nullable String roundingMode,
      BinaryOptions options) {
    return ArithmeticOperations.DIV.call(
        new DivArguments(
            inputTensorA, inputTensorB, fastAndApproximateMode, roundingMode, options));
  }

  /**
   * The quotient {@code a / b}, element by element, rounded if asked for. Integers are divided as
   * floats, to float32; int32 with a rounding mode stays int32. A bfloat16 quotient that is NaN is
   * infinity, as on boards. The second operand is a tensor or a number; shapes broadcast as in
   * NumPy.
   *
   * <p>TT-NN's {@code ttnn.div}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; computed
   *     exactly all the same (default False)
   * @param roundingMode {@code "trunc"} to round quotients towards zero, {@code "floor"} to round
   *     them down; not rounded unless given
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or the rounding
   *     mode is neither {@code "trunc"} nor {@code "floor"}, or the result is to be of an integer
   *     dtype although no int32 is divided with a rounding mode
   */
  public static Tensor div(
      Tensor inputTensorA,
      Number inputTensorB,
      boolean fastAndApproximateMode,
      @Nullable String roundingMode,
      BinaryOptions options) {
    return ArithmeticOperations.DIV.call(
        new DivArguments(
            inputTensorA, inputTensorB, fastAndApproximateMode, roundingMode, options));
  }

  /**
   * The quotient {@code a / b}, element by element, rounded if asked for. Integers are divided as
   * floats, to float32; int32 with a rounding mode stays int32. A bfloat16 quotient that is NaN is
   * infinity, as on boards. The second operand is a tensor or a number; shapes broadcast as in
   * NumPy.
   *
   * <p>TT-NN's {@code ttnn.div}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or the rounding
   *     mode is neither {@code "trunc"} nor {@code "floor"}, or the result is to be of an integer
   *     dtype although no int32 is divided with a rounding mode
   */
  public static Tensor divide(Tensor inputTensorA, Tensor inputTensorB) {
    return ArithmeticOperations.DIV.call(
        new DivArguments(inputTensorA, inputTensorB, false, null, BinaryOptions.DEFAULT));
  }

  /**
   * The quotient {@code a / b}, element by element, rounded if asked for. Integers are divided as
   * floats, to float32; int32 with a rounding mode stays int32. A bfloat16 quotient that is NaN is
   * infinity, as on boards. The second operand is a tensor or a number; shapes broadcast as in
   * NumPy.
   *
   * <p>TT-NN's {@code ttnn.div}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or the rounding
   *     mode is neither {@code "trunc"} nor {@code "floor"}, or the result is to be of an integer
   *     dtype although no int32 is divided with a rounding mode
   */
  public static Tensor divide(Tensor inputTensorA, Number inputTensorB) {
    return ArithmeticOperations.DIV.call(
        new DivArguments(inputTensorA, inputTensorB, false, null, BinaryOptions.DEFAULT));
  }

  /**
   * The quotient {@code a / b}, element by element, rounded if asked for. Integers are divided as
   * floats, to float32; int32 with a rounding mode stays int32. A bfloat16 quotient that is NaN is
   * infinity, as on boards. The second operand is a tensor or a number; shapes broadcast as in
   * NumPy.
   *
   * <p>TT-NN's {@code ttnn.div}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or the rounding
   *     mode is neither {@code "trunc"} nor {@code "floor"}, or the result is to be of an integer
   *     dtype although no int32 is divided with a rounding mode
   */
  public static Tensor divide(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.DIV.call(
        new DivArguments(inputTensorA, inputTensorB, false, null, options));
  }

  /**
   * The quotient {@code a / b}, element by element, rounded if asked for. Integers are divided as
   * floats, to float32; int32 with a rounding mode stays int32. A bfloat16 quotient that is NaN is
   * infinity, as on boards. The second operand is a tensor or a number; shapes broadcast as in
   * NumPy.
   *
   * <p>TT-NN's {@code ttnn.div}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or the rounding
   *     mode is neither {@code "trunc"} nor {@code "floor"}, or the result is to be of an integer
   *     dtype although no int32 is divided with a rounding mode
   */
  public static Tensor divide(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.DIV.call(
        new DivArguments(inputTensorA, inputTensorB, false, null, options));
  }

  /**
   * The quotient {@code a / b}, element by element, rounded if asked for. Integers are divided as
   * floats, to float32; int32 with a rounding mode stays int32. A bfloat16 quotient that is NaN is
   * infinity, as on boards. The second operand is a tensor or a number; shapes broadcast as in
   * NumPy.
   *
   * <p>TT-NN's {@code ttnn.div}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; computed
   *     exactly all the same (default False)
   * @param roundingMode {@code "trunc"} to round quotients towards zero, {@code "floor"} to round
   *     them down; not rounded unless given
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or the rounding
   *     mode is neither {@code "trunc"} nor {@code "floor"}, or the result is to be of an integer
   *     dtype although no int32 is divided with a rounding mode
   */
  public static Tensor divide(
      Tensor inputTensorA,
      Tensor inputTensorB,
      boolean fastAndApproximateMode,
      @Nullable String roundingMode,
      BinaryOptions options) {
    return ArithmeticOperations.DIV.call(
        new DivArguments(
            inputTensorA, inputTensorB, fastAndApproximateMode, roundingMode, options));
  }

  /**
   * The quotient {@code a / b}, element by element, rounded if asked for. Integers are divided as
   * floats, to float32; int32 with a rounding mode stays int32. A bfloat16 quotient that is NaN is
   * infinity, as on boards. The second operand is a tensor or a number; shapes broadcast as in
   * NumPy.
   *
   * <p>TT-NN's {@code ttnn.div}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; computed
   *     exactly all the same (default False)
   * @param roundingMode {@code "trunc"} to round quotients towards zero, {@code "floor"} to round
   *     them down; not rounded unless given
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or the rounding
   *     mode is neither {@code "trunc"} nor {@code "floor"}, or the result is to be of an integer
   *     dtype although no int32 is divided with a rounding mode
   */
  public static Tensor divide(
      Tensor inputTensorA,
      Number inputTensorB,
      boolean fastAndApproximateMode,
      @Nullable String roundingMode,
      BinaryOptions options) {
    return ArithmeticOperations.DIV.call(
        new DivArguments(
            inputTensorA, inputTensorB, fastAndApproximateMode, roundingMode, options));
  }

  /**
   * The quotient {@code a / b}, and 0 where {@code b} is 0, element by element. The second operand
   * is a tensor or a number; shapes broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.div_no_nan}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor divNoNan(Tensor inputTensorA, Tensor inputTensorB) {
    return ArithmeticOperations.DIV_NO_NAN.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The quotient {@code a / b}, and 0 where {@code b} is 0, element by element. The second operand
   * is a tensor or a number; shapes broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.div_no_nan}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor divNoNan(Tensor inputTensorA, Number inputTensorB) {
    return ArithmeticOperations.DIV_NO_NAN.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The quotient {@code a / b}, and 0 where {@code b} is 0, element by element. The second operand
   * is a tensor or a number; shapes broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.div_no_nan}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor divNoNan(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.DIV_NO_NAN.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The quotient {@code a / b}, and 0 where {@code b} is 0, element by element. The second operand
   * is a tensor or a number; shapes broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.div_no_nan}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor divNoNan(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.DIV_NO_NAN.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The quotient {@code a / b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.divide_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor divideInPlace(Tensor inputA, Tensor inputB) {
    return InPlaceOperations.DIVIDE.call(
        new FastInPlaceArguments(inputA, inputB, false, InPlaceOptions.DEFAULT));
  }

  /**
   * The quotient {@code a / b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.divide_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor divideInPlace(Tensor inputA, Number inputB) {
    return InPlaceOperations.DIVIDE.call(
        new FastInPlaceArguments(inputA, inputB, false, InPlaceOptions.DEFAULT));
  }

  /**
   * The quotient {@code a / b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.divide_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor divideInPlace(Tensor inputA, Tensor inputB, InPlaceOptions options) {
    return InPlaceOperations.DIVIDE.call(new FastInPlaceArguments(inputA, inputB, false, options));
  }

  /**
   * The quotient {@code a / b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.divide_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor divideInPlace(Tensor inputA, Number inputB, InPlaceOptions options) {
    return InPlaceOperations.DIVIDE.call(new FastInPlaceArguments(inputA, inputB, false, options));
  }

  /**
   * The quotient {@code a / b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.divide_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; it makes a
   *     program of its own, and the values are computed exactly all the same (default False)
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor divideInPlace(
      Tensor inputA, Tensor inputB, boolean fastAndApproximateMode, InPlaceOptions options) {
    return InPlaceOperations.DIVIDE.call(
        new FastInPlaceArguments(inputA, inputB, fastAndApproximateMode, options));
  }

  /**
   * The quotient {@code a / b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.divide_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; it makes a
   *     program of its own, and the values are computed exactly all the same (default False)
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor divideInPlace(
      Tensor inputA, Number inputB, boolean fastAndApproximateMode, InPlaceOptions options) {
    return InPlaceOperations.DIVIDE.call(
        new FastInPlaceArguments(inputA, inputB, fastAndApproximateMode, options));
  }

  /**
   * The quotient {@code a / b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.divide_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor divInPlace(Tensor inputA, Tensor inputB) {
    return InPlaceOperations.DIVIDE.call(
        new FastInPlaceArguments(inputA, inputB, false, InPlaceOptions.DEFAULT));
  }

  /**
   * The quotient {@code a / b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.divide_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor divInPlace(Tensor inputA, Number inputB) {
    return InPlaceOperations.DIVIDE.call(
        new FastInPlaceArguments(inputA, inputB, false, InPlaceOptions.DEFAULT));
  }

  /**
   * The quotient {@code a / b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.divide_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor divInPlace(Tensor inputA, Tensor inputB, InPlaceOptions options) {
    return InPlaceOperations.DIVIDE.call(new FastInPlaceArguments(inputA, inputB, false, options));
  }

  /**
   * The quotient {@code a / b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.divide_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor divInPlace(Tensor inputA, Number inputB, InPlaceOptions options) {
    return InPlaceOperations.DIVIDE.call(new FastInPlaceArguments(inputA, inputB, false, options));
  }

  /**
   * The quotient {@code a / b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.divide_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; it makes a
   *     program of its own, and the values are computed exactly all the same (default False)
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor divInPlace(
      Tensor inputA, Tensor inputB, boolean fastAndApproximateMode, InPlaceOptions options) {
    return InPlaceOperations.DIVIDE.call(
        new FastInPlaceArguments(inputA, inputB, fastAndApproximateMode, options));
  }

  /**
   * The quotient {@code a / b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.divide_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; it makes a
   *     program of its own, and the values are computed exactly all the same (default False)
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor divInPlace(
      Tensor inputA, Number inputB, boolean fastAndApproximateMode, InPlaceOptions options) {
    return InPlaceOperations.DIVIDE.call(
        new FastInPlaceArguments(inputA, inputB, fastAndApproximateMode, options));
  }

  /**
   * Writes a tensor to a file, in Tilescope's format and not that of TT-NN's files. A file that
   * exists is replaced whole.
   *
   * <p>TT-NN's {@code ttnn.dump_tensor}.
   *
   * @param fileName path of the file; must end in {@code .tensorbin}, and a file that exists is
   *     replaced whole
   * @param tensor the tensor to write, which is read from the device if it is there
   * @throws TilescopeException if the file name does not end in {@code .tensorbin}
   */
  public static void dumpTensor(Path fileName, Tensor tensor) {
    FileOperations.DUMP_TENSOR.call(new DumpArguments(fileName, tensor));
  }

  /**
   * {@code x}, but {@code alpha * (e^x - 1)} below zero, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.elu}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor elu(Tensor inputTensor) {
    return ActivationOperations.ELU.call(new EluArguments(inputTensor, 1.0, UnaryOptions.DEFAULT));
  }

  /**
   * {@code x}, but {@code alpha * (e^x - 1)} below zero, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.elu}.
   *
   * @param inputTensor the tensor to work on
   * @param alpha factor of the exponential below zero (default 1.0)
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor elu(Tensor inputTensor, Number alpha) {
    return ActivationOperations.ELU.call(
        new EluArguments(inputTensor, alpha, UnaryOptions.DEFAULT));
  }

  /**
   * {@code x}, but {@code alpha * (e^x - 1)} below zero, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.elu}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor elu(Tensor inputTensor, UnaryOptions options) {
    return ActivationOperations.ELU.call(new EluArguments(inputTensor, 1.0, options));
  }

  /**
   * {@code x}, but {@code alpha * (e^x - 1)} below zero, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.elu}.
   *
   * @param inputTensor the tensor to work on
   * @param alpha factor of the exponential below zero (default 1.0)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor elu(Tensor inputTensor, Number alpha, UnaryOptions options) {
    return ActivationOperations.ELU.call(new EluArguments(inputTensor, alpha, options));
  }

  /**
   * Row {@code input[i]} of a table for each index; the indices may have any shape of rank 1 to 7,
   * and the table is {@code [..., rows, width]} with leading dimensions of 1.
   *
   * <p>TT-NN's {@code ttnn.embedding}.
   *
   * @param inputTensor the row numbers, uint32, int32, uint16 or bfloat16, in any shape of rank 1
   *     to 7
   * @param weight the table, row-major, {@code [..., rows, width]}
   * @return a tensor of the shape of the indices and one dimension more, {@code [..., width]}
   * @throws TilescopeException if the indices have rank 0 or above 7, an index is not a row of the
   *     table, the table has leading dimensions other than 1, or the embeddings type needs a
   *     padding index or a table of two rows that is not given
   */
  public static Tensor embedding(Tensor inputTensor, Tensor weight) {
    return EmbeddingOperations.EMBEDDING.call(
        new EmbeddingArguments(inputTensor, weight, EmbeddingOptions.DEFAULT));
  }

  /**
   * Row {@code input[i]} of a table for each index; the indices may have any shape of rank 1 to 7,
   * and the table is {@code [..., rows, width]} with leading dimensions of 1.
   *
   * <p>TT-NN's {@code ttnn.embedding}.
   *
   * @param inputTensor the row numbers, uint32, int32, uint16 or bfloat16, in any shape of rank 1
   *     to 7
   * @param weight the table, row-major, {@code [..., rows, width]}
   * @param options the keyword arguments, each with its default
   * @return a tensor of the shape of the indices and one dimension more, {@code [..., width]}
   * @throws TilescopeException if the indices have rank 0 or above 7, an index is not a row of the
   *     table, the table has leading dimensions other than 1, or the embeddings type needs a
   *     padding index or a table of two rows that is not given
   */
  public static Tensor embedding(Tensor inputTensor, Tensor weight, EmbeddingOptions options) {
    return EmbeddingOperations.EMBEDDING.call(new EmbeddingArguments(inputTensor, weight, options));
  }

  /**
   * The gradient of a table of embeddings: for each row the sum of the gradients of the places at
   * which it was looked up.
   *
   * <p>TT-NN's {@code ttnn.embedding_bw}.
   *
   * @param inputTensor the row numbers, row-major, uint32 or bfloat16
   * @param weightTensor the table, of which the number of rows is taken
   * @param outputGradientTensor the gradient of what was looked up, {@code [1, 1, indices, width]}
   * @return a tensor {@code [1, 1, rows, width]} in tiles, of the gradient's dtype
   * @throws TilescopeException if there are not as many rows of gradients as indices, a width is
   *     not one of whole tiles, or the gradient is not {@code [1, 1, indices, width]} in tiles
   */
  public static Tensor embeddingBw(
      Tensor inputTensor, Tensor weightTensor, Tensor outputGradientTensor) {
    return EmbeddingGradientOperations.EMBEDDING_BW.call(
        new EmbeddingBwArguments(
            inputTensor, weightTensor, outputGradientTensor, null, null, null));
  }

  /**
   * The gradient of a table of embeddings: for each row the sum of the gradients of the places at
   * which it was looked up.
   *
   * <p>TT-NN's {@code ttnn.embedding_bw}.
   *
   * @param inputTensor the row numbers, row-major, uint32 or bfloat16
   * @param weightTensor the table, of which the number of rows is taken
   * @param outputGradientTensor the gradient of what was looked up, {@code [1, 1, indices, width]}
   * @param dtype the dtype of the gradient, if given
   * @param memoryConfig where the result is placed; unless given where the gradient is
   * @param outputTensor tensor to write to instead of a new one; its shape, dtype, layout and
   *     memory config must be those of the result
   * @return a tensor {@code [1, 1, rows, width]} in tiles, of the gradient's dtype
   * @throws TilescopeException if there are not as many rows of gradients as indices, a width is
   *     not one of whole tiles, or the gradient is not {@code [1, 1, indices, width]} in tiles
   */
  public static Tensor embeddingBw(
      Tensor inputTensor,
      Tensor weightTensor,
      Tensor outputGradientTensor,
      @Nullable DataType dtype,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor outputTensor) {
    return EmbeddingGradientOperations.EMBEDDING_BW.call(
        new EmbeddingBwArguments(
            inputTensor, weightTensor, outputGradientTensor, dtype, memoryConfig, outputTensor));
  }

  /**
   * Makes a device tensor whose values nobody has set; here they are zero.
   *
   * <p>TT-NN's {@code ttnn.empty}.
   *
   * @param shape shape of the result
   * @param device the device to make the tensor on
   * @return a device tensor of the given shape, dtype and layout
   */
  public static Tensor empty(Shape shape, MeshDevice device) {
    return CreationOperations.EMPTY.call(
        new EmptyArguments(shape, DataType.BFLOAT16, Layout.ROW_MAJOR, device, MemoryConfig.DRAM));
  }

  /**
   * Makes a device tensor whose values nobody has set; here they are zero.
   *
   * <p>TT-NN's {@code ttnn.empty}.
   *
   * @param shape shape of the result
   * @param dtype data type of the elements (default bfloat16)
   * @param layout layout of the tensor, row-major or tiles (default row_major)
   * @param device the device to make the tensor on
   * @param memoryConfig where on the device the tensor is placed (default DRAM_MEMORY_CONFIG)
   * @return a device tensor of the given shape, dtype and layout
   */
  public static Tensor empty(
      Shape shape, DataType dtype, Layout layout, MeshDevice device, MemoryConfig memoryConfig) {
    return CreationOperations.EMPTY.call(
        new EmptyArguments(shape, dtype, layout, device, memoryConfig));
  }

  /**
   * Makes a device tensor whose values nobody has set (here they are zero), with the spec of
   * another tensor except for what is given.
   *
   * <p>TT-NN's {@code ttnn.empty_like}.
   *
   * @param tensor the tensor whose spec the result has
   * @return a device tensor of the shape of {@code tensor}
   * @throws TilescopeException if a host tensor is given without a device
   */
  public static Tensor emptyLike(Tensor tensor) {
    return CreationOperations.EMPTY_LIKE.call(new LikeArguments(tensor, LikeOptions.DEFAULT));
  }

  /**
   * Makes a device tensor whose values nobody has set (here they are zero), with the spec of
   * another tensor except for what is given.
   *
   * <p>TT-NN's {@code ttnn.empty_like}.
   *
   * @param tensor the tensor whose spec the result has
   * @param options the keyword arguments, each with its default
   * @return a device tensor of the shape of {@code tensor}
   * @throws TilescopeException if a host tensor is given without a device
   */
  public static Tensor emptyLike(Tensor tensor, LikeOptions options) {
    return CreationOperations.EMPTY_LIKE.call(new LikeArguments(tensor, options));
  }

  /**
   * 1 where {@code a = b}, else 0, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.eq}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor eq(Tensor inputTensorA, Tensor inputTensorB) {
    return ComparisonOperations.EQ.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * 1 where {@code a = b}, else 0, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.eq}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor eq(Tensor inputTensorA, Number inputTensorB) {
    return ComparisonOperations.EQ.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * 1 where {@code a = b}, else 0, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.eq}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor eq(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ComparisonOperations.EQ.call(new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * 1 where {@code a = b}, else 0, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.eq}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor eq(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ComparisonOperations.EQ.call(new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * 1 where {@code a = b}, else 0, element by element, written over {@code a}. The second operand
   * is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.eq_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor eqInPlace(Tensor inputA, Tensor inputB) {
    return InPlaceOperations.EQ.call(new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * 1 where {@code a = b}, else 0, element by element, written over {@code a}. The second operand
   * is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.eq_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor eqInPlace(Tensor inputA, Number inputB) {
    return InPlaceOperations.EQ.call(new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * 1 where {@code a = b}, else 0, element by element, written over {@code a}. The second operand
   * is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.eq_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor eqInPlace(Tensor inputA, Tensor inputB, InPlaceOptions options) {
    return InPlaceOperations.EQ.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * 1 where {@code a = b}, else 0, element by element, written over {@code a}. The second operand
   * is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.eq_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor eqInPlace(Tensor inputA, Number inputB, InPlaceOptions options) {
    return InPlaceOperations.EQ.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * 1 where {@code x} is 0, else 0, for each element {@code x} of a tensor of any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.eqz}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor eqz(Tensor inputTensor) {
    return MathOperations.EQZ.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * 1 where {@code x} is 0, else 0, for each element {@code x} of a tensor of any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.eqz}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor eqz(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.EQZ.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * The error function {@code erf(x)}, for each element {@code x} of a floating-point tensor of any
   * shape.
   *
   * <p>TT-NN's {@code ttnn.erf}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor erf(Tensor inputTensor) {
    return MathOperations.ERF.call(
        new ApproximableArguments(inputTensor, false, UnaryOptions.DEFAULT));
  }

  /**
   * The error function {@code erf(x)}, for each element {@code x} of a floating-point tensor of any
   * shape.
   *
   * <p>TT-NN's {@code ttnn.erf}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor erf(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.ERF.call(new ApproximableArguments(inputTensor, false, options));
  }

  /**
   * The error function {@code erf(x)}, for each element {@code x} of a floating-point tensor of any
   * shape.
   *
   * <p>TT-NN's {@code ttnn.erf}.
   *
   * @param inputTensor the tensor to work on
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; it makes a
   *     program of its own, and the values are computed exactly all the same (default False)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor erf(
      Tensor inputTensor, boolean fastAndApproximateMode, UnaryOptions options) {
    return MathOperations.ERF.call(
        new ApproximableArguments(inputTensor, fastAndApproximateMode, options));
  }

  /**
   * The complementary error function, {@code 1 - erf(x)}, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.erfc}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor erfc(Tensor inputTensor) {
    return MathOperations.ERFC.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * The complementary error function, {@code 1 - erf(x)}, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.erfc}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor erfc(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.ERFC.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * The inverse of the error function: infinite at -1 and 1, NaN outside them, for each element
   * {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.erfinv}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor erfinv(Tensor inputTensor) {
    return MathOperations.ERFINV.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * The inverse of the error function: infinite at -1 and 1, NaN outside them, for each element
   * {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.erfinv}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor erfinv(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.ERFINV.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * The exponential {@code e^x}, for each element {@code x} of a floating-point tensor of any
   * shape.
   *
   * <p>TT-NN's {@code ttnn.exp}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor exp(Tensor inputTensor) {
    return MathOperations.EXP.call(
        new ApproximableArguments(inputTensor, false, UnaryOptions.DEFAULT));
  }

  /**
   * The exponential {@code e^x}, for each element {@code x} of a floating-point tensor of any
   * shape.
   *
   * <p>TT-NN's {@code ttnn.exp}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor exp(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.EXP.call(new ApproximableArguments(inputTensor, false, options));
  }

  /**
   * The exponential {@code e^x}, for each element {@code x} of a floating-point tensor of any
   * shape.
   *
   * <p>TT-NN's {@code ttnn.exp}.
   *
   * @param inputTensor the tensor to work on
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; it makes a
   *     program of its own, and the values are computed exactly all the same (default False)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor exp(
      Tensor inputTensor, boolean fastAndApproximateMode, UnaryOptions options) {
    return MathOperations.EXP.call(
        new ApproximableArguments(inputTensor, fastAndApproximateMode, options));
  }

  /**
   * Two to the power of {@code x}, for each element {@code x} of a floating-point tensor of any
   * shape.
   *
   * <p>TT-NN's {@code ttnn.exp2}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor exp2(Tensor inputTensor) {
    return MathOperations.EXP2.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * Two to the power of {@code x}, for each element {@code x} of a floating-point tensor of any
   * shape.
   *
   * <p>TT-NN's {@code ttnn.exp2}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor exp2(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.EXP2.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * Repeats dimensions of size 1 to the given size; dimensions that the input lacks are put in
   * front.
   *
   * <p>TT-NN's {@code ttnn.expand}.
   *
   * @param inputTensor the tensor to work on
   * @param outputShape the shape to expand to; -1 keeps a dimension, and more dimensions than the
   *     input has go in front
   * @return a tensor of {@code output_shape}
   * @throws TilescopeException if fewer dimensions than the input has are given, or a dimension of
   *     another size than 1 is to change
   */
  public static Tensor expand(Tensor inputTensor, int... outputShape) {
    return MovementOperations.EXPAND.call(new ExpandArguments(inputTensor, outputShape, null));
  }

  /**
   * Repeats dimensions of size 1 to the given size; dimensions that the input lacks are put in
   * front.
   *
   * <p>TT-NN's {@code ttnn.expand}.
   *
   * @param inputTensor the tensor to work on
   * @param outputShape the shape to expand to; -1 keeps a dimension, and more dimensions than the
   *     input has go in front
   * @param memoryConfig where the result is placed; unless given where the input is, with a sharded
   *     input's shards cut anew on the same cores to hold the result
   * @return a tensor of {@code output_shape}
   * @throws TilescopeException if fewer dimensions than the input has are given, or a dimension of
   *     another size than 1 is to change
   */
  public static Tensor expand(
      Tensor inputTensor, int[] outputShape, @Nullable MemoryConfig memoryConfig) {
    return MovementOperations.EXPAND.call(
        new ExpandArguments(inputTensor, outputShape, memoryConfig));
  }

  /**
   * {@code e^x - 1}, exact near 0, for each element {@code x} of a floating-point tensor of any
   * shape.
   *
   * <p>TT-NN's {@code ttnn.expm1}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor expm1(Tensor inputTensor) {
    return MathOperations.EXPM1.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * {@code e^x - 1}, exact near 0, for each element {@code x} of a floating-point tensor of any
   * shape.
   *
   * <p>TT-NN's {@code ttnn.expm1}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor expm1(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.EXPM1.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * A tensor like the input, of any shape and dtype, with one number in every element.
   *
   * <p>TT-NN's {@code ttnn.fill}.
   *
   * @param inputTensor the tensor to work on
   * @param fillValue the number that every element gets
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the number is outside the range of an integer dtype
   */
  public static Tensor fill(Tensor inputTensor, Number fillValue) {
    return MathOperations.FILL.call(
        new FillArguments(inputTensor, fillValue, UnaryOptions.DEFAULT));
  }

  /**
   * A tensor like the input, of any shape and dtype, with one number in every element.
   *
   * <p>TT-NN's {@code ttnn.fill}.
   *
   * @param inputTensor the tensor to work on
   * @param fillValue the number that every element gets
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the number is outside the range of an integer dtype
   */
  public static Tensor fill(Tensor inputTensor, Number fillValue, UnaryOptions options) {
    return MathOperations.FILL.call(new FillArguments(inputTensor, fillValue, options));
  }

  /**
   * Writes {@code [1, heads, rows, head size]} into the rows of one user of a cache {@code [users,
   * heads, rows, head size]}, in place.
   *
   * <p>TT-NN's {@code ttnn.fill_cache}.
   *
   * @param cacheTensor the cache to write into, {@code [users, heads, rows, head size]}
   * @param inputTensor the rows to write, {@code [1, heads, rows, head size]}, of the cache's dtype
   * @param batchIdx the user whose rows are written
   * @return the cache
   * @throws TilescopeException if the input does not fit the cache, differs from it in dtype or
   *     exceeds its rows, the user is not one of the cache, the first row is not a multiple of 32,
   *     or the cache is sharded or is replicated on all devices while the input is not
   */
  public static Tensor fillCache(Tensor cacheTensor, Tensor inputTensor, int batchIdx) {
    return CacheOperations.FILL_CACHE.call(
        new FillCacheArguments(cacheTensor, inputTensor, batchIdx, 0));
  }

  /**
   * Writes {@code [1, heads, rows, head size]} into the rows of one user of a cache {@code [users,
   * heads, rows, head size]}, in place.
   *
   * <p>TT-NN's {@code ttnn.fill_cache}.
   *
   * @param cacheTensor the cache to write into, {@code [users, heads, rows, head size]}
   * @param inputTensor the rows to write, {@code [1, heads, rows, head size]}, of the cache's dtype
   * @param batchIdx the user whose rows are written
   * @param updateIdx the first row to write, a multiple of 32 (default 0)
   * @return the cache
   * @throws TilescopeException if the input does not fit the cache, differs from it in dtype or
   *     exceeds its rows, the user is not one of the cache, the first row is not a multiple of 32,
   *     or the cache is sharded or is replicated on all devices while the input is not
   */
  public static Tensor fillCache(
      Tensor cacheTensor, Tensor inputTensor, int batchIdx, int updateIdx) {
    return CacheOperations.FILL_CACHE.call(
        new FillCacheArguments(cacheTensor, inputTensor, batchIdx, updateIdx));
  }

  /**
   * Fills what the last tiles hold beyond the tensor's shape. No operation reads that here, so that
   * nothing changes.
   *
   * <p>TT-NN's {@code ttnn.fill_implicit_tile_padding}.
   *
   * @param inputTensor the tensor to work on
   * @param fillValue what is written there
   * @return the input, or a new tensor of its values if it is of block floats
   * @throws TilescopeException if the input is not in tiles
   */
  public static Tensor fillImplicitTilePadding(Tensor inputTensor, Number fillValue) {
    return FillPadOperations.FILL_IMPLICIT_TILE_PADDING.call(
        new FillPadArguments(inputTensor, fillValue, null));
  }

  /**
   * Fills what the last tiles hold beyond the tensor's shape. No operation reads that here, so that
   * nothing changes.
   *
   * <p>TT-NN's {@code ttnn.fill_implicit_tile_padding}.
   *
   * @param inputTensor the tensor to work on
   * @param fillValue what is written there
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return the input, or a new tensor of its values if it is of block floats
   * @throws TilescopeException if the input is not in tiles
   */
  public static Tensor fillImplicitTilePadding(
      Tensor inputTensor, Number fillValue, @Nullable MemoryConfig memoryConfig) {
    return FillPadOperations.FILL_IMPLICIT_TILE_PADDING.call(
        new FillPadArguments(inputTensor, fillValue, memoryConfig));
  }

  /**
   * A row-major tensor {@code [n, c, h, w]} of bfloat16 with ones in the first rows and columns of
   * each matrix and zeros elsewhere.
   *
   * <p>TT-NN's {@code ttnn.fill_ones_rm}.
   *
   * @param n the first dimension
   * @param c the second dimension
   * @param h the height of the matrices
   * @param w their width
   * @param hOnes height of the corner
   * @param wOnes width of the corner
   * @param any a tensor of the device and dtype that the result gets
   * @return a row-major tensor {@code [n, c, h, w]}
   * @throws TilescopeException if a size is below 1, the corner is larger than the matrix, rows
   *     have 16384 elements or more, or a tensor is sharded or not bfloat16
   */
  public static Tensor fillOnesRm(int n, int c, int h, int w, int hOnes, int wOnes, Tensor any) {
    return FillRowOperations.FILL_ONES_RM.call(
        new FillOnesRmArguments(n, c, h, w, hOnes, wOnes, any, null));
  }

  /**
   * A row-major tensor {@code [n, c, h, w]} of bfloat16 with ones in the first rows and columns of
   * each matrix and zeros elsewhere.
   *
   * <p>TT-NN's {@code ttnn.fill_ones_rm}.
   *
   * @param n the first dimension
   * @param c the second dimension
   * @param h the height of the matrices
   * @param w their width
   * @param hOnes height of the corner
   * @param wOnes width of the corner
   * @param any a tensor of the device and dtype that the result gets
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a row-major tensor {@code [n, c, h, w]}
   * @throws TilescopeException if a size is below 1, the corner is larger than the matrix, rows
   *     have 16384 elements or more, or a tensor is sharded or not bfloat16
   */
  public static Tensor fillOnesRm(
      int n,
      int c,
      int h,
      int w,
      int hOnes,
      int wOnes,
      Tensor any,
      @Nullable MemoryConfig memoryConfig) {
    return FillRowOperations.FILL_ONES_RM.call(
        new FillOnesRmArguments(n, c, h, w, hOnes, wOnes, any, memoryConfig));
  }

  /**
   * A row-major tensor {@code [n, c, h, w]} of bfloat16 with one value in the first rows and
   * columns of each matrix and another elsewhere.
   *
   * <p>TT-NN's {@code ttnn.fill_rm}.
   *
   * @param n the first dimension
   * @param c the second dimension
   * @param h the height of the matrices
   * @param w their width
   * @param hOnes height of the corner
   * @param wOnes width of the corner
   * @param any a tensor of the device and dtype that the result gets
   * @param valHi the value of the corner
   * @param valLo the value elsewhere
   * @return a row-major tensor {@code [n, c, h, w]}
   * @throws TilescopeException if a size is below 1, the corner is larger than the matrix, rows
   *     have 16384 elements or more, or a tensor is sharded or not bfloat16
   */
  public static Tensor fillRm(
      int n, int c, int h, int w, int hOnes, int wOnes, Tensor any, double valHi, double valLo) {
    return FillRowOperations.FILL_RM.call(
        new FillRmArguments(n, c, h, w, hOnes, wOnes, any, valHi, valLo, null));
  }

  /**
   * A row-major tensor {@code [n, c, h, w]} of bfloat16 with one value in the first rows and
   * columns of each matrix and another elsewhere.
   *
   * <p>TT-NN's {@code ttnn.fill_rm}.
   *
   * @param n the first dimension
   * @param c the second dimension
   * @param h the height of the matrices
   * @param w their width
   * @param hOnes height of the corner
   * @param wOnes width of the corner
   * @param any a tensor of the device and dtype that the result gets
   * @param valHi the value of the corner
   * @param valLo the value elsewhere
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a row-major tensor {@code [n, c, h, w]}
   * @throws TilescopeException if a size is below 1, the corner is larger than the matrix, rows
   *     have 16384 elements or more, or a tensor is sharded or not bfloat16
   */
  public static Tensor fillRm(
      int n,
      int c,
      int h,
      int w,
      int hOnes,
      int wOnes,
      Tensor any,
      double valHi,
      double valLo,
      @Nullable MemoryConfig memoryConfig) {
    return FillRowOperations.FILL_RM.call(
        new FillRmArguments(n, c, h, w, hOnes, wOnes, any, valHi, valLo, memoryConfig));
  }

  /**
   * The greatest integer that is not above {@code x}, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.floor}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor floor(Tensor inputTensor) {
    return MathOperations.FLOOR.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * The greatest integer that is not above {@code x}, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.floor}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor floor(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.FLOOR.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * The quotient rounded down, {@code floor(a / b)}, element by element; for integers, all bits are
   * set where {@code b} is 0. The second operand is a tensor or a number; shapes broadcast as in
   * NumPy.
   *
   * <p>TT-NN's {@code ttnn.floor_div}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor floorDiv(Tensor inputTensorA, Tensor inputTensorB) {
    return ArithmeticOperations.FLOOR_DIV.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The quotient rounded down, {@code floor(a / b)}, element by element; for integers, all bits are
   * set where {@code b} is 0. The second operand is a tensor or a number; shapes broadcast as in
   * NumPy.
   *
   * <p>TT-NN's {@code ttnn.floor_div}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor floorDiv(Tensor inputTensorA, Number inputTensorB) {
    return ArithmeticOperations.FLOOR_DIV.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The quotient rounded down, {@code floor(a / b)}, element by element; for integers, all bits are
   * set where {@code b} is 0. The second operand is a tensor or a number; shapes broadcast as in
   * NumPy.
   *
   * <p>TT-NN's {@code ttnn.floor_div}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor floorDiv(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.FLOOR_DIV.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The quotient rounded down, {@code floor(a / b)}, element by element; for integers, all bits are
   * set where {@code b} is 0. The second operand is a tensor or a number; shapes broadcast as in
   * NumPy.
   *
   * <p>TT-NN's {@code ttnn.floor_div}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor floorDiv(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.FLOOR_DIV.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The remainder of {@code a / b} with the sign of {@code a}, as in C, element by element; for
   * integers, it is {@code a} where {@code b} is 0. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.fmod}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor fmod(Tensor inputTensorA, Tensor inputTensorB) {
    return ArithmeticOperations.FMOD.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The remainder of {@code a / b} with the sign of {@code a}, as in C, element by element; for
   * integers, it is {@code a} where {@code b} is 0. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.fmod}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor fmod(Tensor inputTensorA, Number inputTensorB) {
    return ArithmeticOperations.FMOD.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The remainder of {@code a / b} with the sign of {@code a}, as in C, element by element; for
   * integers, it is {@code a} where {@code b} is 0. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.fmod}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor fmod(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.FMOD.call(new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The remainder of {@code a / b} with the sign of {@code a}, as in C, element by element; for
   * integers, it is {@code a} where {@code b} is 0. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.fmod}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor fmod(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.FMOD.call(new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * Space to depth: each patch of {@code stride_h x stride_w} positions of an image {@code [N, H,
   * W, C]} becomes one position with all their channels. With {@code use_transpose_as_fold} the
   * image is {@code [N, C, H, W]}.
   *
   * <p>TT-NN's {@code ttnn.fold}.
   *
   * @param input the images, {@code [N, H, W, C]}, or {@code [N, C, H, W]} for a fold by transposes
   * @param strideH height of a patch; it divides the padded image
   * @param strideW width of a patch; it divides the padded image
   * @return a row-major tensor of shape {@code [N, H / stride_h, W / stride_w, C * stride_h *
   *     stride_w]} (of the padded image), or {@code [1, 1, N * H * W, C]} of those sizes if
   *     collapsed
   * @throws TilescopeException if the input is not of rank 4, a stride is below 1 or does not
   *     divide the padded image, the padding does not have 2, 4 or 6 counts, or a fold by
   *     transposes is to be collapsed, to be cut beyond its size, or has an input sharded other
   *     than by height
   */
  public static Tensor fold(Tensor input, int strideH, int strideW) {
    return FoldOperations.FOLD.call(
        new FoldArguments(input, strideH, strideW, FoldOptions.DEFAULT));
  }

  /**
   * Space to depth: each patch of {@code stride_h x stride_w} positions of an image {@code [N, H,
   * W, C]} becomes one position with all their channels. With {@code use_transpose_as_fold} the
   * image is {@code [N, C, H, W]}.
   *
   * <p>TT-NN's {@code ttnn.fold}.
   *
   * @param input the images, {@code [N, H, W, C]}, or {@code [N, C, H, W]} for a fold by transposes
   * @param strideH height of a patch; it divides the padded image
   * @param strideW width of a patch; it divides the padded image
   * @param options the keyword arguments, each with its default
   * @return a row-major tensor of shape {@code [N, H / stride_h, W / stride_w, C * stride_h *
   *     stride_w]} (of the padded image), or {@code [1, 1, N * H * W, C]} of those sizes if
   *     collapsed
   * @throws TilescopeException if the input is not of rank 4, a stride is below 1 or does not
   *     divide the padded image, the padding does not have 2, 4 or 6 counts, or a fold by
   *     transposes is to be collapsed, to be cut beyond its size, or has an input sharded other
   *     than by height
   */
  public static Tensor fold(Tensor input, int strideH, int strideW, FoldOptions options) {
    return FoldOperations.FOLD.call(new FoldArguments(input, strideH, strideW, options));
  }

  /**
   * The fraction that {@code trunc} cuts off, {@code x - trunc(x)}, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.frac}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor frac(Tensor inputTensor) {
    return MathOperations.FRAC.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * The fraction that {@code trunc} cuts off, {@code x - trunc(x)}, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.frac}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor frac(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.FRAC.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * Copies a device tensor to the host; a host tensor is returned as it is.
   *
   * <p>TT-NN's {@code ttnn.from_device}.
   *
   * @param tensor the tensor to read
   * @return a host tensor of the same shape, dtype and layout
   * @throws TilescopeException if the tensor has been freed, or a trace is being recorded
   */
  public static Tensor fromDevice(Tensor tensor) {
    return TransferOperations.FROM_DEVICE.call(new FromDeviceArguments(tensor, true));
  }

  /**
   * Copies a device tensor to the host; a host tensor is returned as it is.
   *
   * <p>TT-NN's {@code ttnn.from_device}.
   *
   * @param tensor the tensor to read
   * @param blocking whether to wait for the device, which here has always finished (default True)
   * @return a host tensor of the same shape, dtype and layout
   * @throws TilescopeException if the tensor has been freed, or a trace is being recorded
   */
  public static Tensor fromDevice(Tensor tensor, boolean blocking) {
    return TransferOperations.FROM_DEVICE.call(new FromDeviceArguments(tensor, blocking));
  }

  /**
   * A tensor with the elements of an array. They are rounded to a floating-point dtype, ties to
   * even (types that TT-NN lacks become block floats by way of bfloat16, as in TT-NN); to an
   * integer dtype, floats are cut and clamped, and integers keep their low bits.
   *
   * <p>TT-NN's {@code ttnn.from_torch}.
   *
   * @param tensor the array to convert
   * @return a tensor of the array's shape, or of each device's part of it with a mesh mapper
   * @throws TilescopeException if TT-NN has no counterpart of the array's type and no dtype is
   *     given, a spec is given together with dtype, layout or memory config or has another shape,
   *     tiles other than 32 x 32 or tiles by columns are asked for, or the array cannot be cut
   *     evenly for the mesh
   */
  public static Tensor fromTorch(TorchTensor tensor) {
    return TorchOperations.FROM_TORCH.call(
        new FromTorchArguments(tensor, FromTorchOptions.DEFAULT));
  }

  /**
   * A tensor with the elements of an array. They are rounded to a floating-point dtype, ties to
   * even (types that TT-NN lacks become block floats by way of bfloat16, as in TT-NN); to an
   * integer dtype, floats are cut and clamped, and integers keep their low bits.
   *
   * <p>TT-NN's {@code ttnn.from_torch}.
   *
   * @param tensor the array to convert
   * @param options the keyword arguments, each with its default
   * @return a tensor of the array's shape, or of each device's part of it with a mesh mapper
   * @throws TilescopeException if TT-NN has no counterpart of the array's type and no dtype is
   *     given, a spec is given together with dtype, layout or memory config or has another shape,
   *     tiles other than 32 x 32 or tiles by columns are asked for, or the array cannot be cut
   *     evenly for the mesh
   */
  public static Tensor fromTorch(TorchTensor tensor, FromTorchOptions options) {
    return TorchOperations.FROM_TORCH.call(new FromTorchArguments(tensor, options));
  }

  /**
   * A tensor with the same number in every element.
   *
   * <p>TT-NN's {@code ttnn.full}.
   *
   * @param shape shape of the result
   * @param fillValue the number that every element gets
   * @return a tensor of the given shape
   * @throws TilescopeException if the number is outside the range of an integer dtype, or the
   *     tensor to fill differs in shape from the one asked for, or in dtype, layout or memory
   *     config if those are given
   */
  public static Tensor full(Shape shape, double fillValue) {
    return CreationOperations.FULL.call(
        new FullArguments(shape, fillValue, null, null, null, null, null));
  }

  /**
   * A tensor with the same number in every element.
   *
   * <p>TT-NN's {@code ttnn.full}.
   *
   * @param shape shape of the result
   * @param fillValue the number that every element gets
   * @param device the device to put the tensor on; unless given that of the tensor to fill, else
   *     the host
   * @return a tensor of the given shape
   * @throws TilescopeException if the number is outside the range of an integer dtype, or the
   *     tensor to fill differs in shape from the one asked for, or in dtype, layout or memory
   *     config if those are given
   */
  public static Tensor full(Shape shape, double fillValue, @Nullable MeshDevice device) {
    return CreationOperations.FULL.call(
        new FullArguments(shape, fillValue, null, null, device, null, null));
  }

  /**
   * A tensor with the same number in every element.
   *
   * <p>TT-NN's {@code ttnn.full}.
   *
   * @param shape shape of the result
   * @param fillValue the number that every element gets
   * @param dtype data type of the elements; unless given that of the tensor to fill, else bfloat16
   * @param layout layout of the tensor; unless given that of the tensor to fill, else row-major, or
   *     tiles for block floats
   * @param device the device to put the tensor on; unless given that of the tensor to fill, else
   *     the host
   * @param memoryConfig where on the device the tensor is placed; unless given where the tensor to
   *     fill is, else interleaved DRAM
   * @return a tensor of the given shape
   * @throws TilescopeException if the number is outside the range of an integer dtype, or the
   *     tensor to fill differs in shape from the one asked for, or in dtype, layout or memory
   *     config if those are given
   */
  public static Tensor full(
      Shape shape,
      double fillValue,
      @Nullable DataType dtype,
      @Nullable Layout layout,
      @Nullable MeshDevice device,
      @Nullable MemoryConfig memoryConfig) {
    return CreationOperations.FULL.call(
        new FullArguments(shape, fillValue, dtype, layout, device, memoryConfig, null));
  }

  /**
   * A tensor with the same number in every element.
   *
   * <p>TT-NN's {@code ttnn.full}.
   *
   * @param shape shape of the result
   * @param fillValue the number that every element gets
   * @param dtype data type of the elements; unless given that of the tensor to fill, else bfloat16
   * @param layout layout of the tensor; unless given that of the tensor to fill, else row-major, or
   *     tiles for block floats
   * @param device the device to put the tensor on; unless given that of the tensor to fill, else
   *     the host
   * @param memoryConfig where on the device the tensor is placed; unless given where the tensor to
   *     fill is, else interleaved DRAM
   * @param optionalTensor tensor to fill instead of a new one; what else is given must fit it
   * @return a tensor of the given shape
   * @throws TilescopeException if the number is outside the range of an integer dtype, or the
   *     tensor to fill differs in shape from the one asked for, or in dtype, layout or memory
   *     config if those are given
   */
  public static Tensor full(
      Shape shape,
      double fillValue,
      @Nullable DataType dtype,
      @Nullable Layout layout,
      @Nullable MeshDevice device,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor optionalTensor) {
    return CreationOperations.FULL.call(
        new FullArguments(shape, fillValue, dtype, layout, device, memoryConfig, optionalTensor));
  }

  /**
   * A tensor with the same number in every element, with the spec of another tensor except for what
   * is given.
   *
   * <p>TT-NN's {@code ttnn.full_like}.
   *
   * @param tensor the tensor whose spec the result has
   * @param fillValue the number that every element gets
   * @return a tensor of the shape of {@code tensor}
   * @throws TilescopeException if the number is outside the range of an integer dtype, or the
   *     tensor to fill differs from the result in shape, dtype, layout or memory config
   */
  public static Tensor fullLike(Tensor tensor, double fillValue) {
    return CreationOperations.FULL_LIKE.call(
        new FullLikeArguments(tensor, fillValue, LikeOptions.DEFAULT));
  }

  /**
   * A tensor with the same number in every element, with the spec of another tensor except for what
   * is given.
   *
   * <p>TT-NN's {@code ttnn.full_like}.
   *
   * @param tensor the tensor whose spec the result has
   * @param fillValue the number that every element gets
   * @param options the keyword arguments, each with its default
   * @return a tensor of the shape of {@code tensor}
   * @throws TilescopeException if the number is outside the range of an integer dtype, or the
   *     tensor to fill differs from the result in shape, dtype, layout or memory config
   */
  public static Tensor fullLike(Tensor tensor, double fillValue, LikeOptions options) {
    return CreationOperations.FULL_LIKE.call(new FullLikeArguments(tensor, fillValue, options));
  }

  /**
   * Picks elements along one dimension: {@code result[i][j][k] = input[i][index[i][j][k]][k]} for
   * {@code dim} 1. The index has the rank of the input and may be smaller in the other dimensions.
   *
   * <p>TT-NN's {@code ttnn.gather}.
   *
   * @param input the tensor to work on
   * @param dim the dimension that the indices count along; a negative one counts from the end
   * @param index position along the dimension for each element: uint32, int32 or uint16, of the
   *     rank of the input
   * @return a tensor of the shape of the index and the dtype of the input
   * @throws TilescopeException if the ranks differ, the index is larger than the input in another
   *     dimension, or an index lies outside the dimension
   */
  public static Tensor gather(Tensor input, int dim, Tensor index) {
    return LookupOperations.GATHER.call(
        new GatherArguments(input, dim, index, false, null, null, null));
  }

  /**
   * Picks elements along one dimension: {@code result[i][j][k] = input[i][index[i][j][k]][k]} for
   * {@code dim} 1. The index has the rank of the input and may be smaller in the other dimensions.
   *
   * <p>TT-NN's {@code ttnn.gather}.
   *
   * @param input the tensor to work on
   * @param dim the dimension that the indices count along; a negative one counts from the end
   * @param index position along the dimension for each element: uint32, int32 or uint16, of the
   *     rank of the input
   * @param sparseGrad without meaning here; traced (default False)
   * @param memoryConfig where the result is placed; unless given where the tensor to write to is,
   *     else where the input is, with a sharded input's shards cut anew on the same cores to hold
   *     the result
   * @param out tensor to write to instead of a new one; its shape, dtype, layout and memory config
   *     must be those of the result
   * @return a tensor of the shape of the index and the dtype of the input
   * @throws TilescopeException if the ranks differ, the index is larger than the input in another
   *     dimension, or an index lies outside the dimension
   */
  public static Tensor gather(
      Tensor input,
      int dim,
      Tensor index,
      boolean sparseGrad,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor out) {
    return LookupOperations.GATHER.call(
        new GatherArguments(input, dim, index, sparseGrad, memoryConfig, out, null));
  }

  /**
   * Picks elements along one dimension: {@code result[i][j][k] = input[i][index[i][j][k]][k]} for
   * {@code dim} 1. The index has the rank of the input and may be smaller in the other dimensions.
   *
   * <p>TT-NN's {@code ttnn.gather}.
   *
   * @param input the tensor to work on
   * @param dim the dimension that the indices count along; a negative one counts from the end
   * @param index position along the dimension for each element: uint32, int32 or uint16, of the
   *     rank of the input
   * @param sparseGrad without meaning here; traced (default False)
   * @param memoryConfig where the result is placed; unless given where the tensor to write to is,
   *     else where the input is, with a sharded input's shards cut anew on the same cores to hold
   *     the result
   * @param out tensor to write to instead of a new one; its shape, dtype, layout and memory config
   *     must be those of the result
   * @param subCoreGrids the cores that the operation may use, all of the compute grid unless given;
   *     where the operation works on shards in place, the cores must include theirs
   * @return a tensor of the shape of the index and the dtype of the input
   * @throws TilescopeException if the ranks differ, the index is larger than the input in another
   *     dimension, or an index lies outside the dimension
   */
  public static Tensor gather(
      Tensor input,
      int dim,
      Tensor index,
      boolean sparseGrad,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor out,
      @Nullable CoreRangeSet subCoreGrids) {
    return LookupOperations.GATHER.call(
        new GatherArguments(input, dim, index, sparseGrad, memoryConfig, out, subCoreGrids));
  }

  /**
   * The greatest common divisor of {@code a} and {@code b}, element by element. The second operand
   * is a tensor or a number; shapes broadcast as in NumPy. Tensors of int32 only.
   *
   * <p>TT-NN's {@code ttnn.gcd}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor gcd(Tensor inputTensorA, Tensor inputTensorB) {
    return ComparisonOperations.GCD.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The greatest common divisor of {@code a} and {@code b}, element by element. The second operand
   * is a tensor or a number; shapes broadcast as in NumPy. Tensors of int32 only.
   *
   * <p>TT-NN's {@code ttnn.gcd}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor gcd(Tensor inputTensorA, Number inputTensorB) {
    return ComparisonOperations.GCD.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The greatest common divisor of {@code a} and {@code b}, element by element. The second operand
   * is a tensor or a number; shapes broadcast as in NumPy. Tensors of int32 only.
   *
   * <p>TT-NN's {@code ttnn.gcd}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor gcd(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ComparisonOperations.GCD.call(new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The greatest common divisor of {@code a} and {@code b}, element by element. The second operand
   * is a tensor or a number; shapes broadcast as in NumPy. Tensors of int32 only.
   *
   * <p>TT-NN's {@code ttnn.gcd}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor gcd(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ComparisonOperations.GCD.call(new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * 1 where {@code a >= b}, else 0, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.ge}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor ge(Tensor inputTensorA, Tensor inputTensorB) {
    return ComparisonOperations.GE.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * 1 where {@code a >= b}, else 0, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.ge}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor ge(Tensor inputTensorA, Number inputTensorB) {
    return ComparisonOperations.GE.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * 1 where {@code a >= b}, else 0, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.ge}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor ge(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ComparisonOperations.GE.call(new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * 1 where {@code a >= b}, else 0, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.ge}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor ge(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ComparisonOperations.GE.call(new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * 1 where {@code a >= b}, else 0, element by element, written over {@code a}. The second operand
   * is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.ge_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor geInPlace(Tensor inputA, Tensor inputB) {
    return InPlaceOperations.GE.call(new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * 1 where {@code a >= b}, else 0, element by element, written over {@code a}. The second operand
   * is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.ge_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor geInPlace(Tensor inputA, Number inputB) {
    return InPlaceOperations.GE.call(new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * 1 where {@code a >= b}, else 0, element by element, written over {@code a}. The second operand
   * is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.ge_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor geInPlace(Tensor inputA, Tensor inputB, InPlaceOptions options) {
    return InPlaceOperations.GE.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * 1 where {@code a >= b}, else 0, element by element, written over {@code a}. The second operand
   * is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.ge_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor geInPlace(Tensor inputA, Number inputB, InPlaceOptions options) {
    return InPlaceOperations.GE.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * The first half of the last dimension, times the GELU of the second half.
   *
   * <p>TT-NN's {@code ttnn.geglu}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor with half as many elements in the last dimension
   * @throws TilescopeException if the input is not of rank 4, half of its last dimension is not
   *     whole tiles, or {@code dim} is another one
   */
  public static Tensor geglu(Tensor inputTensor) {
    return GatedOperations.GEGLU.call(new GatedArguments(inputTensor, -1, null));
  }

  /**
   * The first half of the last dimension, times the GELU of the second half.
   *
   * <p>TT-NN's {@code ttnn.geglu}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimension to halve: the last one, as -1 or 3 (default -1)
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a tensor with half as many elements in the last dimension
   * @throws TilescopeException if the input is not of rank 4, half of its last dimension is not
   *     whole tiles, or {@code dim} is another one
   */
  public static Tensor geglu(Tensor inputTensor, int dim, @Nullable MemoryConfig memoryConfig) {
    return GatedOperations.GEGLU.call(new GatedArguments(inputTensor, dim, memoryConfig));
  }

  /**
   * {@code 0.5 * x * (1 + erf(x / sqrt(2)))}, or its form with a hyperbolic tangent, for each
   * element {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.gelu}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor gelu(Tensor inputTensor) {
    return ActivationOperations.GELU.call(
        new GeluArguments(inputTensor, GeluVariant.ACCURATE, UnaryOptions.DEFAULT));
  }

  /**
   * {@code 0.5 * x * (1 + erf(x / sqrt(2)))}, or its form with a hyperbolic tangent, for each
   * element {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.gelu}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor gelu(Tensor inputTensor, UnaryOptions options) {
    return ActivationOperations.GELU.call(
        new GeluArguments(inputTensor, GeluVariant.ACCURATE, options));
  }

  /**
   * {@code 0.5 * x * (1 + erf(x / sqrt(2)))}, or its form with a hyperbolic tangent, for each
   * element {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.gelu}.
   *
   * @param inputTensor the tensor to work on
   * @param variant the accurate form, TT-NN's table (computed as exactly as the accurate form), or
   *     the approximation by a hyperbolic tangent (default accurate)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor gelu(Tensor inputTensor, GeluVariant variant, UnaryOptions options) {
    return ActivationOperations.GELU.call(new GeluArguments(inputTensor, variant, options));
  }

  /**
   * The same; the fast mode looks the function up in a table of lines.
   *
   * <p>TT-NN's {@code ttnn.gelu}.
   *
   * @param inputTensor the tensor to work on
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; it makes a
   *     program of its own, and the values are computed exactly all the same
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor gelu(
      Tensor inputTensor, boolean fastAndApproximateMode, UnaryOptions options) {
    return ActivationOperations.gelu(inputTensor, fastAndApproximateMode, options);
  }

  /**
   * The gradient of the input of GELU: that of its result, times the slope at the input. Tiles of
   * floating-point tensors of one shape, interleaved.
   *
   * <p>TT-NN's {@code ttnn.gelu_bw}.
   *
   * @param gradTensor the gradient of the result
   * @param inputTensor the tensor to work on
   * @return a list of one tensor of the input's shape and dtype
   * @throws TilescopeException if the shapes differ or a tensor is sharded
   */
  public static List<Tensor> geluBw(Tensor gradTensor, Tensor inputTensor) {
    return GradientOperations.GELU_BW.call(
        new GeluBwArguments(gradTensor, inputTensor, "none", null, null));
  }

  /**
   * The gradient of the input of GELU: that of its result, times the slope at the input. Tiles of
   * floating-point tensors of one shape, interleaved.
   *
   * <p>TT-NN's {@code ttnn.gelu_bw}.
   *
   * @param gradTensor the gradient of the result
   * @param inputTensor the tensor to work on
   * @param approximate "none" for GELU itself, "tanh" for its approximation (default "none")
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param inputGrad tensor to write to instead of a new one
   * @return a list of one tensor of the input's shape and dtype
   * @throws TilescopeException if the shapes differ or a tensor is sharded
   */
  public static List<Tensor> geluBw(
      Tensor gradTensor,
      Tensor inputTensor,
      String approximate,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor inputGrad) {
    return GradientOperations.GELU_BW.call(
        new GeluBwArguments(gradTensor, inputTensor, approximate, memoryConfig, inputGrad));
  }

  /**
   * 1 where {@code x >= 0}, else 0, for each element {@code x} of a tensor of any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.gez}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor gez(Tensor inputTensor) {
    return MathOperations.GEZ.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * 1 where {@code x >= 0}, else 0, for each element {@code x} of a tensor of any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.gez}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor gez(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.GEZ.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * The average of all pixels of each image of {@code [N, H, W, C]}.
   *
   * <p>TT-NN's {@code ttnn.global_avg_pool2d}.
   *
   * @param inputTensor the images, {@code [N, H, W, C]}
   * @return a tensor of shape {@code [N, 1, 1, C]} in tiles
   * @throws TilescopeException if the input is not {@code [N, H, W, C]} with pixels
   */
  public static Tensor globalAvgPool2d(Tensor inputTensor) {
    return PoolOperations.GLOBAL_AVG_POOL2D.call(
        new GlobalAvgPoolArguments(inputTensor, null, null));
  }

  /**
   * The average of all pixels of each image of {@code [N, H, W, C]}.
   *
   * <p>TT-NN's {@code ttnn.global_avg_pool2d}.
   *
   * @param inputTensor the images, {@code [N, H, W, C]}
   * @param memoryConfig where the result is placed; unless given where the input is, interleaved
   * @param dtype data type of the result; that of the input unless given
   * @return a tensor of shape {@code [N, 1, 1, C]} in tiles
   * @throws TilescopeException if the input is not {@code [N, H, W, C]} with pixels
   */
  public static Tensor globalAvgPool2d(
      Tensor inputTensor, @Nullable MemoryConfig memoryConfig, @Nullable DataType dtype) {
    return PoolOperations.GLOBAL_AVG_POOL2D.call(
        new GlobalAvgPoolArguments(inputTensor, memoryConfig, dtype));
  }

  /**
   * The first half of the last dimension, times the sigmoid of the second half.
   *
   * <p>TT-NN's {@code ttnn.glu}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor with half as many elements in the last dimension
   * @throws TilescopeException if the input is not of rank 4, half of its last dimension is not
   *     whole tiles, or {@code dim} is another one
   */
  public static Tensor glu(Tensor inputTensor) {
    return GatedOperations.GLU.call(new GatedArguments(inputTensor, -1, null));
  }

  /**
   * The first half of the last dimension, times the sigmoid of the second half.
   *
   * <p>TT-NN's {@code ttnn.glu}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimension to halve: the last one, as -1 or 3 (default -1)
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a tensor with half as many elements in the last dimension
   * @throws TilescopeException if the input is not of rank 4, half of its last dimension is not
   *     whole tiles, or {@code dim} is another one
   */
  public static Tensor glu(Tensor inputTensor, int dim, @Nullable MemoryConfig memoryConfig) {
    return GatedOperations.GLU.call(new GatedArguments(inputTensor, dim, memoryConfig));
  }

  /**
   * Pixels of images {@code [N, H, W, C]} at the places that a grid names, interpolated between the
   * four around each; zeros outside of the images.
   *
   * <p>TT-NN's {@code ttnn.grid_sample}.
   *
   * @param inputTensor the images, {@code [N, H, W, C]}
   * @param grid the places, {@code [N, H_grid, W_grid, 2 * K]}: x and y of each point, from -1 to 1
   * @return a row-major tensor of the input's dtype: {@code [N, H_grid, W_grid * K, C]} for a grid
   *     of K points at each place, or {@code [N, H_grid, W_grid, C * K]} with {@code
   *     batch_output_channels}
   * @throws TilescopeException if the images or the grid are not of four dimensions in rows,
   *     bfloat16 or float32, have other numbers of images, or are sharded other than by height;
   *     channels are no multiple of 32; the grid is precomputed, the mode is not {@code
   *     "bilinear"}, or the padding mode not {@code "zeros"}
   */
  public static Tensor gridSample(Tensor inputTensor, Tensor grid) {
    return GridSampleOperations.GRID_SAMPLE.call(
        new GridSampleArguments(
            inputTensor, grid, "bilinear", "zeros", false, false, false, null, null));
  }

  /**
   * Pixels of images {@code [N, H, W, C]} at the places that a grid names, interpolated between the
   * four around each; zeros outside of the images.
   *
   * <p>TT-NN's {@code ttnn.grid_sample}.
   *
   * @param inputTensor the images, {@code [N, H, W, C]}
   * @param grid the places, {@code [N, H_grid, W_grid, 2 * K]}: x and y of each point, from -1 to 1
   * @param mode must be {@code "bilinear"} (default "bilinear")
   * @param paddingMode must be {@code "zeros"} (default "zeros")
   * @param alignCorners whether -1 and 1 are the middles of the outermost pixels, not their edges
   *     (default False)
   * @param usePrecomputedGrid must be false: the grid has coordinates (default False)
   * @param batchOutputChannels whether K points at one place become channels of one pixel (default
   *     False)
   * @param memoryConfig where the result is placed; where the grid is unless given, or if that is
   *     sharded
   * @param computeKernelConfig how the compute kernel does its arithmetic
   * @return a row-major tensor of the input's dtype: {@code [N, H_grid, W_grid * K, C]} for a grid
   *     of K points at each place, or {@code [N, H_grid, W_grid, C * K]} with {@code
   *     batch_output_channels}
   * @throws TilescopeException if the images or the grid are not of four dimensions in rows,
   *     bfloat16 or float32, have other numbers of images, or are sharded other than by height;
   *     channels are no multiple of 32; the grid is precomputed, the mode is not {@code
   *     "bilinear"}, or the padding mode not {@code "zeros"}
   */
  public static Tensor gridSample(
      Tensor inputTensor,
      Tensor grid,
      String mode,
      String paddingMode,
      boolean alignCorners,
      boolean usePrecomputedGrid,
      boolean batchOutputChannels,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {
    return GridSampleOperations.GRID_SAMPLE.call(
        new GridSampleArguments(
            inputTensor,
            grid,
            mode,
            paddingMode,
            alignCorners,
            usePrecomputedGrid,
            batchOutputChannels,
            memoryConfig,
            computeKernelConfig));
  }

  /**
   * Groups of neighbouring channels of {@code [N, 1, H*W, C]} brought to mean 0 and variance 1 over
   * their positions, then times weight plus bias for each channel. As in TT-NN the result is
   * written over the input unless told otherwise, and only row-major shards can be written over.
   *
   * <p>TT-NN's {@code ttnn.group_norm}.
   *
   * @param inputTensor the tensor to work on, {@code [N, 1, H*W, C]}
   * @param numGroups how many groups of neighbouring channels there are; it divides the channels
   * @return a tensor of the input's shape; the input itself in place
   * @throws TilescopeException if the input is not {@code [N, 1, H*W, C]}, is width sharded, or is
   *     row-major with {@code H*W} not a multiple of 32, the groups do not divide the channels,
   *     in-place work is asked of anything but row-major shards that keep dtype, layout and place,
   *     or a mask, weight, bias or reciprocals do not fit
   */
  public static Tensor groupNorm(Tensor inputTensor, int numGroups) {
    return GroupNormOperations.GROUP_NORM.call(
        new GroupNormArguments(inputTensor, numGroups, GroupNormOptions.DEFAULT));
  }

  /**
   * Groups of neighbouring channels of {@code [N, 1, H*W, C]} brought to mean 0 and variance 1 over
   * their positions, then times weight plus bias for each channel. As in TT-NN the result is
   * written over the input unless told otherwise, and only row-major shards can be written over.
   *
   * <p>TT-NN's {@code ttnn.group_norm}.
   *
   * @param inputTensor the tensor to work on, {@code [N, 1, H*W, C]}
   * @param numGroups how many groups of neighbouring channels there are; it divides the channels
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape; the input itself in place
   * @throws TilescopeException if the input is not {@code [N, 1, H*W, C]}, is width sharded, or is
   *     row-major with {@code H*W} not a multiple of 32, the groups do not divide the channels,
   *     in-place work is asked of anything but row-major shards that keep dtype, layout and place,
   *     or a mask, weight, bias or reciprocals do not fit
   */
  public static Tensor groupNorm(Tensor inputTensor, int numGroups, GroupNormOptions options) {
    return GroupNormOperations.GROUP_NORM.call(
        new GroupNormArguments(inputTensor, numGroups, options));
  }

  /**
   * 1 where {@code a > b}, else 0, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.gt}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor gt(Tensor inputTensorA, Tensor inputTensorB) {
    return ComparisonOperations.GT.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * 1 where {@code a > b}, else 0, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.gt}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor gt(Tensor inputTensorA, Number inputTensorB) {
    return ComparisonOperations.GT.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * 1 where {@code a > b}, else 0, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.gt}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor gt(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ComparisonOperations.GT.call(new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * 1 where {@code a > b}, else 0, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.gt}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor gt(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ComparisonOperations.GT.call(new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * 1 where {@code a > b}, else 0, element by element, written over {@code a}. The second operand
   * is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.gt_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor gtInPlace(Tensor inputA, Tensor inputB) {
    return InPlaceOperations.GT.call(new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * 1 where {@code a > b}, else 0, element by element, written over {@code a}. The second operand
   * is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.gt_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor gtInPlace(Tensor inputA, Number inputB) {
    return InPlaceOperations.GT.call(new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * 1 where {@code a > b}, else 0, element by element, written over {@code a}. The second operand
   * is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.gt_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor gtInPlace(Tensor inputA, Tensor inputB, InPlaceOptions options) {
    return InPlaceOperations.GT.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * 1 where {@code a > b}, else 0, element by element, written over {@code a}. The second operand
   * is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.gt_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor gtInPlace(Tensor inputA, Number inputB, InPlaceOptions options) {
    return InPlaceOperations.GT.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * 1 where {@code x > 0}, else 0, for each element {@code x} of a tensor of any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.gtz}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor gtz(Tensor inputTensor) {
    return MathOperations.GTZ.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * 1 where {@code x > 0}, else 0, for each element {@code x} of a tensor of any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.gtz}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor gtz(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.GTZ.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * {@code x * min(max(x + 2, 0), 2) / 2}, for each element {@code x} of a floating-point tensor of
   * any shape.
   *
   * <p>TT-NN's {@code ttnn.hardmish}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor hardmish(Tensor inputTensor) {
    return ActivationOperations.HARDMISH.call(
        new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * {@code x * min(max(x + 2, 0), 2) / 2}, for each element {@code x} of a floating-point tensor of
   * any shape.
   *
   * <p>TT-NN's {@code ttnn.hardmish}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor hardmish(Tensor inputTensor, UnaryOptions options) {
    return ActivationOperations.HARDMISH.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * {@code x}, but 0 where {@code |x| <= lambd}, for each element {@code x} of a floating-point
   * tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.hardshrink}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor hardshrink(Tensor inputTensor) {
    return ActivationOperations.HARDSHRINK.call(
        new HardshrinkArguments(inputTensor, 0.5, UnaryOptions.DEFAULT));
  }

  /**
   * {@code x}, but 0 where {@code |x| <= lambd}, for each element {@code x} of a floating-point
   * tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.hardshrink}.
   *
   * @param inputTensor the tensor to work on
   * @param lambd magnitude up to which elements become 0 (default 0.5)
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor hardshrink(Tensor inputTensor, Number lambd) {
    return ActivationOperations.HARDSHRINK.call(
        new HardshrinkArguments(inputTensor, lambd, UnaryOptions.DEFAULT));
  }

  /**
   * {@code x}, but 0 where {@code |x| <= lambd}, for each element {@code x} of a floating-point
   * tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.hardshrink}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor hardshrink(Tensor inputTensor, UnaryOptions options) {
    return ActivationOperations.HARDSHRINK.call(new HardshrinkArguments(inputTensor, 0.5, options));
  }

  /**
   * {@code x}, but 0 where {@code |x| <= lambd}, for each element {@code x} of a floating-point
   * tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.hardshrink}.
   *
   * @param inputTensor the tensor to work on
   * @param lambd magnitude up to which elements become 0 (default 0.5)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor hardshrink(Tensor inputTensor, Number lambd, UnaryOptions options) {
    return ActivationOperations.HARDSHRINK.call(
        new HardshrinkArguments(inputTensor, lambd, options));
  }

  /**
   * {@code min(max(x / 6 + 0.5, 0), 1)}, for each element {@code x} of a floating-point tensor of
   * any shape.
   *
   * <p>TT-NN's {@code ttnn.hardsigmoid}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor hardsigmoid(Tensor inputTensor) {
    return ActivationOperations.HARDSIGMOID.call(
        new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * {@code min(max(x / 6 + 0.5, 0), 1)}, for each element {@code x} of a floating-point tensor of
   * any shape.
   *
   * <p>TT-NN's {@code ttnn.hardsigmoid}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor hardsigmoid(Tensor inputTensor, UnaryOptions options) {
    return ActivationOperations.HARDSIGMOID.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * {@code x * min(max(x / 6 + 0.5, 0), 1)}, for each element {@code x} of a floating-point tensor
   * of any shape.
   *
   * <p>TT-NN's {@code ttnn.hardswish}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor hardswish(Tensor inputTensor) {
    return ActivationOperations.HARDSWISH.call(
        new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * {@code x * min(max(x / 6 + 0.5, 0), 1)}, for each element {@code x} of a floating-point tensor
   * of any shape.
   *
   * <p>TT-NN's {@code ttnn.hardswish}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor hardswish(Tensor inputTensor, UnaryOptions options) {
    return ActivationOperations.HARDSWISH.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * {@code min(max(x, min_val), max_val)}, for each element {@code x} of a floating-point tensor of
   * any shape.
   *
   * <p>TT-NN's {@code ttnn.hardtanh}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor hardtanh(Tensor inputTensor) {
    return ActivationOperations.HARDTANH.call(
        new HardtanhArguments(inputTensor, -1.0, 1.0, UnaryOptions.DEFAULT));
  }

  /**
   * {@code min(max(x, min_val), max_val)}, for each element {@code x} of a floating-point tensor of
   * any shape.
   *
   * <p>TT-NN's {@code ttnn.hardtanh}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor hardtanh(Tensor inputTensor, UnaryOptions options) {
    return ActivationOperations.HARDTANH.call(
        new HardtanhArguments(inputTensor, -1.0, 1.0, options));
  }

  /**
   * {@code min(max(x, min_val), max_val)}, for each element {@code x} of a floating-point tensor of
   * any shape.
   *
   * <p>TT-NN's {@code ttnn.hardtanh}.
   *
   * @param inputTensor the tensor to work on
   * @param minVal the lower bound (default -1.0)
   * @param maxVal the upper bound (default 1.0)
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor hardtanh(Tensor inputTensor, Number minVal, Number maxVal) {
    return ActivationOperations.HARDTANH.call(
        new HardtanhArguments(inputTensor, minVal, maxVal, UnaryOptions.DEFAULT));
  }

  /**
   * {@code min(max(x, min_val), max_val)}, for each element {@code x} of a floating-point tensor of
   * any shape.
   *
   * <p>TT-NN's {@code ttnn.hardtanh}.
   *
   * @param inputTensor the tensor to work on
   * @param minVal the lower bound (default -1.0)
   * @param maxVal the upper bound (default 1.0)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor hardtanh(
      Tensor inputTensor, Number minVal, Number maxVal, UnaryOptions options) {
    return ActivationOperations.HARDTANH.call(
        new HardtanhArguments(inputTensor, minVal, maxVal, options));
  }

  /**
   * 0 below zero, 1 above zero, and {@code value} where {@code x} is zero, for each element {@code
   * x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.heaviside}.
   *
   * @param inputTensor the tensor to work on
   * @param value the result where the element is zero
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor heaviside(Tensor inputTensor, Number value) {
    return ActivationOperations.HEAVISIDE.call(
        new HeavisideArguments(inputTensor, value, UnaryOptions.DEFAULT));
  }

  /**
   * 0 below zero, 1 above zero, and {@code value} where {@code x} is zero, for each element {@code
   * x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.heaviside}.
   *
   * @param inputTensor the tensor to work on
   * @param value the result where the element is zero
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor heaviside(Tensor inputTensor, Number value, UnaryOptions options) {
    return ActivationOperations.HEAVISIDE.call(new HeavisideArguments(inputTensor, value, options));
  }

  /**
   * The root of the sum of squares, {@code sqrt(a^2 + b^2)}, element by element. The second operand
   * is a tensor or a number; shapes broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.hypot}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor hypot(Tensor inputTensorA, Tensor inputTensorB) {
    return ArithmeticOperations.HYPOT.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The root of the sum of squares, {@code sqrt(a^2 + b^2)}, element by element. The second operand
   * is a tensor or a number; shapes broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.hypot}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor hypot(Tensor inputTensorA, Number inputTensorB) {
    return ArithmeticOperations.HYPOT.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The root of the sum of squares, {@code sqrt(a^2 + b^2)}, element by element. The second operand
   * is a tensor or a number; shapes broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.hypot}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor hypot(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.HYPOT.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The root of the sum of squares, {@code sqrt(a^2 + b^2)}, element by element. The second operand
   * is a tensor or a number; shapes broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.hypot}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor hypot(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.HYPOT.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The modified Bessel function of the first kind of order 0, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.i0}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor i0(Tensor inputTensor) {
    return MathOperations.I0.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * The modified Bessel function of the first kind of order 0, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.i0}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor i0(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.I0.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * The modified Bessel function of the first kind of order 1, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.i1}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor i1(Tensor inputTensor) {
    return MathOperations.I1.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * The modified Bessel function of the first kind of order 1, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.i1}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor i1(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.I1.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * A copy of each element of a tensor of any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.identity}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor identity(Tensor inputTensor) {
    return MathOperations.IDENTITY.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * A copy of each element of a tensor of any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.identity}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor identity(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.IDENTITY.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * A copy of a tensor of rank 4 whose slices that indices name are replaced by those of another,
   * in their order. The last one of equal indices stays; an index that names no slice is passed
   * over.
   *
   * <p>TT-NN's {@code ttnn.indexed_fill}.
   *
   * @param batchId the indices, row-major, uint32 or int32
   * @param inputTensorA the tensor to copy
   * @param inputTensorB the slices to put in
   * @return a tensor of the shape, dtype and layout of {@code input_tensor_a}
   * @throws TilescopeException if the tensors differ in another dimension than {@code dim}, in
   *     layout or dtype, or there are not as many indices as {@code input_tensor_b} has slices
   */
  public static Tensor indexedFill(Tensor batchId, Tensor inputTensorA, Tensor inputTensorB) {
    return IndexedFillOperations.INDEXED_FILL.call(
        new IndexedFillArguments(batchId, inputTensorA, inputTensorB, null, 0));
  }

  /**
   * A copy of a tensor of rank 4 whose slices that indices name are replaced by those of another,
   * in their order. The last one of equal indices stays; an index that names no slice is passed
   * over.
   *
   * <p>TT-NN's {@code ttnn.indexed_fill}.
   *
   * @param batchId the indices, row-major, uint32 or int32
   * @param inputTensorA the tensor to copy
   * @param inputTensorB the slices to put in
   * @param memoryConfig where the result is placed; unless given where {@code input_tensor_a} is
   * @param dim the dimension that the indices count along; a negative one counts from the end
   *     (default 0)
   * @return a tensor of the shape, dtype and layout of {@code input_tensor_a}
   * @throws TilescopeException if the tensors differ in another dimension than {@code dim}, in
   *     layout or dtype, or there are not as many indices as {@code input_tensor_b} has slices
   */
  public static Tensor indexedFill(
      Tensor batchId,
      Tensor inputTensorA,
      Tensor inputTensorB,
      @Nullable MemoryConfig memoryConfig,
      int dim) {
    return IndexedFillOperations.INDEXED_FILL.call(
        new IndexedFillArguments(batchId, inputTensorA, inputTensorB, memoryConfig, dim));
  }

  /**
   * Copies an interleaved tensor into shards.
   *
   * <p>TT-NN's {@code ttnn.interleaved_to_sharded}.
   *
   * @param inputTensor the interleaved tensor to copy
   * @param shardedMemoryConfig the shards to copy into. In Java these may be given as a grid of
   *     cores, the shape of a shard, how the tensor is cut and the order of the cores, which are
   *     shards in L1; traces show the memory config that this comes to
   * @return a sharded tensor of the input's shape and layout
   * @throws TilescopeException if the input is sharded already ({@code reshard} moves it), the
   *     memory config is not sharded, or {@code preallocated_output} differs from the result in
   *     shape, dtype, layout or memory config
   */
  public static Tensor interleavedToSharded(Tensor inputTensor, MemoryConfig shardedMemoryConfig) {
    return PlacementOperations.INTERLEAVED_TO_SHARDED.call(
        new ToShardedArguments(inputTensor, shardedMemoryConfig, null, false, null));
  }

  /**
   * Copies an interleaved tensor into shards.
   *
   * <p>TT-NN's {@code ttnn.interleaved_to_sharded}.
   *
   * @param inputTensor the interleaved tensor to copy
   * @param shardedMemoryConfig the shards to copy into. In Java these may be given as a grid of
   *     cores, the shape of a shard, how the tensor is cut and the order of the cores, which are
   *     shards in L1; traces show the memory config that this comes to
   * @param outputDtype data type of the result; that of the input unless given. Only floating-point
   *     types convert to each other
   * @return a sharded tensor of the input's shape and layout
   * @throws TilescopeException if the input is sharded already ({@code reshard} moves it), the
   *     memory config is not sharded, or {@code preallocated_output} differs from the result in
   *     shape, dtype, layout or memory config
   */
  public static Tensor interleavedToSharded(
      Tensor inputTensor, MemoryConfig shardedMemoryConfig, @Nullable DataType outputDtype) {
    return PlacementOperations.INTERLEAVED_TO_SHARDED.call(
        new ToShardedArguments(inputTensor, shardedMemoryConfig, outputDtype, false, null));
  }

  /**
   * Copies an interleaved tensor into shards.
   *
   * <p>TT-NN's {@code ttnn.interleaved_to_sharded}.
   *
   * @param inputTensor the interleaved tensor to copy
   * @param shardedMemoryConfig the shards to copy into. In Java these may be given as a grid of
   *     cores, the shape of a shard, how the tensor is cut and the order of the cores, which are
   *     shards in L1; traces show the memory config that this comes to
   * @param outputDtype data type of the result; that of the input unless given. Only floating-point
   *     types convert to each other
   * @param keepL1Aligned traced; it makes a program of its own with the same result (default False)
   * @param preallocatedOutput tensor to write to instead of a new one; its shape, dtype, layout and
   *     memory config must be those of the result
   * @return a sharded tensor of the input's shape and layout
   * @throws TilescopeException if the input is sharded already ({@code reshard} moves it), the
   *     memory config is not sharded, or {@code preallocated_output} differs from the result in
   *     shape, dtype, layout or memory config
   */
  public static Tensor interleavedToSharded(
      Tensor inputTensor,
      MemoryConfig shardedMemoryConfig,
      @Nullable DataType outputDtype,
      boolean keepL1Aligned,
      @Nullable Tensor preallocatedOutput) {
    return PlacementOperations.INTERLEAVED_TO_SHARDED.call(
        new ToShardedArguments(
            inputTensor, shardedMemoryConfig, outputDtype, keepL1Aligned, preallocatedOutput));
  }

  /**
   * The same with shards of a shape on a grid.
   *
   * <p>TT-NN's {@code ttnn.interleaved_to_sharded}.
   *
   * @param input the tensor to work on
   * @param grid the cores that hold shards
   * @param shardShape height and width of a shard, in elements
   * @param shardScheme how the shards cut the tensor: by height, by width or in blocks
   * @param shardOrientation whether shards go to the cores row by row or column by column
   * @param outputDtype data type of the result; that of the input unless given. Only floating-point
   *     types convert to each other
   * @return a sharded tensor of the input's shape and layout
   * @throws TilescopeException if the input is sharded already ({@code reshard} moves it), the
   *     memory config is not sharded, or {@code preallocated_output} differs from the result in
   *     shape, dtype, layout or memory config
   */
  public static Tensor interleavedToSharded(
      Tensor input,
      CoreRangeSet grid,
      int[] shardShape,
      TensorMemoryLayout shardScheme,
      ShardOrientation shardOrientation,
      @Nullable DataType outputDtype) {
    return PlacementOperations.interleavedToSharded(
        input, grid, shardShape, shardScheme, shardOrientation, outputDtype, false);
  }

  /**
   * The same with shards of a shape on a grid.
   *
   * <p>TT-NN's {@code ttnn.interleaved_to_sharded}.
   *
   * @param input the tensor to work on
   * @param grid the cores that hold shards
   * @param shardShape height and width of a shard, in elements
   * @param shardScheme how the shards cut the tensor: by height, by width or in blocks
   * @param shardOrientation whether shards go to the cores row by row or column by column
   * @param outputDtype data type of the result; that of the input unless given. Only floating-point
   *     types convert to each other
   * @param keepL1Aligned traced; it makes a program of its own with the same result
   * @return a sharded tensor of the input's shape and layout
   * @throws TilescopeException if the input is sharded already ({@code reshard} moves it), the
   *     memory config is not sharded, or {@code preallocated_output} differs from the result in
   *     shape, dtype, layout or memory config
   */
  public static Tensor interleavedToSharded(
      Tensor input,
      CoreRangeSet grid,
      int[] shardShape,
      TensorMemoryLayout shardScheme,
      ShardOrientation shardOrientation,
      @Nullable DataType outputDtype,
      boolean keepL1Aligned) {
    return PlacementOperations.interleavedToSharded(
        input, grid, shardShape, shardScheme, shardOrientation, outputDtype, keepL1Aligned);
  }

  /**
   * One of several slices of an interleaved tensor, cut along its height, into shards in L1.
   *
   * <p>TT-NN's {@code ttnn.interleaved_to_sharded_partial}.
   *
   * @param inputTensor the tensor to work on
   * @param grid the size of the rectangle of cores from the corner (0, 0)
   * @param shardShape height and width of a shard, in elements
   * @param numSlices how many slices there are
   * @param sliceIndex which one, from 0
   * @param shardScheme how the shards cut the tensor: by height, by width or in blocks
   * @param shardOrientation whether shards go to the cores row by row or column by column
   * @return a sharded tensor {@code [1, 1, height / slices, width]}
   * @throws TilescopeException if there is no such slice, the slices are not whole tiles, or the
   *     cores are too few for the shards
   */
  public static Tensor interleavedToShardedPartial(
      Tensor inputTensor,
      CoreCoord grid,
      int[] shardShape,
      int numSlices,
      int sliceIndex,
      TensorMemoryLayout shardScheme,
      ShardOrientation shardOrientation) {
    return PartialShardOperations.INTERLEAVED_TO_SHARDED_PARTIAL.call(
        new ToShardedPartialArguments(
            inputTensor,
            grid,
            shardShape,
            numSlices,
            sliceIndex,
            shardScheme,
            shardOrientation,
            null));
  }

  /**
   * One of several slices of an interleaved tensor, cut along its height, into shards in L1.
   *
   * <p>TT-NN's {@code ttnn.interleaved_to_sharded_partial}.
   *
   * @param inputTensor the tensor to work on
   * @param grid the size of the rectangle of cores from the corner (0, 0)
   * @param shardShape height and width of a shard, in elements
   * @param numSlices how many slices there are
   * @param sliceIndex which one, from 0
   * @param shardScheme how the shards cut the tensor: by height, by width or in blocks
   * @param shardOrientation whether shards go to the cores row by row or column by column
   * @param outputDtype data type of the result; that of the input unless given
   * @return a sharded tensor {@code [1, 1, height / slices, width]}
   * @throws TilescopeException if there is no such slice, the slices are not whole tiles, or the
   *     cores are too few for the shards
   */
  public static Tensor interleavedToShardedPartial(
      Tensor inputTensor,
      CoreCoord grid,
      int[] shardShape,
      int numSlices,
      int sliceIndex,
      TensorMemoryLayout shardScheme,
      ShardOrientation shardOrientation,
      @Nullable DataType outputDtype) {
    return PartialShardOperations.INTERLEAVED_TO_SHARDED_PARTIAL.call(
        new ToShardedPartialArguments(
            inputTensor,
            grid,
            shardShape,
            numSlices,
            sliceIndex,
            shardScheme,
            shardOrientation,
            outputDtype));
  }

  /**
   * Whether {@code |a - b| <= atol + rtol * |b|}, answered by 1 and 0, element by element of
   * floating-point tensors of one dtype; INT32 is compared in FLOAT32. Shapes broadcast as in
   * NumPy.
   *
   * <p>TT-NN's {@code ttnn.isclose}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand
   * @return a tensor of the broadcast shape in the dtype of the first operand
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor isclose(Tensor inputTensorA, Tensor inputTensorB) {
    return IscloseOperations.ISCLOSE.call(
        new IscloseArguments(inputTensorA, inputTensorB, 1.0E-5f, 1.0E-8f, false, null));
  }

  /**
   * Whether {@code |a - b| <= atol + rtol * |b|}, answered by 1 and 0, element by element of
   * floating-point tensors of one dtype; INT32 is compared in FLOAT32. Shapes broadcast as in
   * NumPy.
   *
   * <p>TT-NN's {@code ttnn.isclose}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand
   * @param rtol how far apart elements may be, relative to the second operand (default 1.0E-5)
   * @param atol how far apart elements may be in any case (default 1.0E-8)
   * @param equalNan whether two NaNs are close (default False)
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a tensor of the broadcast shape in the dtype of the first operand
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor isclose(
      Tensor inputTensorA,
      Tensor inputTensorB,
      float rtol,
      float atol,
      boolean equalNan,
      @Nullable MemoryConfig memoryConfig) {
    return IscloseOperations.ISCLOSE.call(
        new IscloseArguments(inputTensorA, inputTensorB, rtol, atol, equalNan, memoryConfig));
  }

  /**
   * 1 where {@code x} is neither infinite nor NaN, else 0, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.isfinite}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor isfinite(Tensor inputTensor) {
    return MathOperations.ISFINITE.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * 1 where {@code x} is neither infinite nor NaN, else 0, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.isfinite}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor isfinite(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.ISFINITE.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * 1 where {@code x} is infinite, else 0, for each element {@code x} of a floating-point tensor of
   * any shape.
   *
   * <p>TT-NN's {@code ttnn.isinf}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor isinf(Tensor inputTensor) {
    return MathOperations.ISINF.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * 1 where {@code x} is infinite, else 0, for each element {@code x} of a floating-point tensor of
   * any shape.
   *
   * <p>TT-NN's {@code ttnn.isinf}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor isinf(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.ISINF.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * 1 where {@code x} is NaN, else 0, for each element {@code x} of a floating-point tensor of any
   * shape.
   *
   * <p>TT-NN's {@code ttnn.isnan}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor isnan(Tensor inputTensor) {
    return MathOperations.ISNAN.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * 1 where {@code x} is NaN, else 0, for each element {@code x} of a floating-point tensor of any
   * shape.
   *
   * <p>TT-NN's {@code ttnn.isnan}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor isnan(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.ISNAN.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * 1 where {@code x} is negative infinity, else 0, for each element {@code x} of a floating-point
   * tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.isneginf}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor isneginf(Tensor inputTensor) {
    return MathOperations.ISNEGINF.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * 1 where {@code x} is negative infinity, else 0, for each element {@code x} of a floating-point
   * tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.isneginf}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor isneginf(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.ISNEGINF.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * 1 where {@code x} is positive infinity, else 0, for each element {@code x} of a floating-point
   * tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.isposinf}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor isposinf(Tensor inputTensor) {
    return MathOperations.ISPOSINF.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * 1 where {@code x} is positive infinity, else 0, for each element {@code x} of a floating-point
   * tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.isposinf}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor isposinf(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.ISPOSINF.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * Every row (last dimension) brought to mean 0 and variance 1, then times weight plus bias:
   * {@code (x - mean) / sqrt(variance + epsilon) * weight + bias}. A residual is added to the input
   * first.
   *
   * <p>TT-NN's {@code ttnn.layer_norm}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype; the input itself if the program config works
   *     in place
   * @throws TilescopeException if the input has rank 0 or is height sharded, weight or bias is not
   *     one row, the residual has another shape, epsilon is negative or not finite, or a sharded
   *     program config does not fit the shards or lacks the reciprocals that it needs
   */
  public static Tensor layerNorm(Tensor inputTensor) {
    return NormOperations.LAYER_NORM.call(new NormArguments(inputTensor, NormOptions.DEFAULT));
  }

  /**
   * Every row (last dimension) brought to mean 0 and variance 1, then times weight plus bias:
   * {@code (x - mean) / sqrt(variance + epsilon) * weight + bias}. A residual is added to the input
   * first.
   *
   * <p>TT-NN's {@code ttnn.layer_norm}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype; the input itself if the program config works
   *     in place
   * @throws TilescopeException if the input has rank 0 or is height sharded, weight or bias is not
   *     one row, the residual has another shape, epsilon is negative or not finite, or a sharded
   *     program config does not fit the shards or lacks the reciprocals that it needs
   */
  public static Tensor layerNorm(Tensor inputTensor, NormOptions options) {
    return NormOperations.LAYER_NORM.call(new NormArguments(inputTensor, options));
  }

  /**
   * Layer norm of rows that lie over several devices: this device's part brought to mean 0 and
   * variance 1 of the whole row by the gathered statistics, then times weight plus bias.
   *
   * <p>TT-NN's {@code ttnn.layer_norm_post_all_gather}.
   *
   * @param inputTensor this device's part of the rows
   * @param stats the gathered statistics of all devices, {@code [..., 64 * devices]}
   * @return a tensor of the input's shape
   * @throws TilescopeException if the input is sharded, the statistics have other rows than the
   *     input or a width that is not a multiple of 64, weight or bias is not one row, epsilon is
   *     negative or not finite, or a sharded program config is given
   */
  public static Tensor layerNormPostAllGather(Tensor inputTensor, Tensor stats) {
    return GatheredNormOperations.LAYER_NORM_POST_ALL_GATHER.call(
        new PostAllGatherArguments(inputTensor, stats, GatheredNormOptions.DEFAULT));
  }

  /**
   * Layer norm of rows that lie over several devices: this device's part brought to mean 0 and
   * variance 1 of the whole row by the gathered statistics, then times weight plus bias.
   *
   * <p>TT-NN's {@code ttnn.layer_norm_post_all_gather}.
   *
   * @param inputTensor this device's part of the rows
   * @param stats the gathered statistics of all devices, {@code [..., 64 * devices]}
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape
   * @throws TilescopeException if the input is sharded, the statistics have other rows than the
   *     input or a width that is not a multiple of 64, weight or bias is not one row, epsilon is
   *     negative or not finite, or a sharded program config is given
   */
  public static Tensor layerNormPostAllGather(
      Tensor inputTensor, Tensor stats, GatheredNormOptions options) {
    return GatheredNormOperations.LAYER_NORM_POST_ALL_GATHER.call(
        new PostAllGatherArguments(inputTensor, stats, options));
  }

  /**
   * The statistics of this device's part of each row, to be gathered for {@code
   * layer_norm_post_all_gather}: a tile whose first column is the sum of squares and a second tile
   * with the sum. Of a sharded input they are the mean and the mean of squares, in that order.
   *
   * <p>TT-NN's {@code ttnn.layer_norm_pre_all_gather}.
   *
   * @param inputTensor this device's part of the rows
   * @return a tensor of shape {@code [..., 64]} in tiles
   * @throws TilescopeException if a residual has another shape, a sharded input has more than 32
   *     rows, is height sharded or lacks a fitting sharded program config, or an interleaved one is
   *     given such a config
   */
  public static Tensor layerNormPreAllGather(Tensor inputTensor) {
    return GatheredNormOperations.LAYER_NORM_PRE_ALL_GATHER.call(
        new PreAllGatherArguments(inputTensor, StatisticsOptions.DEFAULT));
  }

  /**
   * The statistics of this device's part of each row, to be gathered for {@code
   * layer_norm_post_all_gather}: a tile whose first column is the sum of squares and a second tile
   * with the sum. Of a sharded input they are the mean and the mean of squares, in that order.
   *
   * <p>TT-NN's {@code ttnn.layer_norm_pre_all_gather}.
   *
   * @param inputTensor this device's part of the rows
   * @param options the keyword arguments, each with its default
   * @return a tensor of shape {@code [..., 64]} in tiles
   * @throws TilescopeException if a residual has another shape, a sharded input has more than 32
   *     rows, is height sharded or lacks a fitting sharded program config, or an interleaved one is
   *     given such a config
   */
  public static Tensor layerNormPreAllGather(Tensor inputTensor, StatisticsOptions options) {
    return GatheredNormOperations.LAYER_NORM_PRE_ALL_GATHER.call(
        new PreAllGatherArguments(inputTensor, options));
  }

  /**
   * The statistics of this device's part of each row, to be gathered for {@code
   * layer_norm_post_all_gather}: a tile whose first column is the sum of squares and a second tile
   * with the sum. Of a sharded input they are the mean and the mean of squares, in that order.
   *
   * <p>TT-NN's {@code ttnn.layer_norm_pre_all_gather}.
   *
   * @param inputTensor this device's part of the rows
   * @param dtype data type of the statistics, a floating-point one; those of a sharded input are
   *     bfloat16 (default bfloat16)
   * @param residualInputTensor tensor of the input's shape that is added to the input first
   * @return a tensor of shape {@code [..., 64]} in tiles
   * @throws TilescopeException if a residual has another shape, a sharded input has more than 32
   *     rows, is height sharded or lacks a fitting sharded program config, or an interleaved one is
   *     given such a config
   */
  public static Tensor layerNormPreAllGather(
      Tensor inputTensor, DataType dtype, @Nullable Tensor residualInputTensor) {
    return GatheredNormOperations.LAYER_NORM_PRE_ALL_GATHER.call(
        new PreAllGatherArguments(
            inputTensor,
            StatisticsOptions.DEFAULT
                .withDtype(dtype)
                .withResidualInputTensor(residualInputTensor)));
  }

  /**
   * The least common multiple of {@code a} and {@code b}, element by element. The second operand is
   * a tensor or a number; shapes broadcast as in NumPy. Tensors of int32 only.
   *
   * <p>TT-NN's {@code ttnn.lcm}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor lcm(Tensor inputTensorA, Tensor inputTensorB) {
    return ComparisonOperations.LCM.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The least common multiple of {@code a} and {@code b}, element by element. The second operand is
   * a tensor or a number; shapes broadcast as in NumPy. Tensors of int32 only.
   *
   * <p>TT-NN's {@code ttnn.lcm}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor lcm(Tensor inputTensorA, Number inputTensorB) {
    return ComparisonOperations.LCM.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The least common multiple of {@code a} and {@code b}, element by element. The second operand is
   * a tensor or a number; shapes broadcast as in NumPy. Tensors of int32 only.
   *
   * <p>TT-NN's {@code ttnn.lcm}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor lcm(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ComparisonOperations.LCM.call(new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The least common multiple of {@code a} and {@code b}, element by element. The second operand is
   * a tensor or a number; shapes broadcast as in NumPy. Tensors of int32 only.
   *
   * <p>TT-NN's {@code ttnn.lcm}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor lcm(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ComparisonOperations.LCM.call(new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * {@code a * 2^b}, element by element. The second operand is a tensor or a number; shapes
   * broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.ldexp}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor ldexp(Tensor inputTensorA, Tensor inputTensorB) {
    return ArithmeticOperations.LDEXP.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * {@code a * 2^b}, element by element. The second operand is a tensor or a number; shapes
   * broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.ldexp}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor ldexp(Tensor inputTensorA, Number inputTensorB) {
    return ArithmeticOperations.LDEXP.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * {@code a * 2^b}, element by element. The second operand is a tensor or a number; shapes
   * broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.ldexp}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor ldexp(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.LDEXP.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * {@code a * 2^b}, element by element. The second operand is a tensor or a number; shapes
   * broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.ldexp}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor ldexp(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.LDEXP.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * {@code a * 2^b}, element by element, written over {@code a}. The second operand is a tensor
   * that broadcasts to the shape of {@code a}, or a number. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.ldexp_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor ldexpInPlace(Tensor inputA, Tensor inputB) {
    return InPlaceOperations.LDEXP.call(
        new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * {@code a * 2^b}, element by element, written over {@code a}. The second operand is a tensor
   * that broadcasts to the shape of {@code a}, or a number. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.ldexp_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor ldexpInPlace(Tensor inputA, Number inputB) {
    return InPlaceOperations.LDEXP.call(
        new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * {@code a * 2^b}, element by element, written over {@code a}. The second operand is a tensor
   * that broadcasts to the shape of {@code a}, or a number. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.ldexp_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor ldexpInPlace(Tensor inputA, Tensor inputB, InPlaceOptions options) {
    return InPlaceOperations.LDEXP.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * {@code a * 2^b}, element by element, written over {@code a}. The second operand is a tensor
   * that broadcasts to the shape of {@code a}, or a number. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.ldexp_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor ldexpInPlace(Tensor inputA, Number inputB, InPlaceOptions options) {
    return InPlaceOperations.LDEXP.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * 1 where {@code a <= b}, else 0, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.le}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor le(Tensor inputTensorA, Tensor inputTensorB) {
    return ComparisonOperations.LE.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * 1 where {@code a <= b}, else 0, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.le}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor le(Tensor inputTensorA, Number inputTensorB) {
    return ComparisonOperations.LE.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * 1 where {@code a <= b}, else 0, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.le}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor le(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ComparisonOperations.LE.call(new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * 1 where {@code a <= b}, else 0, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.le}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor le(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ComparisonOperations.LE.call(new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * 1 where {@code a <= b}, else 0, element by element, written over {@code a}. The second operand
   * is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.le_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor leInPlace(Tensor inputA, Tensor inputB) {
    return InPlaceOperations.LE.call(new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * 1 where {@code a <= b}, else 0, element by element, written over {@code a}. The second operand
   * is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.le_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor leInPlace(Tensor inputA, Number inputB) {
    return InPlaceOperations.LE.call(new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * 1 where {@code a <= b}, else 0, element by element, written over {@code a}. The second operand
   * is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.le_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor leInPlace(Tensor inputA, Tensor inputB, InPlaceOptions options) {
    return InPlaceOperations.LE.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * 1 where {@code a <= b}, else 0, element by element, written over {@code a}. The second operand
   * is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.le_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor leInPlace(Tensor inputA, Number inputB, InPlaceOptions options) {
    return InPlaceOperations.LE.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * {@code x}, but {@code negative_slope * x} below zero, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.leaky_relu}.
   *
   * @param inputTensor the tensor to work on
   * @param negativeSlope factor below zero
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor leakyRelu(Tensor inputTensor, Number negativeSlope) {
    return ActivationOperations.LEAKY_RELU.call(
        new LeakyReluArguments(inputTensor, negativeSlope, UnaryOptions.DEFAULT));
  }

  /**
   * {@code x}, but {@code negative_slope * x} below zero, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.leaky_relu}.
   *
   * @param inputTensor the tensor to work on
   * @param negativeSlope factor below zero
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor leakyRelu(Tensor inputTensor, Number negativeSlope, UnaryOptions options) {
    return ActivationOperations.LEAKY_RELU.call(
        new LeakyReluArguments(inputTensor, negativeSlope, options));
  }

  /**
   * Linear interpolation from {@code input} to {@code end}, {@code input + weight * (end - input)},
   * element by element, of floating-point tensors of one dtype and layout; shapes broadcast as in
   * NumPy.
   *
   * <p>TT-NN's {@code ttnn.lerp}.
   *
   * @param input the values at weight 0
   * @param end the values at weight 1, a tensor of the dtype and layout of the input
   * @param weight how far to go from the input to the end, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or the first tensor has rank 0
   */
  public static Tensor lerp(Tensor input, Tensor end, Tensor weight) {
    return TernaryOperations.LERP.call(new LerpArguments(input, end, weight, UnaryOptions.DEFAULT));
  }

  /**
   * Linear interpolation from {@code input} to {@code end}, {@code input + weight * (end - input)},
   * element by element, of floating-point tensors of one dtype and layout; shapes broadcast as in
   * NumPy.
   *
   * <p>TT-NN's {@code ttnn.lerp}.
   *
   * @param input the values at weight 0
   * @param end the values at weight 1, a tensor of the dtype and layout of the input
   * @param weight how far to go from the input to the end, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or the first tensor has rank 0
   */
  public static Tensor lerp(Tensor input, Tensor end, Number weight) {
    return TernaryOperations.LERP.call(new LerpArguments(input, end, weight, UnaryOptions.DEFAULT));
  }

  /**
   * Linear interpolation from {@code input} to {@code end}, {@code input + weight * (end - input)},
   * element by element, of floating-point tensors of one dtype and layout; shapes broadcast as in
   * NumPy.
   *
   * <p>TT-NN's {@code ttnn.lerp}.
   *
   * @param input the values at weight 0
   * @param end the values at weight 1, a tensor of the dtype and layout of the input
   * @param weight how far to go from the input to the end, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or the first tensor has rank 0
   */
  public static Tensor lerp(Tensor input, Tensor end, Tensor weight, UnaryOptions options) {
    return TernaryOperations.LERP.call(new LerpArguments(input, end, weight, options));
  }

  /**
   * Linear interpolation from {@code input} to {@code end}, {@code input + weight * (end - input)},
   * element by element, of floating-point tensors of one dtype and layout; shapes broadcast as in
   * NumPy.
   *
   * <p>TT-NN's {@code ttnn.lerp}.
   *
   * @param input the values at weight 0
   * @param end the values at weight 1, a tensor of the dtype and layout of the input
   * @param weight how far to go from the input to the end, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or the first tensor has rank 0
   */
  public static Tensor lerp(Tensor input, Tensor end, Number weight, UnaryOptions options) {
    return TernaryOperations.LERP.call(new LerpArguments(input, end, weight, options));
  }

  /**
   * 1 where {@code x <= 0}, else 0, for each element {@code x} of a tensor of any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.lez}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor lez(Tensor inputTensor) {
    return MathOperations.LEZ.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * 1 where {@code x <= 0}, else 0, for each element {@code x} of a tensor of any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.lez}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor lez(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.LEZ.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * The logarithm of the absolute value of the gamma function at {@code x}, for each element {@code
   * x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.lgamma}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor lgamma(Tensor inputTensor) {
    return MathOperations.LGAMMA.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * The logarithm of the absolute value of the gamma function at {@code x}, for each element {@code
   * x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.lgamma}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor lgamma(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.LGAMMA.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * {@code a @ b + bias}, then the activation, of {@code [..., m, k]} and {@code [..., k, n]}.
   * Batch dimensions are equal, or all 1 in one of the two; a vector counts as a row on the left
   * and as a column on the right.
   *
   * <p>TT-NN's {@code ttnn.linear}.
   *
   * @param inputTensorA the left matrix or matrices, {@code [..., m, k]}, or a vector of {@code k}
   *     elements
   * @param inputTensorB the right matrix or matrices, {@code [..., k, n]}, or a vector of {@code k}
   *     elements
   * @return a tensor of shape {@code [..., m, n]} in tiles
   * @throws TilescopeException if the inner dimensions differ, or the batch dimensions are neither
   *     equal nor all 1 in one of the tensors, the bias is neither a row of {@code n} elements nor
   *     broadcasts to the product, a core grid is given together with a program config, or the
   *     program config does not fit the sizes
   */
  public static Tensor linear(Tensor inputTensorA, Tensor inputTensorB) {
    return MatmulOperations.LINEAR.call(
        new LinearArguments(inputTensorA, inputTensorB, null, MatmulOptions.DEFAULT));
  }

  /**
   * {@code a @ b + bias}, then the activation, of {@code [..., m, k]} and {@code [..., k, n]}.
   * Batch dimensions are equal, or all 1 in one of the two; a vector counts as a row on the left
   * and as a column on the right.
   *
   * <p>TT-NN's {@code ttnn.linear}.
   *
   * @param inputTensorA the left matrix or matrices, {@code [..., m, k]}, or a vector of {@code k}
   *     elements
   * @param inputTensorB the right matrix or matrices, {@code [..., k, n]}, or a vector of {@code k}
   *     elements
   * @param options the keyword arguments, each with its default
   * @return a tensor of shape {@code [..., m, n]} in tiles
   * @throws TilescopeException if the inner dimensions differ, or the batch dimensions are neither
   *     equal nor all 1 in one of the tensors, the bias is neither a row of {@code n} elements nor
   *     broadcasts to the product, a core grid is given together with a program config, or the
   *     program config does not fit the sizes
   */
  public static Tensor linear(Tensor inputTensorA, Tensor inputTensorB, MatmulOptions options) {
    return MatmulOperations.LINEAR.call(
        new LinearArguments(inputTensorA, inputTensorB, null, options));
  }

  /**
   * {@code a @ b + bias}, then the activation, of {@code [..., m, k]} and {@code [..., k, n]}.
   * Batch dimensions are equal, or all 1 in one of the two; a vector counts as a row on the left
   * and as a column on the right.
   *
   * <p>TT-NN's {@code ttnn.linear}.
   *
   * @param inputTensorA the left matrix or matrices, {@code [..., m, k]}, or a vector of {@code k}
   *     elements
   * @param inputTensorB the right matrix or matrices, {@code [..., k, n]}, or a vector of {@code k}
   *     elements
   * @param bias what is added to the product: a row of {@code n} elements, or a tensor that
   *     broadcasts to the product; none unless given
   * @param options the keyword arguments, each with its default
   * @return a tensor of shape {@code [..., m, n]} in tiles
   * @throws TilescopeException if the inner dimensions differ, or the batch dimensions are neither
   *     equal nor all 1 in one of the tensors, the bias is neither a row of {@code n} elements nor
   *     broadcasts to the product, a core grid is given together with a program config, or the
   *     program config does not fit the sizes
   */
  public static Tensor linear(
      Tensor inputTensorA, Tensor inputTensorB, @Nullable Tensor bias, MatmulOptions options) {
    return MatmulOperations.LINEAR.call(
        new LinearArguments(inputTensorA, inputTensorB, bias, options));
  }

  /**
   * Reads a tensor that {@code dump_tensor} wrote, to the host or to a device.
   *
   * <p>TT-NN's {@code ttnn.load_tensor}.
   *
   * @param fileName path of the file; must end in {@code .tensorbin}
   * @return a tensor as it was written; on a device it lies where it was written from
   * @throws TilescopeException if the file name does not end in {@code .tensorbin} or the file is
   *     not such a tensor
   */
  public static Tensor loadTensor(Path fileName) {
    return FileOperations.LOAD_TENSOR.call(new LoadArguments(fileName, null));
  }

  /**
   * Reads a tensor that {@code dump_tensor} wrote, to the host or to a device.
   *
   * <p>TT-NN's {@code ttnn.load_tensor}.
   *
   * @param fileName path of the file; must end in {@code .tensorbin}
   * @param device the device to put the tensor on, at the place it was written from; the host
   *     unless given
   * @return a tensor as it was written; on a device it lies where it was written from
   * @throws TilescopeException if the file name does not end in {@code .tensorbin} or the file is
   *     not such a tensor
   */
  public static Tensor loadTensor(Path fileName, @Nullable MeshDevice device) {
    return FileOperations.LOAD_TENSOR.call(new LoadArguments(fileName, device));
  }

  /**
   * The natural logarithm {@code log(x)}, for each element {@code x} of a floating-point tensor of
   * any shape.
   *
   * <p>TT-NN's {@code ttnn.log}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor log(Tensor inputTensor) {
    return MathOperations.LOG.call(
        new ApproximableArguments(inputTensor, false, UnaryOptions.DEFAULT));
  }

  /**
   * The natural logarithm {@code log(x)}, for each element {@code x} of a floating-point tensor of
   * any shape.
   *
   * <p>TT-NN's {@code ttnn.log}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor log(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.LOG.call(new ApproximableArguments(inputTensor, false, options));
  }

  /**
   * The natural logarithm {@code log(x)}, for each element {@code x} of a floating-point tensor of
   * any shape.
   *
   * <p>TT-NN's {@code ttnn.log}.
   *
   * @param inputTensor the tensor to work on
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; it makes a
   *     program of its own, and the values are computed exactly all the same (default False)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor log(
      Tensor inputTensor, boolean fastAndApproximateMode, UnaryOptions options) {
    return MathOperations.LOG.call(
        new ApproximableArguments(inputTensor, fastAndApproximateMode, options));
  }

  /**
   * The logarithm of {@code x} to base 10, for each element {@code x} of a floating-point tensor of
   * any shape.
   *
   * <p>TT-NN's {@code ttnn.log10}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor log10(Tensor inputTensor) {
    return MathOperations.LOG10.call(
        new ApproximableArguments(inputTensor, false, UnaryOptions.DEFAULT));
  }

  /**
   * The logarithm of {@code x} to base 10, for each element {@code x} of a floating-point tensor of
   * any shape.
   *
   * <p>TT-NN's {@code ttnn.log10}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor log10(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.LOG10.call(new ApproximableArguments(inputTensor, false, options));
  }

  /**
   * The logarithm of {@code x} to base 10, for each element {@code x} of a floating-point tensor of
   * any shape.
   *
   * <p>TT-NN's {@code ttnn.log10}.
   *
   * @param inputTensor the tensor to work on
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; it makes a
   *     program of its own, and the values are computed exactly all the same (default False)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor log10(
      Tensor inputTensor, boolean fastAndApproximateMode, UnaryOptions options) {
    return MathOperations.LOG10.call(
        new ApproximableArguments(inputTensor, fastAndApproximateMode, options));
  }

  /**
   * {@code log(1 + x)}, exact near 0, for each element {@code x} of a floating-point tensor of any
   * shape.
   *
   * <p>TT-NN's {@code ttnn.log1p}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor log1p(Tensor inputTensor) {
    return MathOperations.LOG1P.call(
        new ApproximableArguments(inputTensor, false, UnaryOptions.DEFAULT));
  }

  /**
   * {@code log(1 + x)}, exact near 0, for each element {@code x} of a floating-point tensor of any
   * shape.
   *
   * <p>TT-NN's {@code ttnn.log1p}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor log1p(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.LOG1P.call(new ApproximableArguments(inputTensor, false, options));
  }

  /**
   * {@code log(1 + x)}, exact near 0, for each element {@code x} of a floating-point tensor of any
   * shape.
   *
   * <p>TT-NN's {@code ttnn.log1p}.
   *
   * @param inputTensor the tensor to work on
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; it makes a
   *     program of its own, and the values are computed exactly all the same (default False)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor log1p(
      Tensor inputTensor, boolean fastAndApproximateMode, UnaryOptions options) {
    return MathOperations.LOG1P.call(
        new ApproximableArguments(inputTensor, fastAndApproximateMode, options));
  }

  /**
   * The logarithm of {@code x} to base 2, for each element {@code x} of a floating-point tensor of
   * any shape.
   *
   * <p>TT-NN's {@code ttnn.log2}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor log2(Tensor inputTensor) {
    return MathOperations.LOG2.call(
        new ApproximableArguments(inputTensor, false, UnaryOptions.DEFAULT));
  }

  /**
   * The logarithm of {@code x} to base 2, for each element {@code x} of a floating-point tensor of
   * any shape.
   *
   * <p>TT-NN's {@code ttnn.log2}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor log2(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.LOG2.call(new ApproximableArguments(inputTensor, false, options));
  }

  /**
   * The logarithm of {@code x} to base 2, for each element {@code x} of a floating-point tensor of
   * any shape.
   *
   * <p>TT-NN's {@code ttnn.log2}.
   *
   * @param inputTensor the tensor to work on
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; it makes a
   *     program of its own, and the values are computed exactly all the same (default False)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor log2(
      Tensor inputTensor, boolean fastAndApproximateMode, UnaryOptions options) {
    return MathOperations.LOG2.call(
        new ApproximableArguments(inputTensor, fastAndApproximateMode, options));
  }

  /**
   * {@code log(1 / (1 + e^-x))}, for each element {@code x} of a floating-point tensor of any
   * shape.
   *
   * <p>TT-NN's {@code ttnn.log_sigmoid}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor logSigmoid(Tensor inputTensor) {
    return ActivationOperations.LOG_SIGMOID.call(
        new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * {@code log(1 / (1 + e^-x))}, for each element {@code x} of a floating-point tensor of any
   * shape.
   *
   * <p>TT-NN's {@code ttnn.log_sigmoid}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor logSigmoid(Tensor inputTensor, UnaryOptions options) {
    return ActivationOperations.LOG_SIGMOID.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * {@code log(e^a + e^b)}, element by element. The second operand is a tensor or a number; shapes
   * broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.logaddexp}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor logaddexp(Tensor inputTensorA, Tensor inputTensorB) {
    return ArithmeticOperations.LOGADDEXP.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * {@code log(e^a + e^b)}, element by element. The second operand is a tensor or a number; shapes
   * broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.logaddexp}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor logaddexp(Tensor inputTensorA, Number inputTensorB) {
    return ArithmeticOperations.LOGADDEXP.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * {@code log(e^a + e^b)}, element by element. The second operand is a tensor or a number; shapes
   * broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.logaddexp}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor logaddexp(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.LOGADDEXP.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * {@code log(e^a + e^b)}, element by element. The second operand is a tensor or a number; shapes
   * broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.logaddexp}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor logaddexp(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.LOGADDEXP.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * {@code log2(2^a + 2^b)}, element by element. The second operand is a tensor or a number; shapes
   * broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.logaddexp2}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor logaddexp2(Tensor inputTensorA, Tensor inputTensorB) {
    return ArithmeticOperations.LOGADDEXP2.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * {@code log2(2^a + 2^b)}, element by element. The second operand is a tensor or a number; shapes
   * broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.logaddexp2}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor logaddexp2(Tensor inputTensorA, Number inputTensorB) {
    return ArithmeticOperations.LOGADDEXP2.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * {@code log2(2^a + 2^b)}, element by element. The second operand is a tensor or a number; shapes
   * broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.logaddexp2}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor logaddexp2(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.LOGADDEXP2.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * {@code log2(2^a + 2^b)}, element by element. The second operand is a tensor or a number; shapes
   * broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.logaddexp2}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor logaddexp2(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.LOGADDEXP2.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * {@code log2(2^a + 2^b)}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.logaddexp2_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor logaddexp2InPlace(Tensor inputA, Tensor inputB) {
    return InPlaceOperations.LOGADDEXP2.call(
        new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * {@code log2(2^a + 2^b)}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.logaddexp2_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor logaddexp2InPlace(Tensor inputA, Number inputB) {
    return InPlaceOperations.LOGADDEXP2.call(
        new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * {@code log2(2^a + 2^b)}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.logaddexp2_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor logaddexp2InPlace(Tensor inputA, Tensor inputB, InPlaceOptions options) {
    return InPlaceOperations.LOGADDEXP2.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * {@code log2(2^a + 2^b)}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.logaddexp2_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor logaddexp2InPlace(Tensor inputA, Number inputB, InPlaceOptions options) {
    return InPlaceOperations.LOGADDEXP2.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * {@code log(e^a + e^b)}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.logaddexp_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor logaddexpInPlace(Tensor inputA, Tensor inputB) {
    return InPlaceOperations.LOGADDEXP.call(
        new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * {@code log(e^a + e^b)}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.logaddexp_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor logaddexpInPlace(Tensor inputA, Number inputB) {
    return InPlaceOperations.LOGADDEXP.call(
        new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * {@code log(e^a + e^b)}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.logaddexp_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor logaddexpInPlace(Tensor inputA, Tensor inputB, InPlaceOptions options) {
    return InPlaceOperations.LOGADDEXP.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * {@code log(e^a + e^b)}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.logaddexp_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first
   */
  public static Tensor logaddexpInPlace(Tensor inputA, Number inputB, InPlaceOptions options) {
    return InPlaceOperations.LOGADDEXP.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * 1 where neither {@code a} nor {@code b} is 0, else 0, element by element. The second operand is
   * a tensor or a number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.logical_and}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor logicalAnd(Tensor inputTensorA, Tensor inputTensorB) {
    return ComparisonOperations.LOGICAL_AND.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * 1 where neither {@code a} nor {@code b} is 0, else 0, element by element. The second operand is
   * a tensor or a number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.logical_and}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor logicalAnd(Tensor inputTensorA, Number inputTensorB) {
    return ComparisonOperations.LOGICAL_AND.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * 1 where neither {@code a} nor {@code b} is 0, else 0, element by element. The second operand is
   * a tensor or a number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.logical_and}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor logicalAnd(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ComparisonOperations.LOGICAL_AND.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * 1 where neither {@code a} nor {@code b} is 0, else 0, element by element. The second operand is
   * a tensor or a number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.logical_and}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor logicalAnd(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ComparisonOperations.LOGICAL_AND.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * 1 where neither {@code a} nor {@code b} is 0, else 0, element by element, written over {@code
   * a}. The second operand is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.logical_and_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor logicalAndInPlace(Tensor inputA, Tensor inputB) {
    return InPlaceOperations.LOGICAL_AND.call(
        new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * 1 where neither {@code a} nor {@code b} is 0, else 0, element by element, written over {@code
   * a}. The second operand is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.logical_and_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor logicalAndInPlace(Tensor inputA, Number inputB) {
    return InPlaceOperations.LOGICAL_AND.call(
        new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * 1 where neither {@code a} nor {@code b} is 0, else 0, element by element, written over {@code
   * a}. The second operand is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.logical_and_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor logicalAndInPlace(Tensor inputA, Tensor inputB, InPlaceOptions options) {
    return InPlaceOperations.LOGICAL_AND.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * 1 where neither {@code a} nor {@code b} is 0, else 0, element by element, written over {@code
   * a}. The second operand is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.logical_and_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor logicalAndInPlace(Tensor inputA, Number inputB, InPlaceOptions options) {
    return InPlaceOperations.LOGICAL_AND.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * The bits of {@code a} shifted left by {@code b}, as {@code bitwise_left_shift}, element by
   * element; 0 where {@code b} is negative or above 31. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy. Tensors of uint32, uint16 or int32 only.
   *
   * <p>TT-NN's {@code ttnn.logical_left_shift}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor logicalLeftShift(Tensor inputTensorA, Tensor inputTensorB) {
    return ComparisonOperations.LOGICAL_LEFT_SHIFT.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The bits of {@code a} shifted left by {@code b}, as {@code bitwise_left_shift}, element by
   * element; 0 where {@code b} is negative or above 31. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy. Tensors of uint32, uint16 or int32 only.
   *
   * <p>TT-NN's {@code ttnn.logical_left_shift}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor logicalLeftShift(Tensor inputTensorA, Number inputTensorB) {
    return ComparisonOperations.LOGICAL_LEFT_SHIFT.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The bits of {@code a} shifted left by {@code b}, as {@code bitwise_left_shift}, element by
   * element; 0 where {@code b} is negative or above 31. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy. Tensors of uint32, uint16 or int32 only.
   *
   * <p>TT-NN's {@code ttnn.logical_left_shift}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor logicalLeftShift(
      Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ComparisonOperations.LOGICAL_LEFT_SHIFT.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The bits of {@code a} shifted left by {@code b}, as {@code bitwise_left_shift}, element by
   * element; 0 where {@code b} is negative or above 31. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy. Tensors of uint32, uint16 or int32 only.
   *
   * <p>TT-NN's {@code ttnn.logical_left_shift}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor logicalLeftShift(
      Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ComparisonOperations.LOGICAL_LEFT_SHIFT.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * 1 where {@code x} is 0, else 0, for each element {@code x} of a tensor of any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.logical_not}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor logicalNot(Tensor inputTensor) {
    return MathOperations.LOGICAL_NOT.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * 1 where {@code x} is 0, else 0, for each element {@code x} of a tensor of any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.logical_not}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor logicalNot(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.LOGICAL_NOT.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * 1 where an element is 0, else 0, written over the tensor, which may be of any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.logical_not_}.
   *
   * @param inputTensor the tensor to work on, which the result is written over
   * @return the tensor itself
   */
  public static Tensor logicalNotInPlace(Tensor inputTensor) {
    return InPlaceOperations.LOGICAL_NOT.call(new UnaryInPlaceArguments(inputTensor));
  }

  /**
   * 1 where {@code a} or {@code b} is not 0, else 0, element by element. The second operand is a
   * tensor or a number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.logical_or}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor logicalOr(Tensor inputTensorA, Tensor inputTensorB) {
    return ComparisonOperations.LOGICAL_OR.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * 1 where {@code a} or {@code b} is not 0, else 0, element by element. The second operand is a
   * tensor or a number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.logical_or}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor logicalOr(Tensor inputTensorA, Number inputTensorB) {
    return ComparisonOperations.LOGICAL_OR.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * 1 where {@code a} or {@code b} is not 0, else 0, element by element. The second operand is a
   * tensor or a number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.logical_or}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor logicalOr(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ComparisonOperations.LOGICAL_OR.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * 1 where {@code a} or {@code b} is not 0, else 0, element by element. The second operand is a
   * tensor or a number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.logical_or}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor logicalOr(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ComparisonOperations.LOGICAL_OR.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * 1 where {@code a} or {@code b} is not 0, else 0, element by element, written over {@code a}.
   * The second operand is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.logical_or_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor logicalOrInPlace(Tensor inputA, Tensor inputB) {
    return InPlaceOperations.LOGICAL_OR.call(
        new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * 1 where {@code a} or {@code b} is not 0, else 0, element by element, written over {@code a}.
   * The second operand is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.logical_or_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor logicalOrInPlace(Tensor inputA, Number inputB) {
    return InPlaceOperations.LOGICAL_OR.call(
        new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * 1 where {@code a} or {@code b} is not 0, else 0, element by element, written over {@code a}.
   * The second operand is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.logical_or_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor logicalOrInPlace(Tensor inputA, Tensor inputB, InPlaceOptions options) {
    return InPlaceOperations.LOGICAL_OR.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * 1 where {@code a} or {@code b} is not 0, else 0, element by element, written over {@code a}.
   * The second operand is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.logical_or_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor logicalOrInPlace(Tensor inputA, Number inputB, InPlaceOptions options) {
    return InPlaceOperations.LOGICAL_OR.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * The bits of {@code a} shifted right by {@code b} with zeros shifted in, element by element; 0
   * where {@code b} is negative or above 31. The second operand is a tensor or a number; shapes
   * broadcast as in NumPy. Tensors of uint32 or int32 only.
   *
   * <p>TT-NN's {@code ttnn.logical_right_shift}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor logicalRightShift(Tensor inputTensorA, Tensor inputTensorB) {
    return ComparisonOperations.LOGICAL_RIGHT_SHIFT.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The bits of {@code a} shifted right by {@code b} with zeros shifted in, element by element; 0
   * where {@code b} is negative or above 31. The second operand is a tensor or a number; shapes
   * broadcast as in NumPy. Tensors of uint32 or int32 only.
   *
   * <p>TT-NN's {@code ttnn.logical_right_shift}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor logicalRightShift(Tensor inputTensorA, Number inputTensorB) {
    return ComparisonOperations.LOGICAL_RIGHT_SHIFT.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The bits of {@code a} shifted right by {@code b} with zeros shifted in, element by element; 0
   * where {@code b} is negative or above 31. The second operand is a tensor or a number; shapes
   * broadcast as in NumPy. Tensors of uint32 or int32 only.
   *
   * <p>TT-NN's {@code ttnn.logical_right_shift}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor logicalRightShift(
      Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ComparisonOperations.LOGICAL_RIGHT_SHIFT.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The bits of {@code a} shifted right by {@code b} with zeros shifted in, element by element; 0
   * where {@code b} is negative or above 31. The second operand is a tensor or a number; shapes
   * broadcast as in NumPy. Tensors of uint32 or int32 only.
   *
   * <p>TT-NN's {@code ttnn.logical_right_shift}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     not whole or not held by the dtype
   */
  public static Tensor logicalRightShift(
      Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ComparisonOperations.LOGICAL_RIGHT_SHIFT.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * 1 where exactly one of {@code a} and {@code b} is 0, else 0, element by element. The second
   * operand is a tensor or a number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.logical_xor}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor logicalXor(Tensor inputTensorA, Tensor inputTensorB) {
    return ComparisonOperations.LOGICAL_XOR.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * 1 where exactly one of {@code a} and {@code b} is 0, else 0, element by element. The second
   * operand is a tensor or a number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.logical_xor}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor logicalXor(Tensor inputTensorA, Number inputTensorB) {
    return ComparisonOperations.LOGICAL_XOR.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * 1 where exactly one of {@code a} and {@code b} is 0, else 0, element by element. The second
   * operand is a tensor or a number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.logical_xor}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor logicalXor(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ComparisonOperations.LOGICAL_XOR.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * 1 where exactly one of {@code a} and {@code b} is 0, else 0, element by element. The second
   * operand is a tensor or a number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.logical_xor}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor logicalXor(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ComparisonOperations.LOGICAL_XOR.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * 1 where exactly one of {@code a} and {@code b} is 0, else 0, element by element, written over
   * {@code a}. The second operand is a tensor that broadcasts to the shape of {@code a}, or a
   * number.
   *
   * <p>TT-NN's {@code ttnn.logical_xor_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor logicalXorInPlace(Tensor inputA, Tensor inputB) {
    return InPlaceOperations.LOGICAL_XOR.call(
        new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * 1 where exactly one of {@code a} and {@code b} is 0, else 0, element by element, written over
   * {@code a}. The second operand is a tensor that broadcasts to the shape of {@code a}, or a
   * number.
   *
   * <p>TT-NN's {@code ttnn.logical_xor_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor logicalXorInPlace(Tensor inputA, Number inputB) {
    return InPlaceOperations.LOGICAL_XOR.call(
        new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * 1 where exactly one of {@code a} and {@code b} is 0, else 0, element by element, written over
   * {@code a}. The second operand is a tensor that broadcasts to the shape of {@code a}, or a
   * number.
   *
   * <p>TT-NN's {@code ttnn.logical_xor_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor logicalXorInPlace(Tensor inputA, Tensor inputB, InPlaceOptions options) {
    return InPlaceOperations.LOGICAL_XOR.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * 1 where exactly one of {@code a} and {@code b} is 0, else 0, element by element, written over
   * {@code a}. The second operand is a tensor that broadcasts to the shape of {@code a}, or a
   * number.
   *
   * <p>TT-NN's {@code ttnn.logical_xor_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor logicalXorInPlace(Tensor inputA, Number inputB, InPlaceOptions options) {
    return InPlaceOperations.LOGICAL_XOR.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * {@code log(x / (1 - x))}, for each element {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.logit}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor logit(Tensor inputTensor) {
    return MathOperations.LOGIT.call(new LogitArguments(inputTensor, null, UnaryOptions.DEFAULT));
  }

  /**
   * {@code log(x / (1 - x))}, for each element {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.logit}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor logit(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.LOGIT.call(new LogitArguments(inputTensor, null, options));
  }

  /**
   * {@code log(x / (1 - x))}, for each element {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.logit}.
   *
   * @param inputTensor the tensor to work on
   * @param eps keeps the input between {@code eps} and {@code 1 - eps}; not bounded unless given
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor logit(Tensor inputTensor, @Nullable Number eps, UnaryOptions options) {
    return MathOperations.LOGIT.call(new LogitArguments(inputTensor, eps, options));
  }

  /**
   * 1 where {@code a < b}, else 0, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.lt}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor lt(Tensor inputTensorA, Tensor inputTensorB) {
    return ComparisonOperations.LT.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * 1 where {@code a < b}, else 0, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.lt}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor lt(Tensor inputTensorA, Number inputTensorB) {
    return ComparisonOperations.LT.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * 1 where {@code a < b}, else 0, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.lt}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor lt(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ComparisonOperations.LT.call(new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * 1 where {@code a < b}, else 0, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.lt}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor lt(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ComparisonOperations.LT.call(new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * 1 where {@code a < b}, else 0, element by element, written over {@code a}. The second operand
   * is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.lt_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor ltInPlace(Tensor inputA, Tensor inputB) {
    return InPlaceOperations.LT.call(new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * 1 where {@code a < b}, else 0, element by element, written over {@code a}. The second operand
   * is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.lt_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor ltInPlace(Tensor inputA, Number inputB) {
    return InPlaceOperations.LT.call(new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * 1 where {@code a < b}, else 0, element by element, written over {@code a}. The second operand
   * is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.lt_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor ltInPlace(Tensor inputA, Tensor inputB, InPlaceOptions options) {
    return InPlaceOperations.LT.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * 1 where {@code a < b}, else 0, element by element, written over {@code a}. The second operand
   * is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.lt_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor ltInPlace(Tensor inputA, Number inputB, InPlaceOptions options) {
    return InPlaceOperations.LT.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * 1 where {@code x < 0}, else 0, for each element {@code x} of a tensor of any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.ltz}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor ltz(Tensor inputTensor) {
    return MathOperations.LTZ.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * 1 where {@code x < 0}, else 0, for each element {@code x} of a tensor of any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.ltz}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor ltz(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.LTZ.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * Multiply and add, {@code a * b + c}, element by element. {@code b} and {@code c} are tensors of
   * the dtype and layout of {@code a}, or numbers; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.mac}.
   *
   * @param inputTensorA the first factor
   * @param inputTensorB the second factor, a tensor or a number
   * @param inputTensorC the summand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or the first tensor has rank 0, or an
   *     integer tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor mac(Tensor inputTensorA, Tensor inputTensorB, Tensor inputTensorC) {
    return TernaryOperations.MAC.call(
        new MacArguments(inputTensorA, inputTensorB, inputTensorC, UnaryOptions.DEFAULT));
  }

  /**
   * Multiply and add, {@code a * b + c}, element by element. {@code b} and {@code c} are tensors of
   * the dtype and layout of {@code a}, or numbers; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.mac}.
   *
   * @param inputTensorA the first factor
   * @param inputTensorB the second factor, a tensor or a number
   * @param inputTensorC the summand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or the first tensor has rank 0, or an
   *     integer tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor mac(Tensor inputTensorA, Tensor inputTensorB, Number inputTensorC) {
    return TernaryOperations.MAC.call(
        new MacArguments(inputTensorA, inputTensorB, inputTensorC, UnaryOptions.DEFAULT));
  }

  /**
   * Multiply and add, {@code a * b + c}, element by element. {@code b} and {@code c} are tensors of
   * the dtype and layout of {@code a}, or numbers; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.mac}.
   *
   * @param inputTensorA the first factor
   * @param inputTensorB the second factor, a tensor or a number
   * @param inputTensorC the summand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or the first tensor has rank 0, or an
   *     integer tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor mac(Tensor inputTensorA, Number inputTensorB, Tensor inputTensorC) {
    return TernaryOperations.MAC.call(
        new MacArguments(inputTensorA, inputTensorB, inputTensorC, UnaryOptions.DEFAULT));
  }

  /**
   * Multiply and add, {@code a * b + c}, element by element. {@code b} and {@code c} are tensors of
   * the dtype and layout of {@code a}, or numbers; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.mac}.
   *
   * @param inputTensorA the first factor
   * @param inputTensorB the second factor, a tensor or a number
   * @param inputTensorC the summand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or the first tensor has rank 0, or an
   *     integer tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor mac(Tensor inputTensorA, Number inputTensorB, Number inputTensorC) {
    return TernaryOperations.MAC.call(
        new MacArguments(inputTensorA, inputTensorB, inputTensorC, UnaryOptions.DEFAULT));
  }

  /**
   * Multiply and add, {@code a * b + c}, element by element. {@code b} and {@code c} are tensors of
   * the dtype and layout of {@code a}, or numbers; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.mac}.
   *
   * @param inputTensorA the first factor
   * @param inputTensorB the second factor, a tensor or a number
   * @param inputTensorC the summand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or the first tensor has rank 0, or an
   *     integer tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor mac(
      Tensor inputTensorA, Tensor inputTensorB, Tensor inputTensorC, UnaryOptions options) {
    return TernaryOperations.MAC.call(
        new MacArguments(inputTensorA, inputTensorB, inputTensorC, options));
  }

  /**
   * Multiply and add, {@code a * b + c}, element by element. {@code b} and {@code c} are tensors of
   * the dtype and layout of {@code a}, or numbers; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.mac}.
   *
   * @param inputTensorA the first factor
   * @param inputTensorB the second factor, a tensor or a number
   * @param inputTensorC the summand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or the first tensor has rank 0, or an
   *     integer tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor mac(
      Tensor inputTensorA, Tensor inputTensorB, Number inputTensorC, UnaryOptions options) {
    return TernaryOperations.MAC.call(
        new MacArguments(inputTensorA, inputTensorB, inputTensorC, options));
  }

  /**
   * Multiply and add, {@code a * b + c}, element by element. {@code b} and {@code c} are tensors of
   * the dtype and layout of {@code a}, or numbers; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.mac}.
   *
   * @param inputTensorA the first factor
   * @param inputTensorB the second factor, a tensor or a number
   * @param inputTensorC the summand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or the first tensor has rank 0, or an
   *     integer tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor mac(
      Tensor inputTensorA, Number inputTensorB, Tensor inputTensorC, UnaryOptions options) {
    return TernaryOperations.MAC.call(
        new MacArguments(inputTensorA, inputTensorB, inputTensorC, options));
  }

  /**
   * Multiply and add, {@code a * b + c}, element by element. {@code b} and {@code c} are tensors of
   * the dtype and layout of {@code a}, or numbers; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.mac}.
   *
   * @param inputTensorA the first factor
   * @param inputTensorB the second factor, a tensor or a number
   * @param inputTensorC the summand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or the first tensor has rank 0, or an
   *     integer tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor mac(
      Tensor inputTensorA, Number inputTensorB, Number inputTensorC, UnaryOptions options) {
    return TernaryOperations.MAC.call(
        new MacArguments(inputTensorA, inputTensorB, inputTensorC, options));
  }

  /**
   * Sets where the random numbers of cores begin, which {@code ttnn.sampling} draws: of all users,
   * or of those that are named.
   *
   * <p>TT-NN's {@code ttnn.manual_seed}.
   *
   * @return a tensor of one element that means nothing, as operations give one
   * @throws TilescopeException if there is neither a device nor a tensor of seeds, a user is above
   *     31, or seeds and users are tensors of different shapes
   */
  public static Tensor manualSeed() {
    return SeedOperations.MANUAL_SEED.call(new ManualSeedArguments(0.0, null, null, null));
  }

  /**
   * Sets where the random numbers of cores begin, which {@code ttnn.sampling} draws: of all users,
   * or of those that are named.
   *
   * <p>TT-NN's {@code ttnn.manual_seed}.
   *
   * @param seeds a number, or a tensor of one for each user that is named (default 0.0)
   * @param device the device; that of the seeds unless given
   * @param userIds the users: a number, a tensor, or all unless given
   * @param subCoreGrids the cores that the operation may use, all of the compute grid unless given;
   *     where the operation works on shards in place, the cores must include theirs
   * @return a tensor of one element that means nothing, as operations give one
   * @throws TilescopeException if there is neither a device nor a tensor of seeds, a user is above
   *     31, or seeds and users are tensors of different shapes
   */
  public static Tensor manualSeed(
      Object seeds,
      @Nullable MeshDevice device,
      @Nullable Object userIds,
      @Nullable CoreRangeSet subCoreGrids) {
    return SeedOperations.MANUAL_SEED.call(
        new ManualSeedArguments(seeds, device, userIds, subCoreGrids));
  }

  /**
   * The matrix product {@code a @ b} of {@code [..., m, k]} and {@code [..., k, n]}. Batch
   * dimensions are equal, or all 1 in one of the two. A vector on the left counts as a row, one on
   * the right as a column, and the dimension that makes it a matrix is dropped from the product.
   *
   * <p>TT-NN's {@code ttnn.matmul}.
   *
   * @param inputTensorA the left matrix or matrices, {@code [..., m, k]}, or a vector of {@code k}
   *     elements
   * @param inputTensorB the right matrix or matrices, {@code [..., k, n]}, or a vector of {@code k}
   *     elements
   * @return a tensor of shape {@code [..., m, n]} in tiles
   * @throws TilescopeException if the inner dimensions differ, or the batch dimensions are neither
   *     equal nor all 1 in one of the tensors, a core grid is given together with a program config,
   *     or the program config does not fit the sizes
   */
  public static Tensor matmul(Tensor inputTensorA, Tensor inputTensorB) {
    return MatmulOperations.MATMUL.call(
        new MatmulArguments(inputTensorA, inputTensorB, MatmulOptions.DEFAULT));
  }

  /**
   * The matrix product {@code a @ b} of {@code [..., m, k]} and {@code [..., k, n]}. Batch
   * dimensions are equal, or all 1 in one of the two. A vector on the left counts as a row, one on
   * the right as a column, and the dimension that makes it a matrix is dropped from the product.
   *
   * <p>TT-NN's {@code ttnn.matmul}.
   *
   * @param inputTensorA the left matrix or matrices, {@code [..., m, k]}, or a vector of {@code k}
   *     elements
   * @param inputTensorB the right matrix or matrices, {@code [..., k, n]}, or a vector of {@code k}
   *     elements
   * @param options the keyword arguments, each with its default
   * @return a tensor of shape {@code [..., m, n]} in tiles
   * @throws TilescopeException if the inner dimensions differ, or the batch dimensions are neither
   *     equal nor all 1 in one of the tensors, a core grid is given together with a program config,
   *     or the program config does not fit the sizes
   */
  public static Tensor matmul(Tensor inputTensorA, Tensor inputTensorB, MatmulOptions options) {
    return MatmulOperations.MATMUL.call(new MatmulArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The greatest element along one, several or all dimensions.
   *
   * <p>TT-NN's {@code ttnn.max}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor without the reduced dimensions, or with size 1 in their places if they are
   *     kept; of rank 0 if all are reduced and not kept
   * @throws TilescopeException if a dimension is not one of the input's or is named twice, there
   *     are no elements to compare, or an output layout is given
   */
  public static Tensor max(Tensor inputTensor) {
    return ReductionOperations.MAX.call(
        new ReduceArguments(inputTensor, null, false, ReduceOptions.DEFAULT));
  }

  /**
   * The greatest element along one, several or all dimensions.
   *
   * <p>TT-NN's {@code ttnn.max}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor without the reduced dimensions, or with size 1 in their places if they are
   *     kept; of rank 0 if all are reduced and not kept
   * @throws TilescopeException if a dimension is not one of the input's or is named twice, there
   *     are no elements to compare, or an output layout is given
   */
  public static Tensor max(Tensor inputTensor, ReduceOptions options) {
    return ReductionOperations.MAX.call(new ReduceArguments(inputTensor, null, false, options));
  }

  /**
   * The greatest element along one, several or all dimensions.
   *
   * <p>TT-NN's {@code ttnn.max}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimensions to find the greatest element of, one or several, each once; all
   *     unless given. Negative ones count from the end
   * @param keepdim whether reduced dimensions stay, with size 1 (default False)
   * @return a tensor without the reduced dimensions, or with size 1 in their places if they are
   *     kept; of rank 0 if all are reduced and not kept
   * @throws TilescopeException if a dimension is not one of the input's or is named twice, there
   *     are no elements to compare, or an output layout is given
   */
  public static Tensor max(Tensor inputTensor, int dim, boolean keepdim) {
    return ReductionOperations.MAX.call(
        new ReduceArguments(inputTensor, List.of(dim), keepdim, ReduceOptions.DEFAULT));
  }

  /**
   * The greatest element along one, several or all dimensions.
   *
   * <p>TT-NN's {@code ttnn.max}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimensions to find the greatest element of, one or several, each once; all
   *     unless given. Negative ones count from the end
   * @param keepdim whether reduced dimensions stay, with size 1 (default False)
   * @param options the keyword arguments, each with its default
   * @return a tensor without the reduced dimensions, or with size 1 in their places if they are
   *     kept; of rank 0 if all are reduced and not kept
   * @throws TilescopeException if a dimension is not one of the input's or is named twice, there
   *     are no elements to compare, or an output layout is given
   */
  public static Tensor max(
      Tensor inputTensor, @Nullable List<Integer> dim, boolean keepdim, ReduceOptions options) {
    return ReductionOperations.MAX.call(new ReduceArguments(inputTensor, dim, keepdim, options));
  }

  /**
   * The greatest element of each window, and where it stands in its image, counted row by row.
   *
   * <p>TT-NN's {@code ttnn.max_pool2d}.
   *
   * @param inputTensor the images, {@code [1, 1, N*H*W, C]} or {@code [N, H, W, C]}
   * @param images how many images there are, their height, width and channels
   * @param window the window, and how it moves
   * @param options the keyword arguments, each with its default
   * @return two tensors of shape {@code [1, 1, N*OH*OW, C]}: the elements, and where in its image
   *     each is, {@code y * width + x}, as uint16 where that is wide enough for all pixels, else
   *     uint32
   * @throws TilescopeException if the input does not have the sizes given, the window does not fit
   *     the padded image, the padding is more than half of the window, or a block-float result is
   *     to be row-major
   */
  public static ValuesAndIndices maxPool2dWithIndices(
      Tensor inputTensor, PoolImages images, MaxPoolWindow window, PoolOptions options) {
    return PoolOperations.maxPool2dWithIndices(inputTensor, images, window, options);
  }

  /**
   * The greatest element of each window of images {@code [1, 1, N*H*W, C]} or {@code [N, H, W, C]}.
   * Images in DRAM that are too large for L1 are pooled in slices.
   *
   * <p>TT-NN's {@code ttnn.max_pool2d}.
   *
   * @param inputTensor the images, {@code [1, 1, N*H*W, C]} or {@code [N, H, W, C]}
   * @param images how many images there are, their height, width and channels
   * @param window the window, and how it moves
   * @param options the keyword arguments, each with its default
   * @return a tensor of shape {@code [1, 1, N*OH*OW, C]}
   * @throws TilescopeException if the input does not have the sizes given, the window does not fit
   *     the padded image, the padding is more than half of the window, or a block-float result is
   *     to be row-major
   */
  public static Tensor maxPool2d(
      Tensor inputTensor, PoolImages images, MaxPoolWindow window, PoolOptions options) {
    return PoolOperations.maxPool2d(inputTensor, images, window, options);
  }

  /**
   * The greater of {@code a} and {@code b}, element by element. The second operand is a tensor or a
   * number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.maximum}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor maximum(Tensor inputTensorA, Tensor inputTensorB) {
    return ArithmeticOperations.MAXIMUM.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The greater of {@code a} and {@code b}, element by element. The second operand is a tensor or a
   * number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.maximum}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor maximum(Tensor inputTensorA, Number inputTensorB) {
    return ArithmeticOperations.MAXIMUM.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The greater of {@code a} and {@code b}, element by element. The second operand is a tensor or a
   * number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.maximum}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor maximum(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.MAXIMUM.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The greater of {@code a} and {@code b}, element by element. The second operand is a tensor or a
   * number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.maximum}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor maximum(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.MAXIMUM.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The average along one, several or all dimensions.
   *
   * <p>TT-NN's {@code ttnn.mean}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor without the reduced dimensions, or with size 1 in their places if they are
   *     kept; of rank 0 if all are reduced and not kept
   * @throws TilescopeException if a dimension is not one of the input's or is named twice
   */
  public static Tensor mean(Tensor inputTensor) {
    return ReductionOperations.MEAN.call(
        new ReduceArguments(inputTensor, null, false, ReduceOptions.DEFAULT));
  }

  /**
   * The average along one, several or all dimensions.
   *
   * <p>TT-NN's {@code ttnn.mean}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor without the reduced dimensions, or with size 1 in their places if they are
   *     kept; of rank 0 if all are reduced and not kept
   * @throws TilescopeException if a dimension is not one of the input's or is named twice
   */
  public static Tensor mean(Tensor inputTensor, ReduceOptions options) {
    return ReductionOperations.MEAN.call(new ReduceArguments(inputTensor, null, false, options));
  }

  /**
   * The average along one, several or all dimensions.
   *
   * <p>TT-NN's {@code ttnn.mean}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimensions to average over, one or several, each once; all unless given.
   *     Negative ones count from the end
   * @param keepdim whether reduced dimensions stay, with size 1 (default False)
   * @return a tensor without the reduced dimensions, or with size 1 in their places if they are
   *     kept; of rank 0 if all are reduced and not kept
   * @throws TilescopeException if a dimension is not one of the input's or is named twice
   */
  public static Tensor mean(Tensor inputTensor, int dim, boolean keepdim) {
    return ReductionOperations.MEAN.call(
        new ReduceArguments(inputTensor, List.of(dim), keepdim, ReduceOptions.DEFAULT));
  }

  /**
   * The average along one, several or all dimensions.
   *
   * <p>TT-NN's {@code ttnn.mean}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimensions to average over, one or several, each once; all unless given.
   *     Negative ones count from the end
   * @param keepdim whether reduced dimensions stay, with size 1 (default False)
   * @param options the keyword arguments, each with its default
   * @return a tensor without the reduced dimensions, or with size 1 in their places if they are
   *     kept; of rank 0 if all are reduced and not kept
   * @throws TilescopeException if a dimension is not one of the input's or is named twice
   */
  public static Tensor mean(
      Tensor inputTensor, @Nullable List<Integer> dim, boolean keepdim, ReduceOptions options) {
    return ReductionOperations.MEAN.call(new ReduceArguments(inputTensor, dim, keepdim, options));
  }

  /**
   * Every device of a group keeps its piece, along one dimension, of the tensor that all have: the
   * inverse of {@code all_gather}. Nothing crosses a link.
   *
   * <p>TT-NN's {@code ttnn.mesh_partition}.
   *
   * @param inputTensor the tensor that every device has
   * @param dim the dimension to share out; a negative one counts from the end
   * @return a tensor whose dimension {@code dim} is divided by the number of devices in the group
   * @throws TilescopeException if the dimension cannot be shared out evenly to the devices
   */
  public static Tensor meshPartition(Tensor inputTensor, int dim) {
    return PartitionOperations.MESH_PARTITION.call(
        new PartitionArguments(inputTensor, dim, null, null));
  }

  /**
   * Every device of a group keeps its piece, along one dimension, of the tensor that all have: the
   * inverse of {@code all_gather}. Nothing crosses a link.
   *
   * <p>TT-NN's {@code ttnn.mesh_partition}.
   *
   * @param inputTensor the tensor that every device has
   * @param dim the dimension to share out; a negative one counts from the end
   * @param clusterAxis the groups of devices that work together: 0 for those of a column of the
   *     mesh, 1 for those of a row, all unless given
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a tensor whose dimension {@code dim} is divided by the number of devices in the group
   * @throws TilescopeException if the dimension cannot be shared out evenly to the devices
   */
  public static Tensor meshPartition(
      Tensor inputTensor,
      int dim,
      @Nullable Integer clusterAxis,
      @Nullable MemoryConfig memoryConfig) {
    return PartitionOperations.MESH_PARTITION.call(
        new PartitionArguments(inputTensor, dim, clusterAxis, memoryConfig));
  }

  /**
   * The least element along one, several or all dimensions.
   *
   * <p>TT-NN's {@code ttnn.min}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor without the reduced dimensions, or with size 1 in their places if they are
   *     kept; of rank 0 if all are reduced and not kept
   * @throws TilescopeException if a dimension is not one of the input's or is named twice, there
   *     are no elements to compare, or an output layout is given
   */
  public static Tensor min(Tensor inputTensor) {
    return ReductionOperations.MIN.call(
        new ReduceArguments(inputTensor, null, false, ReduceOptions.DEFAULT));
  }

  /**
   * The least element along one, several or all dimensions.
   *
   * <p>TT-NN's {@code ttnn.min}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor without the reduced dimensions, or with size 1 in their places if they are
   *     kept; of rank 0 if all are reduced and not kept
   * @throws TilescopeException if a dimension is not one of the input's or is named twice, there
   *     are no elements to compare, or an output layout is given
   */
  public static Tensor min(Tensor inputTensor, ReduceOptions options) {
    return ReductionOperations.MIN.call(new ReduceArguments(inputTensor, null, false, options));
  }

  /**
   * The least element along one, several or all dimensions.
   *
   * <p>TT-NN's {@code ttnn.min}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimensions to find the least element of, one or several, each once; all unless
   *     given. Negative ones count from the end
   * @param keepdim whether reduced dimensions stay, with size 1 (default False)
   * @return a tensor without the reduced dimensions, or with size 1 in their places if they are
   *     kept; of rank 0 if all are reduced and not kept
   * @throws TilescopeException if a dimension is not one of the input's or is named twice, there
   *     are no elements to compare, or an output layout is given
   */
  public static Tensor min(Tensor inputTensor, int dim, boolean keepdim) {
    return ReductionOperations.MIN.call(
        new ReduceArguments(inputTensor, List.of(dim), keepdim, ReduceOptions.DEFAULT));
  }

  /**
   * The least element along one, several or all dimensions.
   *
   * <p>TT-NN's {@code ttnn.min}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimensions to find the least element of, one or several, each once; all unless
   *     given. Negative ones count from the end
   * @param keepdim whether reduced dimensions stay, with size 1 (default False)
   * @param options the keyword arguments, each with its default
   * @return a tensor without the reduced dimensions, or with size 1 in their places if they are
   *     kept; of rank 0 if all are reduced and not kept
   * @throws TilescopeException if a dimension is not one of the input's or is named twice, there
   *     are no elements to compare, or an output layout is given
   */
  public static Tensor min(
      Tensor inputTensor, @Nullable List<Integer> dim, boolean keepdim, ReduceOptions options) {
    return ReductionOperations.MIN.call(new ReduceArguments(inputTensor, dim, keepdim, options));
  }

  /**
   * The lesser of {@code a} and {@code b}, element by element. The second operand is a tensor or a
   * number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.minimum}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor minimum(Tensor inputTensorA, Tensor inputTensorB) {
    return ArithmeticOperations.MINIMUM.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The lesser of {@code a} and {@code b}, element by element. The second operand is a tensor or a
   * number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.minimum}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor minimum(Tensor inputTensorA, Number inputTensorB) {
    return ArithmeticOperations.MINIMUM.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The lesser of {@code a} and {@code b}, element by element. The second operand is a tensor or a
   * number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.minimum}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor minimum(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.MINIMUM.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The lesser of {@code a} and {@code b}, element by element. The second operand is a tensor or a
   * number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.minimum}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor minimum(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.MINIMUM.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * {@code x * tanh(log(1 + e^x))}, for each element {@code x} of a floating-point tensor of any
   * shape.
   *
   * <p>TT-NN's {@code ttnn.mish}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor mish(Tensor inputTensor) {
    return ActivationOperations.MISH.call(
        new ApproximableArguments(inputTensor, false, UnaryOptions.DEFAULT));
  }

  /**
   * {@code x * tanh(log(1 + e^x))}, for each element {@code x} of a floating-point tensor of any
   * shape.
   *
   * <p>TT-NN's {@code ttnn.mish}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor mish(Tensor inputTensor, UnaryOptions options) {
    return ActivationOperations.MISH.call(new ApproximableArguments(inputTensor, false, options));
  }

  /**
   * {@code x * tanh(log(1 + e^x))}, for each element {@code x} of a floating-point tensor of any
   * shape.
   *
   * <p>TT-NN's {@code ttnn.mish}.
   *
   * @param inputTensor the tensor to work on
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; it makes a
   *     program of its own, and the values are computed exactly all the same (default False)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor mish(
      Tensor inputTensor, boolean fastAndApproximateMode, UnaryOptions options) {
    return ActivationOperations.MISH.call(
        new ApproximableArguments(inputTensor, fastAndApproximateMode, options));
  }

  /**
   * How much the first expert counts: among the 32 greatest of {@code input + expert_mask} in each
   * row, the softmax of them plus {@code topk_mask} at the index 0; 0 where it is not among them.
   *
   * <p>TT-NN's {@code ttnn.moe}.
   *
   * @param inputTensor a number for each expert, {@code [n, c, h, w]}
   * @param expertMaskTensor one row that is added to each row, minus infinity for experts that
   *     there are not
   * @param topkMaskTensor one row of 32 that is added to the greatest, minus infinity for those not
   *     wanted
   * @return a tensor {@code [n, c, h, 1]} in tiles
   * @throws TilescopeException if {@code k} is not 32, the width is not a power of two from 64 on,
   *     or a mask is not one row
   */
  public static Tensor moe(Tensor inputTensor, Tensor expertMaskTensor, Tensor topkMaskTensor) {
    return MoeOperations.MOE.call(
        new MoeArguments(inputTensor, expertMaskTensor, topkMaskTensor, 32, null, null));
  }

  /**
   * How much the first expert counts: among the 32 greatest of {@code input + expert_mask} in each
   * row, the softmax of them plus {@code topk_mask} at the index 0; 0 where it is not among them.
   *
   * <p>TT-NN's {@code ttnn.moe}.
   *
   * @param inputTensor a number for each expert, {@code [n, c, h, w]}
   * @param expertMaskTensor one row that is added to each row, minus infinity for experts that
   *     there are not
   * @param topkMaskTensor one row of 32 that is added to the greatest, minus infinity for those not
   *     wanted
   * @param k how many are greatest; 32 (default 32)
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param outputTensor tensor to write to instead of a new one; its shape, dtype, layout and
   *     memory config must be those of the result
   * @return a tensor {@code [n, c, h, 1]} in tiles
   * @throws TilescopeException if {@code k} is not 32, the width is not a power of two from 64 on,
   *     or a mask is not one row
   */
  public static Tensor moe(
      Tensor inputTensor,
      Tensor expertMaskTensor,
      Tensor topkMaskTensor,
      int k,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor outputTensor) {
    return MoeOperations.MOE.call(
        new MoeArguments(
            inputTensor, expertMaskTensor, topkMaskTensor, k, memoryConfig, outputTensor));
  }

  /**
   * The scores of tokens for the experts of each device, and which of its experts each chunk of
   * tokens needs.
   *
   * <p>TT-NN's {@code ttnn.moe_expert_token_remap}.
   *
   * @param topkTensor the score of each token for each expert, {@code [1, b, s, experts]}
   * @param expertMappingTensor 1 where a device has an expert, {@code [1, 1, experts, devices]}
   * @param expertMetadataTensor the experts of each token, {@code [1, b, s, k]}
   * @return two row-major tensors: scores {@code [1, b, s, experts / devices]}, and 1 or 0 for each
   *     chunk and expert, {@code [1, 1, b * s / reduction_size, experts / devices]} of uint16
   * @throws TilescopeException if mapping and metadata are not uint16, or the tensors do not fit
   *     each other or the mesh
   */
  public static List<Tensor> moeExpertTokenRemap(
      Tensor topkTensor, Tensor expertMappingTensor, Tensor expertMetadataTensor) {
    return ExpertTokenRemapOperations.MOE_EXPERT_TOKEN_REMAP.call(
        new MoeExpertTokenRemapArguments(
            topkTensor, expertMappingTensor, expertMetadataTensor, null, null, null, 16));
  }

  /**
   * The scores of tokens for the experts of each device, and which of its experts each chunk of
   * tokens needs.
   *
   * <p>TT-NN's {@code ttnn.moe_expert_token_remap}.
   *
   * @param topkTensor the score of each token for each expert, {@code [1, b, s, experts]}
   * @param expertMappingTensor 1 where a device has an expert, {@code [1, 1, experts, devices]}
   * @param expertMetadataTensor the experts of each token, {@code [1, b, s, k]}
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param optionalOutputMappingTensor tensor for the scores, made unless given
   * @param optionalOutputReducedTensor tensor for the chunks, made unless given
   * @param reductionSize tokens of a chunk (default 16)
   * @return two row-major tensors: scores {@code [1, b, s, experts / devices]}, and 1 or 0 for each
   *     chunk and expert, {@code [1, 1, b * s / reduction_size, experts / devices]} of uint16
   * @throws TilescopeException if mapping and metadata are not uint16, or the tensors do not fit
   *     each other or the mesh
   */
  public static List<Tensor> moeExpertTokenRemap(
      Tensor topkTensor,
      Tensor expertMappingTensor,
      Tensor expertMetadataTensor,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor optionalOutputMappingTensor,
      @Nullable Tensor optionalOutputReducedTensor,
      int reductionSize) {
    return ExpertTokenRemapOperations.MOE_EXPERT_TOKEN_REMAP.call(
        new MoeExpertTokenRemapArguments(
            topkTensor,
            expertMappingTensor,
            expertMetadataTensor,
            memoryConfig,
            optionalOutputMappingTensor,
            optionalOutputReducedTensor,
            reductionSize));
  }

  /**
   * The weights of the experts that a token was sent to, as the devices of a group share them: each
   * keeps as many, in order, and has zeros for the others.
   *
   * <p>TT-NN's {@code ttnn.moe_routing_remap}.
   *
   * @param routingWeightsTensor the weights, {@code [1, experts]}, zero for experts that are not
   *     chosen
   * @param nonZeroWeightSize how many experts are chosen
   * @param expertParallelSize how many devices a group has
   * @param clusterAxis 0 for the devices of a column, 1 for those of a row
   * @return a row-major tensor {@code [1, experts]}, another on each device of a group
   * @throws TilescopeException if the weights are not one row, the group has another size, or it
   *     does not share out experts and weights evenly
   */
  public static Tensor moeRoutingRemap(
      Tensor routingWeightsTensor, int nonZeroWeightSize, int expertParallelSize, int clusterAxis) {
    return RoutingRemapOperations.MOE_ROUTING_REMAP.call(
        new MoeRoutingRemapArguments(
            routingWeightsTensor, nonZeroWeightSize, expertParallelSize, clusterAxis, null, null));
  }

  /**
   * The weights of the experts that a token was sent to, as the devices of a group share them: each
   * keeps as many, in order, and has zeros for the others.
   *
   * <p>TT-NN's {@code ttnn.moe_routing_remap}.
   *
   * @param routingWeightsTensor the weights, {@code [1, experts]}, zero for experts that are not
   *     chosen
   * @param nonZeroWeightSize how many experts are chosen
   * @param expertParallelSize how many devices a group has
   * @param clusterAxis 0 for the devices of a column, 1 for those of a row
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param optionalOutputTensor tensor to write to instead of a new one; its shape, dtype, layout
   *     and memory config must be those of the result
   * @return a row-major tensor {@code [1, experts]}, another on each device of a group
   * @throws TilescopeException if the weights are not one row, the group has another size, or it
   *     does not share out experts and weights evenly
   */
  public static Tensor moeRoutingRemap(
      Tensor routingWeightsTensor,
      int nonZeroWeightSize,
      int expertParallelSize,
      int clusterAxis,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor optionalOutputTensor) {
    return RoutingRemapOperations.MOE_ROUTING_REMAP.call(
        new MoeRoutingRemapArguments(
            routingWeightsTensor,
            nonZeroWeightSize,
            expertParallelSize,
            clusterAxis,
            memoryConfig,
            optionalOutputTensor));
  }

  /**
   * The running sum along a dimension, as {@code ttnn.cumsum} gives it.
   *
   * <p>TT-NN's {@code ttnn.moreh_cumsum}.
   *
   * @param input the tensor to work on
   * @param dim the dimension to work along; a negative one counts from the end
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the dimension is not the input's, or the input is sharded or not
   *     in tiles
   */
  public static Tensor morehCumsum(Tensor input, int dim) {
    return ScanOperations.MOREH_CUMSUM.call(new MorehCumsumArguments(input, dim, null, null));
  }

  /**
   * The running sum along a dimension, as {@code ttnn.cumsum} gives it.
   *
   * <p>TT-NN's {@code ttnn.moreh_cumsum}.
   *
   * @param input the tensor to work on
   * @param dim the dimension to work along; a negative one counts from the end
   * @param output tensor to write to instead of a new one, of the input's shape and dtype
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the dimension is not the input's, or the input is sharded or not
   *     in tiles
   */
  public static Tensor morehCumsum(
      Tensor input, int dim, @Nullable Tensor output, @Nullable MemoryConfig memoryConfig) {
    return ScanOperations.MOREH_CUMSUM.call(
        new MorehCumsumArguments(input, dim, output, memoryConfig));
  }

  /**
   * The running sum along a dimension from its end, the gradient of {@code ttnn.moreh_cumsum}.
   *
   * <p>TT-NN's {@code ttnn.moreh_cumsum_backward}.
   *
   * @param outputGrad the gradient of the result
   * @param dim the dimension to work along; a negative one counts from the end
   * @return a tensor of the gradient's shape and dtype
   * @throws TilescopeException if the dimension is not the gradient's, or the gradient is sharded
   *     or not in tiles
   */
  public static Tensor morehCumsumBackward(Tensor outputGrad, int dim) {
    return ScanOperations.MOREH_CUMSUM_BACKWARD.call(
        new MorehCumsumBackwardArguments(outputGrad, dim, null, null));
  }

  /**
   * The running sum along a dimension from its end, the gradient of {@code ttnn.moreh_cumsum}.
   *
   * <p>TT-NN's {@code ttnn.moreh_cumsum_backward}.
   *
   * @param outputGrad the gradient of the result
   * @param dim the dimension to work along; a negative one counts from the end
   * @param inputGrad tensor to write to instead of a new one, of the gradient's shape and dtype
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a tensor of the gradient's shape and dtype
   * @throws TilescopeException if the dimension is not the gradient's, or the gradient is sharded
   *     or not in tiles
   */
  public static Tensor morehCumsumBackward(
      Tensor outputGrad, int dim, @Nullable Tensor inputGrad, @Nullable MemoryConfig memoryConfig) {
    return ScanOperations.MOREH_CUMSUM_BACKWARD.call(
        new MorehCumsumBackwardArguments(outputGrad, dim, inputGrad, memoryConfig));
  }

  /**
   * The sum of the products of the elements of two rows, {@code [1, 1, 1, N]} in tiles, made by one
   * core.
   *
   * <p>TT-NN's {@code ttnn.moreh_dot}.
   *
   * @param inputTensorA the first row
   * @param inputTensorB the second row
   * @return a tensor of shape {@code [1, 1, 1, 1]} and the first row's dtype
   * @throws TilescopeException if the inputs are not rows of the same length in bfloat16 or
   *     bfloat8_b, in tiles on one device
   */
  public static Tensor morehDot(Tensor inputTensorA, Tensor inputTensorB) {
    return MorehOperations.MOREH_DOT.call(
        new MorehDotArguments(inputTensorA, inputTensorB, null, null, null, null));
  }

  /**
   * The sum of the products of the elements of two rows, {@code [1, 1, 1, N]} in tiles, made by one
   * core.
   *
   * <p>TT-NN's {@code ttnn.moreh_dot}.
   *
   * @param inputTensorA the first row
   * @param inputTensorB the second row
   * @param output tensor to write to instead of a new one
   * @param dtype is noted in the graph; the result has the first row's dtype whatever it says
   * @param memoryConfig where the result is placed; where the first row is unless given
   * @param computeKernelConfig how the core does its arithmetic
   * @return a tensor of shape {@code [1, 1, 1, 1]} and the first row's dtype
   * @throws TilescopeException if the inputs are not rows of the same length in bfloat16 or
   *     bfloat8_b, in tiles on one device
   */
  public static Tensor morehDot(
      Tensor inputTensorA,
      Tensor inputTensorB,
      @Nullable Tensor output,
      @Nullable DataType dtype,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {
    return MorehOperations.MOREH_DOT.call(
        new MorehDotArguments(
            inputTensorA, inputTensorB, output, dtype, memoryConfig, computeKernelConfig));
  }

  /**
   * A tensor with the same number in every element, with the spec of a device tensor except for
   * what is given.
   *
   * <p>TT-NN's {@code ttnn.moreh_full_like}.
   *
   * @param input the tensor whose spec the result has
   * @param fillValue the number that every element gets
   * @return a tensor of the input's shape
   * @throws TilescopeException if the input is on the host, or the number is outside the range of
   *     an integer dtype
   */
  public static Tensor morehFullLike(Tensor input, double fillValue) {
    return CreationOperations.MOREH_FULL_LIKE.call(
        new MorehFullLikeArguments(input, fillValue, null, null, null));
  }

  /**
   * A tensor with the same number in every element, with the spec of a device tensor except for
   * what is given.
   *
   * <p>TT-NN's {@code ttnn.moreh_full_like}.
   *
   * @param input the tensor whose spec the result has
   * @param fillValue the number that every element gets
   * @param dtype data type of the result; that of the input unless given
   * @param layout layout of the result, row-major or tiles
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a tensor of the input's shape
   * @throws TilescopeException if the input is on the host, or the number is outside the range of
   *     an integer dtype
   */
  public static Tensor morehFullLike(
      Tensor input,
      double fillValue,
      @Nullable DataType dtype,
      @Nullable Layout layout,
      @Nullable MemoryConfig memoryConfig) {
    return CreationOperations.MOREH_FULL_LIKE.call(
        new MorehFullLikeArguments(input, fillValue, dtype, layout, memoryConfig));
  }

  /**
   * The logarithm of {@code exp(x)} in parts of its sum along a dimension, by Moreh's programs.
   *
   * <p>TT-NN's {@code ttnn.moreh_logsoftmax}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimension along which the numbers are compared
   * @return a tensor of the input's shape, dtype and layout
   * @throws TilescopeException if the input is not bfloat16, bfloat8_b or float32 in tiles, or the
   *     strategy is for another dimension
   */
  public static Tensor morehLogsoftmax(Tensor inputTensor, int dim) {
    return MorehSoftmaxOperations.MOREH_LOGSOFTMAX.call(
        new MorehSoftmaxArguments(inputTensor, dim, null, MorehSoftmaxStrategy.NONE, null, null));
  }

  /**
   * The logarithm of {@code exp(x)} in parts of its sum along a dimension, by Moreh's programs.
   *
   * <p>TT-NN's {@code ttnn.moreh_logsoftmax}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimension along which the numbers are compared
   * @param outputTensor tensor to write to instead of a new one
   * @param strategy the program that runs; the small one for the dimension unless given, where L1
   *     has room for it (default none)
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param computeKernelConfig how the cores do their arithmetic
   * @return a tensor of the input's shape, dtype and layout
   * @throws TilescopeException if the input is not bfloat16, bfloat8_b or float32 in tiles, or the
   *     strategy is for another dimension
   */
  public static Tensor morehLogsoftmax(
      Tensor inputTensor,
      int dim,
      @Nullable Tensor outputTensor,
      MorehSoftmaxStrategy strategy,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {
    return MorehSoftmaxOperations.MOREH_LOGSOFTMAX.call(
        new MorehSoftmaxArguments(
            inputTensor, dim, outputTensor, strategy, memoryConfig, computeKernelConfig));
  }

  /**
   * The mean along dimensions, one program for each from the last to the first. A dimension that
   * lies in tiles, the last or the one before it, keeps its place with size 1.
   *
   * <p>TT-NN's {@code ttnn.moreh_mean}.
   *
   * @param input the tensor to work on
   * @return a tensor of the input's dtype without the other dimensions, or with size 1 for them
   * @throws TilescopeException if the input is not bfloat16 in tiles, has fewer than two
   *     dimensions, or a divisor is given
   */
  public static Tensor morehMean(Tensor input) {
    return MorehReductionOperations.MOREH_MEAN.call(
        new MorehMeanArguments(input, null, false, null, null, null, null));
  }

  /**
   * The mean along dimensions, one program for each from the last to the first. A dimension that
   * lies in tiles, the last or the one before it, keeps its place with size 1.
   *
   * <p>TT-NN's {@code ttnn.moreh_mean}.
   *
   * @param input the tensor to work on
   * @param dim dimensions to take the mean along; all unless given
   * @param keepdim whether every dimension keeps its place (default False)
   * @param divisor is not taken by any program yet
   * @param output tensor to write to instead of a new one
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param computeKernelConfig how the cores do their arithmetic
   * @return a tensor of the input's dtype without the other dimensions, or with size 1 for them
   * @throws TilescopeException if the input is not bfloat16 in tiles, has fewer than two
   *     dimensions, or a divisor is given
   */
  public static Tensor morehMean(
      Tensor input,
      @Nullable List<Integer> dim,
      boolean keepdim,
      @Nullable Integer divisor,
      @Nullable Tensor output,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {
    return MorehReductionOperations.MOREH_MEAN.call(
        new MorehMeanArguments(
            input, dim, keepdim, divisor, output, memoryConfig, computeKernelConfig));
  }

  /**
   * {@code exp(x)} in parts of its sum along a dimension, by Moreh's programs.
   *
   * <p>TT-NN's {@code ttnn.moreh_softmax}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimension along which the numbers are compared
   * @return a tensor of the input's shape, dtype and layout
   * @throws TilescopeException if the input is not bfloat16, bfloat8_b or float32 in tiles, or the
   *     strategy is for another dimension
   */
  public static Tensor morehSoftmax(Tensor inputTensor, int dim) {
    return MorehSoftmaxOperations.MOREH_SOFTMAX.call(
        new MorehSoftmaxArguments(inputTensor, dim, null, MorehSoftmaxStrategy.NONE, null, null));
  }

  /**
   * {@code exp(x)} in parts of its sum along a dimension, by Moreh's programs.
   *
   * <p>TT-NN's {@code ttnn.moreh_softmax}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimension along which the numbers are compared
   * @param outputTensor tensor to write to instead of a new one
   * @param strategy the program that runs; the small one for the dimension unless given, where L1
   *     has room for it (default none)
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param computeKernelConfig how the cores do their arithmetic
   * @return a tensor of the input's shape, dtype and layout
   * @throws TilescopeException if the input is not bfloat16, bfloat8_b or float32 in tiles, or the
   *     strategy is for another dimension
   */
  public static Tensor morehSoftmax(
      Tensor inputTensor,
      int dim,
      @Nullable Tensor outputTensor,
      MorehSoftmaxStrategy strategy,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {
    return MorehSoftmaxOperations.MOREH_SOFTMAX.call(
        new MorehSoftmaxArguments(
            inputTensor, dim, outputTensor, strategy, memoryConfig, computeKernelConfig));
  }

  /**
   * {@code exp(-x)} in parts of its sum along a dimension, by Moreh's programs.
   *
   * <p>TT-NN's {@code ttnn.moreh_softmin}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimension along which the numbers are compared
   * @return a tensor of the input's shape, dtype and layout
   * @throws TilescopeException if the input is not bfloat16, bfloat8_b or float32 in tiles, or the
   *     strategy is for another dimension
   */
  public static Tensor morehSoftmin(Tensor inputTensor, int dim) {
    return MorehSoftmaxOperations.MOREH_SOFTMIN.call(
        new MorehSoftmaxArguments(inputTensor, dim, null, MorehSoftmaxStrategy.NONE, null, null));
  }

  /**
   * {@code exp(-x)} in parts of its sum along a dimension, by Moreh's programs.
   *
   * <p>TT-NN's {@code ttnn.moreh_softmin}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimension along which the numbers are compared
   * @param outputTensor tensor to write to instead of a new one
   * @param strategy the program that runs; the small one for the dimension unless given, where L1
   *     has room for it (default none)
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param computeKernelConfig how the cores do their arithmetic
   * @return a tensor of the input's shape, dtype and layout
   * @throws TilescopeException if the input is not bfloat16, bfloat8_b or float32 in tiles, or the
   *     strategy is for another dimension
   */
  public static Tensor morehSoftmin(
      Tensor inputTensor,
      int dim,
      @Nullable Tensor outputTensor,
      MorehSoftmaxStrategy strategy,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {
    return MorehSoftmaxOperations.MOREH_SOFTMIN.call(
        new MorehSoftmaxArguments(
            inputTensor, dim, outputTensor, strategy, memoryConfig, computeKernelConfig));
  }

  /**
   * The sum along dimensions, one program for each from the last to the first. A dimension that
   * lies in tiles, the last or the one before it, keeps its place with size 1.
   *
   * <p>TT-NN's {@code ttnn.moreh_sum}.
   *
   * @param input the tensor to work on
   * @return a tensor of the input's dtype without the other dimensions, or with size 1 for them
   * @throws TilescopeException if the input is not bfloat16 or int32 in tiles, or has fewer than
   *     two dimensions
   */
  public static Tensor morehSum(Tensor input) {
    return MorehReductionOperations.MOREH_SUM.call(
        new MorehSumArguments(input, null, false, null, null, null));
  }

  /**
   * The sum along dimensions, one program for each from the last to the first. A dimension that
   * lies in tiles, the last or the one before it, keeps its place with size 1.
   *
   * <p>TT-NN's {@code ttnn.moreh_sum}.
   *
   * @param input the tensor to work on
   * @param dim dimensions to sum along; all unless given
   * @param keepdim whether every dimension keeps its place (default False)
   * @param output tensor to write to instead of a new one
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param computeKernelConfig how the cores do their arithmetic
   * @return a tensor of the input's dtype without the other dimensions, or with size 1 for them
   * @throws TilescopeException if the input is not bfloat16 or int32 in tiles, or has fewer than
   *     two dimensions
   */
  public static Tensor morehSum(
      Tensor input,
      @Nullable List<Integer> dim,
      boolean keepdim,
      @Nullable Tensor output,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {
    return MorehReductionOperations.MOREH_SUM.call(
        new MorehSumArguments(input, dim, keepdim, output, memoryConfig, computeKernelConfig));
  }

  /**
   * Frees a tensor, allocates it again and moves its values there, as {@code reallocate} does:
   * memory that has become free meanwhile is used, so that free memory is in one piece. The tensor
   * given and views of it can no longer be used.
   *
   * <p>TT-NN's {@code ttnn.move}.
   *
   * @param inputTensor the device tensor to move; it can no longer be used afterwards
   * @return a tensor of the same shape, dtype and layout, where the allocator now puts it
   * @throws TilescopeException if the tensor has been freed already
   */
  public static Tensor move(Tensor inputTensor) {
    return PlacementOperations.MOVE.call(new MoveArguments(inputTensor, null));
  }

  /**
   * Frees a tensor, allocates it again and moves its values there, as {@code reallocate} does:
   * memory that has become free meanwhile is used, so that free memory is in one piece. The tensor
   * given and views of it can no longer be used.
   *
   * <p>TT-NN's {@code ttnn.move}.
   *
   * @param inputTensor the device tensor to move; it can no longer be used afterwards
   * @param memoryConfig where the tensor is placed again; where it was unless given
   * @return a tensor of the same shape, dtype and layout, where the allocator now puts it
   * @throws TilescopeException if the tensor has been freed already
   */
  public static Tensor move(Tensor inputTensor, @Nullable MemoryConfig memoryConfig) {
    return PlacementOperations.MOVE.call(new MoveArguments(inputTensor, memoryConfig));
  }

  /**
   * The logarithm of the multivariate gamma function of order 4, for each element above 1.5 of a
   * floating-point tensor.
   *
   * <p>TT-NN's {@code ttnn.multigammaln}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor multigammaln(Tensor inputTensor) {
    return FormulaOperations.MULTIGAMMALN.call(new PlacedArguments(inputTensor, null));
  }

  /**
   * The logarithm of the multivariate gamma function of order 4, for each element above 1.5 of a
   * floating-point tensor.
   *
   * <p>TT-NN's {@code ttnn.multigammaln}.
   *
   * @param inputTensor the tensor to work on
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor multigammaln(Tensor inputTensor, @Nullable MemoryConfig memoryConfig) {
    return FormulaOperations.MULTIGAMMALN.call(new PlacedArguments(inputTensor, memoryConfig));
  }

  /**
   * The product {@code a * b}, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.multiply}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor multiply(Tensor inputTensorA, Tensor inputTensorB) {
    return ArithmeticOperations.MULTIPLY.call(
        new MultiplyArguments(inputTensorA, inputTensorB, false, BinaryOptions.DEFAULT));
  }

  /**
   * The product {@code a * b}, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.multiply}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor multiply(Tensor inputTensorA, Number inputTensorB) {
    return ArithmeticOperations.MULTIPLY.call(
        new MultiplyArguments(inputTensorA, inputTensorB, false, BinaryOptions.DEFAULT));
  }

  /**
   * The product {@code a * b}, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.multiply}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor multiply(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.MULTIPLY.call(
        new MultiplyArguments(inputTensorA, inputTensorB, false, options));
  }

  /**
   * The product {@code a * b}, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.multiply}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor multiply(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.MULTIPLY.call(
        new MultiplyArguments(inputTensorA, inputTensorB, false, options));
  }

  /**
   * The product {@code a * b}, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.multiply}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; computed
   *     exactly all the same (default False)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor multiply(
      Tensor inputTensorA,
      Tensor inputTensorB,
      boolean fastAndApproximateMode,
      BinaryOptions options) {
    return ArithmeticOperations.MULTIPLY.call(
        new MultiplyArguments(inputTensorA, inputTensorB, fastAndApproximateMode, options));
  }

  /**
   * The product {@code a * b}, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.multiply}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; computed
   *     exactly all the same (default False)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor multiply(
      Tensor inputTensorA,
      Number inputTensorB,
      boolean fastAndApproximateMode,
      BinaryOptions options) {
    return ArithmeticOperations.MULTIPLY.call(
        new MultiplyArguments(inputTensorA, inputTensorB, fastAndApproximateMode, options));
  }

  /**
   * The product {@code a * b}, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.multiply}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor mul(Tensor inputTensorA, Tensor inputTensorB) {
    return ArithmeticOperations.MULTIPLY.call(
        new MultiplyArguments(inputTensorA, inputTensorB, false, BinaryOptions.DEFAULT));
  }

  /**
   * The product {@code a * b}, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.multiply}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor mul(Tensor inputTensorA, Number inputTensorB) {
    return ArithmeticOperations.MULTIPLY.call(
        new MultiplyArguments(inputTensorA, inputTensorB, false, BinaryOptions.DEFAULT));
  }

  /**
   * The product {@code a * b}, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.multiply}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor mul(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.MULTIPLY.call(
        new MultiplyArguments(inputTensorA, inputTensorB, false, options));
  }

  /**
   * The product {@code a * b}, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.multiply}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor mul(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.MULTIPLY.call(
        new MultiplyArguments(inputTensorA, inputTensorB, false, options));
  }

  /**
   * The product {@code a * b}, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.multiply}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; computed
   *     exactly all the same (default False)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor mul(
      Tensor inputTensorA,
      Tensor inputTensorB,
      boolean fastAndApproximateMode,
      BinaryOptions options) {
    return ArithmeticOperations.MULTIPLY.call(
        new MultiplyArguments(inputTensorA, inputTensorB, fastAndApproximateMode, options));
  }

  /**
   * The product {@code a * b}, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.multiply}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; computed
   *     exactly all the same (default False)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor mul(
      Tensor inputTensorA,
      Number inputTensorB,
      boolean fastAndApproximateMode,
      BinaryOptions options) {
    return ArithmeticOperations.MULTIPLY.call(
        new MultiplyArguments(inputTensorA, inputTensorB, fastAndApproximateMode, options));
  }

  /**
   * The product {@code a * b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.multiply_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor multiplyInPlace(Tensor inputA, Tensor inputB) {
    return InPlaceOperations.MULTIPLY.call(
        new FastInPlaceArguments(inputA, inputB, false, InPlaceOptions.DEFAULT));
  }

  /**
   * The product {@code a * b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.multiply_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor multiplyInPlace(Tensor inputA, Number inputB) {
    return InPlaceOperations.MULTIPLY.call(
        new FastInPlaceArguments(inputA, inputB, false, InPlaceOptions.DEFAULT));
  }

  /**
   * The product {@code a * b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.multiply_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor multiplyInPlace(Tensor inputA, Tensor inputB, InPlaceOptions options) {
    return InPlaceOperations.MULTIPLY.call(
        new FastInPlaceArguments(inputA, inputB, false, options));
  }

  /**
   * The product {@code a * b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.multiply_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor multiplyInPlace(Tensor inputA, Number inputB, InPlaceOptions options) {
    return InPlaceOperations.MULTIPLY.call(
        new FastInPlaceArguments(inputA, inputB, false, options));
  }

  /**
   * The product {@code a * b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.multiply_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; it makes a
   *     program of its own, and the values are computed exactly all the same (default False)
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor multiplyInPlace(
      Tensor inputA, Tensor inputB, boolean fastAndApproximateMode, InPlaceOptions options) {
    return InPlaceOperations.MULTIPLY.call(
        new FastInPlaceArguments(inputA, inputB, fastAndApproximateMode, options));
  }

  /**
   * The product {@code a * b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.multiply_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; it makes a
   *     program of its own, and the values are computed exactly all the same (default False)
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor multiplyInPlace(
      Tensor inputA, Number inputB, boolean fastAndApproximateMode, InPlaceOptions options) {
    return InPlaceOperations.MULTIPLY.call(
        new FastInPlaceArguments(inputA, inputB, fastAndApproximateMode, options));
  }

  /**
   * The product {@code a * b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.multiply_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor mulInPlace(Tensor inputA, Tensor inputB) {
    return InPlaceOperations.MULTIPLY.call(
        new FastInPlaceArguments(inputA, inputB, false, InPlaceOptions.DEFAULT));
  }

  /**
   * The product {@code a * b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.multiply_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor mulInPlace(Tensor inputA, Number inputB) {
    return InPlaceOperations.MULTIPLY.call(
        new FastInPlaceArguments(inputA, inputB, false, InPlaceOptions.DEFAULT));
  }

  /**
   * The product {@code a * b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.multiply_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor mulInPlace(Tensor inputA, Tensor inputB, InPlaceOptions options) {
    return InPlaceOperations.MULTIPLY.call(
        new FastInPlaceArguments(inputA, inputB, false, options));
  }

  /**
   * The product {@code a * b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.multiply_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor mulInPlace(Tensor inputA, Number inputB, InPlaceOptions options) {
    return InPlaceOperations.MULTIPLY.call(
        new FastInPlaceArguments(inputA, inputB, false, options));
  }

  /**
   * The product {@code a * b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.multiply_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; it makes a
   *     program of its own, and the values are computed exactly all the same (default False)
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor mulInPlace(
      Tensor inputA, Tensor inputB, boolean fastAndApproximateMode, InPlaceOptions options) {
    return InPlaceOperations.MULTIPLY.call(
        new FastInPlaceArguments(inputA, inputB, fastAndApproximateMode, options));
  }

  /**
   * The product {@code a * b}, element by element, written over {@code a}. The second operand is a
   * tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.multiply_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; it makes a
   *     program of its own, and the values are computed exactly all the same (default False)
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor mulInPlace(
      Tensor inputA, Number inputB, boolean fastAndApproximateMode, InPlaceOptions options) {
    return InPlaceOperations.MULTIPLY.call(
        new FastInPlaceArguments(inputA, inputB, fastAndApproximateMode, options));
  }

  /**
   * The elements of a device tensor from {@code start} on in one dimension, where they lie: no
   * program runs and no memory is taken. In DRAM a stretch begins at the first bank; of shards in
   * L1 it has whole ones, or the same piece of each.
   *
   * <p>TT-NN's {@code ttnn.narrow}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimension to take a stretch of
   * @param start its first index; from the end if negative
   * @param length how many indices it has
   * @return a tensor in the memory of the input, with {@code length} elements in dimension {@code
   *     dim}
   * @throws TilescopeException if if the stretch leaves the dimension, cuts tiles, or cannot be had
   *     without moving elements
   */
  public static Tensor narrow(Tensor inputTensor, int dim, int start, int length) {
    return NarrowOperations.NARROW.call(new NarrowArguments(inputTensor, dim, start, length));
  }

  /**
   * 1 where {@code a} and {@code b} differ, else 0, element by element. The second operand is a
   * tensor or a number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.ne}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor ne(Tensor inputTensorA, Tensor inputTensorB) {
    return ComparisonOperations.NE.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * 1 where {@code a} and {@code b} differ, else 0, element by element. The second operand is a
   * tensor or a number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.ne}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor ne(Tensor inputTensorA, Number inputTensorB) {
    return ComparisonOperations.NE.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * 1 where {@code a} and {@code b} differ, else 0, element by element. The second operand is a
   * tensor or a number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.ne}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor ne(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ComparisonOperations.NE.call(new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * 1 where {@code a} and {@code b} differ, else 0, element by element. The second operand is a
   * tensor or a number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.ne}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape and, unless another dtype is asked for, of the dtype of
   *     the first operand
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold
   */
  public static Tensor ne(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ComparisonOperations.NE.call(new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * 1 where {@code a} and {@code b} differ, else 0, element by element, written over {@code a}. The
   * second operand is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.ne_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor neInPlace(Tensor inputA, Tensor inputB) {
    return InPlaceOperations.NE.call(new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * 1 where {@code a} and {@code b} differ, else 0, element by element, written over {@code a}. The
   * second operand is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.ne_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor neInPlace(Tensor inputA, Number inputB) {
    return InPlaceOperations.NE.call(new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * 1 where {@code a} and {@code b} differ, else 0, element by element, written over {@code a}. The
   * second operand is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.ne_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor neInPlace(Tensor inputA, Tensor inputB, InPlaceOptions options) {
    return InPlaceOperations.NE.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * 1 where {@code a} and {@code b} differ, else 0, element by element, written over {@code a}. The
   * second operand is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.ne_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor neInPlace(Tensor inputA, Number inputB, InPlaceOptions options) {
    return InPlaceOperations.NE.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * The negative {@code -x}, for each element {@code x} of a tensor of any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.neg}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor neg(Tensor inputTensor) {
    return MathOperations.NEG.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * The negative {@code -x}, for each element {@code x} of a tensor of any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.neg}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor neg(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.NEG.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * The float32 next to {@code a} in the direction of {@code b}, element by element. The second
   * operand is a tensor or a number; shapes broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.nextafter}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor nextafter(Tensor inputTensorA, Tensor inputTensorB) {
    return ArithmeticOperations.NEXTAFTER.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The float32 next to {@code a} in the direction of {@code b}, element by element. The second
   * operand is a tensor or a number; shapes broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.nextafter}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor nextafter(Tensor inputTensorA, Number inputTensorB) {
    return ArithmeticOperations.NEXTAFTER.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The float32 next to {@code a} in the direction of {@code b}, element by element. The second
   * operand is a tensor or a number; shapes broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.nextafter}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor nextafter(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.NEXTAFTER.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The float32 next to {@code a} in the direction of {@code b}, element by element. The second
   * operand is a tensor or a number; shapes broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.nextafter}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor nextafter(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.NEXTAFTER.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * 1 where {@code x} is not 0, else 0, for each element {@code x} of a tensor of any shape and
   * dtype.
   *
   * <p>TT-NN's {@code ttnn.nez}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor nez(Tensor inputTensor) {
    return MathOperations.NEZ.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * 1 where {@code x} is not 0, else 0, for each element {@code x} of a tensor of any shape and
   * dtype.
   *
   * <p>TT-NN's {@code ttnn.nez}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor nez(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.NEZ.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * Where a tensor of rank 4 is not zero: how often, and four indices for each place, one after the
   * other, in the order of elements. Bits count, so that -0.0 is not zero.
   *
   * <p>TT-NN's {@code ttnn.nonzero}.
   *
   * @param inputTensor the tensor to search, not of block floats
   * @return a tensor {@code [1, 1, 1, 8]} whose first element is the number of places, and one
   *     {@code [1, 1, 1, 4 n]} for n elements that begins with the indices, both uint32 and
   *     row-major
   * @throws TilescopeException if the rank is not 4, shards are asked for, rows are padded, or all
   *     indices would not fit into L1
   */
  public static List<Tensor> nonzero(Tensor inputTensor) {
    return NonZeroOperations.NONZERO.call(new NonZeroArguments(inputTensor, null));
  }

  /**
   * Where a tensor of rank 4 is not zero: how often, and four indices for each place, one after the
   * other, in the order of elements. Bits count, so that -0.0 is not zero.
   *
   * <p>TT-NN's {@code ttnn.nonzero}.
   *
   * @param inputTensor the tensor to search, not of block floats
   * @param memoryConfig where the results are placed, interleaved; DRAM unless given
   * @return a tensor {@code [1, 1, 1, 8]} whose first element is the number of places, and one
   *     {@code [1, 1, 1, 4 n]} for n elements that begins with the indices, both uint32 and
   *     row-major
   * @throws TilescopeException if the rank is not 4, shards are asked for, rows are padded, or all
   *     indices would not fit into L1
   */
  public static List<Tensor> nonzero(Tensor inputTensor, @Nullable MemoryConfig memoryConfig) {
    return NonZeroOperations.NONZERO.call(new NonZeroArguments(inputTensor, memoryConfig));
  }

  /**
   * A tensor with 1 in every element.
   *
   * <p>TT-NN's {@code ttnn.ones}.
   *
   * @param shape shape of the result
   * @return a tensor of the given shape
   */
  public static Tensor ones(Shape shape) {
    return CreationOperations.ONES.call(new ConstantArguments(shape, null, null, null, null));
  }

  /**
   * A tensor with 1 in every element.
   *
   * <p>TT-NN's {@code ttnn.ones}.
   *
   * @param shape shape of the result
   * @param device the device that the result is put on; the host unless given
   * @return a tensor of the given shape
   */
  public static Tensor ones(Shape shape, @Nullable MeshDevice device) {
    return CreationOperations.ONES.call(new ConstantArguments(shape, null, null, device, null));
  }

  /**
   * A tensor with 1 in every element.
   *
   * <p>TT-NN's {@code ttnn.ones}.
   *
   * @param shape shape of the result
   * @param dtype data type of the elements; bfloat16 unless given
   * @param layout layout of the tensor; row-major unless given, tiles for block floats
   * @param device the device that the result is put on; the host unless given
   * @param memoryConfig where on the device the tensor is placed; interleaved DRAM unless given
   * @return a tensor of the given shape
   */
  public static Tensor ones(
      Shape shape,
      @Nullable DataType dtype,
      @Nullable Layout layout,
      @Nullable MeshDevice device,
      @Nullable MemoryConfig memoryConfig) {
    return CreationOperations.ONES.call(
        new ConstantArguments(shape, dtype, layout, device, memoryConfig));
  }

  /**
   * A tensor with 1 in every element, with the spec of another tensor except for what is given.
   *
   * <p>TT-NN's {@code ttnn.ones_like}.
   *
   * @param tensor the tensor whose spec the result has
   * @return a tensor of the shape of {@code tensor}
   * @throws TilescopeException if the tensor to fill differs from the result in shape, dtype,
   *     layout or memory config
   */
  public static Tensor onesLike(Tensor tensor) {
    return CreationOperations.ONES_LIKE.call(new LikeArguments(tensor, LikeOptions.DEFAULT));
  }

  /**
   * A tensor with 1 in every element, with the spec of another tensor except for what is given.
   *
   * <p>TT-NN's {@code ttnn.ones_like}.
   *
   * @param tensor the tensor whose spec the result has
   * @param options the keyword arguments, each with its default
   * @return a tensor of the shape of {@code tensor}
   * @throws TilescopeException if the tensor to fill differs from the result in shape, dtype,
   *     layout or memory config
   */
  public static Tensor onesLike(Tensor tensor, LikeOptions options) {
    return CreationOperations.ONES_LIKE.call(new LikeArguments(tensor, options));
  }

  /**
   * Products of every element of one vector with every one of another. The last dimension of each
   * input is the vector; those before it broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.outer}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand
   * @return a tensor with the vectors of both inputs as its last two dimensions
   * @throws TilescopeException if an input has rank 0, the dtypes differ or are not BFLOAT16,
   *     BFLOAT8_B, FLOAT32, INT32 or UINT32, or the shapes do not broadcast
   */
  public static Tensor outer(Tensor inputTensorA, Tensor inputTensorB) {
    return OuterOperations.OUTER.call(new OuterArguments(inputTensorA, inputTensorB, null));
  }

  /**
   * Products of every element of one vector with every one of another. The last dimension of each
   * input is the vector; those before it broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.outer}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a tensor with the vectors of both inputs as its last two dimensions
   * @throws TilescopeException if an input has rank 0, the dtypes differ or are not BFLOAT16,
   *     BFLOAT8_B, FLOAT32, INT32 or UINT32, or the shapes do not broadcast
   */
  public static Tensor outer(
      Tensor inputTensorA, Tensor inputTensorB, @Nullable MemoryConfig memoryConfig) {
    return OuterOperations.OUTER.call(new OuterArguments(inputTensorA, inputTensorB, memoryConfig));
  }

  /**
   * Adds elements of one value before and after those of a tensor, in its last dimensions. Tiles on
   * a device are padded after their elements only; a host tensor is padded on the host.
   *
   * <p>TT-NN's {@code ttnn.pad}.
   *
   * @param inputTensor the tensor to work on
   * @param padding how many elements before and after, a pair for each of the last dimensions; in
   *     tiles on a device none before. In Java the padded shape and where the input lies in it may
   *     be given instead; traces show the padding that this comes to
   * @param value the value of the added elements
   * @return a tensor whose dimensions are larger by their padding
   * @throws TilescopeException if there are more pairs than dimensions, a count is negative, tiles
   *     on a device are to be padded in front, the value is outside the range of an integer dtype,
   *     or a host tensor is given a memory config
   */
  public static Tensor pad(Tensor inputTensor, int[][] padding, double value) {
    return PadOperations.PAD.call(new PadArguments(inputTensor, padding, value, true, null, null));
  }

  /**
   * Adds elements of one value before and after those of a tensor, in its last dimensions. Tiles on
   * a device are padded after their elements only; a host tensor is padded on the host.
   *
   * <p>TT-NN's {@code ttnn.pad}.
   *
   * @param inputTensor the tensor to work on
   * @param padding how many elements before and after, a pair for each of the last dimensions; in
   *     tiles on a device none before. In Java the padded shape and where the input lies in it may
   *     be given instead; traces show the padding that this comes to
   * @param value the value of the added elements
   * @param memoryConfig where the result is placed; unless given where the input is, with a sharded
   *     input's shards cut anew on the same cores to hold the result
   * @return a tensor whose dimensions are larger by their padding
   * @throws TilescopeException if there are more pairs than dimensions, a count is negative, tiles
   *     on a device are to be padded in front, the value is outside the range of an integer dtype,
   *     or a host tensor is given a memory config
   */
  public static Tensor pad(
      Tensor inputTensor, int[][] padding, double value, @Nullable MemoryConfig memoryConfig) {
    return PadOperations.PAD.call(
        new PadArguments(inputTensor, padding, value, true, memoryConfig, null));
  }

  /**
   * Adds elements of one value before and after those of a tensor, in its last dimensions. Tiles on
   * a device are padded after their elements only; a host tensor is padded on the host.
   *
   * <p>TT-NN's {@code ttnn.pad}.
   *
   * @param inputTensor the tensor to work on
   * @param padding how many elements before and after, a pair for each of the last dimensions; in
   *     tiles on a device none before. In Java the padded shape and where the input lies in it may
   *     be given instead; traces show the padding that this comes to
   * @param value the value of the added elements
   * @param useMulticore false for a program on one core (default True)
   * @param memoryConfig where the result is placed; unless given where the input is, with a sharded
   *     input's shards cut anew on the same cores to hold the result
   * @param subCoreGrids the cores that the operation may use, all unless given; a host tensor is
   *     padded on the host
   * @return a tensor whose dimensions are larger by their padding
   * @throws TilescopeException if there are more pairs than dimensions, a count is negative, tiles
   *     on a device are to be padded in front, the value is outside the range of an integer dtype,
   *     or a host tensor is given a memory config
   */
  public static Tensor pad(
      Tensor inputTensor,
      int[][] padding,
      double value,
      boolean useMulticore,
      @Nullable MemoryConfig memoryConfig,
      @Nullable CoreRangeSet subCoreGrids) {
    return PadOperations.PAD.call(
        new PadArguments(inputTensor, padding, value, useMulticore, memoryConfig, subCoreGrids));
  }

  /**
   * The same by the shape of the result and where the input stands in it.
   *
   * <p>TT-NN's {@code ttnn.pad}.
   *
   * @param input the tensor to work on
   * @param outputPaddedShape the shape of the result
   * @param inputTensorStart where the input begins in the result, an index for each dimension
   * @param value the value of the added elements
   * @return a tensor whose dimensions are larger by their padding
   * @throws TilescopeException if there are more pairs than dimensions, a count is negative, tiles
   *     on a device are to be padded in front, the value is outside the range of an integer dtype,
   *     or a host tensor is given a memory config
   */
  public static Tensor pad(
      Tensor input, Shape outputPaddedShape, int[] inputTensorStart, double value) {
    return PadOperations.pad(input, outputPaddedShape, inputTensorStart, value, true, null, null);
  }

  /**
   * The same by the shape of the result and where the input stands in it.
   *
   * <p>TT-NN's {@code ttnn.pad}.
   *
   * @param input the tensor to work on
   * @param outputPaddedShape the shape of the result
   * @param inputTensorStart where the input begins in the result, an index for each dimension
   * @param value the value of the added elements
   * @param useMulticore false for a program on one core
   * @param memoryConfig where the result is placed; unless given where the input is, with a sharded
   *     input's shards cut anew on the same cores to hold the result
   * @param subCoreGrids the cores that the operation may use, all unless given; a host tensor is
   *     padded on the host
   * @return a tensor whose dimensions are larger by their padding
   * @throws TilescopeException if there are more pairs than dimensions, a count is negative, tiles
   *     on a device are to be padded in front, the value is outside the range of an integer dtype,
   *     or a host tensor is given a memory config
   */
  public static Tensor pad(
      Tensor input,
      Shape outputPaddedShape,
      int[] inputTensorStart,
      double value,
      boolean useMulticore,
      @Nullable MemoryConfig memoryConfig,
      @Nullable CoreRangeSet subCoreGrids) {
    return PadOperations.pad(
        input,
        outputPaddedShape,
        inputTensorStart,
        value,
        useMulticore,
        memoryConfig,
        subCoreGrids);
  }

  /**
   * Puts the dimensions in another order: dimension {@code i} of the result is dimension {@code
   * dims[i]} of the input. The order that a tensor has already gives the tensor as it is, in the
   * place asked for.
   *
   * <p>TT-NN's {@code ttnn.permute}.
   *
   * @param inputTensor the tensor to work on
   * @param dims the input's dimensions in their new order, each once
   * @return a tensor with the dimensions in the given order
   * @throws TilescopeException if {@code dims} does not name each dimension exactly once
   */
  public static Tensor permute(Tensor inputTensor, int... dims) {
    return MovementOperations.PERMUTE.call(new PermuteArguments(inputTensor, dims, null, 0));
  }

  /**
   * Puts the dimensions in another order: dimension {@code i} of the result is dimension {@code
   * dims[i]} of the input. The order that a tensor has already gives the tensor as it is, in the
   * place asked for.
   *
   * <p>TT-NN's {@code ttnn.permute}.
   *
   * @param inputTensor the tensor to work on
   * @param dims the input's dimensions in their new order, each once
   * @param memoryConfig where the result is placed; unless given where the input is, with a sharded
   *     input's shards cut anew on the same cores to hold the result
   * @param padValue value that fills up the tiles; padding is no part of a tensor's values here, so
   *     it changes nothing but the trace (default 0.0)
   * @return a tensor with the dimensions in the given order
   * @throws TilescopeException if {@code dims} does not name each dimension exactly once
   */
  public static Tensor permute(
      Tensor inputTensor, int[] dims, @Nullable MemoryConfig memoryConfig, double padValue) {
    return MovementOperations.PERMUTE.call(
        new PermuteArguments(inputTensor, dims, memoryConfig, padValue));
  }

  /**
   * Adds 1 to every element in place, as decoders do with positions; the tensor has rank 1 to 4.
   *
   * <p>TT-NN's {@code ttnn.plus_one}.
   *
   * @param inputTensor the row-major int32 or uint32 tensor to count up, in place
   * @return the tensor itself
   * @throws TilescopeException if the rank is 0 or above 4
   */
  public static Tensor plusOne(Tensor inputTensor) {
    return PlusOneOperations.PLUS_ONE.call(new PlusOneArguments(inputTensor, null, false));
  }

  /**
   * Adds 1 to every element in place, as decoders do with positions; the tensor has rank 1 to 4.
   *
   * <p>TT-NN's {@code ttnn.plus_one}.
   *
   * @param inputTensor the row-major int32 or uint32 tensor to count up, in place
   * @param skipNegativeEntries whether to leave alone what is negative as an int32, or would become
   *     so (default False)
   * @return the tensor itself
   * @throws TilescopeException if the rank is 0 or above 4
   */
  public static Tensor plusOne(Tensor inputTensor, boolean skipNegativeEntries) {
    return PlusOneOperations.PLUS_ONE.call(
        new PlusOneArguments(inputTensor, null, skipNegativeEntries));
  }

  /**
   * Adds 1 to every element in place, as decoders do with positions; the tensor has rank 1 to 4.
   *
   * <p>TT-NN's {@code ttnn.plus_one}.
   *
   * @param inputTensor the row-major int32 or uint32 tensor to count up, in place
   * @param subCoreGrids the cores that the operation may use, all of the compute grid unless given;
   *     where the operation works on shards in place, the cores must include theirs
   * @param skipNegativeEntries whether to leave alone what is negative as an int32, or would become
   *     so (default False)
   * @return the tensor itself
   * @throws TilescopeException if the rank is 0 or above 4
   */
  public static Tensor plusOne(
      Tensor inputTensor, @Nullable CoreRangeSet subCoreGrids, boolean skipNegativeEntries) {
    return PlusOneOperations.PLUS_ONE.call(
        new PlusOneArguments(inputTensor, subCoreGrids, skipNegativeEntries));
  }

  /**
   * Sends what one device of a mesh has to another in its row or column. The result has it on the
   * receiver; other devices keep what {@code output_tensor} has there, and have zeros if none is
   * given.
   *
   * <p>TT-NN's {@code ttnn.point_to_point}.
   *
   * @param inputTensor the tensor that is sent
   * @param senderCoord row and column of the device that sends
   * @param receiverCoord row and column of the device that receives; where it is the sender the
   *     values are copied there
   * @return a tensor of the input's shape, dtype and layout, with values of its own on each device
   * @throws TilescopeException if the input is sharded or its pages are no multiple of 16 bytes, or
   *     the two devices are in no row or column together
   */
  public static Tensor pointToPoint(Tensor inputTensor, int[] senderCoord, int[] receiverCoord) {
    return PointToPointOperations.POINT_TO_POINT.call(
        new PointToPointArguments(inputTensor, senderCoord, receiverCoord, null, null, null));
  }

  /**
   * Sends what one device of a mesh has to another in its row or column. The result has it on the
   * receiver; other devices keep what {@code output_tensor} has there, and have zeros if none is
   * given.
   *
   * <p>TT-NN's {@code ttnn.point_to_point}.
   *
   * @param inputTensor the tensor that is sent
   * @param senderCoord row and column of the device that sends
   * @param receiverCoord row and column of the device that receives; where it is the sender the
   *     values are copied there
   * @param outputTensor where the result is written; it may be the input
   * @param intermediateTensor where the packets lie on their way
   * @param topology whether packets may go the other way around a ring
   * @return a tensor of the input's shape, dtype and layout, with values of its own on each device
   * @throws TilescopeException if the input is sharded or its pages are no multiple of 16 bytes, or
   *     the two devices are in no row or column together
   */
  public static Tensor pointToPoint(
      Tensor inputTensor,
      int[] senderCoord,
      int[] receiverCoord,
      @Nullable Tensor outputTensor,
      @Nullable Tensor intermediateTensor,
      @Nullable Topology topology) {
    return PointToPointOperations.POINT_TO_POINT.call(
        new PointToPointArguments(
            inputTensor, senderCoord, receiverCoord, outputTensor, intermediateTensor, topology));
  }

  /**
   * The derivative of order {@code k} of the digamma function, for each positive element of a
   * floating-point tensor.
   *
   * <p>TT-NN's {@code ttnn.polygamma}.
   *
   * @param inputTensor the tensor to work on
   * @param k the order, 1 to 11
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the order is not one of 1 to 11
   */
  public static Tensor polygamma(Tensor inputTensor, int k) {
    return MathOperations.POLYGAMMA.call(new PolygammaArguments(inputTensor, k, null));
  }

  /**
   * The derivative of order {@code k} of the digamma function, for each positive element of a
   * floating-point tensor.
   *
   * <p>TT-NN's {@code ttnn.polygamma}.
   *
   * @param inputTensor the tensor to work on
   * @param k the order, 1 to 11
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the order is not one of 1 to 11
   */
  public static Tensor polygamma(Tensor inputTensor, int k, @Nullable MemoryConfig memoryConfig) {
    return MathOperations.POLYGAMMA.call(new PolygammaArguments(inputTensor, k, memoryConfig));
  }

  /**
   * The polynomial with these coefficients at each element, by Horner's rule.
   *
   * <p>TT-NN's {@code ttnn.polyval}.
   *
   * @param inputTensorA where the polynomial is evaluated
   * @param coeffs the coefficients, that of the highest power first
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if there is no coefficient
   */
  public static Tensor polyval(Tensor inputTensorA, List<Float> coeffs) {
    return FormulaOperations.POLYVAL.call(new PolyvalArguments(inputTensorA, coeffs, null));
  }

  /**
   * The polynomial with these coefficients at each element, by Horner's rule.
   *
   * <p>TT-NN's {@code ttnn.polyval}.
   *
   * @param inputTensorA where the polynomial is evaluated
   * @param coeffs the coefficients, that of the highest power first
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if there is no coefficient
   */
  public static Tensor polyval(
      Tensor inputTensorA, List<Float> coeffs, @Nullable MemoryConfig memoryConfig) {
    return FormulaOperations.POLYVAL.call(new PolyvalArguments(inputTensorA, coeffs, memoryConfig));
  }

  /**
   * {@code a} to the power of {@code b}, element by element. Either operand may be a number, but
   * not both; shapes of two tensors broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.pow}.
   *
   * @param inputTensor the base: a tensor, or a number if the exponent is a tensor
   * @param exponent the exponent: a tensor, or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     raised to a tensor with another dtype or with activations
   */
  public static Tensor pow(Tensor inputTensor, Tensor exponent) {
    return ArithmeticOperations.POW.call(
        new PowArguments(inputTensor, exponent, BinaryOptions.DEFAULT));
  }

  /**
   * {@code a} to the power of {@code b}, element by element. Either operand may be a number, but
   * not both; shapes of two tensors broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.pow}.
   *
   * @param inputTensor the base: a tensor, or a number if the exponent is a tensor
   * @param exponent the exponent: a tensor, or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     raised to a tensor with another dtype or with activations
   */
  public static Tensor pow(Tensor inputTensor, Number exponent) {
    return ArithmeticOperations.POW.call(
        new PowArguments(inputTensor, exponent, BinaryOptions.DEFAULT));
  }

  /**
   * {@code a} to the power of {@code b}, element by element. Either operand may be a number, but
   * not both; shapes of two tensors broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.pow}.
   *
   * @param inputTensor the base: a tensor, or a number if the exponent is a tensor
   * @param exponent the exponent: a tensor, or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     raised to a tensor with another dtype or with activations
   */
  public static Tensor pow(Number inputTensor, Tensor exponent) {
    return ArithmeticOperations.POW.call(
        new PowArguments(inputTensor, exponent, BinaryOptions.DEFAULT));
  }

  /**
   * {@code a} to the power of {@code b}, element by element. Either operand may be a number, but
   * not both; shapes of two tensors broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.pow}.
   *
   * @param inputTensor the base: a tensor, or a number if the exponent is a tensor
   * @param exponent the exponent: a tensor, or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     raised to a tensor with another dtype or with activations
   */
  public static Tensor pow(Tensor inputTensor, Tensor exponent, BinaryOptions options) {
    return ArithmeticOperations.POW.call(new PowArguments(inputTensor, exponent, options));
  }

  /**
   * {@code a} to the power of {@code b}, element by element. Either operand may be a number, but
   * not both; shapes of two tensors broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.pow}.
   *
   * @param inputTensor the base: a tensor, or a number if the exponent is a tensor
   * @param exponent the exponent: a tensor, or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     raised to a tensor with another dtype or with activations
   */
  public static Tensor pow(Tensor inputTensor, Number exponent, BinaryOptions options) {
    return ArithmeticOperations.POW.call(new PowArguments(inputTensor, exponent, options));
  }

  /**
   * {@code a} to the power of {@code b}, element by element. Either operand may be a number, but
   * not both; shapes of two tensors broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.pow}.
   *
   * @param inputTensor the base: a tensor, or a number if the exponent is a tensor
   * @param exponent the exponent: a tensor, or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or a number is
   *     raised to a tensor with another dtype or with activations
   */
  public static Tensor pow(Number inputTensor, Tensor exponent, BinaryOptions options) {
    return ArithmeticOperations.POW.call(new PowArguments(inputTensor, exponent, options));
  }

  /**
   * {@code a} where it is positive, else {@code a * weight}. The weight is a number, or a tensor
   * with one for each channel (dimension 1 of the input).
   *
   * <p>TT-NN's {@code ttnn.prelu}.
   *
   * @param inputTensorA the tensor to work on; dimension 1 holds the channels
   * @param weight factor of elements that are not positive: a number, or a tensor with one for each
   *     channel
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if a weight tensor does not have one element for each channel, or
   *     comes with an input of rank below 2
   */
  public static Tensor prelu(Tensor inputTensorA, Tensor weight) {
    return ArithmeticOperations.PRELU.call(
        new PreluArguments(inputTensorA, weight, UnaryOptions.DEFAULT));
  }

  /**
   * {@code a} where it is positive, else {@code a * weight}. The weight is a number, or a tensor
   * with one for each channel (dimension 1 of the input).
   *
   * <p>TT-NN's {@code ttnn.prelu}.
   *
   * @param inputTensorA the tensor to work on; dimension 1 holds the channels
   * @param weight factor of elements that are not positive: a number, or a tensor with one for each
   *     channel
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if a weight tensor does not have one element for each channel, or
   *     comes with an input of rank below 2
   */
  public static Tensor prelu(Tensor inputTensorA, Number weight) {
    return ArithmeticOperations.PRELU.call(
        new PreluArguments(inputTensorA, weight, UnaryOptions.DEFAULT));
  }

  /**
   * {@code a} where it is positive, else {@code a * weight}. The weight is a number, or a tensor
   * with one for each channel (dimension 1 of the input).
   *
   * <p>TT-NN's {@code ttnn.prelu}.
   *
   * @param inputTensorA the tensor to work on; dimension 1 holds the channels
   * @param weight factor of elements that are not positive: a number, or a tensor with one for each
   *     channel
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if a weight tensor does not have one element for each channel, or
   *     comes with an input of rank below 2
   */
  public static Tensor prelu(Tensor inputTensorA, Tensor weight, UnaryOptions options) {
    return ArithmeticOperations.PRELU.call(new PreluArguments(inputTensorA, weight, options));
  }

  /**
   * {@code a} where it is positive, else {@code a * weight}. The weight is a number, or a tensor
   * with one for each channel (dimension 1 of the input).
   *
   * <p>TT-NN's {@code ttnn.prelu}.
   *
   * @param inputTensorA the tensor to work on; dimension 1 holds the channels
   * @param weight factor of elements that are not positive: a number, or a tensor with one for each
   *     channel
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if a weight tensor does not have one element for each channel, or
   *     comes with an input of rank below 2
   */
  public static Tensor prelu(Tensor inputTensorA, Number weight, UnaryOptions options) {
    return ArithmeticOperations.PRELU.call(new PreluArguments(inputTensorA, weight, options));
  }

  /**
   * Brings the bias of a convolution to the device as {@code conv2d} takes it.
   *
   * <p>TT-NN's {@code ttnn.prepare_conv_bias}.
   *
   * @param biasTensor one summand for each output channel
   * @param inputMemoryConfig where the coming input is, which changes nothing here
   * @param inputLayout layout of the coming input, which changes nothing here
   * @param sizes the channels, the images and the kernel
   * @return a device tensor of shape {@code [1, 1, 1, O]} in tiles
   * @throws TilescopeException if the bias has another number of elements, or no device is given
   */
  public static Tensor prepareConvBias(
      Tensor biasTensor, MemoryConfig inputMemoryConfig, Layout inputLayout, Conv2dSizes sizes) {
    return PreparedWeightOperations.PREPARE_CONV_BIAS.call(
        new PrepareConvBiasArguments(
            biasTensor, inputMemoryConfig, inputLayout, sizes, PrepareConvOptions.DEFAULT));
  }

  /**
   * Brings the bias of a convolution to the device as {@code conv2d} takes it.
   *
   * <p>TT-NN's {@code ttnn.prepare_conv_bias}.
   *
   * @param biasTensor one summand for each output channel
   * @param inputMemoryConfig where the coming input is, which changes nothing here
   * @param inputLayout layout of the coming input, which changes nothing here
   * @param sizes the channels, the images and the kernel
   * @param options the keyword arguments, each with its default
   * @return a device tensor of shape {@code [1, 1, 1, O]} in tiles
   * @throws TilescopeException if the bias has another number of elements, or no device is given
   */
  public static Tensor prepareConvBias(
      Tensor biasTensor,
      MemoryConfig inputMemoryConfig,
      Layout inputLayout,
      Conv2dSizes sizes,
      PrepareConvOptions options) {
    return PreparedWeightOperations.PREPARE_CONV_BIAS.call(
        new PrepareConvBiasArguments(biasTensor, inputMemoryConfig, inputLayout, sizes, options));
  }

  /**
   * Brings the bias of a transposed convolution to the device as {@code conv_transpose2d} takes it.
   *
   * <p>TT-NN's {@code ttnn.prepare_conv_transpose2d_bias}.
   *
   * @param biasTensor one summand for each output channel
   * @param inputMemoryConfig where the coming input is, which changes nothing here
   * @param inputLayout layout of the coming input, which changes nothing here
   * @param sizes the channels, the images and the kernel
   * @return a device tensor of shape {@code [1, 1, 1, O]} in tiles
   * @throws TilescopeException if the bias has another number of elements, or no device is given
   */
  public static Tensor prepareConvTranspose2dBias(
      Tensor biasTensor, MemoryConfig inputMemoryConfig, Layout inputLayout, Conv2dSizes sizes) {
    return PreparedWeightOperations.PREPARE_CONV_TRANSPOSE2D_BIAS.call(
        new PrepareConvTranspose2dBiasArguments(
            biasTensor,
            inputMemoryConfig,
            inputLayout,
            sizes,
            PrepareConvTranspose2dOptions.DEFAULT));
  }

  /**
   * Brings the bias of a transposed convolution to the device as {@code conv_transpose2d} takes it.
   *
   * <p>TT-NN's {@code ttnn.prepare_conv_transpose2d_bias}.
   *
   * @param biasTensor one summand for each output channel
   * @param inputMemoryConfig where the coming input is, which changes nothing here
   * @param inputLayout layout of the coming input, which changes nothing here
   * @param sizes the channels, the images and the kernel
   * @param options the keyword arguments, each with its default
   * @return a device tensor of shape {@code [1, 1, 1, O]} in tiles
   * @throws TilescopeException if the bias has another number of elements, or no device is given
   */
  public static Tensor prepareConvTranspose2dBias(
      Tensor biasTensor,
      MemoryConfig inputMemoryConfig,
      Layout inputLayout,
      Conv2dSizes sizes,
      PrepareConvTranspose2dOptions options) {
    return PreparedWeightOperations.PREPARE_CONV_TRANSPOSE2D_BIAS.call(
        new PrepareConvTranspose2dBiasArguments(
            biasTensor, inputMemoryConfig, inputLayout, sizes, options));
  }

  /**
   * Brings the weights of a transposed convolution to the device as {@code conv_transpose2d} takes
   * them.
   *
   * <p>TT-NN's {@code ttnn.prepare_conv_transpose2d_weights}.
   *
   * @param weightTensor the weights, {@code [C, O/groups, KH, KW]}
   * @param inputMemoryConfig where the coming input is, which changes nothing here
   * @param inputLayout layout of the coming input, which changes nothing here
   * @param weightsFormat the order of their dimensions, {@code "IOHW"}
   * @param sizes the channels, the images and the kernel
   * @return a device tensor of shape {@code [1, 1, KH*KW*C/groups, O]} in tiles
   * @throws TilescopeException if the weights have another shape or format, the groups do not
   *     divide both channel counts, or no device is given
   */
  public static Tensor prepareConvTranspose2dWeights(
      Tensor weightTensor,
      MemoryConfig inputMemoryConfig,
      Layout inputLayout,
      String weightsFormat,
      Conv2dSizes sizes) {
    return PreparedWeightOperations.PREPARE_CONV_TRANSPOSE2D_WEIGHTS.call(
        new PrepareConvTranspose2dWeightsArguments(
            weightTensor,
            inputMemoryConfig,
            inputLayout,
            weightsFormat,
            sizes,
            PrepareConvTranspose2dOptions.DEFAULT));
  }

  /**
   * Brings the weights of a transposed convolution to the device as {@code conv_transpose2d} takes
   * them.
   *
   * <p>TT-NN's {@code ttnn.prepare_conv_transpose2d_weights}.
   *
   * @param weightTensor the weights, {@code [C, O/groups, KH, KW]}
   * @param inputMemoryConfig where the coming input is, which changes nothing here
   * @param inputLayout layout of the coming input, which changes nothing here
   * @param weightsFormat the order of their dimensions, {@code "IOHW"}
   * @param sizes the channels, the images and the kernel
   * @param options the keyword arguments, each with its default
   * @return a device tensor of shape {@code [1, 1, KH*KW*C/groups, O]} in tiles
   * @throws TilescopeException if the weights have another shape or format, the groups do not
   *     divide both channel counts, or no device is given
   */
  public static Tensor prepareConvTranspose2dWeights(
      Tensor weightTensor,
      MemoryConfig inputMemoryConfig,
      Layout inputLayout,
      String weightsFormat,
      Conv2dSizes sizes,
      PrepareConvTranspose2dOptions options) {
    return PreparedWeightOperations.PREPARE_CONV_TRANSPOSE2D_WEIGHTS.call(
        new PrepareConvTranspose2dWeightsArguments(
            weightTensor, inputMemoryConfig, inputLayout, weightsFormat, sizes, options));
  }

  /**
   * Brings the weights of a convolution to the device as {@code conv2d} takes them.
   *
   * <p>TT-NN's {@code ttnn.prepare_conv_weights}.
   *
   * @param weightTensor the weights, {@code [O, C/groups, KH, KW]}
   * @param inputMemoryConfig where the coming input is, which changes nothing here
   * @param inputLayout layout of the coming input, which changes nothing here
   * @param weightsFormat the order of their dimensions, {@code "OIHW"}
   * @param sizes the channels, the images and the kernel
   * @return a device tensor of shape {@code [1, 1, KH*KW*C/groups, O]} in tiles
   * @throws TilescopeException if the weights have another shape or format, the groups do not
   *     divide both channel counts, or no device is given
   */
  public static Tensor prepareConvWeights(
      Tensor weightTensor,
      MemoryConfig inputMemoryConfig,
      Layout inputLayout,
      String weightsFormat,
      Conv2dSizes sizes) {
    return PreparedWeightOperations.PREPARE_CONV_WEIGHTS.call(
        new PrepareConvWeightsArguments(
            weightTensor,
            inputMemoryConfig,
            inputLayout,
            weightsFormat,
            sizes,
            PrepareConvOptions.DEFAULT));
  }

  /**
   * Brings the weights of a convolution to the device as {@code conv2d} takes them.
   *
   * <p>TT-NN's {@code ttnn.prepare_conv_weights}.
   *
   * @param weightTensor the weights, {@code [O, C/groups, KH, KW]}
   * @param inputMemoryConfig where the coming input is, which changes nothing here
   * @param inputLayout layout of the coming input, which changes nothing here
   * @param weightsFormat the order of their dimensions, {@code "OIHW"}
   * @param sizes the channels, the images and the kernel
   * @param options the keyword arguments, each with its default
   * @return a device tensor of shape {@code [1, 1, KH*KW*C/groups, O]} in tiles
   * @throws TilescopeException if the weights have another shape or format, the groups do not
   *     divide both channel counts, or no device is given
   */
  public static Tensor prepareConvWeights(
      Tensor weightTensor,
      MemoryConfig inputMemoryConfig,
      Layout inputLayout,
      String weightsFormat,
      Conv2dSizes sizes,
      PrepareConvOptions options) {
    return PreparedWeightOperations.PREPARE_CONV_WEIGHTS.call(
        new PrepareConvWeightsArguments(
            weightTensor, inputMemoryConfig, inputLayout, weightsFormat, sizes, options));
  }

  /**
   * The product along one dimension or of all elements.
   *
   * <p>TT-NN's {@code ttnn.prod}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor without the dimension, or with size 1 in its place if it is kept; of rank 0
   *     for all elements
   * @throws TilescopeException if the dimension is not one of the input's, or the input has rank 0
   */
  public static Tensor prod(Tensor inputTensor) {
    return VarianceOperations.PROD.call(new ProdArguments(inputTensor, null, false, null));
  }

  /**
   * The product along one dimension or of all elements.
   *
   * <p>TT-NN's {@code ttnn.prod}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimension to multiply along; all elements unless given. A negative one counts
   *     from the end
   * @param keepdim whether reduced dimensions stay, with size 1 (default False)
   * @param memoryConfig where the result is placed; unless given where the input is, interleaved
   * @return a tensor without the dimension, or with size 1 in its place if it is kept; of rank 0
   *     for all elements
   * @throws TilescopeException if the dimension is not one of the input's, or the input has rank 0
   */
  public static Tensor prod(
      Tensor inputTensor,
      @Nullable Integer dim,
      boolean keepdim,
      @Nullable MemoryConfig memoryConfig) {
    return VarianceOperations.PROD.call(new ProdArguments(inputTensor, dim, keepdim, memoryConfig));
  }

  /**
   * Radians in degrees, {@code x * 180 / pi}, for each element {@code x} of a floating-point tensor
   * of any shape.
   *
   * <p>TT-NN's {@code ttnn.rad2deg}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor rad2deg(Tensor inputTensor) {
    return MathOperations.RAD2DEG.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * Radians in degrees, {@code x * 180 / pi}, for each element {@code x} of a floating-point tensor
   * of any shape.
   *
   * <p>TT-NN's {@code ttnn.rad2deg}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor rad2deg(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.RAD2DEG.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * Random numbers, uniform in {@code [low, high)}. A number depends on the seed and its position
   * alone. With a mesh mapper the whole is made on every device and each keeps its part, so the
   * values do not depend on the mesh.
   *
   * <p>TT-NN's {@code ttnn.rand}.
   *
   * @param shape shape of the whole tensor, also if the devices of a mesh share it out
   * @param device the device to make the tensor on
   * @return a device tensor of the given shape, or of each device's part of it with a mesh mapper
   * @throws TilescopeException if a bound is not a finite float, {@code low} is not below {@code
   *     high}, or an integer dtype does not hold the range
   */
  public static Tensor rand(Shape shape, MeshDevice device) {
    return RandomOperations.RAND.call(new RandArguments(shape, device, RandOptions.DEFAULT));
  }

  /**
   * Random numbers, uniform in {@code [low, high)}. A number depends on the seed and its position
   * alone. With a mesh mapper the whole is made on every device and each keeps its part, so the
   * values do not depend on the mesh.
   *
   * <p>TT-NN's {@code ttnn.rand}.
   *
   * @param shape shape of the whole tensor, also if the devices of a mesh share it out
   * @param device the device to make the tensor on
   * @param options the keyword arguments, each with its default
   * @return a device tensor of the given shape, or of each device's part of it with a mesh mapper
   * @throws TilescopeException if a bound is not a finite float, {@code low} is not below {@code
   *     high}, or an integer dtype does not hold the range
   */
  public static Tensor rand(Shape shape, MeshDevice device, RandOptions options) {
    return RandomOperations.RAND.call(new RandArguments(shape, device, options));
  }

  /**
   * Random numbers, uniform in {@code [low, high)}. A number depends on the seed and its position
   * alone. With a mesh mapper the whole is made on every device and each keeps its part, so the
   * values do not depend on the mesh.
   *
   * <p>TT-NN's {@code ttnn.rand}.
   *
   * @param shape shape of the whole tensor, also if the devices of a mesh share it out
   * @param dtype data type of the elements (default bfloat16)
   * @param device the device to make the tensor on
   * @param seed what the numbers are made from: the same seed gives the same values on every
   *     machine (default 0)
   * @return a device tensor of the given shape, or of each device's part of it with a mesh mapper
   * @throws TilescopeException if a bound is not a finite float, {@code low} is not below {@code
   *     high}, or an integer dtype does not hold the range
   */
  public static Tensor rand(Shape shape, DataType dtype, MeshDevice device, long seed) {
    return RandomOperations.RAND.call(
        new RandArguments(shape, device, RandOptions.DEFAULT.withDtype(dtype).withSeed(seed)));
  }

  /**
   * Random numbers of a normal distribution with mean 0 and standard deviation 1. A number depends
   * on the seed and its position alone.
   *
   * <p>TT-NN's {@code ttnn.randn}.
   *
   * @param shape shape of the result
   * @param device the device to make the tensor on
   * @return a device tensor of the given shape
   */
  public static Tensor randn(Shape shape, MeshDevice device) {
    return RandomOperations.RANDN.call(
        new RandnArguments(
            shape, device, DataType.BFLOAT16, Layout.TILE, MemoryConfig.DRAM, null, null));
  }

  /**
   * Random numbers of a normal distribution with mean 0 and standard deviation 1. A number depends
   * on the seed and its position alone.
   *
   * <p>TT-NN's {@code ttnn.randn}.
   *
   * @param shape shape of the result
   * @param device the device to make the tensor on
   * @param dtype data type of the elements (default bfloat16)
   * @param layout layout of the tensor, row-major or tiles (default tile)
   * @param memoryConfig where on the device the tensor is placed (default DRAM_MEMORY_CONFIG)
   * @param computeKernelConfig how the compute kernel does its arithmetic; it changes the modelled
   *     time and the circular buffers, not the values
   * @param seed what the numbers are made from: the same seed gives the same values on every
   *     machine; 0 unless given
   * @return a device tensor of the given shape
   */
  public static Tensor randn(
      Shape shape,
      MeshDevice device,
      DataType dtype,
      Layout layout,
      MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig,
      @Nullable Long seed) {
    return RandomOperations.RANDN.call(
        new RandnArguments(shape, device, dtype, layout, memoryConfig, computeKernelConfig, seed));
  }

  /**
   * The quotient {@code value / x}, rounded if asked for, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.rdiv}.
   *
   * @param inputTensor the tensor to work on
   * @param value the number to divide by each element
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the rounding mode is neither {@code "trunc"} nor {@code "floor"}
   */
  public static Tensor rdiv(Tensor inputTensor, Number value) {
    return MathOperations.RDIV.call(
        new RdivArguments(inputTensor, value, null, UnaryOptions.DEFAULT));
  }

  /**
   * The quotient {@code value / x}, rounded if asked for, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.rdiv}.
   *
   * @param inputTensor the tensor to work on
   * @param value the number to divide by each element
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the rounding mode is neither {@code "trunc"} nor {@code "floor"}
   */
  public static Tensor rdiv(Tensor inputTensor, Number value, UnaryOptions options) {
    return MathOperations.RDIV.call(new RdivArguments(inputTensor, value, null, options));
  }

  /**
   * The quotient {@code value / x}, rounded if asked for, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.rdiv}.
   *
   * @param inputTensor the tensor to work on
   * @param value the number to divide by each element
   * @param roundingMode {@code "trunc"} to round quotients towards zero, {@code "floor"} to round
   *     them down; not rounded unless given
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the rounding mode is neither {@code "trunc"} nor {@code "floor"}
   */
  public static Tensor rdiv(
      Tensor inputTensor, Number value, @Nullable String roundingMode, UnaryOptions options) {
    return MathOperations.RDIV.call(new RdivArguments(inputTensor, value, roundingMode, options));
  }

  /**
   * Frees a tensor, allocates it again and moves its values there: memory that has become free
   * meanwhile is used, so that free memory is in one piece. The tensor given and views of it can no
   * longer be used.
   *
   * <p>TT-NN's {@code ttnn.reallocate}.
   *
   * @param tensor the device tensor to move; it can no longer be used afterwards
   * @return a tensor of the same shape, dtype and layout, where the allocator now puts it
   * @throws TilescopeException if the tensor has been freed already
   */
  public static Tensor reallocate(Tensor tensor) {
    return PlacementOperations.REALLOCATE.call(new ReallocateArguments(tensor, null));
  }

  /**
   * Frees a tensor, allocates it again and moves its values there: memory that has become free
   * meanwhile is used, so that free memory is in one piece. The tensor given and views of it can no
   * longer be used.
   *
   * <p>TT-NN's {@code ttnn.reallocate}.
   *
   * @param tensor the device tensor to move; it can no longer be used afterwards
   * @param memoryConfig where the tensor is placed again; where it was unless given
   * @return a tensor of the same shape, dtype and layout, where the allocator now puts it
   * @throws TilescopeException if the tensor has been freed already
   */
  public static Tensor reallocate(Tensor tensor, @Nullable MemoryConfig memoryConfig) {
    return PlacementOperations.REALLOCATE.call(new ReallocateArguments(tensor, memoryConfig));
  }

  /**
   * The reciprocal {@code 1 / x}, for each element {@code x} of a floating-point tensor of any
   * shape.
   *
   * <p>TT-NN's {@code ttnn.reciprocal}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor reciprocal(Tensor inputTensor) {
    return MathOperations.RECIPROCAL.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * The reciprocal {@code 1 / x}, for each element {@code x} of a floating-point tensor of any
   * shape.
   *
   * <p>TT-NN's {@code ttnn.reciprocal}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor reciprocal(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.RECIPROCAL.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * Every device of a group gets its piece, along a dimension, of the sum over all.
   *
   * <p>TT-NN's {@code ttnn.reduce_scatter}.
   *
   * @param inputTensor each device's summand
   * @param dim the dimension to share out; a negative one counts from the end
   * @return a tensor whose dimension {@code dim} is divided by the number of devices in the group
   * @throws TilescopeException if more links or workers are asked for than there are, or the
   *     dimension cannot be shared out evenly to the devices
   */
  public static Tensor reduceScatter(Tensor inputTensor, int dim) {
    return CollectiveOperations.REDUCE_SCATTER.call(
        new ReduceScatterArguments(inputTensor, dim, ReduceScatterOptions.DEFAULT));
  }

  /**
   * Every device of a group gets its piece, along a dimension, of the sum over all.
   *
   * <p>TT-NN's {@code ttnn.reduce_scatter}.
   *
   * @param inputTensor each device's summand
   * @param dim the dimension to share out; a negative one counts from the end
   * @param options the keyword arguments, each with its default
   * @return a tensor whose dimension {@code dim} is divided by the number of devices in the group
   * @throws TilescopeException if more links or workers are asked for than there are, or the
   *     dimension cannot be shared out evenly to the devices
   */
  public static Tensor reduceScatter(Tensor inputTensor, int dim, ReduceScatterOptions options) {
    return CollectiveOperations.REDUCE_SCATTER.call(
        new ReduceScatterArguments(inputTensor, dim, options));
  }

  /**
   * Every device of a group gets its piece, along a dimension, of the sum over all.
   *
   * <p>TT-NN's {@code ttnn.reduce_scatter}.
   *
   * @param inputTensor each device's summand
   * @param dim the dimension to share out; a negative one counts from the end
   * @param clusterAxis the groups of devices that work together: 0 for those of a column of the
   *     mesh, 1 for those of a row, all unless given
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a tensor whose dimension {@code dim} is divided by the number of devices in the group
   * @throws TilescopeException if more links or workers are asked for than there are, or the
   *     dimension cannot be shared out evenly to the devices
   */
  public static Tensor reduceScatter(
      Tensor inputTensor,
      int dim,
      @Nullable Integer clusterAxis,
      @Nullable MemoryConfig memoryConfig) {
    return CollectiveOperations.REDUCE_SCATTER.call(
        new ReduceScatterArguments(
            inputTensor,
            dim,
            ReduceScatterOptions.DEFAULT
                .withClusterAxis(clusterAxis)
                .withMemoryConfig(memoryConfig)));
  }

  /**
   * The first half of the last dimension, times the ReLU of the second half.
   *
   * <p>TT-NN's {@code ttnn.reglu}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor with half as many elements in the last dimension
   * @throws TilescopeException if the input is not of rank 4, half of its last dimension is not
   *     whole tiles, or {@code dim} is another one
   */
  public static Tensor reglu(Tensor inputTensor) {
    return GatedOperations.REGLU.call(new GatedArguments(inputTensor, -1, null));
  }

  /**
   * The first half of the last dimension, times the ReLU of the second half.
   *
   * <p>TT-NN's {@code ttnn.reglu}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimension to halve: the last one, as -1 or 3 (default -1)
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a tensor with half as many elements in the last dimension
   * @throws TilescopeException if the input is not of rank 4, half of its last dimension is not
   *     whole tiles, or {@code dim} is another one
   */
  public static Tensor reglu(Tensor inputTensor, int dim, @Nullable MemoryConfig memoryConfig) {
    return GatedOperations.REGLU.call(new GatedArguments(inputTensor, dim, memoryConfig));
  }

  /**
   * {@code max(x, 0)}, for each element {@code x} of a tensor of any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.relu}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor relu(Tensor inputTensor) {
    return ActivationOperations.RELU.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * {@code max(x, 0)}, for each element {@code x} of a tensor of any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.relu}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor relu(Tensor inputTensor, UnaryOptions options) {
    return ActivationOperations.RELU.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * {@code min(max(x, 0), 6)}, for each element {@code x} of a tensor of any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.relu6}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor relu6(Tensor inputTensor) {
    return ActivationOperations.RELU6.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * {@code min(max(x, 0), 6)}, for each element {@code x} of a tensor of any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.relu6}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor relu6(Tensor inputTensor, UnaryOptions options) {
    return ActivationOperations.RELU6.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * {@code max(min(x, upper_limit), 0)}: {@code relu}, and no more than a limit, for each element
   * {@code x} of a tensor of any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.relu_max}.
   *
   * @param inputTensor the tensor to work on
   * @param upperLimit the greatest result
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if an integer tensor is given a limit that is not whole
   */
  public static Tensor reluMax(Tensor inputTensor, Number upperLimit) {
    return ActivationOperations.RELU_MAX.call(
        new ReluMaxArguments(inputTensor, upperLimit, UnaryOptions.DEFAULT));
  }

  /**
   * {@code max(min(x, upper_limit), 0)}: {@code relu}, and no more than a limit, for each element
   * {@code x} of a tensor of any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.relu_max}.
   *
   * @param inputTensor the tensor to work on
   * @param upperLimit the greatest result
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if an integer tensor is given a limit that is not whole
   */
  public static Tensor reluMax(Tensor inputTensor, Number upperLimit, UnaryOptions options) {
    return ActivationOperations.RELU_MAX.call(
        new ReluMaxArguments(inputTensor, upperLimit, options));
  }

  /**
   * {@code max(x, lower_limit)}: no less than a limit, for each element {@code x} of a tensor of
   * any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.relu_min}.
   *
   * @param inputTensor the tensor to work on
   * @param lowerLimit the least result
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if an integer tensor is given a limit that is not whole
   */
  public static Tensor reluMin(Tensor inputTensor, Number lowerLimit) {
    return ActivationOperations.RELU_MIN.call(
        new ReluMinArguments(inputTensor, lowerLimit, UnaryOptions.DEFAULT));
  }

  /**
   * {@code max(x, lower_limit)}: no less than a limit, for each element {@code x} of a tensor of
   * any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.relu_min}.
   *
   * @param inputTensor the tensor to work on
   * @param lowerLimit the least result
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if an integer tensor is given a limit that is not whole
   */
  public static Tensor reluMin(Tensor inputTensor, Number lowerLimit, UnaryOptions options) {
    return ActivationOperations.RELU_MIN.call(
        new ReluMinArguments(inputTensor, lowerLimit, options));
  }

  /**
   * The remainder of {@code a / b} with the sign of {@code b}, as in Python, element by element;
   * for integers, it is {@code a} where {@code b} is 0. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.remainder}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold, or a uint32
   *     tensor a number that is not positive
   */
  public static Tensor remainder(Tensor inputTensorA, Tensor inputTensorB) {
    return ArithmeticOperations.REMAINDER.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The remainder of {@code a / b} with the sign of {@code b}, as in Python, element by element;
   * for integers, it is {@code a} where {@code b} is 0. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.remainder}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold, or a uint32
   *     tensor a number that is not positive
   */
  public static Tensor remainder(Tensor inputTensorA, Number inputTensorB) {
    return ArithmeticOperations.REMAINDER.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The remainder of {@code a / b} with the sign of {@code b}, as in Python, element by element;
   * for integers, it is {@code a} where {@code b} is 0. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.remainder}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold, or a uint32
   *     tensor a number that is not positive
   */
  public static Tensor remainder(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.REMAINDER.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The remainder of {@code a / b} with the sign of {@code b}, as in Python, element by element;
   * for integers, it is {@code a} where {@code b} is 0. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.remainder}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not whole or that its dtype does not hold, or a uint32
   *     tensor a number that is not positive
   */
  public static Tensor remainder(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.REMAINDER.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * Repeats the tensor along each dimension as often as its count says; more counts than dimensions
   * put new dimensions in front.
   *
   * <p>TT-NN's {@code ttnn.repeat}.
   *
   * @param inputTensor the tensor to work on
   * @param repeatDims how often each dimension follows itself; more counts than dimensions put new
   *     dimensions in front
   * @return a tensor whose dimensions are the input's times the counts
   * @throws TilescopeException if there are fewer counts than dimensions or more than 8, a count is
   *     negative, or a dimension would exceed 2^31-1
   */
  public static Tensor repeat(Tensor inputTensor, int... repeatDims) {
    return MovementOperations.REPEAT.call(
        new RepeatArguments(inputTensor, repeatDims, null, "auto", null));
  }

  /**
   * Repeats the tensor along each dimension as often as its count says; more counts than dimensions
   * put new dimensions in front.
   *
   * <p>TT-NN's {@code ttnn.repeat}.
   *
   * @param inputTensor the tensor to work on
   * @param repeatDims how often each dimension follows itself; more counts than dimensions put new
   *     dimensions in front
   * @param memoryConfig where the result is placed; unless given where the input is, with a sharded
   *     input's shards cut anew on the same cores to hold the result
   * @param optionalOutputTensor tensor to write to instead of a new one; its shape, dtype, layout
   *     and memory config must be those of the result
   * @return a tensor whose dimensions are the input's times the counts
   * @throws TilescopeException if there are fewer counts than dimensions or more than 8, a count is
   *     negative, or a dimension would exceed 2^31-1
   */
  public static Tensor repeat(
      Tensor inputTensor,
      int[] repeatDims,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor optionalOutputTensor) {
    return MovementOperations.REPEAT.call(
        new RepeatArguments(inputTensor, repeatDims, memoryConfig, "auto", optionalOutputTensor));
  }

  /**
   * Repeats the tensor along each dimension as often as its count says; more counts than dimensions
   * put new dimensions in front.
   *
   * <p>TT-NN's {@code ttnn.repeat}.
   *
   * @param inputTensor the tensor to work on
   * @param repeatDims how often each dimension follows itself; more counts than dimensions put new
   *     dimensions in front
   * @param memoryConfig where the result is placed; unless given where the input is, with a sharded
   *     input's shards cut anew on the same cores to hold the result
   * @param implementation {@code "auto"}, {@code "native"} or {@code "codegen"}: traced only, as
   *     the modelled device has one program (default "auto")
   * @param optionalOutputTensor tensor to write to instead of a new one; its shape, dtype, layout
   *     and memory config must be those of the result
   * @return a tensor whose dimensions are the input's times the counts
   * @throws TilescopeException if there are fewer counts than dimensions or more than 8, a count is
   *     negative, or a dimension would exceed 2^31-1
   */
  public static Tensor repeat(
      Tensor inputTensor,
      int[] repeatDims,
      @Nullable MemoryConfig memoryConfig,
      String implementation,
      @Nullable Tensor optionalOutputTensor) {
    return MovementOperations.REPEAT.call(
        new RepeatArguments(
            inputTensor, repeatDims, memoryConfig, implementation, optionalOutputTensor));
  }

  /**
   * Repeats every element of one dimension {@code repeats} times in a row.
   *
   * <p>TT-NN's {@code ttnn.repeat_interleave}.
   *
   * @param inputTensor the tensor to work on
   * @param repeats how many times each element comes, 1 or more
   * @param dim the dimension whose elements are repeated; a negative one counts from the end
   * @return a tensor whose dimension {@code dim} is {@code repeats} times as large
   * @throws TilescopeException if the count is below 1, the dimension is not one of the input's, or
   *     it would exceed 2^31-1
   */
  public static Tensor repeatInterleave(Tensor inputTensor, int repeats, int dim) {
    return JoinOperations.REPEAT_INTERLEAVE.call(
        new RepeatInterleaveArguments(inputTensor, repeats, dim, null));
  }

  /**
   * Repeats every element of one dimension {@code repeats} times in a row.
   *
   * <p>TT-NN's {@code ttnn.repeat_interleave}.
   *
   * @param inputTensor the tensor to work on
   * @param repeats how many times each element comes, 1 or more
   * @param dim the dimension whose elements are repeated; a negative one counts from the end
   * @param memoryConfig where the result is placed; unless given interleaved in the memory that the
   *     input is in
   * @return a tensor whose dimension {@code dim} is {@code repeats} times as large
   * @throws TilescopeException if the count is below 1, the dimension is not one of the input's, or
   *     it would exceed 2^31-1
   */
  public static Tensor repeatInterleave(
      Tensor inputTensor, int repeats, int dim, @Nullable MemoryConfig memoryConfig) {
    return JoinOperations.REPEAT_INTERLEAVE.call(
        new RepeatInterleaveArguments(inputTensor, repeats, dim, memoryConfig));
  }

  /**
   * The same elements in the same order under another shape with as many elements; one dimension
   * may be -1 and takes what the others leave. The result is a view of the same buffer where the
   * pages allow it, else a copy.
   *
   * <p>TT-NN's {@code ttnn.reshape}.
   *
   * @param inputTensor the tensor to work on
   * @param shape the new shape; one dimension may be -1. In Java a padded shape may be given as
   *     well: it must be the logical shape with the padding of its layout, as no other is known
   *     here, and traces show the logical one
   * @return a tensor of the given shape
   * @throws TilescopeException if the shape does not hold as many elements as the input, more than
   *     one dimension is -1, or a host tensor is given a memory config
   */
  public static Tensor reshape(Tensor inputTensor, int... shape) {
    return ShapeOperations.RESHAPE.call(
        new ReshapeArguments(inputTensor, shape, ReshapeOptions.DEFAULT));
  }

  /**
   * The same elements in the same order under another shape with as many elements; one dimension
   * may be -1 and takes what the others leave. The result is a view of the same buffer where the
   * pages allow it, else a copy.
   *
   * <p>TT-NN's {@code ttnn.reshape}.
   *
   * @param inputTensor the tensor to work on
   * @param shape the new shape; one dimension may be -1. In Java a padded shape may be given as
   *     well: it must be the logical shape with the padding of its layout, as no other is known
   *     here, and traces show the logical one
   * @param options the keyword arguments, each with its default
   * @return a tensor of the given shape
   * @throws TilescopeException if the shape does not hold as many elements as the input, more than
   *     one dimension is -1, or a host tensor is given a memory config
   */
  public static Tensor reshape(Tensor inputTensor, int[] shape, ReshapeOptions options) {
    return ShapeOperations.RESHAPE.call(new ReshapeArguments(inputTensor, shape, options));
  }

  /**
   * The same elements in the same order under another shape with as many elements; one dimension
   * may be -1 and takes what the others leave. The result is a view of the same buffer where the
   * pages allow it, else a copy.
   *
   * <p>TT-NN's {@code ttnn.reshape}.
   *
   * @param inputTensor the tensor to work on
   * @param shape the new shape; one dimension may be -1. In Java a padded shape may be given as
   *     well: it must be the logical shape with the padding of its layout, as no other is known
   *     here, and traces show the logical one
   * @param memoryConfig where the result is placed; unless given where the input is, with a sharded
   *     input's shards cut anew on the same cores to hold the result
   * @param padValue value that fills up the tiles, which changes no element
   * @return a tensor of the given shape
   * @throws TilescopeException if the shape does not hold as many elements as the input, more than
   *     one dimension is -1, or a host tensor is given a memory config
   */
  public static Tensor reshape(
      Tensor inputTensor,
      int[] shape,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Double padValue) {
    return ShapeOperations.RESHAPE.call(
        new ReshapeArguments(
            inputTensor,
            shape,
            ReshapeOptions.DEFAULT.withMemoryConfig(memoryConfig).withPadValue(padValue)));
  }

  /**
   * The same with the padded shape said, which must be the one that follows from the layout.
   *
   * <p>TT-NN's {@code ttnn.reshape}.
   *
   * @param input the tensor to work on
   * @param logicalShape the shape without padding
   * @param paddedShape the shape with its padding
   * @return a tensor of the given shape
   * @throws TilescopeException if the shape does not hold as many elements as the input, more than
   *     one dimension is -1, or a host tensor is given a memory config
   */
  public static Tensor reshape(Tensor input, Shape logicalShape, Shape paddedShape) {
    return ShapeOperations.reshape(input, logicalShape, paddedShape, ReshapeOptions.DEFAULT);
  }

  /**
   * The same with the padded shape said, which must be the one that follows from the layout.
   *
   * <p>TT-NN's {@code ttnn.reshape}.
   *
   * @param input the tensor to work on
   * @param logicalShape the shape without padding
   * @param paddedShape the shape with its padding
   * @param options the keyword arguments, each with its default
   * @return a tensor of the given shape
   * @throws TilescopeException if the shape does not hold as many elements as the input, more than
   *     one dimension is -1, or a host tensor is given a memory config
   */
  public static Tensor reshape(
      Tensor input, Shape logicalShape, Shape paddedShape, ReshapeOptions options) {
    return ShapeOperations.reshape(input, logicalShape, paddedShape, options);
  }

  /**
   * The same elements in the same order under another shape of four dimensions; one may be -1 and
   * takes what the others leave. The result is a view of the same buffer where the pages allow it,
   * else a copy.
   *
   * <p>TT-NN's {@code ttnn.reshape_on_device}.
   *
   * @param inputTensor the tensor to work on
   * @param w the first dimension of the new shape
   * @param z the second dimension of the new shape
   * @param y the third dimension of the new shape
   * @param x the last dimension of the new shape
   * @return a tensor of shape {@code [w, z, y, x]}
   * @throws TilescopeException if the input is on the host, the shape does not hold as many
   *     elements as the input, more than one dimension is -1, or neither of two lengths of rows
   *     that are multiples of 8 divides the other
   */
  public static Tensor reshapeOnDevice(Tensor inputTensor, int w, int z, int y, int x) {
    return ReshapeOnDeviceOperations.RESHAPE_ON_DEVICE.call(
        new ReshapeOnDeviceArguments(inputTensor, w, z, y, x, null));
  }

  /**
   * The same elements in the same order under another shape of four dimensions; one may be -1 and
   * takes what the others leave. The result is a view of the same buffer where the pages allow it,
   * else a copy.
   *
   * <p>TT-NN's {@code ttnn.reshape_on_device}.
   *
   * @param inputTensor the tensor to work on
   * @param w the first dimension of the new shape
   * @param z the second dimension of the new shape
   * @param y the third dimension of the new shape
   * @param x the last dimension of the new shape
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a tensor of shape {@code [w, z, y, x]}
   * @throws TilescopeException if the input is on the host, the shape does not hold as many
   *     elements as the input, more than one dimension is -1, or neither of two lengths of rows
   *     that are multiples of 8 divides the other
   */
  public static Tensor reshapeOnDevice(
      Tensor inputTensor, int w, int z, int y, int x, @Nullable MemoryConfig memoryConfig) {
    return ReshapeOnDeviceOperations.RESHAPE_ON_DEVICE.call(
        new ReshapeOnDeviceArguments(inputTensor, w, z, y, x, memoryConfig));
  }

  /**
   * Copies a sharded tensor into other shards.
   *
   * <p>TT-NN's {@code ttnn.reshard}.
   *
   * @param inputTensor the sharded tensor to copy
   * @param outputMemoryConfig the shards to copy into
   * @return a tensor of the input's shape, dtype and layout in the new shards
   * @throws TilescopeException if the input or the new memory config is not sharded
   */
  public static Tensor reshard(Tensor inputTensor, MemoryConfig outputMemoryConfig) {
    return PlacementOperations.RESHARD.call(
        new ReshardArguments(inputTensor, outputMemoryConfig, null));
  }

  /**
   * Copies a sharded tensor into other shards.
   *
   * <p>TT-NN's {@code ttnn.reshard}.
   *
   * @param inputTensor the sharded tensor to copy
   * @param outputMemoryConfig the shards to copy into
   * @param outputTensor tensor to write to instead of a new one; its shape, dtype, layout and
   *     memory config must be those of the result
   * @return a tensor of the input's shape, dtype and layout in the new shards
   * @throws TilescopeException if the input or the new memory config is not sharded
   */
  public static Tensor reshard(
      Tensor inputTensor, MemoryConfig outputMemoryConfig, @Nullable Tensor outputTensor) {
    return PlacementOperations.RESHARD.call(
        new ReshardArguments(inputTensor, outputMemoryConfig, outputTensor));
  }

  /**
   * Every row (last dimension) brought to a mean square of 1, then times weight plus bias: {@code x
   * / sqrt(mean(x^2) + epsilon) * weight + bias}. A residual is added to the input first.
   *
   * <p>TT-NN's {@code ttnn.rms_norm}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype; the input itself if the program config works
   *     in place
   * @throws TilescopeException if the input has rank 0 or is height sharded, weight or bias is not
   *     one row, the residual has another shape, epsilon is negative or not finite, reciprocals or
   *     a program config with {@code use_welford} are given, or a sharded program config does not
   *     fit the shards
   */
  public static Tensor rmsNorm(Tensor inputTensor) {
    return NormOperations.RMS_NORM.call(new NormArguments(inputTensor, NormOptions.DEFAULT));
  }

  /**
   * Every row (last dimension) brought to a mean square of 1, then times weight plus bias: {@code x
   * / sqrt(mean(x^2) + epsilon) * weight + bias}. A residual is added to the input first.
   *
   * <p>TT-NN's {@code ttnn.rms_norm}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype; the input itself if the program config works
   *     in place
   * @throws TilescopeException if the input has rank 0 or is height sharded, weight or bias is not
   *     one row, the residual has another shape, epsilon is negative or not finite, reciprocals or
   *     a program config with {@code use_welford} are given, or a sharded program config does not
   *     fit the shards
   */
  public static Tensor rmsNorm(Tensor inputTensor, NormOptions options) {
    return NormOperations.RMS_NORM.call(new NormArguments(inputTensor, options));
  }

  /**
   * RMS norm of rows that lie over several devices: this device's part divided by the root mean
   * square of the whole row by the gathered statistics, then times weight plus bias.
   *
   * <p>TT-NN's {@code ttnn.rms_norm_post_all_gather}.
   *
   * @param inputTensor this device's part of the rows
   * @param stats the gathered statistics of all devices, {@code [..., 32 * devices]}
   * @return a tensor of the input's shape
   * @throws TilescopeException if the input is sharded, the statistics have other rows than the
   *     input or a width that is not a multiple of 32, weight or bias is not one row, epsilon is
   *     negative or not finite, or a sharded program config is given
   */
  public static Tensor rmsNormPostAllGather(Tensor inputTensor, Tensor stats) {
    return GatheredNormOperations.RMS_NORM_POST_ALL_GATHER.call(
        new PostAllGatherArguments(inputTensor, stats, GatheredNormOptions.DEFAULT));
  }

  /**
   * RMS norm of rows that lie over several devices: this device's part divided by the root mean
   * square of the whole row by the gathered statistics, then times weight plus bias.
   *
   * <p>TT-NN's {@code ttnn.rms_norm_post_all_gather}.
   *
   * @param inputTensor this device's part of the rows
   * @param stats the gathered statistics of all devices, {@code [..., 32 * devices]}
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape
   * @throws TilescopeException if the input is sharded, the statistics have other rows than the
   *     input or a width that is not a multiple of 32, weight or bias is not one row, epsilon is
   *     negative or not finite, or a sharded program config is given
   */
  public static Tensor rmsNormPostAllGather(
      Tensor inputTensor, Tensor stats, GatheredNormOptions options) {
    return GatheredNormOperations.RMS_NORM_POST_ALL_GATHER.call(
        new PostAllGatherArguments(inputTensor, stats, options));
  }

  /**
   * The statistics of this device's part of each row, to be gathered for {@code
   * rms_norm_post_all_gather}: a tile whose first column is the sum of squares, of a sharded input
   * their mean.
   *
   * <p>TT-NN's {@code ttnn.rms_norm_pre_all_gather}.
   *
   * @param inputTensor this device's part of the rows
   * @return a tensor of shape {@code [..., 32]} in tiles
   * @throws TilescopeException if a residual has another shape, a sharded input has more than 32
   *     rows, is height sharded or lacks a fitting sharded program config, or an interleaved one is
   *     given such a config
   */
  public static Tensor rmsNormPreAllGather(Tensor inputTensor) {
    return GatheredNormOperations.RMS_NORM_PRE_ALL_GATHER.call(
        new PreAllGatherArguments(inputTensor, StatisticsOptions.DEFAULT));
  }

  /**
   * The statistics of this device's part of each row, to be gathered for {@code
   * rms_norm_post_all_gather}: a tile whose first column is the sum of squares, of a sharded input
   * their mean.
   *
   * <p>TT-NN's {@code ttnn.rms_norm_pre_all_gather}.
   *
   * @param inputTensor this device's part of the rows
   * @param options the keyword arguments, each with its default
   * @return a tensor of shape {@code [..., 32]} in tiles
   * @throws TilescopeException if a residual has another shape, a sharded input has more than 32
   *     rows, is height sharded or lacks a fitting sharded program config, or an interleaved one is
   *     given such a config
   */
  public static Tensor rmsNormPreAllGather(Tensor inputTensor, StatisticsOptions options) {
    return GatheredNormOperations.RMS_NORM_PRE_ALL_GATHER.call(
        new PreAllGatherArguments(inputTensor, options));
  }

  /**
   * The statistics of this device's part of each row, to be gathered for {@code
   * rms_norm_post_all_gather}: a tile whose first column is the sum of squares, of a sharded input
   * their mean.
   *
   * <p>TT-NN's {@code ttnn.rms_norm_pre_all_gather}.
   *
   * @param inputTensor this device's part of the rows
   * @param dtype data type of the statistics, a floating-point one; those of a sharded input are
   *     bfloat16 (default bfloat16)
   * @param residualInputTensor tensor of the input's shape that is added to the input first
   * @return a tensor of shape {@code [..., 32]} in tiles
   * @throws TilescopeException if a residual has another shape, a sharded input has more than 32
   *     rows, is height sharded or lacks a fitting sharded program config, or an interleaved one is
   *     given such a config
   */
  public static Tensor rmsNormPreAllGather(
      Tensor inputTensor, DataType dtype, @Nullable Tensor residualInputTensor) {
    return GatheredNormOperations.RMS_NORM_PRE_ALL_GATHER.call(
        new PreAllGatherArguments(
            inputTensor,
            StatisticsOptions.DEFAULT
                .withDtype(dtype)
                .withResidualInputTensor(residualInputTensor)));
  }

  /**
   * Moves every element on by a shift along a dimension, round the end; without dimensions the
   * tensor is rolled as if it had one dimension.
   *
   * <p>TT-NN's {@code ttnn.roll}.
   *
   * @param inputTensor the tensor to work on
   * @param shifts how far elements move on, one number for each dimension named, or a single one;
   *     negative to move back
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if there is not one shift for each dimension, or a sharded tensor is
   *     to be rolled without dimensions
   */
  public static Tensor roll(Tensor inputTensor, int shifts) {
    return JoinOperations.ROLL.call(new RollArguments(inputTensor, new int[] {shifts}, null, null));
  }

  /**
   * Moves every element on by a shift along a dimension, round the end; without dimensions the
   * tensor is rolled as if it had one dimension.
   *
   * <p>TT-NN's {@code ttnn.roll}.
   *
   * @param inputTensor the tensor to work on
   * @param shifts how far elements move on, one number for each dimension named, or a single one;
   *     negative to move back
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if there is not one shift for each dimension, or a sharded tensor is
   *     to be rolled without dimensions
   */
  public static Tensor roll(Tensor inputTensor, int[] shifts) {
    return JoinOperations.ROLL.call(new RollArguments(inputTensor, shifts, null, null));
  }

  /**
   * Moves every element on by a shift along a dimension, round the end; without dimensions the
   * tensor is rolled as if it had one dimension.
   *
   * <p>TT-NN's {@code ttnn.roll}.
   *
   * @param inputTensor the tensor to work on
   * @param shifts how far elements move on, one number for each dimension named, or a single one;
   *     negative to move back
   * @param dim the dimensions to roll along, one for each shift; unless given the tensor is rolled
   *     as if it had one dimension
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if there is not one shift for each dimension, or a sharded tensor is
   *     to be rolled without dimensions
   */
  public static Tensor roll(Tensor inputTensor, int shifts, int dim) {
    return JoinOperations.ROLL.call(
        new RollArguments(inputTensor, new int[] {shifts}, new int[] {dim}, null));
  }

  /**
   * Moves every element on by a shift along a dimension, round the end; without dimensions the
   * tensor is rolled as if it had one dimension.
   *
   * <p>TT-NN's {@code ttnn.roll}.
   *
   * @param inputTensor the tensor to work on
   * @param shifts how far elements move on, one number for each dimension named, or a single one;
   *     negative to move back
   * @param dim the dimensions to roll along, one for each shift; unless given the tensor is rolled
   *     as if it had one dimension
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if there is not one shift for each dimension, or a sharded tensor is
   *     to be rolled without dimensions
   */
  public static Tensor roll(
      Tensor inputTensor, int[] shifts, int @Nullable [] dim, @Nullable MemoryConfig memoryConfig) {
    return JoinOperations.ROLL.call(new RollArguments(inputTensor, shifts, dim, memoryConfig));
  }

  /**
   * Images {@code [N, H, W, C]} turned about a point, counter-clockwise; they keep their size, and
   * what was outside of them is filled with a value.
   *
   * <p>TT-NN's {@code ttnn.rotate}.
   *
   * @param inputTensor the images, {@code [N, H, W, C]}, bfloat16 or float32
   * @param angle by how many degrees they are turned
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the input is not {@code [N, H, W, C]} in rows, is sharded other
   *     than by height, or has more than 256 channels in bilinear mode, {@code expand} is asked
   *     for, or the mode is neither {@code "nearest"} nor {@code "bilinear"}
   */
  public static Tensor rotate(Tensor inputTensor, float angle) {
    return RotateOperations.ROTATE.call(
        new RotateArguments(inputTensor, angle, null, 0, false, "nearest", null));
  }

  /**
   * Images {@code [N, H, W, C]} turned about a point, counter-clockwise; they keep their size, and
   * what was outside of them is filled with a value.
   *
   * <p>TT-NN's {@code ttnn.rotate}.
   *
   * @param inputTensor the images, {@code [N, H, W, C]}, bfloat16 or float32
   * @param angle by how many degrees they are turned
   * @param center x and y of the point that stays, in pixels; the middle unless given
   * @param fill what stands for pixels that were outside (default 0.0)
   * @param expand must be false: images keep their size (default False)
   * @param interpolationMode {@code "nearest"} to copy pixels, {@code "bilinear"} to interpolate
   *     between them (default "nearest")
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the input is not {@code [N, H, W, C]} in rows, is sharded other
   *     than by height, or has more than 256 channels in bilinear mode, {@code expand} is asked
   *     for, or the mode is neither {@code "nearest"} nor {@code "bilinear"}
   */
  public static Tensor rotate(
      Tensor inputTensor,
      float angle,
      @Nullable List<Float> center,
      float fill,
      boolean expand,
      String interpolationMode,
      @Nullable MemoryConfig memoryConfig) {
    return RotateOperations.ROTATE.call(
        new RotateArguments(
            inputTensor, angle, center, fill, expand, interpolationMode, memoryConfig));
  }

  /**
   * {@code x} rounded to a number of decimals, ties to even, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.round}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor round(Tensor inputTensor) {
    return MathOperations.ROUND.call(new RoundArguments(inputTensor, 0, UnaryOptions.DEFAULT));
  }

  /**
   * {@code x} rounded to a number of decimals, ties to even, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.round}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor round(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.ROUND.call(new RoundArguments(inputTensor, 0, options));
  }

  /**
   * {@code x} rounded to a number of decimals, ties to even, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.round}.
   *
   * @param inputTensor the tensor to work on
   * @param decimals how many decimals to keep (default 0)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor round(Tensor inputTensor, int decimals, UnaryOptions options) {
    return MathOperations.ROUND.call(new RoundArguments(inputTensor, decimals, options));
  }

  /**
   * The power {@code exponent^x} of a number, for each element {@code x} of a floating-point tensor
   * of any shape.
   *
   * <p>TT-NN's {@code ttnn.rpow}.
   *
   * @param inputTensor the tensor to work on
   * @param exponent the number that is raised to the power of each element
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor rpow(Tensor inputTensor, Number exponent) {
    return MathOperations.RPOW.call(new RpowArguments(inputTensor, exponent, UnaryOptions.DEFAULT));
  }

  /**
   * The power {@code exponent^x} of a number, for each element {@code x} of a floating-point tensor
   * of any shape.
   *
   * <p>TT-NN's {@code ttnn.rpow}.
   *
   * @param inputTensor the tensor to work on
   * @param exponent the number that is raised to the power of each element
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor rpow(Tensor inputTensor, Number exponent, UnaryOptions options) {
    return MathOperations.RPOW.call(new RpowArguments(inputTensor, exponent, options));
  }

  /**
   * The reciprocal of the square root, {@code 1 / sqrt(x)}, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.rsqrt}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor rsqrt(Tensor inputTensor) {
    return MathOperations.RSQRT.call(
        new ApproximableArguments(inputTensor, false, UnaryOptions.DEFAULT));
  }

  /**
   * The reciprocal of the square root, {@code 1 / sqrt(x)}, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.rsqrt}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor rsqrt(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.RSQRT.call(new ApproximableArguments(inputTensor, false, options));
  }

  /**
   * The reciprocal of the square root, {@code 1 / sqrt(x)}, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.rsqrt}.
   *
   * @param inputTensor the tensor to work on
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; it makes a
   *     program of its own, and the values are computed exactly all the same (default False)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor rsqrt(
      Tensor inputTensor, boolean fastAndApproximateMode, UnaryOptions options) {
    return MathOperations.RSQRT.call(
        new ApproximableArguments(inputTensor, fastAndApproximateMode, options));
  }

  /**
   * The reversed difference {@code b - a}, element by element. The second operand is a tensor or a
   * number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.rsub}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor rsub(Tensor inputTensorA, Tensor inputTensorB) {
    return ArithmeticOperations.RSUB.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The reversed difference {@code b - a}, element by element. The second operand is a tensor or a
   * number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.rsub}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor rsub(Tensor inputTensorA, Number inputTensorB) {
    return ArithmeticOperations.RSUB.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The reversed difference {@code b - a}, element by element. The second operand is a tensor or a
   * number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.rsub}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor rsub(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.RSUB.call(new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The reversed difference {@code b - a}, element by element. The second operand is a tensor or a
   * number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.rsub}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor rsub(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.RSUB.call(new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The reversed difference {@code b - a}, element by element, written over {@code a}. The second
   * operand is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.rsub_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor rsubInPlace(Tensor inputA, Tensor inputB) {
    return InPlaceOperations.RSUB.call(
        new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * The reversed difference {@code b - a}, element by element, written over {@code a}. The second
   * operand is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.rsub_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor rsubInPlace(Tensor inputA, Number inputB) {
    return InPlaceOperations.RSUB.call(
        new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * The reversed difference {@code b - a}, element by element, written over {@code a}. The second
   * operand is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.rsub_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor rsubInPlace(Tensor inputA, Tensor inputB, InPlaceOptions options) {
    return InPlaceOperations.RSUB.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * The reversed difference {@code b - a}, element by element, written over {@code a}. The second
   * operand is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.rsub_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor rsubInPlace(Tensor inputA, Number inputB, InPlaceOptions options) {
    return InPlaceOperations.RSUB.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * A token for each user: of the {@code k} greatest values, times {@code temp}, the softmax; of
   * those the first that add up to more than {@code p}; of these one by a random number. With a
   * seed all users draw the same number, which is the same each time; without one a user's numbers
   * go on from what {@code ttnn.manual_seed} set.
   *
   * <p>TT-NN's {@code ttnn.sampling}.
   *
   * @param inputValuesTensor the values, {@code [1, 1, users, width]}
   * @param inputIndicesTensor the token that each value stands for
   * @param k how many of the greatest values count, one for each user
   * @param p how much probability is enough, one for each user
   * @param temp factor of the values, one for each user: 1 / temperature
   * @return a row-major tensor {@code [1, 1, 1, users]} of uint32: the tokens
   * @throws TilescopeException if the values are not {@code [1, 1, users, width]} of up to 32 users
   *     and a power of two of tiles, the indices have another shape, or {@code k}, {@code p} and
   *     {@code temp} have not one element for each user
   */
  public static Tensor sampling(
      Tensor inputValuesTensor, Tensor inputIndicesTensor, Tensor k, Tensor p, Tensor temp) {
    return SamplingOperations.SAMPLING.call(
        new SamplingArguments(inputValuesTensor, inputIndicesTensor, k, p, temp, null, null, null));
  }

  /**
   * A token for each user: of the {@code k} greatest values, times {@code temp}, the softmax; of
   * those the first that add up to more than {@code p}; of these one by a random number. With a
   * seed all users draw the same number, which is the same each time; without one a user's numbers
   * go on from what {@code ttnn.manual_seed} set.
   *
   * <p>TT-NN's {@code ttnn.sampling}.
   *
   * @param inputValuesTensor the values, {@code [1, 1, users, width]}
   * @param inputIndicesTensor the token that each value stands for
   * @param k how many of the greatest values count, one for each user
   * @param p how much probability is enough, one for each user
   * @param temp factor of the values, one for each user: 1 / temperature
   * @param seed what the numbers are made from: the same seed gives the same values on every
   *     machine
   * @param subCoreGrids the cores that the operation may use, all of the compute grid unless given;
   *     where the operation works on shards in place, the cores must include theirs
   * @param outputTensor tensor to write to instead of a new one; its shape, dtype, layout and
   *     memory config must be those of the result
   * @return a row-major tensor {@code [1, 1, 1, users]} of uint32: the tokens
   * @throws TilescopeException if the values are not {@code [1, 1, users, width]} of up to 32 users
   *     and a power of two of tiles, the indices have another shape, or {@code k}, {@code p} and
   *     {@code temp} have not one element for each user
   */
  public static Tensor sampling(
      Tensor inputValuesTensor,
      Tensor inputIndicesTensor,
      Tensor k,
      Tensor p,
      Tensor temp,
      @Nullable Long seed,
      @Nullable CoreRangeSet subCoreGrids,
      @Nullable Tensor outputTensor) {
    return SamplingOperations.SAMPLING.call(
        new SamplingArguments(
            inputValuesTensor, inputIndicesTensor, k, p, temp, seed, subCoreGrids, outputTensor));
  }

  /**
   * Softmax over the last dimension of {@code scale * x + mask}, over the input; the mask has a
   * height and a width alone, {@code [1, 1, h, w]}.
   *
   * <p>TT-NN's {@code ttnn.scale_causal_mask_hw_dims_softmax_in_place}.
   *
   * @param inputTensor the tensor to work on
   * @return the input tensor
   * @throws TilescopeException if a mask does not broadcast to the input, or the program config
   *     does not fit its shards
   */
  public static Tensor scaleCausalMaskHwDimsSoftmaxInPlace(Tensor inputTensor) {
    return SoftmaxOperations.SCALE_CAUSAL_MASK_HW_DIMS_SOFTMAX_IN_PLACE.call(
        new CausalSoftmaxInPlaceArguments(inputTensor, null, null, null, null, false));
  }

  /**
   * Softmax over the last dimension of {@code scale * x + mask}, over the input; the mask has a
   * height and a width alone, {@code [1, 1, h, w]}.
   *
   * <p>TT-NN's {@code ttnn.scale_causal_mask_hw_dims_softmax_in_place}.
   *
   * @param inputTensor the tensor to work on
   * @param scale factor of the input; 1 unless given
   * @param mask tensor added to the scaled input; each of its dimensions is 1 or that of the input.
   *     No mask unless given
   * @return the input tensor
   * @throws TilescopeException if a mask does not broadcast to the input, or the program config
   *     does not fit its shards
   */
  public static Tensor scaleCausalMaskHwDimsSoftmaxInPlace(
      Tensor inputTensor, @Nullable Float scale, @Nullable Tensor mask) {
    return SoftmaxOperations.SCALE_CAUSAL_MASK_HW_DIMS_SOFTMAX_IN_PLACE.call(
        new CausalSoftmaxInPlaceArguments(inputTensor, scale, mask, null, null, false));
  }

  /**
   * Softmax over the last dimension of {@code scale * x + mask}, over the input; the mask has a
   * height and a width alone, {@code [1, 1, h, w]}.
   *
   * <p>TT-NN's {@code ttnn.scale_causal_mask_hw_dims_softmax_in_place}.
   *
   * @param inputTensor the tensor to work on
   * @param scale factor of the input; 1 unless given
   * @param mask tensor added to the scaled input; each of its dimensions is 1 or that of the input.
   *     No mask unless given
   * @param programConfig how the work is spread over the cores; the program for interleaved tensors
   *     unless given
   * @param computeKernelConfig how the compute kernel does its arithmetic; it changes the modelled
   *     time and the circular buffers, not the values
   * @param numericStable whether TT-NN subtracts the greatest element first; it is always
   *     subtracted here, so the values are the same, but the modelled time is that of the program
   *     asked for (default False)
   * @return the input tensor
   * @throws TilescopeException if a mask does not broadcast to the input, or the program config
   *     does not fit its shards
   */
  public static Tensor scaleCausalMaskHwDimsSoftmaxInPlace(
      Tensor inputTensor,
      @Nullable Float scale,
      @Nullable Tensor mask,
      @Nullable SoftmaxProgramConfig programConfig,
      @Nullable ComputeKernelConfig computeKernelConfig,
      boolean numericStable) {
    return SoftmaxOperations.SCALE_CAUSAL_MASK_HW_DIMS_SOFTMAX_IN_PLACE.call(
        new CausalSoftmaxInPlaceArguments(
            inputTensor, scale, mask, programConfig, computeKernelConfig, numericStable));
  }

  /**
   * Softmax of {@code input * scale + mask} along the last dimension; each dimension of the mask is
   * 1 or that of the input.
   *
   * <p>TT-NN's {@code ttnn.scale_mask_softmax}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the mask does not broadcast to the input
   */
  public static Tensor scaleMaskSoftmax(Tensor inputTensor) {
    return SoftmaxOperations.SCALE_MASK_SOFTMAX.call(
        new ScaleMaskSoftmaxArguments(inputTensor, null, null, null, false, null, true));
  }

  /**
   * Softmax of {@code input * scale + mask} along the last dimension; each dimension of the mask is
   * 1 or that of the input.
   *
   * <p>TT-NN's {@code ttnn.scale_mask_softmax}.
   *
   * @param inputTensor the tensor to work on
   * @param scale factor of the input; 1 unless given
   * @param mask tensor added to the scaled input; each of its dimensions is 1 or that of the input.
   *     No mask unless given
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the mask does not broadcast to the input
   */
  public static Tensor scaleMaskSoftmax(
      Tensor inputTensor,
      @Nullable Float scale,
      @Nullable Tensor mask,
      @Nullable MemoryConfig memoryConfig) {
    return SoftmaxOperations.SCALE_MASK_SOFTMAX.call(
        new ScaleMaskSoftmaxArguments(inputTensor, scale, mask, memoryConfig, false, null, true));
  }

  /**
   * Softmax of {@code input * scale + mask} along the last dimension; each dimension of the mask is
   * 1 or that of the input.
   *
   * <p>TT-NN's {@code ttnn.scale_mask_softmax}.
   *
   * @param inputTensor the tensor to work on
   * @param scale factor of the input; 1 unless given
   * @param mask tensor added to the scaled input; each of its dimensions is 1 or that of the input.
   *     No mask unless given
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param isCausalMask whether the mask is triangular; traced, as the mask is added as it is
   *     (default False)
   * @param computeKernelConfig how the compute kernel does its arithmetic; it changes the modelled
   *     time and the circular buffers, not the values
   * @param numericStable whether TT-NN subtracts the greatest element first; it is always
   *     subtracted here, so the values are the same, but the modelled time is that of the program
   *     asked for (default True)
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the mask does not broadcast to the input
   */
  public static Tensor scaleMaskSoftmax(
      Tensor inputTensor,
      @Nullable Float scale,
      @Nullable Tensor mask,
      @Nullable MemoryConfig memoryConfig,
      boolean isCausalMask,
      @Nullable ComputeKernelConfig computeKernelConfig,
      boolean numericStable) {
    return SoftmaxOperations.SCALE_MASK_SOFTMAX.call(
        new ScaleMaskSoftmaxArguments(
            inputTensor,
            scale,
            mask,
            memoryConfig,
            isCausalMask,
            computeKernelConfig,
            numericStable));
  }

  /**
   * Softmax of {@code input * scale + mask} along the last dimension, written over the input; each
   * dimension of the mask is 1 or that of the input.
   *
   * <p>TT-NN's {@code ttnn.scale_mask_softmax_in_place}.
   *
   * @param inputTensor the tensor to work on, which the result is written over
   * @return the input tensor
   * @throws TilescopeException if the mask does not broadcast to the input, or a sharded program
   *     config does not fit the input's shards
   */
  public static Tensor scaleMaskSoftmaxInPlace(Tensor inputTensor) {
    return SoftmaxOperations.SCALE_MASK_SOFTMAX_IN_PLACE.call(
        new ScaleMaskSoftmaxInPlaceArguments(inputTensor, null, null, null, false, null, false));
  }

  /**
   * Softmax of {@code input * scale + mask} along the last dimension, written over the input; each
   * dimension of the mask is 1 or that of the input.
   *
   * <p>TT-NN's {@code ttnn.scale_mask_softmax_in_place}.
   *
   * @param inputTensor the tensor to work on, which the result is written over
   * @param scale factor of the input; 1 unless given
   * @param mask tensor added to the scaled input; each of its dimensions is 1 or that of the input.
   *     No mask unless given
   * @return the input tensor
   * @throws TilescopeException if the mask does not broadcast to the input, or a sharded program
   *     config does not fit the input's shards
   */
  public static Tensor scaleMaskSoftmaxInPlace(
      Tensor inputTensor, @Nullable Float scale, @Nullable Tensor mask) {
    return SoftmaxOperations.SCALE_MASK_SOFTMAX_IN_PLACE.call(
        new ScaleMaskSoftmaxInPlaceArguments(inputTensor, scale, mask, null, false, null, false));
  }

  /**
   * Softmax of {@code input * scale + mask} along the last dimension, written over the input; each
   * dimension of the mask is 1 or that of the input.
   *
   * <p>TT-NN's {@code ttnn.scale_mask_softmax_in_place}.
   *
   * @param inputTensor the tensor to work on, which the result is written over
   * @param scale factor of the input; 1 unless given
   * @param mask tensor added to the scaled input; each of its dimensions is 1 or that of the input.
   *     No mask unless given
   * @param programConfig how the work is spread over the cores; the program for interleaved tensors
   *     unless given
   * @param isCausalMask whether the mask is triangular; traced, as the mask is added as it is
   *     (default False)
   * @param computeKernelConfig how the compute kernel does its arithmetic; it changes the modelled
   *     time and the circular buffers, not the values
   * @param numericStable whether TT-NN subtracts the greatest element first; it is always
   *     subtracted here, so the values are the same, but the modelled time is that of the program
   *     asked for (default False)
   * @return the input tensor
   * @throws TilescopeException if the mask does not broadcast to the input, or a sharded program
   *     config does not fit the input's shards
   */
  public static Tensor scaleMaskSoftmaxInPlace(
      Tensor inputTensor,
      @Nullable Float scale,
      @Nullable Tensor mask,
      @Nullable SoftmaxProgramConfig programConfig,
      boolean isCausalMask,
      @Nullable ComputeKernelConfig computeKernelConfig,
      boolean numericStable) {
    return SoftmaxOperations.SCALE_MASK_SOFTMAX_IN_PLACE.call(
        new ScaleMaskSoftmaxInPlaceArguments(
            inputTensor,
            scale,
            mask,
            programConfig,
            isCausalMask,
            computeKernelConfig,
            numericStable));
  }

  /**
   * A copy of the input in which element {@code [i][index[i][j][k]][k]} is {@code src[i][j][k]} for
   * {@code dim} 1, or is combined with it. The last one of equal indices stays.
   *
   * <p>TT-NN's {@code ttnn.scatter}.
   *
   * @param input the tensor to work on
   * @param dim the dimension that the indices count along; a negative one counts from the end
   * @param index position along the dimension for each element: uint32, int32 or uint16, of the
   *     rank of the input
   * @param src the elements to write, of the input's dtype and at least of the index's size in
   *     every dimension
   * @return a tensor of the input's shape, dtype and layout
   * @throws TilescopeException if the ranks differ, the index is larger than the input in another
   *     dimension or than the source in any, the source is of another dtype, or an index lies
   *     outside the dimension, or the reduction is not {@code "add"}, {@code "multiply"}, {@code
   *     "amax"} or {@code "amin"}
   */
  public static Tensor scatter(Tensor input, int dim, Tensor index, Tensor src) {
    return LookupOperations.SCATTER.call(
        new ScatterArguments(input, dim, index, src, null, null, null));
  }

  /**
   * A copy of the input in which element {@code [i][index[i][j][k]][k]} is {@code src[i][j][k]} for
   * {@code dim} 1, or is combined with it. The last one of equal indices stays.
   *
   * <p>TT-NN's {@code ttnn.scatter}.
   *
   * @param input the tensor to work on
   * @param dim the dimension that the indices count along; a negative one counts from the end
   * @param index position along the dimension for each element: uint32, int32 or uint16, of the
   *     rank of the input
   * @param src the elements to write, of the input's dtype and at least of the index's size in
   *     every dimension
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param reduce {@code "add"}, {@code "multiply"}, {@code "amax"} or {@code "amin"} to combine
   *     with what is there; unless given it is replaced, and the last one of equal indices stays
   * @return a tensor of the input's shape, dtype and layout
   * @throws TilescopeException if the ranks differ, the index is larger than the input in another
   *     dimension or than the source in any, the source is of another dtype, or an index lies
   *     outside the dimension, or the reduction is not {@code "add"}, {@code "multiply"}, {@code
   *     "amax"} or {@code "amin"}
   */
  public static Tensor scatter(
      Tensor input,
      int dim,
      Tensor index,
      Tensor src,
      @Nullable MemoryConfig memoryConfig,
      @Nullable String reduce) {
    return LookupOperations.SCATTER.call(
        new ScatterArguments(input, dim, index, src, memoryConfig, reduce, null));
  }

  /**
   * A copy of the input in which element {@code [i][index[i][j][k]][k]} is {@code src[i][j][k]} for
   * {@code dim} 1, or is combined with it. The last one of equal indices stays.
   *
   * <p>TT-NN's {@code ttnn.scatter}.
   *
   * @param input the tensor to work on
   * @param dim the dimension that the indices count along; a negative one counts from the end
   * @param index position along the dimension for each element: uint32, int32 or uint16, of the
   *     rank of the input
   * @param src the elements to write, of the input's dtype and at least of the index's size in
   *     every dimension
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param reduce {@code "add"}, {@code "multiply"}, {@code "amax"} or {@code "amin"} to combine
   *     with what is there; unless given it is replaced, and the last one of equal indices stays
   * @param subCoreGrids the cores that the operation may use, all of the compute grid unless given;
   *     where the operation works on shards in place, the cores must include theirs
   * @return a tensor of the input's shape, dtype and layout
   * @throws TilescopeException if the ranks differ, the index is larger than the input in another
   *     dimension or than the source in any, the source is of another dtype, or an index lies
   *     outside the dimension, or the reduction is not {@code "add"}, {@code "multiply"}, {@code
   *     "amax"} or {@code "amin"}
   */
  public static Tensor scatter(
      Tensor input,
      int dim,
      Tensor index,
      Tensor src,
      @Nullable MemoryConfig memoryConfig,
      @Nullable String reduce,
      @Nullable CoreRangeSet subCoreGrids) {
    return LookupOperations.SCATTER.call(
        new ScatterArguments(input, dim, index, src, memoryConfig, reduce, subCoreGrids));
  }

  /**
   * A copy of the input in which {@code src[i][j][k]} is added to element {@code
   * [i][index[i][j][k]][k]} for {@code dim} 1.
   *
   * <p>TT-NN's {@code ttnn.scatter_add}.
   *
   * @param input the tensor to work on
   * @param dim the dimension that the indices count along; a negative one counts from the end
   * @param index position along the dimension for each element: uint32, int32 or uint16, of the
   *     rank of the input
   * @param src the elements to add, of the input's dtype and at least of the index's size in every
   *     dimension
   * @return a tensor of the input's shape, dtype and layout
   * @throws TilescopeException if the ranks differ, the index is larger than the input in another
   *     dimension or than the source in any, the source is of another dtype, or an index lies
   *     outside the dimension
   */
  public static Tensor scatterAdd(Tensor input, int dim, Tensor index, Tensor src) {
    return LookupOperations.SCATTER_ADD.call(
        new ScatterAddArguments(input, dim, index, src, null, null));
  }

  /**
   * A copy of the input in which {@code src[i][j][k]} is added to element {@code
   * [i][index[i][j][k]][k]} for {@code dim} 1.
   *
   * <p>TT-NN's {@code ttnn.scatter_add}.
   *
   * @param input the tensor to work on
   * @param dim the dimension that the indices count along; a negative one counts from the end
   * @param index position along the dimension for each element: uint32, int32 or uint16, of the
   *     rank of the input
   * @param src the elements to add, of the input's dtype and at least of the index's size in every
   *     dimension
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param subCoreGrids the cores that the operation may use, all of the compute grid unless given;
   *     where the operation works on shards in place, the cores must include theirs
   * @return a tensor of the input's shape, dtype and layout
   * @throws TilescopeException if the ranks differ, the index is larger than the input in another
   *     dimension or than the source in any, the source is of another dtype, or an index lies
   *     outside the dimension
   */
  public static Tensor scatterAdd(
      Tensor input,
      int dim,
      Tensor index,
      Tensor src,
      @Nullable MemoryConfig memoryConfig,
      @Nullable CoreRangeSet subCoreGrids) {
    return LookupOperations.SCATTER_ADD.call(
        new ScatterAddArguments(input, dim, index, src, memoryConfig, subCoreGrids));
  }

  /**
   * {@code scale * x}, but {@code scale * alpha * (e^x - 1)} below zero, for each element {@code x}
   * of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.selu}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor selu(Tensor inputTensor) {
    return ActivationOperations.SELU.call(
        new SeluArguments(inputTensor, 1.0507, 1.67326, UnaryOptions.DEFAULT));
  }

  /**
   * {@code scale * x}, but {@code scale * alpha * (e^x - 1)} below zero, for each element {@code x}
   * of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.selu}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor selu(Tensor inputTensor, UnaryOptions options) {
    return ActivationOperations.SELU.call(new SeluArguments(inputTensor, 1.0507, 1.67326, options));
  }

  /**
   * {@code scale * x}, but {@code scale * alpha * (e^x - 1)} below zero, for each element {@code x}
   * of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.selu}.
   *
   * @param inputTensor the tensor to work on
   * @param scale factor of the whole (default 1.0507)
   * @param alpha factor of the exponential below zero (default 1.67326)
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor selu(Tensor inputTensor, Number scale, Number alpha) {
    return ActivationOperations.SELU.call(
        new SeluArguments(inputTensor, scale, alpha, UnaryOptions.DEFAULT));
  }

  /**
   * {@code scale * x}, but {@code scale * alpha * (e^x - 1)} below zero, for each element {@code x}
   * of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.selu}.
   *
   * @param inputTensor the tensor to work on
   * @param scale factor of the whole (default 1.0507)
   * @param alpha factor of the exponential below zero (default 1.67326)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor selu(Tensor inputTensor, Number scale, Number alpha, UnaryOptions options) {
    return ActivationOperations.SELU.call(new SeluArguments(inputTensor, scale, alpha, options));
  }

  /**
   * Copies a sharded tensor into interleaved memory.
   *
   * <p>TT-NN's {@code ttnn.sharded_to_interleaved}.
   *
   * @param inputTensor the sharded tensor to copy
   * @return an interleaved tensor of the input's shape and layout
   * @throws TilescopeException if the input is not sharded, or the memory config is
   */
  public static Tensor shardedToInterleaved(Tensor inputTensor) {
    return PlacementOperations.SHARDED_TO_INTERLEAVED.call(
        new ToInterleavedArguments(inputTensor, null, null));
  }

  /**
   * Copies a sharded tensor into interleaved memory.
   *
   * <p>TT-NN's {@code ttnn.sharded_to_interleaved}.
   *
   * @param inputTensor the sharded tensor to copy
   * @param memoryConfig the interleaved memory to copy into; DRAM unless given
   * @param outputDtype data type of the result; that of the input unless given. Only floating-point
   *     types convert to each other
   * @return an interleaved tensor of the input's shape and layout
   * @throws TilescopeException if the input is not sharded, or the memory config is
   */
  public static Tensor shardedToInterleaved(
      Tensor inputTensor, @Nullable MemoryConfig memoryConfig, @Nullable DataType outputDtype) {
    return PlacementOperations.SHARDED_TO_INTERLEAVED.call(
        new ToInterleavedArguments(inputTensor, memoryConfig, outputDtype));
  }

  /**
   * Puts shards back as one of several slices of an interleaved tensor.
   *
   * <p>TT-NN's {@code ttnn.sharded_to_interleaved_partial}.
   *
   * @param inputTensor the shards
   * @param cacheTensor the interleaved tensor that is written to
   * @param numSlices how many slices it has
   * @param sliceIndex which one is written, from 0
   * @return the tensor that was written to
   * @throws TilescopeException if there is no such slice, the input is not sharded or not of the
   *     slice's size, or the slices are not whole tiles
   */
  public static Tensor shardedToInterleavedPartial(
      Tensor inputTensor, Tensor cacheTensor, int numSlices, int sliceIndex) {
    return PartialShardOperations.SHARDED_TO_INTERLEAVED_PARTIAL.call(
        new ToInterleavedPartialArguments(
            inputTensor, cacheTensor, numSlices, sliceIndex, null, null));
  }

  /**
   * Puts shards back as one of several slices of an interleaved tensor.
   *
   * <p>TT-NN's {@code ttnn.sharded_to_interleaved_partial}.
   *
   * @param inputTensor the shards
   * @param cacheTensor the interleaved tensor that is written to
   * @param numSlices how many slices it has
   * @param sliceIndex which one is written, from 0
   * @param memoryConfig traced; the result lies where the tensor that is written to does
   * @param outputDtype data type of the result; that of the input unless given. Only floating-point
   *     types convert to each other
   * @return the tensor that was written to
   * @throws TilescopeException if there is no such slice, the input is not sharded or not of the
   *     slice's size, or the slices are not whole tiles
   */
  public static Tensor shardedToInterleavedPartial(
      Tensor inputTensor,
      Tensor cacheTensor,
      int numSlices,
      int sliceIndex,
      @Nullable MemoryConfig memoryConfig,
      @Nullable DataType outputDtype) {
    return PartialShardOperations.SHARDED_TO_INTERLEAVED_PARTIAL.call(
        new ToInterleavedPartialArguments(
            inputTensor, cacheTensor, numSlices, sliceIndex, memoryConfig, outputDtype));
  }

  /**
   * {@code 1 / (1 + e^-x)}, for each element {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.sigmoid}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the vector mode is not 4, whole tiles
   */
  public static Tensor sigmoid(Tensor inputTensor) {
    return ActivationOperations.SIGMOID.call(
        new SigmoidArguments(inputTensor, 4, SigmoidMode.ACCURATE, UnaryOptions.DEFAULT));
  }

  /**
   * {@code 1 / (1 + e^-x)}, for each element {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.sigmoid}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the vector mode is not 4, whole tiles
   */
  public static Tensor sigmoid(Tensor inputTensor, UnaryOptions options) {
    return ActivationOperations.SIGMOID.call(
        new SigmoidArguments(inputTensor, 4, SigmoidMode.ACCURATE, options));
  }

  /**
   * {@code 1 / (1 + e^-x)}, for each element {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.sigmoid}.
   *
   * @param inputTensor the tensor to work on
   * @param vectorMode which part of a tile is computed; must be 4, all of it (default 4)
   * @param mode which of TT-NN's forms to run; all are computed exactly (default accurate)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the vector mode is not 4, whole tiles
   */
  public static Tensor sigmoid(
      Tensor inputTensor, int vectorMode, SigmoidMode mode, UnaryOptions options) {
    return ActivationOperations.SIGMOID.call(
        new SigmoidArguments(inputTensor, vectorMode, mode, options));
  }

  /**
   * {@code 1 / (1 + e^-x)}, as {@code sigmoid} in its accurate form, for each element {@code x} of
   * a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.sigmoid_accurate}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor sigmoidAccurate(Tensor inputTensor) {
    return ActivationOperations.SIGMOID_ACCURATE.call(
        new ApproximableArguments(inputTensor, false, UnaryOptions.DEFAULT));
  }

  /**
   * {@code 1 / (1 + e^-x)}, as {@code sigmoid} in its accurate form, for each element {@code x} of
   * a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.sigmoid_accurate}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor sigmoidAccurate(Tensor inputTensor, UnaryOptions options) {
    return ActivationOperations.SIGMOID_ACCURATE.call(
        new ApproximableArguments(inputTensor, false, options));
  }

  /**
   * {@code 1 / (1 + e^-x)}, as {@code sigmoid} in its accurate form, for each element {@code x} of
   * a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.sigmoid_accurate}.
   *
   * @param inputTensor the tensor to work on
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; it makes a
   *     program of its own, and the values are computed exactly all the same (default False)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor sigmoidAccurate(
      Tensor inputTensor, boolean fastAndApproximateMode, UnaryOptions options) {
    return ActivationOperations.SIGMOID_ACCURATE.call(
        new ApproximableArguments(inputTensor, fastAndApproximateMode, options));
  }

  /**
   * The sign of {@code x}: -1, 0 or 1, for each element {@code x} of a tensor of any shape and
   * dtype.
   *
   * <p>TT-NN's {@code ttnn.sign}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor sign(Tensor inputTensor) {
    return MathOperations.SIGN.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * The sign of {@code x}: -1, 0 or 1, for each element {@code x} of a tensor of any shape and
   * dtype.
   *
   * <p>TT-NN's {@code ttnn.sign}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor sign(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.SIGN.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * 1 where the sign bit of {@code x} is set, also that of a negative zero, else 0, for each
   * element {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.signbit}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor signbit(Tensor inputTensor) {
    return MathOperations.SIGNBIT.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * 1 where the sign bit of {@code x} is set, also that of a negative zero, else 0, for each
   * element {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.signbit}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor signbit(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.SIGNBIT.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * {@code x / (1 + e^-x)}, that is {@code x * sigmoid(x)}, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.silu}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor silu(Tensor inputTensor) {
    return ActivationOperations.SILU.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * {@code x / (1 + e^-x)}, that is {@code x * sigmoid(x)}, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.silu}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor silu(Tensor inputTensor, UnaryOptions options) {
    return ActivationOperations.SILU.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * The sine {@code sin(x)}, {@code x} in radians, for each element {@code x} of a floating-point
   * tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.sin}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor sin(Tensor inputTensor) {
    return MathOperations.SIN.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * The sine {@code sin(x)}, {@code x} in radians, for each element {@code x} of a floating-point
   * tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.sin}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor sin(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.SIN.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * The hyperbolic sine {@code sinh(x)}, for each element {@code x} of a floating-point tensor of
   * any shape.
   *
   * <p>TT-NN's {@code ttnn.sinh}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor sinh(Tensor inputTensor) {
    return MathOperations.SINH.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * The hyperbolic sine {@code sinh(x)}, for each element {@code x} of a floating-point tensor of
   * any shape.
   *
   * <p>TT-NN's {@code ttnn.sinh}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor sinh(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.SINH.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * The part of a tensor from a start up to, but not including, an end in each dimension, every
   * element or with a step. Negative indices count from the end.
   *
   * <p>TT-NN's {@code ttnn.slice}.
   *
   * @param inputTensor the tensor to work on
   * @param sliceStart the first index of each dimension; negative ones count from the end
   * @param sliceEnd the index of each dimension before which the part ends; negative ones count
   *     from the end
   * @return a tensor whose dimensions are {@code ceil((end - start) / step)}
   * @throws TilescopeException if there is not one bound for each dimension, a bound lies outside
   *     its dimension or an end before its start, a step is below 1, block floats are given a step
   *     other than 1, a host tensor is given a memory config or a tensor to write to, or bounds are
   *     given as tensors, which is not modelled
   */
  public static Tensor slice(Tensor inputTensor, int[] sliceStart, int[] sliceEnd) {
    return SliceOperations.SLICE.call(
        new SliceArguments(inputTensor, sliceStart, sliceEnd, null, SliceOptions.DEFAULT));
  }

  /**
   * The part of a tensor from a start up to, but not including, an end in each dimension, every
   * element or with a step. Negative indices count from the end.
   *
   * <p>TT-NN's {@code ttnn.slice}.
   *
   * @param inputTensor the tensor to work on
   * @param sliceStart the first index of each dimension; negative ones count from the end
   * @param sliceEnd the index of each dimension before which the part ends; negative ones count
   *     from the end
   * @param sliceStep the distance of the picked elements in each dimension; 1 unless given, and
   *     block floats take no other
   * @return a tensor whose dimensions are {@code ceil((end - start) / step)}
   * @throws TilescopeException if there is not one bound for each dimension, a bound lies outside
   *     its dimension or an end before its start, a step is below 1, block floats are given a step
   *     other than 1, a host tensor is given a memory config or a tensor to write to, or bounds are
   *     given as tensors, which is not modelled
   */
  public static Tensor slice(
      Tensor inputTensor, int[] sliceStart, int[] sliceEnd, int @Nullable [] sliceStep) {
    return SliceOperations.SLICE.call(
        new SliceArguments(inputTensor, sliceStart, sliceEnd, sliceStep, SliceOptions.DEFAULT));
  }

  /**
   * The part of a tensor from a start up to, but not including, an end in each dimension, every
   * element or with a step. Negative indices count from the end.
   *
   * <p>TT-NN's {@code ttnn.slice}.
   *
   * @param inputTensor the tensor to work on
   * @param sliceStart the first index of each dimension; negative ones count from the end
   * @param sliceEnd the index of each dimension before which the part ends; negative ones count
   *     from the end
   * @param options the keyword arguments, each with its default
   * @return a tensor whose dimensions are {@code ceil((end - start) / step)}
   * @throws TilescopeException if there is not one bound for each dimension, a bound lies outside
   *     its dimension or an end before its start, a step is below 1, block floats are given a step
   *     other than 1, a host tensor is given a memory config or a tensor to write to, or bounds are
   *     given as tensors, which is not modelled
   */
  public static Tensor slice(
      Tensor inputTensor, int[] sliceStart, int[] sliceEnd, SliceOptions options) {
    return SliceOperations.SLICE.call(
        new SliceArguments(inputTensor, sliceStart, sliceEnd, null, options));
  }

  /**
   * The part of a tensor from a start up to, but not including, an end in each dimension, every
   * element or with a step. Negative indices count from the end.
   *
   * <p>TT-NN's {@code ttnn.slice}.
   *
   * @param inputTensor the tensor to work on
   * @param sliceStart the first index of each dimension; negative ones count from the end
   * @param sliceEnd the index of each dimension before which the part ends; negative ones count
   *     from the end
   * @param sliceStep the distance of the picked elements in each dimension; 1 unless given, and
   *     block floats take no other
   * @param options the keyword arguments, each with its default
   * @return a tensor whose dimensions are {@code ceil((end - start) / step)}
   * @throws TilescopeException if there is not one bound for each dimension, a bound lies outside
   *     its dimension or an end before its start, a step is below 1, block floats are given a step
   *     other than 1, a host tensor is given a memory config or a tensor to write to, or bounds are
   *     given as tensors, which is not modelled
   */
  public static Tensor slice(
      Tensor inputTensor,
      int[] sliceStart,
      int[] sliceEnd,
      int @Nullable [] sliceStep,
      SliceOptions options) {
    return SliceOperations.SLICE.call(
        new SliceArguments(inputTensor, sliceStart, sliceEnd, sliceStep, options));
  }

  /**
   * Refused: bounds in tensors are not modelled; slice by numbers.
   *
   * <p>TT-NN's {@code ttnn.slice}.
   *
   * @param input the tensor to work on
   * @param starts the first index of each dimension, as a tensor
   * @param ends the index behind the last of each dimension, as a tensor
   * @param sliceDim the dimension that is sliced
   * @param numDevices over how many devices the slices go
   * @param options the keyword arguments, each with its default
   * @return a tensor whose dimensions are {@code ceil((end - start) / step)}
   * @throws TilescopeException if there is not one bound for each dimension, a bound lies outside
   *     its dimension or an end before its start, a step is below 1, block floats are given a step
   *     other than 1, a host tensor is given a memory config or a tensor to write to, or bounds are
   *     given as tensors, which is not modelled
   */
  public static Tensor slice(
      Tensor input,
      Tensor starts,
      Tensor ends,
      @Nullable Integer sliceDim,
      @Nullable Integer numDevices,
      SliceOptions options) {
    return SliceOperations.slice(input, starts, ends, sliceDim, numDevices, options);
  }

  /**
   * {@code x + sin(alpha * x)^2 / beta}, element by element of tiles of one dtype, bfloat16 or
   * float32.
   *
   * <p>TT-NN's {@code ttnn.snake_beta}.
   *
   * @param inputTensor the tensor to work on
   * @param alpha the frequency, of the input's shape or one row of it
   * @param beta the divisor, of the shape of {@code alpha}
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if {@code alpha} and {@code beta} differ in shape, or are neither of
   *     the input's shape nor one row of it
   */
  public static Tensor snakeBeta(Tensor inputTensor, Tensor alpha, Tensor beta) {
    return TernaryOperations.SNAKE_BETA.call(
        new SnakeBetaArguments(inputTensor, alpha, beta, null, null));
  }

  /**
   * {@code x + sin(alpha * x)^2 / beta}, element by element of tiles of one dtype, bfloat16 or
   * float32.
   *
   * <p>TT-NN's {@code ttnn.snake_beta}.
   *
   * @param inputTensor the tensor to work on
   * @param alpha the frequency, of the input's shape or one row of it
   * @param beta the divisor, of the shape of {@code alpha}
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param outputTensor tensor to write to instead of a new one; its shape, dtype, layout and
   *     memory config must be those of the result
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if {@code alpha} and {@code beta} differ in shape, or are neither of
   *     the input's shape nor one row of it
   */
  public static Tensor snakeBeta(
      Tensor inputTensor,
      Tensor alpha,
      Tensor beta,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor outputTensor) {
    return TernaryOperations.SNAKE_BETA.call(
        new SnakeBetaArguments(inputTensor, alpha, beta, memoryConfig, outputTensor));
  }

  /**
   * {@code beta * tanh(x / beta)}, for each element {@code x} of a floating-point tensor of any
   * shape.
   *
   * <p>TT-NN's {@code ttnn.softcap}.
   *
   * @param inputTensor the tensor to work on
   * @param beta bound that the result approaches
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor softcap(Tensor inputTensor, Number beta) {
    return ActivationOperations.SOFTCAP.call(
        new SoftcapArguments(inputTensor, beta, UnaryOptions.DEFAULT));
  }

  /**
   * {@code beta * tanh(x / beta)}, for each element {@code x} of a floating-point tensor of any
   * shape.
   *
   * <p>TT-NN's {@code ttnn.softcap}.
   *
   * @param inputTensor the tensor to work on
   * @param beta bound that the result approaches
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor softcap(Tensor inputTensor, Number beta, UnaryOptions options) {
    return ActivationOperations.SOFTCAP.call(new SoftcapArguments(inputTensor, beta, options));
  }

  /**
   * {@code e^x / sum(e^x)} along one dimension, with the greatest element subtracted first.
   *
   * <p>TT-NN's {@code ttnn.softmax}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the dimension is not one of the input's
   */
  public static Tensor softmax(Tensor inputTensor) {
    return SoftmaxOperations.SOFTMAX.call(new SoftmaxArguments(inputTensor, -1, null, null, true));
  }

  /**
   * {@code e^x / sum(e^x)} along one dimension, with the greatest element subtracted first.
   *
   * <p>TT-NN's {@code ttnn.softmax}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimension whose elements add up to 1; a negative one counts from the end
   *     (default -1)
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the dimension is not one of the input's
   */
  public static Tensor softmax(Tensor inputTensor, int dim, @Nullable MemoryConfig memoryConfig) {
    return SoftmaxOperations.SOFTMAX.call(
        new SoftmaxArguments(inputTensor, dim, memoryConfig, null, true));
  }

  /**
   * {@code e^x / sum(e^x)} along one dimension, with the greatest element subtracted first.
   *
   * <p>TT-NN's {@code ttnn.softmax}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimension whose elements add up to 1; a negative one counts from the end
   *     (default -1)
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param computeKernelConfig how the compute kernel does its arithmetic; it changes the modelled
   *     time and the circular buffers, not the values
   * @param numericStable whether TT-NN subtracts the greatest element first; it is always
   *     subtracted here, so the values are the same, but the modelled time is that of the program
   *     asked for (default True)
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the dimension is not one of the input's
   */
  public static Tensor softmax(
      Tensor inputTensor,
      int dim,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig,
      boolean numericStable) {
    return SoftmaxOperations.SOFTMAX.call(
        new SoftmaxArguments(inputTensor, dim, memoryConfig, computeKernelConfig, numericStable));
  }

  /**
   * {@code e^x / sum(e^x)} along one dimension, with the greatest element subtracted first, written
   * over the input.
   *
   * <p>TT-NN's {@code ttnn.softmax_in_place}.
   *
   * @param inputTensor the tensor to work on, which the result is written over
   * @return the input tensor
   * @throws TilescopeException if the dimension is not one of the input's, or a sharded program
   *     config does not fit the input's shards
   */
  public static Tensor softmaxInPlace(Tensor inputTensor) {
    return SoftmaxOperations.SOFTMAX_IN_PLACE.call(
        new SoftmaxInPlaceArguments(inputTensor, -1, null, null, true));
  }

  /**
   * {@code e^x / sum(e^x)} along one dimension, with the greatest element subtracted first, written
   * over the input.
   *
   * <p>TT-NN's {@code ttnn.softmax_in_place}.
   *
   * @param inputTensor the tensor to work on, which the result is written over
   * @param dim the dimension whose elements add up to 1; a negative one counts from the end
   *     (default -1)
   * @return the input tensor
   * @throws TilescopeException if the dimension is not one of the input's, or a sharded program
   *     config does not fit the input's shards
   */
  public static Tensor softmaxInPlace(Tensor inputTensor, int dim) {
    return SoftmaxOperations.SOFTMAX_IN_PLACE.call(
        new SoftmaxInPlaceArguments(inputTensor, dim, null, null, true));
  }

  /**
   * {@code e^x / sum(e^x)} along one dimension, with the greatest element subtracted first, written
   * over the input.
   *
   * <p>TT-NN's {@code ttnn.softmax_in_place}.
   *
   * @param inputTensor the tensor to work on, which the result is written over
   * @param dim the dimension whose elements add up to 1; a negative one counts from the end
   *     (default -1)
   * @param programConfig how the work is spread over the cores; the program for interleaved tensors
   *     unless given
   * @param computeKernelConfig how the compute kernel does its arithmetic; it changes the modelled
   *     time and the circular buffers, not the values
   * @param numericStable whether TT-NN subtracts the greatest element first; it is always
   *     subtracted here, so the values are the same, but the modelled time is that of the program
   *     asked for (default True)
   * @return the input tensor
   * @throws TilescopeException if the dimension is not one of the input's, or a sharded program
   *     config does not fit the input's shards
   */
  public static Tensor softmaxInPlace(
      Tensor inputTensor,
      int dim,
      @Nullable SoftmaxProgramConfig programConfig,
      @Nullable ComputeKernelConfig computeKernelConfig,
      boolean numericStable) {
    return SoftmaxOperations.SOFTMAX_IN_PLACE.call(
        new SoftmaxInPlaceArguments(
            inputTensor, dim, programConfig, computeKernelConfig, numericStable));
  }

  /**
   * {@code log(1 + e^(beta * x)) / beta}, and {@code x} itself where {@code beta * x} is above the
   * threshold, for each element {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.softplus}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor softplus(Tensor inputTensor) {
    return ActivationOperations.SOFTPLUS.call(
        new SoftplusArguments(inputTensor, 1.0, 20.0, UnaryOptions.DEFAULT));
  }

  /**
   * {@code log(1 + e^(beta * x)) / beta}, and {@code x} itself where {@code beta * x} is above the
   * threshold, for each element {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.softplus}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor softplus(Tensor inputTensor, UnaryOptions options) {
    return ActivationOperations.SOFTPLUS.call(
        new SoftplusArguments(inputTensor, 1.0, 20.0, options));
  }

  /**
   * {@code log(1 + e^(beta * x)) / beta}, and {@code x} itself where {@code beta * x} is above the
   * threshold, for each element {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.softplus}.
   *
   * @param inputTensor the tensor to work on
   * @param beta factor inside the exponential, and divisor of the logarithm (default 1.0)
   * @param threshold value of {@code beta * x} above which the result is {@code x} itself (default
   *     20.0)
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor softplus(Tensor inputTensor, Number beta, Number threshold) {
    return ActivationOperations.SOFTPLUS.call(
        new SoftplusArguments(inputTensor, beta, threshold, UnaryOptions.DEFAULT));
  }

  /**
   * {@code log(1 + e^(beta * x)) / beta}, and {@code x} itself where {@code beta * x} is above the
   * threshold, for each element {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.softplus}.
   *
   * @param inputTensor the tensor to work on
   * @param beta factor inside the exponential, and divisor of the logarithm (default 1.0)
   * @param threshold value of {@code beta * x} above which the result is {@code x} itself (default
   *     20.0)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor softplus(
      Tensor inputTensor, Number beta, Number threshold, UnaryOptions options) {
    return ActivationOperations.SOFTPLUS.call(
        new SoftplusArguments(inputTensor, beta, threshold, options));
  }

  /**
   * {@code x} moved towards zero by {@code lambd}: {@code x - lambd} above {@code lambd}, {@code x
   * + lambd} below {@code -lambd}, else 0, for each element {@code x} of a floating-point tensor of
   * any shape.
   *
   * <p>TT-NN's {@code ttnn.softshrink}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor softshrink(Tensor inputTensor) {
    return ActivationOperations.SOFTSHRINK.call(
        new SoftshrinkArguments(inputTensor, 0.5, UnaryOptions.DEFAULT));
  }

  /**
   * {@code x} moved towards zero by {@code lambd}: {@code x - lambd} above {@code lambd}, {@code x
   * + lambd} below {@code -lambd}, else 0, for each element {@code x} of a floating-point tensor of
   * any shape.
   *
   * <p>TT-NN's {@code ttnn.softshrink}.
   *
   * @param inputTensor the tensor to work on
   * @param lambd how far elements move towards zero (default 0.5)
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor softshrink(Tensor inputTensor, Number lambd) {
    return ActivationOperations.SOFTSHRINK.call(
        new SoftshrinkArguments(inputTensor, lambd, UnaryOptions.DEFAULT));
  }

  /**
   * {@code x} moved towards zero by {@code lambd}: {@code x - lambd} above {@code lambd}, {@code x
   * + lambd} below {@code -lambd}, else 0, for each element {@code x} of a floating-point tensor of
   * any shape.
   *
   * <p>TT-NN's {@code ttnn.softshrink}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor softshrink(Tensor inputTensor, UnaryOptions options) {
    return ActivationOperations.SOFTSHRINK.call(new SoftshrinkArguments(inputTensor, 0.5, options));
  }

  /**
   * {@code x} moved towards zero by {@code lambd}: {@code x - lambd} above {@code lambd}, {@code x
   * + lambd} below {@code -lambd}, else 0, for each element {@code x} of a floating-point tensor of
   * any shape.
   *
   * <p>TT-NN's {@code ttnn.softshrink}.
   *
   * @param inputTensor the tensor to work on
   * @param lambd how far elements move towards zero (default 0.5)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor softshrink(Tensor inputTensor, Number lambd, UnaryOptions options) {
    return ActivationOperations.SOFTSHRINK.call(
        new SoftshrinkArguments(inputTensor, lambd, options));
  }

  /**
   * {@code x / (1 + |x|)}, for each element {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.softsign}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor softsign(Tensor inputTensor) {
    return ActivationOperations.SOFTSIGN.call(
        new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * {@code x / (1 + |x|)}, for each element {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.softsign}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor softsign(Tensor inputTensor, UnaryOptions options) {
    return ActivationOperations.SOFTSIGN.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * The elements along one dimension in order, and where each stood. Equal elements keep their
   * order.
   *
   * <p>TT-NN's {@code ttnn.sort}.
   *
   * @param input the tensor to work on
   * @return two tensors of the input's shape: the values, and their indices, uint16 for bfloat16
   *     values where that is wide enough, else uint32
   * @throws TilescopeException if the dimension is not one of the input's, or a tensor to write to
   *     is the input or does not fit its result
   */
  public static ValuesAndIndices sort(Tensor input) {
    return OrderOperations.sort(input, -1, false, false, null, null);
  }

  /**
   * The elements along one dimension in order, and where each stood. Equal elements keep their
   * order.
   *
   * <p>TT-NN's {@code ttnn.sort}.
   *
   * @param input the tensor to work on
   * @param dim the dimension to sort along; a negative one counts from the end
   * @param descending whether the greatest element comes first
   * @param stable whether equal elements must keep their order; they always do
   * @param memoryConfig where the results are placed; unless given where the tensors to write to
   *     are, else where the input is, interleaved
   * @return two tensors of the input's shape: the values, and their indices, uint16 for bfloat16
   *     values where that is wide enough, else uint32
   * @throws TilescopeException if the dimension is not one of the input's, or a tensor to write to
   *     is the input or does not fit its result
   */
  public static ValuesAndIndices sort(
      Tensor input,
      int dim,
      boolean descending,
      boolean stable,
      @Nullable MemoryConfig memoryConfig) {
    return OrderOperations.sort(input, dim, descending, stable, memoryConfig, null);
  }

  /**
   * The elements along one dimension in order, and where each stood. Equal elements keep their
   * order.
   *
   * <p>TT-NN's {@code ttnn.sort}.
   *
   * @param input the tensor to work on
   * @param dim the dimension to sort along; a negative one counts from the end
   * @param descending whether the greatest element comes first
   * @param stable whether equal elements must keep their order; they always do
   * @param memoryConfig where the results are placed; unless given where the tensors to write to
   *     are, else where the input is, interleaved
   * @param out two tensors to write the values and the indices to instead of new ones; they must be
   *     other ones than the input and fit the results
   * @return two tensors of the input's shape: the values, and their indices, uint16 for bfloat16
   *     values where that is wide enough, else uint32
   * @throws TilescopeException if the dimension is not one of the input's, or a tensor to write to
   *     is the input or does not fit its result
   */
  public static ValuesAndIndices sort(
      Tensor input,
      int dim,
      boolean descending,
      boolean stable,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ValuesAndIndices out) {
    return OrderOperations.sort(input, dim, descending, stable, memoryConfig, out);
  }

  /**
   * The matrix products of some pairs of two batches: those that {@code sparsity} has a number
   * other than 0 for, or those of the matrices of the right batch that {@code indices} names. With
   * both sparse a matrix of the left batch belongs to the one at its place in the right one; with
   * the left one sparse the right batch serves the left one again and again; with the right one
   * sparse every matrix of the left may meet every one of the right.
   *
   * <p>TT-NN's {@code ttnn.sparse_matmul}.
   *
   * @param inputTensorA the left matrices, {@code [..., m, k]}
   * @param inputTensorB the right matrices, {@code [..., k, n]}
   * @param sparsity one element for each pair, in rows
   * @param programConfig how a product is spread over the cores: a {@code
   *     MatmulMultiCoreReuseMultiCast1DProgramConfig} with {@code mcast_in0}
   * @return a tensor of shape {@code [..., m, n]} in tiles: the batch dimensions of the left
   *     tensor, unless both are sparse, then those of the right one, if it is sparse; zeros where
   *     nothing was multiplied
   * @throws TilescopeException if the inner dimensions differ, sparsity has not one element for
   *     each pair, neither tensor is sparse, or the program config does not fit the sizes
   */
  public static Tensor sparseMatmul(
      Tensor inputTensorA,
      Tensor inputTensorB,
      Tensor sparsity,
      MatmulProgramConfig programConfig) {
    return SparseMatmulOperations.SPARSE_MATMUL.call(
        new SparseMatmulArguments(
            inputTensorA, inputTensorB, sparsity, programConfig, SparseMatmulOptions.DEFAULT));
  }

  /**
   * The matrix products of some pairs of two batches: those that {@code sparsity} has a number
   * other than 0 for, or those of the matrices of the right batch that {@code indices} names. With
   * both sparse a matrix of the left batch belongs to the one at its place in the right one; with
   * the left one sparse the right batch serves the left one again and again; with the right one
   * sparse every matrix of the left may meet every one of the right.
   *
   * <p>TT-NN's {@code ttnn.sparse_matmul}.
   *
   * @param inputTensorA the left matrices, {@code [..., m, k]}
   * @param inputTensorB the right matrices, {@code [..., k, n]}
   * @param sparsity one element for each pair, in rows
   * @param programConfig how a product is spread over the cores: a {@code
   *     MatmulMultiCoreReuseMultiCast1DProgramConfig} with {@code mcast_in0}
   * @param options the keyword arguments, each with its default
   * @return a tensor of shape {@code [..., m, n]} in tiles: the batch dimensions of the left
   *     tensor, unless both are sparse, then those of the right one, if it is sparse; zeros where
   *     nothing was multiplied
   * @throws TilescopeException if the inner dimensions differ, sparsity has not one element for
   *     each pair, neither tensor is sparse, or the program config does not fit the sizes
   */
  public static Tensor sparseMatmul(
      Tensor inputTensorA,
      Tensor inputTensorB,
      Tensor sparsity,
      MatmulProgramConfig programConfig,
      SparseMatmulOptions options) {
    return SparseMatmulOperations.SPARSE_MATMUL.call(
        new SparseMatmulArguments(inputTensorA, inputTensorB, sparsity, programConfig, options));
  }

  /**
   * Cuts a tensor along one dimension into parts of the given size, of which the last may be
   * smaller, or into parts of the given sizes.
   *
   * <p>TT-NN's {@code ttnn.split}.
   *
   * @param inputTensor the tensor to work on
   * @param splitSize the size of every part, or of each; those of each must add up to the dimension
   * @return a list of tensors that differ from the input in dimension {@code dim} only
   * @throws TilescopeException if a size is below 1, several sizes do not add up to the dimension,
   *     or the dimension is not one of the input's
   */
  public static List<Tensor> split(Tensor inputTensor, int[] splitSize) {
    return SliceOperations.SPLIT.call(new SplitArguments(inputTensor, splitSize, 0, null));
  }

  /**
   * Cuts a tensor along one dimension into parts of the given size, of which the last may be
   * smaller, or into parts of the given sizes.
   *
   * <p>TT-NN's {@code ttnn.split}.
   *
   * @param inputTensor the tensor to work on
   * @param splitSize the size of every part, or of each; those of each must add up to the dimension
   * @param dim the dimension to cut; a negative one counts from the end (default 0)
   * @return a list of tensors that differ from the input in dimension {@code dim} only
   * @throws TilescopeException if a size is below 1, several sizes do not add up to the dimension,
   *     or the dimension is not one of the input's
   */
  public static List<Tensor> split(Tensor inputTensor, int splitSize, int dim) {
    return SliceOperations.SPLIT.call(
        new SplitArguments(inputTensor, new int[] {splitSize}, dim, null));
  }

  /**
   * Cuts a tensor along one dimension into parts of the given size, of which the last may be
   * smaller, or into parts of the given sizes.
   *
   * <p>TT-NN's {@code ttnn.split}.
   *
   * @param inputTensor the tensor to work on
   * @param splitSize the size of every part, or of each; those of each must add up to the dimension
   * @param dim the dimension to cut; a negative one counts from the end (default 0)
   * @param memoryConfig where the parts are placed; unless given where the input is, with a sharded
   *     input's shards cut anew on the same cores to hold them
   * @return a list of tensors that differ from the input in dimension {@code dim} only
   * @throws TilescopeException if a size is below 1, several sizes do not add up to the dimension,
   *     or the dimension is not one of the input's
   */
  public static List<Tensor> split(
      Tensor inputTensor, int[] splitSize, int dim, @Nullable MemoryConfig memoryConfig) {
    return SliceOperations.SPLIT.call(
        new SplitArguments(inputTensor, splitSize, dim, memoryConfig));
  }

  /**
   * The square root of {@code x}, NaN below 0, for each element {@code x} of a floating-point
   * tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.sqrt}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor sqrt(Tensor inputTensor) {
    return MathOperations.SQRT.call(
        new ApproximableArguments(inputTensor, false, UnaryOptions.DEFAULT));
  }

  /**
   * The square root of {@code x}, NaN below 0, for each element {@code x} of a floating-point
   * tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.sqrt}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor sqrt(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.SQRT.call(new ApproximableArguments(inputTensor, false, options));
  }

  /**
   * The square root of {@code x}, NaN below 0, for each element {@code x} of a floating-point
   * tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.sqrt}.
   *
   * @param inputTensor the tensor to work on
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; it makes a
   *     program of its own, and the values are computed exactly all the same (default False)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor sqrt(
      Tensor inputTensor, boolean fastAndApproximateMode, UnaryOptions options) {
    return MathOperations.SQRT.call(
        new ApproximableArguments(inputTensor, fastAndApproximateMode, options));
  }

  /**
   * The square {@code x * x}, for each element {@code x} of a tensor of any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.square}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor square(Tensor inputTensor) {
    return MathOperations.SQUARE.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * The square {@code x * x}, for each element {@code x} of a tensor of any shape and dtype.
   *
   * <p>TT-NN's {@code ttnn.square}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor square(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.SQUARE.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * The squared difference {@code (a - b)^2}, element by element. The second operand is a tensor or
   * a number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.squared_difference}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor squaredDifference(Tensor inputTensorA, Tensor inputTensorB) {
    return ArithmeticOperations.SQUARED_DIFFERENCE.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The squared difference {@code (a - b)^2}, element by element. The second operand is a tensor or
   * a number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.squared_difference}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor squaredDifference(Tensor inputTensorA, Number inputTensorB) {
    return ArithmeticOperations.SQUARED_DIFFERENCE.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The squared difference {@code (a - b)^2}, element by element. The second operand is a tensor or
   * a number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.squared_difference}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor squaredDifference(
      Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.SQUARED_DIFFERENCE.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The squared difference {@code (a - b)^2}, element by element. The second operand is a tensor or
   * a number; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.squared_difference}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor squaredDifference(
      Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.SQUARED_DIFFERENCE.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The squared difference {@code (a - b)^2}, element by element, written over {@code a}. The
   * second operand is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.squared_difference_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor squaredDifferenceInPlace(Tensor inputA, Tensor inputB) {
    return InPlaceOperations.SQUARED_DIFFERENCE.call(
        new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * The squared difference {@code (a - b)^2}, element by element, written over {@code a}. The
   * second operand is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.squared_difference_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor squaredDifferenceInPlace(Tensor inputA, Number inputB) {
    return InPlaceOperations.SQUARED_DIFFERENCE.call(
        new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * The squared difference {@code (a - b)^2}, element by element, written over {@code a}. The
   * second operand is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.squared_difference_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor squaredDifferenceInPlace(
      Tensor inputA, Tensor inputB, InPlaceOptions options) {
    return InPlaceOperations.SQUARED_DIFFERENCE.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * The squared difference {@code (a - b)^2}, element by element, written over {@code a}. The
   * second operand is a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.squared_difference_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor squaredDifferenceInPlace(
      Tensor inputA, Number inputB, InPlaceOptions options) {
    return InPlaceOperations.SQUARED_DIFFERENCE.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * The tensor without dimensions of size 1: all of them, or those named. A named dimension of
   * another size stays.
   *
   * <p>TT-NN's {@code ttnn.squeeze}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the same elements with fewer dimensions, a view where the pages allow it
   * @throws TilescopeException if a dimension is not one of the input's
   */
  public static Tensor squeeze(Tensor inputTensor) {
    return ShapeOperations.SQUEEZE.call(new SqueezeArguments(inputTensor, null));
  }

  /**
   * The tensor without dimensions of size 1: all of them, or those named. A named dimension of
   * another size stays.
   *
   * <p>TT-NN's {@code ttnn.squeeze}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimensions to leave out, of which those of another size than 1 stay; all of size
   *     1 unless given
   * @return a tensor of the same elements with fewer dimensions, a view where the pages allow it
   * @throws TilescopeException if a dimension is not one of the input's
   */
  public static Tensor squeeze(Tensor inputTensor, int... dim) {
    return ShapeOperations.SQUEEZE.call(new SqueezeArguments(inputTensor, dim));
  }

  /**
   * Joins tensors of one shape, dtype and layout along a new dimension.
   *
   * <p>TT-NN's {@code ttnn.stack}.
   *
   * @param inputTensors the tensors to join, one or more
   * @param dim where the new dimension goes; a negative one counts from the end of the result
   * @return a tensor of one dimension more, whose size in dimension {@code dim} is the number of
   *     tensors
   * @throws TilescopeException if there are no tensors, or their shapes, dtypes or layouts differ
   */
  public static Tensor stack(List<Tensor> inputTensors, int dim) {
    return JoinOperations.STACK.call(new StackArguments(inputTensors, dim));
  }

  /**
   * The standard deviation along one, several or all dimensions. Of a tensor of rank 0 it is NaN
   * with correction, else 0.
   *
   * <p>TT-NN's {@code ttnn.std}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor without the reduced dimensions, or with size 1 in their places if they are
   *     kept; of rank 0 if all are reduced and not kept
   * @throws TilescopeException if a dimension is not one of the input's or is named twice, or an
   *     output layout is given
   */
  public static Tensor std(Tensor inputTensor) {
    return VarianceOperations.STD.call(
        new ReduceArguments(inputTensor, null, false, ReduceOptions.DEFAULT));
  }

  /**
   * The standard deviation along one, several or all dimensions. Of a tensor of rank 0 it is NaN
   * with correction, else 0.
   *
   * <p>TT-NN's {@code ttnn.std}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor without the reduced dimensions, or with size 1 in their places if they are
   *     kept; of rank 0 if all are reduced and not kept
   * @throws TilescopeException if a dimension is not one of the input's or is named twice, or an
   *     output layout is given
   */
  public static Tensor std(Tensor inputTensor, ReduceOptions options) {
    return VarianceOperations.STD.call(new ReduceArguments(inputTensor, null, false, options));
  }

  /**
   * The standard deviation along one, several or all dimensions. Of a tensor of rank 0 it is NaN
   * with correction, else 0.
   *
   * <p>TT-NN's {@code ttnn.std}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimensions to take the standard deviation over, one or several, each once; all
   *     unless given. Negative ones count from the end
   * @param keepdim whether reduced dimensions stay, with size 1 (default False)
   * @return a tensor without the reduced dimensions, or with size 1 in their places if they are
   *     kept; of rank 0 if all are reduced and not kept
   * @throws TilescopeException if a dimension is not one of the input's or is named twice, or an
   *     output layout is given
   */
  public static Tensor std(Tensor inputTensor, int dim, boolean keepdim) {
    return VarianceOperations.STD.call(
        new ReduceArguments(inputTensor, List.of(dim), keepdim, ReduceOptions.DEFAULT));
  }

  /**
   * The standard deviation along one, several or all dimensions. Of a tensor of rank 0 it is NaN
   * with correction, else 0.
   *
   * <p>TT-NN's {@code ttnn.std}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimensions to take the standard deviation over, one or several, each once; all
   *     unless given. Negative ones count from the end
   * @param keepdim whether reduced dimensions stay, with size 1 (default False)
   * @param options the keyword arguments, each with its default
   * @return a tensor without the reduced dimensions, or with size 1 in their places if they are
   *     kept; of rank 0 if all are reduced and not kept
   * @throws TilescopeException if a dimension is not one of the input's or is named twice, or an
   *     output layout is given
   */
  public static Tensor std(
      Tensor inputTensor, @Nullable List<Integer> dim, boolean keepdim, ReduceOptions options) {
    return VarianceOperations.STD.call(new ReduceArguments(inputTensor, dim, keepdim, options));
  }

  /**
   * {@code a - alpha * b}, element by element; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.subalpha}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand
   * @param alpha factor of the second operand
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor subalpha(Tensor inputTensorA, Tensor inputTensorB, float alpha) {
    return FormulaOperations.SUBALPHA.call(
        new ScaledArguments(inputTensorA, inputTensorB, alpha, null, null));
  }

  /**
   * {@code a - alpha * b}, element by element; shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.subalpha}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand
   * @param alpha factor of the second operand
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param outputTensor tensor to write to instead of a new one; its shape, dtype, layout and
   *     memory config must be those of the result
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor subalpha(
      Tensor inputTensorA,
      Tensor inputTensorB,
      float alpha,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor outputTensor) {
    return FormulaOperations.SUBALPHA.call(
        new ScaledArguments(inputTensorA, inputTensorB, alpha, memoryConfig, outputTensor));
  }

  /**
   * The difference {@code a - b}, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.subtract}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor subtract(Tensor inputTensorA, Tensor inputTensorB) {
    return ArithmeticOperations.SUBTRACT.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The difference {@code a - b}, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.subtract}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor subtract(Tensor inputTensorA, Number inputTensorB) {
    return ArithmeticOperations.SUBTRACT.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The difference {@code a - b}, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.subtract}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor subtract(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.SUBTRACT.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The difference {@code a - b}, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.subtract}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor subtract(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.SUBTRACT.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The difference {@code a - b}, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.subtract}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor sub(Tensor inputTensorA, Tensor inputTensorB) {
    return ArithmeticOperations.SUBTRACT.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The difference {@code a - b}, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.subtract}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor sub(Tensor inputTensorA, Number inputTensorB) {
    return ArithmeticOperations.SUBTRACT.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * The difference {@code a - b}, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.subtract}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor sub(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.SUBTRACT.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The difference {@code a - b}, element by element. The second operand is a tensor or a number;
   * shapes broadcast as in NumPy.
   *
   * <p>TT-NN's {@code ttnn.subtract}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast, do so beyond rank 6, or an integer
   *     tensor is given a number that is not a 32-bit integer
   */
  public static Tensor sub(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.SUBTRACT.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * The difference {@code a - b}, element by element, written over {@code a}. The second operand is
   * a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.subtract_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor subtractInPlace(Tensor inputA, Tensor inputB) {
    return InPlaceOperations.SUBTRACT.call(
        new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * The difference {@code a - b}, element by element, written over {@code a}. The second operand is
   * a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.subtract_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor subtractInPlace(Tensor inputA, Number inputB) {
    return InPlaceOperations.SUBTRACT.call(
        new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * The difference {@code a - b}, element by element, written over {@code a}. The second operand is
   * a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.subtract_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor subtractInPlace(Tensor inputA, Tensor inputB, InPlaceOptions options) {
    return InPlaceOperations.SUBTRACT.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * The difference {@code a - b}, element by element, written over {@code a}. The second operand is
   * a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.subtract_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor subtractInPlace(Tensor inputA, Number inputB, InPlaceOptions options) {
    return InPlaceOperations.SUBTRACT.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * The difference {@code a - b}, element by element, written over {@code a}. The second operand is
   * a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.subtract_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor subInPlace(Tensor inputA, Tensor inputB) {
    return InPlaceOperations.SUBTRACT.call(
        new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * The difference {@code a - b}, element by element, written over {@code a}. The second operand is
   * a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.subtract_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor subInPlace(Tensor inputA, Number inputB) {
    return InPlaceOperations.SUBTRACT.call(
        new InPlaceArguments(inputA, inputB, InPlaceOptions.DEFAULT));
  }

  /**
   * The difference {@code a - b}, element by element, written over {@code a}. The second operand is
   * a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.subtract_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor subInPlace(Tensor inputA, Tensor inputB, InPlaceOptions options) {
    return InPlaceOperations.SUBTRACT.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * The difference {@code a - b}, element by element, written over {@code a}. The second operand is
   * a tensor that broadcasts to the shape of {@code a}, or a number.
   *
   * <p>TT-NN's {@code ttnn.subtract_}.
   *
   * @param inputA the first operand, which the result is written over
   * @param inputB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return the first operand
   * @throws TilescopeException if the second operand does not broadcast to the shape of the first,
   *     or an integer tensor is given a number that is not whole
   */
  public static Tensor subInPlace(Tensor inputA, Number inputB, InPlaceOptions options) {
    return InPlaceOperations.SUBTRACT.call(new InPlaceArguments(inputA, inputB, options));
  }

  /**
   * The sum along one, several or all dimensions; integers keep the low 32 bits.
   *
   * <p>TT-NN's {@code ttnn.sum}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor without the reduced dimensions, or with size 1 in their places if they are
   *     kept; of rank 0 if all are reduced and not kept
   * @throws TilescopeException if a dimension is not one of the input's or is named twice
   */
  public static Tensor sum(Tensor inputTensor) {
    return ReductionOperations.SUM.call(
        new ReduceArguments(inputTensor, null, false, ReduceOptions.DEFAULT));
  }

  /**
   * The sum along one, several or all dimensions; integers keep the low 32 bits.
   *
   * <p>TT-NN's {@code ttnn.sum}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor without the reduced dimensions, or with size 1 in their places if they are
   *     kept; of rank 0 if all are reduced and not kept
   * @throws TilescopeException if a dimension is not one of the input's or is named twice
   */
  public static Tensor sum(Tensor inputTensor, ReduceOptions options) {
    return ReductionOperations.SUM.call(new ReduceArguments(inputTensor, null, false, options));
  }

  /**
   * The sum along one, several or all dimensions; integers keep the low 32 bits.
   *
   * <p>TT-NN's {@code ttnn.sum}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimensions to add up, one or several, each once; all unless given. Negative ones
   *     count from the end
   * @param keepdim whether reduced dimensions stay, with size 1 (default False)
   * @return a tensor without the reduced dimensions, or with size 1 in their places if they are
   *     kept; of rank 0 if all are reduced and not kept
   * @throws TilescopeException if a dimension is not one of the input's or is named twice
   */
  public static Tensor sum(Tensor inputTensor, int dim, boolean keepdim) {
    return ReductionOperations.SUM.call(
        new ReduceArguments(inputTensor, List.of(dim), keepdim, ReduceOptions.DEFAULT));
  }

  /**
   * The sum along one, several or all dimensions; integers keep the low 32 bits.
   *
   * <p>TT-NN's {@code ttnn.sum}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimensions to add up, one or several, each once; all unless given. Negative ones
   *     count from the end
   * @param keepdim whether reduced dimensions stay, with size 1 (default False)
   * @param options the keyword arguments, each with its default
   * @return a tensor without the reduced dimensions, or with size 1 in their places if they are
   *     kept; of rank 0 if all are reduced and not kept
   * @throws TilescopeException if a dimension is not one of the input's or is named twice
   */
  public static Tensor sum(
      Tensor inputTensor, @Nullable List<Integer> dim, boolean keepdim, ReduceOptions options) {
    return ReductionOperations.SUM.call(new ReduceArguments(inputTensor, dim, keepdim, options));
  }

  /**
   * The first half of the last dimension, times the SiLU of the second half.
   *
   * <p>TT-NN's {@code ttnn.swiglu}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor with half as many elements in the last dimension
   * @throws TilescopeException if the input is not of rank 4, half of its last dimension is not
   *     whole tiles, or {@code dim} is another one
   */
  public static Tensor swiglu(Tensor inputTensor) {
    return GatedOperations.SWIGLU.call(new GatedArguments(inputTensor, -1, null));
  }

  /**
   * The first half of the last dimension, times the SiLU of the second half.
   *
   * <p>TT-NN's {@code ttnn.swiglu}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimension to halve: the last one, as -1 or 3 (default -1)
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a tensor with half as many elements in the last dimension
   * @throws TilescopeException if the input is not of rank 4, half of its last dimension is not
   *     whole tiles, or {@code dim} is another one
   */
  public static Tensor swiglu(Tensor inputTensor, int dim, @Nullable MemoryConfig memoryConfig) {
    return GatedOperations.SWIGLU.call(new GatedArguments(inputTensor, dim, memoryConfig));
  }

  /**
   * {@code x / (1 + e^-x)}, another name of {@code silu}, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.swish}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor swish(Tensor inputTensor) {
    return ActivationOperations.SWISH.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * {@code x / (1 + e^-x)}, another name of {@code silu}, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.swish}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor swish(Tensor inputTensor, UnaryOptions options) {
    return ActivationOperations.SWISH.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * The tangent {@code tan(x)}, {@code x} in radians, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.tan}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor tan(Tensor inputTensor) {
    return MathOperations.TAN.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * The tangent {@code tan(x)}, {@code x} in radians, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.tan}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor tan(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.TAN.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * The hyperbolic tangent {@code tanh(x)}, for each element {@code x} of a floating-point tensor
   * of any shape.
   *
   * <p>TT-NN's {@code ttnn.tanh}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor tanh(Tensor inputTensor) {
    return ActivationOperations.TANH.call(
        new ApproximableArguments(inputTensor, false, UnaryOptions.DEFAULT));
  }

  /**
   * The hyperbolic tangent {@code tanh(x)}, for each element {@code x} of a floating-point tensor
   * of any shape.
   *
   * <p>TT-NN's {@code ttnn.tanh}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor tanh(Tensor inputTensor, UnaryOptions options) {
    return ActivationOperations.TANH.call(new ApproximableArguments(inputTensor, false, options));
  }

  /**
   * The hyperbolic tangent {@code tanh(x)}, for each element {@code x} of a floating-point tensor
   * of any shape.
   *
   * <p>TT-NN's {@code ttnn.tanh}.
   *
   * @param inputTensor the tensor to work on
   * @param fastAndApproximateMode asks for the faster and less exact form of TT-NN; it makes a
   *     program of its own, and the values are computed exactly all the same (default False)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor tanh(
      Tensor inputTensor, boolean fastAndApproximateMode, UnaryOptions options) {
    return ActivationOperations.TANH.call(
        new ApproximableArguments(inputTensor, fastAndApproximateMode, options));
  }

  /**
   * The gradient of the input of tanh: that of its result, times the slope at the input. Tiles of
   * floating-point tensors of one shape, interleaved.
   *
   * <p>TT-NN's {@code ttnn.tanh_bw}.
   *
   * @param gradTensor the gradient of the result
   * @param inputTensor the tensor to work on
   * @return a list of one tensor of the input's shape and dtype
   * @throws TilescopeException if the shapes differ or a tensor is sharded
   */
  public static List<Tensor> tanhBw(Tensor gradTensor, Tensor inputTensor) {
    return GradientOperations.TANH_BW.call(
        new TanhBwArguments(gradTensor, inputTensor, null, null));
  }

  /**
   * The gradient of the input of tanh: that of its result, times the slope at the input. Tiles of
   * floating-point tensors of one shape, interleaved.
   *
   * <p>TT-NN's {@code ttnn.tanh_bw}.
   *
   * @param gradTensor the gradient of the result
   * @param inputTensor the tensor to work on
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param inputGrad tensor to write to instead of a new one
   * @return a list of one tensor of the input's shape and dtype
   * @throws TilescopeException if the shapes differ or a tensor is sharded
   */
  public static List<Tensor> tanhBw(
      Tensor gradTensor,
      Tensor inputTensor,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor inputGrad) {
    return GradientOperations.TANH_BW.call(
        new TanhBwArguments(gradTensor, inputTensor, memoryConfig, inputGrad));
  }

  /**
   * {@code x - tanh(x)}, for each element {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.tanhshrink}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor tanhshrink(Tensor inputTensor) {
    return ActivationOperations.TANHSHRINK.call(
        new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * {@code x - tanh(x)}, for each element {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.tanhshrink}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor tanhshrink(Tensor inputTensor, UnaryOptions options) {
    return ActivationOperations.TANHSHRINK.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * {@code x} where it is above the threshold, else {@code value}, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.threshold}.
   *
   * @param inputTensor the tensor to work on
   * @param threshold elements above it stay
   * @param value the result for all other elements
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor threshold(Tensor inputTensor, Number threshold, Number value) {
    return ActivationOperations.THRESHOLD.call(
        new ThresholdArguments(inputTensor, threshold, value, UnaryOptions.DEFAULT));
  }

  /**
   * {@code x} where it is above the threshold, else {@code value}, for each element {@code x} of a
   * floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.threshold}.
   *
   * @param inputTensor the tensor to work on
   * @param threshold elements above it stay
   * @param value the result for all other elements
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor threshold(
      Tensor inputTensor, Number threshold, Number value, UnaryOptions options) {
    return ActivationOperations.THRESHOLD.call(
        new ThresholdArguments(inputTensor, threshold, value, options));
  }

  /**
   * Converts a row-major tensor to tiles of 32 x 32; the last two dimensions must be multiples of
   * 32.
   *
   * <p>TT-NN's {@code ttnn.tilize}.
   *
   * @param inputTensor the row-major tensor to convert
   * @return a tensor of the input's shape in tiles
   * @throws TilescopeException if one of the last two dimensions is not a multiple of 32 ({@code
   *     tilize_with_zero_padding} takes any), or tiles of another size than 32 x 32 are asked for
   */
  public static Tensor tilize(Tensor inputTensor) {
    return LayoutOperations.TILIZE.call(new TilizeArguments(inputTensor, TilizeOptions.DEFAULT));
  }

  /**
   * Converts a row-major tensor to tiles of 32 x 32; the last two dimensions must be multiples of
   * 32.
   *
   * <p>TT-NN's {@code ttnn.tilize}.
   *
   * @param inputTensor the row-major tensor to convert
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape in tiles
   * @throws TilescopeException if one of the last two dimensions is not a multiple of 32 ({@code
   *     tilize_with_zero_padding} takes any), or tiles of another size than 32 x 32 are asked for
   */
  public static Tensor tilize(Tensor inputTensor, TilizeOptions options) {
    return LayoutOperations.TILIZE.call(new TilizeArguments(inputTensor, options));
  }

  /**
   * Converts a row-major tensor to tiles of 32 x 32; the last two dimensions must be multiples of
   * 32.
   *
   * <p>TT-NN's {@code ttnn.tilize}.
   *
   * @param inputTensor the row-major tensor to convert
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param dtype data type of the result; that of the input unless given. Only floating-point types
   *     convert to each other
   * @return a tensor of the input's shape in tiles
   * @throws TilescopeException if one of the last two dimensions is not a multiple of 32 ({@code
   *     tilize_with_zero_padding} takes any), or tiles of another size than 32 x 32 are asked for
   */
  public static Tensor tilize(
      Tensor inputTensor, @Nullable MemoryConfig memoryConfig, @Nullable DataType dtype) {
    return LayoutOperations.TILIZE.call(
        new TilizeArguments(
            inputTensor, TilizeOptions.DEFAULT.withMemoryConfig(memoryConfig).withDtype(dtype)));
  }

  /**
   * Converts a row-major tensor of any shape to tiles of 32 x 32, padded to a given shape. The
   * elements stay those of the input.
   *
   * <p>TT-NN's {@code ttnn.tilize_with_val_padding}.
   *
   * @param inputTensor the row-major tensor to convert
   * @param outputTensorShape the padded shape: at least the input's shape with its last two
   *     dimensions rounded up to multiples of 32; the elements stay those of the input
   * @param padValue value that fills up the tiles; padding is no part of a tensor's values here, so
   *     it changes nothing but the trace
   * @return a tensor of the input's shape in tiles, padded to {@code output_tensor_shape}
   * @throws TilescopeException if the padded shape has another rank than the input, does not
   *     consist of whole tiles or does not hold the input, or a sharded result is padded in other
   *     dimensions than the last two
   */
  public static Tensor tilizeWithValPadding(
      Tensor inputTensor, Shape outputTensorShape, double padValue) {
    return LayoutOperations.TILIZE_WITH_VAL_PADDING.call(
        new TilizeWithValPaddingArguments(
            inputTensor, outputTensorShape, padValue, null, null, true, null));
  }

  /**
   * Converts a row-major tensor of any shape to tiles of 32 x 32, padded to a given shape. The
   * elements stay those of the input.
   *
   * <p>TT-NN's {@code ttnn.tilize_with_val_padding}.
   *
   * @param inputTensor the row-major tensor to convert
   * @param outputTensorShape the padded shape: at least the input's shape with its last two
   *     dimensions rounded up to multiples of 32; the elements stay those of the input
   * @param padValue value that fills up the tiles; padding is no part of a tensor's values here, so
   *     it changes nothing but the trace
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param dtype data type of the result; that of the input unless given. Only floating-point types
   *     convert to each other
   * @return a tensor of the input's shape in tiles, padded to {@code output_tensor_shape}
   * @throws TilescopeException if the padded shape has another rank than the input, does not
   *     consist of whole tiles or does not hold the input, or a sharded result is padded in other
   *     dimensions than the last two
   */
  public static Tensor tilizeWithValPadding(
      Tensor inputTensor,
      Shape outputTensorShape,
      double padValue,
      @Nullable MemoryConfig memoryConfig,
      @Nullable DataType dtype) {
    return LayoutOperations.TILIZE_WITH_VAL_PADDING.call(
        new TilizeWithValPaddingArguments(
            inputTensor, outputTensorShape, padValue, memoryConfig, dtype, true, null));
  }

  /**
   * Converts a row-major tensor of any shape to tiles of 32 x 32, padded to a given shape. The
   * elements stay those of the input.
   *
   * <p>TT-NN's {@code ttnn.tilize_with_val_padding}.
   *
   * @param inputTensor the row-major tensor to convert
   * @param outputTensorShape the padded shape: at least the input's shape with its last two
   *     dimensions rounded up to multiples of 32; the elements stay those of the input
   * @param padValue value that fills up the tiles; padding is no part of a tensor's values here, so
   *     it changes nothing but the trace
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param dtype data type of the result; that of the input unless given. Only floating-point types
   *     convert to each other
   * @param useMulticore false for a program on one core (default True)
   * @param subCoreGrids the cores that the operation may use, all of the compute grid unless given;
   *     where the operation works on shards in place, the cores must include theirs
   * @return a tensor of the input's shape in tiles, padded to {@code output_tensor_shape}
   * @throws TilescopeException if the padded shape has another rank than the input, does not
   *     consist of whole tiles or does not hold the input, or a sharded result is padded in other
   *     dimensions than the last two
   */
  public static Tensor tilizeWithValPadding(
      Tensor inputTensor,
      Shape outputTensorShape,
      double padValue,
      @Nullable MemoryConfig memoryConfig,
      @Nullable DataType dtype,
      boolean useMulticore,
      @Nullable CoreRangeSet subCoreGrids) {
    return LayoutOperations.TILIZE_WITH_VAL_PADDING.call(
        new TilizeWithValPaddingArguments(
            inputTensor,
            outputTensorShape,
            padValue,
            memoryConfig,
            dtype,
            useMulticore,
            subCoreGrids));
  }

  /**
   * Converts a row-major tensor of any shape to tiles of 32 x 32, its last two dimensions padded to
   * multiples of 32. The elements stay those of the input.
   *
   * <p>TT-NN's {@code ttnn.tilize_with_zero_padding}.
   *
   * @param inputTensor the row-major tensor to convert
   * @return a tensor of the input's shape in tiles
   */
  public static Tensor tilizeWithZeroPadding(Tensor inputTensor) {
    return LayoutOperations.TILIZE_WITH_ZERO_PADDING.call(
        new TilizeWithZeroPaddingArguments(inputTensor, null, null, true, null));
  }

  /**
   * Converts a row-major tensor of any shape to tiles of 32 x 32, its last two dimensions padded to
   * multiples of 32. The elements stay those of the input.
   *
   * <p>TT-NN's {@code ttnn.tilize_with_zero_padding}.
   *
   * @param inputTensor the row-major tensor to convert
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param outputDtype data type of the result; that of the input unless given. Only floating-point
   *     types convert to each other
   * @return a tensor of the input's shape in tiles
   */
  public static Tensor tilizeWithZeroPadding(
      Tensor inputTensor, @Nullable MemoryConfig memoryConfig, @Nullable DataType outputDtype) {
    return LayoutOperations.TILIZE_WITH_ZERO_PADDING.call(
        new TilizeWithZeroPaddingArguments(inputTensor, memoryConfig, outputDtype, true, null));
  }

  /**
   * Converts a row-major tensor of any shape to tiles of 32 x 32, its last two dimensions padded to
   * multiples of 32. The elements stay those of the input.
   *
   * <p>TT-NN's {@code ttnn.tilize_with_zero_padding}.
   *
   * @param inputTensor the row-major tensor to convert
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param outputDtype data type of the result; that of the input unless given. Only floating-point
   *     types convert to each other
   * @param useMulticore false for a program on one core (default True)
   * @param subCoreGrids the cores that the operation may use, all of the compute grid unless given;
   *     where the operation works on shards in place, the cores must include theirs
   * @return a tensor of the input's shape in tiles
   */
  public static Tensor tilizeWithZeroPadding(
      Tensor inputTensor,
      @Nullable MemoryConfig memoryConfig,
      @Nullable DataType outputDtype,
      boolean useMulticore,
      @Nullable CoreRangeSet subCoreGrids) {
    return LayoutOperations.TILIZE_WITH_ZERO_PADDING.call(
        new TilizeWithZeroPaddingArguments(
            inputTensor, memoryConfig, outputDtype, useMulticore, subCoreGrids));
  }

  /**
   * The values of a floating-point tensor, row-major, without padding; read from the device.
   *
   * <p>TT-NN's {@code ttnn.to_array}.
   *
   * @param tensor the tensor to read
   * @return an array with one number for each element
   * @throws TilescopeException if the tensor has different parts on several devices, has no values
   *     because nothing was computed, or a trace is being recorded
   */
  public static float[] toArray(Tensor tensor) {
    return TransferOperations.toArray(tensor);
  }

  /**
   * The values of an integer tensor, row-major, without padding; read from the device. Values of
   * uint32 from 2^31 on are negative.
   *
   * <p>TT-NN's {@code ttnn.to_array}.
   *
   * @param tensor the tensor to read
   * @return an array with one number for each element
   * @throws TilescopeException if the tensor has different parts on several devices, has no values
   *     because nothing was computed, or a trace is being recorded
   */
  public static int[] toIntArray(Tensor tensor) {
    return TransferOperations.toIntArray(tensor);
  }

  /**
   * Copies a host tensor to a device; a tensor that is on that device already is returned as it is.
   *
   * <p>TT-NN's {@code ttnn.to_device}.
   *
   * @param tensor the host tensor to copy
   * @param device the device to copy the tensor to
   * @return a device tensor of the same shape, dtype and layout
   * @throws TilescopeException if the tensor is on another device, or a trace is being recorded
   */
  public static Tensor toDevice(Tensor tensor, MeshDevice device) {
    return TransferOperations.TO_DEVICE.call(new ToDeviceArguments(tensor, device, null));
  }

  /**
   * Copies a host tensor to a device; a tensor that is on that device already is returned as it is.
   *
   * <p>TT-NN's {@code ttnn.to_device}.
   *
   * @param tensor the host tensor to copy
   * @param device the device to copy the tensor to
   * @param memoryConfig where on the device the tensor is placed; interleaved DRAM unless given
   * @return a device tensor of the same shape, dtype and layout
   * @throws TilescopeException if the tensor is on another device, or a trace is being recorded
   */
  public static Tensor toDevice(
      Tensor tensor, MeshDevice device, @Nullable MemoryConfig memoryConfig) {
    return TransferOperations.TO_DEVICE.call(new ToDeviceArguments(tensor, device, memoryConfig));
  }

  /**
   * Converts a host tensor to another dtype; a tensor that has it already is returned as it is.
   * Floats become integers by dropping the fraction and clamping to the range of the type.
   *
   * <p>TT-NN's {@code ttnn.to_dtype}.
   *
   * @param tensor the host tensor to convert
   * @param dtype data type to convert to
   * @return a host tensor of the same shape and layout
   * @throws TilescopeException if the tensor is on a device ({@code typecast} converts there), or a
   *     row-major tensor is to become a block float
   */
  public static Tensor toDtype(Tensor tensor, DataType dtype) {
    return TransferOperations.TO_DTYPE.call(new ToDtypeArguments(tensor, dtype));
  }

  /**
   * Converts a tensor of any shape to row-major or to tiles; one that has the layout already is
   * returned as it is, whatever else is asked for. A host tensor is converted on the host.
   *
   * <p>TT-NN's {@code ttnn.to_layout}.
   *
   * @param tensor the tensor to convert
   * @param layout the layout to convert to
   * @return a tensor of the same shape in the layout asked for
   * @throws TilescopeException if a host tensor is given a memory config, or rows are asked for in
   *     another dtype than they have
   */
  public static Tensor toLayout(Tensor tensor, Layout layout) {
    return LayoutOperations.TO_LAYOUT.call(
        new ToLayoutArguments(tensor, layout, null, null, null, 0));
  }

  /**
   * Converts a tensor of any shape to row-major or to tiles; one that has the layout already is
   * returned as it is, whatever else is asked for. A host tensor is converted on the host.
   *
   * <p>TT-NN's {@code ttnn.to_layout}.
   *
   * @param tensor the tensor to convert
   * @param layout the layout to convert to
   * @param dtype data type of tiles; that of the tensor unless given. Rows keep their type, but
   *     rows of block floats are bfloat16
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a tensor of the same shape in the layout asked for
   * @throws TilescopeException if a host tensor is given a memory config, or rows are asked for in
   *     another dtype than they have
   */
  public static Tensor toLayout(
      Tensor tensor, Layout layout, @Nullable DataType dtype, @Nullable MemoryConfig memoryConfig) {
    return LayoutOperations.TO_LAYOUT.call(
        new ToLayoutArguments(tensor, layout, dtype, memoryConfig, null, 0));
  }

  /**
   * Converts a tensor of any shape to row-major or to tiles; one that has the layout already is
   * returned as it is, whatever else is asked for. A host tensor is converted on the host.
   *
   * <p>TT-NN's {@code ttnn.to_layout}.
   *
   * @param tensor the tensor to convert
   * @param layout the layout to convert to
   * @param dtype data type of tiles; that of the tensor unless given. Rows keep their type, but
   *     rows of block floats are bfloat16
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param padValue value that fills up the tiles; padding is no part of a tensor's values here, so
   *     it changes nothing but the trace (default 0.0)
   * @return a tensor of the same shape in the layout asked for
   * @throws TilescopeException if a host tensor is given a memory config, or rows are asked for in
   *     another dtype than they have
   */
  public static Tensor toLayout(
      Tensor tensor,
      Layout layout,
      @Nullable DataType dtype,
      @Nullable MemoryConfig memoryConfig,
      double padValue) {
    return LayoutOperations.TO_LAYOUT.call(
        new ToLayoutArguments(tensor, layout, dtype, memoryConfig, null, padValue));
  }

  /**
   * Converts a tensor of any shape to row-major or to tiles; one that has the layout already is
   * returned as it is, whatever else is asked for. A host tensor is converted on the host.
   *
   * <p>TT-NN's {@code ttnn.to_layout}.
   *
   * @param tensor the tensor to convert
   * @param layout the layout to convert to
   * @param dtype data type of tiles; that of the tensor unless given. Rows keep their type, but
   *     rows of block floats are bfloat16
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param subCoreGrids the cores that the operation may use, all unless given; a host tensor is
   *     converted on the host
   * @param padValue value that fills up the tiles; padding is no part of a tensor's values here, so
   *     it changes nothing but the trace (default 0.0)
   * @return a tensor of the same shape in the layout asked for
   * @throws TilescopeException if a host tensor is given a memory config, or rows are asked for in
   *     another dtype than they have
   */
  public static Tensor toLayout(
      Tensor tensor,
      Layout layout,
      @Nullable DataType dtype,
      @Nullable MemoryConfig memoryConfig,
      @Nullable CoreRangeSet subCoreGrids,
      double padValue) {
    return LayoutOperations.TO_LAYOUT.call(
        new ToLayoutArguments(tensor, layout, dtype, memoryConfig, subCoreGrids, padValue));
  }

  /**
   * Copies a tensor to another place, between interleaved memory and shards as needed; one that is
   * placed so already and has the dtype is returned as it is.
   *
   * <p>TT-NN's {@code ttnn.to_memory_config}.
   *
   * @param tensor the device tensor to copy
   * @param memoryConfig where to put the tensor
   * @return a tensor of the same shape and layout in the place asked for
   */
  public static Tensor toMemoryConfig(Tensor tensor, MemoryConfig memoryConfig) {
    return PlacementOperations.TO_MEMORY_CONFIG.call(
        new ToMemoryConfigArguments(tensor, memoryConfig, null, null));
  }

  /**
   * Copies a tensor to another place, between interleaved memory and shards as needed; one that is
   * placed so already and has the dtype is returned as it is.
   *
   * <p>TT-NN's {@code ttnn.to_memory_config}.
   *
   * @param tensor the device tensor to copy
   * @param memoryConfig where to put the tensor
   * @param dtype data type of the result; that of the tensor unless given. Only floating-point
   *     types convert to each other
   * @param outputTensor tensor to write to instead of a new one; its shape, dtype, layout and
   *     memory config must be those of the result
   * @return a tensor of the same shape and layout in the place asked for
   */
  public static Tensor toMemoryConfig(
      Tensor tensor,
      MemoryConfig memoryConfig,
      @Nullable DataType dtype,
      @Nullable Tensor outputTensor) {
    return PlacementOperations.TO_MEMORY_CONFIG.call(
        new ToMemoryConfigArguments(tensor, memoryConfig, dtype, outputTensor));
  }

  /**
   * The elements of a tensor without padding, read from the device if it is there, in PyTorch's
   * counterpart of its dtype. In NO_DISPATCH mode, where nothing is computed, a meta tensor.
   *
   * <p>TT-NN's {@code ttnn.to_torch}.
   *
   * @param tensor the tensor to read
   * @return an array of the tensor's shape, or of the whole that a mesh composer puts together
   * @throws TilescopeException if the tensor differs from device to device and there is no mesh
   *     composer, or the rank asked for drops a dimension of another size than 1
   */
  public static TorchTensor toTorch(Tensor tensor) {
    return TorchOperations.TO_TORCH.call(new ToTorchArguments(tensor, ToTorchOptions.DEFAULT));
  }

  /**
   * The elements of a tensor without padding, read from the device if it is there, in PyTorch's
   * counterpart of its dtype. In NO_DISPATCH mode, where nothing is computed, a meta tensor.
   *
   * <p>TT-NN's {@code ttnn.to_torch}.
   *
   * @param tensor the tensor to read
   * @param options the keyword arguments, each with its default
   * @return an array of the tensor's shape, or of the whole that a mesh composer puts together
   * @throws TilescopeException if the tensor differs from device to device and there is no mesh
   *     composer, or the rank asked for drops a dimension of another size than 1
   */
  public static TorchTensor toTorch(Tensor tensor, ToTorchOptions options) {
    return TorchOperations.TO_TORCH.call(new ToTorchArguments(tensor, options));
  }

  /**
   * The {@code k} greatest or least elements along one dimension, best first, and where each stood.
   * The first of equal elements comes first.
   *
   * <p>TT-NN's {@code ttnn.topk}.
   *
   * @param input the tensor to work on
   * @param k how many elements to pick, at most the size of the dimension
   * @return two tensors whose dimension {@code dim} is {@code k}: the values, and their indices,
   *     uint16 where that is wide enough, else uint32 (always for float32 values), or in the dtype
   *     of the indices given
   * @throws TilescopeException if {@code k} is not between 1 and the size of the dimension, the
   *     results are to be sharded, or given indices are not of the input's shape or not for its
   *     last dimension
   */
  public static ValuesAndIndices topk(Tensor input, int k) {
    return OrderOperations.topk(input, k, TopkOptions.DEFAULT);
  }

  /**
   * The {@code k} greatest or least elements along one dimension, best first, and where each stood.
   * The first of equal elements comes first.
   *
   * <p>TT-NN's {@code ttnn.topk}.
   *
   * @param input the tensor to work on
   * @param k how many elements to pick, at most the size of the dimension
   * @param options the keyword arguments, each with its default
   * @return two tensors whose dimension {@code dim} is {@code k}: the values, and their indices,
   *     uint16 where that is wide enough, else uint32 (always for float32 values), or in the dtype
   *     of the indices given
   * @throws TilescopeException if {@code k} is not between 1 and the size of the dimension, the
   *     results are to be sharded, or given indices are not of the input's shape or not for its
   *     last dimension
   */
  public static ValuesAndIndices topk(Tensor input, int k, TopkOptions options) {
    return OrderOperations.topk(input, k, options);
  }

  /**
   * The {@code k} greatest or least elements along one dimension, best first, and where each stood.
   * The first of equal elements comes first.
   *
   * <p>TT-NN's {@code ttnn.topk}.
   *
   * @param input the tensor to work on
   * @param k how many elements to pick, at most the size of the dimension
   * @param dim the dimension to work along; a negative one counts from the end
   * @param largest whether the greatest elements are wanted, or the smallest
   * @param sorted whether the elements are given in order
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return two tensors whose dimension {@code dim} is {@code k}: the values, and their indices,
   *     uint16 where that is wide enough, else uint32 (always for float32 values), or in the dtype
   *     of the indices given
   * @throws TilescopeException if {@code k} is not between 1 and the size of the dimension, the
   *     results are to be sharded, or given indices are not of the input's shape or not for its
   *     last dimension
   */
  public static ValuesAndIndices topk(
      Tensor input,
      int k,
      int dim,
      boolean largest,
      boolean sorted,
      @Nullable MemoryConfig memoryConfig) {
    return OrderOperations.topk(input, k, dim, largest, sorted, memoryConfig);
  }

  /**
   * Picks rows of channels: {@code result[n][w] = input[n][index[n][w]]}.
   *
   * <p>TT-NN's {@code ttnn.tosa_gather}.
   *
   * @param input the tensor to pick from, {@code [N, K, C]}
   * @param index which row to pick, {@code [N, W]}
   * @return a tensor {@code [N, W, C]} of the input's dtype
   * @throws TilescopeException if the input is not {@code [N, K, C]}, the index is not {@code [N,
   *     W]}, or an index lies outside {@code K}
   */
  public static Tensor tosaGather(Tensor input, Tensor index) {
    return TosaOperations.TOSA_GATHER.call(new TosaGatherArguments(input, index, null));
  }

  /**
   * Picks rows of channels: {@code result[n][w] = input[n][index[n][w]]}.
   *
   * <p>TT-NN's {@code ttnn.tosa_gather}.
   *
   * @param input the tensor to pick from, {@code [N, K, C]}
   * @param index which row to pick, {@code [N, W]}
   * @param memoryConfig where the result is placed; unless given where the input is
   * @return a tensor {@code [N, W, C]} of the input's dtype
   * @throws TilescopeException if the input is not {@code [N, K, C]}, the index is not {@code [N,
   *     W]}, or an index lies outside {@code K}
   */
  public static Tensor tosaGather(Tensor input, Tensor index, @Nullable MemoryConfig memoryConfig) {
    return TosaOperations.TOSA_GATHER.call(new TosaGatherArguments(input, index, memoryConfig));
  }

  /**
   * A copy of the input with {@code result[n][index[n][w]] = src[n][w]}.
   *
   * <p>TT-NN's {@code ttnn.tosa_scatter}.
   *
   * @param input the tensor to copy, {@code [N, K, C]}
   * @param index where rows go, {@code [N, W]}
   * @param src the rows to write, {@code [N, W, C]}
   * @return a tensor of the input's shape {@code [N, K, C]}, dtype and layout
   * @throws TilescopeException if the shapes are not {@code [N, K, C]}, {@code [N, W]} and {@code
   *     [N, W, C]}, or an index lies outside {@code K}
   */
  public static Tensor tosaScatter(Tensor input, Tensor index, Tensor src) {
    return TosaOperations.TOSA_SCATTER.call(new TosaScatterArguments(input, index, src, null));
  }

  /**
   * A copy of the input with {@code result[n][index[n][w]] = src[n][w]}.
   *
   * <p>TT-NN's {@code ttnn.tosa_scatter}.
   *
   * @param input the tensor to copy, {@code [N, K, C]}
   * @param index where rows go, {@code [N, W]}
   * @param src the rows to write, {@code [N, W, C]}
   * @param memoryConfig where the result is placed; unless given where the input is
   * @return a tensor of the input's shape {@code [N, K, C]}, dtype and layout
   * @throws TilescopeException if the shapes are not {@code [N, K, C]}, {@code [N, W]} and {@code
   *     [N, W, C]}, or an index lies outside {@code K}
   */
  public static Tensor tosaScatter(
      Tensor input, Tensor index, Tensor src, @Nullable MemoryConfig memoryConfig) {
    return TosaOperations.TOSA_SCATTER.call(
        new TosaScatterArguments(input, index, src, memoryConfig));
  }

  /**
   * Swaps two dimensions of a tensor.
   *
   * <p>TT-NN's {@code ttnn.transpose}.
   *
   * @param inputTensor the tensor to work on
   * @param dim1 one of the two dimensions; a negative one counts from the end
   * @param dim2 the other dimension; a negative one counts from the end
   * @return a tensor with the two dimensions swapped
   * @throws TilescopeException if one of the two is not a dimension of the input
   */
  public static Tensor transpose(Tensor inputTensor, int dim1, int dim2) {
    return MovementOperations.TRANSPOSE.call(
        new TransposeArguments(inputTensor, dim1, dim2, null, 0));
  }

  /**
   * Swaps two dimensions of a tensor.
   *
   * <p>TT-NN's {@code ttnn.transpose}.
   *
   * @param inputTensor the tensor to work on
   * @param dim1 one of the two dimensions; a negative one counts from the end
   * @param dim2 the other dimension; a negative one counts from the end
   * @param memoryConfig where the result is placed; unless given where the input is, with a sharded
   *     input's shards cut anew on the same cores to hold the result
   * @param padValue value that fills up the tiles; padding is no part of a tensor's values here, so
   *     it changes nothing but the trace (default 0.0)
   * @return a tensor with the two dimensions swapped
   * @throws TilescopeException if one of the two is not a dimension of the input
   */
  public static Tensor transpose(
      Tensor inputTensor,
      int dim1,
      int dim2,
      @Nullable MemoryConfig memoryConfig,
      double padValue) {
    return MovementOperations.TRANSPOSE.call(
        new TransposeArguments(inputTensor, dim1, dim2, memoryConfig, padValue));
  }

  /**
   * The lower triangle of each matrix of the last two dimensions; the rest becomes 0.
   *
   * <p>TT-NN's {@code ttnn.tril}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the input has a rank below 2
   */
  public static Tensor tril(Tensor inputTensor) {
    return FormulaOperations.TRIL.call(new TriangleArguments(inputTensor, 0, null));
  }

  /**
   * The lower triangle of each matrix of the last two dimensions; the rest becomes 0.
   *
   * <p>TT-NN's {@code ttnn.tril}.
   *
   * @param inputTensor the tensor to work on
   * @param diagonal the last diagonal that stays: 0 for the main one, more for those above it
   *     (default 0)
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the input has a rank below 2
   */
  public static Tensor tril(Tensor inputTensor, int diagonal, @Nullable MemoryConfig memoryConfig) {
    return FormulaOperations.TRIL.call(new TriangleArguments(inputTensor, diagonal, memoryConfig));
  }

  /**
   * The upper triangle of each matrix of the last two dimensions; the rest becomes 0.
   *
   * <p>TT-NN's {@code ttnn.triu}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the input has a rank below 2
   */
  public static Tensor triu(Tensor inputTensor) {
    return FormulaOperations.TRIU.call(new TriangleArguments(inputTensor, 0, null));
  }

  /**
   * The upper triangle of each matrix of the last two dimensions; the rest becomes 0.
   *
   * <p>TT-NN's {@code ttnn.triu}.
   *
   * @param inputTensor the tensor to work on
   * @param diagonal the first diagonal that stays: 0 for the main one, more for those above it
   *     (default 0)
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if the input has a rank below 2
   */
  public static Tensor triu(Tensor inputTensor, int diagonal, @Nullable MemoryConfig memoryConfig) {
    return FormulaOperations.TRIU.call(new TriangleArguments(inputTensor, diagonal, memoryConfig));
  }

  /**
   * {@code x} rounded towards zero, for each element {@code x} of a floating-point tensor of any
   * shape.
   *
   * <p>TT-NN's {@code ttnn.trunc}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor trunc(Tensor inputTensor) {
    return MathOperations.TRUNC.call(new UnaryArguments(inputTensor, UnaryOptions.DEFAULT));
  }

  /**
   * {@code x} rounded towards zero, for each element {@code x} of a floating-point tensor of any
   * shape.
   *
   * <p>TT-NN's {@code ttnn.trunc}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor trunc(Tensor inputTensor, UnaryOptions options) {
    return MathOperations.TRUNC.call(new UnaryArguments(inputTensor, options));
  }

  /**
   * Converts each element to another dtype; a host tensor is converted on the host. On a device,
   * floats become integers by dropping the fraction and clamping to the range of the type, but
   * uint8 keeps the low 8 bits, and uint16 takes the nearest integer of a float (the higher one of
   * a half).
   *
   * <p>TT-NN's {@code ttnn.typecast}.
   *
   * @param inputTensor the tensor to work on
   * @param dtype data type to convert to
   * @return a tensor of the input's shape and layout
   * @throws TilescopeException if a host tensor is given a memory config or a tensor to write to
   */
  public static Tensor typecast(Tensor inputTensor, DataType dtype) {
    return TypecastOperations.TYPECAST.call(
        new TypecastArguments(inputTensor, dtype, UnaryOptions.DEFAULT));
  }

  /**
   * Converts each element to another dtype; a host tensor is converted on the host. On a device,
   * floats become integers by dropping the fraction and clamping to the range of the type, but
   * uint8 keeps the low 8 bits, and uint16 takes the nearest integer of a float (the higher one of
   * a half).
   *
   * <p>TT-NN's {@code ttnn.typecast}.
   *
   * @param inputTensor the tensor to work on
   * @param dtype data type to convert to
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and layout
   * @throws TilescopeException if a host tensor is given a memory config or a tensor to write to
   */
  public static Tensor typecast(Tensor inputTensor, DataType dtype, UnaryOptions options) {
    return TypecastOperations.TYPECAST.call(new TypecastArguments(inputTensor, dtype, options));
  }

  /**
   * The same, of a tensor whose dtype is known.
   *
   * <p>TT-NN's {@code ttnn.typecast}.
   *
   * @param input the tensor to work on
   * @param inputDtype the dtype that the input has
   * @param outputDtype data type of the result; that of the input unless given. Only floating-point
   *     types convert to each other
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and layout
   * @throws TilescopeException if a host tensor is given a memory config or a tensor to write to
   */
  public static Tensor typecast(
      Tensor input, DataType inputDtype, DataType outputDtype, UnaryOptions options) {
    return TypecastOperations.typecast(input, inputDtype, outputDtype, options);
  }

  /**
   * Applies unary functions one after the other to each element of a tensor of any shape, in one
   * device operation: the first to the input, each further one to the result before it.
   *
   * <p>TT-NN's {@code ttnn.unary_chain}.
   *
   * @param inputTensor the tensor to work on
   * @param opsChain the functions, each with its parameters, one or more; parameters left out have
   *     the function's defaults
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if there is no function, one of them does not exist for the dtype,
   *     or an integer tensor is given a parameter that is not whole
   */
  public static Tensor unaryChain(Tensor inputTensor, List<UnaryWithParam> opsChain) {
    return UnaryOperations.UNARY_CHAIN.call(
        new ChainArguments(inputTensor, opsChain, UnaryOptions.DEFAULT));
  }

  /**
   * Applies unary functions one after the other to each element of a tensor of any shape, in one
   * device operation: the first to the input, each further one to the result before it.
   *
   * <p>TT-NN's {@code ttnn.unary_chain}.
   *
   * @param inputTensor the tensor to work on
   * @param opsChain the functions, each with its parameters, one or more; parameters left out have
   *     the function's defaults
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   * @throws TilescopeException if there is no function, one of them does not exist for the dtype,
   *     or an integer tensor is given a parameter that is not whole
   */
  public static Tensor unaryChain(
      Tensor inputTensor, List<UnaryWithParam> opsChain, UnaryOptions options) {
    return UnaryOperations.UNARY_CHAIN.call(new ChainArguments(inputTensor, opsChain, options));
  }

  /**
   * The tensor with a dimension of size 1 inserted before the given one; -1 puts it last.
   *
   * <p>TT-NN's {@code ttnn.unsqueeze}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimension to insert one before; -1 puts it last
   * @return a tensor of one dimension more, a view where the pages allow it
   * @throws TilescopeException if the dimension is not in {@code -rank - 1 .. rank}
   */
  public static Tensor unsqueeze(Tensor inputTensor, int dim) {
    return ShapeOperations.UNSQUEEZE.call(new UnsqueezeArguments(inputTensor, dim));
  }

  /**
   * The tensor with dimensions of size 1 put in front, up to rank 4.
   *
   * <p>TT-NN's {@code ttnn.unsqueeze_to_4D}.
   *
   * @param tensor the tensor to work on
   * @return a tensor of rank 4, a view where the pages allow it
   * @throws TilescopeException if the rank is above 4
   */
  public static Tensor unsqueezeTo4D(Tensor tensor) {
    return ShapeOperations.UNSQUEEZE_TO_4D.call(new UnsqueezeTo4dArguments(tensor));
  }

  /**
   * Converts a tensor in tiles to row-major, without the padding of its tiles; block floats become
   * bfloat16.
   *
   * <p>TT-NN's {@code ttnn.untilize}.
   *
   * @param inputTensor the tensor in tiles to convert
   * @return a row-major tensor of the input's shape
   */
  public static Tensor untilize(Tensor inputTensor) {
    return LayoutOperations.UNTILIZE.call(new UntilizeArguments(inputTensor, null, true, null));
  }

  /**
   * Converts a tensor in tiles to row-major, without the padding of its tiles; block floats become
   * bfloat16.
   *
   * <p>TT-NN's {@code ttnn.untilize}.
   *
   * @param inputTensor the tensor in tiles to convert
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a row-major tensor of the input's shape
   */
  public static Tensor untilize(Tensor inputTensor, @Nullable MemoryConfig memoryConfig) {
    return LayoutOperations.UNTILIZE.call(
        new UntilizeArguments(inputTensor, memoryConfig, true, null));
  }

  /**
   * Converts a tensor in tiles to row-major, without the padding of its tiles; block floats become
   * bfloat16.
   *
   * <p>TT-NN's {@code ttnn.untilize}.
   *
   * @param inputTensor the tensor in tiles to convert
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param useMulticore false for a program on one core (default True)
   * @param subCoreGrids the cores that the operation may use, all of the compute grid unless given;
   *     where the operation works on shards in place, the cores must include theirs
   * @return a row-major tensor of the input's shape
   */
  public static Tensor untilize(
      Tensor inputTensor,
      @Nullable MemoryConfig memoryConfig,
      boolean useMulticore,
      @Nullable CoreRangeSet subCoreGrids) {
    return LayoutOperations.UNTILIZE.call(
        new UntilizeArguments(inputTensor, memoryConfig, useMulticore, subCoreGrids));
  }

  /**
   * Converts a tensor in tiles to row-major and keeps the elements from the start up to a last
   * index in each dimension; block floats become bfloat16.
   *
   * <p>TT-NN's {@code ttnn.untilize_with_unpadding}.
   *
   * @param inputTensor the tensor in tiles to convert
   * @param outputTensorEnd the last index of each dimension that is kept
   * @return a row-major tensor of shape {@code output_tensor_end + 1}
   * @throws TilescopeException if there is not one last index for each dimension, or one lies
   *     outside the input
   */
  public static Tensor untilizeWithUnpadding(Tensor inputTensor, Shape outputTensorEnd) {
    return LayoutOperations.UNTILIZE_WITH_UNPADDING.call(
        new UntilizeWithUnpaddingArguments(inputTensor, outputTensorEnd, null, true, null));
  }

  /**
   * Converts a tensor in tiles to row-major and keeps the elements from the start up to a last
   * index in each dimension; block floats become bfloat16.
   *
   * <p>TT-NN's {@code ttnn.untilize_with_unpadding}.
   *
   * @param inputTensor the tensor in tiles to convert
   * @param outputTensorEnd the last index of each dimension that is kept
   * @param memoryConfig where the result is placed; where the input is unless given
   * @return a row-major tensor of shape {@code output_tensor_end + 1}
   * @throws TilescopeException if there is not one last index for each dimension, or one lies
   *     outside the input
   */
  public static Tensor untilizeWithUnpadding(
      Tensor inputTensor, Shape outputTensorEnd, @Nullable MemoryConfig memoryConfig) {
    return LayoutOperations.UNTILIZE_WITH_UNPADDING.call(
        new UntilizeWithUnpaddingArguments(inputTensor, outputTensorEnd, memoryConfig, true, null));
  }

  /**
   * Converts a tensor in tiles to row-major and keeps the elements from the start up to a last
   * index in each dimension; block floats become bfloat16.
   *
   * <p>TT-NN's {@code ttnn.untilize_with_unpadding}.
   *
   * @param inputTensor the tensor in tiles to convert
   * @param outputTensorEnd the last index of each dimension that is kept
   * @param memoryConfig where the result is placed; where the input is unless given
   * @param useMulticore false for a program on one core (default True)
   * @param subCoreGrids the cores that the operation may use, all of the compute grid unless given;
   *     where the operation works on shards in place, the cores must include theirs
   * @return a row-major tensor of shape {@code output_tensor_end + 1}
   * @throws TilescopeException if there is not one last index for each dimension, or one lies
   *     outside the input
   */
  public static Tensor untilizeWithUnpadding(
      Tensor inputTensor,
      Shape outputTensorEnd,
      @Nullable MemoryConfig memoryConfig,
      boolean useMulticore,
      @Nullable CoreRangeSet subCoreGrids) {
    return LayoutOperations.UNTILIZE_WITH_UNPADDING.call(
        new UntilizeWithUnpaddingArguments(
            inputTensor, outputTensorEnd, memoryConfig, useMulticore, subCoreGrids));
  }

  /**
   * Writes one row for every user of a cache {@code [users, heads, rows, head size]}, at the same
   * position, in place; the rows come as {@code [1, heads, users, head size]}.
   *
   * <p>TT-NN's {@code ttnn.update_cache}.
   *
   * @param cache the cache to write into, {@code [users, heads, rows, head size]}
   * @param input the rows to write, {@code [1, heads, users, head size]}
   * @param updateIdx the row to write, the same for all users
   * @return the cache
   * @throws TilescopeException if the input does not have the heads, the head size or enough users
   *     for the cache, the row is not one of the cache, the offset is not between 0 and 32 less the
   *     users of the cache (0 from 32 users on), or the cache is sharded or is replicated on all
   *     devices while the input is not
   */
  public static Tensor updateCache(Tensor cache, Tensor input, int updateIdx) {
    return CacheOperations.UPDATE_CACHE.call(
        new UpdateCacheArguments(cache, input, updateIdx, 0, null));
  }

  /**
   * Writes one row for every user of a cache {@code [users, heads, rows, head size]}, at the same
   * position, in place; the rows come as {@code [1, heads, users, head size]}.
   *
   * <p>TT-NN's {@code ttnn.update_cache}.
   *
   * @param cache the cache to write into, {@code [users, heads, rows, head size]}
   * @param input the rows to write, {@code [1, heads, users, head size]}
   * @param updateIdx the row to write, the same for all users
   * @param batchOffset the user of the input that is the first of the cache (default 0)
   * @return the cache
   * @throws TilescopeException if the input does not have the heads, the head size or enough users
   *     for the cache, the row is not one of the cache, the offset is not between 0 and 32 less the
   *     users of the cache (0 from 32 users on), or the cache is sharded or is replicated on all
   *     devices while the input is not
   */
  public static Tensor updateCache(Tensor cache, Tensor input, int updateIdx, int batchOffset) {
    return CacheOperations.UPDATE_CACHE.call(
        new UpdateCacheArguments(cache, input, updateIdx, batchOffset, null));
  }

  /**
   * Writes one row for every user of a cache {@code [users, heads, rows, head size]}, at the same
   * position, in place; the rows come as {@code [1, heads, users, head size]}.
   *
   * <p>TT-NN's {@code ttnn.update_cache}.
   *
   * @param cache the cache to write into, {@code [users, heads, rows, head size]}
   * @param input the rows to write, {@code [1, heads, users, head size]}
   * @param updateIdx the row to write, the same for all users
   * @param batchOffset the user of the input that is the first of the cache (default 0)
   * @param computeKernelConfig traced; rows are written as they are
   * @return the cache
   * @throws TilescopeException if the input does not have the heads, the head size or enough users
   *     for the cache, the row is not one of the cache, the offset is not between 0 and 32 less the
   *     users of the cache (0 from 32 users on), or the cache is sharded or is replicated on all
   *     devices while the input is not
   */
  public static Tensor updateCache(
      Tensor cache,
      Tensor input,
      int updateIdx,
      int batchOffset,
      @Nullable ComputeKernelConfig computeKernelConfig) {
    return CacheOperations.UPDATE_CACHE.call(
        new UpdateCacheArguments(cache, input, updateIdx, batchOffset, computeKernelConfig));
  }

  /**
   * Enlarges images {@code [N, H, W, C]} by whole factors: each pixel is repeated, or new ones are
   * interpolated between the four nearest.
   *
   * <p>TT-NN's {@code ttnn.upsample}.
   *
   * @param inputTensor the images, {@code [N, H, W, C]}
   * @param scaleFactor factors of height and width, whole numbers of 1 or more
   * @return a row-major tensor of shape {@code [N, H * factor_h, W * factor_w, C]}; block floats
   *     become bfloat16
   * @throws TilescopeException if the input is not {@code [N, H, W, C]} with pixels, a factor is
   *     below 1, or the mode is neither {@code "nearest"} nor {@code "bilinear"}
   */
  public static Tensor upsample(Tensor inputTensor, int[] scaleFactor) {
    return UpsampleOperations.UPSAMPLE.call(
        new UpsampleArguments(inputTensor, scaleFactor, "nearest", null, null));
  }

  /**
   * Enlarges images {@code [N, H, W, C]} by whole factors: each pixel is repeated, or new ones are
   * interpolated between the four nearest.
   *
   * <p>TT-NN's {@code ttnn.upsample}.
   *
   * @param inputTensor the images, {@code [N, H, W, C]}
   * @param scaleFactor factors of height and width, whole numbers of 1 or more
   * @param mode {@code "nearest"} to repeat pixels, {@code "bilinear"} to interpolate between them
   *     (default "nearest")
   * @param memoryConfig where the result is placed; unless given where the input is, interleaved
   * @return a row-major tensor of shape {@code [N, H * factor_h, W * factor_w, C]}; block floats
   *     become bfloat16
   * @throws TilescopeException if the input is not {@code [N, H, W, C]} with pixels, a factor is
   *     below 1, or the mode is neither {@code "nearest"} nor {@code "bilinear"}
   */
  public static Tensor upsample(
      Tensor inputTensor, int[] scaleFactor, String mode, @Nullable MemoryConfig memoryConfig) {
    return UpsampleOperations.UPSAMPLE.call(
        new UpsampleArguments(inputTensor, scaleFactor, mode, memoryConfig, null));
  }

  /**
   * Enlarges images {@code [N, H, W, C]} by whole factors: each pixel is repeated, or new ones are
   * interpolated between the four nearest.
   *
   * <p>TT-NN's {@code ttnn.upsample}.
   *
   * @param inputTensor the images, {@code [N, H, W, C]}
   * @param scaleFactor factors of height and width, whole numbers of 1 or more
   * @param mode {@code "nearest"} to repeat pixels, {@code "bilinear"} to interpolate between them
   *     (default "nearest")
   * @param memoryConfig where the result is placed; unless given where the input is, interleaved
   * @param computeKernelConfig how the compute kernel does its arithmetic: its fidelity counts for
   *     {@code "bilinear"}, as the other mode only copies
   * @return a row-major tensor of shape {@code [N, H * factor_h, W * factor_w, C]}; block floats
   *     become bfloat16
   * @throws TilescopeException if the input is not {@code [N, H, W, C]} with pixels, a factor is
   *     below 1, or the mode is neither {@code "nearest"} nor {@code "bilinear"}
   */
  public static Tensor upsample(
      Tensor inputTensor,
      int[] scaleFactor,
      String mode,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {
    return UpsampleOperations.UPSAMPLE.call(
        new UpsampleArguments(inputTensor, scaleFactor, mode, memoryConfig, computeKernelConfig));
  }

  /**
   * The same, by one factor in both directions.
   *
   * <p>TT-NN's {@code ttnn.upsample}.
   *
   * @param inputTensor the images, {@code [N, H, W, C]}
   * @param scaleFactor factors of height and width, whole numbers of 1 or more
   * @return a row-major tensor of shape {@code [N, H * factor_h, W * factor_w, C]}; block floats
   *     become bfloat16
   * @throws TilescopeException if the input is not {@code [N, H, W, C]} with pixels, a factor is
   *     below 1, or the mode is neither {@code "nearest"} nor {@code "bilinear"}
   */
  public static Tensor upsample(Tensor inputTensor, int scaleFactor) {
    return UpsampleOperations.upsample(inputTensor, scaleFactor);
  }

  /**
   * The variance along one, several or all dimensions. Of a tensor of rank 0 it is NaN with
   * correction, else 0.
   *
   * <p>TT-NN's {@code ttnn.var}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor without the reduced dimensions, or with size 1 in their places if they are
   *     kept; of rank 0 if all are reduced and not kept
   * @throws TilescopeException if a dimension is not one of the input's or is named twice, or an
   *     output layout is given
   */
  public static Tensor var(Tensor inputTensor) {
    return VarianceOperations.VAR.call(
        new ReduceArguments(inputTensor, null, false, ReduceOptions.DEFAULT));
  }

  /**
   * The variance along one, several or all dimensions. Of a tensor of rank 0 it is NaN with
   * correction, else 0.
   *
   * <p>TT-NN's {@code ttnn.var}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor without the reduced dimensions, or with size 1 in their places if they are
   *     kept; of rank 0 if all are reduced and not kept
   * @throws TilescopeException if a dimension is not one of the input's or is named twice, or an
   *     output layout is given
   */
  public static Tensor var(Tensor inputTensor, ReduceOptions options) {
    return VarianceOperations.VAR.call(new ReduceArguments(inputTensor, null, false, options));
  }

  /**
   * The variance along one, several or all dimensions. Of a tensor of rank 0 it is NaN with
   * correction, else 0.
   *
   * <p>TT-NN's {@code ttnn.var}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimensions to take the variance over, one or several, each once; all unless
   *     given. Negative ones count from the end
   * @param keepdim whether reduced dimensions stay, with size 1 (default False)
   * @return a tensor without the reduced dimensions, or with size 1 in their places if they are
   *     kept; of rank 0 if all are reduced and not kept
   * @throws TilescopeException if a dimension is not one of the input's or is named twice, or an
   *     output layout is given
   */
  public static Tensor var(Tensor inputTensor, int dim, boolean keepdim) {
    return VarianceOperations.VAR.call(
        new ReduceArguments(inputTensor, List.of(dim), keepdim, ReduceOptions.DEFAULT));
  }

  /**
   * The variance along one, several or all dimensions. Of a tensor of rank 0 it is NaN with
   * correction, else 0.
   *
   * <p>TT-NN's {@code ttnn.var}.
   *
   * @param inputTensor the tensor to work on
   * @param dim the dimensions to take the variance over, one or several, each once; all unless
   *     given. Negative ones count from the end
   * @param keepdim whether reduced dimensions stay, with size 1 (default False)
   * @param options the keyword arguments, each with its default
   * @return a tensor without the reduced dimensions, or with size 1 in their places if they are
   *     kept; of rank 0 if all are reduced and not kept
   * @throws TilescopeException if a dimension is not one of the input's or is named twice, or an
   *     output layout is given
   */
  public static Tensor var(
      Tensor inputTensor, @Nullable List<Integer> dim, boolean keepdim, ReduceOptions options) {
    return VarianceOperations.VAR.call(new ReduceArguments(inputTensor, dim, keepdim, options));
  }

  /**
   * The same elements in the same order under another shape, as a view of the same buffer and never
   * a copy; one dimension may be -1 and takes what the others leave.
   *
   * <p>TT-NN's {@code ttnn.view}.
   *
   * @param inputTensor the tensor to work on
   * @param shape the new shape; one dimension may be -1
   * @return a view of the input with the given shape
   * @throws TilescopeException if the shape does not hold as many elements as the input, more than
   *     one dimension is -1, or the new shape lies in other pages than the input ({@code reshape}
   *     copies it)
   */
  public static Tensor view(Tensor inputTensor, int... shape) {
    return ShapeOperations.VIEW.call(new ViewArguments(inputTensor, shape));
  }

  /**
   * {@code true_value} where the predicate is not 0 (NaN counts as not 0), else {@code
   * false_value}, element by element. Each value is a tensor or a number; shapes broadcast as in
   * NumPy. An integer predicate of floating-point values is converted to their dtype first.
   *
   * <p>TT-NN's {@code ttnn.where}.
   *
   * @param predicate the tensor that decides: not 0 for true
   * @param trueValue what is taken where the predicate is not 0, a tensor or a number
   * @param falseValue what is taken where the predicate is 0, a tensor or a number
   * @return a tensor of the broadcast shape; its dtype is that of the values that are tensors, or
   *     of the predicate if both are numbers (float32 for a 32-bit integer predicate and a
   *     floating-point number)
   * @throws TilescopeException if the shapes do not broadcast or the first tensor has rank 0
   */
  public static Tensor where(Tensor predicate, Tensor trueValue, Tensor falseValue) {
    return TernaryOperations.WHERE.call(
        new WhereArguments(predicate, trueValue, falseValue, UnaryOptions.DEFAULT));
  }

  /**
   * {@code true_value} where the predicate is not 0 (NaN counts as not 0), else {@code
   * false_value}, element by element. Each value is a tensor or a number; shapes broadcast as in
   * NumPy. An integer predicate of floating-point values is converted to their dtype first.
   *
   * <p>TT-NN's {@code ttnn.where}.
   *
   * @param predicate the tensor that decides: not 0 for true
   * @param trueValue what is taken where the predicate is not 0, a tensor or a number
   * @param falseValue what is taken where the predicate is 0, a tensor or a number
   * @return a tensor of the broadcast shape; its dtype is that of the values that are tensors, or
   *     of the predicate if both are numbers (float32 for a 32-bit integer predicate and a
   *     floating-point number)
   * @throws TilescopeException if the shapes do not broadcast or the first tensor has rank 0
   */
  public static Tensor where(Tensor predicate, Tensor trueValue, Number falseValue) {
    return TernaryOperations.WHERE.call(
        new WhereArguments(predicate, trueValue, falseValue, UnaryOptions.DEFAULT));
  }

  /**
   * {@code true_value} where the predicate is not 0 (NaN counts as not 0), else {@code
   * false_value}, element by element. Each value is a tensor or a number; shapes broadcast as in
   * NumPy. An integer predicate of floating-point values is converted to their dtype first.
   *
   * <p>TT-NN's {@code ttnn.where}.
   *
   * @param predicate the tensor that decides: not 0 for true
   * @param trueValue what is taken where the predicate is not 0, a tensor or a number
   * @param falseValue what is taken where the predicate is 0, a tensor or a number
   * @return a tensor of the broadcast shape; its dtype is that of the values that are tensors, or
   *     of the predicate if both are numbers (float32 for a 32-bit integer predicate and a
   *     floating-point number)
   * @throws TilescopeException if the shapes do not broadcast or the first tensor has rank 0
   */
  public static Tensor where(Tensor predicate, Number trueValue, Tensor falseValue) {
    return TernaryOperations.WHERE.call(
        new WhereArguments(predicate, trueValue, falseValue, UnaryOptions.DEFAULT));
  }

  /**
   * {@code true_value} where the predicate is not 0 (NaN counts as not 0), else {@code
   * false_value}, element by element. Each value is a tensor or a number; shapes broadcast as in
   * NumPy. An integer predicate of floating-point values is converted to their dtype first.
   *
   * <p>TT-NN's {@code ttnn.where}.
   *
   * @param predicate the tensor that decides: not 0 for true
   * @param trueValue what is taken where the predicate is not 0, a tensor or a number
   * @param falseValue what is taken where the predicate is 0, a tensor or a number
   * @return a tensor of the broadcast shape; its dtype is that of the values that are tensors, or
   *     of the predicate if both are numbers (float32 for a 32-bit integer predicate and a
   *     floating-point number)
   * @throws TilescopeException if the shapes do not broadcast or the first tensor has rank 0
   */
  public static Tensor where(Tensor predicate, Number trueValue, Number falseValue) {
    return TernaryOperations.WHERE.call(
        new WhereArguments(predicate, trueValue, falseValue, UnaryOptions.DEFAULT));
  }

  /**
   * {@code true_value} where the predicate is not 0 (NaN counts as not 0), else {@code
   * false_value}, element by element. Each value is a tensor or a number; shapes broadcast as in
   * NumPy. An integer predicate of floating-point values is converted to their dtype first.
   *
   * <p>TT-NN's {@code ttnn.where}.
   *
   * @param predicate the tensor that decides: not 0 for true
   * @param trueValue what is taken where the predicate is not 0, a tensor or a number
   * @param falseValue what is taken where the predicate is 0, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape; its dtype is that of the values that are tensors, or
   *     of the predicate if both are numbers (float32 for a 32-bit integer predicate and a
   *     floating-point number)
   * @throws TilescopeException if the shapes do not broadcast or the first tensor has rank 0
   */
  public static Tensor where(
      Tensor predicate, Tensor trueValue, Tensor falseValue, UnaryOptions options) {
    return TernaryOperations.WHERE.call(
        new WhereArguments(predicate, trueValue, falseValue, options));
  }

  /**
   * {@code true_value} where the predicate is not 0 (NaN counts as not 0), else {@code
   * false_value}, element by element. Each value is a tensor or a number; shapes broadcast as in
   * NumPy. An integer predicate of floating-point values is converted to their dtype first.
   *
   * <p>TT-NN's {@code ttnn.where}.
   *
   * @param predicate the tensor that decides: not 0 for true
   * @param trueValue what is taken where the predicate is not 0, a tensor or a number
   * @param falseValue what is taken where the predicate is 0, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape; its dtype is that of the values that are tensors, or
   *     of the predicate if both are numbers (float32 for a 32-bit integer predicate and a
   *     floating-point number)
   * @throws TilescopeException if the shapes do not broadcast or the first tensor has rank 0
   */
  public static Tensor where(
      Tensor predicate, Tensor trueValue, Number falseValue, UnaryOptions options) {
    return TernaryOperations.WHERE.call(
        new WhereArguments(predicate, trueValue, falseValue, options));
  }

  /**
   * {@code true_value} where the predicate is not 0 (NaN counts as not 0), else {@code
   * false_value}, element by element. Each value is a tensor or a number; shapes broadcast as in
   * NumPy. An integer predicate of floating-point values is converted to their dtype first.
   *
   * <p>TT-NN's {@code ttnn.where}.
   *
   * @param predicate the tensor that decides: not 0 for true
   * @param trueValue what is taken where the predicate is not 0, a tensor or a number
   * @param falseValue what is taken where the predicate is 0, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape; its dtype is that of the values that are tensors, or
   *     of the predicate if both are numbers (float32 for a 32-bit integer predicate and a
   *     floating-point number)
   * @throws TilescopeException if the shapes do not broadcast or the first tensor has rank 0
   */
  public static Tensor where(
      Tensor predicate, Number trueValue, Tensor falseValue, UnaryOptions options) {
    return TernaryOperations.WHERE.call(
        new WhereArguments(predicate, trueValue, falseValue, options));
  }

  /**
   * {@code true_value} where the predicate is not 0 (NaN counts as not 0), else {@code
   * false_value}, element by element. Each value is a tensor or a number; shapes broadcast as in
   * NumPy. An integer predicate of floating-point values is converted to their dtype first.
   *
   * <p>TT-NN's {@code ttnn.where}.
   *
   * @param predicate the tensor that decides: not 0 for true
   * @param trueValue what is taken where the predicate is not 0, a tensor or a number
   * @param falseValue what is taken where the predicate is 0, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape; its dtype is that of the values that are tensors, or
   *     of the predicate if both are numbers (float32 for a 32-bit integer predicate and a
   *     floating-point number)
   * @throws TilescopeException if the shapes do not broadcast or the first tensor has rank 0
   */
  public static Tensor where(
      Tensor predicate, Number trueValue, Number falseValue, UnaryOptions options) {
    return TernaryOperations.WHERE.call(
        new WhereArguments(predicate, trueValue, falseValue, options));
  }

  /**
   * {@code alpha_p * x^2 + x / 2} above 0 and {@code alpha_n * (e^x - 1 - x) + x / 2} below, for
   * each element {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.xielu}.
   *
   * @param inputTensor the tensor to work on
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor xielu(Tensor inputTensor) {
    return ActivationOperations.XIELU.call(
        new XieluArguments(inputTensor, 0.8, 0.8, UnaryOptions.DEFAULT));
  }

  /**
   * {@code alpha_p * x^2 + x / 2} above 0 and {@code alpha_n * (e^x - 1 - x) + x / 2} below, for
   * each element {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.xielu}.
   *
   * @param inputTensor the tensor to work on
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor xielu(Tensor inputTensor, UnaryOptions options) {
    return ActivationOperations.XIELU.call(new XieluArguments(inputTensor, 0.8, 0.8, options));
  }

  /**
   * {@code alpha_p * x^2 + x / 2} above 0 and {@code alpha_n * (e^x - 1 - x) + x / 2} below, for
   * each element {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.xielu}.
   *
   * @param inputTensor the tensor to work on
   * @param alphaP how fast it grows above 0 (default 0.8)
   * @param alphaN how far it bends below 0 (default 0.8)
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor xielu(Tensor inputTensor, Number alphaP, Number alphaN) {
    return ActivationOperations.XIELU.call(
        new XieluArguments(inputTensor, alphaP, alphaN, UnaryOptions.DEFAULT));
  }

  /**
   * {@code alpha_p * x^2 + x / 2} above 0 and {@code alpha_n * (e^x - 1 - x) + x / 2} below, for
   * each element {@code x} of a floating-point tensor of any shape.
   *
   * <p>TT-NN's {@code ttnn.xielu}.
   *
   * @param inputTensor the tensor to work on
   * @param alphaP how fast it grows above 0 (default 0.8)
   * @param alphaN how far it bends below 0 (default 0.8)
   * @param options the keyword arguments, each with its default
   * @return a tensor of the input's shape and dtype
   */
  public static Tensor xielu(
      Tensor inputTensor, Number alphaP, Number alphaN, UnaryOptions options) {
    return ActivationOperations.XIELU.call(
        new XieluArguments(inputTensor, alphaP, alphaN, options));
  }

  /**
   * {@code a * log(b)}, and 0 where {@code a} is 0, element by element. The second operand is a
   * tensor or a number; shapes broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.xlogy}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor xlogy(Tensor inputTensorA, Tensor inputTensorB) {
    return ArithmeticOperations.XLOGY.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * {@code a * log(b)}, and 0 where {@code a} is 0, element by element. The second operand is a
   * tensor or a number; shapes broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.xlogy}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor xlogy(Tensor inputTensorA, Number inputTensorB) {
    return ArithmeticOperations.XLOGY.call(
        new BinaryArguments(inputTensorA, inputTensorB, BinaryOptions.DEFAULT));
  }

  /**
   * {@code a * log(b)}, and 0 where {@code a} is 0, element by element. The second operand is a
   * tensor or a number; shapes broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.xlogy}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor xlogy(Tensor inputTensorA, Tensor inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.XLOGY.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * {@code a * log(b)}, and 0 where {@code a} is 0, element by element. The second operand is a
   * tensor or a number; shapes broadcast as in NumPy. Floating-point tensors only.
   *
   * <p>TT-NN's {@code ttnn.xlogy}.
   *
   * @param inputTensorA the first operand
   * @param inputTensorB the second operand, a tensor or a number
   * @param options the keyword arguments, each with its default
   * @return a tensor of the broadcast shape
   * @throws TilescopeException if the shapes do not broadcast or do so beyond rank 6
   */
  public static Tensor xlogy(Tensor inputTensorA, Number inputTensorB, BinaryOptions options) {
    return ArithmeticOperations.XLOGY.call(
        new BinaryArguments(inputTensorA, inputTensorB, options));
  }

  /**
   * A tensor with 0 in every element.
   *
   * <p>TT-NN's {@code ttnn.zeros}.
   *
   * @param shape shape of the result
   * @return a tensor of the given shape
   */
  public static Tensor zeros(Shape shape) {
    return CreationOperations.ZEROS.call(new ConstantArguments(shape, null, null, null, null));
  }

  /**
   * A tensor with 0 in every element.
   *
   * <p>TT-NN's {@code ttnn.zeros}.
   *
   * @param shape shape of the result
   * @param device the device that the result is put on; the host unless given
   * @return a tensor of the given shape
   */
  public static Tensor zeros(Shape shape, @Nullable MeshDevice device) {
    return CreationOperations.ZEROS.call(new ConstantArguments(shape, null, null, device, null));
  }

  /**
   * A tensor with 0 in every element.
   *
   * <p>TT-NN's {@code ttnn.zeros}.
   *
   * @param shape shape of the result
   * @param dtype data type of the elements; bfloat16 unless given
   * @param layout layout of the tensor; row-major unless given, tiles for block floats
   * @param device the device that the result is put on; the host unless given
   * @param memoryConfig where on the device the tensor is placed; interleaved DRAM unless given
   * @return a tensor of the given shape
   */
  public static Tensor zeros(
      Shape shape,
      @Nullable DataType dtype,
      @Nullable Layout layout,
      @Nullable MeshDevice device,
      @Nullable MemoryConfig memoryConfig) {
    return CreationOperations.ZEROS.call(
        new ConstantArguments(shape, dtype, layout, device, memoryConfig));
  }

  /**
   * A tensor with 0 in every element, with the spec of another tensor except for what is given.
   *
   * <p>TT-NN's {@code ttnn.zeros_like}.
   *
   * @param tensor the tensor whose spec the result has
   * @return a tensor of the shape of {@code tensor}
   * @throws TilescopeException if the tensor to fill differs from the result in shape, dtype,
   *     layout or memory config
   */
  public static Tensor zerosLike(Tensor tensor) {
    return CreationOperations.ZEROS_LIKE.call(new LikeArguments(tensor, LikeOptions.DEFAULT));
  }

  /**
   * A tensor with 0 in every element, with the spec of another tensor except for what is given.
   *
   * <p>TT-NN's {@code ttnn.zeros_like}.
   *
   * @param tensor the tensor whose spec the result has
   * @param options the keyword arguments, each with its default
   * @return a tensor of the shape of {@code tensor}
   * @throws TilescopeException if the tensor to fill differs from the result in shape, dtype,
   *     layout or memory config
   */
  public static Tensor zerosLike(Tensor tensor, LikeOptions options) {
    return CreationOperations.ZEROS_LIKE.call(new LikeArguments(tensor, options));
  }

  /**
   * A host tensor of any floating-point type; values are rounded to it.
   *
   * <p>TT-NN's {@code ttnn.from_array}.
   *
   * @param values the elements, row-major
   * @param shape shape of the result
   * @return a host tensor
   * @throws TilescopeException if there are more or fewer elements than the shape has, or the array
   *     is not of the kind of the dtype
   */
  public static Tensor fromArray(float[] values, Shape shape) {
    return TransferOperations.fromArray(values, shape, DataType.FLOAT32, Layout.ROW_MAJOR);
  }

  /**
   * A host tensor of any floating-point type; values are rounded to it.
   *
   * <p>TT-NN's {@code ttnn.from_array}.
   *
   * @param values the elements, row-major
   * @param shape shape of the result
   * @param dtype data type of the result; that of the input unless given
   * @param layout layout of the result, row-major or tiles
   * @return a host tensor
   * @throws TilescopeException if there are more or fewer elements than the shape has, or the array
   *     is not of the kind of the dtype
   */
  public static Tensor fromArray(float[] values, Shape shape, DataType dtype, Layout layout) {
    return TransferOperations.fromArray(values, shape, dtype, layout);
  }

  /**
   * A host tensor of any integer type; values are cut to it.
   *
   * <p>TT-NN's {@code ttnn.from_array}.
   *
   * @param values the elements, row-major
   * @param shape shape of the result
   * @param dtype data type of the result; that of the input unless given
   * @param layout layout of the result, row-major or tiles
   * @return a host tensor
   * @throws TilescopeException if there are more or fewer elements than the shape has, or the array
   *     is not of the kind of the dtype
   */
  public static Tensor fromArray(int[] values, Shape shape, DataType dtype, Layout layout) {
    return TransferOperations.fromArray(values, shape, dtype, layout);
  }

  /**
   * Shards of a tensor of this shape, in L1, spread evenly over the cores.
   *
   * <p>TT-NN's {@code ttnn.create_sharded_memory_config}.
   *
   * @param shape shape of the result
   * @param coreGrid the cores to spread the work over, a rectangle from the corner (0, 0)
   * @param strategy how the shards cut the tensor: by height, by width or in blocks
   * @return a memory config in L1
   * @throws TilescopeException if the tensor cannot be cut evenly, or the strategy is not to cut it
   */
  public static MemoryConfig createShardedMemoryConfig(
      Shape shape, CoreGrid coreGrid, TensorMemoryLayout strategy) {
    return PlacementOperations.createShardedMemoryConfig(shape, coreGrid, strategy, null, false);
  }

  /**
   * Shards of a tensor of this shape, in L1, spread evenly over the cores.
   *
   * <p>TT-NN's {@code ttnn.create_sharded_memory_config}.
   *
   * @param shape shape of the result
   * @param coreGrid the cores to spread the work over, a rectangle from the corner (0, 0)
   * @param strategy how the shards cut the tensor: by height, by width or in blocks
   * @param orientation whether shards go to the cores row by row or column by column; row by row
   *     unless given
   * @param useHeightAndWidthAsShardShape whether the shape given is that of a shard
   * @return a memory config in L1
   * @throws TilescopeException if the tensor cannot be cut evenly, or the strategy is not to cut it
   */
  public static MemoryConfig createShardedMemoryConfig(
      Shape shape,
      CoreGrid coreGrid,
      TensorMemoryLayout strategy,
      @Nullable ShardOrientation orientation,
      boolean useHeightAndWidthAsShardShape) {
    return PlacementOperations.createShardedMemoryConfig(
        shape, coreGrid, strategy, orientation, useHeightAndWidthAsShardShape);
  }
}
