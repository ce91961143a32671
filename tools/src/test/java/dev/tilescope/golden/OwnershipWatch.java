package dev.tilescope.golden;

import dev.tilescope.device.Buffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.track.TraceListener;
import dev.tilescope.model.ProgramRef;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorRef;
import dev.tilescope.ops.Overwrites;
import dev.tilescope.ops.options.Conv2dConfig;
import dev.tilescope.replay.TensorHash;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Holds every call of an operation that a thread makes to what it owes its caller, whether it
 * returns or fails: arguments are there and hold what they held, unless the operation says that it
 * writes to them; its results are there; and nothing else is.
 */
final class OwnershipWatch implements TraceListener {
  /** Operations that are called to free their tensor. */
  private static final Set<String> FREEING =
      Set.of("ttnn::deallocate", "ttnn::move", "ttnn::reallocate");

  private record Open(
      Object[] arguments, Set<MeshDevice> devices, Set<Buffer> alive, Map<Tensor, String> values) {}

  private final Thread thread = Thread.currentThread();
  private final List<String> problems = new ArrayList<>();
  private final Set<String> operations = new LinkedHashSet<>();
  private final List<String> launches = new ArrayList<>();
  private int depth;
  private Open open;

  /** What calls did that they should not have done. */
  List<String> problems() {
    return problems;
  }

  /** The operations that were called and returned. */
  Set<String> operations() {
    return operations;
  }

  /** The programs that ran, in their order. */
  List<String> launches() {
    return launches;
  }

  @Override
  public void programLaunched(ProgramRef program) {
    if (Thread.currentThread() == thread) {
      launches.add(program.name());
    }
  }

  @Override
  public void functionStart(Signature signature, Object[] arguments) {
    if (Thread.currentThread() == thread && depth++ == 0) {
      Set<MeshDevice> devices = devices(arguments);
      Map<Tensor, String> values = new LinkedHashMap<>();
      tensors(arguments).forEach(t -> values.put(t, hash(t)));
      open = new Open(arguments, devices, alive(devices), values);
    }
  }

  @Override
  public void functionEnd(Signature signature, List<? extends TensorRef> outputs, long nanos) {
    if (Thread.currentThread() == thread && --depth == 0) {
      operations.add(signature.name());
      check(signature, outputs.stream().map(Tensor.class::cast).toList(), "");
    }
  }

  @Override
  public void functionFailed(Signature signature, Throwable failure) {
    if (Thread.currentThread() == thread && --depth == 0) {
      check(signature, List.of(), " that failed with " + failure.getClass().getSimpleName());
    }
  }

  private void check(Signature signature, List<Tensor> results, String how) {
    String call = signature.name() + how;
    Set<Buffer> expected = new LinkedHashSet<>(open.alive());
    results.forEach(result -> expected.add(result.buffer()));
    Set<Buffer> alive = alive(open.devices());
    for (Buffer left : alive) {
      if (!expected.contains(left)) {
        problems.add("%s left %d B of %s".formatted(call, left.sizeBytes(), left.madeBy()));
      }
    }
    for (Buffer before : open.alive()) {
      if (!alive.contains(before) && !isAskedToFree(signature, before)) {
        problems.add("%s freed %d B of %s".formatted(call, before.sizeBytes(), before.madeBy()));
      }
    }
    for (Tensor result : results) {
      if (!result.isAllocated()) {
        problems.add(call + " gave a result that is freed");
      }
    }
    checkArguments(signature, call);
  }

  private boolean isAskedToFree(Signature signature, Buffer buffer) {
    return frees(signature, 0)
        && tensors(open.arguments()[0]).stream().anyMatch(tensor -> tensor.buffer() == buffer);
  }

  private void checkArguments(Signature signature, String call) {
    Set<Integer> changed =
        signature.isOperation()
            ? Overwrites.of(signature.name()).changed(open.arguments())
            : Set.of();
    for (int i = 0; i < open.arguments().length; i++) {
      String name = i < signature.argumentNames().size() ? signature.argumentNames().get(i) : "";
      boolean written = changed.contains(i) || Overwrites.isTarget(name);
      for (Tensor tensor : tensors(open.arguments()[i])) {
        if (!written && tensor.hasValues() && !hash(tensor).equals(open.values().get(tensor))) {
          problems.add("%s changed the values of its argument %s".formatted(call, name));
        }
      }
    }
  }

  private static String hash(Tensor tensor) {
    return tensor.hasValues() ? TensorHash.of(tensor) : "";
  }

  /** Whether a call is asked to free its first argument. */
  private boolean frees(Signature signature, int argument) {
    return argument == 0
        && (FREEING.contains(signature.name())
            || Boolean.TRUE.equals(argument(signature, "deallocate_input"))
            || (argument(signature, "conv_config") instanceof Conv2dConfig config
                && config.deallocateActivation()));
  }

  private Object argument(Signature signature, String name) {
    int index = signature.argumentNames().indexOf(name);
    return index < 0 ? null : open.arguments()[index];
  }

  private static List<Tensor> tensors(Object argument) {
    List<Tensor> tensors = new ArrayList<>();
    switch (argument) {
      case Tensor tensor -> tensors.add(tensor);
      case Collection<?> items -> items.forEach(item -> tensors.addAll(tensors(item)));
      case Object[] items -> {
        for (Object item : items) {
          tensors.addAll(tensors(item));
        }
      }
      case null, default -> {}
    }
    return tensors;
  }

  private static Set<MeshDevice> devices(Object[] arguments) {
    Set<MeshDevice> devices = new LinkedHashSet<>();
    for (Tensor tensor : tensors(arguments)) {
      if (tensor.buffer() != null) {
        devices.add(tensor.buffer().device());
      }
    }
    for (Object argument : arguments) {
      if (argument instanceof MeshDevice device) {
        devices.add(device);
      }
    }
    return devices;
  }

  /** Kernel binaries stay for the next launch. */
  private static Set<Buffer> alive(Set<MeshDevice> devices) {
    Set<Buffer> alive = new LinkedHashSet<>();
    for (MeshDevice device : devices) {
      for (Buffer buffer : device.liveBuffers()) {
        if (!buffer.madeBy().startsWith("kernel binaries")) {
          alive.add(buffer);
        }
      }
    }
    return alive;
  }
}
