package dev.tilescope.ops.internal.attention;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.CacheKernels;
import dev.tilescope.ops.internal.kernel.RotaryKind;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.RuntimeValues;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.MeshAxis;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.TensorOrNumber;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rotary embeddings of rows that go on a sequence which devices along an axis share. */
public final class IndexedRotaryOperations {
  private IndexedRotaryOperations() {}

  private static final int SIDE = TensorSpec.TILE_SIDE;
  private static final int COSINES = 1;
  private static final int MATRIX = 3;
  private static final int LENGTH = 4;

  /** The room that the reader reads the length into. */
  private static final int NUMBER_BYTES = 16;

  public record RotaryEmbeddingIndexedParams(
      int kvActualGlobal,
      int clusterAxis,
      MemoryConfig outputMemConfig,
      ComputeKernelConfig computeKernelConfig)
      implements RuntimeValues {
    @Override
    public Record program() {
      return new RotaryEmbeddingIndexedParams(0, clusterAxis, outputMemConfig, computeKernelConfig);
    }
  }

  public static final DeviceOperation<RotaryEmbeddingIndexedParams>
      ROTARY_EMBEDDING_INDEXED_ON_DEVICE =
          DeviceOperation.<RotaryEmbeddingIndexedParams>named(
                  "RotaryEmbeddingIndexedDeviceOperation", "rotary_embedding_indexed")
              .takes(
                  Input.of("input").floats().in(Layout.TILE),
                  Input.of("cos").floats().in(Layout.TILE),
                  Input.of("sin").floats().in(Layout.TILE),
                  Input.of("trans_mat").floats().in(Layout.TILE),
                  Input.optional("kv_actual_global").dtypes(List.of(DataType.UINT32)))
              .validation(IndexedRotaryOperations::check)
              .output(call -> call.spec(0).withMemoryConfig(call.params().outputMemConfig()))
              .circularBuffers(
                  "As rotary_embedding_llama in prefill mode, and 16 bytes where the length comes in"
                      + " a tensor.",
                  IndexedRotaryOperations::circularBuffers)
              .cost(RotaryOperations::cost)
              .meshKernel(
                  IndexedRotaryOperations::compute, (call, held) -> List.of(expected(call, held)))
              .golden(IndexedRotaryOperations::goldenOfOneDevice)
              .declare();

