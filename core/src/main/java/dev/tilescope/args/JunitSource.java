package dev.tilescope.args;

import dev.tilescope.args.ReplayResult.Output;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.OperationCall;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Pcc;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TensorFile;
import dev.tilescope.tensor.TorchTensor;
import dev.tilescope.tensor.Values;
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
 * Above 300 lines: a statement for each kind of tensor and of result.
 */
final class JunitSource {
  /** More would make the test hard to read, and methods too long for Java in the end. */
  static final int INLINE_ELEMENTS = 512;

  private static final int INLINE_ELEMENTS_IN_ALL = 3072;
  private static final Set<String> OWN_NAMES = Set.of("device", "result", "failure");

  private final JunitExport export;
  private final String className;
  private final TracedCall call;
  private final CallPlan plan;
  private final ReplayResult replayed;
  private final JavaSource java;
  private final List<String> statements = new ArrayList<>();
  private final Map<String, Tensor> files = new LinkedHashMap<>();
  private int inlined;

  JunitSource(
      JunitExport export, String className, TracedCall call, CallPlan plan, ReplayResult replayed) {
    this.export = export;
    this.className = className;
    this.call = call;
    this.plan = plan;
    this.replayed = replayed;
    this.java = new JavaSource(className);
  }

  /** What goes into files beside the test; call {@link #text} first. */
  List<Path> writeTensors(Path folder) {
    List<Path> written = new ArrayList<>();
    files.forEach((name, tensor) -> {
      TensorFile.write(folder.resolve(name), tensor);
      written.add(folder.resolve(name));
    });
    return written;
  }

  String text() {
    Map<String, String> arguments = new LinkedHashMap<>();
    plan.arguments().forEach((name, value) -> arguments.put(name, argument(name, value)));
    boolean fails = call.failure() != null;
    String made =
        java.name(OperationCall.class) + ".of(" + JavaSource.quoted(plan.operation()) + ")";
    String operation =
        arguments.entrySet().stream()
            .map(e ->
                "\n              .withArgument(%s, %s)"
                    .formatted(JavaSource.quoted(e.getKey()), e.getValue()))
            .collect(Collectors.joining("", made, "\n              .run()"));
    if (fails) {
      failure(operation);
    } else {
      statements.add(java.name(Object.class) + " result =\n          " + operation + ";");
      results();
    }
    return assembled(fails);
  }

