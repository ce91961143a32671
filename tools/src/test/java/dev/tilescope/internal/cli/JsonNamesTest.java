package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.json.JsonReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commands print with {@code --json} is JSON, and calls one thing by one name. */
class JsonNamesTest {
  private static final Pattern NAME = Pattern.compile("\"([a-z0-9_]+)\": ");

  private static final List<String> COMMANDS =
      List.of(
          "peak @today/report.json --json",
          "memory @today/report.json --json",
          "table @today/report.json --json",
          "calltrace @today/report.json --json",
          "lint @today/report.json --json",
          "diff @today/report.json @newer/add-newer-generation.json --json",
          "perf @perf/bh20_oft_integral_image_trace.csv --json",
          "fit --op ttnn.relu --input 32x32 --json",
          "demo --no-dispatch --report @demo --json");

  @TempDir private static Path folder = Path.of("");

  @BeforeAll
  static void make() throws IOException {
    SoundFiles.in(folder);
  }

  private static String printed(String command) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] words = command.replace("@", folder + "/").split(" ");
    int exit = new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err)).run(words);
    assertThat(exit).as("%s: %s", command, err).isBetween(0, 1);
    return out.toString();
  }

  private static Set<String> namesOf(String json) {
    return NAME.matcher(json)
        .results()
        .map(m -> m.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void everyCommandPrintsJsonAlone() {
    for (String command : COMMANDS) {
      byte[] json = printed(command).getBytes(StandardCharsets.UTF_8);
      JsonReader reader = JsonReader.of(new ByteArrayInputStream(json), command);
      reader.skip();
      reader.requireEnd();
    }
  }

  @Test
  void argumentsAreJsonWhetherAskedForOrNot() {
    assertThat(printed("args @today/report.json --json"))
        .isEqualTo(printed("args @today/report.json"))
        .startsWith("{");
  }

  @Test
  void timesAreInNanosecondsAndEachIsInTheTableOfTheDocument() throws IOException {
    String table = Files.readString(Path.of("..", "docs", "reports.md"));
    Set<String> times = new TreeSet<>();
    for (String command : COMMANDS) {
      times.addAll(namesOf(printed(command)));
    }
    assertThat(times).noneMatch(name -> name.matches(".*_(ns|us|ms|micros|millis|host|device)"));
    times.removeIf(name -> !name.endsWith("nanos"));
    assertThat(times).contains("host_nanos", "modelled_nanos", "device_nanos");
    assertThat(times).allMatch(name -> table.contains("`" + name + "`"));
  }
}
