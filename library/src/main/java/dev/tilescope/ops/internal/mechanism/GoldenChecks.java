package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.device.Buffer;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.DataType;
import dev.tilescope.model.TensorComparison;
import dev.tilescope.model.TensorComparison.Scope;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.MeshGolden;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Reference;
import dev.tilescope.tensor.Pcc;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Holds what device operations compute against their golden references.
 *
 * <p>Golden values are remembered by buffer, so that a view has those of the tensor it views and an
 * operation in place replaces them; they are forgotten when the buffer is freed or unreachable. A
 * buffer that no operation wrote to has its own values for golden ones.
 */
public final class GoldenChecks {
  /**
   * Golden values, one array for each device or one for all.
   *
   * @param parts null for a result whose reference could not be computed
   */
  private record Golden(@Nullable List<double[]> parts) {
    static final Golden UNKNOWN = new Golden(null);
  }

  public static final double DEFAULT_PCC = 0.9999;

  private static volatile @Nullable GoldenChecks current;

  static {
    use(ComparisonSettings.configured(ComparisonSettings.overrides()));
  }

  private final double desiredPcc;
  private final boolean shouldRaise;
  private final Map<Buffer, Golden> remembered = new WeakHashMap<>();
  private final Set<String> reported = ConcurrentHashMap.newKeySet();
  private final CalledOperations called = new CalledOperations();

  public GoldenChecks(double desiredPcc, boolean shouldRaise) {
    this.desiredPcc = desiredPcc;
    this.shouldRaise = shouldRaise;
  }

  /** Null while nothing is compared: one read is all that costs. */
  public static @Nullable GoldenChecks current() {
    return current;
  }

  public static synchronized void use(@Nullable GoldenChecks next) {
    GoldenChecks before = current;
    if (before != null) {
      Tracker.remove(before.called());
    }
    if (next != null) {
      Tracker.add(next.called());
    }
    current = next;
  }

  public double desiredPcc() {
    return desiredPcc;
  }

  public boolean shouldRaise() {
    return shouldRaise;
  }

  /** Listens while results are compared, for the names in messages. */
  CalledOperations called() {
    return called;
  }

  /** The references of one call, computed before its kernel may overwrite an input. */
  final class Expected<P extends Record> {
    private final Call<P> call;
    private final String label;
    private final @Nullable List<Golden> local;
    private final @Nullable List<Golden> global;

    private Expected(DeviceOperation<P> operation, Call<P> call) {
      this.call = call;
      label = called.label(operation);
      List<@Nullable Golden> inputs = actualInputs(call);
      List<@Nullable Golden> goldens = goldenInputs(call, inputs);
      local = compute(label, operation, call, inputs);
      global = goldens == null ? null : compute(label, operation, call, goldens);
    }

    /** Called when the results have their values. */
    void compare() {
      for (int i = 0; i < call.outputs().size(); i++) {
        remember(call.outputs().get(i), global == null ? Golden.UNKNOWN : global.get(i));
      }
      compare(Scope.LOCAL, local);
      compare(Scope.GLOBAL, global);
    }

    private void compare(Scope scope, @Nullable List<Golden> expected) {
      for (int i = 0; expected != null && i < expected.size(); i++) {
        Tensor output = call.outputs().get(i);
        double actual = pcc(output, expected.get(i));
        boolean matches = actual >= desiredPcc;
        if (Tracker.on()) {
          // A golden tensor exists to have a number: it holds nothing.
          long goldenId = Tensor.onHostUncomputed(output.spec()).tensorId();
          Tracker.compared(
              new TensorComparison(
                  scope, output.tensorId(), goldenId, matches, desiredPcc, actual));
        }
        if (!matches) {
          complain(label, i, scope, actual);
        }
      }
    }
  }

  <P extends Record> Expected<P> expect(DeviceOperation<P> operation, Call<P> call) {
    return new Expected<>(operation, call);
  }

  private static List<@Nullable Golden> actualInputs(Call<?> call) {
    List<@Nullable Golden> inputs = new ArrayList<>();
    for (Tensor input : call.inputs()) {
      inputs.add(input == null ? null : actual(input));
    }
    return inputs;
  }

  /** Null if the golden values of an input are not known. */
  private @Nullable List<@Nullable Golden> goldenInputs(
      Call<?> call, List<@Nullable Golden> actual) {
    List<@Nullable Golden> goldens = new ArrayList<>();
    for (int i = 0; i < actual.size(); i++) {
      Golden known = call.has(i) ? recall(call.input(i)) : null;
      if (known != null && known.parts() == null) {
        return null;
      }
      goldens.add(known == null ? actual.get(i) : known);
    }
    return goldens;
  }

  private @Nullable Golden recall(Tensor tensor) {
    synchronized (remembered) {
      return remembered.get(tensor.requireBuffer("tensor"));
    }
  }

  private void remember(Tensor tensor, Golden golden) {
    synchronized (remembered) {
      remembered.keySet().removeIf(buffer -> !buffer.isAllocated());
      remembered.put(tensor.requireBuffer("tensor"), golden);
    }
  }

