package dev.tilescope.ops.internal.collective;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Traffic;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.CoreSets;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.Elements;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.options.LinkOptions;
import dev.tilescope.ops.options.Topology;
import dev.tilescope.tensor.Distribution;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tokens to the devices of their experts, and what experts made of them back. Rows that nobody
 * sends are zero here; on a board they hold what was there before. Long because the two operations
 * share their checks and programs.
 */
public final class ExpertExchangeOperations {
  private ExpertExchangeOperations() {}

  private static final List<DataType> TOKENS = List.of(DataType.BFLOAT16);
  private static final List<DataType> NUMBERS = List.of(DataType.UINT16);

  /** {@code LowLatencyPacketHeader} for up to 16 hops along one dimension. */
  static final int PACKET_HEADER_BYTES = 48;

  private static final int CLIENT_INTERFACE_BYTES = 3280;

  /**
   * @param axis 0 for the devices of a column, 1 for those of a row, -1 for all
   * @param dim of batch, 1, or sequence, 2, that is joined or shared out
   */
  public record ExpertExchangeParams(
      MemoryConfig outputMemConfig, int axis, Links links, int dim, boolean locallyReduced) {
    /** Over one link each. */
    public ExpertExchangeParams(
        MemoryConfig outputMemConfig, int axis, int dim, boolean locallyReduced) {
      this(outputMemConfig, axis, Links.DEFAULT, dim, locallyReduced);
    }
  }

  public static final DeviceOperation<ExpertExchangeParams> ALL_TO_ALL_DISPATCH_ON_DEVICE =
      DeviceOperation.<ExpertExchangeParams>named(
              "AllToAllDispatchDeviceOperation", "all_to_all_dispatch")
          .takes(
              Input.of("input_tensor").dtypes(TOKENS).in(Layout.ROW_MAJOR),
              Input.of("expert_indices_tensor").dtypes(NUMBERS).in(Layout.ROW_MAJOR),
              Input.of("expert_mapping_tensor").dtypes(NUMBERS).in(Layout.ROW_MAJOR))
          .into("output_tensors")
          .validation(ExpertExchangeOperations::checkDispatch)
          .outputs(ExpertExchangeOperations::dispatched)
          .distribution(_ -> Distribution.REPLICATED.separate())
          .circularBuffers(
              "On a core for each link two tokens, the experts of its tokens, the mapping, two packet"
                  + " headers, a byte for each token and device, and the experts of all tokens if"
                  + " there is room.",
              ExpertExchangeOperations::dispatchBuffers)
          .cost(call -> cost(call, call.spec(0)))
          .engine(Engine.MOVES)
          .meshKernel(
              ExpertExchange::dispatch,
              (call, held) ->
                  List.of(
                      Experts.onEach(
                          call, device -> ExpertExchange.wantedGolden(call, held, device)),
                      Experts.onEach(call, device -> ExpertExchange.gatheredGolden(call, device))))
          .goldens(call -> List.of(call.values(0).clone(), call.values(1).clone()))
          .declare();

  public static final DeviceOperation<ExpertExchangeParams> ALL_TO_ALL_COMBINE_ON_DEVICE =
      DeviceOperation.<ExpertExchangeParams>named(
              "AllToAllCombineDeviceOperation", "all_to_all_combine")
          .takes(
              Input.of("input_tensor").dtypes(TOKENS).in(Layout.ROW_MAJOR),
              Input.of("expert_metadata_tensor").dtypes(NUMBERS).in(Layout.ROW_MAJOR),
              Input.of("expert_mapping_tensor").dtypes(NUMBERS).in(Layout.ROW_MAJOR))
          .validation(ExpertExchangeOperations::checkCombine)
          .output(ExpertExchangeOperations::combined)
          .distribution(_ -> Distribution.REPLICATED.separate())
          .circularBuffers(
              "On a core for each link a token for each expert of the device, a row of the mapping,"
                  + " the numbers of its experts, a token's experts, and three interfaces of the"
                  + " fabric.",
              ExpertExchangeOperations::combineBuffers)
          .cost(call -> cost(call, call.outputSpec()))
          .engine(Engine.MOVES)
          .meshKernel(
              ExpertExchange::combine,
              (call, held) ->
                  List.of(
                      Experts.onEach(
                          call, device -> ExpertExchange.combinedGolden(call, held, device))))
          .golden(call ->
              Elements.of(
                  call.output().shape(),
                  at -> {
                    int expert = (int) Elements.at(call.input(1), 0, at[1], at[2], at[0]);
                    int slot = call.params().locallyReduced() ? 0 : expert;
                    return Elements.at(call.input(0), slot, at[1], at[2], at[3]);
                  }))
          .declare();

  public record AllToAllDispatchArguments(
      Tensor inputTensor,
      Tensor expertIndicesTensor,
      Tensor expertMappingTensor,
      @Nullable Integer clusterAxis,
      @Nullable List<Tensor> outputTensors,
      @Nullable Integer numLinks,
      @Nullable Topology topology,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Integer subdeviceId,
      @Default("1") int outputConcatDim) {}

