package dev.tilescope.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** One call of an operation, and what the oracle is asked. */
record GoldenTrial(
    String name,
    List<Operand> operands,
    Function<Placed, List<Tensor>> ours,
    List<OnnxValue> golden) {
  /** The operands on a device. */
  record Placed(MeshDevice device, List<Tensor> tensors) {
    Tensor tensor(int index) {
      return tensors.get(index);
    }
  }

  void check(MeshDevice device) {
    Set<Tensor> made = new HashSet<>();
    try {
      List<Tensor> inputs =
          operands.stream().map(operand -> Ttnn.toDevice(operand.host(), device)).toList();
      made.addAll(inputs);
      List<Tensor> results = ours.apply(new Placed(device, inputs));
      made.addAll(results);
      compare(OnnxOracle.run(golden), results);
    } finally {
      made.forEach(Tensor::close);
    }
  }

  private void compare(List<OnnxOracle.Output> expected, List<Tensor> results) {
    assertThat(results).as(name).hasSameSizeAs(expected);
    for (int i = 0; i < results.size(); i++) {
      Tensor result = results.get(i);
      assertThat(result.shape().toArray()).as(name).isEqualTo(expected.get(i).dims());
      try {
        Agreement.check(result.dtype(), expected.get(i).values(), values(result));
      } catch (AssertionError e) {
        throw new AssertionError("%s, result %d: %s".formatted(name, i, e.getMessage()), e);
      }
    }
  }

  private static double[] values(Tensor tensor) {
    Values values = Ttnn.fromDevice(tensor).values();
    double[] doubles = new double[values.size()];
    for (int i = 0; i < doubles.length; i++) {
      doubles[i] = values.get(tensor.dtype(), i);
    }
    return doubles;
  }

  @Override
  public String toString() {
    return name;
  }
}
