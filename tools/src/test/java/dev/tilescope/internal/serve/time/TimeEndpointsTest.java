package dev.tilescope.internal.serve.time;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.serve.PageServer;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.profile.DeviceProfilerOptions;
import dev.tilescope.profile.Profiler;
import dev.tilescope.profile.ProfilerOptions;
import dev.tilescope.profile.ProfilerZone;
import dev.tilescope.profile.Signpost;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real run, a real CSV and a real report behind a real server. */
@Timeout(120)
class TimeEndpointsTest {
  private static final Path CSV =
      Path.of("src/test/resources/profile/perf/bh20_oft_integral_image_trace.csv");
  private static final Path REPORT = Path.of("src/test/resources/seeds/add-newer-generation.json");
  private static final String STILL_READING = "\"reading\":true";

  @TempDir private Path folder = Path.of("");

  private final HttpClient http = HttpClient.newHttpClient();

  private String get(PageServer server, String question) throws IOException, InterruptedException {
    return http.send(
            HttpRequest.newBuilder(URI.create(server.url() + "api/" + question)).build(),
            BodyHandlers.ofString())
        .body();
  }

  /** Asks until what takes long has been read; the server itself waits before it answers so. */
  private String getRead(PageServer server, String question)
      throws IOException, InterruptedException {
    String answer = get(server, question);
    while (answer.contains(STILL_READING)
        || answer.contains("still being read")
        || answer.contains("\"importing\"")) {
      answer = get(server, question);
    }
    return answer;
  }