  private static Golden actual(Tensor tensor) {
    List<double[]> parts = new ArrayList<>();
    for (Values values : tensor.requireParts("tensor")) {
      double[] doubles = new double[values.size()];
      for (int i = 0; i < doubles.length; i++) {
        doubles[i] = values.get(tensor.dtype(), i);
      }
      parts.add(doubles);
    }
    return new Golden(parts);
  }

  /** A golden value for each output, or null with a warning if the reference fails. */
  private <P extends Record> @Nullable List<Golden> compute(
      String label, DeviceOperation<P> operation, Call<P> call, List<@Nullable Golden> inputs) {
    try {
      MeshGolden<P> ofMesh = operation.meshGolden();
      return ofMesh == null
          ? references(operation, call, inputs)
          : exchanged(ofMesh, call, inputs.getFirst());
    } catch (RuntimeException e) {
      if (shouldRaise) {
        throw e;
      }
      report(label, label + ": its golden reference failed: " + e);
      return null;
    }
  }

  /** What a collective makes of the values of all devices. */
  private static <P extends Record> List<Golden> exchanged(
      MeshGolden<P> reference, Call<P> call, @Nullable Golden input) {
    List<double[]> held = input == null ? null : input.parts();
    if (held == null) {
      throw new TilescopeException("the golden values of its input are not known");
    }
    List<List<double[]>> results = reference.compute(call, held);
    List<Golden> goldens = new ArrayList<>();
    for (Tensor between : call.outputs().subList(0, call.outputs().size() - results.size())) {
      goldens.add(zeros(between));
    }
    results.forEach(result -> goldens.add(new Golden(result)));
    return goldens;
  }

  /** The kernels leave nothing in what is on its way. */
  private static Golden zeros(Tensor between) {
    return new Golden(
        between.requireParts("output").stream().map(part -> new double[part.size()]).toList());
  }

  private static <P extends Record> List<Golden> references(
      DeviceOperation<P> operation, Call<P> call, List<@Nullable Golden> inputs) {
    List<TensorSpec> outputs = call.outputs().stream().map(Tensor::spec).toList();
    List<List<double[]>> parts = new ArrayList<>();
    for (int i = 0; i < partCount(call); i++) {
      GoldenCall<P> onPart = new GoldenCall<>(call.params(), references(call, inputs, i), outputs);
      parts.add(operation.golden().compute(onPart));
    }
    List<Golden> goldens = new ArrayList<>();
    for (int i = 0; i < outputs.size(); i++) {
      int index = i;
      goldens.add(new Golden(parts.stream().map(part -> part.get(index)).toList()));
    }
    return goldens;
  }

  private static int partCount(Call<?> call) {
    return call.outputs().stream()
        .mapToInt(output -> output.requireParts("output").size())
        .max()
        .orElse(1);
  }

  private static List<@Nullable Reference> references(
      Call<?> call, List<@Nullable Golden> inputs, int part) {
    List<@Nullable Reference> references = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      Golden golden = inputs.get(i);
      List<double[]> parts = golden == null ? null : golden.parts();
      references.add(
          parts == null
              ? null
              : new Reference(call.spec(i), parts.get(parts.size() == 1 ? 0 : part)));
    }
    return references;
  }

  /** Integers match exactly or not at all. */
  private static double pcc(Tensor output, Golden golden) {
    double[] expected = joined(golden, output);
    double[] actual = joined(actual(output), output);
    if (output.dtype().isFloat()) {
      return Pcc.of(expected, actual);
    }
    for (int i = 0; i < expected.length; i++) {
      if (expected[i] != actual[i]) {
        return 0;
      }
    }
    return 1;
  }

  /** The values of all devices in a row, in the range of the result's type. */
  private static double[] joined(Golden golden, Tensor output) {
    List<double[]> parts = golden.parts() == null ? List.of() : golden.parts();
    int count = output.requireParts("output").size();
    DataType dtype = output.dtype();
    return parts.stream()
        .limit(count)
        .flatMapToDouble(Arrays::stream)
        .map(value -> inRange(value, dtype))
        .toArray();
  }

  /** As the type holds it: floats overflow to infinity, integers wrap. */
  private static double inRange(double value, DataType dtype) {
    return switch (dtype) {
      case FLOAT32, BFLOAT16, BFLOAT8_B, BFLOAT4_B -> (float) value;
      case INT32 -> (int) (long) value;
      case UINT32 -> (long) value & 0xFFFF_FFFFL;
      case UINT16 -> (long) value & 0xFFFF;
      case UINT8 -> (long) value & 0xFF;
      case INT8 -> (byte) (long) value;
    };
  }

  private void complain(String operation, int output, Scope scope, double actual) {
    String message =
        "%s: Comparing output tensor %d against CPU %sly failed: pcc is %s but should be >=%s"
            .formatted(
                operation, output, scope.name().toLowerCase(Locale.ROOT), actual, desiredPcc);
    if (shouldRaise) {
      throw new TilescopeException(message);
    }
    report(operation + scope, message);
  }

  /** Once for each operation: one that is wrong is wrong in every layer. */
  private void report(String about, String message) {
    if (reported.add(about)) {
      System.err.println(message);
    }
  }
}
