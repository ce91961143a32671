package dev.tilescope.replay;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Distribution;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TensorFile;
import dev.tilescope.tensor.TorchTensor;
import dev.tilescope.tensor.Values;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Statements of a test that make its tensors. Values are literals in the source if they are few,
 * else files beside it.
 */
final class TensorSource {
  /** More would make the test hard to read, and methods too long for Java in the end. */
  static final int INLINE_ELEMENTS = 512;

  private static final int INLINE_ELEMENTS_IN_ALL = 3072;

  private final String className;
  private final JavaSource java;
  private final List<String> statements;
  private final Map<String, Tensor> files = new LinkedHashMap<>();
  private int inlined;
  private boolean usesDevice;

  /**
   * @param className of the test, with which the names of files begin
   * @param statements of the test, where those of tensors go
   */
  TensorSource(String className, JavaSource java, List<String> statements) {
    this.className = className;
    this.java = java;
    this.statements = statements;
  }

  /** Whether a tensor is put on the variable {@code device}. */
  boolean usesDevice() {
    return usesDevice;
  }

  boolean hasFiles() {
    return !files.isEmpty();
  }

  List<Path> writeFiles(Path folder) {
    List<Path> written = new ArrayList<>();
    files.forEach((name, tensor) -> {
      TensorFile.write(folder.resolve(name), tensor);
      written.add(folder.resolve(name));
    });
    return written;
  }

  /**
   * Declares a tensor.
   *
   * @param name the argument's, for its file
   */
  void declare(String name, String variable, TensorPlan tensor) {
    String host =
        tensor.distribution().isReplicated()
            ? host(name, variable, tensor)
            : parts(name, variable, tensor);
    usesDevice |= tensor.isOnDevice();
    String placed =
        tensor.isOnDevice()
            ? "%s.toDevice(\n              %s,\n              device,\n              %s)"
                .formatted(java.name(Ttnn.class), host, java.of(name, tensor.spec().memoryConfig()))
            : host;
    declare(java.name(Tensor.class), variable, placed);
  }

  private void declare(String type, String variable, String expression) {
    statements.add("%s %s =\n          %s;".formatted(type, variable, expression));
  }

  /** A tensor for a mesh: its parts from a file, or the same one for every device. */
  private String parts(String name, String variable, TensorPlan tensor) {
    if (tensor.parts() != null && tensor.parts().size() > 1) {
      TensorSpec spec = tensor.spec().withMemoryConfig(MemoryConfig.DRAM);
      return load(name, Tensor.onHost(spec, tensor.distribution(), tensor.parts()));
    }
    String part = variable + "Part";
    declare(java.name(Tensor.class), part, host(name, part, tensor));
    return "%1$s.onHost(%2$s.spec(), %3$s, %4$s.nCopies(%5$d, %2$s.values()))"
        .formatted(
            java.name(Tensor.class),
            part,
            distribution(tensor.distribution()),
            java.name(Collections.class),
            tensor.meshDevices());
  }

  private String distribution(Distribution distribution) {
    return distribution.placements().stream()
        .map(placement -> java.of("placement", placement))
        .collect(Collectors.joining(", ", java.name(Distribution.class) + ".of(", ")"));
  }

  /** An expression for a tensor on the host, of one part. */
  private String host(String name, String variable, TensorPlan tensor) {
    Values recorded = tensor.seeded() == null ? tensor.chosenParts().getFirst() : null;
    if (recorded != null && !takesLiterals(recorded.size())) {
      TensorSpec spec = tensor.spec().withMemoryConfig(MemoryConfig.DRAM);
      return load(name, Tensor.onHost(spec, recorded));
    }
    String array = variable + "Values";
    String elements =
        recorded == null
            ? seeded(
                Objects.requireNonNull(tensor.seeded()),
                tensor.spec().dtype(),
                tensor.spec().shape())
            : literals(recorded);
    declareArray(array, tensor.spec().dtype(), elements);
    return fromArray(array, tensor.spec());
  }

  /** An expression that makes a tensor of an array, however large. */
  String ofArray(String name, TensorPlan tensor) {
    Values values = tensor.chosenParts().getFirst();
    String elements =
        takesLiterals(values.size()) ? literals(values) : loadValues(name, tensor.spec(), values);
    declareArray(name, tensor.spec().dtype(), elements);
    return fromArray(name, tensor.spec());
  }

