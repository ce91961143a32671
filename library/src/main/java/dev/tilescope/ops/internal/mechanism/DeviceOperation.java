package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.Work;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.tensor.Distribution;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of a device operation; {@link Launch} runs it.
 *
 * <p>The name of {@code device} carries no {@code ::} and is the operation's code in performance
 * reports. The rules are pure functions of the {@link Call}; none of them allocates device memory.
 *
 * @param device its name, e.g. {@code BinaryNgDeviceOperation}
 * @param primitive the name one level up, e.g. {@code ttnn::prim::binary_ng}
 * @param inputs the tensors it takes, as the user calls them
 * @param into how the user calls a tensor to write to
 * @param validation throws on anything the operation does not take, naming the argument
 * @param attributes how TT-NN words the parameters, for traces and performance reports
 * @param outputs shape, dtype, layout and placement of each result
 * @param distribution how results lie over the devices of a mesh
 * @param circularBuffers what the program needs in L1, core by core
 * @param circularBufferText the same in a sentence, for the documentation
 * @param cost the work each core does, for the modelled device time
 * @param compiledFor what of the tensors a program is compiled for: others make another program
 * @param engine whether the program has compute kernels or only moves data
 * @param kernel computes the results on the CPU; rounding to the outputs' dtypes follows by itself
 * @param meshGolden of a collective, whose kernel runs once and sees the values of all devices;
 *     null for a kernel that runs for each device whose values differ
 * @param golden the same in double precision, by the plainest loop there is
 */
public record DeviceOperation<P extends Record>(
    Signature device,
    Signature primitive,
    List<Input> inputs,
    String into,
    Validation<P> validation,
    AttributeRule<P> attributes,
    OutputRule<P> outputs,
    DistributionRule<P> distribution,
    CircularBufferRule<P> circularBuffers,
    String circularBufferText,
    CostRule<P> cost,
    CompilationRule<P> compiledFor,
    Engine engine,
    Kernel<P> kernel,
    @Nullable MeshGolden<P> meshGolden,
    Golden<P> golden) {

  public interface Validation<P extends Record> {
    void check(Call<P> call);
  }

  public interface AttributeRule<P extends Record> {
    Record of(Call<P> call);
  }

  public interface OutputRule<P extends Record> {
    List<TensorSpec> of(Call<P> call);
  }

  public interface DistributionRule<P extends Record> {
    Distribution of(Call<P> call);
  }

  public interface CircularBufferRule<P extends Record> {
    List<CircularBuffer> of(Call<P> call);
  }

  public interface CostRule<P extends Record> {
    Work of(Call<P> call);
  }

  public interface CompilationRule<P extends Record> {
    /**
     * @param specs of all inputs, null for those left out, and of the results
     * @return what is equal for two calls that one program serves
     */
    List<?> of(Call<P> call, List<@Nullable TensorSpec> specs);
  }

  public interface Kernel<P extends Record> {
    void compute(Call<P> call);
  }

  public interface Golden<P extends Record> {
    List<double[]> compute(GoldenCall<P> call);
  }

  public interface MeshGolden<P extends Record> {
    /**
     * @param held the values of the first input on every device, or once if all have the same
     * @return of each result its values on every device, row by row of the mesh; of the last
     *     results alone where those before are for what is on its way
     */
    List<List<double[]>> compute(Call<P> call, List<double[]> held);
  }

  /** A call as a golden function sees it. Absent inputs are null. */
  public record GoldenCall<P extends Record>(
      P params, List<@Nullable Reference> inputs, List<TensorSpec> outputs) {
    public Reference input(int index) {
      return Objects.requireNonNull(inputs.get(index));
    }

    public boolean has(int index) {
      return index < inputs.size() && inputs.get(index) != null;
    }

    public double[] values(int index) {
      return input(index).values();
    }

    public TensorSpec output() {
      return outputs.getFirst();
    }

    /** Room for the first result. */
    public double[] newOutput() {
      return new double[(int) output().shape().volume()];
    }
  }

  /** An input of a golden function. */
  public record Reference(TensorSpec spec, double[] values) {}

  /** What kernels a program is made of. */
  public enum Engine {
    /** A reader and a writer. */
    MOVES(2, 0),
    /** A writer alone. */
    WRITES(1, 0),
    /** A reader, a writer, and a compute kernel built for unpack, math and pack. */
    COMPUTES(2, 3),
    /** A writer and a compute kernel: makes values out of nothing. */
    GENERATES(1, 3);

    final int dataMovementKernels;
    final int computeKernels;

    Engine(int dataMovementKernels, int computeKernels) {
      this.dataMovementKernels = dataMovementKernels;
      this.computeKernels = computeKernels;
    }
  }

  /**
   * Parameters some of which are handed to a compiled program at each launch, such as a scalar or a
   * seed: they make no new program.
   */
  public interface RuntimeValues {
    /** The same parameters with those set to one fixed value. */
    Record program();
  }

  /**
   * @param device e.g. {@code BinaryNgDeviceOperation}
   * @param primitive e.g. {@code binary_ng}
   */
  public static <P extends Record> Declaration<P> named(String device, String primitive) {
    return new Declaration<>(
        Signature.of(device, "operation_attributes", "tensor_args"),
        Signature.of("ttnn::prim::" + primitive, "tensor_args", "operation_attributes"));
  }

  public String name() {
    return device.name();
  }

  /** Whether its kernel runs once for the whole mesh. */
  boolean isCollective() {
    return meshGolden != null;
  }

  /** What is declared of the tensor at a place; a list at the end takes all that follow. */
  Input input(int index) {
    return inputs.get(inputs.getLast().isList() ? Math.min(index, inputs.size() - 1) : index);
  }

  /** Throws unless the operation could run with these inputs where they are. */
  public void requireUsable(@Nullable Tensor... given) {
    Launch.device(this, Arrays.asList(given));
  }

  public Tensor run(P params, @Nullable Tensor... given) {
    return runInto(null, params, given);
  }

  /**
   * @param target the tensor to write to, or null to allocate one
   */
  public Tensor runInto(@Nullable Tensor target, P params, @Nullable Tensor... given) {
    return new Launch<>(this, params, Arrays.asList(given))
        .run(target == null ? List.of() : List.of(target))
        .getFirst();
  }

  /** For an operation with several results. */
  public List<Tensor> runAll(P params, @Nullable Tensor... given) {
    return new Launch<>(this, params, Arrays.asList(given)).run(List.of());
  }

  /**
   * For an operation that writes several results into tensors that exist.
   *
   * @param targets null for a result that is allocated
   */
  public List<Tensor> runAllInto(
      List<? extends @Nullable Tensor> targets, P params, @Nullable Tensor... given) {
    return new Launch<>(this, params, Arrays.asList(given)).run(targets);
  }

  /** For an operation without inputs. */
  public Tensor runOn(MeshDevice mesh, P params) {
    return runOnInto(null, mesh, params);
  }

  /**
   * @param target the tensor to write to, or null to allocate one
   */
  public Tensor runOnInto(@Nullable Tensor target, MeshDevice mesh, P params) {
    return new Launch<>(this, params, mesh)
        .run(target == null ? List.of() : List.of(target))
        .getFirst();
  }
}
