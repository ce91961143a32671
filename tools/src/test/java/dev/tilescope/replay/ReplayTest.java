package dev.tilescope.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.args.OperationTracer;
import dev.tilescope.args.TraceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Sequence;
import dev.tilescope.replay.Recorded.Text;
import dev.tilescope.replay.ReplayResult.Verdict;
import dev.tilescope.tensor.Tensor;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReplayTest {
  private final MeshDevice device = MeshDevice.open("n150");

  @AfterEach
  void close() {
    OperationTracer.disable();
    device.close();
  }

  private Tensor tensor(float... values) {
    Tensor host =
        Ttnn.fromArray(values, Shape.of(1, values.length), DataType.BFLOAT16, Layout.TILE);
    return Ttnn.toDevice(host, device);
  }

  private static Path example(String name) throws URISyntaxException {
    return Path.of(
        Objects.requireNonNull(ReplayTest.class.getResource("/operation_tracing/" + name)).toURI());
  }

  private Verdict verdict(TracedCall call) {
    return Replay.of(call).run(device).verdict();
  }

  /** The same call, but for a field of its document. */
  private static TracedCall with(TracedCall call, String name, Recorded value) {
    LinkedHashMap<String, Recorded> fields = new LinkedHashMap<>(call.document().values());
    fields.put(name, value);
    return new TracedCall(call.source(), new Fields(fields));
  }

  private static TracedCall withArgument(
      TracedCall call, String argument, UnaryOperator<Recorded> change) {
    LinkedHashMap<String, Recorded> kwargs = new LinkedHashMap<>(call.kwargs());
    kwargs.compute(
        argument, (name, value) -> change.apply(value == null ? Recorded.NOTHING : value));
    return with(call, "kwargs", new Fields(kwargs));
  }

  private static Recorded withField(Recorded tensor, String name, Recorded value) {
    LinkedHashMap<String, Recorded> fields = new LinkedHashMap<>(((Fields) tensor).values());
    fields.put(name, value);
    return new Fields(fields);
  }

  @Test
  void callsOfTtnnRunAgain() throws Exception {
    Path folder = example("example2");
    for (TraceFolder.Entry entry : TraceFolder.open(folder).entries()) {
      assertThat(verdict(TraceFile.read(entry.file()))).isEqualTo(Verdict.Same.wholly(""));
    }
  }

  @Test
  void valuesOfSiliconThatRoundOtherwiseDifferUnlessACorrelationIsAskedFor() throws Exception {
    TracedCall add = TraceFile.read(TraceFolder.open(example("example1")).entry(3).file());
    assertThat(verdict(add))
        .isEqualTo(
            new Verdict.Differs(
                List.of(
                    "values: 1 of 20 differ, PCC 0.999994, first at element 7:"
                        + " 1.4453125 recorded, 1.4375 now")));
    assertThat(Replay.of(add).withPcc(0.999).run(device).verdict())
        .isEqualTo(Verdict.Same.wholly("PCC 0.999994"));
  }

  @Test
  void randomValuesAreNotCompared() throws Exception {
    TracedCall rand = TraceFile.read(TraceFolder.open(example("example1")).entry(1).file());
    assertThat(verdict(rand))
        .isEqualTo(Verdict.Same.partly("values are the operation's own choice"));
  }

  @Test
  void aWrongValueIsFound() {
    TracedCall call = SampleCall.of("ttnn.exp", "input_tensor", tensor(0, 1)).traced(1, true);
    assertThat(verdict(call)).isEqualTo(Verdict.Same.wholly(""));
    Recorded wrong =
        withField(
            Objects.requireNonNull(call.returnValue()),
            "values",
            new Sequence(List.of(Recorded.of(1), Recorded.of(3))));
    assertThat(verdict(with(call, "return_value", wrong)))
        .isInstanceOfSatisfying(
            Verdict.Differs.class,
            differs ->
                assertThat(differs.how().getFirst())
                    .contains("1 of 2 differ", "first at element 1: 3.0 recorded, 2.71875 now"));
  }

  @Test
  void aWrongShapeTypeLayoutOrPlaceIsFound() {
    TracedCall call = SampleCall.of("ttnn.exp", "input_tensor", tensor(0, 1)).traced(1, false);
    assertThat(verdict(call)).isEqualTo(Verdict.Same.partly("no values recorded"));
    Recorded result = Objects.requireNonNull(call.returnValue());
    Recorded other = withField(result, "original_dtype", new Text("DataType.FLOAT32"));
    other = withField(other, "layout", new Text("Layout.ROW_MAJOR"));
    other = withField(other, "memory_config", new Text(MemoryConfig.L1.toString()));
    other = withField(other, "original_shape", new Sequence(List.of(Recorded.of(2))));
    assertThat(((Verdict.Differs) verdict(with(call, "return_value", other))).how())
        .containsExactly(
            "shape: Shape([2]) recorded, Shape([1, 2]) now",
            "dtype: DataType::FLOAT32 recorded, DataType::BFLOAT16 now",
            "layout: Layout::ROW_MAJOR recorded, Layout::TILE now",
            "memory_config: " + MemoryConfig.L1 + " recorded, " + MemoryConfig.DRAM + " now");
  }

  @Test
  void valuesAreNotComparedWhenThoseOfAnArgumentAreSeeded() {
    TracedCall call = SampleCall.of("ttnn.exp", "input_tensor", tensor(0, 1)).traced(1, true);
    TracedCall cut =
        withArgument(call, "input_tensor", t -> withField(t, "truncated", new Recorded.Flag(true)));
    assertThat(verdict(cut))
        .isEqualTo(
            Verdict.Same.partly("values not compared: those of input_tensor were not recorded"));
  }

  @Test
  void aCallInPlaceIsNotHeldToWhatWasRecordedAfterIt() {
    Tensor a = tensor(1, 2);
    SampleCall call = SampleCall.of("ttnn.add_", "input_a", a, "input_b", 1);
    TracedCall before = call.traced(1, true);
    assertThat(verdict(before)).isEqualTo(Verdict.Same.wholly(""));
    Recorded after = SampleCall.recorded(a, true);
    assertThat(verdict(withArgument(before, "input_a", _ -> after)))
        .isEqualTo(
            Verdict.Same.partly(
                "values not compared: input_a is changed in place, and recorded as it was"
                    + " afterwards"));
  }

  @Test
  void aCallThatFailedFailsAgainWithTheSameMessage() {
    TracedCall call =
        SampleCall.of("ttnn.matmul", "input_tensor_a", tensor(1), "input_tensor_b", tensor(1, 2, 3))
            .traced(1, true);
    TracedCall failed =
        SampleCall.of("ttnn.concat", "tensors", List.of(tensor(1), tensor(1, 2)), "dim", 0)
            .traced(1, true);
    assertThat(call.failure()).isNull();
    assertThat(failed.failure()).isNotNull();
    assertThat(verdict(failed)).isEqualTo(Verdict.Same.wholly("fails as recorded"));
    Recorded other = SampleCall.fields("type", "TilescopeException", "message", "other");
    assertThat(verdict(with(failed, "exception", other))).isInstanceOf(Verdict.Differs.class);
    assertThat(verdict(with(call, "exception", other))).isInstanceOf(Verdict.Differs.class);
  }

  @Test
  void aCallThatRanAndNowFailsDiffersUnlessItsValuesAreSeeded() {
    SampleCall sample =
        SampleCall.of("ttnn.concat", "tensors", List.of(tensor(1), tensor(1, 2)), "dim", 0);
    assertThat(verdict(withoutFailure(sample.traced(1, true))))
        .isInstanceOf(Verdict.Differs.class)
        .asString()
        .contains("it ran when recorded, now it fails: ");
    assertThat(verdict(withoutFailure(sample.traced(1, false))))
        .isInstanceOf(Verdict.CannotRun.class)
        .asString()
        .contains("it fails with values that are not its own: ");
  }

  private static TracedCall withoutFailure(TracedCall call) {
    LinkedHashMap<String, Recorded> fields = new LinkedHashMap<>(call.document().values());
    fields.remove("exception");
    return new TracedCall(call.source(), new Fields(fields));
  }

  @Test
  void shardedTensorsGoBackToTheirCores() {
    MemoryConfig sharded =
        MemoryConfig.sharded(
            TensorMemoryLayout.HEIGHT_SHARDED,
            BufferType.L1,
            new ShardSpec(CoreRangeSet.grid(1, 2), 32, 32, ShardOrientation.ROW_MAJOR));
    Tensor host =
        Ttnn.fromArray(new float[64 * 32], Shape.of(64, 32), DataType.BFLOAT16, Layout.TILE);
    TracedCall call =
        SampleCall.of("ttnn.exp", "input_tensor", Ttnn.toDevice(host, device, sharded))
            .traced(1, true);
    ReplayResult result = Replay.of(call).run(device);
    assertThat(result.verdict()).isEqualTo(Verdict.Same.wholly(""));
    assertThat(result.outputs().getFirst().spec().memoryConfig()).isEqualTo(sharded);
  }

  @Test
  void nothingIsLeftOnTheDevice() {
    TracedCall call =
        SampleCall.of("ttnn.add", "input_tensor_a", tensor(1), "input_tensor_b", tensor(2))
            .traced(1, true);
    try (MeshDevice empty = MeshDevice.open("n150")) {
      Replay.of(call).run(empty);
      Replay.of(withArgument(call, "input_tensor_b", _ -> new Text("no tensor"))).run(empty);
      empty.clearProgramCache();
      assertThat(empty.liveBuffers()).isEmpty();
    }
  }

  @Test
  void whatCannotBeRunSaysWhy() {
    TracedCall call = SampleCall.of("ttnn.exp", "input_tensor", tensor(0, 1)).traced(1, true);
    assertThat(verdict(with(call, "operation_name", new Text("ttnn.nope"))).toString())
        .contains("operation \"ttnn.nope\" is not known");
    assertThat(verdict(withArgument(call, "other", _ -> Recorded.of(1))).toString())
        .contains("ttnn.exp takes no argument \"other\"; it takes input_tensor, ");
    assertThat(verdict(withArgument(call, "queue_id", _ -> Recorded.of(0))))
        .isEqualTo(Verdict.Same.wholly(""));
    assertThat(
            verdict(
                    withArgument(
                        call,
                        "input_tensor",
                        t -> withField(t, "values", new Sequence(List.of(Recorded.of(1))))))
                .toString())
        .contains("input_tensor: the shape needs 2 values, the file has 1");
    Recorded huge = Recorded.list(List.of(Recorded.of(1L << 30), Recorded.of(1L << 30)));
    TracedCall large = SampleCall.of("ttnn.exp", "input_tensor", tensor(0, 1)).traced(1, false);
    assertThat(
            verdict(withArgument(large, "input_tensor", t -> withField(t, "original_shape", huge))))
        .isInstanceOf(Verdict.CannotRun.class);
  }

  @Test
  void aFileThatDoesNotSayEnoughCannotBeRun() {
    TracedCall call = SampleCall.of("ttnn.exp", "input_tensor", tensor(0, 1)).traced(1, true);
    TracedCall without = with(call, "kwargs", Recorded.NOTHING);
    assertThat(verdict(with(without, "args", Recorded.NOTHING)))
        .isEqualTo(
            new Verdict.CannotRun("ttnn.exp: the file does not have the argument input_tensor"));
    assertThat(verdict(with(call, "args", new Text("x"))))
        .isEqualTo(new Verdict.CannotRun("args: List is expected, the file has Text[value=x]"));
    assertThat(verdict(with(call, "kwargs", new Text("x")))).isInstanceOf(Verdict.CannotRun.class);
    Recorded result = Objects.requireNonNull(call.returnValue());
    assertThat(
            verdict(with(call, "return_value", withField(result, "original_shape", new Text("?")))))
        .isInstanceOf(Verdict.CannotRun.class)
        .asString()
        .contains("the recorded result cannot be compared with: ");
  }

  @Test
  void aPlacementWithoutADimensionSaysWhatIsExpected() {
    TracedCall call = SampleCall.of("ttnn.exp", "input_tensor", tensor(0, 1)).traced(1, true);
    Recorded placements = Recorded.list(List.of(new Text("PlacementShard(x)")));
    LinkedHashMap<String, Recorded> mesh = new LinkedHashMap<>();
    mesh.put("placements", placements);
    TracedCall damaged =
        withArgument(call, "input_tensor", t -> withField(t, "mesh_device", new Fields(mesh)));
    assertThatThrownBy(() -> RecordedArguments.of(damaged))
        .isInstanceOf(TilescopeException.class)
        .hasMessage(
            "placements: PlacementShard(DIMENSION) is expected, as PlacementShard(3), the file has"
                + " PlacementShard(x)");
  }

  private List<TracedCall> traced(TraceOptions options, Path folder, Runnable program) {
    OperationTracer.enable(options.withDirectory(folder));
    program.run();
    OperationTracer.disable();
    return TraceFolder.open(folder).entries().stream()
        .map(entry -> TraceFile.read(entry.file()))
        .toList();
  }

  @Test
  void allOfAPlainProgramRunsAgain(@TempDir Path folder) {
    List<TracedCall> calls =
        traced(
            TraceOptions.DEFAULT.withValues(), folder, () -> Ttnn.toArray(Ttnn.exp(tensor(0, 1))));
    assertThat(calls.getFirst().name()).isEqualTo("ttnn.from_array");
    assertThat(calls).hasSizeGreaterThan(2).allMatch(call -> verdict(call) instanceof Verdict.Same);
  }

  @ParameterizedTest
  @EnumSource
  void aTensorOfAnArrayIsMadeAgainOfItsValues(DataType dtype, @TempDir Path folder) {
    TracedCall call =
        traced(
                TraceOptions.DEFAULT.withValues(),
                folder,
                () -> {
                  Random random = new Random(3);
                  Shape shape = Shape.of(40, 35);
                  if (dtype.isFloat()) {
                    float[] values = new float[1400];
                    for (int i = 0; i < values.length; i++) {
                      values[i] = (float) (random.nextGaussian() * Math.exp(random.nextInt(9)));
                    }
                    Ttnn.fromArray(values, shape, dtype, Layout.TILE);
                  } else {
                    Ttnn.fromArray(random.ints(1400).toArray(), shape, dtype, Layout.TILE);
                  }
                })
            .getFirst();
    boolean isExact = List.of(DataType.FLOAT32, DataType.INT32, DataType.UINT32).contains(dtype);
    assertThat(verdict(call))
        .isEqualTo(
            isExact
                ? Verdict.Same.wholly("")
                : Verdict.Same.partly(
                    "the array is taken from the tensor: that its values were rounded well is not"
                        + " checked"));
    Recorded result = Objects.requireNonNull(call.returnValue());
    Recorded other = withField(result, "storage_type", new Text("StorageType.DEVICE"));
    assertThat(verdict(with(call, "return_value", other))).isInstanceOf(Verdict.Differs.class);
  }

  @Test
  void aTensorOfAnArrayCannotBeMadeAgainWithoutItsValues(@TempDir Path folder) {
    TracedCall call =
        traced(TraceOptions.DEFAULT, folder, () -> Ttnn.fromArray(new float[1], Shape.of(1)))
            .getFirst();
    assertThat(verdict(call))
        .isEqualTo(
            new Verdict.CannotRun(
                "ttnn.from_array: the array is not recorded, and neither are the values of the"
                    + " tensor made of it; trace with values"));
    TracedCall unsaid = withArgument(call, "dtype", _ -> Recorded.NOTHING);
    Recorded result = Objects.requireNonNull(call.returnValue());
    Recorded values = Recorded.list(List.of(Recorded.of(1)));
    assertThat(verdict(with(unsaid, "return_value", withField(result, "values", values))))
        .isEqualTo(
            new Verdict.CannotRun("ttnn.from_array: the file does not have the argument dtype"));
  }

  @Test
  void filesThatATraceNamesAreNotTouched() {
    TracedCall dump =
        SampleCall.of("ttnn.dump_tensor", "file_name", "/tmp/never", "tensor", tensor(1))
            .traced(1, true);
    assertThat(verdict(dump).toString()).contains("a file that a trace names is never opened");
    assertThat(Path.of("/tmp/never")).doesNotExist();
  }

  @Test
  void theHashDependsOnValuesShapeAndTypeAlone() {
    float[] values = {1, 2, Float.NaN, -0f};
    Tensor one = Ttnn.fromArray(values, Shape.of(2, 2), DataType.FLOAT32, Layout.ROW_MAJOR);
    Tensor tiles = Ttnn.fromArray(values, Shape.of(2, 2), DataType.FLOAT32, Layout.TILE);
    assertThat(TensorHash.of(one))
        .isEqualTo(TensorHash.of(Ttnn.toDevice(tiles, device)))
        .isNotEqualTo(
            TensorHash.of(Ttnn.fromArray(values, Shape.of(4), DataType.FLOAT32, Layout.ROW_MAJOR)))
        .isNotEqualTo(
            TensorHash.of(
                Ttnn.fromArray(values, Shape.of(2, 2), DataType.BFLOAT16, Layout.ROW_MAJOR)));
  }
}
