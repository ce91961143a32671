package dev.tilescope.internal.serve.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.tilescope.internal.serve.Client;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every view can be read and used by everybody, as far as axe-core can tell, in light and dark. */
class AccessibilityTest {
  private static final String AXE = "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";

  private static final List<String> VIEWS =
      List.of(
          "overview",
          "operations",
          "operations?text=nothing-is-called-so",
          "operation?id=50",
          "memory",
          "memory?panel=sizes",
          "tensors",
          "tensor?id=TENSOR",
          "graph",
          "graph?level=calls&id=50",
          "timeline",
          "timeline?axis=here",
          "timeline?range=1000,90000",
          "timeline?show=flame",
          "timeline?show=top",
          "timeline?laidout=1",
          "performance?row=40",
          "performance?show=stacked",
          "performance?show=charts",
          "compare?other=2",
          "compare?other=2&row=40",
          "live",
          "topology",
          "sql",
          "parameters");

  /**
   * What is serious or critical, with where it is and why. axe reads its own canvas back again and
   * again, of which Chromium would warn.
   */
  private static final String VIOLATIONS =
      """
      async () => {
        const own = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind) { return own.call(this, kind, { willReadFrequently: true }); };
        const { violations } = await axe.run(document, { resultTypes: ['violations'] });
        HTMLCanvasElement.prototype.getContext = own;
        return violations.filter((v) => ['serious', 'critical'].includes(v.impact)).flatMap((v) => v.nodes.slice(0, 5).map((n) =>
          `${v.id} at ${n.target.join(' ')}: ${[...n.any, ...n.all, ...n.none].map((c) => c.message).join('; ')}`));
      }\
      """;

  @TempDir static Path folder;
  private static Client client;

  @BeforeAll
  static void start() throws IOException {
    Chromium.require();
    Path run =
        ExampleReports.profiled(
            folder.resolve("run"), () -> ExampleReports.demo(folder.resolve("two")));
    ExampleReports.oneLayer(folder.resolve("one"));
    client = Client.of(folder.resolve("two/report.json"), folder.resolve("one/report.json"), run);
    client.json("operations?report=1");
    client.json("operations?report=2");
  }

  @AfterAll
  static void end() {
    if (client != null) {
      client.close();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = ColorScheme.class,
      names = {"LIGHT", "DARK"})
  void noViewHasASeriousDefect(ColorScheme scheme) throws IOException {
    try (Visit visit = visit(scheme)) {
      long tensor = Client.number(client.json("tensors?report=1"), "id");
      for (String view : VIEWS) {
        visit.openAnew(view.replace("TENSOR", "" + tensor)).picture();
        assertThat(violations(visit)).as(view).isEmpty();
      }
      visit.hasGoneWell();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = ColorScheme.class,
      names = {"LIGHT", "DARK"})
  void norHaveTheListOfKeysAndWhatIsFound(ColorScheme scheme) throws IOException {
    try (Visit visit = visit(scheme)) {
      visit.open("operations").press("?").waitFor("dialog.keys");
      assertThat(violations(visit)).isEmpty();
      visit.press("Escape", "/").waitFor(".find input");
      visit.page().keyboard().type("softmax");
      visit.waitFor(".find li");
      assertThat(violations(visit)).isEmpty();
    }
  }

  private static Visit visit(ColorScheme scheme) {
    Visit visit = new Visit(client);
    visit.page().emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
    return visit;
  }

  @SuppressWarnings("unchecked")
  private static List<String> violations(Visit visit) throws IOException {
    try (InputStream axe = AccessibilityTest.class.getResourceAsStream(AXE)) {
      visit
          .page()
          .evaluate(new String(Objects.requireNonNull(axe).readAllBytes(), StandardCharsets.UTF_8));
    }
    return (List<String>) visit.page().evaluate(VIOLATIONS);
  }
}
