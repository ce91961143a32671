package dev.tilescope.replay;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.OperationCall;
import dev.tilescope.replay.ReplayResult.Output;
import dev.tilescope.tensor.Pcc;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TensorFile;
import dev.tilescope.tensor.TorchTensor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;

/**
 * The source of one test. Statements are written first, since they tell which classes to import.
 */
final class JunitSource {
  private static final Set<String> OWN_NAMES = Set.of("device", "result", "failure");

  private final JunitExport export;
  private final String className;
  private final TracedCall call;
  private final CallPlan plan;
  private final ReplayResult replayed;
  private final JavaSource java;
  private final List<String> statements = new ArrayList<>();
  private final TensorSource tensors;
  private boolean usesDevice;

  JunitSource(
      JunitExport export, String className, TracedCall call, CallPlan plan, ReplayResult replayed) {
    this.export = export;
    this.className = className;
    this.call = call;
    this.plan = plan;
    this.replayed = replayed;
    this.java = new JavaSource(className);
    this.tensors = new TensorSource(className, java, statements);
  }

  /** What goes into files beside the test; call {@link #text} first. */
  List<Path> writeTensors(Path folder) {
    return tensors.writeFiles(folder);
  }

  String text() {
    boolean fails = call.failure() != null;
    String operation =
        ArrayReplay.is(call)
            ? tensors.ofArray(ArrayReplay.ARRAY, plan.tensors().getFirst())
            : operation();
    if (fails) {
      failure(operation);
    } else {
      statements.add(java.name(Object.class) + " result =\n          " + operation + ";");
      results();
    }
    return assembled(fails);
  }

  private String operation() {
    Map<String, String> arguments = new LinkedHashMap<>();
    plan.arguments().forEach((name, value) -> arguments.put(name, argument(name, value)));
    String made =
        java.name(OperationCall.class) + ".of(" + JavaSource.quoted(plan.operation()) + ")";
    return arguments.entrySet().stream()
        .map(e ->
            "\n              .withArgument(%s, %s)"
                .formatted(JavaSource.quoted(e.getKey()), e.getValue()))
        .collect(Collectors.joining("", made, "\n              .run()"));
  }

  private String assembled(boolean fails) {
    String test = java.name("org.junit.jupiter.api.Test");
    String body = body();
    String loader = tensors.hasFiles() ? loader() : "";
    String title =
        JavaSource.comment(
            "%s, call %d of a trace (%s).".formatted(plan.operation(), call.number(), source()));
    String named =
        export.packageName().isEmpty() ? "" : "package " + export.packageName() + ";\n\n";
    String thrown = java.name(Exception.class);
    String imports = String.join("\n", java.imports());
    return """
    %1$simport static org.junit.jupiter.api.Assertions.*;

    %2$s

    /**
     * %3$s
     * %4$s
     */
    class %5$s {
      @%6$s
      void %7$s() throws %8$s {
    %9$s  }
    %10$s}
    """
        .formatted(
            named,
            imports,
            title,
            values(),
            className,
            test,
            fails ? "failsAsRecorded" : "givesTheSameResult",
            thrown,
            body,
            loader);
  }

  private String body() {
    String lines = statements.stream().map(s -> "      " + s + "\n").collect(Collectors.joining());
    return usesDevice || tensors.usesDevice()
        ? "    try (%1$s device = %1$s.open(%2$s)) {\n%3$s    }\n"
            .formatted(java.name(MeshDevice.class), JavaSource.quoted(export.board()), lines)
        : lines.indent(-2);
  }

  /** The name of the file alone: folders are those of another machine. */
  private String source() {
    return call.source().substring(call.source().lastIndexOf('/') + 1);
  }

  private String values() {
    boolean isSeeded =
        plan.tensors().stream().anyMatch(tensor -> tensor.seeded() != null)
            || plan.arguments().values().stream()
                .anyMatch(v -> v instanceof TorchPlan torch && torch.seeded() != null);
    return isSeeded
        ? "Values were not recorded: they are seeded, and the result is that of the day of export."
        : "Tensors have their recorded values.";
  }

  private String loader() {
    String objects = java.name(Objects.class);
    return """

      /** From a file beside the class: a test resource in the folder of the package. */
      private static %1$s load(%2$s name) throws %3$s {
        var file = %4$s.requireNonNull(%5$s.class.getResource(name), name);
        return %6$s.read(%7$s.of(file.toURI()));
      }
    """
        .formatted(
            java.name(Tensor.class),
            java.name(String.class),
            java.name(Exception.class),
            objects,
            className,
            java.name(TensorFile.class),
            java.name(Path.class));
  }

