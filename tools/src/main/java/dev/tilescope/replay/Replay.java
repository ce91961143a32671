package dev.tilescope.replay;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.OperationCall;
import dev.tilescope.ops.Overwrites;
import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.ReplayResult.Verdict;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchTensor;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A traced call, made again on a modelled device from nothing but its file.
 *
 * <pre>{@code
 * try (MeshDevice device = MeshDevice.open("n150")) {
 *   ReplayResult result = Replay.of(TraceFile.read(file)).run(device);
 * }
 * }</pre>
 *
 * <p>Tensors are built from the recorded values, or from seeded ones where there are none ({@link
 * SeededValues}). A call that failed when it was traced is expected to fail with the same message.
 * Values are compared where the file has those of every tensor, and must be equal unless a
 * correlation is given.
 *
 * <p>Two kinds of calls cannot be held to their values: those whose values are the operation's own
 * choice ({@code rand}, {@code empty}), and those that change an argument in place, if the file has
 * it only as it was after the call, as TT-NN's have.
 */
public final class Replay {
  private static final Set<String> OWN_CHOICE =
      Set.of(
          "ttnn.rand",
          "ttnn.randn",
          "ttnn.empty",
          "ttnn.empty_like",
          "ttnn.allocate_tensor_on_device");

  private final TracedCall traced;
  private final @Nullable Double neededPcc;

  private Replay(TracedCall traced, @Nullable Double neededPcc) {
    this.traced = traced;
    this.neededPcc = neededPcc;
  }

  public static Replay of(TracedCall call) {
    return new Replay(call, null);
  }

  /** Values match whose correlation with the recorded ones is at least this. */
  public Replay withPcc(double pcc) {
    return new Replay(traced, pcc);
  }

  /** Never throws for what a file says; what the call makes on the device is freed. */
  public ReplayResult run(MeshDevice device) {
    return ArrayReplay.is(traced) ? ofArray() : onDevice(device);
  }

  private ReplayResult ofArray() {
    ResultComparison comparison = new ResultComparison(neededPcc, null);
    try {
      return result(ArrayReplay.run(traced, comparison), comparison.outputs());
    } catch (RuntimeException e) {
      return result(new Verdict.CannotRun(text(e)), List.of());
    }
  }

  private ReplayResult onDevice(MeshDevice device) {
    CallPlan plan;
    OperationCall call;
    try {
      plan = RecordedArguments.of(traced);
      call = plan.on(device);
    } catch (RuntimeException e) {
      return result(
          failedAlike(e)
              ? Verdict.Same.wholly("fails as recorded")
              : new Verdict.CannotRun(text(e)),
          List.of());
    }
    try {
      return made(plan, call);
    } finally {
      CallPlan.free(call);
    }
  }

  private ReplayResult made(CallPlan plan, OperationCall call) {
    Object given;
    try {
      given = call.run();
    } catch (RuntimeException e) {
      return result(failure(plan, e), List.of());
    }
    try {
      return judged(plan, call, given);
    } catch (RuntimeException e) {
      return result(
          new Verdict.CannotRun("the recorded result cannot be compared with: " + text(e)),
          List.of());
    } finally {
      OperationCall.tensors(given).forEach(Tensor::close);
    }
  }

  private ReplayResult judged(CallPlan plan, OperationCall call, @Nullable Object given) {
    ResultComparison comparison = new ResultComparison(neededPcc, whyNoValues(plan));
    String failure = traced.failure();
    if (failure != null) {
      Verdict verdict =
          exceptionType().contains("OutOfMemory")
              ? new Verdict.CannotRun("it ran out of memory that other tensors held: " + failure)
              : new Verdict.Differs(List.of("it failed when recorded, now it runs: " + failure));
      return result(verdict, List.of());
    }
    if (given instanceof TorchTensor torch && !traced.results().isEmpty()) {
      comparison.compare(torch, traced.results().getFirst());
    } else if (traced.returnValue() != null || !OperationCall.tensors(given).isEmpty()) {
      comparison.compare(OperationCall.tensors(given), traced.results());
    }
    compareWritten(plan, call, OperationCall.tensors(given), comparison);
    return result(verdict(plan, call, comparison), comparison.outputs());
  }

  /** Not every call gives back what it writes to. */
  private static void compareWritten(
      CallPlan plan, OperationCall call, List<Tensor> results, ResultComparison comparison) {
    for (String name : Overwrites.of(plan.operation()).written(call.arguments()::get)) {
      if (plan.arguments().get(name) instanceof TensorPlan before
          && before.after() instanceof TensorPlan after
          && call.arguments().get(name) instanceof Tensor written
          && !results.contains(written)) {
        comparison.compareArgument(name, written, after);
      }
    }
  }