  private void record() {
    Profiler.start(
        ProfilerOptions.DEFAULT
            .withFolder(folder.resolve("run"))
            .withMemoryProfiler(true)
            .withJvmEvents(false)
            .withDevice(
                DeviceProfilerOptions.fromEnvironment(Map.of("TT_METAL_DEVICE_PROFILER", "1"))));
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor one = Ttnn.ones(Shape.of(32, 32), DataType.BFLOAT16, Layout.TILE, device, null)) {
      Signpost.mark("Warmup");
      try (ProfilerZone zone = Profiler.zone("<script>alert(1)</script>")) {
        zone.text("with text");
        Ttnn.add(one, one).close();
      }
    } finally {
      Profiler.stop();
    }
  }

  private PageServer serve(Path... paths) {
    return PageServer.start(List.of(paths), List.of(), 0);
  }

  @Test
  void aRunIsShownWithItsThreadsCoresMemoryAndSignposts() throws Exception {
    record();
    try (PageServer server = serve(folder.resolve("run"))) {
      assertThat(getRead(server, "timeline/lanes"))
          .contains("\"origin\":\"run\"", "\"axis\":\"board\"", "\"Host operations\"")
          .contains("\"Device 0 (modelled)\"", "\"Core 1,1\"", "BRISC")
          .contains("\"leftOut\":[]", "\"problems\":[]", "\"counters\":[]")
          .doesNotContain("\"main\"");
      assertThat(get(server, "timeline/lanes?axis=here"))
          .contains("\"axis\":\"here\"", "\"main\"", "Device 0 DRAM")
          .doesNotContain("BRISC");
      assertThat(get(server, "timeline?lanes=1&pixels=500&counters=1&sums=10"))
          .contains("Warmup", "\"signpost\"", "<script>alert(1)</script>", "\"sums\":{\"10\":[");
      assertThat(get(server, "timeline/find?axis=here&text=ALERT"))
          .contains("\"all\":1,", "\"lane\":1");
      assertThat(get(server, "timeline/zone?lane=1&depth=0&index=999999"))
          .contains("there is no zone 999999");
    }
  }

  @Test
  void aZoneSaysWhatIsKnownOfItAndWhyItIsNotLinked() throws Exception {
    record();
    try (PageServer server = serve(folder.resolve("run"), REPORT)) {
      getRead(server, "timeline/lanes");
      String found = get(server, "timeline/find?axis=here&text=alert");
      String place =
          found.replaceAll(
              ".*\"lane\":(\\d+),\"depth\":(\\d+),\"index\":(\\d+).*", "lane=$1&depth=$2&index=$3");
      assertThat(get(server, "timeline/zone?" + place))
          .contains("\"text\":\"with text\"", "\"count\":1,", "\"histogram\":[[");
      assertThat(getRead(server, "timeline/link?" + place))
          .contains("no operation of the report has this name");
    }
  }

  /** A database with as little in it as one can have. */
  private Path database(String... statements) throws SQLException {
    Path file = folder.resolve("db.sqlite");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE operations (operation_id int, name text, duration float)");
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
    return file;
  }

  @Test
  void withoutARunOperationsOfTheReportAreLaidOutByDuration() throws Exception {
    Path file =
        database(
            "INSERT INTO operations VALUES (1, 'ttnn.add', 0.001), (2, 'ttnn.mul', 0.002)",
            "CREATE TABLE tilescope_device_operations (operation_id int,"
                + " device_operation_index int, name text, duration float, modelled_nanos int,"
                + " rank int)",
            "INSERT INTO tilescope_device_operations VALUES (2, 0, 'BinaryNg', 0.0005, 7000, 0)");
    try (PageServer server = serve(file)) {
      assertThat(get(server, "timeline/lanes?axis=here"))
          .contains("\"origin\":\"report\"", "\"from\":0,\"to\":3000000,\"zones\":3");
      assertThat(get(server, "timeline/lanes"))
          .contains("\"axis\":\"board\"", "\"from\":0,\"to\":7000,\"zones\":2");
      assertThat(get(server, "timeline?lanes=1,2,3&pixels=100&to=3000000"))
          .contains("[1,0,[0,1000000,1,0,1000000,2000000,3,1]]")
          .contains("[1,1,[1000000,500000,2,0]]", "[2,0,[0,7000,2,0]]", "[3,0,[0,7000,3,0]]");
      assertThat(get(server, "timeline/link?lane=3&depth=0&index=0")).contains("\"operation\":2");
      assertThat(get(server, "timeline/link?lane=2&depth=0&index=0")).contains("\"operation\":2");
    }
  }

  @Test
  void sumsAreByNameAndByWhoCalledIt() throws Exception {
    record();
    try (PageServer server = serve(folder.resolve("run"))) {
      getRead(server, "timeline/lanes");
      String zone = get(server, "timeline/find?axis=here&text=alert");
      String lane = zone.replaceAll(".*\"lane\":(\\d+).*", "$1");
      assertThat(get(server, "timeline/sums?lanes=" + lane))
          .contains("\"name\":\"<script>alert(1)</script>\",\"count\":1,", "\"tree\":[\"");
      assertThat(get(server, "timeline/sums?to=0&lanes=" + lane))
          .contains("\"nanos\":0", "\"sums\":[],\"tree\":[]");
    }
  }

  @Test
  void aReportWithoutDurationsHasATimelineOfNoLength() throws Exception {
    Path file = database("INSERT INTO operations VALUES (1, 'ttnn.add', NULL)");
    try (PageServer server = serve(file)) {
      assertThat(get(server, "timeline/lanes")).contains("\"from\":0,\"to\":0,\"zones\":1");
    }
  }

  @Test
  void withNothingToShowThePageIsToldSo() throws Exception {
    Files.createDirectories(folder.resolve("none"));
    try (PageServer server = PageServer.start(List.of(), List.of(folder.resolve("none")), 0)) {
      assertThat(get(server, "timeline/lanes")).contains("\"origin\":\"none\"");
      assertThat(get(server, "performance/about")).contains("\"found\":false");
    }
  }

  @Test
  void rowsOfAPerformanceReportAreFilteredSortedAndPaged() throws Exception {
    try (PageServer server = serve(CSV, REPORT)) {
      assertThat(getRead(server, "performance/about?whole=1"))
          .contains("\"found\":true", "\"arch\":", "\"signposts\":[", "\"categories\":[");
      String all = get(server, "performance?whole=1&count=1");
      assertThat(all).contains("\"from\":0", "\"name\":");
      String longest = get(server, "performance?whole=1&sort=time&down=1&count=1");
      String shortest = get(server, "performance?whole=1&sort=time&count=1");
      assertThat(micros(longest)).isGreaterThan(micros(shortest));
      assertThat(get(server, "performance?whole=1&text=nothing+like+this"))
          .contains("\"all\":0", "\"rows\":[]");
      assertThat(get(server, "performance?sort=beauty")).contains("expected one of [id, total,");
      assertThat(get(server, "performance/row?whole=1&id=1"))
          .contains("row 1 is not in the report");
    }
  }

  private static double micros(String answer) {
    return Double.parseDouble(answer.replaceAll(".*?\"time\":([0-9.E-]+).*", "$1"));
  }

  @Test
  void sumsChartsAndLinksAreOfTheSameRows() throws Exception {
    try (PageServer server = serve(CSV, REPORT)) {
      getRead(server, "performance/about");
      assertThat(get(server, "performance/stacked?whole=1&group=category"))
          .contains("\"groups\":[{\"name\":");
      assertThat(get(server, "performance/chart?whole=1")).contains("\"step\":1", "\"rows\":[[");
      assertThat(getRead(server, "performance/links?whole=1")).contains("it is of another run");
    }
  }

  @Test
  void runsBesideTwoReportsAreCompared() throws Exception {
    Path example = Path.of("../docs/examples/llama_prefill.csv");
    List<Path> sources = new ArrayList<>();
    for (String side : List.of("before", "after")) {
      Path place = Files.createDirectories(folder.resolve(side));
      sources.add(Files.move(database(), place.resolve("db.sqlite")));
      sources.add(Files.copy(example, place.resolve("ops_perf_results_1.csv")));
    }
    try (PageServer server = serve(sources.toArray(Path[]::new))) {
      assertThat(get(server, "performance/compare?report=1&other=3"))
          .contains("\"found\":true", "\"slower\":[]", "\"change_nanos\":0");
    }
    try (PageServer server = serve(sources.get(0), sources.get(1), sources.get(2))) {
      assertThat(get(server, "performance/compare?report=1&other=3"))
          .isEqualTo("{\"found\":false}");
    }
  }

  @Test
  void aFileThatIsNoSuchTableIsRefusedInOneSentence() throws Exception {
    Path wrong = Files.writeString(folder.resolve("ops_perf_results_x.csv"), "a,b\n1,2\n");
    try (PageServer server = serve(wrong)) {
      assertThat(get(server, "performance/about")).contains("\"error\":").contains("x.csv");
    }
  }

  @Test
  void eachCollectedCsvIsARunWhateverItsNameAndCsvsOfOtherThingsAreNone() throws Exception {
    Path inner = Files.createDirectories(folder.resolve("expected"));
    Files.copy(CSV, folder.resolve("ops_perf_results_monday.csv"));
    Files.copy(CSV, folder.resolve("with my change.csv"));
    Files.writeString(folder.resolve("notes.csv"), "day,what\nmonday,nothing\n");
    Files.copy(CSV, inner.resolve("ops_perf_results_later.csv"));
    try (PageServer server = serve(folder)) {
      assertThat(getRead(server, "performance/about?whole=1"))
          .contains("\"file\":\"ops_perf_results_monday.csv\"", "\"with my change.csv\"")
          .contains("\"ops_perf_results_later.csv\"")
          .doesNotContain("notes.csv");
      assertThat(getRead(server, "performance/about?run=2&whole=1"))
          .contains("with my change.csv\",\"format\"");
    }
  }

  @Test
  void aFolderShowsItsOwnCsvAndNotANewerOneInsideIt() throws Exception {
    Files.copy(CSV, folder.resolve("ops_perf_results_mine.csv"));
    Path inner = Files.createDirectories(folder.resolve("expected"));
    Path later = Files.copy(CSV, inner.resolve("ops_perf_results_later.csv"));
    assertThat(later.toFile().setLastModified(System.currentTimeMillis() + 60_000)).isTrue();
    try (PageServer server = serve(folder)) {
      assertThat(getRead(server, "performance/about?run=1&whole=1"))
          .contains("ops_perf_results_mine.csv\",\"format\"");
    }
  }
}
