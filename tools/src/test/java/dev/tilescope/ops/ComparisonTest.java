package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.capture.CaptureOptions;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.capture.Journal;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.store.ImportOptions;
import dev.tilescope.internal.store.ReportImport;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorComparison;
import dev.tilescope.model.TensorComparison.Scope;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceNode;
import dev.tilescope.ops.internal.mechanism.ComparisonSettings;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.GoldenChecks;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.report.ReportFile;
import dev.tilescope.tensor.Tensor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Golden references beside a program. */
public class ComparisonTest {
  record NoParams() {}

  /** Doubles its input; the reference is what the test says. */
  private static DeviceOperation<NoParams> doubling(DeviceOperation.Golden<NoParams> golden) {
    return DeviceOperation.<NoParams>named("DoublingDeviceOperation", "doubling")
        .takes(Input.of("input_tensor"))
        .output(call -> call.spec(0))
        .circularBuffers("None.", call -> List.of())
        .cost(Costs::moving)
        .kernel(call -> {
          float[] in = call.floats(0);
          for (int i = 0; i < in.length; i++) {
            call.out().floats()[i] = 2 * in[i];
          }
        })
        .goldens(golden)
        .declare();
  }

  private static final DeviceOperation<NoParams> RIGHT =
      doubling(call -> List.of(times(2, call.values(0))));

  private static final DeviceOperation<NoParams> WRONG = doubling(call -> List.of(reversed(call)));

  private static double[] times(double factor, double[] values) {
    return Arrays.stream(values).map(v -> factor * v).toArray();
  }

  private static double[] reversed(DeviceOperation.GoldenCall<NoParams> call) {
    double[] values = call.values(0);
    double[] result = new double[values.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = 2 * values[result.length - 1 - i];
    }
    return result;
  }

