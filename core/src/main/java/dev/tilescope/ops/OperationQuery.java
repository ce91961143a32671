package dev.tilescope.ops;

import dev.tilescope.device.Board;
import dev.tilescope.device.Buffer;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.Rehearsal;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.mechanism.ArgumentSlots;
import dev.tilescope.ops.mechanism.ArgumentSlots.Slot;
import dev.tilescope.ops.mechanism.ArgumentValue;
import dev.tilescope.ops.mechanism.Check;
import dev.tilescope.ops.mechanism.DeviceTensors;
import dev.tilescope.ops.mechanism.Operation;
import dev.tilescope.tensor.Distribution;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.track.Tracker;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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
    Operations.Declared declared =
        Operations.find(operation)
            .orElseThrow(() ->
                new TilescopeException(
                    "operation \"%s\" is not known; Operations.all() has those that are"
                        .formatted(operation)));
    return run(
        board,
        DeviceOptions.DEFAULT,
        device -> declared.operation().callWith(arguments(declared, device, inputs, arguments)));
  }

  private static Record arguments(
      Operations.Declared declared,
      MeshDevice device,
      List<QueryTensor> inputs,
      Map<String, String> written) {
    ArgumentSlots slots = declared.slots();
    Map<String, @Nullable Object> values = new HashMap<>();
    for (Slot slot : slots.slots()) {
      if (slot.type() == MeshDevice.class) {
        values.put(slot.name(), device);
      }
    }
    written.forEach((name, text) -> {
      Slot slot = slot(declared, slots, name);
      boolean isNone = slot.isNullable() && text.strip().equalsIgnoreCase("none");
      values.put(slot.name(), isNone ? null : ArgumentValue.parse(name, slot.type(), text));
    });
    place(declared, slots, device, inputs, values);
    return slots.build(declared.name(), values);
  }

  private static Slot slot(Operations.Declared declared, ArgumentSlots slots, String name) {
    return slots.slots().stream()
        .filter(slot -> slot.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new TilescopeException(
                "%s takes no argument \"%s\"; it takes %s"
                    .formatted(declared.name(), name, slots.names())));
  }

  /** Named tensors go to their places first, then the others take the free ones in order. */
  private static void place(
      Operations.Declared declared,
      ArgumentSlots slots,
      MeshDevice device,
      List<QueryTensor> inputs,
      Map<String, @Nullable Object> values) {
    List<Tensor> unnamed = new ArrayList<>();
    for (QueryTensor input : inputs) {
      Tensor tensor =
          DeviceTensors.allocate(input.spec(), Distribution.REPLICATED, device, "the input");
      if (input.name() == null) {
        unnamed.add(tensor);
      } else {
        values.put(slot(declared, slots, input.name()).name(), tensor);
      }
    }
    for (Slot slot : slots.slots()) {
      if (!values.containsKey(slot.name()) && !unnamed.isEmpty() && !slot.isTarget()) {
        if (slot.isTensorList()) {
          values.put(slot.name(), List.copyOf(unnamed));
          unnamed.clear();
        } else if (slot.takesTensor()) {
          values.put(slot.name(), unnamed.removeFirst());
        }
      }
    }
    Check.that(
        unnamed.isEmpty(),
        "%s: there is no place for %d of the %d tensors; it takes %s",
        declared.name(),
        unnamed.size(),
        inputs.size(),
        slots.names());
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
        rehearsal.modelledNanos(),
        outputs.stream().map(Tensor::spec).toList(),
        rehearsal.shortage());
  }
}
