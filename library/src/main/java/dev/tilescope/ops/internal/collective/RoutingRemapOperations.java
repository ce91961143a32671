package dev.tilescope.ops.internal.collective;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.MeshAxis;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.tensor.Distribution;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The weights of chosen experts, shared out to the devices of a group. */
public final class RoutingRemapOperations {
  private RoutingRemapOperations() {}

  private static final List<DataType> WEIGHTS = List.of(DataType.BFLOAT16, DataType.FLOAT32);

  public record MoeRoutingRemapParams(
      int nonZeroWeightSize,
      int expertParallelSize,
      int clusterAxis,
      @Nullable MemoryConfig outputMemConfig) {}

  public static final DeviceOperation<MoeRoutingRemapParams> MOE_ROUTING_REMAP_ON_DEVICE =
      DeviceOperation.<MoeRoutingRemapParams>named(
              "MoeRoutingRemapDeviceOperation", "moe_routing_remap")
          .takes(Input.of("routing_weights_tensor").dtypes(WEIGHTS).in(Layout.ROW_MAJOR))
          .into("optional_output_tensor")
          .validation(RoutingRemapOperations::checkRouting)
          .output(
              call -> call.spec(0).withMemoryConfig(memory(call.params().outputMemConfig(), call)))
          .distribution(_ -> Distribution.REPLICATED.separate())
          .circularBuffers(
              "On one core the weights, the numbers of those of the device, and its weights.",
              RoutingRemapOperations::routingBuffers)
          .cost(call -> Costs.work(0, 1, Costs.inputs(call), call.outputSpec()))
          .engine(Engine.MOVES)
          .meshKernel(
              RoutingRemapOperations::route,
              (call, held) ->
                  List.of(
                      Experts.onEach(
                          call,
                          device ->
                              routed(
                                  held.get(held.size() == 1 ? 0 : device),
                                  call.params(),
                                  MeshAxis.of(call, call.params().clusterAxis()).place(device)))))
          .golden(call -> routed(call.values(0), call.params(), 0))
          .declare();

  public record MoeRoutingRemapArguments(
      Tensor routingWeightsTensor,
      int nonZeroWeightSize,
      int expertParallelSize,
      int clusterAxis,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor optionalOutputTensor) {}

  public static final Operation<MoeRoutingRemapArguments, Tensor> MOE_ROUTING_REMAP =
      Operation.of(
          "ttnn::moe_routing_remap",
          MoeRoutingRemapArguments.class,
          a -> {
            MOE_ROUTING_REMAP_ON_DEVICE.requireUsable(a.routingWeightsTensor());
            return MOE_ROUTING_REMAP_ON_DEVICE.runInto(
                a.optionalOutputTensor(),
                new MoeRoutingRemapParams(
                    a.nonZeroWeightSize(),
                    a.expertParallelSize(),
                    a.clusterAxis(),
                    a.memoryConfig()),
                a.routingWeightsTensor());
          },
          MOE_ROUTING_REMAP_ON_DEVICE);

  private static MemoryConfig memory(@Nullable MemoryConfig given, Call<?> call) {
    return given == null ? call.spec(0).memoryConfig() : given;
  }

  private static void checkRouting(Call<MoeRoutingRemapParams> call) {
    MoeRoutingRemapParams params = call.params();
    Shape shape = call.spec(0).shape();
    Check.that(
        shape.rank() == 2 && shape.dim(0) == 1,
        "routing_weights_tensor: expected input shape [1,E], got %s",
        shape);
    int experts = shape.dim(1);
    int axis = params.clusterAxis();
    Check.that(
        axis == 0 || axis == 1, "cluster_axis: 0 (rows) or 1 (columns) is needed, got %d", axis);
    int size = MeshAxis.of(call, axis).size();
    Check.that(
        params.expertParallelSize() == size,
        "expert parallel size (%d) should be the same as size of cluster axis %d (%d)",
        params.expertParallelSize(),
        axis,
        size);
    Check.that(
        experts % size == 0,
        "Number of experts (%d) must be evenly divisible by cluster (%d)",
        experts,
        size);
    int weights = params.nonZeroWeightSize();
    Check.that(
        weights > 0 && weights <= experts && weights % size == 0,
        "non_zero_weight_size: a multiple of %d from 1 to %d is needed, got %d",
        size,
        experts,
        weights);
  }

  /** moe_routing_remap_program_factory.cpp. */
  private static List<CircularBuffer> routingBuffers(Call<MoeRoutingRemapParams> call) {
    int each = call.params().nonZeroWeightSize() / call.params().expertParallelSize();
    CoreRangeSet core = CoreRangeSet.grid(1, 1);
    return List.of(
        Experts.inL1(core, call.spec(0).pageBytes()),
        Experts.inL1(core, (long) each * DataType.UINT16.elementBytes()),
        Experts.inL1(core, call.outputSpec().pageBytes()));
  }

  private static void route(Call<MoeRoutingRemapParams> call) {
    MoeRoutingRemapParams params = call.params();
    int each = params.nonZeroWeightSize() / params.expertParallelSize();
    Experts.devices(call)
        .forEach(device -> {
          int first = MeshAxis.of(call, params.clusterAxis()).place(device) * each;
          float[] in = call.values(0, device).floats();
          float[] out = call.out(0, device).floats();
          int seen = 0;
          for (int i = 0; i < in.length; i++) {
            boolean own = seen >= first && seen < first + each;
            seen += in[i] == 0 ? 0 : 1;
            out[i] = own ? in[i] : 0;
          }
        });
  }

  private static double[] routed(double[] weights, MoeRoutingRemapParams params, int member) {
    int each = params.nonZeroWeightSize() / params.expertParallelSize();
    int[] places = IntStream.range(0, weights.length).filter(i -> weights[i] != 0).toArray();
    double[] out = new double[weights.length];
    IntStream.of(places)
        .skip((long) member * each)
        .limit(each)
        .forEach(place -> out[place] = weights[place]);
    return out;
  }
}
