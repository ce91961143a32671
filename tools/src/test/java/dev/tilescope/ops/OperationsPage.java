package dev.tilescope.ops;

import dev.tilescope.model.DataType;
import dev.tilescope.ops.OperationDescription.Argument;
import dev.tilescope.ops.OperationDescription.OnDevice;
import dev.tilescope.ops.OperationDescription.TensorArgument;
import dev.tilescope.ops.internal.mechanism.Input;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes {@code docs/operations.md} out of the declarations. */
final class OperationsPage {
  private static final String SOURCES = "../library/src/main/java/dev/tilescope/ops/internal/";

  private final StringBuilder page = new StringBuilder();
  private final Set<String> described = new LinkedHashSet<>();

  private final Operations declared;

  private OperationsPage(Operations declared) {
    this.declared = declared;
  }

  static String text(Operations declared) {
    OperationsPage page = new OperationsPage(declared);
    page.introduce();
    for (Operations.Family family : declared.families()) {
      page.family(
          family,
          declared.byName().values().stream()
              .filter(found -> found.family().equals(family))
              .map(declared::describe)
              .toList());
    }
    return page.page.toString();
  }

  private void introduce() {
    page.append(
        """
        # Operations

        Generated from the declarations; `mvn -Pgenerate` writes it anew after one has changed.

        %d operations compile to %d device operations. Each is listed with those that do its work; any
        conversion on the way, of layout, type, shape or place, runs programs too. Arguments have TT-NN's
        names and defaults. Each
        device operation has a golden reference, the same function in double precision by the
        plainest possible loop: tests compare its kernel with it, and so does comparison mode. It
        stands beside the declaration, in the file that each heading names. *floats* are bfloat16,
        float32, bfloat8_b and bfloat4_b; *integers* are uint32, int32, uint16 and uint8. How device
        memory is modelled: [device-model.md](device-model.md).
        """
            .formatted(declared.byName().size(), declared.onDevice().size()));
  }

  private void family(Operations.Family family, List<OperationDescription> operations) {
    String file = family.declaring().getSimpleName() + ".java";
    String folder = family.declaring().getPackageName().replaceAll(".*\\.", "") + "/";
    page.append(
        "\n## %s\n\nDeclarations and golden references: [%s](%s).\n\n"
            .formatted(family.title(), file, SOURCES + folder + file));
    page.append("| operation | Java | arguments | device operations |\n|---|---|---|---|\n");
    operations.forEach(this::operation);
    List<OnDevice> parts =
        operations.stream()
            .flatMap(operation -> operation.deviceOperations().stream())
            .filter(part -> described.add(part.name()))
            .distinct()
            .toList();
    if (!parts.isEmpty()) {
      page.append("\n| device operation | tensors | circular buffers |\n|---|---|---|\n");
      alike(parts).forEach(this::parts);
    }
  }

  private void operation(OperationDescription operation) {
    row(
        code(operation.name()),
        operation.methods().stream().map(OperationsPage::code).collect(Collectors.joining("<br>")),
        operation.arguments().stream().map(Argument::toString).collect(Collectors.joining(", ")),
        operation.deviceOperations().stream()
            .map(part -> shortName(part.name()))
            .collect(Collectors.joining(", ")));
  }

  /** Device operations that differ in nothing but their names share a row. */
  private static Collection<List<OnDevice>> alike(List<OnDevice> parts) {
    return parts.stream()
        .collect(
            Collectors.groupingBy(
                part -> List.of(part.tensors(), part.circularBuffers()),
                LinkedHashMap::new,
                Collectors.toList()))
        .values();
  }

  private void parts(List<OnDevice> alike) {
    OnDevice part = alike.getFirst();
    row(
        alike.stream().map(each -> code(each.name())).collect(Collectors.joining("<br>")),
        part.tensors().stream().map(OperationsPage::tensor).collect(Collectors.joining("<br>")),
        part.circularBuffers());
  }

  private void row(String... cells) {
    page.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  private static String code(String text) {
    return "`" + text + "`";
  }

  private static String shortName(String deviceOperation) {
    return deviceOperation.replaceAll("DeviceOperation$", "");
  }

  private static String tensor(TensorArgument tensor) {
    String layout =
        tensor.layout() == null ? "" : ", " + tensor.layout().name().toLowerCase(Locale.ROOT);
    String optional = tensor.isOptional() ? ", optional" : "";
    return code(tensor.name()) + ": " + dtypes(tensor.dtypes()) + layout + optional;
  }

  private static String dtypes(List<DataType> dtypes) {
    if (dtypes.isEmpty()) {
      return "any dtype";
    } else if (dtypes.equals(Input.FLOATS)) {
      return "floats";
    } else if (dtypes.equals(Input.INTEGERS)) {
      return "integers";
    }
    return dtypes.stream()
        .map(dtype -> dtype.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
  }
}