  /** An expression for an argument; tensors become variables before. */
  private String argument(String name, @Nullable Object value) {
    return switch (value) {
      case CallPlan.Device _ -> {
        usesDevice = true;
        yield "device";
      }
      case TensorPlan tensor -> tensor(name, tensor);
      case TorchPlan tensor -> {
        tensors.declare(name, variable(name), tensor);
        yield variable(name);
      }
      case List<?> items when items.stream().anyMatch(TensorPlan.class::isInstance) ->
          tensors(name, items);
      case null -> "null";
      case Object plain -> java.of(name, plain);
    };
  }

  private String tensors(String name, List<?> items) {
    List<String> names = new ArrayList<>();
    for (Object item : items) {
      if (!(item instanceof TensorPlan tensor)) {
        throw new TilescopeException(name + ": a list of tensors and others cannot be written");
      }
      names.add(tensor(name + "_" + names.size(), tensor));
    }
    return java.name(List.class) + ".of(" + String.join(", ", names) + ")";
  }

  private String tensor(String name, TensorPlan tensor) {
    tensors.declare(name, variable(name), tensor);
    return variable(name);
  }

  private static String variable(String argument) {
    StringBuilder name = new StringBuilder();
    for (String word : argument.split("_", -1)) {
      name.append(
          name.isEmpty() || word.isEmpty()
              ? word
              : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
    }
    boolean isTaken = OWN_NAMES.contains(name.toString()) || SourceVersion.isKeyword(name);
    return isTaken ? name + "Argument" : name.toString();
  }

  private void failure(String operation) {
    String type = java.name(RuntimeException.class);
    statements.add(
        "%s failure =\n          assertThrows(\n              %s.class,\n              () -> %s);"
            .formatted(type, type, operation));
    statements.add(
        "assertEquals(\n          %s,\n          failure.getMessage());"
            .formatted(JavaSource.quoted(String.valueOf(call.failure()))));
  }

  private void results() {
    List<Recorded> recorded = call.results().stream().filter(TensorPlan::isTensor).toList();
    if (replayed.outputs().isEmpty() && !recorded.isEmpty()) {
      throw new TilescopeException(
          "%s: the call fails today, so there is no result to assert: %s"
              .formatted(call.source(), replayed.verdict()));
    }
    for (int i = 0; i < replayed.outputs().size(); i++) {
      TensorPlan plan = i < recorded.size() ? TensorPlan.of("result", recorded.get(i)) : null;
      result(i, replayed.outputs().get(i), plan);
    }
    call.results().stream().filter(TorchPlan::isTensor).findFirst().ifPresent(this::torchResult);
  }

  private void result(int i, Output output, @Nullable TensorPlan recorded) {
    TensorSpec spec = recorded == null ? output.spec() : recorded.spec();
    String name = "output" + i;
    statements.add(
        "%s %s = %s.tensors(result).get(%d);"
            .formatted(java.name(Tensor.class), name, java.name(OperationCall.class), i));
    statements.add("assertEquals(%s, %s.shape());".formatted(java.shape(spec.shape()), name));
    statements.add("assertEquals(%s, %s.dtype());".formatted(java.of("dtype", spec.dtype()), name));
    statements.add(
        "assertEquals(%s, %s.layout());".formatted(java.of("layout", spec.layout()), name));
    boolean isRecorded = export.assertsRecorded(replayed, output);
    Double pcc = export.pcc();
    if (isRecorded && pcc != null && recorded != null) {
      String expected = "expected" + i;
      TensorPlan onHost =
          new TensorPlan(
              spec,
              false,
              recorded.distribution(),
              1,
              true,
              false,
              recorded.parts(),
              null,
              null,
              null);
      tensors.declare(expected, expected, onHost);
      String correlation = "pcc" + i;
      statements.add(
          "double %s = %s.of(%s, %s);"
              .formatted(correlation, java.name(Pcc.class), expected, name));
      statements.add(
          "assertTrue(%s >= %s, () -> \"PCC \" + %s);".formatted(correlation, pcc, correlation));
      return;
    }
    String hash = isRecorded ? output.recordedSha256() : output.sha256();
    statements.add(
        "assertEquals(\n          \"%s\",\n          %s.of(%s));"
            .formatted(hash, java.name(TensorHash.class), name));
  }

  private void torchResult(Recorded recorded) {
    TorchPlan plan = TorchPlan.of("result", recorded);
    String torch = java.name(TorchTensor.class);
    statements.add("%s torch = assertInstanceOf(%s.class, result);".formatted(torch, torch));
    statements.add("assertEquals(%s, torch.shape());".formatted(java.shape(plan.shape())));
    if (plan.values() != null && !replayed.differs()) {
      statements.add(
          "assertEquals(\n          \"%s\",\n          %s.of(torch));"
              .formatted(TensorHash.of(plan.make()), java.name(TensorHash.class)));
    }
  }
}
