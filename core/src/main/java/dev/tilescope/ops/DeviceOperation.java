package dev.tilescope.ops;

import dev.tilescope.device.Buffer;
import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.CostModel;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.Program;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.tensor.Sharding;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import dev.tilescope.track.Tracker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of a device operation, and the one way to run it.
 *
 * <p>The name of {@code device} carries no {@code ::} and is the operation's code in performance
 * reports. The rules are pure functions of the {@link Call}; none of them allocates device memory.
 *
 * @param arguments how the user calls its tensors, for messages
 * @param device its name, e.g. {@code BinaryNgDeviceOperation}
 * @param primitive the name one level up, e.g. {@code ttnn::prim::binary_ng}
 * @param validation throws on anything the operation does not take, naming the argument
 * @param output shape, dtype, layout and placement of the result
 * @param circularBuffers what the program needs in L1, core by core
 * @param cost the work each core does, for the modelled device time
 * @param engine whether the program has compute kernels or only moves data
 * @param kernel computes the result on the CPU; rounding to the output's dtype follows by itself
 * @param golden the same in double precision, by the plainest loop there is
 */
record DeviceOperation<P extends Record>(
    Arguments arguments,
    Signature device,
    Signature primitive,
    Validation<P> validation,
    OutputRule<P> output,
    CircularBufferRule<P> circularBuffers,
    CostRule<P> cost,
    Engine engine,
    Kernel<P> kernel,
    Golden<P> golden) {

  private static final Signature CREATE_DEVICE_TENSOR =
      Signature.of(
          "tt::tt_metal::create_device_tensor",
          "shape",
          "dtype",
          "layout",
          "device",
          "memory_config");

  /** The names of the input tensors, and of the tensor to write to where one can be given. */
  record Arguments(List<String> inputs, String output) {
    static Arguments of(String... inputs) {
      return new Arguments(List.of(inputs), "output_tensor");
    }

    Arguments into(String name) {
      return new Arguments(inputs, name);
    }

    /** The device of the tensors, all of which must be there and have values to compute with. */
    MeshDevice device(List<Tensor> tensors) {
      MeshDevice device = tensors.getFirst().requireBuffer(inputs.getFirst()).device();
      for (int i = 0; i < tensors.size(); i++) {
        requireOn(device, inputs.get(i), tensors.get(i));
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
        tensor.requireValues(argument);
      }
    }
  }

  interface Validation<P extends Record> {
    void check(Call<P> call);
  }

  interface OutputRule<P extends Record> {
    TensorSpec of(Call<P> call);
  }

  interface CircularBufferRule<P extends Record> {
    List<CircularBuffer> of(Call<P> call, Tensor output);
  }

  interface CostRule<P extends Record> {
    CostModel.Work of(Call<P> call, TensorSpec output);
  }

  interface Kernel<P extends Record> {
    void compute(Call<P> call, Values output);
  }

  interface Golden<P extends Record> {
    double[] compute(P params, List<Reference> inputs, TensorSpec output);
  }

  /** An input of a golden function. */
  record Reference(TensorSpec spec, double[] values) {}

  /** What kernels a program is made of. */
  enum Engine {
    /** A reader and a writer. */
    MOVES(2, 0),
    /** A writer alone. */
    WRITES(1, 0),
    /** A reader, a writer, and a compute kernel built for unpack, math and pack. */
    COMPUTES(2, 3),
    /** A writer and a compute kernel: makes values out of nothing. */
    GENERATES(1, 3);

    private final int dataMovementKernels;
    private final int computeKernels;

    Engine(int dataMovementKernels, int computeKernels) {
      this.dataMovementKernels = dataMovementKernels;
      this.computeKernels = computeKernels;
    }
  }

  /**
   * Parameters some of which are handed to a compiled program at each launch, such as a scalar or a
   * seed: they make no new program.
   */
  interface RuntimeValues {
    /** The same parameters with those set to one fixed value. */
    Record program();
  }

  /** What makes two launches the same program. */
  private record ProgramKey(String operation, Record params, List<TensorSpec> specs) {}

  private record Launched(Tensor output, long modelledNanos) {}

  static Signature device(String name) {
    return Signature.of(name, "operation_attributes", "tensor_args");
  }

  static Signature primitive(String name) {
    return Signature.of(name, "tensor_args", "operation_attributes");
  }

  String name() {
    return device.name();
  }

  Tensor run(P params, Tensor input) {
    return run(params, List.of(input), null);
  }

  /**
   * @param into the tensor to write to, or null to allocate one
   */
  Tensor run(P params, List<Tensor> inputs, @Nullable Tensor into) {
    return run(params, inputs, arguments.device(inputs), into);
  }

  /** For an operation without inputs. */
  Tensor runOn(MeshDevice device, P params) {
    return run(params, List.of(), device, null);
  }

  private Tensor run(P params, List<Tensor> inputs, MeshDevice device, @Nullable Tensor into) {
    Call<P> call = new Call<>(params, inputs, device);
    return Tracker.on()
        ? Traced.call(primitive, () -> announced(call, into), inputs, params)
        : launch(call, into, false).output();
  }

  private Tensor announced(Call<P> call, @Nullable Tensor into) {
    Tracker.functionStart(device, call.params(), call.inputs());
    Launched launched;
    try {
      launched = launch(call, into, true);
    } catch (Throwable failure) {
      Tracker.functionFailed(device, failure);
      throw failure;
    }
    Tracker.functionEnd(device, List.of(launched.output()), launched.modelledNanos());
    return launched.output();
  }

  private Launched launch(Call<P> call, @Nullable Tensor into, boolean announced) {
    validation.check(call);
    TensorSpec spec = output.of(call);
    if (into != null) {
      requireMatch(call.device(), into, spec);
      return new Launched(into, execute(call, into, Tracker.dispatchBlocked()));
    }
    Tensor result =
        announced ? create(spec, call.device(), name()) : allocate(spec, call.device(), name());
    try {
      return new Launched(result, execute(call, result, !result.hasValues()));
    } catch (Throwable failure) {
      result.close();
      throw failure;
    }
  }

  /**
   * @param blocked decided once for the call: a capture may begin or end on another thread
   *     meanwhile
   */
  private long execute(Call<P> call, Tensor result, boolean blocked) {
    Program program = program(call, result, blocked);
    long nanos = call.device().launch(program, key(call, result.spec()));
    if (!blocked) {
      kernel.compute(call, result.values());
      Rounding.toType(result.dtype(), result.values());
    }
    return nanos;
  }

  private Program program(Call<P> call, Tensor result, boolean blocked) {
    return new Program(
        name(),
        circularBuffers.of(call, result),
        engine.dataMovementKernels,
        engine.computeKernels,
        blocked ? Costs.NONE : cost.of(call, result.spec()));
  }

  private ProgramKey key(Call<P> call, TensorSpec output) {
    List<TensorSpec> specs = new ArrayList<>(call.inputs().size() + 1);
    call.inputs().forEach(input -> specs.add(input.spec()));
    specs.add(output);
    Record params = call.params() instanceof RuntimeValues held ? held.program() : call.params();
    return new ProgramKey(name(), params, specs);
  }

  private void requireMatch(MeshDevice device, Tensor into, TensorSpec spec) {
    Arguments.requireOn(device, arguments.output(), into);
    if (!into.spec().equals(spec)) {
      throw new TilescopeException(
          "%s: the result is %s %s %s in %s, got %s %s %s in %s"
              .formatted(
                  arguments.output(),
                  spec.shape(),
                  spec.dtype(),
                  spec.layout(),
                  spec.memoryConfig(),
                  into.shape(),
                  into.dtype(),
                  into.layout(),
                  into.memoryConfig()));
    }
  }

  /** Allocates a device tensor, announced as TT-NN announces it. */
  static Tensor create(TensorSpec spec, MeshDevice device, String madeBy) {
    return Tracker.on()
        ? Traced.call(
            CREATE_DEVICE_TENSOR,
            () -> allocate(spec, device, madeBy),
            spec.shape(),
            spec.dtype(),
            spec.layout(),
            device,
            spec.memoryConfig())
        : allocate(spec, device, madeBy);
  }

  /** Allocates a device tensor without announcing more than its buffer. */
  static Tensor allocate(TensorSpec spec, MeshDevice device, String madeBy) {
    Sharding.check(spec);
    if (spec.dtype().isBlockFloat() && !Tracker.dispatchBlocked()) {
      Rounding.requireComputed(spec.dtype());
    }
    Buffer buffer = device.allocate(spec, madeBy);
    if (buffer.isBlocked()) {
      return Tensor.onDevice(spec, buffer, null);
    }
    try {
      return Tensor.onDevice(spec, buffer, Values.zeros(spec.dtype(), spec.shape().volume()));
    } catch (TilescopeException tooLarge) {
      buffer.deallocate();
      throw tooLarge;
    }
  }
}
