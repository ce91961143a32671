package dev.tilescope.ops;

import dev.tilescope.ops.Operations.Family;
import java.util.List;
import java.util.stream.Collectors;

/** The source of {@code OperationList}. */
final class ListSource {
  private static final String SOURCE =
      """
      package dev.tilescope.ops;

      %s

      /**
       * Every declared operation, family by family: what documentation, doors and calls by name
       * know of. A call through a door does not come here.
       *
       * <p>Generated from the declarations: after declaring an operation, run {@code mvn
       * -Pgenerate}.
       */
      final class OperationList {
        static final List<Family> FAMILIES = List.of(%s);

        private OperationList() {}
      }
      """;

  private ListSource() {}

  static String of(List<Family> families) throws Exception {
    JavaTypeText types = new JavaTypeText("dev.tilescope.ops");
    types.text(List.class);
    types.text(Family.class);
    var constants = Declarations.of(dev.tilescope.ops.internal.mechanism.Operation.class);
    String list =
        families.stream()
            .map(family ->
                family.operations().stream()
                    .map(constants::get)
                    .collect(
                        Collectors.joining(
                            ", ", "Family.of(" + types.text(family.declaring()) + ".class, ", ")")))
            .collect(Collectors.joining(", "));
    return SOURCE.formatted(types.imports(), list);
  }
}
