package dev.tilescope.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.args.OperationTracer;
import dev.tilescope.args.TraceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.KvCache;
import dev.tilescope.ops.Transformer;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.AttentionSoftmaxOptions;
import dev.tilescope.ops.options.BatchNormOptions;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.ReplayResult.Verdict;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values of arguments that a call writes to, from before the call. */
class OverwrittenValuesTest {
  private static final TraceOptions WITH_VALUES = TraceOptions.DEFAULT.withValues();

  @TempDir private Path folder;
  private final MeshDevice device = MeshDevice.open("n150");
  private final Random random = new Random(5);

  @AfterEach
  void close() {
    OperationTracer.disable();
    device.close();
  }

  private Tensor host(int... dims) {
    Shape shape = Shape.of(dims);
    float[] values = new float[(int) shape.volume()];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextInt(64) / 8f;
    }
    return Ttnn.fromArray(values, shape, DataType.BFLOAT16, Layout.TILE);
  }

  private Tensor tensor(int... dims) {
    return Ttnn.toDevice(host(dims), device);
  }

  /** The files of the calls that the program makes itself. */
  private List<Path> traced(TraceOptions options, Runnable program) {
    OperationTracer.enable(options.withDirectory(folder));
    program.run();
    assertThat(OperationTracer.disable().failed()).isZero();
    return TraceFolder.open(folder).entries().stream().map(TraceFolder.Entry::file).toList();
  }

  private Verdict verdict(Path file) {
    return Replay.of(TraceFile.read(file)).run(device).verdict();
  }

  private static Fields argument(Path file, int place) {
    return (Fields) TraceFile.read(file).args().get(place);
  }

  private static String values(Fields holder) {
    return RecordedText.of(holder.get("values"));
  }

  private static Fields before(Fields tensor) {
    return (Fields) tensor.get("values_before");
  }

  @Test
  void aTensorThatIsWrittenToHasItsValuesFromBeforeBesideThoseFromAfterwards() {
    Tensor x =
        Ttnn.toDevice(
            Ttnn.fromArray(new float[] {1, 2}, Shape.of(1, 2), DataType.BFLOAT16, Layout.TILE),
            device);
    Path file =
        traced(
                WITH_VALUES,
                () -> {
                  Ttnn.addInPlace(x, 1);
                  Ttnn.addInPlace(x, 1);
                })
            .getFirst();
    assertThat(values(argument(file, 0))).isEqualTo("[[2.0, 3.0]]");
    assertThat(values(before(argument(file, 0)))).isEqualTo("[[1.0, 2.0]]");
    assertThat(verdict(file)).isEqualTo(Verdict.Same.wholly(""));
    RecordedTensor shown = RecordedTensor.of(TraceFile.readSummary(file).args().getFirst());
    assertThat(shown.valuesBeforeText()).isEqualTo("2: [1.0, 2.0]");
    assertThat(shown.valuesText()).isEqualTo("2: [2.0, 3.0]");
  }

  @Test
  void aWrongResultOfACallInPlaceIsFound() throws IOException {
    Path file = traced(WITH_VALUES, () -> Ttnn.addInPlace(tensor(1, 2), 1)).getLast();
    String text = Files.readString(file);
    int result = text.indexOf("return_value");
    String wrong = text.substring(result).replaceFirst("(?<=\"values\": \\[\\[)[\\d.]+", "77.0");
    Files.writeString(file, text.substring(0, result) + wrong);
    assertThat(verdict(file).toString()).contains("values: 1 of 2 differ", "77.0 recorded");
  }

  @Test
  void callsInPlaceOfEveryKindAreHeldToTheirValues() {
    Tensor cache = tensor(2, 1, 64, 32);
    Tensor counters =
        Ttnn.toDevice(
            Ttnn.fromArray(new int[] {3, 4}, Shape.of(2), DataType.INT32, Layout.ROW_MAJOR),
            device);
    Tensor x = tensor(1, 1, 32, 64);
    Tensor y = tensor(1, 1, 32, 64);
    Tensor mask = tensor(1, 1, 1, 64);
    Tensor onHost = host(1, 1, 32, 64);
    Tensor token = tensor(1, 1, 32, 32);
    Tensor big = tensor(256, 128);
    List<Path> files =
        traced(
            WITH_VALUES,
            () -> {
              Ttnn.multiplyInPlace(x, y);
              Ttnn.multiplyInPlace(x, x);
              Ttnn.softmaxInPlace(x, -1);
              Transformer.attentionSoftmaxInPlace(
                  y, AttentionSoftmaxOptions.DEFAULT.withAttentionMask(mask));
              Ttnn.plusOne(counters);
              Ttnn.fillCache(cache, token, 1);
              KvCache.fillCacheForUser(cache, token, 0);
              Ttnn.copy(x, y);
              Ttnn.copyHostToDeviceTensor(onHost, y);
              Ttnn.copyDeviceToHostTensor(x, onHost);
              Ttnn.addInPlace(big, 0.5f);
              Ttnn.add(x, y, BinaryOptions.DEFAULT.withOutputTensor(x));
            });
    assertThat(files).hasSizeGreaterThanOrEqualTo(12);
    for (Path file : files) {
      assertThat(verdict(file)).as("%s", file).isEqualTo(Verdict.Same.wholly(""));
      String text = TraceFile.readMetadata(file).document().toString();
      assertThat(text).as("%s", file).contains("values_before");
    }
  }

  @Test
  void whatACallWritesToWithoutGivingItBackIsHeldToItsValues() throws IOException {
    Tensor y = tensor(1, 2);
    Path file = traced(WITH_VALUES, () -> Ttnn.copyHostToDeviceTensor(host(1, 2), y)).getLast();
    assertThat(verdict(file)).isEqualTo(Verdict.Same.wholly(""));
    String text = Files.readString(file);
    int second = text.indexOf("\"position\": 1");
    Files.writeString(
        file,
        text.substring(0, second)
            + text.substring(second).replaceFirst("(?<=\"values\": \\[\\[)[\\d.]+", "77.0"));
    assertThat(verdict(file).toString()).contains("device_tensor: values: 1 of 2 differ");
  }

  @Test
  void statisticsThatTrainingUpdatesAreHeldToTheirValues() {
    Tensor mean = tensor(1, 4, 1, 1);
    Tensor variance = tensor(1, 4, 1, 1);
    BatchNormOptions training =
        BatchNormOptions.DEFAULT.withRunning(mean, variance).withTraining(true);
    Path file =
        traced(WITH_VALUES, () -> Ttnn.batchNorm(tensor(2, 4, 32, 32), training)).stream()
            .filter(each -> each.toString().contains("ttnn_batch_norm"))
            .findFirst()
            .orElseThrow();
    assertThat(before(argument(file, 1)).items("values")).isNotEmpty();
    assertThat(before(argument(file, 2)).items("values")).isNotEmpty();
    assertThat(verdict(file)).isEqualTo(Verdict.Same.wholly(""));
  }

  @Test
  void callsThatWriteToNoArgumentSayNothingOfBefore() throws IOException {
    Tensor x = tensor(1, 2);
    Tensor target = tensor(1, 2);
    List<Path> files =
        traced(
            WITH_VALUES,
            () -> {
              Ttnn.exp(x);
              Ttnn.add(x, x, BinaryOptions.DEFAULT.withOutputTensor(target));
            });
    for (Path file : files) {
      assertThat(Files.readString(file)).doesNotContain("values_before");
      assertThat(verdict(file)).isEqualTo(Verdict.Same.wholly(""));
    }
  }

  @Test
  void aWrongResultInATensorThatTakesItIsNoExcuse() throws IOException {
    Tensor x = tensor(1, 2);
    Tensor target = tensor(1, 2);
    Path file =
        traced(WITH_VALUES, () -> Ttnn.add(x, x, BinaryOptions.DEFAULT.withOutputTensor(target)))
            .getLast();
    String text = Files.readString(file);
    int result = text.indexOf("return_value");
    String wrong = text.substring(result).replaceFirst("(?<=\"values\": \\[\\[)[\\d.]+", "77.0");
    String other =
        text.substring(0, result)
            .replaceFirst("(?s)(output_tensor.*?\"values\": \\[\\[)[\\d.]+", "$177.0");
    Files.writeString(file, other + wrong);
    assertThat(verdict(file)).isInstanceOf(Verdict.Differs.class);
  }

  @Test
  void hugeTensorsAreNotCopiedBeforeTheCall() throws IOException {
    Tensor huge = Ttnn.zeros(Shape.of(4097, 2048), device);
    List<Path> files = traced(WITH_VALUES.withMaxValues(4), () -> Ttnn.addInPlace(huge, 1));
    assertThat(Files.readString(files.getLast()))
        .contains("values")
        .doesNotContain("values_before");
  }

  @Test
  void filesWithoutValuesSayNothingOfBefore() throws IOException {
    Path file = traced(TraceOptions.DEFAULT, () -> Ttnn.addInPlace(tensor(1, 2), 1)).getLast();
    assertThat(Files.readString(file)).doesNotContain("values_before");
  }

  @Test
  void valuesFromBeforeMayLieInFilesOfTheirOwn() throws IOException {
    Tensor x = tensor(4, 4);
    Path file = traced(WITH_VALUES.withNpyAbove(3), () -> Ttnn.addInPlace(x, 1)).getFirst();
    assertThat(Files.readString(file)).doesNotContain("\"values\"");
    assertThat(verdict(file)).isEqualTo(Verdict.Same.wholly(""));
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.filter(each -> each.toString().endsWith(".npy"))).hasSize(3);
    }
    String before =
        before((Fields) TraceFile.readMetadata(file).args().getFirst()).text("values_file");
    Files.delete(folder.resolve(before));
    assertThat(verdict(file).toString()).contains("input_a are missing: the file " + before);
  }

  @Test
  void everyDeviceOfAMeshHasItsValuesFromBefore() {
    try (MeshDevice mesh = MeshDevice.open("n300")) {
      Tensor x = Ttnn.distributeTensor(host(2, 4), MeshMapper.shard(0), mesh);
      Path file = traced(WITH_VALUES, () -> Ttnn.addInPlace(x, 1)).getFirst();
      assertThat(before(argument(file, 0)).items("device_values")).hasSize(1);
      assertThat(Replay.of(TraceFile.read(file)).run(mesh).verdict())
          .isEqualTo(Verdict.Same.wholly(""));
    }
  }

  @Test
  void aRunWithThemHasTheConfigurationsOfOneWithoutAndRunsDifferByThem() throws IOException {
    Tensor x = tensor(1, 2);
    List<Path> files =
        traced(
            WITH_VALUES,
            () -> {
              Ttnn.addInPlace(x, 1);
            });
    Path with = files.getFirst();
    Path changed = folder.resolve("changed.json");
    String text = Files.readString(with);
    int before = text.indexOf("values_before");
    Files.writeString(
        changed,
        text.substring(0, before)
            + text.substring(before).replaceFirst("(?<=\"values\": \\[\\[)[\\d.]+", "77.0"));
    assertThat(CallDifferences.of(TraceFile.readSummary(with), TraceFile.readSummary(changed)))
        .singleElement()
        .asString()
        .contains("arg0.values_before");
    Path without = traced(TraceOptions.DEFAULT, () -> Ttnn.addInPlace(x, 1)).getLast();
    assertThat(Configuration.of(TraceFile.readMetadata(with)))
        .isEqualTo(Configuration.of(TraceFile.readMetadata(without)));
  }

  @Test
  void anExportedTestStartsFromTheValuesFromBefore() throws IOException {
    Tensor x =
        Ttnn.toDevice(
            Ttnn.fromArray(new float[] {1, 2}, Shape.of(1, 2), DataType.BFLOAT16, Layout.TILE),
            device);
    Path file = traced(WITH_VALUES, () -> Ttnn.addInPlace(x, 1)).getFirst();
    Path test = folder.resolve("AddTest.java");
    new JunitExport("", "n150", null).write(TraceFile.read(file), test);
    assertThat(Files.readString(test)).containsPattern("inputAValues = \\{\\s+1.0f, 2.0f");
  }
}
