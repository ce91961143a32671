package dev.tilescope.args;

import dev.tilescope.args.ReplayResult.Output;
import dev.tilescope.args.ReplayResult.Verdict.Same;
import dev.tilescope.tensor.Pcc;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchTensor;
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Holds what a call gives against what it gave when it was traced. */
final class ResultComparison {
  private final @Nullable Double neededPcc;
  private final @Nullable String whyNoValues;
  private final List<Output> outputs = new ArrayList<>();
  private final List<String> differences = new ArrayList<>();
  private boolean valuesDiffer;
  private boolean isPartial;
  private String note = "";

  /**
   * @param neededPcc null if values must be equal
   * @param whyNoValues why values cannot be compared; null if they can
   */
  ResultComparison(@Nullable Double neededPcc, @Nullable String whyNoValues) {
    this.neededPcc = neededPcc;
    this.whyNoValues = whyNoValues;
  }

  List<Output> outputs() {
    return outputs;
  }

  /** Of shapes and the like, then of values. */
  List<String> differences() {
    return differences;
  }

  /** Whether values are all that differs. */
  boolean onlyValuesDiffer() {
    return valuesDiffer && differences.stream().allMatch(text -> text.contains("values"));
  }

  /** The verdict if nothing differs. */
  Same same() {
    return new Same(isPartial, note);
  }

  private void partly(String why) {
    isPartial = true;
    note = why;
  }

  void compare(List<Tensor> tensors, List<Recorded> recorded) {
    List<Recorded> expected = recorded.stream().filter(TensorPlan::isTensor).toList();
    if (expected.size() != tensors.size()) {
      differences.add(
          "results: %d tensors recorded, %d now".formatted(expected.size(), tensors.size()));
    }
    for (int i = 0; i < tensors.size(); i++) {
      String name = tensors.size() == 1 ? "" : "result " + i + ": ";
      if (i < expected.size()) {
        compare(name, tensors.get(i), TensorPlan.of("result " + i, expected.get(i)));
      } else {
        outputs.add(new Output(tensors.get(i).spec(), TensorHash.of(tensors.get(i)), null, null));
      }
    }
  }

  private void compare(String name, Tensor actual, TensorPlan plan) {
    check(name + "shape", plan.spec().shape(), actual.shape());
    check(name + "dtype", plan.spec().dtype(), actual.dtype());
    check(name + "layout", plan.spec().layout(), actual.layout());
    check(name + "on device", plan.isOnDevice(), actual.isOnDevice());
    if (plan.statesMemory() && plan.isOnDevice() && actual.isOnDevice()) {
      check(name + "memory_config", plan.spec().memoryConfig(), actual.memoryConfig());
    }
    String hash = TensorHash.of(actual);
    Values expected = plan.values();
    if (expected == null) {
      partly(withoutValues(plan.absentFile()));
      outputs.add(new Output(actual.spec(), hash, null, null));
      return;
    }
    String recordedHash =
        TensorHash.of(plan.spec().shape(), plan.spec().dtype(), List.of(expected));
    Double pcc =
        whyNoValues == null && comparable(actual, plan) ? pcc(actual, plan, expected) : null;
    outputs.add(new Output(actual.spec(), hash, recordedHash, pcc));
    if (whyNoValues != null) {
      partly(whyNoValues);
    } else if (pcc != null && !hash.equals(recordedHash)) {
      compareValues(name, actual, expected, pcc);
    }
  }

  private static String withoutValues(@Nullable String absentFile) {
    return absentFile == null
        ? "no values recorded"
        : "no values: the file " + absentFile + " is not beside the trace";
  }

  private static boolean comparable(Tensor actual, TensorPlan plan) {
    return plan.spec().shape().equals(actual.shape())
        && plan.spec().dtype() == actual.dtype()
        && actual.requireParts("result").size() == 1;
  }

  private void compareValues(String name, Tensor actual, Values expected, double pcc) {
    if (neededPcc != null && pcc >= neededPcc) {
      note = String.format(Locale.ROOT, "PCC %.6f", pcc);
      return;
    }
    valuesDiffer = true;
    Values values = actual.values();
    int differing = 0;
    int first = -1;
    for (int i = 0; i < expected.size(); i++) {
      if (Double.compare(expected.get(actual.dtype(), i), values.get(actual.dtype(), i)) != 0) {
        first = differing++ == 0 ? i : first;
      }
    }
    differences.add(
        String.format(
            Locale.ROOT,
            "%svalues: %d of %d differ, PCC %.6f, first at element %d: %s recorded, %s now",
            name,
            differing,
            expected.size(),
            pcc,
            first,
            expected.get(actual.dtype(), Math.max(first, 0)),
            values.get(actual.dtype(), Math.max(first, 0))));
  }

  private static double pcc(Tensor actual, TensorPlan plan, Values expected) {
    return expected.size() == 0 ? 1 : Pcc.of(Tensor.onHost(plan.spec(), expected), actual);
  }

  void compare(TorchTensor actual, Recorded recorded) {
    TorchPlan plan = TorchPlan.of("result", recorded);
    check("shape", plan.shape(), actual.shape());
    if (plan.values() == null) {
      check("dtype", plan.dtype(), actual.dtype());
      partly(withoutValues(plan.absentFile()));
    } else if (whyNoValues != null) {
      partly(whyNoValues);
    } else if (differences.isEmpty()
        && !Arrays.equals(plan.make().toDoubles(), actual.toDoubles())) {
      valuesDiffer = true;
      differences.add("values: those of the torch.Tensor differ");
    }
  }

  private void check(String what, Object recorded, Object now) {
    if (!recorded.equals(now)) {
      differences.add("%s: %s recorded, %s now".formatted(what, recorded, now));
    }
  }
}
