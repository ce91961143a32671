package dev.tilescope.ops;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Reference;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * A random call of a device operation, to be held against its golden reference.
 *
 * @param inputs null where an optional one is left out
 * @param magnitudes what errors are relative to, for each output; the reference itself if it gives
 *     null
 */
record GoldenSample<P extends Record>(
    DeviceOperation<P> operation,
    P params,
    List<Tensor> inputs,
    Function<GoldenCall<P>, List<double[]>> magnitudes) {

  /** Random calls of one operation, by name. */
  record Family(String name, Function<Random, GoldenSample<?>> sample) {
    @Override
    public String toString() {
      return name;
    }
  }

  GoldenSample(DeviceOperation<P> operation, P params, List<Tensor> inputs) {
    this(operation, params, inputs, call -> null);
  }

  List<Tensor> run(MeshDevice device) {
    return inputs.isEmpty()
        ? List.of(operation.runOn(device, params))
        : operation.runAll(params, inputs.toArray(Tensor[]::new));
  }

  void check(MeshDevice device) {
    List<Tensor> outputs = run(device);
    GoldenCall<P> call = goldenCall(outputs.stream().map(Tensor::spec).toList());
    List<double[]> golden = operation.golden().compute(call);
    List<double[]> scales = magnitudes.apply(call);
    for (int i = 0; i < outputs.size(); i++) {
      double[] scale = scales == null ? golden.get(i) : scales.get(i);
      String what = operation.name() + " " + params + " output " + i;
      Close.check(what, outputs.get(i), golden.get(i), scale);
      outputs.get(i).close();
    }
    inputs.stream().filter(in -> in != null).forEach(Tensor::close);
  }

  private GoldenCall<P> goldenCall(List<TensorSpec> outputs) {
    List<Reference> references = new ArrayList<>();
    for (Tensor in : inputs) {
      references.add(in == null ? null : new Reference(in.spec(), Close.doubles(in)));
    }
    return new GoldenCall<>(params, references, outputs);
  }
}
