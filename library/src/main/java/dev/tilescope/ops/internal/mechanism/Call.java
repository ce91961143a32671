package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One call of a device operation, as its rules see it. Inputs stand where the declaration puts
 * them; an optional one that was not given is absent. There are no outputs before they are
 * allocated.
 *
 * @param part which device of the mesh a kernel computes for
 * @param subCoreGrids the cores that the program may use; null for all
 */
public record Call<P extends Record>(
    P params,
    List<@Nullable Tensor> inputs,
    MeshDevice device,
    List<Tensor> outputs,
    int part,
    @Nullable CoreRangeSet subCoreGrids) {

  public Call(P params, List<@Nullable Tensor> inputs, MeshDevice device) {
    this(params, inputs, device, null);
  }

  public Call(
      P params,
      List<@Nullable Tensor> inputs,
      MeshDevice device,
      @Nullable CoreRangeSet subCoreGrids) {
    this(params, inputs, device, List.of(), 0, subCoreGrids);
  }

  public Call<P> withOutputs(List<Tensor> made) {
    return new Call<>(params, inputs, device, made, part, subCoreGrids);
  }

  /** The same call with tensors that stay as they are when they are freed. */
  Call<P> frozen() {
    List<@Nullable Tensor> held = new ArrayList<>(inputs.size());
    inputs.forEach(input -> held.add(input == null ? null : input.frozen()));
    List<Tensor> results = outputs.stream().map(Tensor::frozen).toList();
    return new Call<>(params, held, device, results, part, subCoreGrids);
  }

  Call<P> onPart(int index) {
    return index == part ? this : new Call<>(params, inputs, device, outputs, index, subCoreGrids);
  }

  public boolean has(int index) {
    return index < inputs.size() && inputs.get(index) != null;
  }

  public Tensor input(int index) {
    return Objects.requireNonNull(inputs.get(index));
  }

  public TensorSpec spec(int index) {
    return input(index).spec();
  }

  /** The inputs that were given. */
  public List<Tensor> given() {
    List<Tensor> given = new ArrayList<>(inputs.size());
    for (Tensor input : inputs) {
      if (input != null) {
        given.add(input);
      }
    }
    return given;
  }

  public Tensor output() {
    return outputs.getFirst();
  }

  public TensorSpec outputSpec() {
    return output().spec();
  }

  /** What an input holds on the device that is computed for. */
  public Values values(int index) {
    return values(index, part);
  }

  public Values values(int index, int device) {
    return partOf(input(index), device);
  }

  public float[] floats(int index) {
    return values(index).floats();
  }

  /** Null for an optional input that was not given. */
  public float @Nullable [] floatsOrNull(int index) {
    return has(index) ? floats(index) : null;
  }

  public int[] integers(int index) {
    return values(index).integers();
  }

  /** Where the kernel writes. */
  public Values out() {
    return out(0);
  }

  public Values out(int index) {
    return partOf(outputs.get(index), part);
  }

  public Values out(int index, int device) {
    return partOf(outputs.get(index), device);
  }

  private static Values partOf(Tensor tensor, int device) {
    List<Values> parts = tensor.requireParts("tensor");
    return parts.get(parts.size() == 1 ? 0 : device);
  }
}
