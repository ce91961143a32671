package dev.tilescope.ops.internal.collective;

import dev.tilescope.device.Board;
import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.CostModel;
import dev.tilescope.device.Traffic;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.CoreSets;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.options.Topology;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What one device of a mesh has, sent to another. A result that is made for the call is zero on all
 * other devices; on a board they hold what was there before.
 */
public final class PointToPointOperations {
  private PointToPointOperations() {}

  private static final int PAGE_ALIGNMENT_BYTES = 16;

  /**
   * @param sender the place of the device that has the values, row by row
   * @param receiver the place of the device that gets them
   */
  public record PointToPointParams(int sender, int receiver, Topology topology) {
    boolean staysOnDevice() {
      return sender == receiver;
    }
  }

  /** Its first result has the packets on their way. */
  public static final DeviceOperation<PointToPointParams> POINT_TO_POINT_ON_DEVICE =
      DeviceOperation.<PointToPointParams>named("PointToPointOp", "point_to_point")
          .takes(Input.of("input_tensor"))
          .validation(PointToPointOperations::check)
          .outputs(call -> List.of(packets(call), call.spec(0)))
          .distribution(call -> call.input(0).distribution().separate())
          .circularBuffers(
              "On one core two pages, four packet headers and a packet; two pages on every core"
                  + " where sender and receiver are one device.",
              PointToPointOperations::circularBuffers)
          .engine(Engine.MOVES)
          .cost(PointToPointOperations::cost)
          .meshKernel(PointToPointOperations::send, PointToPointOperations::golden)
          .goldens(call ->
              List.of(
                  new double[(int) call.outputs().getFirst().shape().volume()],
                  call.values(0).clone()))
          .declare();

  public record PointToPointArguments(
      Tensor inputTensor,
      int[] senderCoord,
      int[] receiverCoord,
      @Nullable Tensor outputTensor,
      @Nullable Tensor intermediateTensor,
      @Nullable Topology topology) {}

  public static final Operation<PointToPointArguments, Tensor> POINT_TO_POINT =
      Operation.of(
          "ttnn::point_to_point",
          PointToPointArguments.class,
          PointToPointOperations::pointToPoint,
          POINT_TO_POINT_ON_DEVICE);

  private static Tensor pointToPoint(PointToPointArguments a) {
    Tensor input = a.inputTensor();
    Tensor output = a.outputTensor();
    POINT_TO_POINT_ON_DEVICE.requireUsable(input);
    Board board = input.device().board();
    PointToPointParams params =
        new PointToPointParams(
            place(board, "sender_coord", a.senderCoord()),
            place(board, "receiver_coord", a.receiverCoord()),
            a.topology() == null ? Topology.LINEAR : a.topology());
    if (params.staysOnDevice() && output != null && output.buffer() == input.buffer()) {
      check(new Call<>(params, List.of(input), input.device()));
      return output;
    }
    try (Temporaries made = Temporaries.besides(input, output, a.intermediateTensor())) {
      List<Tensor> results =
          POINT_TO_POINT_ON_DEVICE.runAllInto(
              Arrays.asList(a.intermediateTensor(), output), params, input);
      return made.handOver(made.ownAll(results).getLast());
    }
  }

  private static int place(Board board, String argument, int[] coordinate) {
    Check.that(
        coordinate.length == 2
            && IntStream.of(coordinate).allMatch(each -> each >= 0)
            && coordinate[0] < board.meshRows()
            && coordinate[1] < board.meshColumns(),
        "%s: the mesh has %d rows and %d columns of devices, got %s",
        argument,
        board.meshRows(),
        board.meshColumns(),
        Arrays.toString(coordinate));
    return coordinate[0] * board.meshColumns() + coordinate[1];
  }

  private static void check(Call<PointToPointParams> call) {
    TensorSpec input = call.spec(0);
    Check.that(
        !input.memoryConfig().isSharded(),
        "input_tensor: Point to point does not yet support sharded configs, got %s",
        input.memoryConfig());
    Check.that(
        input.pageBytes() % PAGE_ALIGNMENT_BYTES == 0,
        "input_tensor: Tensor page size must be %d byte aligned, got %d B",
        PAGE_ALIGNMENT_BYTES,
        input.pageBytes());
    int columns = call.device().board().meshColumns();
    int sender = call.params().sender();
    int receiver = call.params().receiver();
    Check.that(
        sender / columns == receiver / columns || sender % columns == receiver % columns,
        "receiver_coord: device %d and device %d are in no row or column together",
        sender,
        receiver);
  }