  public record RotaryEmbeddingIndexedArguments(
      Tensor input,
      Tensor cos,
      Tensor sin,
      Tensor transMat,
      @TensorOrNumber Object kvActualGlobal,
      int clusterAxis,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {}

  public static final Operation<RotaryEmbeddingIndexedArguments, Tensor> ROTARY_EMBEDDING_INDEXED =
      Operation.of(
          "ttnn::experimental::deepseek_prefill::rotary_embedding_indexed",
          RotaryEmbeddingIndexedArguments.class,
          IndexedRotaryOperations::turn,
          ROTARY_EMBEDDING_INDEXED_ON_DEVICE);

  private static Tensor turn(RotaryEmbeddingIndexedArguments a) {
    Tensor length = a.kvActualGlobal() instanceof Tensor tensor ? tensor : null;
    ROTARY_EMBEDDING_INDEXED_ON_DEVICE.requireUsable(
        a.input(), a.cos(), a.sin(), a.transMat(), length);
    MemoryConfig memory = a.memoryConfig();
    ComputeKernelConfig config = a.computeKernelConfig();
    return ROTARY_EMBEDDING_INDEXED_ON_DEVICE.run(
        new RotaryEmbeddingIndexedParams(
            a.kvActualGlobal() instanceof Number number ? number.intValue() : 0,
            a.clusterAxis(),
            memory == null ? a.input().memoryConfig() : memory,
            config == null ? RotaryOperations.COMPUTE : config),
        a.input(),
        a.cos(),
        a.sin(),
        a.transMat(),
        length);
  }

  private static void check(Call<RotaryEmbeddingIndexedParams> call) {
    int axis = call.params().clusterAxis();
    Check.that(axis == 0 || axis == 1, "cluster_axis (%d) must be 0 or 1", axis);
    for (int i = 0; i <= MATRIX; i++) {
      String name = ROTARY_EMBEDDING_INDEXED_ON_DEVICE.inputs().get(i).name();
      Check.rankIs(name, call.input(i), 4);
      Check.interleaved(name, call.spec(i).memoryConfig());
    }
    Check.interleaved("memory_config", call.params().outputMemConfig());
    Shape input = call.spec(0).shape();
    Check.that(
        input.dim(2) > 0 && input.dim(2) % SIDE == 0 && input.dim(3) % SIDE == 0,
        "input: rows and head size must be multiples of 32, got %s",
        input);
    Shape cos = call.spec(COSINES).shape();
    Check.that(
        cos.equals(call.spec(2).shape()) && call.spec(COSINES).dtype() == call.spec(2).dtype(),
        "cos and sin must have the same shape and dtype, got %s and %s",
        call.spec(COSINES),
        call.spec(2));
    Check.that(
        cos.dim(0) == 1
            && (cos.dim(1) == 1 || cos.dim(1) == input.dim(1))
            && cos.dim(3) == input.dim(3),
        "cos: [1, 1 or %d, rows, %d] is needed, got %s",
        input.dim(1),
        input.dim(3),
        cos);
    Check.that(
        call.spec(MATRIX).shape().equals(Shape.of(1, 1, SIDE, SIDE)),
        "trans_mat must be a single tile [1, 1, 32, 32] (got %s)",
        call.spec(MATRIX).shape());
    checkLength(call);
  }

  private static void checkLength(Call<RotaryEmbeddingIndexedParams> call) {
    if (call.has(LENGTH)) {
      Check.that(
          call.spec(LENGTH).shape().volume() == 1,
          "kv_actual_global: a tensor of a single element is needed, got %s",
          call.spec(LENGTH));
    } else {
      checkPlace(call, call.params().kvActualGlobal());
    }
  }

  /** All devices find angles for their rows. */
  private static void checkPlace(Call<RotaryEmbeddingIndexedParams> call, int length) {
    Check.that(
        length >= 0 && length % SIDE == 0,
        "kv_actual_global (%d) must be tile-aligned (a multiple of 32)",
        length);
    int rows = call.spec(0).shape().dim(2);
    int angles = call.spec(COSINES).shape().dim(2);
    MeshAxis sharers = sharers(call);
    for (int device = 0; device < call.device().board().chips(); device++) {
      Check.that(
          (long) sharers.firstRow(device, rows, length) + rows <= angles,
          "kv_actual_global (%d) and %d rows of each of %d devices need more than the %d rows of"
              + " angles that each has",
          length,
          rows,
          sharers.size(),
          angles);
    }
  }

  private static MeshAxis sharers(Call<RotaryEmbeddingIndexedParams> call) {
    return MeshAxis.of(call, call.params().clusterAxis());
  }

  /** rotary_embedding_indexed_device_operation.cpp. */
  private static List<CircularBuffer> circularBuffers(Call<RotaryEmbeddingIndexedParams> call) {
    List<CircularBuffer> buffers = new ArrayList<>(LlamaRotaryBuffers.prefill(call));
    if (call.has(LENGTH)) {
      buffers.add(
          CircularBuffer.local(CircularBuffers.wholeGrid(call), NUMBER_BYTES, NUMBER_BYTES));
    }
    return CircularBuffers.dataflow(buffers);
  }

  private static int firstRow(Call<RotaryEmbeddingIndexedParams> call, int device) {
    int length =
        call.has(LENGTH)
            ? call.values(LENGTH, device).integers()[0]
            : call.params().kvActualGlobal();
    checkPlace(call, length);
    return sharers(call).firstRow(device, call.spec(0).shape().dim(2), length);
  }

  private static void compute(Call<RotaryEmbeddingIndexedParams> call) {
    RotaryOperations.checkMatrix(call.floats(MATRIX));
    for (int device = 0; device < call.output().requireParts("output").size(); device++) {
      compute(call, device, firstRow(call, device));
    }
  }

  private static void compute(Call<RotaryEmbeddingIndexedParams> call, int device, int first) {
    Shape shape = call.spec(0).shape();
    Shape angles = call.spec(COSINES).shape();
    int dim = shape.dim(3);
    int volume = shape.dim(1) * shape.dim(2) * dim;
    float[] in = call.values(0, device).floats();
    for (int batch = 0; batch < shape.dim(0); batch++) {
      float[] rows = Arrays.copyOfRange(in, batch * volume, (batch + 1) * volume);
      CacheKernels.rotary(
          RotaryKind.PAIRS,
          rows,
          shape.dim(1),
          shape.dim(2),
          dim,
          call.values(COSINES, device).floats(),
          call.values(COSINES + 1, device).floats(),
          first * dim,
          angles.dim(1) == 1 ? 0 : angles.dim(2) * dim,
          dim,
          rows);
      System.arraycopy(rows, 0, call.out(0, device).floats(), batch * volume, volume);
    }
  }

  private static List<double[]> expected(
      Call<RotaryEmbeddingIndexedParams> call, List<double[]> held) {
    List<double[]> results = new ArrayList<>();
    for (int device = 0; device < call.output().requireParts("output").size(); device++) {
      float[] cos = call.values(COSINES, device).floats();
      float[] sin = call.values(COSINES + 1, device).floats();
      results.add(
          turned(
              held.get(held.size() == 1 ? 0 : device),
              call.spec(0).shape(),
              call.spec(COSINES).shape(),
              firstRow(call, device),
              i -> cos[i],
              i -> sin[i]));
    }
    return results;
  }

  private static double[] goldenOfOneDevice(GoldenCall<RotaryEmbeddingIndexedParams> call) {
    double[] cos = call.values(COSINES);
    double[] sin = call.values(COSINES + 1);
    int first = call.has(LENGTH) ? (int) call.values(LENGTH)[0] : call.params().kvActualGlobal();
    return turned(
        call.values(0),
        call.input(0).spec().shape(),
        call.input(COSINES).spec().shape(),
        first,
        i -> cos[i],
        i -> sin[i]);
  }

  private interface Angle {
    double at(int index);
  }

  /** Element by element: the neighbour of an even one is subtracted, that of an odd one added. */
  private static double[] turned(
      double[] values, Shape shape, Shape angles, int first, Angle cos, Angle sin) {
    int dim = shape.dim(3);
    double[] out = new double[values.length];
    for (int i = 0; i < out.length; i++) {
      int row = first + i / dim % shape.dim(2);
      int head = angles.dim(1) == 1 ? 0 : i / (dim * shape.dim(2)) % shape.dim(1);
      int angle = (head * angles.dim(2) + row) * dim + i % dim;
      double sign = i % 2 == 0 ? -1 : 1;
      out[i] = values[i] * cos.at(angle) + sign * values[i ^ 1] * sin.at(angle);
    }
    return out;
  }
}
