package dev.tilescope.internal.python;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.NdShardSpec;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.ShardDistributionStrategy;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.Tile;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.internal.kernel.UnaryKind;
import dev.tilescope.ops.options.BcastOpDim;
import dev.tilescope.ops.options.BcastOpMath;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.Conv2dConfig;
import dev.tilescope.ops.options.Conv2dResult;
import dev.tilescope.ops.options.Conv2dSliceConfig;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.EmbeddingsType;
import dev.tilescope.ops.options.GeluVariant;
import dev.tilescope.ops.options.GlobalSemaphore;
import dev.tilescope.ops.options.Index;
import dev.tilescope.ops.options.LayerNormProgramConfig;
import dev.tilescope.ops.options.MatmulProgramConfig;
import dev.tilescope.ops.options.MinimalMatmulConfig;
import dev.tilescope.ops.options.MorehSoftmaxStrategy;
import dev.tilescope.ops.options.PaddingMode;
import dev.tilescope.ops.options.ReshapeOptions;
import dev.tilescope.ops.options.SdpaProgramConfig;
import dev.tilescope.ops.options.SigmoidMode;
import dev.tilescope.ops.options.SoftmaxProgramConfig;
import dev.tilescope.ops.options.Topology;
import dev.tilescope.ops.options.UnaryWithParam;
import dev.tilescope.ops.options.ValuesAndIndices;
import dev.tilescope.tensor.Distribution.Placement;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.TorchDtype;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The enumerations and records that Python has classes for. Their numbers in frames are their
 * places here; the classes are generated from this list and carry the same numbers.
 */
public final class PythonTypes {
  /**
   * A type of ours under the name it has in Python.
   *
   * @param name in {@code ttnn}
   */
  public record Named<T>(String name, Class<? extends T> type) {}

  public static final List<Named<Enum<?>>> ENUMERATIONS =
      List.of(
          new Named<>("DataType", DataType.class),
          new Named<>("Layout", Layout.class),
          new Named<>("BufferType", BufferType.class),
          new Named<>("TensorMemoryLayout", TensorMemoryLayout.class),
          new Named<>("ShardOrientation", ShardOrientation.class),
          new Named<>("ShardDistributionStrategy", ShardDistributionStrategy.class),
          new Named<>("MathFidelity", MathFidelity.class),
          new Named<>("Topology", Topology.class),
          new Named<>("UnaryOpType", UnaryKind.class),
          new Named<>("SigmoidMode", SigmoidMode.class),
          new Named<>("GeluVariant", GeluVariant.class),
          new Named<>("PaddingMode", PaddingMode.class),
          new Named<>("MorehSoftmaxOpParallelizationStrategy", MorehSoftmaxStrategy.class),
          new Named<>("EmbeddingsType", EmbeddingsType.class),
          new Named<>("BcastOpMath", BcastOpMath.class),
          new Named<>("BcastOpDim", BcastOpDim.class),
          new Named<>("RunMode", RunMode.class),
          new Named<>("Conv2dSliceType", Conv2dSliceConfig.SliceType.class),
          new Named<>("TileReshapeMapMode", ReshapeOptions.TileReshapeMapMode.class),
          new Named<>("TorchDtype", TorchDtype.class),
          new Named<>("IndexRest", Index.Rest.class));

