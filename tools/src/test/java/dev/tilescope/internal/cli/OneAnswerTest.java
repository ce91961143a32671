package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.DevicePeaks;
import dev.tilescope.analysis.FullMoments;
import dev.tilescope.analysis.MemoryLevels;
import dev.tilescope.analysis.OperationNumbers;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.diff.Metric;
import dev.tilescope.diff.ReportDiff;
import dev.tilescope.internal.export.PeakSentences;
import dev.tilescope.internal.serve.Client;
import dev.tilescope.internal.store.ImportOptions;
import dev.tilescope.internal.store.Query;
import dev.tilescope.internal.store.ReportImport;
import dev.tilescope.internal.words.PeaksText;
import dev.tilescope.memory.Headline;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.report.NumberedDevices;
import dev.tilescope.report.ReportFile;
import dev.tilescope.tensor.Tensor;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is my peak? One report, every place: commands, their JSON, the page, rows and gates. */
@Timeout(180)
class OneAnswerTest {
  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo bert",
        "demo resnet50 --no-dispatch",
        "demo llama",
        "demo bert --device t3000",
        "demo resnet50 --size tiny"
      })
  void demosAreAnsweredAlikeEverywhere(String demo) throws Exception {
    List<String> words = new ArrayList<>(List.of(demo.split(" ")));
    words.addAll(List.of("--report", folder.toString()));
    String printed = run(words.toArray(String[]::new));
    Path file = folder.resolve("report.json");
    for (String line : PeaksText.of(ReportFile.read(file)).lines()) {
      assertThat(printed).contains(line);
    }
    asked(file);
  }

  @ParameterizedTest
  @ValueSource(strings = {"newer", "older"})
  void samplesOfTheDocumentsAreAnsweredAlikeEverywhere(String generation) throws Exception {
    Path sample = folder.resolve("report.json");
    try (InputStream in =
        getClass().getResourceAsStream("/seeds/add-" + generation + "-generation.json")) {
      Files.copy(Objects.requireNonNull(in), sample);
    }
    asked(sample);
  }

  /** A driver may give the one board of a program any id. */
  @Test
  void devicesHaveTheNumbersOfTheDatabase() throws Exception {
    String printed = run("demo", "bert", "--report", folder.toString());
    Path file = folder.resolve("report.json");
    String text = Files.readString(file);
    String moved =
        text.replaceAll("\"device_id\": ?(\"?)0(\"?)", "\"device_id\": $14$2")
            .replaceAll("\"mesh_device_id\": ?(\"?)0(\"?)", "\"mesh_device_id\": $14$2")
            .replaceAll("device_id(\\\\?\"): ?0", "device_id$1: 4");
    assertThat(moved).isNotEqualTo(text);
    Files.writeString(file, moved);
    assertThat(DevicePeaks.of(ReportFile.read(file)).headlines().getFirst().deviceId())
        .isEqualTo(4);
    assertThat(printed).contains(PeaksText.of(NumberedDevices.of(ReportFile.read(file))).lines());
    asked(file);
  }

  @Test
  void threeThousandOperationsAreAnsweredAlikeEverywhere() throws Exception {
    Path file = folder.resolve("report.json");
    try (MeshDevice device = MeshDevice.open("n150");
        GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Tensor kept = Ttnn.rand(Shape.of(64, 64), DataType.BFLOAT16, device, 1);
      for (int i = 1; i < 1_500; i++) {
        Tensor next = i % 3 == 0 ? Ttnn.matmul(kept, kept) : Ttnn.relu(kept);
        kept.close();
        kept = next;
      }
      ReportFile.write(capture.end(), file);
      kept.close();
    }
    assertThat(OperationNumbers.of(ReportFile.read(file).trace()).count()).isBetween(2_900, 3_100);
    asked(file);
  }

  private void asked(Path file) throws Exception {
    Report report = NumberedDevices.of(ReportFile.read(file));
    List<Headline> devices = DevicePeaks.of(report).headlines();
    Path database = folder.resolve("db");
    ReportImport.run(file, database, ImportOptions.DEFAULT, (_, _, _) -> {});
    commands(file, database, report);
    gates(report, devices);
    try (Client page = Client.of(database.resolve("db.sqlite"))) {
      for (Headline device : devices) {
        page(page, report, device);
      }
      assertThat(page.json("compare?report=1&other=1")).contains("\"changed\":0");
    }
    rows(database.resolve("db.sqlite"), devices);
  }

  private void commands(Path file, Path database, Report report) {
    String headline = String.join("\n", PeaksText.of(report).lines());
    for (Path either : List.of(file, database)) {
      assertThat(run("peak", either.toString())).startsWith(headline);
      assertThat(run("memory", either.toString())).startsWith(headline);
    }
    assertThat(run("peak", database.toString(), "--trace")).startsWith(headline);
    assertThat(peaksOf(run("peak", "--json", database.toString())))
        .isEqualTo(peaksOf(run("peak", "--json", file.toString())));
    String explained =
        String.join(
            "\n",
            FullMoments.of(report).stream().map(m -> PeakSentences.of(m).getFirst()).toList());
    for (String sentence : explained.split("\n")) {
      assertThat(run("memory", database.toString())).contains(sentence);
      assertThat(run("memory", file.toString())).contains(sentence);
    }
  }

  private static String peaksOf(String json) {
    int from = json.indexOf("\"peaks\": [");
    return json.substring(from, json.indexOf("\n  ]", from));
  }

  /** Metrics of diff, and with them the limits of lint and of tests, are those numbers. */
  private static void gates(Report report, List<Headline> devices) {
    ReportDiff same = ReportDiff.of(report, report);
    assertThat(Metric.PEAK_L1_PER_CORE.of(same).stream().map(Metric.Reading::after))
        .containsExactlyElementsOf(devices.stream().map(d -> d.l1().bytes()).toList());
    assertThat(Metric.PEAK_DRAM_PER_BANK.of(same).stream().map(Metric.Reading::after))
        .containsExactlyElementsOf(devices.stream().map(d -> d.dram().bytes()).toList());
    assertThat(Metric.L1_HEADROOM.of(same).stream().map(Metric.Reading::after))
        .containsExactlyElementsOf(
            devices.stream().map(d -> d.headroom() == null ? -1L : d.headroom().bytes()).toList());
  }

  private static void page(Client page, Report report, Headline device) throws Exception {
    MemoryLevels.Device levels = MemoryLevels.of(report).devices().get(device.deviceId());
    long most = Arrays.stream(levels.l1()).max().orElse(0);
    assertThat(most).as("the highest level is the peak").isEqualTo(device.l1().bytes());
    String l1 = "{\"bytes\":" + device.l1().bytes() + ",";
    String at = "\"device\":" + device.deviceId() + ",";
    assertThat(page.json("overview-memory")).contains("\"l1\":" + l1);
    assertThat(page.json("compare?report=1&other=1")).contains("\"l1\":" + l1);
    assertThat(page.json("topology")).contains("\"l1\":" + device.l1().bytes() + ",");
    if (page.json("memory").contains(at)) {
      assertThat(page.json("memory"))
          .containsPattern(
              "\\{"
                  + at
                  + "\"type\":1[^{}]*\"peakBytes\":"
                  + device.l1().bytes()
                  + ",|"
                  + "\\{"
                  + at
                  + "\"type\":0[^{}]*\"peakBytes\":"
                  + device.dram().bytes()
                  + ",");
    }
    for (var moment : FullMoments.of(report)) {
      if (moment.device().deviceId() == device.deviceId()) {
        String said =
            page.json(
                "memory/peak?device=%d&type=%d"
                    .formatted(device.deviceId(), moment.isL1() ? 1 : 0));
        assertThat(Client.number(said, "bytes")).isEqualTo(moment.amount().bytes());
        assertThat(said).contains(PeakSentences.of(moment).getFirst());
      }
    }
  }

  private static void rows(Path database, List<Headline> devices) {
    List<String> rows = new ArrayList<>();
    Query.ask(
        database,
        "SELECT device_id, l1_bytes_per_core, l1_headroom_bytes, dram_bytes_per_bank"
            + " FROM tilescope_memory_peaks ORDER BY device_id",
        new Query.Answer() {
          @Override
          public void columns(List<String> names) {}

          @Override
          public void row(List<@Nullable Object> values) {
            rows.add(values.toString());
          }
        });
    assertThat(rows)
        .containsExactlyElementsOf(
            devices.stream()
                .map(d ->
                    "[%d, %d, %s, %d]"
                        .formatted(
                            d.deviceId(),
                            d.l1().bytes(),
                            d.headroom() == null ? null : d.headroom().bytes(),
                            d.dram().bytes()))
                .toList());
  }

  private static String run(String... words) {
    StringWriter out = new StringWriter();
    StringWriter errors = new StringWriter();
    int code = new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(errors)).run(words);
    assertThat(code).as(String.join(" ", words) + "\n" + errors).isZero();
    return out.toString();
  }
}
