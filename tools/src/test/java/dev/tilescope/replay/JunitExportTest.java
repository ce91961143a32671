package dev.tilescope.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.args.OperationTracer;
import dev.tilescope.args.TraceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.FromTorchOptions;
import dev.tilescope.ops.options.MatmulProgramConfig;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchTensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.opentest4j.AssertionFailedError;

class JunitExportTest {
  private static final JunitExport EXPORT = new JunitExport("", "n150", null);

  private final MeshDevice device = MeshDevice.open("n150");
  private long seed;

  @TempDir private Path folder;

  @AfterEach
  void close() {
    device.close();
  }

  private Tensor between(double low, double high, int... dims) {
    Shape shape = Shape.of(dims);
    float[] values = new SeededValues(++seed, low, high).of(shape, DataType.BFLOAT16).floats();
    return Ttnn.toDevice(Ttnn.fromArray(values, shape, DataType.BFLOAT16, Layout.TILE), device);
  }

  private Tensor floats(int... dims) {
    return between(-1, 1, dims);
  }

  private Tensor indices(int bound, Layout layout, int... dims) {
    Shape shape = Shape.of(dims);
    int[] values = new SeededValues(++seed, 0, bound).of(shape, DataType.UINT32).integers();
    return Ttnn.toDevice(Ttnn.fromArray(values, shape, DataType.UINT32, layout), device);
  }

  private List<SampleCall> twentyOperations() {
    return List.of(
        SampleCall.of("ttnn.add", "input_tensor_a", floats(4, 5), "input_tensor_b", floats(4, 5)),
        SampleCall.of(
            "ttnn.multiply",
            "input_tensor_a",
            floats(32, 64),
            "input_tensor_b",
            0.5,
            "memory_config",
            MemoryConfig.L1),
        SampleCall.of(
            "ttnn.matmul",
            "input_tensor_a",
            floats(2, 32, 64),
            "input_tensor_b",
            floats(2, 64, 32),
            "program_config",
            MatmulProgramConfig.MultiCoreReuse.on(new CoreGrid(8, 8)),
            "compute_kernel_config",
            ComputeKernelConfig.DEFAULT.withMathFidelity(MathFidelity.HI_FI4)),
        SampleCall.of(
            "ttnn.linear",
            "input_tensor_a",
            floats(32, 64),
            "input_tensor_b",
            floats(64, 32),
            "bias",
            floats(1, 32),
            "activation",
            "relu",
            "core_grid",
            new CoreGrid(8, 8)),
        SampleCall.of("ttnn.softmax", "input_tensor", floats(32, 32), "dim", -1),
        SampleCall.of("ttnn.layer_norm", "input_tensor", floats(32, 64), "epsilon", 1e-5f),
        SampleCall.of("ttnn.rms_norm", "input_tensor", floats(32, 64), "weight", floats(1, 64)),
        SampleCall.of("ttnn.relu", "input_tensor", floats(8, 8)),
        SampleCall.of("ttnn.gelu", "input_tensor", floats(8, 8)),
        SampleCall.of("ttnn.log", "input_tensor", between(0.5, 2, 8, 8)),
        SampleCall.of("ttnn.sqrt", "input_tensor", between(0.5, 2, 8, 8)),
        SampleCall.of(
            "ttnn.sum", "input_tensor", floats(4, 8), "dim", List.of(-1), "keepdim", true),
        SampleCall.of("ttnn.concat", "tensors", List.of(floats(4, 8), floats(2, 8)), "dim", 0),
        SampleCall.of("ttnn.permute", "input_tensor", floats(2, 3, 4), "dims", new int[] {2, 0, 1}),
        SampleCall.of(
            "ttnn.embedding",
            "input_tensor",
            indices(16, Layout.ROW_MAJOR, 2, 4),
            "weight",
            rowMajor(floats(16, 32))),
        SampleCall.of(
            "ttnn.slice",
            "input_tensor",
            floats(8, 8),
            "slice_start",
            new int[] {0, 0},
            "slice_end",
            new int[] {4, 4}),
        SampleCall.of(
            "ttnn.where",
            "predicate",
            between(0, 1, 4, 4),
            "true_value",
            floats(4, 4),
            "false_value",
            floats(4, 4)),
        SampleCall.of("ttnn.topk", "input_tensor", floats(1, 1, 32, 64), "k", 32),
        SampleCall.of("ttnn.argmax", "input_tensor", rowMajor(floats(4, 32)), "dim", -1),
        SampleCall.of(
            "ttnn.gather",
            "input",
            floats(32, 32),
            "dim",
            1,
            "index",
            indices(32, Layout.TILE, 32, 32)),
        SampleCall.of("ttnn.repeat", "input_tensor", floats(2, 4), "repeat_dims", new int[] {2, 1}),
        SampleCall.of(
            "ttnn.transformer.scaled_dot_product_attention",
            "input_tensor_q",
            floats(1, 2, 32, 32),
            "input_tensor_k",
            floats(1, 2, 32, 32),
            "input_tensor_v",
            floats(1, 2, 32, 32)));
  }

