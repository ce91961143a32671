package dev.tilescope.ops.internal.attention;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.RotaryKind;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Rotary embeddings of the queries and keys of one token, at once and on cores of their own. */
public final class FusedRotaryOperations {
  private FusedRotaryOperations() {}

  private static final int COS = 2;
  private static final int MATRIX = 4;
  private static final int SIDE = TensorSpec.TILE_SIDE;
  private static final int MOST_USERS = 32;
  private static final int WIDEST_HEAD_IN_FLOAT32 = 128;
  private static final List<DataType> TAKEN = List.of(DataType.BFLOAT16);

  public record RotaryEmbeddingLlamaFusedQkParams(
      MemoryConfig qOutputMemConfig,
      MemoryConfig kOutputMemConfig,
      ComputeKernelConfig computeKernelConfig) {}

  public static final DeviceOperation<RotaryEmbeddingLlamaFusedQkParams>
      ROTARY_EMBEDDING_LLAMA_FUSED_QK_ON_DEVICE =
          DeviceOperation.<RotaryEmbeddingLlamaFusedQkParams>named(
                  "RotaryEmbeddingLlamaFusedQKDeviceOperation", "rotary_embedding_llama_fused_qk")
              .takes(
                  Input.of("q_input_tensor").dtypes(TAKEN).in(Layout.TILE),
                  Input.of("k_input_tensor").dtypes(TAKEN).in(Layout.TILE),
                  Input.of("cos_cache").dtypes(TAKEN).in(Layout.TILE),
                  Input.of("sin_cache").dtypes(TAKEN).in(Layout.TILE),
                  Input.of("trans_mat").dtypes(TAKEN).in(Layout.TILE))
              .validation(FusedRotaryOperations::check)
              .outputs(FusedRotaryOperations::turned)
              .circularBuffers(
                  "The shards of all inputs and of both results, and three rows of tiles between,"
                      + " on the rectangle around the cores of cos.",
                  FusedRotaryOperations::circularBuffers)
              .cost(FusedRotaryOperations::cost)
              .kernel(FusedRotaryOperations::compute)
              .goldens(call ->
                  List.of(
                      RotaryOperations.goldenPairs(call, 0, COS, 0, true),
                      RotaryOperations.goldenPairs(
                          call, 1, COS, call.input(0).spec().shape().dim(1), true)))
              .declare();

  public record FusedRotaryArguments(
      Tensor qInputTensor,
      Tensor kInputTensor,
      Tensor cosCache,
      Tensor sinCache,
      Tensor transMat,
      @Nullable ComputeKernelConfig computeKernelConfig) {}

  public static final Operation<FusedRotaryArguments, List<Tensor>>
      ROTARY_EMBEDDING_LLAMA_FUSED_QK =
          Operation.of(
              "ttnn::experimental::rotary_embedding_llama_fused_qk",
              FusedRotaryArguments.class,
              FusedRotaryOperations::rotary,
              ROTARY_EMBEDDING_LLAMA_FUSED_QK_ON_DEVICE);

  private static List<Tensor> rotary(FusedRotaryArguments a) {
    Tensor q = a.qInputTensor();
    Tensor k = a.kInputTensor();
    ROTARY_EMBEDDING_LLAMA_FUSED_QK_ON_DEVICE.requireUsable(
        q, k, a.cosCache(), a.sinCache(), a.transMat());
    ComputeKernelConfig given = a.computeKernelConfig();
    return ROTARY_EMBEDDING_LLAMA_FUSED_QK_ON_DEVICE.runAllInto(
        List.of(),
        new RotaryEmbeddingLlamaFusedQkParams(
            q.memoryConfig(),
            k.memoryConfig(),
            given == null ? RotaryOperations.COMPUTE : given),
        q,
        k,
        a.cosCache(),
        a.sinCache(),
        a.transMat());
  }

  /** As validate of rotary_embedding_llama_fused_qk_device_operation.cpp. */
  private static void check(Call<RotaryEmbeddingLlamaFusedQkParams> call) {
    for (int i = 0; i <= MATRIX; i++) {
      String argument = ROTARY_EMBEDDING_LLAMA_FUSED_QK_ON_DEVICE.inputs().get(i).name();
      Check.rankIs(argument, call.input(i), 4);
      Check.that(
          call.spec(i).memoryConfig().memoryLayout() == TensorMemoryLayout.HEIGHT_SHARDED,
          "%s: HEIGHT_SHARDED is needed, got %s; convert with Ttnn.toMemoryConfig",
          argument,
          call.spec(i).memoryConfig().memoryLayout());
    }
    checkShapes(call);
    CoreRangeSet q = cores(call, 0);
    CoreRangeSet k = cores(call, 1);
    Check.that(
        q.ranges().stream().noneMatch(each -> k.ranges().stream().anyMatch(each::intersects)),
        "k_input_tensor: cores other than those of q_input_tensor are needed, got %s and %s",
        q,
        k);
    Check.that(
        cores(call, MATRIX).size() >= q.size() + k.size(),
        "trans_mat: a tile is needed on each of the %d cores of queries and keys, got %d",
        q.size() + k.size(),
        cores(call, MATRIX).size());
  }