  // ---- packets

  /** Pages that go together, or the part of a page that fits. */
  private record Packets(long bytes, long count) {
    static Packets of(TensorSpec spec) {
      long room = CollectiveBuffers.PACKET_BYTES + ExpertExchangeOperations.PACKET_HEADER_BYTES;
      long most = spec.dtype() == DataType.BFLOAT16 ? Long.highestOneBit(room) : room;
      long page = spec.pageBytes();
      if (page > most) {
        return new Packets(most, Math.ceilDiv(page, most) * spec.pageCount());
      }
      long together = Math.max(1, Math.min(most / page, spec.pageCount()));
      return new Packets(page * together, Math.ceilDiv(spec.pageCount(), together));
    }
  }

  private static TensorSpec packets(Call<PointToPointParams> call) {
    TensorSpec input = call.spec(0);
    if (call.params().staysOnDevice()) {
      return input.withShape(Shape.of(1, 1));
    }
    Packets packets = Packets.of(input);
    return input.withShape(
        Shape.of(
            Math.toIntExact(packets.count()),
            Math.toIntExact(packets.bytes() / input.dtype().elementBytes())));
  }

  /** send_program_factory.cpp and local_copy_program_factory.cpp. */
  private static List<CircularBuffer> circularBuffers(Call<PointToPointParams> call) {
    if (call.params().staysOnDevice()) {
      CoreRangeSet cores = CircularBuffers.sharing(call.spec(0).pageCount(), call);
      return List.of(CircularBuffers.aligned(cores, call.input(0), 2));
    }
    CoreRangeSet core = CoreSets.rowByRow(CircularBuffers.wholeGrid(call), 0, 1);
    long packet = Packets.of(call.spec(0)).bytes();
    long header = ExpertExchangeOperations.PACKET_HEADER_BYTES;
    List<CircularBuffer> buffers = new ArrayList<>();
    buffers.add(CircularBuffers.aligned(core, call.input(0), 2));
    buffers.add(CircularBuffer.local(core, 4 * header, header));
    buffers.add(CircularBuffer.local(core, packet, packet));
    return buffers;
  }

  /** One link between neighbours, as often as devices lie between. */
  private static Work cost(Call<PointToPointParams> call) {
    if (call.params().staysOnDevice()) {
      return Costs.moving(call);
    }
    long cycles =
        CostModel.linkCycles(call.device().board(), call.spec(0).bufferBytes(), hops(call));
    return Costs.work(cycles, 1, Costs.inputs(call), call.outputs().getLast().spec())
        .withTraffic(Traffic.NONE, Traffic.NONE);
  }

  private static int hops(Call<PointToPointParams> call) {
    Board board = call.device().board();
    int distance = Math.abs(call.params().receiver() - call.params().sender());
    boolean alongRow = distance < board.meshColumns();
    int hops = alongRow ? distance : distance / board.meshColumns();
    int around = (alongRow ? board.meshColumns() : board.meshRows()) - hops;
    return call.params().topology() == Topology.RING ? Math.min(hops, around) : hops;
  }

  // ---- values

  private static void send(Call<PointToPointParams> call) {
    call.values(0, call.params().sender()).copyTo(call.out(1, call.params().receiver()));
  }

  private static List<List<double[]>> golden(Call<PointToPointParams> call, List<double[]> held) {
    DataType dtype = call.spec(0).dtype();
    List<double[]> results = new ArrayList<>();
    for (int device = 0; device < call.device().board().chips(); device++) {
      Values before = call.out(1, device);
      boolean receives = device == call.params().receiver();
      results.add(
          receives
              ? held.get(held.size() == 1 ? 0 : call.params().sender()).clone()
              : IntStream.range(0, before.size()).mapToDouble(i -> before.get(dtype, i)).toArray());
    }
    return List.of(results);
  }
}
