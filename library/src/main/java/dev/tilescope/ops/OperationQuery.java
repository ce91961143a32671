package dev.tilescope.ops;

import dev.tilescope.device.Board;
import dev.tilescope.device.Buffer;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.Rehearsal;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.BufferType;
import dev.tilescope.ops.internal.mechanism.DeviceTensors;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.tensor.Distribution;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Asks whether operations fit a board without running them, as TT-NN's op-constraint query does.
 *
 * <pre>{@code
 * Fit fit = OperationQuery.run("n150", device -> {
 *   Tensor a = Ttnn.empty(Shape.of(8, 384, 1024), DataType.BFLOAT16, Layout.TILE, device, MemoryConfig.L1);
 *   Tensor b = Ttnn.empty(Shape.of(1024, 4096), DataType.BFLOAT16, Layout.TILE, device, MemoryConfig.DRAM);
 *   return Ttnn.matmul(a, b, MatmulOptions.DEFAULT.withMemoryConfig(MemoryConfig.L1));
 * });
 * System.out.println(fit.fits() ? fit.l1PeakBytes() : fit.shortage().message());
 * }</pre>
 *
 * <p>The board is one of its own: nothing is computed, no device of the program changes, and no
 * capture hears of it. Memory is given out by the allocators that a run would meet.
 */
public final class OperationQuery {
  private OperationQuery() {}

  /**
   * @param program makes its tensors on the device and gives back its results: a tensor, a list of
   *     tensors, or anything else
   */
  public static Fit run(String board, Function<MeshDevice, ?> program) {
    return run(Board.named(board), DeviceOptions.DEFAULT, program);
  }

  public static Fit run(Board board, DeviceOptions options, Function<MeshDevice, ?> program) {
    Rehearsal rehearsal = new Rehearsal(board, options);
    return Tracker.aside(
        rehearsal,
        () -> {
          try (MeshDevice device = MeshDevice.open(board, options)) {
            return fit(board, rehearsal, Operation.tensors(program.apply(device)));
          }
        });
  }

  /**
   * One operation by its name, its arguments as text.
   *
   * @param operation e.g. {@code ttnn.matmul}
   * @param inputs its tensors, by their order or by name
   * @param arguments the others, by TT-NN's names, as {@code tilescope fit --help} writes them
   */
  public static Fit call(
      Board board, String operation, List<QueryTensor> inputs, Map<String, String> arguments) {
    OperationCall call = OperationCall.of(operation);
    return run(
        board, DeviceOptions.DEFAULT, device -> complete(call, device, inputs, arguments).run());
  }

  /** Named tensors go to their places first, then the others take the free ones in order. */
  static OperationCall complete(
      OperationCall empty,
      MeshDevice device,
      List<QueryTensor> inputs,
      Map<String, String> arguments) {
    OperationCall call = empty.on(device);
    for (Map.Entry<String, String> argument : arguments.entrySet()) {
      call = call.withWritten(argument.getKey(), argument.getValue());
    }
    List<Tensor> unnamed = new ArrayList<>();
    for (QueryTensor input : inputs) {
      Tensor tensor =
          DeviceTensors.allocate(input.spec(), Distribution.REPLICATED, device, "the input");
      if (input.name() == null) {
        unnamed.add(tensor);
      } else {
        call = call.withArgument(input.name(), tensor);
      }
    }
    return call.withTensors(unnamed);
  }

  private static Fit fit(Board board, Rehearsal rehearsal, List<Tensor> outputs) {
    Set<Buffer> buffers = Collections.newSetFromMap(new IdentityHashMap<>());
    outputs.stream()
        .filter(Tensor::isOnDevice)
        .forEach(o -> buffers.add(o.requireBuffer("output")));
    return new Fit(
        board,
        rehearsal.peakCircularBufferBytes(),
        rehearsal.peakL1BufferBytes(),
        rehearsal.peakL1Bytes(),
        buffers.stream()
            .filter(buffer -> buffer.type().isL1())
            .mapToLong(Buffer::maxSizePerBankBytes)
            .sum(),
        rehearsal.capacityBytes(BufferType.L1),
        rehearsal.peakDramBytes(),
        rehearsal.capacityBytes(BufferType.DRAM),
        rehearsal.modelled().nanos(),
        rehearsal.modelled().lowNanos(),
        rehearsal.modelled().highNanos(),
        outputs.stream().map(Tensor::spec).toList(),
        rehearsal.shortage());
  }
}
