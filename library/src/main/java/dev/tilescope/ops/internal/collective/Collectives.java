package dev.tilescope.ops.internal.collective;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.Traffic;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.collective.CollectiveGolden.Exchange;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Declaration;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.CircularBufferRule;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.DeviceTensors;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.MeshAxis;
import dev.tilescope.ops.internal.mechanism.Shapes;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.options.LinkOptions;
import dev.tilescope.ops.options.Topology;
import dev.tilescope.tensor.Distribution;
import dev.tilescope.tensor.Distribution.Placement;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What collectives have in common: shapes, distributions, links and their time. */
public final class Collectives {
  /** Bytes that a core unpacks in a cycle, of both operands together. */
  private static final int UNPACKED_BYTES_PER_CYCLE = 80;

  /** What a collective makes of one dimension. */
  enum Effect {
    GROWS,
    SHRINKS,
    STAYS
  }

  /**
   * @param clusterAxis 0 for the devices of a column, 1 for those of a row, -1 for all
   * @param intermediateMemConfig of sums on their way, of a reduction that has such
   * @param dtype of the result; null for that of the input
   */
  public record CollectiveParams(
      int dim,
      int clusterAxis,
      MemoryConfig outputMemConfig,
      Links links,
      MemoryConfig intermediateMemConfig,
      @Nullable DataType dtype) {
    public CollectiveParams(
        int dim,
        int clusterAxis,
        MemoryConfig outputMemConfig,
        Links links,
        MemoryConfig intermediateMemConfig) {
      this(dim, clusterAxis, outputMemConfig, links, intermediateMemConfig, null);
    }

    /** Over one link each. */
    public CollectiveParams(int dim, int clusterAxis, MemoryConfig outputMemConfig) {
      this(dim, clusterAxis, outputMemConfig, Links.DEFAULT, MemoryConfig.DRAM);
    }
  }

  private Collectives() {}

  /** The devices of a group, as the user names it. */
  static int axis(@Nullable Integer clusterAxis) {
    int axis = clusterAxis == null ? -1 : clusterAxis;
    Check.that(
        clusterAxis == null || axis == 0 || axis == 1,
        "cluster_axis: 0 or 1 is needed, got %s",
        axis);
    return axis;
  }

  static CollectiveParams params(
      Tensor input,
      int dim,
      int axis,
      @Nullable MemoryConfig memory,
      Links links,
      @Nullable MemoryConfig intermediate) {
    return new CollectiveParams(
        Shapes.dimension("dim", dim, input.shape()),
        axis,
        memory == null ? input.memoryConfig() : memory,
        links,
        intermediate == null ? MemoryConfig.DRAM : intermediate);
  }

  /**
   * How data goes from device to device.
   *
   * @param cores that may feed links; null for all
   */
  record Route(
      @Nullable Integer clusterAxis,
      LinkOptions links,
      @Nullable Topology topology,
      @Nullable CoreRangeSet cores) {
    CollectiveParams params(
        Tensor input, int dim, @Nullable MemoryConfig memory, @Nullable MemoryConfig intermediate) {
      int axis = axis(clusterAxis);
      Links found = Links.of(input.device(), axis, links, topology, cores);
      return Collectives.params(input, dim, axis, memory, found, intermediate);
    }
  }

  /**
   * @param text says what the buffers are
   */
  static DeviceOperation<CollectiveParams> gather(
      String device,
      String primitive,
      String text,
      CircularBufferRule<CollectiveParams> circularBuffers) {
    return declared(device, primitive, Effect.GROWS)
        .circularBuffers(text, circularBuffers)
        .engine(Engine.MOVES)
        .meshKernel(
            call -> MeshExchange.eachDevice(call, MeshExchange::gathered),
            CollectiveGolden.of(Exchange.GATHER))
        .declare();
  }

  /** Its first result has the sums on their way, its second the pieces. */
  static DeviceOperation<CollectiveParams> reduceScatter(String device, String primitive) {
    return declared(device, primitive, Effect.SHRINKS)
        .outputs(call -> List.of(intermediate(call), output(call, Effect.SHRINKS)))
        .circularBuffers(CollectiveBuffers.SCATTER_TEXT, CollectiveBuffers::reduceScatter)
        .cost(Collectives::reductionCost)
        .meshKernel(
            call ->
                MeshExchange.eachDevice(
                    call,
                    (c, group, at) -> MeshExchange.slice(c, MeshExchange.summed(c, group), at)),
            CollectiveGolden.of(Exchange.REDUCE_SCATTER))
        .goldens(call ->
            List.of(
                new double[(int) call.outputs().getFirst().shape().volume()],
                call.values(0).clone()))
        .declare();
  }

  /** Frees the sums on their way; the pieces are the result. */
  static Tensor reduceScattered(
      DeviceOperation<CollectiveParams> operation,
      CollectiveParams params,
      Tensor input,
      @Nullable Tensor into) {
    try (Temporaries made = Temporaries.besides(input, into)) {
      List<Tensor> results =
          into == null
              ? made.ownAll(operation.runAll(params, input))
              : operation.runAllInto(
                  List.of(made.own(sums(operation, params, input)), into), params, input);
      return made.handOver(results.getLast());
    }
  }

  /** A place for the sums on their way. */
  private static Tensor sums(
      DeviceOperation<CollectiveParams> operation, CollectiveParams params, Tensor input) {
    operation.requireUsable(input);
    Call<CollectiveParams> call = new Call<>(params, List.of(input), input.device());
    check(call, Effect.SHRINKS);
    Distribution parts = distribution(call, Effect.SHRINKS);
    return DeviceTensors.create(intermediate(call), parts, input.device(), operation.name());
  }