  private Verdict verdict(CallPlan plan, OperationCall call, ResultComparison comparison) {
    if (comparison.differences().isEmpty()) {
      return comparison.same();
    } else if (comparison.onlyValuesDiffer() && OWN_CHOICE.contains(plan.operation())) {
      return Verdict.Same.partly("values are the operation's own choice");
    } else if (comparison.onlyValuesDiffer()) {
      String changed = changedArgument(plan, call);
      if (changed != null) {
        return Verdict.Same.partly(
            "values not compared: %s is changed in place, and recorded as it was afterwards"
                .formatted(changed));
      }
    }
    return new Verdict.Differs(comparison.differences());
  }

  /** The argument that the call has written to without values from before; null for none. */
  private static @Nullable String changedArgument(CallPlan plan, OperationCall call) {
    for (Map.Entry<String, @Nullable Object> argument : call.arguments().entrySet()) {
      if (argument.getValue() instanceof Tensor tensor
          && tensor.hasValues()
          && plan.arguments().get(argument.getKey()) instanceof TensorPlan before
          && mayHaveBegunOtherwise(plan, argument.getKey(), before)
          && !hash(before).equals(TensorHash.of(tensor))) {
        return argument.getKey();
      }
    }
    return null;
  }

  /** What takes the result begins with anything, unless it was another argument as well. */
  private static boolean mayHaveBegunOtherwise(CallPlan plan, String argument, TensorPlan before) {
    if (before.after() != null || before.parts() == null) {
      return false;
    }
    return !Overwrites.isTarget(argument)
        || plan.tensors().stream()
            .anyMatch(other -> other != before && hash(other).equals(hash(before)));
  }

  private static String hash(TensorPlan plan) {
    return TensorHash.of(plan.spec().shape(), plan.spec().dtype(), plan.chosenParts());
  }

  private static @Nullable String whyNoValues(CallPlan plan) {
    for (Map.Entry<String, @Nullable Object> argument : plan.arguments().entrySet()) {
      String why = whySeeded(argument.getValue());
      if (why != null) {
        return "values not compared: those of " + argument.getKey() + why;
      }
    }
    return plan.tensors().stream().anyMatch(TensorPlan::lacksDevices)
        ? ResultComparison.FIRST_DEVICE
        : null;
  }

  /** Null for what is not seeded. */
  private static @Nullable String whySeeded(@Nullable Object value) {
    return switch (value) {
      case TensorPlan tensor when tensor.seeded() != null -> absence(tensor.absentFile());
      case TorchPlan torch when torch.seeded() != null -> absence(torch.absentFile());
      case List<?> items ->
          items.stream().map(Replay::whySeeded).filter(Objects::nonNull).findFirst().orElse(null);
      case null, default -> null;
    };
  }

  private static String absence(@Nullable String file) {
    return file == null
        ? " were not recorded"
        : " are missing: the file " + file + " is not beside the trace";
  }

  /** A failure with seeded values may be theirs: some operations look at what they are given. */
  private Verdict failure(CallPlan plan, RuntimeException e) {
    String recorded = traced.failure();
    String whyNoValues = whyNoValues(plan);
    if (recorded == null && whyNoValues != null) {
      return new Verdict.CannotRun("it fails with values that are not its own: " + text(e));
    }
    if (recorded == null) {
      return new Verdict.Differs(List.of("it ran when recorded, now it fails: " + text(e)));
    }
    return failedAlike(e)
        ? Verdict.Same.wholly("fails as recorded")
        : new Verdict.Differs(
            List.of(
                "it fails otherwise: \"%s\" recorded, \"%s\" now".formatted(recorded, text(e))));
  }

  private boolean failedAlike(RuntimeException e) {
    String recorded = traced.failure();
    return recorded != null && lasting(recorded).equals(lasting(String.valueOf(e.getMessage())));
  }

  /** Without the numbers of tensors and addresses, which are another run's. */
  private static String lasting(String message) {
    return message.replaceAll("tensor \\d+", "tensor").replaceAll("0x[0-9a-fA-F]+", "0x");
  }

  private static String text(RuntimeException e) {
    String message = e.getMessage();
    return e instanceof TilescopeException && message != null ? message : e.toString();
  }

  private String exceptionType() {
    return traced.document().get("exception") instanceof Fields fields
            && fields.text("type") instanceof String type
        ? type
        : "";
  }

  private ReplayResult result(Verdict verdict, List<ReplayResult.Output> outputs) {
    return new ReplayResult(traced.number(), traced.name(), verdict, outputs);
  }
}
