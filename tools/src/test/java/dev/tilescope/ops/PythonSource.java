package dev.tilescope.ops;

import dev.tilescope.internal.python.PythonTypes;
import dev.tilescope.internal.python.PythonTypes.Named;
import dev.tilescope.ops.internal.mechanism.ArgumentSlots;
import dev.tilescope.ops.internal.mechanism.ArgumentSlots.Slot;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.tensor.Tensor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/**
 * What the Python package has from the declarations: the table of operations, enumerations and
 * records, what is said of operations, and stubs for editors and type checkers.
 */
final class PythonSource {
  private static final String GENERATED =
      "# Generated from the declarations of operations by mvn -Pgenerate: change those.\n";

  /** How upstream spells them in Python where it is not as in its C++. */
  private static final Map<String, String> SPELLED =
      Map.ofEntries(
          Map.entry("SigmoidMode.FAST_APPROXIMATE", "FastApproximate"),
          Map.entry("SigmoidMode.ACCURATE_FAST_EXP", "AccurateWithFastExp"),
          Map.entry("SigmoidMode.ACCURATE", "Accurate"),
          Map.entry("GeluVariant.ACCURATE", "Accurate"),
          Map.entry("GeluVariant.FAST_LUT", "FastLut"),
          Map.entry("PaddingMode.REPLICATE", "Replicate"),
          Map.entry("PaddingMode.ZEROS", "Zeros"),
          Map.entry("GeluVariant.TANH", "Tanh"),
          Map.entry("Conv2dSliceType.DRAM_HEIGHT", "DRAMSliceHeight"),
          Map.entry("Conv2dSliceType.DRAM_WIDTH", "DRAMSliceWidth"),
          Map.entry("Conv2dSliceType.L1_FULL", "L1Full"),
          Map.entry("UnaryOpType.RECIPROCAL", "RECIP"),
          Map.entry("UnaryOpType.GELU_APPROX", "GELU_TANH"),
          Map.entry("perCoreM", "per_core_M"),
          Map.entry("perCoreN", "per_core_N"),
          Map.entry("mBlockSize", "M_block_size"),
          Map.entry("kBlockSize", "K_block_size"),
          Map.entry("nBlockSize", "N_block_size"));

  private PythonSource() {}

  /** {@code _declared.py}: what calls need, and by what the two ends know that they fit. */
  static String table(Operations declared) {
    return "%sFINGERPRINT = %d\n\n%s"
        .formatted(GENERATED, fingerprint(declared), entries(declared));
  }

  private static long fingerprint(Operations declared) {
    CRC32 sum = new CRC32();
    sum.update(entries(declared).getBytes(StandardCharsets.UTF_8));
    return sum.getValue();
  }

  private static String entries(Operations declared) {
    StringBuilder out = new StringBuilder();
    out.append(
        "# Operations in the order of their numbers: name, arguments, those that must be given.\n");
    out.append("OPERATIONS = (\n");
    for (Operations.Declared each : declared.byName().values()) {
      List<Slot> slots = each.slots().slots();
      out.append("    (%s, %s, %d),\n".formatted(text(each.name()), names(slots), required(slots)));
    }
    out.append(")\n\n# Other names of operations.\nALIASES = {\n");
    aliases(declared)
        .forEach((alias, name) -> out.append("    %s: %s,\n".formatted(text(alias), text(name))));
    out.append(
        "}\n\n# Enumerations in the order of their numbers, with their constants.\nENUMERATIONS = (\n");
    for (Named<Enum<?>> each : PythonTypes.ENUMERATIONS) {
      String constants =
          Arrays.stream(each.type().getEnumConstants())
              .map(constant -> text(spelled(each.name(), constant)))
              .collect(Collectors.joining(", "));
      out.append("    (%s, (%s,)),\n".formatted(text(each.name()), constants));
    }
    out.append(
        ")\n\n# Records in the order of their numbers, with their components.\nRECORDS = (\n");
    for (Named<Record> each : PythonTypes.RECORDS) {
      out.append("    (%s, %s),\n".formatted(text(each.name()), names(components(each.type()))));
    }
    return out.append(")\n").toString();
  }

  private static List<Slot> components(Class<? extends Record> type) {
    List<Slot> slots = new ArrayList<>();
    List<Slot> read = new ArgumentSlots(type).slots();
    for (int i = 0; i < read.size(); i++) {
      Slot slot = read.get(i);
      String name = SPELLED.getOrDefault(type.getRecordComponents()[i].getName(), slot.name());
      slots.add(
          new Slot(
              name, slot.genericType(), slot.isNullable(), slot.isRequired(), slot.fallback()));
    }
    return slots;
  }

  /** As TT-NN has {@code sub} for {@code subtract}. */
  private static Map<String, String> aliases(Operations declared) {
    Map<String, String> aliases = new java.util.TreeMap<>();
    for (Operations.Declared each : declared.byName().values()) {
      List<String> methods = each.operation().methods();
      for (String method : methods.subList(1, methods.size())) {
        String module = each.name().substring(0, each.name().lastIndexOf('.') + 1);
        String name = dev.tilescope.model.ArgumentText.snakeCase(method);
        aliases.put(module + name.replaceFirst("_in_place$", "_"), each.name());
      }
    }
    return aliases;
  }

  private static String spelled(String type, Enum<?> constant) {
    String known = SPELLED.get(type + "." + constant.name());
    String printed = constant.toString().replaceFirst(".*[:.]", "");
    boolean isName = printed.matches("\\w+") && !type.equals("TorchDtype");
    return known != null ? known : isName ? printed : constant.name();
  }

  private static String names(List<Slot> slots) {
    return slots.stream()
        .map(slot -> text(slot.name()) + ",")
        .collect(Collectors.joining(" ", "(", ")"));
  }