  private static Tensor rowMajor(Tensor tensor) {
    return Ttnn.toLayout(tensor, Layout.ROW_MAJOR);
  }

  private Path export(boolean withValues, JunitExport export) throws IOException {
    int number = 0;
    for (SampleCall sample : twentyOperations()) {
      TracedCall call = sample.traced(++number, withValues);
      assertThat(call.failure()).as(sample.operation()).isNull();
      String name = sample.operation().replaceAll(".*\\.", "");
      export.write(call, folder.resolve("Test_" + name + ".java"));
    }
    return ExportedTests.compile(folder);
  }

  private static void assertPass(Map<String, TestExecutionResult> results) {
    assertThat(results).hasSizeGreaterThanOrEqualTo(20);
    results.forEach((name, result) ->
        assertThat(result.getStatus())
            .as("%s: %s", name, result.getThrowable())
            .isEqualTo(Status.SUCCESSFUL));
  }

  private static void assertFailByTheirAssertions(Map<String, TestExecutionResult> results) {
    assertThat(results).hasSizeGreaterThanOrEqualTo(20);
    results.forEach((name, result) ->
        assertThat(result.getThrowable()).as(name).get().isInstanceOf(AssertionFailedError.class));
  }

  @Test
  void testsOfRecordedValuesPassAndFailWhenTheKernelIsBroken() throws Exception {
    Path classes = export(true, EXPORT);
    assertPass(ExportedTests.run(classes, false));
    assertFailByTheirAssertions(ExportedTests.run(classes, true));
  }

  @Test
  void testsOfSeededValuesPassAndFailWhenTheKernelIsBroken() throws Exception {
    Path classes = export(false, EXPORT);
    assertPass(ExportedTests.run(classes, false));
    assertFailByTheirAssertions(ExportedTests.run(classes, true));
  }

  @Test
  void testsByCorrelationPass() throws Exception {
    assertPass(ExportedTests.run(export(true, new JunitExport("", "n150", 0.999)), false));
  }

