package dev.tilescope.internal.serve.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.serve.Client;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every view, in a real browser: on the demo's report, the seeds' sample, a hostile report, and a
 * database as TT-NN's own importer writes it.
 */
class ViewsTest {
  @TempDir static Path folder;
  private static Client client;

  @BeforeAll
  static void start() throws IOException {
    Chromium.require();
    client =
        Client.of(
            ExampleReports.demo(folder.resolve("demo")),
            ExampleReports.seed(folder.resolve("seed")),
            ExampleReports.hostile(folder.resolve("hostile")),
            ExampleReports.upstream(folder.resolve("demo/report.json"), folder.resolve("up")));
    for (int report = 1; report <= 4; report++) {
      client.json("operations?report=" + report);
    }
  }

  @AfterAll
  static void end() {
    if (client != null) {
      client.close();
    }
  }

  private static final String VIEWS =
      "overview,operations,operation?id=1,memory,tensors,tensor?id=TENSOR,graph,timeline,performance,"
          + "compare,live,topology,sql,parameters";

  private static List<String> views(int report) {
    Matcher tensor =
        Pattern.compile("\"id\":(\\d+)").matcher(client.json("tensors?report=" + report));
    assertThat(tensor.find()).as("a tensor in report " + report).isTrue();
    return List.of(VIEWS.replace("TENSOR", tensor.group(1)).split(","));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void everyViewShowsSomethingAndNothingGoesWrong(int report) {
    try (Visit visit = new Visit(client)) {
      for (String view : views(report)) {
        visit.open(view + (view.contains("?") ? "&" : "?") + "report=" + report + "&other=1");
        visit.waitFor("main > *");
        assertThat(visit.find("main").innerText()).as(view).isNotBlank();
        visit.nothingWasInjected();
      }
      visit.hasGoneWell();
    }
  }

  @Test
  void viewsFitTheirWindowOfTwelveHundredAndEighty() {
    try (Visit visit = new Visit(client)) {
      for (String view : views(1)) {
        visit.open(view);
        assertThat(visit.page().evaluate("document.documentElement.scrollWidth <= innerWidth"))
            .as(view + " has to be scrolled sideways")
            .isEqualTo(true);
      }
    }
  }
}