  private MeshDevice device;
  private Tensor input;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
    input = Ttnn.rand(Shape.of(32, 64), DataType.FLOAT32, device, 7);
  }

  @AfterEach
  void close() {
    Comparison.disable();
    device.close();
  }

  private static List<TensorComparison> comparisons(Runnable program) {
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      program.run();
      return capture.end().comparisons();
    }
  }

  private static String errors(Runnable program) {
    PrintStream before = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      program.run();
    } finally {
      System.setErr(before);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void nothingIsComparedUntilItIsAskedFor() {
    assertThat(Comparison.isEnabled()).isFalse();
    assertThat(comparisons(() -> WRONG.run(new NoParams(), input))).isEmpty();
  }

  @Test
  void everyResultIsComparedLocallyAndGlobally() {
    Comparison.enable();
    List<Tensor> results = new ArrayList<>();
    List<TensorComparison> found =
        comparisons(() -> {
          Tensor half = Ttnn.typecast(input, DataType.BFLOAT16);
          results.add(half);
          results.add(Ttnn.softmax(Ttnn.add(half, half)));
        });
    assertThat(found)
        .extracting(TensorComparison::scope)
        .containsExactly(
            Scope.LOCAL, Scope.GLOBAL, Scope.LOCAL, Scope.GLOBAL, Scope.LOCAL, Scope.GLOBAL);
    assertThat(found)
        .allSatisfy(one -> {
          assertThat(one.matches()).isTrue();
          assertThat(one.desiredPcc()).isEqualTo(0.9999);
          assertThat(one.actualPcc()).isBetween(0.9999, 1.0);
        });
    assertThat(found.getFirst().tensorId()).isEqualTo(results.getFirst().tensorId());
    assertThat(found.getLast().tensorId()).isEqualTo(results.getLast().tensorId());
    assertThat(found).extracting(TensorComparison::goldenTensorId).doesNotHaveDuplicates();
  }

  @Test
  void anErrorBuildsUpGloballyAndStaysLocal() {
    Comparison.enable(0.9999, false);
    List<TensorComparison> found = new ArrayList<>();
    errors(() ->
        found.addAll(
            comparisons(() -> RIGHT.run(new NoParams(), WRONG.run(new NoParams(), input)))));
    assertThat(found)
        .extracting(one -> one.scope() + " " + one.matches())
        .containsExactly("LOCAL false", "GLOBAL false", "LOCAL true", "GLOBAL false");
  }

  @Test
  void aViewHasTheGoldenValuesOfWhatItViews() {
    Comparison.enable();
    List<TensorComparison> found = new ArrayList<>();
    errors(() ->
        found.addAll(
            comparisons(() -> {
              Tensor wrong = WRONG.run(new NoParams(), input);
              RIGHT.run(new NoParams(), Ttnn.reshape(wrong, 1, 32, 64));
            })));
    assertThat(found.getLast().matches()).isFalse();
    assertThat(found.getLast().scope()).isEqualTo(Scope.GLOBAL);
  }

  @Test
  void aMismatchIsWrittenOnceForEachOperationInTtNnsWords() {
    Comparison.enable(0.5, false);
    String text =
        errors(() -> {
          WRONG.run(new NoParams(), input);
          WRONG.run(new NoParams(), input);
        });
    assertThat(text.lines())
        .hasSize(2)
        .first()
        .asString()
        .matches(
            "DoublingDeviceOperation: Comparing output tensor 0 against CPU locally failed: pcc is"
                + " -?0\\.\\d+(E-\\d+)? but should be >=0\\.5");
    assertThat(text.lines().toList().getLast()).contains("against CPU globally failed");
  }

  /** What the user called comes first; the names of both are in the trace of a capture as well. */
  @Test
  void aMessageNamesTheOperationThatWasCalledAndTheDeviceOperation() {
    Operation<InputArguments, Tensor> inner =
        Operation.of(
            "ttnn::inner", InputArguments.class, a -> WRONG.run(new NoParams(), a.input()), WRONG);
    Operation<InputArguments, Tensor> outer =
        Operation.of("ttnn::mod::outer", InputArguments.class, a -> inner.call(a), WRONG);
    Comparison.enable(0.5, false);
    String text = errors(() -> outer.call(new InputArguments(input)));
    assertThat(text.lines())
        .hasSize(2)
        .allMatch(line -> line.startsWith("ttnn.mod.outer (DoublingDeviceOperation): Comparing"));
    assertThat(errors(() -> inner.call(new InputArguments(input))).lines())
        .hasSize(2)
        .allMatch(line -> line.startsWith("ttnn.inner (DoublingDeviceOperation): Comparing"));
    assertThat(errors(() -> WRONG.run(new NoParams(), input)).lines())
        .hasSize(2)
        .allMatch(line -> line.startsWith("DoublingDeviceOperation: Comparing"));
  }

  public record InputArguments(Tensor input) {}

  @Test
  void aCallThatFailedIsNotTheNameOfTheNextOne() {
    Comparison.enable(0.5, false);
    assertThatThrownBy(() -> Ttnn.reshape(input, 7, 7)).isInstanceOf(TilescopeException.class);
    assertThat(errors(() -> WRONG.run(new NoParams(), input))).startsWith("DoublingDevice");
  }

  @Test
  void nobodyListensAnyMoreOnceItIsOff() {
    Comparison.enable();
    Comparison.enable();
    assertThat(Tracker.on()).isTrue();
    Comparison.disable();
    assertThat(Tracker.on()).isFalse();
  }

  /** A record has the number of a tensor: the call in the trace that made it has both names. */
  @Test
  void theTraceHasTheNamesOfARecordsOperations() {
    Comparison.enable();
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Ttnn.softmax(Ttnn.typecast(input, DataType.BFLOAT16));
      Report report = capture.end();
      assertThat(report.comparisons())
          .extracting(one -> makers(report, one.tensorId()))
          .containsExactly(
              List.of("TypecastDeviceOperation", "ttnn::prim::typecast", "ttnn::typecast"),
              List.of("TypecastDeviceOperation", "ttnn::prim::typecast", "ttnn::typecast"),
              List.of("SoftmaxDeviceOperation", "ttnn::prim::softmax", "ttnn::softmax"),
              List.of("SoftmaxDeviceOperation", "ttnn::prim::softmax", "ttnn::softmax"));
    }
  }

  /** The functions that gave a tensor back, from the inside out, without those of the runtime. */
  private static List<String> makers(Report report, long tensorId) {
    List<String> names = new ArrayList<>();
    for (TraceNode node : report.trace().nodes()) {
      if (node.event() instanceof TraceEvent.FunctionEnd end && !end.name().startsWith("tt::")) {
        boolean made =
            node.connections().stream()
                .mapToObj(report.trace()::event)
                .anyMatch(to ->
                    to instanceof TraceEvent.Tensor given && given.tensor().tensorId() == tensorId);
        if (made) {
          names.add(end.name());
        }
      }
    }
    return names;
  }

  @Test
  void aMismatchIsThrownWhenThatIsAskedForAndLeavesNoMemoryBehind() {
    Comparison.enable(0.9999, true);
    int before = device.liveBuffers().size();
    assertThatThrownBy(() -> WRONG.run(new NoParams(), input))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("Comparing output tensor 0 against CPU locally failed: pcc is ");
    assertThat(device.liveBuffers()).hasSizeLessThanOrEqualTo(before + 1);
    RIGHT.run(new NoParams(), input);
  }

  @Test
  void aReferenceThatFailsIsAWarningAndCancelsTheGlobalChecksAfterIt() {
    DeviceOperation<NoParams> failing =
        doubling(call -> {
          throw new IllegalStateException("no idea");
        });
    Comparison.enable();
    List<TensorComparison> found = new ArrayList<>();
    String text =
        errors(() ->
            found.addAll(
                comparisons(() -> RIGHT.run(new NoParams(), failing.run(new NoParams(), input)))));
    assertThat(text).contains("DoublingDeviceOperation: its golden reference failed", "no idea");
    assertThat(found).extracting(TensorComparison::scope).containsExactly(Scope.LOCAL);
    Comparison.enable(0.9, true);
    assertThatThrownBy(() -> failing.run(new NoParams(), input)).hasMessage("no idea");
  }

  @Test
  void anOperationInPlaceIsComparedWithWhatItsInputWas() {
    Comparison.enable(0.99999, true);
    Ttnn.add(input, input, BinaryOptions.DEFAULT.withOutputTensor(input));
    Ttnn.add(input, input, BinaryOptions.DEFAULT.withOutputTensor(input));
  }

  @Test
  void integersMatchExactlyAndWrap() {
    Comparison.enable(0.5, true);
    int[] values = {Integer.MAX_VALUE, -5, 7, 1};
    Tensor integers =
        Ttnn.toDevice(
            Ttnn.fromArray(values, Shape.of(2, 2), DataType.INT32, Layout.ROW_MAJOR), device);
    assertThat(comparisons(() -> Ttnn.add(integers, integers)))
        .extracting(TensorComparison::actualPcc)
        .containsExactly(1.0, 1.0);
    DeviceOperation<NoParams> offByOne =
        DeviceOperation.<NoParams>named("CopyingDeviceOperation", "copying")
            .takes(Input.of("input_tensor"))
            .output(call -> call.spec(0))
            .circularBuffers("None.", call -> List.of())
            .cost(Costs::moving)
            .kernel(call -> call.values(0).copyTo(call.out()))
            .golden(call -> {
              double[] golden = call.values(0).clone();
              golden[0]--;
              return golden;
            })
            .declare();
    assertThatThrownBy(() -> offByOne.run(new NoParams(), integers))
        .hasMessageContaining("pcc is 0.0 but should be >=0.5");
  }

  @Test
  void whereNothingIsComputedNothingIsCompared() {
    Comparison.enable(0.9999, true);
    try (GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      WRONG.run(new NoParams(), input);
      assertThat(capture.end().comparisons()).isEmpty();
    }
  }

  @Test
  void aThresholdThatIsNoCorrelationIsRefused() {
    assertThatThrownBy(() -> Comparison.enable(1.5, false)).hasMessageContaining("got 1.5");
    assertThatThrownBy(() -> Comparison.enable(Double.NaN, false)).hasMessageContaining("NaN");
  }

  @Test
  void ttNnsConfigurationOverridesTurnItOn() {
    GoldenChecks checks =
        ComparisonSettings.configured(
            "{\"enable_comparison_mode\": true, \"comparison_mode_pcc\": 0.95,"
                + "\"comparison_mode_should_raise_exception\":true}");
    assertThat(checks).isNotNull();
    assertThat(checks.desiredPcc()).isEqualTo(0.95);
    assertThat(checks.shouldRaise()).isTrue();
    GoldenChecks plain = ComparisonSettings.configured("{\"enable_comparison_mode\": true}");
    assertThat(plain).isNotNull();
    assertThat(plain.desiredPcc()).isEqualTo(0.9999);
    assertThat(plain.shouldRaise()).isFalse();
    for (String off : List.of("", "{}", "{\"enable_comparison_mode\": false}", "]", "\"true\"")) {
      assertThat(ComparisonSettings.configured(off)).as(off).isNull();
    }
  }

  @Test
  void comparisonsReachTheReportTheDatabaseAndTheJournal(@TempDir Path folder) throws SQLException {
    Comparison.enable(0.9999, false);
    Path file = folder.resolve("report.json");
    Path journal = folder.resolve("capture.journal");
    Report[] written = new Report[2];
    errors(() -> {
      try (GraphCapture capture =
          GraphCapture.begin(CaptureOptions.of(RunMode.NORMAL).withJournal(journal))) {
        RIGHT.run(new NoParams(), WRONG.run(new NoParams(), input));
        written[1] = copyOf(journal, folder);
        written[0] = capture.endToFile(file);
      }
    });
    List<TensorComparison> found = written[0].comparisons();
    assertThat(found).hasSize(4);
    assertThat(written[1].comparisons()).as("recovered").isEqualTo(found);
    assertThat(ReportFile.read(file).comparisons()).containsExactlyInAnyOrderElementsOf(found);
    Path database =
        ReportImport.run(
                file,
                folder.resolve("out"),
                new ImportOptions("db.sqlite", false, ImportOptions.Existing.REFUSE, false),
                (f, d, a) -> {})
            .database();
    assertThat(rows(database, "local_tensor_comparison_records"))
        .containsExactlyElementsOf(texts(found, Scope.LOCAL));
    assertThat(rows(database, "global_tensor_comparison_records"))
        .containsExactlyElementsOf(texts(found, Scope.GLOBAL));
  }

  /** What a recovery would find if the process died now. */
  private static Report copyOf(Path journal, Path folder) {
    try {
      return Journal.recover(Files.copy(journal, folder.resolve("killed.journal")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> texts(List<TensorComparison> found, Scope scope) {
    return found.stream()
        .filter(one -> one.scope() == scope)
        .map(one ->
            "%d %d %d %s %s"
                .formatted(
                    one.tensorId(),
                    one.goldenTensorId(),
                    one.matches() ? 1 : 0,
                    one.desiredPcc(),
                    one.actualPcc()))
        .toList();
  }

  private static List<String> rows(Path database, String table) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
        ResultSet found =
            connection
                .createStatement()
                .executeQuery(
                    "SELECT tensor_id, golden_tensor_id, matches, desired_pcc, actual_pcc FROM "
                        + table)) {
      while (found.next()) {
        rows.add(
            "%d %d %d %s %s"
                .formatted(
                    found.getLong(1),
                    found.getLong(2),
                    found.getLong(3),
                    found.getDouble(4),
                    found.getDouble(5)));
      }
    }
    return rows;
  }
}