  @Test
  void aCallThatFailedIsATestThatItFails() throws Exception {
    TracedCall call =
        SampleCall.of("ttnn.matmul", "input_tensor_a", floats(4, 5), "input_tensor_b", floats(4, 5))
            .traced(1, true);
    assertThat(call.failure()).isNotNull();
    EXPORT.write(call, folder.resolve("FailsTest.java"));
    assertThat(ExportedTests.run(ExportedTests.compile(folder), false).get("FailsTest"))
        .extracting(TestExecutionResult::getStatus)
        .isEqualTo(Status.SUCCESSFUL);
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 1000})
  void aTensorMadeOfAnArrayIsATestOfThatArray(int elements) throws Exception {
    Tensor made = between(-1, 1, elements);
    float[] values = made.values().floats();
    Path trace = folder.resolve("trace");
    OperationTracer.enable(TraceOptions.DEFAULT.withValues().withDirectory(trace));
    Ttnn.fromArray(values, Shape.of(elements), DataType.BFLOAT16, Layout.ROW_MAJOR);
    OperationTracer.disable();
    TracedCall call = TraceFile.read(TraceFolder.open(trace).entries().getFirst().file());
    EXPORT.write(call, folder.resolve("ArrayTest.java"));
    assertThat(folder.resolve("ArrayTest.java"))
        .content()
        .contains("Ttnn.fromArray(values, Shape.of(" + elements + "), DataType.BFLOAT16,")
        .contains(TensorHash.of(made));
    assertPasses("ArrayTest");
  }

  private void assertPasses(String name) throws Exception {
    TestExecutionResult result = ExportedTests.run(ExportedTests.compile(folder), false).get(name);
    assertThat(result.getThrowable()).isEmpty();
    assertThat(result.getStatus()).isEqualTo(Status.SUCCESSFUL);
  }

  private TracedCall fromTorch(TorchTensor torch) {
    Path trace = folder.resolve("trace");
    OperationTracer.enable(TraceOptions.DEFAULT.withValues().withDirectory(trace));
    Ttnn.fromTorch(torch, FromTorchOptions.DEFAULT.withDtype(DataType.INT32));
    OperationTracer.disable();
    return TraceFile.read(TraceFolder.open(trace).entries().getFirst().file());
  }

  @Test
  void aLargeTensorOfTorchIsAFileBesideTheTest() throws Exception {
    long[] ids = LongStream.range(-500, 500).toArray();
    TracedCall call = fromTorch(TorchTensor.of(ids, Shape.of(10, 100)));
    EXPORT.write(call, folder.resolve("TorchTest.java"));
    assertThat(folder.resolve("TorchTest.tensor.tensor")).exists();
    assertPasses("TorchTest");
  }

  @Test
  void aLargeTensorOfTorchThatNeedsMoreThan32BitsIsRefused() {
    long[] values = new long[1000];
    values[7] = 1L << 40;
    TracedCall call = fromTorch(TorchTensor.of(values, Shape.of(1000)));
    assertThatThrownBy(() -> EXPORT.write(call, folder.resolve("TorchTest.java")))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("must fit 32 bits, it has 1099511627776");
    assertThat(folder.resolve("TorchTest.java")).doesNotExist();
  }

  @Test
  void aClassMayHaveTheNameOfOneThatItUses() throws Exception {
    TracedCall call = SampleCall.of("ttnn.relu", "input_tensor", floats(2, 2)).traced(1, true);
    for (String name : List.of("Test", "Tensor", "Shape", "Object", "Exception", "Ttnn")) {
      Path own = Files.createDirectories(folder.resolve(name));
      EXPORT.write(call, own.resolve(name + ".java"));
      assertThat(ExportedTests.run(ExportedTests.compile(own), false).get(name).getStatus())
          .as(name)
          .isEqualTo(Status.SUCCESSFUL);
    }
  }

  @Test
  void textsOfAFileCannotLeaveTheirLiterals() throws Exception {
    String hostile = "relu\"); System.exit(3); //\\u0022\n*/ \\";
    TracedCall call =
        SampleCall.of(
                "ttnn.linear",
                "input_tensor_a",
                floats(2, 2),
                "input_tensor_b",
                floats(2, 2),
                "activation",
                hostile)
            .traced(1, true);
    TracedCall renamed = new TracedCall("\\u002a/ class X {} /*.json", call.document());
    EXPORT.write(renamed, folder.resolve("HostileTest.java"));
    Path classes = ExportedTests.compile(folder);
    try (Stream<Path> files = Files.list(classes)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactly("HostileTest.class");
    }
    assertThat(ExportedTests.run(classes, false).get("HostileTest").getStatus())
        .isEqualTo(Status.SUCCESSFUL);
  }

  @Test
  void aNameThatIsNoClassIsRefused() {
    TracedCall call = SampleCall.of("ttnn.relu", "input_tensor", floats(2, 2)).traced(1, true);
    for (String name : List.of("a-b.java", "class.java", "record.java", "Test.txt", "3.java")) {
      assertThatThrownBy(() -> EXPORT.write(call, folder.resolve(name)))
          .isInstanceOf(TilescopeException.class)
          .hasMessageContaining("name of a Java class");
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void anOperationThatIsNotKnownWritesNothing() {
    TracedCall call =
        new TracedCall("x.json", SampleCall.fields("operation_name", "ttnn.evil\"();"));
    assertThatThrownBy(() -> EXPORT.write(call, folder.resolve("EvilTest.java")))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("is not known");
    assertThat(folder).isEmptyDirectory();
  }
}