  /** The golden reference is that of a single device, which has nobody to exchange with. */
  static Declaration<CollectiveParams> declared(String device, String primitive, Effect effect) {
    return DeviceOperation.<CollectiveParams>named(device, primitive)
        .takes(Input.of("input_tensor"))
        .validation(call -> check(call, effect))
        .output(call -> output(call, effect))
        .distribution(call -> distribution(call, effect))
        .circularBuffers(
            "Four pages on each of the cores that feed the links: num_workers_per_link for each"
                + " link in two directions (modelled).",
            Collectives::circularBuffers)
        .cost(Collectives::cost)
        .golden(call -> call.values(0).clone());
  }

  static void check(Call<CollectiveParams> call, Effect effect) {
    CollectiveParams params = call.params();
    int size = groupSize(call.device(), params.clusterAxis());
    Shape shape = call.spec(0).shape();
    if (effect == Effect.SHRINKS) {
      Check.that(
          shape.dim(params.dim()) % size == 0,
          "dim: dimension %d of %s cannot be shared out evenly to %d devices",
          params.dim(),
          shape,
          size);
    }
    Check.that(
        effect != Effect.GROWS || (long) shape.dim(params.dim()) * size <= Integer.MAX_VALUE,
        "dim: dimension %d of %s times %d devices is above 2^31-1",
        params.dim(),
        shape,
        size);
  }

  private static TensorSpec output(Call<CollectiveParams> call, Effect effect) {
    CollectiveParams params = call.params();
    int size = groupSize(call.device(), params.clusterAxis());
    int[] dims = call.spec(0).shape().toArray();
    dims[params.dim()] =
        switch (effect) {
          case GROWS -> dims[params.dim()] * size;
          case SHRINKS -> dims[params.dim()] / size;
          case STAYS -> dims[params.dim()];
        };
    TensorSpec made = call.spec(0).withShape(Shape.of(dims));
    DataType dtype = params.dtype();
    return (dtype == null ? made : made.withDtype(dtype))
        .withMemoryConfig(params.outputMemConfig());
  }

  /** Along a line sums come from both ends, each to a place of its own. */
  private static TensorSpec intermediate(Call<CollectiveParams> call) {
    CollectiveParams params = call.params();
    return new TensorSpec(
        between(call.spec(0).shape(), params.links()),
        call.spec(0).dtype(),
        call.spec(0).layout(),
        params.intermediateMemConfig());
  }

  static Shape between(Shape input, Links links) {
    int[] dims = input.toArray();
    if (links.topology() == Topology.LINEAR && dims.length > 0) {
      Check.that(
          dims[0] <= Integer.MAX_VALUE / 2,
          "input_tensor: twice dimension 0 of %s is above 2^31-1",
          input);
      dims[0] *= 2;
    }
    return Shape.of(dims);
  }

  /** The axes that took part repeat the result, or share it out; the others stay as they were. */
  private static Distribution distribution(Call<CollectiveParams> call, Effect effect) {
    CollectiveParams params = call.params();
    List<Placement> before = call.input(0).distribution().placements();
    List<Placement> after = new ArrayList<>(2);
    for (int axis = 0; axis < 2; axis++) {
      boolean takesPart = params.clusterAxis() < 0 || params.clusterAxis() == axis;
      boolean single = axisSize(call.device(), axis) == 1;
      Placement kept = before.size() < 2 ? new Placement.Replicate() : before.get(axis);
      boolean shares = effect == Effect.SHRINKS && !single;
      Placement made = shares ? new Placement.Shard(params.dim()) : new Placement.Replicate();
      after.add(takesPart ? made : kept);
    }
    boolean isSeparate = call.input(0).distribution().isSeparate() && params.clusterAxis() >= 0;
    return new Distribution(after, isSeparate);
  }

  private static int axisSize(MeshDevice device, int axis) {
    return new MeshAxis(device.board(), axis).size();
  }

  static int groupSize(MeshDevice device, int clusterAxis) {
    return clusterAxis < 0 ? device.board().chips() : axisSize(device, clusterAxis);
  }

  static List<CircularBuffer> circularBuffers(Call<CollectiveParams> call) {
    return List.of(
        CircularBuffers.pages(call.params().links().cores(call.device()), call.spec(0), 4));
  }

  /** The links' time stands in for the engines', and for that of the cores that feed them. */
  private static Work cost(Call<CollectiveParams> call) {
    return work(call, linkCycles(call));
  }

  /** Each device adds the parts of all others to its own. */
  private static Work reductionCost(Call<CollectiveParams> call) {
    int size = groupSize(call.device(), call.params().clusterAxis());
    long added = 2 * (size - 1L) * call.outputs().getLast().spec().bufferBytes();
    long bytesPerCycle = (long) call.device().board().compute().size() * UNPACKED_BYTES_PER_CYCLE;
    return work(call, Math.max(linkCycles(call), Math.ceilDiv(added, bytesPerCycle)));
  }

  private static long linkCycles(Call<CollectiveParams> call) {
    int size = groupSize(call.device(), call.params().clusterAxis());
    long bytes =
        Math.min(call.spec(0).bufferBytes(), call.outputs().getLast().spec().bufferBytes());
    return call.params().links().cycles(call.device().board(), size, bytes);
  }

  private static Work work(Call<CollectiveParams> call, long cycles) {
    int cores = call.params().links().cores(call.device()).size();
    return Costs.work(cycles, cores, Costs.inputs(call), call.outputs().getLast().spec())
        .withTraffic(Traffic.NONE, Traffic.NONE);
  }
}