  public record AllToAllCombineArguments(
      Tensor inputTensor,
      Tensor expertMetadataTensor,
      Tensor expertMappingTensor,
      @Default("false") boolean localReduce,
      @Default("1") int outputShardDim,
      @Nullable Integer clusterAxis,
      @Nullable Integer subdeviceId,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor outputTensor,
      @Nullable Integer numLinks,
      @Nullable Topology topology) {}

  public static final Operation<AllToAllDispatchArguments, List<Tensor>> ALL_TO_ALL_DISPATCH =
      Operation.of(
          "ttnn::all_to_all_dispatch",
          AllToAllDispatchArguments.class,
          ExpertExchangeOperations::dispatch,
          ALL_TO_ALL_DISPATCH_ON_DEVICE);
  public static final Operation<AllToAllCombineArguments, Tensor> ALL_TO_ALL_COMBINE =
      Operation.of(
          "ttnn::all_to_all_combine",
          AllToAllCombineArguments.class,
          ExpertExchangeOperations::combine,
          ALL_TO_ALL_COMBINE_ON_DEVICE);

  private static List<Tensor> dispatch(AllToAllDispatchArguments a) {
    ALL_TO_ALL_DISPATCH_ON_DEVICE.requireUsable(
        a.inputTensor(), a.expertIndicesTensor(), a.expertMappingTensor());
    List<Tensor> into = a.outputTensors() == null ? List.of() : a.outputTensors();
    Check.that(
        into.isEmpty() || into.size() == 2,
        "output_tensors: tokens and metadata are needed, got %d tensors",
        into.size());
    Integer asked = a.clusterAxis();
    return ALL_TO_ALL_DISPATCH_ON_DEVICE.runAllInto(
        into,
        params(
            a.inputTensor(),
            asked,
            new LinkOptions(a.subdeviceId(), a.numLinks(), null, null, null),
            a.topology(),
            a.memoryConfig(),
            a.outputConcatDim(),
            false),
        a.inputTensor(),
        a.expertIndicesTensor(),
        a.expertMappingTensor());
  }

  private static Tensor combine(AllToAllCombineArguments a) {
    ALL_TO_ALL_COMBINE_ON_DEVICE.requireUsable(
        a.inputTensor(), a.expertMetadataTensor(), a.expertMappingTensor());
    Check.that(a.clusterAxis() != null, "cluster_axis: Axis must be specified at the moment");
    return ALL_TO_ALL_COMBINE_ON_DEVICE.runInto(
        a.outputTensor(),
        params(
            a.inputTensor(),
            a.clusterAxis(),
            new LinkOptions(a.subdeviceId(), a.numLinks(), null, null, null),
            a.topology(),
            a.memoryConfig(),
            a.outputShardDim(),
            a.localReduce()),
        a.inputTensor(),
        a.expertMetadataTensor(),
        a.expertMappingTensor());
  }

  private static ExpertExchangeParams params(
      Tensor input,
      @Nullable Integer clusterAxis,
      LinkOptions asked,
      @Nullable Topology topology,
      @Nullable MemoryConfig memory,
      int dim,
      boolean locallyReduced) {
    int axis = Collectives.axis(clusterAxis);
    Links links = Links.of(input.device(), axis, asked, topology, null);
    return new ExpertExchangeParams(
        memory == null ? input.memoryConfig() : memory, axis, links, dim, locallyReduced);
  }

  // ---- checks and shapes

  private static void checkDispatch(Call<ExpertExchangeParams> call) {
    checkCommon(call, "output_concat_dim");
    Shape tokens = call.spec(0).shape();
    Shape indices = call.spec(1).shape();
    Check.that(
        tokens.dim(0) == indices.dim(0)
            && tokens.dim(1) == indices.dim(1)
            && tokens.dim(2) == indices.dim(2),
        "expert_indices_tensor: all dimensions of %s but the last are needed, got %s",
        tokens,
        indices);
    Check.that(
        tokens.dim(1) == 1, "input_tensor: [batch, 1, sequence, hidden] is needed, got %s", tokens);
  }

  private static void checkCombine(Call<ExpertExchangeParams> call) {
    checkCommon(call, "output_shard_dim");
    Shape metadata = call.spec(1).shape();
    Shape input = call.spec(0).shape();
    int chips = call.device().board().chips();
    int experts = call.spec(2).shape().dim(2);
    Check.that(
        experts % chips == 0,
        "Number of experts %d should be evenly divisible by devices: %d",
        experts,
        chips);
    int slots = call.params().locallyReduced() ? 1 : experts / chips;
    Shape needed = Shape.of(slots, metadata.dim(1), metadata.dim(2), input.dim(3));
    Check.that(input.equals(needed), "input_tensor: %s is needed, got %s", needed, input);
    int group = groupSize(call);
    Check.that(
        metadata.dim(call.params().dim()) % group == 0,
        "expert_metadata_tensor: dimension %d must be divisible by the %d devices of a group, got"
            + " %s",
        call.params().dim(),
        group,
        metadata);
  }

