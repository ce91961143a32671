package dev.tilescope.ops.internal.attention;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.AttentionKernels;
import dev.tilescope.ops.internal.kernel.AttentionRule;
import dev.tilescope.ops.internal.kernel.AttentionShape;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.SdpaProgramConfig;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Attention of two sequences that see each other: pictures and the text that asks for them. Long
 * because each of six tensors is checked, and joined to another.
 */
public final class JointAttentionOperations {
  private JointAttentionOperations() {}

  private static final List<DataType> DTYPES = List.of(DataType.BFLOAT16, DataType.BFLOAT8_B);

  /** Of queries, keys and values; the joint ones follow in the same order. */
  private static final int TENSORS = 3;

  private static final int STATISTICS = 5;

  public record JointSdpaParams(
      String jointStrategy,
      float scale,
      MemoryConfig outputMemoryConfig,
      SdpaProgramConfig programConfig,
      ComputeKernelConfig computeKernelConfig) {}

  public static final DeviceOperation<JointSdpaParams> JOINT_SDPA_ON_DEVICE =
      DeviceOperation.<JointSdpaParams>named(
              "JointSDPADeviceOperation", "joint_scaled_dot_product_attention")
          .takes(
              Input.of("input_tensor_q").dtypes(DTYPES).in(Layout.TILE),
              Input.of("input_tensor_k").dtypes(DTYPES).in(Layout.TILE),
              Input.of("input_tensor_v").dtypes(DTYPES).in(Layout.TILE),
              Input.of("joint_tensor_q").dtypes(DTYPES).in(Layout.TILE),
              Input.of("joint_tensor_k").dtypes(DTYPES).in(Layout.TILE),
              Input.of("joint_tensor_v").dtypes(DTYPES).in(Layout.TILE))
          .validation(JointAttentionOperations::check)
          .outputs(call ->
              List.of(
                  call.spec(0).withMemoryConfig(call.params().outputMemoryConfig()),
                  call.spec(TENSORS).withMemoryConfig(call.params().outputMemoryConfig())))
          .circularBuffers(
              "A chunk of queries, two if a core has several; two chunks each of keys and values; a"
                  + " mask where a sequence does not fill its chunks; two tiles of constants; a chunk"
                  + " of scores, three of results, five columns of statistics.",
              JointAttentionOperations::circularBuffers)
          .cost(JointAttentionOperations::cost)
          .kernel(JointAttentionOperations::compute)
          .goldens(JointAttentionOperations::golden)
          .declare();

  public record JointSdpaArguments(
      Tensor inputTensorQ,
      Tensor inputTensorK,
      Tensor inputTensorV,
      Tensor jointTensorQ,
      Tensor jointTensorK,
      Tensor jointTensorV,
      String jointStrategy,
      SdpaProgramConfig programConfig,
      @Nullable Float scale,
      @Nullable ComputeKernelConfig computeKernelConfig) {}

  public static final Operation<JointSdpaArguments, List<Tensor>>
      JOINT_SCALED_DOT_PRODUCT_ATTENTION =
          Operation.of(
              "ttnn::transformer::joint_scaled_dot_product_attention",
              JointSdpaArguments.class,
              JointAttentionOperations::attend,
              JOINT_SDPA_ON_DEVICE);

  private static List<Tensor> attend(JointSdpaArguments a) {
    Tensor q = a.inputTensorQ();
    JOINT_SDPA_ON_DEVICE.requireUsable(
        q,
        a.inputTensorK(),
        a.inputTensorV(),
        a.jointTensorQ(),
        a.jointTensorK(),
        a.jointTensorV());
    Check.that(a.programConfig() != null, "program_config: chunks of queries and keys are needed");
    ComputeKernelConfig config = a.computeKernelConfig();
    return JOINT_SDPA_ON_DEVICE.runAll(
        new JointSdpaParams(
            a.jointStrategy(),
            TransformerOperations.scale(a.scale(), q),
            MemoryConfig.DRAM,
            a.programConfig(),
            config == null ? AttentionOperations.COMPUTE : config),
        q,
        a.inputTensorK(),
        a.inputTensorV(),
        a.jointTensorQ(),
        a.jointTensorK(),
        a.jointTensorV());
  }