  private void declareArray(String array, DataType dtype, String elements) {
    statements.add("%s[] %s = %s;".formatted(dtype.isFloat() ? "float" : "int", array, elements));
  }

  private String fromArray(String array, TensorSpec spec) {
    return "%s.fromArray(%s, %s, %s, %s)"
        .formatted(
            java.name(Ttnn.class),
            array,
            java.shape(spec.shape()),
            java.of("dtype", spec.dtype()),
            java.of("layout", spec.layout()));
  }

  private boolean takesLiterals(int elements) {
    boolean fits = elements <= INLINE_ELEMENTS && inlined + elements <= INLINE_ELEMENTS_IN_ALL;
    inlined += fits ? elements : 0;
    return fits;
  }

  private String literals(Values values) {
    return switch (values) {
      case Values.Floats(float[] floats) -> java.elements(floats);
      case Values.Integers(int[] integers) -> java.elements(integers);
    };
  }

  private String load(String name, Tensor tensor) {
    String file = className + "." + name + ".tensor";
    files.put(file, tensor);
    return "load(" + JavaSource.quoted(file) + ")";
  }

  private String loadValues(String name, TensorSpec spec, Values values) {
    return "%s.values().%s"
        .formatted(load(name, Tensor.onHost(spec, values)), array(spec.dtype().isFloat()));
  }

  private static String array(boolean isFloat) {
    return isFloat ? "floats()" : "integers()";
  }

  private String seeded(SeededValues seed, DataType dtype, Shape shape) {
    return "new %s(%d, %s, %s).of(%s, %s).%s"
        .formatted(
            java.name(SeededValues.class),
            seed.seed(),
            seed.low(),
            seed.high(),
            java.shape(shape),
            java.of("dtype", dtype),
            array(dtype.isFloat()));
  }

  /** Declares a {@code torch.Tensor}. */
  void declare(String name, String variable, TorchPlan tensor) {
    String array = variable + "Values";
    statements.add("var %s = %s;".formatted(array, elements(name, tensor)));
    declare(
        java.name(TorchTensor.class),
        variable,
        "%s.of(%s, %s).to(%s)"
            .formatted(
                java.name(TorchTensor.class),
                array,
                java.shape(tensor.shape()),
                java.of(name, tensor.dtype())));
  }

  private String elements(String name, TorchPlan tensor) {
    DataType held = tensor.dtype().isFloat() ? DataType.FLOAT32 : DataType.INT32;
    if (tensor.seeded() != null) {
      return seeded(tensor.seeded(), held, tensor.shape());
    }
    Object values = Objects.requireNonNull(tensor.values());
    if (takesLiterals((int) tensor.shape().volume())) {
      return "new %s[] %s"
          .formatted(tensor.dtype().isFloat() ? "double" : "long", java.elements(values));
    }
    TensorSpec spec = new TensorSpec(tensor.shape(), held, Layout.ROW_MAJOR, MemoryConfig.DRAM);
    return loadValues(name, spec, narrowed(name, values));
  }

  /** In half the bits, which is what files of tensors have. */
  private static Values narrowed(String name, Object values) {
    return switch (values) {
      case double[] doubles -> {
        float[] floats = new float[doubles.length];
        for (int i = 0; i < floats.length; i++) {
          floats[i] = (float) doubles[i];
          requireSame(name, doubles[i], (double) floats[i]);
        }
        yield new Values.Floats(floats);
      }
      case long[] longs -> {
        int[] integers = new int[longs.length];
        for (int i = 0; i < integers.length; i++) {
          integers[i] = (int) longs[i];
          requireSame(name, longs[i], (long) integers[i]);
        }
        yield new Values.Integers(integers);
      }
      default -> throw new IllegalArgumentException("no array of a torch.Tensor: " + values);
    };
  }

  private static void requireSame(String name, Object wide, Object narrow) {
    if (!wide.equals(narrow)) {
      throw new TilescopeException(
          "%s: of more than %d values of a torch.Tensor all must fit 32 bits, it has %s; trace it"
                  .formatted(name, INLINE_ELEMENTS, wide)
              + " without values");
    }
  }
}