  public static final List<Named<Record>> RECORDS =
      List.of(
          new Named<>("CoreCoord", CoreCoord.class),
          new Named<>("CoreRange", CoreRange.class),
          new Named<>("CoreRangeSet", CoreRangeSet.class),
          new Named<>("ShardSpec", ShardSpec.class),
          new Named<>("NdShardSpec", NdShardSpec.class),
          new Named<>("MemoryConfig", MemoryConfig.class),
          new Named<>("CoreGrid", CoreGrid.class),
          new Named<>("Tile", Tile.class),
          new Named<>("UnaryWithParam", UnaryWithParam.class),
          new Named<>("WormholeComputeKernelConfig", ComputeKernelConfig.class),
          new Named<>("Conv2dConfig", Conv2dConfig.class),
          new Named<>("Conv2dSliceConfig", Conv2dSliceConfig.class),
          new Named<>("Conv2dResult", Conv2dResult.class),
          new Named<>("ValuesAndIndices", ValuesAndIndices.class),
          new Named<>("MatmulMultiCoreProgramConfig", MatmulProgramConfig.MultiCore.class),
          new Named<>(
              "MatmulMultiCoreReuseProgramConfig", MatmulProgramConfig.MultiCoreReuse.class),
          new Named<>(
              "MatmulMultiCoreReuseMultiCastProgramConfig",
              MatmulProgramConfig.MultiCoreReuseMultiCast.class),
          new Named<>(
              "MatmulMultiCoreReuseMultiCast1DProgramConfig",
              MatmulProgramConfig.MultiCoreReuseMultiCast1D.class),
          new Named<>(
              "MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig",
              MatmulProgramConfig.MultiCoreReuseMultiCastDramSharded.class),
          new Named<>(
              "MatmulMultiCoreReuseMultiCastBatchedDRAMShardedProgramConfig",
              MatmulProgramConfig.MultiCoreReuseMultiCastBatchedDramSharded.class),
          new Named<>("MinimalMatmulConfig", MinimalMatmulConfig.class),
          new Named<>("LayerNormDefaultProgramConfig", LayerNormProgramConfig.Default.class),
          new Named<>(
              "LayerNormShardedMultiCoreProgramConfig",
              LayerNormProgramConfig.ShardedMultiCore.class),
          new Named<>("SoftmaxDefaultProgramConfig", SoftmaxProgramConfig.Default.class),
          new Named<>(
              "SoftmaxShardedMultiCoreProgramConfig", SoftmaxProgramConfig.ShardedMultiCore.class),
          new Named<>("SDPAProgramConfig", SdpaProgramConfig.class),
          new Named<>("GlobalSemaphore", GlobalSemaphore.class),
          new Named<>("PlacementReplicate", Placement.Replicate.class),
          new Named<>("PlacementShard", Placement.Shard.class),
          new Named<>("Mesh", MeshMapper.Mesh.class),
          new Named<>("MeshMapper", MeshMapper.class),
          new Named<>("IndexAt", Index.At.class),
          new Named<>("IndexRange", Index.Range.class));

  private static final Map<Class<?>, Integer> CODES = codes();
  private static final TorchDtype[] TORCH_DTYPES = TorchDtype.values();
  private static final AtomicReferenceArray<@Nullable RecordType> MADE =
      new AtomicReferenceArray<>(RECORDS.size());

  private PythonTypes() {}

  private static Map<Class<?>, Integer> codes() {
    Map<Class<?>, Integer> codes = new HashMap<>();
    for (int i = 0; i < ENUMERATIONS.size(); i++) {
      codes.put(ENUMERATIONS.get(i).type(), i);
    }
    for (int i = 0; i < RECORDS.size(); i++) {
      codes.put(RECORDS.get(i).type(), i);
    }
    return codes;
  }

  /** The number of an enumeration or a record; -1 if Python has no class for it. */
  static int codeOf(Class<?> type) {
    return CODES.getOrDefault(type, -1);
  }

  static Enum<?> constant(int type, int constant) {
    Enum<?>[] constants = ENUMERATIONS.get(type).type().getEnumConstants();
    if (constants == null || constant >= constants.length) {
      throw new TilescopeException("frame: type %d has no constant %d".formatted(type, constant));
    }
    return constants[constant];
  }

  static RecordType record(int code) {
    RecordType made = MADE.get(code);
    if (made == null) {
      made = new RecordType(RECORDS.get(code).name(), RECORDS.get(code).type());
      MADE.set(code, made);
    }
    return made;
  }

  static TorchDtype torchDtype(int code) {
    return TORCH_DTYPES[code];
  }
}