  private String assembled(boolean fails) {
    String test = java.name("org.junit.jupiter.api.Test");
    String device = java.name(MeshDevice.class);
    String loader = files.isEmpty() ? "" : loader();
    String title =
        JavaSource.comment(
            "%s, call %d of a trace (%s).".formatted(plan.operation(), call.number(), source()));
    String named =
        export.packageName().isEmpty() ? "" : "package " + export.packageName() + ";\n\n";
    String imports = String.join("\n", java.imports());
    String body = statements.stream().map(s -> "      " + s + "\n").collect(Collectors.joining());
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
        try (%9$s device = %9$s.open(%10$s)) {
    %11$s    }
      }
    %12$s}
    """
        .formatted(
            named,
            imports,
            title,
            values(),
            className,
            test,
            fails ? "failsAsRecorded" : "givesTheSameResult",
            java.name(Exception.class),
            device,
            JavaSource.quoted(export.board()),
            body,
            loader);
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
      case CallPlan.Device _ -> "device";
      case TensorPlan tensor -> tensor(name, variable(name), tensor);
      case TorchPlan tensor -> torch(variable(name), tensor);
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
      String number = name + "_" + names.size();
      names.add(tensor(number, variable(number), tensor));
    }
    return java.name(List.class) + ".of(" + String.join(", ", names) + ")";
  }

  private static String variable(String argument) {
    StringBuilder name = new StringBuilder();
    for (String word : argument.split("_")) {
      name.append(
          name.isEmpty() || word.isEmpty()
              ? word
              : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
    }
    boolean isTaken = OWN_NAMES.contains(name.toString()) || SourceVersion.isKeyword(name);
    return isTaken ? name + "Argument" : name.toString();
  }

  private String tensor(String name, String variable, TensorPlan tensor) {
    if (!tensor.distribution().isReplicated()) {
      throw new TilescopeException(
          name + ": a tensor with a part on each device of a mesh cannot be written as a test yet");
    }
    String host = hostTensor(name, variable, tensor);
    String placed =
        tensor.isOnDevice()
            ? "%s.toDevice(\n              %s,\n              device,\n              %s)"
                .formatted(java.name(Ttnn.class), host, java.of(name, tensor.spec().memoryConfig()))
            : host;
    statements.add("%s %s =\n          %s;".formatted(java.name(Tensor.class), variable, placed));
    return variable;
  }

  private String hostTensor(String name, String variable, TensorPlan tensor) {
    TensorSpec spec = tensor.spec();
    SeededValues seed = tensor.seeded();
    Values values = seed == null ? tensor.chosenParts().getFirst() : null;
    if (values != null && !isInlined(values.size())) {
      String file = className + "." + name + ".tensor";
      files.put(file, Tensor.onHost(spec.withMemoryConfig(MemoryConfig.DRAM), values));
      return "load(" + JavaSource.quoted(file) + ")";
    }
    String array = variable + "Values";
    String elements =
        switch (values) {
          case null -> seeded(Objects.requireNonNull(seed), spec.dtype(), spec.shape());
          case Values.Floats(float[] floats) -> java.elements(floats);
          case Values.Integers(int[] integers) -> java.elements(integers);
        };
    statements.add(
        "%s[] %s = %s;".formatted(spec.dtype().isFloat() ? "float" : "int", array, elements));
    return "%s.fromArray(%s, %s, %s, %s)"
        .formatted(
            java.name(Ttnn.class),
            array,
            java.shape(spec.shape()),
            java.of(name, spec.dtype()),
            java.of(name, spec.layout()));
  }

  private boolean isInlined(int elements) {
    boolean fits = elements <= INLINE_ELEMENTS && inlined + elements <= INLINE_ELEMENTS_IN_ALL;
    inlined += fits ? elements : 0;
    return fits;
  }

  private String seeded(SeededValues seed, DataType dtype, Shape shape) {
    return "new %s(%d, %s, %s).of(%s, %s).%s()"
        .formatted(
            java.name(SeededValues.class),
            seed.seed(),
            seed.low(),
            seed.high(),
            java.shape(shape),
            java.of("dtype", dtype),
            dtype.isFloat() ? "floats" : "integers");
  }

  private String torch(String variable, TorchPlan tensor) {
    SeededValues seed = tensor.seeded();
    boolean isFloat = tensor.dtype().isFloat();
    String array = variable + "Values";
    if (seed != null) {
      DataType held = isFloat ? DataType.FLOAT32 : DataType.INT32;
      statements.add("var %s = %s;".formatted(array, seeded(seed, held, tensor.shape())));
    } else if (tensor.shape().volume() <= INLINE_ELEMENTS && tensor.values() != null) {
      statements.add(
          "%s[] %s = %s;"
              .formatted(isFloat ? "double" : "long", array, java.elements(tensor.values())));
    } else {
      throw new TilescopeException(
          "%s: a torch.Tensor of more than %d values cannot be written as a test; trace it without"
                  .formatted(variable, INLINE_ELEMENTS)
              + " values");
    }
    statements.add(
        "%s %s =\n          %s.of(%s, %s).to(%s);"
            .formatted(
                java.name(TorchTensor.class),
                variable,
                java.name(TorchTensor.class),
                array,
                java.shape(tensor.shape()),
                java.of(variable, tensor.dtype())));
    return variable;
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
              spec, false, recorded.distribution(), 1, false, recorded.parts(), null, null, null);
      tensor(expected, expected, onHost);
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
