package dev.tilescope.internal.cli;

import dev.tilescope.internal.serve.PageServer;
import dev.tilescope.internal.store.ImportOptions;
import dev.tilescope.internal.store.ReportImport;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the launcher runs once after a build, for the JVM to learn which classes starting up takes
 * (JEP 514: {@code -XX:AOTCacheOutput}): the help of the program and of each command, unseen, and a
 * small report imported and served; or the demo; or a larger report imported many times.
 */
final class WarmUp {
  private static final String TRACE =
      """
      [{"counter": 0, "node_type": "capture_start", "params": {}, "connections": [1, 3]},
       {"counter": 1, "node_type": "function_start", "params": {"name": "ttnn::add", "inputs": "0"},
        "connections": [2]},
       {"counter": 2, "node_type": "function_end", "params": {"name": "ttnn::add"},
        "connections": [3]},
       {"counter": 3, "node_type": "capture_end", "params": {}, "connections": []}]
      """;

  private static final int IMPORTS = 20;

  private WarmUp() {}

  /** With the name of a command: that one alone, whose cache need not hold the others. */
  public static void main(String[] args) {
    PrintWriter unseen =
        new PrintWriter(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    Main main = new Main(Commands.ALL, unseen, unseen);
    switch (args.length == 0 ? "" : args[0]) {
      case "import" -> importDemo(main);
      case "demo" -> demo(main);
      default -> startAll(main);
    }
  }

  private static void demo(Main main) {
    try {
      Path folder = Files.createTempDirectory("tilescope-warm-up");
      main.run("demo", "--report", folder.toString());
      remove(folder);
    } catch (IOException e) {
      return;
    }
  }

  private static void startAll(Main main) {
    main.run("--help");
    main.run("--version");
    main.run("no-such-command");
    Commands.ALL.forEach(command -> main.run(command.name(), "--help"));
    StandardOutput.ofProcess().flush();
    serve();
  }

  /**
   * For the JVM to learn what is called how often (JEP 515), so that an import of a minute or less,
   * half of which would be compiling, is compiled soon and once.
   */
  private static void importDemo(Main main) {
    try {
      Path folder = Files.createTempDirectory("tilescope-warm-up");
      makeReport(folder);
      String report = folder.resolve("report.json").toString();
      for (int i = 0; i < IMPORTS; i++) {
        String[] words = {"import", report, folder.resolve("db" + i).toString(), "--upstream-rows"};
        main.run(Arrays.copyOf(words, i % 2 == 0 ? 3 : 4));
      }
      remove(folder);
    } catch (IOException | InterruptedException e) {
      return;
    }
  }

  /** In a process of its own: what it loads is not what an import takes. */
  private static void makeReport(Path folder) throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
    String classes = System.getProperty("java.class.path");
    List<String> demo = List.of("demo", "--no-dispatch", "--layers", "24", "--report");
    List<String> words = new ArrayList<>(List.of(java, "-cp", classes, Main.class.getName()));
    words.addAll(demo);
    words.add(folder.toString());
    new ProcessBuilder(words)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Whatever fails here is not worth a word: the start is slower, that is all. */
  private static void serve() {
    try {
      Path folder = Files.createTempDirectory("tilescope-warm-up");
      Path report = folder.resolve("report.json");
      Path database = folder.resolve("db.sqlite");
      Files.writeString(report, TRACE);
      ReportImport.run(report, folder, ImportOptions.DEFAULT, (_, _, _) -> {});
      try (PageServer server = PageServer.start(List.of(database), List.of(), 0)) {
        for (String path : List.of("", "api/sources", "api/overview", "api/operations")) {
          HttpURLConnection asked =
              (HttpURLConnection) URI.create(server.url() + path).toURL().openConnection();
          asked.setRequestProperty("Accept-Encoding", "gzip");
          asked.getInputStream().readAllBytes();
        }
      }
      remove(folder);
    } catch (IOException | TilescopeException e) {
      return;
    }
  }
}
