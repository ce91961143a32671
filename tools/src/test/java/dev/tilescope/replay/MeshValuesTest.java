package dev.tilescope.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.args.OperationTracer;
import dev.tilescope.args.TraceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Numeral;
import dev.tilescope.replay.Recorded.Text;
import dev.tilescope.replay.ReplayResult.Verdict;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.TestExecutionResult;

/** Values of tensors on a mesh of 2x4 devices. */
class MeshValuesTest {
  private static final TraceOptions WITH_VALUES = TraceOptions.DEFAULT.withValues();

  @TempDir private Path folder;
  private final MeshDevice mesh = MeshDevice.open("t3000");

  @AfterEach
  void close() {
    OperationTracer.disable();
    mesh.close();
  }

  private Tensor whole() {
    float[] values = new float[32];
    for (int i = 0; i < values.length; i++) {
      values[i] = i;
    }
    return Ttnn.fromArray(values, Shape.of(8, 4), DataType.FLOAT32, Layout.ROW_MAJOR);
  }

  private Tensor on(MeshMapper mapper) {
    return Ttnn.toLayout(Ttnn.distributeTensor(whole(), mapper, mesh), Layout.TILE);
  }

  private Path traced(String name, TraceOptions options, Consumer<Path> program) {
    Path target = folder.resolve(name);
    OperationTracer.enable(options.withDirectory(target));
    program.accept(target);
    OperationTracer.disable();
    return target;
  }

  private Path exp(String name, TraceOptions options, Tensor x) {
    Path target = traced(name, options, _ -> Ttnn.exp(x));
    return TraceFolder.open(target).entries().getLast().file();
  }

  private Verdict verdict(TracedCall call) {
    return Replay.of(call).run(mesh).verdict();
  }

  private static Fields argument(TracedCall call) {
    return (Fields) call.args().getFirst();
  }

  @Test
  void everyDeviceHasItsValuesInTheFileOrNamesOneThatHasTheSame() {
    TracedCall call = TraceFile.read(exp("run", WITH_VALUES, on(MeshMapper.shard2d(null, 0))));
    Fields tensor = argument(call);
    assertThat(RecordedText.of(tensor.get("values")))
        .isEqualTo("[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0]]");
    List<String> devices = tensor.items("device_values").stream().map(RecordedText::of).toList();
    assertThat(devices)
        .containsExactly(
            "{device: 1, values: [[8.0, 9.0, 10.0, 11.0], [12.0, 13.0, 14.0, 15.0]]}",
            "{device: 2, values: [[16.0, 17.0, 18.0, 19.0], [20.0, 21.0, 22.0, 23.0]]}",
            "{device: 3, values: [[24.0, 25.0, 26.0, 27.0], [28.0, 29.0, 30.0, 31.0]]}",
            "{device: 4, same_as: 0}",
            "{device: 5, same_as: 1}",
            "{device: 6, same_as: 2}",
            "{device: 7, same_as: 3}");
    assertThat(verdict(call)).isEqualTo(Verdict.Same.wholly(""));
  }

  @Test
  void whatAllDevicesHaveIsWrittenOnceAndSaysSo() {
    TracedCall call = TraceFile.read(exp("run", WITH_VALUES, on(MeshMapper.replicate())));
    assertThat(argument(call).get("device_values")).isEqualTo(new Text("replicated"));
    assertThat(verdict(call)).isEqualTo(Verdict.Same.wholly(""));
  }

  @Test
  void filesWithoutValuesAndFilesOfOneDeviceSayNothingOfDevices() throws IOException {
    Path plain = exp("plain", TraceOptions.DEFAULT, on(MeshMapper.shard(0)));
    assertThat(Files.readString(plain)).doesNotContain("device_values");
    try (MeshDevice one = MeshDevice.open("n150")) {
      Tensor x = Ttnn.toLayout(Ttnn.toDevice(whole(), one), Layout.TILE);
      assertThat(Files.readString(exp("one", WITH_VALUES, x))).doesNotContain("device_values");
    }
  }

