package dev.tilescope.replay;

import dev.tilescope.model.DataType;
import dev.tilescope.replay.ReplayResult.Output;
import dev.tilescope.replay.ReplayResult.Verdict.Same;
import dev.tilescope.tensor.Pcc;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchTensor;
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Holds what a call gives against what it gave when it was traced. */
final class ResultComparison {
  static final String FIRST_DEVICE =
      "values not compared: those of the first device alone were recorded";

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

  /** An argument that the call has written to, and does not give back. */
  void compareArgument(String name, Tensor actual, TensorPlan after) {
    if (after.parts() != null) {
      int results = outputs.size();
      compare(name + ": ", actual, after);
      outputs.subList(results, outputs.size()).clear();
    }
  }

  private void compare(String name, Tensor actual, TensorPlan plan) {
    check(name + "shape", plan.spec().shape(), actual.shape());
    check(name + "dtype", plan.spec().dtype(), actual.dtype());
    if (plan.statesLayout()) {
      check(name + "layout", plan.spec().layout(), actual.layout());
    }
    check(name + "on device", plan.isOnDevice(), actual.isOnDevice());
    if (plan.statesMemory() && plan.isOnDevice() && actual.isOnDevice()) {
      check(name + "memory_config", plan.spec().memoryConfig(), actual.memoryConfig());
    }
    String hash = TensorHash.of(actual);
    List<Values> expected = plan.parts();
    if (expected == null) {
      partly(withoutValues(plan.absentFile()));
      outputs.add(new Output(actual.spec(), hash, null, null));
      return;
    }
    String recordedHash = TensorHash.of(plan.spec().shape(), plan.spec().dtype(), expected);
    String why = whyNoValues == null ? whyNoDevices(actual, plan) : whyNoValues;
    List<Double> pccs = why == null && comparable(name, actual, plan) ? pccs(actual, plan) : null;
    outputs.add(
        new Output(actual.spec(), hash, recordedHash, pccs == null ? null : Collections.min(pccs)));
    if (why != null) {
      partly(why);
    } else if (pccs != null && !hash.equals(recordedHash)) {
      compareDevices(name, actual, expected, pccs);
    }
  }

  private static String withoutValues(@Nullable String absentFile) {
    return absentFile == null
        ? "no values recorded"
        : "no values: the file " + absentFile + " is not beside the trace";
  }

  /** A file may not say that the tensor was on a mesh; null if it says enough. */
  private static @Nullable String whyNoDevices(Tensor actual, TensorPlan plan) {
    boolean isUnsaid = plan.meshDevices() == 1 && actual.requireParts("result").size() > 1;
    return isUnsaid || plan.lacksDevices() ? FIRST_DEVICE : null;
  }

  private boolean comparable(String name, Tensor actual, TensorPlan plan) {
    int recorded = plan.chosenParts().size();
    int now = actual.requireParts("result").size();
    if (recorded != now) {
      differences.add(
          "%sdevices with parts of their own: %d recorded, %d now".formatted(name, recorded, now));
    }
    return recorded == now
        && plan.spec().shape().equals(actual.shape())
        && plan.spec().dtype() == actual.dtype();
  }

  private void compareDevices(
      String name, Tensor actual, List<Values> expected, List<Double> pccs) {
    double least = Collections.min(pccs);
    if (neededPcc != null && least >= neededPcc) {
      note = String.format(Locale.ROOT, "PCC %.6f", least);
      return;
    }
    List<Values> parts = actual.requireParts("result");
    for (int device = 0; device < parts.size(); device++) {
      String where = name + "values" + (parts.size() == 1 ? "" : " on device " + device);
      boolean isNear = neededPcc != null && pccs.get(device) >= neededPcc;
      if (!isNear) {
        compareValues(
            where, actual.dtype(), expected.get(device), parts.get(device), pccs.get(device));
      }
    }
  }

  private void compareValues(
      String where, DataType dtype, Values expected, Values values, double pcc) {
    int differing = 0;
    int first = -1;
    for (int i = 0; i < expected.size(); i++) {
      if (Double.compare(expected.get(dtype, i), values.get(dtype, i)) != 0) {
        first = differing++ == 0 ? i : first;
      }
    }
    if (differing == 0) {
      return;
    }
    valuesDiffer = true;
    differences.add(
        String.format(
            Locale.ROOT,
            "%s: %d of %d differ, PCC %.6f, first at element %d: %s recorded, %s now",
            where,
            differing,
            expected.size(),
            pcc,
            first,
            expected.get(dtype, first),
            values.get(dtype, first)));
  }

  /** Of each part. */
  private static List<Double> pccs(Tensor actual, TensorPlan plan) {
    List<Values> expected = plan.chosenParts();
    List<Values> parts = actual.requireParts("result");
    List<Double> pccs = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      pccs.add(
          expected.get(i).size() == 0
              ? 1
              : Pcc.of(
                  Tensor.onHost(plan.spec(), expected.get(i)),
                  Tensor.onHost(actual.spec(), parts.get(i))));
    }
    return pccs;
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