  private static void check(Call<JointSdpaParams> call) {
    Check.that(
        call.params().jointStrategy().equals("rear"),
        "Joint strategy must be 'rear'. Got: %s",
        call.params().jointStrategy());
    for (int i = 0; i < 2 * TENSORS; i++) {
      String name = JOINT_SDPA_ON_DEVICE.inputs().get(i).name();
      Check.rankIs(name, call.input(i), 4);
      Check.interleaved(name, call.spec(i).memoryConfig());
      Check.that(
          call.spec(i).memoryConfig().bufferType().isDram(),
          "%s: Operands to Joint SDPA need to be in DRAM, got %s",
          name,
          call.spec(i).memoryConfig());
      Check.that(
          call.spec(i).dtype() == call.spec(0).dtype(),
          "%s: All tensors must have the same dtype. Expected %s, got %s",
          name,
          call.spec(0).dtype(),
          call.spec(i).dtype());
    }
    checkShapes(call, 0);
    checkShapes(call, TENSORS);
    SdpaProgramConfig config = call.params().programConfig();
    Check.that(
        config.qChunkSize() > 0 && config.kChunkSize() > 0,
        "program_config: chunk sizes must be >= 32, got %d and %d",
        config.qChunkSize(),
        config.kChunkSize());
    AttentionOperations.checkGrid(config, call);
  }

  /** One head of keys for each of queries, and as many in both sequences. */
  private static void checkShapes(Call<JointSdpaParams> call, int first) {
    Shape q = call.spec(0).shape();
    int rows = call.spec(first).shape().dim(2);
    Shape needed = Shape.of(q.dim(0), q.dim(1), rows, q.dim(3));
    Check.that(
        q.dim(3) > 0 && q.dim(3) % TensorSpec.TILE_SIDE == 0,
        "input_tensor_q: Padding is not supported on the head_dim dimension, got %s",
        q);
    for (int i = first; i < first + TENSORS; i++) {
      Check.that(
          call.spec(i).shape().equals(needed),
          "%s: %s is needed, got %s",
          JOINT_SDPA_ON_DEVICE.inputs().get(i).name(),
          needed,
          call.spec(i).shape());
    }
  }

  private static int rows(Call<JointSdpaParams> call, int index) {
    return call.spec(index).shape().dim(2);
  }

  private static long chunks(Call<JointSdpaParams> call, int chunk) {
    return (long) Math.ceilDiv(rows(call, 0), chunk) + Math.ceilDiv(rows(call, TENSORS), chunk);
  }

  /** Cores share batches, then heads, then chunks of queries. */
  private static long chunksOfCore(Call<JointSdpaParams> call) {
    Shape q = call.spec(0).shape();
    int cores = cores(call).size();
    int batches = Math.clamp(q.dim(0), 1, cores);
    int heads = Math.clamp(q.dim(1), 1, cores / batches);
    long count = chunks(call, call.params().programConfig().qChunkSize());
    return Math.ceilDiv(count, Math.clamp(count, 1, cores / (batches * heads)));
  }

  private static CoreRangeSet cores(Call<JointSdpaParams> call) {
    return AttentionOperations.cores(call.params().programConfig(), call);
  }

  /** joint_sdpa_program_factory.cpp. */
  private static List<CircularBuffer> circularBuffers(Call<JointSdpaParams> call) {
    CoreRangeSet cores = cores(call);
    SdpaProgramConfig config = call.params().programConfig();
    long queries = AttentionOperations.tiles(config.qChunkSize());
    long keys = AttentionOperations.tiles(config.kChunkSize());
    long width = AttentionOperations.tiles(call.spec(0).shape().dim(3));
    DataType dtype = call.spec(0).dtype();
    List<CircularBuffer> buffers = new ArrayList<>();
    long held = chunksOfCore(call) > 1 ? 2 : 1;
    buffers.add(CircularBuffers.tiles(cores, dtype, held * queries * width));
    buffers.add(CircularBuffers.tiles(cores, dtype, 2 * keys * width));
    buffers.add(CircularBuffers.tiles(cores, dtype, 2 * keys * width));
    if (rows(call, 0) % config.kChunkSize() != 0
        || rows(call, TENSORS) % config.kChunkSize() != 0) {
      buffers.add(CircularBuffers.tiles(cores, DataType.BFLOAT4_B, queries * keys));
    }
    for (long tiles : new long[] {1, 1, queries * keys, queries * width, queries * width}) {
      buffers.add(CircularBuffers.tiles(cores, DataType.BFLOAT16, tiles));
    }
    for (int i = 0; i < STATISTICS; i++) {
      buffers.add(CircularBuffers.tiles(cores, DataType.BFLOAT16, queries));
    }
    buffers.add(CircularBuffers.tiles(cores, call.outputSpec().dtype(), queries * width));
    return buffers;
  }