  @Test
  void aProgramOnAMeshIsReplayedAndHeldToTheValuesOfEveryDevice() {
    Path target =
        traced(
            "run",
            WITH_VALUES,
            _ -> {
              Tensor x = on(MeshMapper.shard(0));
              Tensor sum = Ttnn.add(x, Ttnn.exp(x));
              Ttnn.allGather(sum, 0);
              Ttnn.allReduce(sum);
              Ttnn.fromDevice(sum);
            });
    List<String> names = new ArrayList<>();
    for (TraceFolder.Entry entry : TraceFolder.open(target).entries()) {
      TracedCall call = TraceFile.read(entry.file());
      names.add(call.name());
      assertThat(verdict(call)).as(call.name()).isEqualTo(Verdict.Same.wholly(""));
    }
    assertThat(names)
        .contains("ttnn.distribute_tensor", "ttnn.add", "ttnn.all_gather", "ttnn.from_device");
  }

  @ParameterizedTest
  @CsvSource({"true,", "true,0.999", "false,"})
  void callsOnAMeshAreTestsThatPassAndThoseOfBitsFailWhenTheKernelIsBroken(
      boolean withValues, @Nullable Double pcc) throws Exception {
    Path target =
        traced(
            "run",
            withValues ? WITH_VALUES : TraceOptions.DEFAULT,
            _ -> {
              Tensor sum = Ttnn.add(on(MeshMapper.shard2d(0, 1)), on(MeshMapper.shard2d(0, 1)));
              Ttnn.allGather(sum, 0);
              Ttnn.fromDevice(sum);
            });
    Path sources = Files.createDirectories(folder.resolve("tests"));
    JunitExport export = new JunitExport("", "t3000", pcc);
    for (TraceFolder.Entry entry : TraceFolder.open(target).entries()) {
      TracedCall call = TraceFile.read(entry.file());
      if (withValues || !ArrayReplay.is(call)) {
        String name = call.name().replace('.', '_') + call.number();
        export.write(call, sources.resolve(name + ".java"));
      }
    }
    Path classes = ExportedTests.compile(sources);
    Map<String, TestExecutionResult> results = ExportedTests.run(classes, false);
    assertThat(results).hasSize(withValues ? 9 : 7);
    results.forEach((name, result) -> assertThat(result.getThrowable()).as(name).isEmpty());
    if (pcc == null) {
      assertThat(ExportedTests.run(classes, true).get("ttnn_add7").getThrowable()).isPresent();
    }
  }

  /** The same call, but for a value of one device's result. */
  private static TracedCall withResult(TracedCall call, int device, int element, double value) {
    Fields result = (Fields) Objects.requireNonNull(call.returnValue());
    List<Recorded> parts = new ArrayList<>(result.items("device_values"));
    Fields part = (Fields) parts.get(device - 1);
    List<Recorded> row =
        new ArrayList<>(((Recorded.Sequence) part.items("values").getFirst()).items());
    row.set(element, new Numeral(Double.toString(value)));
    parts.set(device - 1, with(part, "values", Recorded.list(List.of(Recorded.list(row)))));
    Fields changed = with(result, "device_values", Recorded.list(parts));
    return new TracedCall(call.source(), with(call.document(), "return_value", changed));
  }

  private static Fields with(Fields fields, String name, Recorded value) {
    LinkedHashMap<String, Recorded> all = new LinkedHashMap<>(fields.values());
    all.put(name, value);
    return new Fields(all);
  }

  @Test
  void theDeviceWhoseResultDiffersIsNamed() {
    Tensor x = Ttnn.multiply(on(MeshMapper.shard(0)), 0.125f);
    Path target = traced("run", WITH_VALUES, _ -> Ttnn.multiply(x, 2));
    TracedCall call = TraceFile.read(TraceFolder.open(target).entries().getFirst().file());
    TracedCall wrong = withResult(call, 5, 2, 5.75);
    ReplayResult result = Replay.of(wrong).run(mesh);
    assertThat(result.verdict())
        .isInstanceOfSatisfying(
            Verdict.Differs.class,
            differs ->
                assertThat(differs.how())
                    .singleElement()
                    .asString()
                    .matches(
                        "values on device 5: 1 of 4 differ, PCC 0\\.\\d+, first at element 2:"
                            + " 5.75 recorded, 5.5 now"));
    assertThat(result.outputs().getFirst().pcc()).isBetween(0.9, 0.9999);
    assertThat(Replay.of(wrong).withPcc(0.9).run(mesh).verdict())
        .isInstanceOfSatisfying(
            Verdict.Same.class, same -> assertThat(same.note()).startsWith("PCC 0.9"));
  }

