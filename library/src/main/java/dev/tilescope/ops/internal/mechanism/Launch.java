package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.Operands;
import dev.tilescope.device.Operands.Operand;
import dev.tilescope.device.Program;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.RuntimeValues;
import dev.tilescope.tensor.Distribution;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One run of a device operation, the same for all of them: announce, check, allocate the results,
 * put the program on the cores, compute.
 */
final class Launch<P extends Record> {
  private final DeviceOperation<P> operation;
  private final Call<P> call;

  /** What makes two launches the same program. */
  private record ProgramKey(String operation, Record params, List<?> compiledFor) {}

  /** What is announced of a call that may use some of the cores only. */
  private record LimitedAttributes(Record attributes, CoreRangeSet subCoreGrids) {}

  private record Launched(List<Tensor> outputs, long modelledNanos) {}

  Launch(DeviceOperation<P> operation, P params, List<@Nullable Tensor> inputs) {
    this.operation = operation;
    this.call = new Call<>(params, inputs, device(operation, inputs), CoreLimit.current());
  }

  Launch(DeviceOperation<P> operation, P params, MeshDevice device) {
    this.operation = operation;
    this.call = new Call<>(params, List.of(), device, CoreLimit.current());
  }

  /** The device of the inputs, all of which must be there and have values to compute with. */
  static MeshDevice device(DeviceOperation<?> operation, List<@Nullable Tensor> inputs) {
    MeshDevice device = null;
    for (int i = 0; i < inputs.size(); i++) {
      Tensor input = inputs.get(i);
      Input declared = operation.input(i);
      if (input != null) {
        device = device == null ? input.requireBuffer(declared.name()).device() : device;
        requireOn(device, declared.name(), input);
      } else if (!declared.isOptional()) {
        throw new TilescopeException(declared.name() + ": a tensor is needed, got null");
      }
    }
    if (device == null) {
      throw new AssertionError(operation.name() + " without inputs is run with runOn");
    }
    return device;
  }

  private static void requireOn(MeshDevice device, String argument, Tensor tensor) {
    MeshDevice other = tensor.requireBuffer(argument).device();
    if (other != device) {
      throw new TilescopeException(
          "%s: it is on %s, the operation runs on %s; move it with Ttnn.fromDevice and toDevice"
              .formatted(argument, other.label(), device.label()));
    }
    if (!Tracker.dispatchBlocked()) {
      tensor.requireParts(argument);
    }
  }

  /**
   * @param into the tensors to write to, null for one to allocate, or none to allocate all
   */
  List<Tensor> run(List<? extends @Nullable Tensor> into) {
    if (!Tracker.on()) {
      return launch(into, false).outputs();
    }
    Record attributes = limited(operation.attributes().of(call));
    return Traced.call(
        operation.primitive(), () -> announced(attributes, into), call.given(), attributes);
  }

  private List<Tensor> announced(Record attributes, List<? extends @Nullable Tensor> into) {
    Tracker.functionStart(operation.device(), attributes, call.given());
    Launched launched;
    try {
      launched = launch(into, true);
    } catch (Throwable failure) {
      Tracker.functionFailed(operation.device(), failure);
      throw failure;
    }
    Tracker.functionEnd(operation.device(), launched.outputs(), launched.modelledNanos());
    return launched.outputs();
  }

  private Record limited(Record attributes) {
    CoreRangeSet cores = call.subCoreGrids();
    return cores == null ? attributes : new LimitedAttributes(attributes, cores);
  }

  private Launched launch(List<? extends @Nullable Tensor> into, boolean announced) {
    if (call.subCoreGrids() != null) {
      CoreLimit.check(call.subCoreGrids(), call.device());
    }
    checkInputs();
    operation.validation().check(call);
    List<TensorSpec> specs = operation.outputs().of(call);
    try (Temporaries made = Temporaries.besides()) {
      List<Tensor> results = new ArrayList<>(specs.size());
      for (int i = 0; i < specs.size(); i++) {
        results.add(result(target(into, i), specs.get(i), made, announced));
      }
      boolean blocked =
          isGiven(into, specs.size())
              ? Tracker.dispatchBlocked()
              : results.stream().anyMatch(result -> !result.hasValues());
      long nanos = execute(results, blocked, into);
      return new Launched(made.handOver(results), nanos);
    }
  }

  private static boolean isGiven(List<? extends @Nullable Tensor> into, int results) {
    return into.size() == results && into.stream().allMatch(Objects::nonNull);
  }

  private static @Nullable Tensor target(List<? extends @Nullable Tensor> into, int result) {
    return result < into.size() ? into.get(result) : null;
  }

  private Tensor result(
      @Nullable Tensor target, TensorSpec spec, Temporaries made, boolean announced) {
    if (target == null) {
      return made.own(allocate(spec, announced));
    }
    requireMatch(target, spec);
    return target;
  }