  private static void checkShapes(Call<RotaryEmbeddingLlamaFusedQkParams> call) {
    Shape q = call.spec(0).shape();
    Shape k = call.spec(1).shape();
    int users = q.dim(1);
    int dim = q.dim(3);
    boolean inFloat32 = call.params().computeKernelConfig().fp32DestAccEn();
    Check.that(
        q.dim(0) == 1
            && users <= MOST_USERS
            && dim > 0
            && dim % SIDE == 0
            && (!inFloat32 || dim <= WIDEST_HEAD_IN_FLOAT32),
        "q_input_tensor: [1, up to 32 users, heads, a multiple of 32 (up to 128 with"
            + " fp32_dest_acc_en)] is needed, got %s",
        q);
    Check.that(
        k.dim(0) == 1 && k.dim(1) == users && k.dim(3) == dim,
        "k_input_tensor: [1, %d, heads, %d] is needed, as the queries are, got %s",
        users,
        dim,
        k);
    for (int i = COS; i < MATRIX; i++) {
      Shape angles = call.spec(i).shape();
      Check.that(
          angles.dim(0) == 1
              && angles.dim(1) == 2 * users
              && angles.dim(2) >= 1
              && angles.dim(3) == dim
              && angles.equals(call.spec(COS).shape()),
          "%s: [1, %d, 1, %d] is needed, a row for each user's queries, then for its keys, got %s",
          ROTARY_EMBEDDING_LLAMA_FUSED_QK_ON_DEVICE.inputs().get(i).name(),
          2 * users,
          dim,
          angles);
    }
    ShardSpec matrix = shards(call, MATRIX);
    Check.that(
        matrix.height() == SIDE && matrix.width() == SIDE,
        "trans_mat: shards of 32x32 are needed, got %dx%d",
        matrix.height(),
        matrix.width());
  }

  private static ShardSpec shards(Call<?> call, int input) {
    return Objects.requireNonNull(call.spec(input).memoryConfig().shardSpec());
  }

  private static CoreRangeSet cores(Call<?> call, int input) {
    return shards(call, input).grid();
  }

  private static List<TensorSpec> turned(Call<RotaryEmbeddingLlamaFusedQkParams> call) {
    return List.of(
        call.spec(0).withMemoryConfig(call.params().qOutputMemConfig()),
        call.spec(1).withMemoryConfig(call.params().kOutputMemConfig()));
  }

  /** As rotary_embedding_llama_fused_qk_program_factory.cpp: all of them on {@code all_cores_bb}. */
  private static List<CircularBuffer> circularBuffers(
      Call<RotaryEmbeddingLlamaFusedQkParams> call) {
    CoreRangeSet around = CoreRangeSet.of(cores(call, COS).boundingBox());
    List<CircularBuffer> buffers = new ArrayList<>();
    for (int i = 0; i <= MATRIX; i++) {
      buffers.add(CircularBuffers.backedBy(call.input(i), around));
    }
    for (int i = 0; i < 3; i++) {
      buffers.add(
          CircularBuffers.tiles(around, call.spec(0).dtype(), RotaryOperations.width(call)));
    }
    call.outputs().forEach(each -> buffers.add(CircularBuffers.backedBy(each, around)));
    return buffers;
  }

  private static Work cost(Call<RotaryEmbeddingLlamaFusedQkParams> call) {
    return Costs.of(
        new TileWork(3, 0, 4, 1),
        cores(call, 0).size() + cores(call, 1).size(),
        Costs.inputs(call),
        call.outputSpec());
  }

  private static void compute(Call<RotaryEmbeddingLlamaFusedQkParams> call) {
    RotaryOperations.checkMatrix(call.floats(MATRIX));
    int users = call.spec(0).shape().dim(1);
    RotaryOperations.turn(RotaryKind.PAIRS, call, 0, COS, 0, true, call.out(0).floats());
    RotaryOperations.turn(RotaryKind.PAIRS, call, 1, COS, users, true, call.out(1).floats());
  }
}