  private static void checkCommon(Call<ExpertExchangeParams> call, String dimension) {
    List<Input> inputs =
        dimension.equals("output_concat_dim")
            ? ALL_TO_ALL_DISPATCH_ON_DEVICE.inputs()
            : ALL_TO_ALL_COMBINE_ON_DEVICE.inputs();
    for (int i = 0; i < inputs.size(); i++) {
      Check.rankIs(inputs.get(i).name(), call.input(i), 4);
    }
    int dim = call.params().dim();
    Check.that(dim == 1 || dim == 2, "%s: 1 or 2 is needed, got %d", dimension, dim);
    Check.that(
        call.spec(2).shape().dim(3) == call.device().board().chips(),
        "expert_mapping_tensor: a column for each of %d devices is needed, got %s",
        call.device().board().chips(),
        call.spec(2).shape());
    Check.interleaved("memory_config", call.params().outputMemConfig());
  }

  private static int groupSize(Call<ExpertExchangeParams> call) {
    return Collectives.groupSize(call.device(), call.params().axis());
  }

  private static List<TensorSpec> dispatched(Call<ExpertExchangeParams> call) {
    int[] dims = {1, call.spec(0).shape().dim(0), call.spec(0).shape().dim(2), 0};
    dims[call.params().dim()] *= groupSize(call);
    List<TensorSpec> specs = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      dims[3] = call.spec(i).shape().dim(3);
      specs.add(
          call.spec(i).withShape(Shape.of(dims)).withMemoryConfig(call.params().outputMemConfig()));
    }
    return specs;
  }

  private static TensorSpec combined(Call<ExpertExchangeParams> call) {
    Shape metadata = call.spec(1).shape();
    int[] dims = {metadata.dim(3), metadata.dim(1), metadata.dim(2), call.spec(0).shape().dim(3)};
    dims[call.params().dim()] /= groupSize(call);
    return call.spec(0).withShape(Shape.of(dims)).withMemoryConfig(call.params().outputMemConfig());
  }

  // ---- programs

  private record Feeders(CoreRangeSet cores, long tokensOfCore) {}

  private static Feeders feeders(Call<ExpertExchangeParams> call, long tokens) {
    int links = call.params().links().numLinks();
    long each = Math.max(1, Math.ceilDiv(tokens, links));
    int count = (int) Math.max(1, Math.min(links, Math.ceilDiv(tokens, each)));
    return new Feeders(CoreSets.rowByRow(CircularBuffers.wholeGrid(call), 0, count), each);
  }

  /** all_to_all_dispatch_program_factory.cpp. */
  private static List<CircularBuffer> dispatchBuffers(Call<ExpertExchangeParams> call) {
    Shape tokens = call.spec(0).shape();
    long count = (long) tokens.dim(0) * tokens.dim(1) * tokens.dim(2);
    Feeders feeders = feeders(call, count);
    CoreRangeSet cores = feeders.cores();
    long each = feeders.tokensOfCore();
    List<CircularBuffer> buffers = new ArrayList<>();
    buffers.add(CircularBuffers.aligned(cores, call.input(0), 2));
    buffers.add(CircularBuffers.aligned(cores, call.input(1), each));
    buffers.add(CircularBuffers.aligned(cores, call.input(2), call.spec(2).pageCount()));
    buffers.add(CircularBuffer.local(cores, 2 * PACKET_HEADER_BYTES, PACKET_HEADER_BYTES));
    buffers.add(CircularBuffer.local(cores, call.device().board().chips() * each, each));
    CircularBuffer all = CircularBuffers.aligned(cores, call.input(1), count * groupSize(call));
    long needed = all.sizeBytes() + buffers.stream().mapToLong(CircularBuffer::sizeBytes).sum();
    if (needed <= CircularBuffers.freeBytes(call.device())) {
      buffers.add(all);
    }
    return buffers;
  }

  /** all_to_all_combine_program_factory.cpp. */
  private static List<CircularBuffer> combineBuffers(Call<ExpertExchangeParams> call) {
    Shape metadata = call.spec(1).shape();
    CoreRangeSet cores = feeders(call, (long) metadata.dim(1) * metadata.dim(2)).cores();
    long experts = call.spec(2).shape().dim(2) / call.device().board().chips();
    return List.of(
        CircularBuffers.aligned(cores, call.input(0), experts),
        Experts.inL1(cores, call.spec(2).pageBytes()),
        Experts.inL1(cores, experts * DataType.UINT16.elementBytes()),
        Experts.inL1(cores, call.spec(1).pageBytes()),
        CircularBuffer.local(cores, 3 * CLIENT_INTERFACE_BYTES, CLIENT_INTERFACE_BYTES));
  }

  /** As if every device sent all its tokens to all others of its group. */
  private static Work cost(Call<ExpertExchangeParams> call, TensorSpec sent) {
    Links links = call.params().links();
    long cycles = links.cycles(call.device().board(), groupSize(call), sent.bufferBytes());
    return Costs.work(cycles, links.numLinks(), Costs.inputs(call), call.outputSpec())
        .withTraffic(Traffic.NONE, Traffic.NONE);
  }
}