  @Test
  void everyDeviceMayHaveAFileOfItsOwn() throws IOException {
    TraceOptions inFiles = WITH_VALUES.withNpyAbove(2);
    Path file = exp("run", inFiles, on(MeshMapper.shard(0)));
    assertThat(arrays(file)).hasSize(16);
    assertThat(verdict(TraceFile.read(file))).isEqualTo(Verdict.Same.wholly(""));
    Path third =
        arrays(file).stream()
            .filter(f -> f.toString().contains("tensor2."))
            .findFirst()
            .orElseThrow();
    Files.delete(third);
    assertThat(verdict(TraceFile.read(file)))
        .isEqualTo(
            Verdict.Same.partly(
                "values not compared: those of input_tensor are missing: the file %s is not beside"
                        .formatted(third.getFileName())
                    + " the trace"));
  }

  private static List<Path> arrays(Path file) throws IOException {
    try (Stream<Path> files = Files.list(file.resolveSibling(""))) {
      return files.filter(each -> each.toString().endsWith(".npy")).toList();
    }
  }

  @Test
  void valuesThatAreCutShortOnADeviceAreNotCompared() {
    TracedCall call =
        TraceFile.read(exp("run", WITH_VALUES.withMaxValues(3), on(MeshMapper.shard(0))));
    assertThat(argument(call).items("device_values").toString()).contains("truncated");
    assertThat(verdict(call))
        .isInstanceOfSatisfying(Verdict.Same.class, s -> assertThat(s.isPartial()).isTrue());
  }

  @Test
  void ofFilesThatHaveTheFirstDeviceAloneValuesAreNotCompared() {
    TracedCall call = TraceFile.read(exp("run", WITH_VALUES, on(MeshMapper.shard(0))));
    LinkedHashMap<String, Recorded> fields = new LinkedHashMap<>(argument(call).values());
    fields.remove("device_values");
    assertThat(verdict(withArgument(call, new Fields(fields))))
        .isEqualTo(
            Verdict.Same.partly(
                "values not compared: those of the first device alone were recorded"));
  }

  private static TracedCall withArgument(TracedCall call, Fields tensor) {
    LinkedHashMap<String, Recorded> place = new LinkedHashMap<>();
    place.put("position", Recorded.of(0));
    place.put("value", tensor);
    return new TracedCall(
        call.source(), with(call.document(), "args", Recorded.list(List.of(new Fields(place)))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{\"device\": 2, \"values\": [[1, 2, 3, 4]]}]",
        "[{\"device\": 1, \"same_as\": 1}]",
        "[{\"device\": 1, \"same_as\": -1}]",
        "[{\"device\": 1, \"same_as\": \"0\"}]",
        "[{\"device\": 1, \"values\": [1]}]",
        "[{\"device\": 1, \"same_as\": 0}]",
        "[null]",
        "[[1, 2, 3, 4]]"
      })
  void devicesThatAreMissingOrMakeNoSenseCannotBeRun(String devices) throws IOException {
    Path file = exp("run", WITH_VALUES, on(MeshMapper.shard(0)));
    TracedCall call = TraceFile.read(file);
    Path odd = folder.resolve("odd.json");
    Files.writeString(odd, "{\"operation_name\": \"x\", \"devices\": " + devices + "}");
    Recorded parts = Objects.requireNonNull(TraceFile.read(odd).document().get("devices"));
    assertThat(verdict(withArgument(call, with(argument(call), "device_values", parts))))
        .isInstanceOfSatisfying(
            Verdict.CannotRun.class,
            cannot -> assertThat(cannot.why()).startsWith("input_tensor: "));
  }

  @Test
  void twoRunsThatDifferOnOneDeviceDifferThere() throws IOException {
    Path before = exp("a", WITH_VALUES, on(MeshMapper.shard(0)));
    Path after = folder.resolve("after.json");
    Files.writeString(after, Files.readString(before).replace("[[20.0, ", "[[20.5, "));
    assertThat(CallDifferences.of(TraceFile.readSummary(before), TraceFile.readSummary(after)))
        .singleElement()
        .asString()
        .contains("arg0.values on device 5");
    RecordedTensor tensor = RecordedTensor.of(TraceFile.readSummary(before).args().getFirst());
    assertThat(tensor.deviceValuesTexts().get(4)).isEqualTo("4: [20.0, 21.0, 22.0, 23.0]");
  }

  @Test
  void aRunWithValuesHasTheConfigurationsOfOneWithout() {
    Tensor x = on(MeshMapper.shard(0));
    assertThat(Configuration.of(TraceFile.readMetadata(exp("a", WITH_VALUES, x))))
        .isEqualTo(Configuration.of(TraceFile.readMetadata(exp("b", TraceOptions.DEFAULT, x))));
  }
}