  private static long required(List<Slot> slots) {
    long mask = 0;
    for (int i = 0; i < slots.size(); i++) {
      mask |= slots.get(i).isRequired() ? 1L << i : 0;
    }
    return mask;
  }

  static String text(String value) {
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }

  /** {@code _docs.py}: what {@code help} says, read when somebody asks. */
  static String docs(Operations declared) {
    StringBuilder out = new StringBuilder(GENERATED).append("DOCS = {\n");
    for (Operations.Declared each : declared.byName().values()) {
      out.append("    %s: %s,\n".formatted(text(each.name()), text(doc(each))));
    }
    return out.append("}\n").toString();
  }

  private static String doc(Operations.Declared each) {
    OperationText said = OperationTexts.of(each.name());
    StringBuilder doc = new StringBuilder();
    doc.append(each.name()).append('(').append(each.slots().names()).append(")\n\n");
    doc.append(said.summary()).append("\n\nArgs:\n");
    for (Slot slot : each.slots().slots()) {
      String what = OperationTexts.argument(each.name(), "", slot.name());
      doc.append("    %s (%s): %s\n".formatted(slot.name(), type(slot), what));
    }
    if (!said.result().isEmpty()) {
      doc.append("\nReturns:\n    ").append(said.result()).append('\n');
    }
    if (!said.refusals().isEmpty()) {
      doc.append("\nRaises:\n    RuntimeError: if ").append(said.refusals()).append('\n');
    }
    return doc.toString();
  }

  /** The stub of a module, {@code ttnn} or one under it. */
  static String stub(Operations declared, String module) {
    StringBuilder out = new StringBuilder(GENERATED);
    out.append("from typing import Any, List, Optional, Sequence, Tuple, Union\n\n");
    out.append(
        "from ttnn.types import *\nfrom ttnn.tensor import Tensor\nfrom ttnn.device import Device\n\n");
    for (Operations.Declared each : declared.byName().values()) {
      int dot = each.name().lastIndexOf('.');
      if (each.name().substring(0, dot).equals(module)) {
        out.append(signature(each.name().substring(dot + 1), each));
      }
    }
    return out.toString();
  }

  private static String signature(String name, Operations.Declared each) {
    List<String> parameters = new ArrayList<>();
    boolean isOptional = false;
    for (Slot slot : each.slots().slots()) {
      isOptional |= !slot.isRequired();
      String fallback = isOptional ? " = ..." : "";
      parameters.add("%s: %s%s".formatted(slot.name(), type(slot), fallback));
    }
    return "def %s(%s, **kwargs: Any) -> Any: ...\n".formatted(name, String.join(", ", parameters));
  }

  private static final Map<Type, String> TYPES = new HashMap<>();

  static {
    TYPES.put(boolean.class, "bool");
    TYPES.put(Boolean.class, "bool");
    TYPES.put(int.class, "int");
    TYPES.put(Integer.class, "int");
    TYPES.put(long.class, "int");
    TYPES.put(Long.class, "int");
    TYPES.put(float.class, "float");
    TYPES.put(Float.class, "float");
    TYPES.put(double.class, "float");
    TYPES.put(Double.class, "float");
    TYPES.put(Number.class, "Union[int, float]");
    TYPES.put(String.class, "str");
    TYPES.put(int[].class, "Sequence[int]");
    TYPES.put(int[][].class, "Sequence[Sequence[int]]");
    TYPES.put(Tensor.class, "Tensor");
    TYPES.put(Object.class, "Union[Tensor, int, float]");
    TYPES.put(dev.tilescope.model.Shape.class, "Sequence[int]");
    TYPES.put(dev.tilescope.device.MeshDevice.class, "Device");
    PythonTypes.ENUMERATIONS.forEach(each -> TYPES.put(each.type(), each.name()));
    PythonTypes.RECORDS.forEach(each -> TYPES.put(each.type(), each.name()));
  }

  private static String type(Slot slot) {
    String plain = type(slot.genericType());
    return slot.isNullable() && !plain.equals("Any") ? "Optional[" + plain + "]" : plain;
  }

  private static String type(Type type) {
    return type instanceof ParameterizedType list
        ? "Sequence[" + type(list.getActualTypeArguments()[0]) + "]"
        : TYPES.getOrDefault(type, "Any");
  }

  /** {@code OperationNumbers}: the other end of the table. */
  static String numbers(Operations declared) throws Exception {
    JavaTypeText types = new JavaTypeText("dev.tilescope.internal.python");
    types.text(Operation.class);
    types.text(dev.tilescope.model.TilescopeException.class);
    Map<Operation<?, ?>, String> constants = new HashMap<>();
    Declarations.of(Operation.class).forEach(constants::put);
    Collection<Operations.Declared> all = declared.byName().values();
    StringBuilder cases = new StringBuilder();
    int number = 0;
    for (Operations.Declared each : all) {
      types.text(each.family().declaring());
      cases.append("case %d -> %s;\n".formatted(number++, constants.get(each.operation())));
    }
    return """
    package dev.tilescope.internal.python;

    %s

    /**
     * The numbers of operations in frames: their places in the order of their names, which the
     * table of Python has too. Only the family that is asked for is loaded.
     *
     * <p>Generated from the declarations: after declaring an operation, run {@code mvn
     * -Pgenerate}.
     */
    final class OperationNumbers {
      static final int COUNT = %d;

      /** Of the table of Python: another one would call other operations by these numbers. */
      static final long FINGERPRINT = %dL;

      private OperationNumbers() {}

      static Operation<?, ?> operation(int number) {
        return switch (number) {
          %s
          default -> throw new TilescopeException("frame: there is no operation " + number);
        };
      }
    }
    """
        .formatted(types.imports(), all.size(), fingerprint(declared), cases);
  }
}
