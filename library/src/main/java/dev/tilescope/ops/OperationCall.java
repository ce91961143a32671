package dev.tilescope.ops;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.internal.fitting.FittingValue;
import dev.tilescope.ops.internal.mechanism.ArgumentSlots;
import dev.tilescope.ops.internal.mechanism.ArgumentSlots.Slot;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.tensor.Tensor;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A call of an operation that is known by its name, for tools that read calls from files. Programs
 * call {@link Ttnn}, where the compiler checks them.
 *
 * <pre>{@code
 * Object sum = OperationCall.of("ttnn.add").with(a, b).withArgument("memory_config", MemoryConfig.L1).run();
 * }</pre>
 *
 * <p>Arguments have TT-NN's names and Java's values; those left out have TT-NN's defaults.
 */
public final class OperationCall {
  /**
   * An argument that the operation takes.
   *
   * @param type of its Java values; {@code Object} for a tensor or a number
   */
  public record Parameter(String name, Type type, boolean isNullable, boolean isRequired) {}

  private final Operations.Declared declared;
  private final ArgumentSlots slots;

  /** By slot. */
  private final @Nullable Object[] values;

  private OperationCall(Operations.Declared declared, @Nullable Object[] values) {
    this.declared = declared;
    this.slots = declared.slots();
    this.values = values;
  }

  /**
   * @param operation {@code ttnn.add}, {@code ttnn::add} or {@code add}
   */
  public static OperationCall of(String operation) {
    Operations.Declared declared =
        Operations.find(operation)
            .orElseThrow(() ->
                new TilescopeException(
                    "operation \"%s\" is not known; docs/operations.md lists all %d"
                        .formatted(operation, Operations.declared().size())));
    Object[] none = new Object[declared.slots().slots().size()];
    Arrays.fill(none, ArgumentSlots.NOT_GIVEN);
    return new OperationCall(declared, none);
  }

  /** As TT-NN's users write it, e.g. {@code ttnn.add}. */
  public String operation() {
    return declared.name();
  }

  /** What it takes, in the order of its signature. */
  public List<Parameter> parameters() {
    return slots.slots().stream()
        .map(slot ->
            new Parameter(slot.name(), slot.genericType(), slot.isNullable(), slot.isRequired()))
        .toList();
  }

  /** The arguments given so far, in the order of the signature. */
  public Map<String, @Nullable Object> arguments() {
    Map<String, @Nullable Object> given = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i++) {
      if (isGiven(i)) {
        given.put(slots.slots().get(i).name(), values[i]);
      }
    }
    return Collections.unmodifiableMap(given);
  }

  /** The first arguments of the signature, in its order. */
  public OperationCall with(@Nullable Object... positional) {
    Check.that(
        positional.length <= values.length,
        "%s takes at most %d arguments, got %d; it takes %s",
        operation(),
        values.length,
        positional.length,
        slots.names());
    OperationCall more = new OperationCall(declared, values.clone());
    for (int i = 0; i < positional.length; i++) {
      more.put(i, positional[i]);
    }
    return more;
  }

  /**
   * @param name TT-NN's, e.g. {@code memory_config}
   */
  public OperationCall withArgument(String name, @Nullable Object value) {
    return with(slots.index(operation(), name), value);
  }

  private OperationCall with(int slot, @Nullable Object value) {
    OperationCall more = new OperationCall(declared, values.clone());
    more.put(slot, value);
    return more;
  }

  private void put(int slot, @Nullable Object value) {
    Check.that(
        !isGiven(slot),
        "%s: the argument %s is given twice",
        operation(),
        slots.slots().get(slot).name());
    values[slot] = FittingValue.of(operation(), slots.slots().get(slot), value);
  }

  private boolean isGiven(int slot) {
    return values[slot] != ArgumentSlots.NOT_GIVEN;
  }

  /**
   * An argument of which there is only the text.
   *
   * @param text as {@code tilescope fit --help} writes it
   */
  OperationCall withWritten(String name, String text) {
    int index = slots.index(operation(), name);
    Slot slot = slots.slots().get(index);
    boolean isNone = slot.isNullable() && text.strip().equalsIgnoreCase("none");
    return with(index, isNone ? null : slot.parse(text));
  }

  /** The device that it runs on, if it asks for one. */
  OperationCall on(MeshDevice device) {
    OperationCall call = this;
    for (int i = 0; i < values.length; i++) {
      boolean isDevice = slots.slots().get(i).type() == MeshDevice.class;
      call = isDevice ? call.with(i, device) : call;
    }
    return call;
  }

  /** Tensors take the places that are free, in their order; a list of tensors takes all. */
  OperationCall withTensors(List<Tensor> tensors) {
    List<Tensor> left = new ArrayList<>(tensors);
    OperationCall call = this;
    for (int i = 0; i < values.length && !left.isEmpty(); i++) {
      Slot slot = slots.slots().get(i);
      boolean isFree = !isGiven(i) && !slot.isTarget();
      if (isFree && slot.isTensorList()) {
        call = call.with(i, List.copyOf(left));
        left.clear();
      } else if (isFree && slot.takesTensor()) {
        call = call.with(i, left.removeFirst());
      }
    }
    Check.that(
        left.isEmpty(),
        "%s: there is no place for %d of the %d tensors; it takes %s",
        operation(),
        left.size(),
        tensors.size() + Arrays.stream(values).filter(Tensor.class::isInstance).count(),
        slots.names());
    return call;
  }

  /**
   * @return a tensor, a list of tensors, or what else the operation gives
   */
  public @Nullable Object run() {
    return declared.operation().callWith(slots.build(operation(), values));
  }

  /** The tensors among what a call gave back. */
  public static List<Tensor> tensors(@Nullable Object result) {
    return Operation.tensors(result);
  }
}