  private static Work cost(Call<JointSdpaParams> call) {
    Shape q = call.spec(0).shape();
    long heads = (long) q.dim(0) * q.dim(1);
    long all = (long) rows(call, 0) + rows(call, TENSORS);
    long tiles =
        AttentionOperations.tiles(rows(call, 0)) + AttentionOperations.tiles(rows(call, TENSORS));
    long count = heads * chunks(call, call.params().programConfig().qChunkSize());
    return AttentionOperations.products(
        call,
        call.params().computeKernelConfig(),
        Math.clamp(count, 1, cores(call).size()),
        2 * tiles * tiles * AttentionOperations.tiles(q.dim(3)) * heads,
        4.0 * all * all * q.dim(3) * heads,
        count * chunks(call, call.params().programConfig().kChunkSize()));
  }

  private static void compute(Call<JointSdpaParams> call) {
    Shape q = call.spec(0).shape();
    int all = rows(call, 0) + rows(call, TENSORS);
    AttentionShape shape = new AttentionShape(q.dim(0), q.dim(1), q.dim(1), all, all, q.dim(3));
    float[] out = joined(call, 0);
    float[] queries = out.clone();
    AttentionKernels.attention(
        shape,
        AttentionRule.of(call.params().scale(), false),
        null,
        queries,
        joined(call, 1),
        joined(call, 2),
        out,
        AttentionOperations.precision(
            call,
            call.params().computeKernelConfig(),
            AttentionOperations.tiles(call.params().programConfig().kChunkSize())));
    int own = rows(call, 0) * q.dim(3);
    int joint = rows(call, TENSORS) * q.dim(3);
    for (int head = 0; head < q.dim(0) * q.dim(1); head++) {
      int from = head * (own + joint);
      System.arraycopy(out, from, call.out(0).floats(), head * own, own);
      System.arraycopy(out, from + own, call.out(1).floats(), head * joint, joint);
    }
  }

  /** The rows of both sequences behind each other, head by head. */
  private static float[] joined(Call<JointSdpaParams> call, int index) {
    Shape q = call.spec(0).shape();
    int heads = q.dim(0) * q.dim(1);
    int own = rows(call, index) * q.dim(3);
    int joint = rows(call, index + TENSORS) * q.dim(3);
    float[] all = new float[Math.multiplyExact(heads, Math.addExact(own, joint))];
    for (int head = 0; head < heads; head++) {
      int into = head * (own + joint);
      System.arraycopy(call.floats(index), head * own, all, into, own);
      System.arraycopy(call.floats(index + TENSORS), head * joint, all, into + own, joint);
    }
    return all;
  }

  private static List<double[]> golden(GoldenCall<JointSdpaParams> call) {
    Shape q = call.input(0).spec().shape();
    int dim = q.dim(3);
    int own = q.dim(2);
    int joint = call.input(TENSORS).spec().shape().dim(2);
    List<double[]> results =
        List.of(new double[call.values(0).length], new double[call.values(TENSORS).length]);
    double[] mask = new double[own + joint];
    for (int head = 0; head < q.dim(0) * q.dim(1); head++) {
      double[] queries = rows(call, 0, head, own, joint);
      double[] out = new double[queries.length];
      for (int row = 0; row < own + joint; row++) {
        AttentionGolden.row(
            queries,
            row * dim,
            dim,
            rows(call, 1, head, own, joint),
            rows(call, 2, head, own, joint),
            0,
            call.params().scale(),
            mask,
            Double.NEGATIVE_INFINITY,
            out);
      }
      System.arraycopy(out, 0, results.get(0), head * own * dim, own * dim);
      System.arraycopy(out, own * dim, results.get(1), head * joint * dim, joint * dim);
    }
    return results;
  }

  private static double[] rows(
      GoldenCall<JointSdpaParams> call, int index, int head, int own, int joint) {
    int dim = call.input(0).spec().shape().dim(3);
    double[] all = new double[(own + joint) * dim];
    System.arraycopy(call.values(index), head * own * dim, all, 0, own * dim);
    System.arraycopy(call.values(index + TENSORS), head * joint * dim, all, own * dim, joint * dim);
    return all;
  }
}