  private void checkInputs() {
    for (int i = 0; i < call.inputs().size(); i++) {
      if (call.has(i)) {
        operation.input(i).check(call.input(i));
      }
    }
  }

  private Tensor allocate(TensorSpec spec, boolean announced) {
    Distribution distribution = operation.distribution().of(call);
    return announced
        ? DeviceTensors.create(spec, distribution, call.device(), operation.name())
        : DeviceTensors.allocate(spec, distribution, call.device(), operation.name());
  }

  /**
   * @param blocked decided once for the call: a capture may begin or end on another thread
   *     meanwhile
   * @param into those of the results that were not made for this call; the others are zero
   */
  private long execute(
      List<Tensor> results, boolean blocked, List<? extends @Nullable Tensor> into) {
    Call<P> complete = call.withOutputs(results);
    if (call.device().recording() != null) {
      record(complete, into);
      return 0;
    }
    long nanos = call.device().launch(program(complete), key(results));
    if (!blocked) {
      GoldenChecks checks = GoldenChecks.current();
      GoldenChecks.Expected<P> expected =
          checks == null ? null : checks.expect(operation, complete);
      makeResults(complete);
      if (expected != null) {
        expected.compare();
      }
    }
    return nanos;
  }

  /** Into a trace: nothing is computed before it is replayed. */
  private void record(Call<P> complete, List<? extends @Nullable Tensor> into) {
    Call<P> frozen = complete.frozen();
    Operands operands = new Operands(operands(call.given()), operands(complete.outputs()));
    call.device()
        .record(program(complete), key(complete.outputs()), operands, () -> replay(frozen, into));
  }

  private static List<Operand> operands(List<Tensor> tensors) {
    return tensors.stream()
        .map(tensor -> DeviceTensors.operand(tensor, Objects.requireNonNull(tensor.buffer())))
        .toList();
  }

  private void replay(Call<P> frozen, List<? extends @Nullable Tensor> into) {
    long began = System.nanoTime();
    for (int i = 0; i < frozen.outputs().size(); i++) {
      if (target(into, i) == null) {
        frozen.outputs().get(i).requireParts(operation.into()).forEach(Values::clear);
      }
    }
    frozen.device().computed(System.nanoTime() - began);
    makeResults(frozen);
  }

  private void makeResults(Call<P> complete) {
    long began = System.nanoTime();
    compute(complete);
    round(complete.outputs());
    complete.device().computed(System.nanoTime() - began);
  }

  private void round(List<Tensor> results) {
    for (Tensor result : results) {
      for (Values part : result.requireParts(operation.into())) {
        Rounding.toType(result.spec(), part);
      }
    }
  }

  /** Devices that hold the same values are computed once. */
  private void compute(Call<P> complete) {
    if (operation.isCollective()) {
      operation.kernel().compute(complete);
      return;
    }
    int parts = 1;
    for (Tensor tensor : complete.outputs()) {
      parts = Math.max(parts, tensor.requireParts(operation.into()).size());
    }
    for (int i = 0; i < parts; i++) {
      operation.kernel().compute(complete.onPart(i));
    }
  }

  private Program program(Call<P> complete) {
    List<CircularBuffer> buffers = operation.circularBuffers().of(complete);
    requireWithinLimit(buffers);
    return new Program(
        operation.name(),
        buffers,
        operation.engine().dataMovementKernels,
        operation.engine().computeKernels,
        operation.cost().of(complete));
  }

  /** Shards that are worked on where they lie may lie elsewhere. */
  private void requireWithinLimit(List<CircularBuffer> buffers) {
    CoreRangeSet limit = call.subCoreGrids();
    if (limit == null) {
      return;
    }
    for (CircularBuffer buffer : buffers) {
      Check.that(
          CoreLimit.contains(limit, buffer.cores()),
          "sub_core_grids: the operation works where its shards lie, on %s, got %s",
          buffer.cores(),
          limit);
    }
  }

  private ProgramKey key(List<Tensor> results) {
    List<@Nullable TensorSpec> specs = new ArrayList<>(call.inputs().size() + results.size());
    call.inputs().forEach(input -> specs.add(input == null ? null : input.spec()));
    results.forEach(result -> specs.add(result.spec()));
    Record params = call.params() instanceof RuntimeValues held ? held.program() : call.params();
    return new ProgramKey(
        operation.name(), limited(params), operation.compiledFor().of(call, specs));
  }

  private void requireMatch(Tensor into, TensorSpec spec) {
    into.requireBuffer(operation.into()).written();
    requireOn(call.device(), operation.into(), into);
    Check.target(operation.into(), into, spec);
    if (!operation.distribution().of(call).isReplicated()) {
      into.separate(operation.into(), call.device().chips().size());
    }
  }
}
