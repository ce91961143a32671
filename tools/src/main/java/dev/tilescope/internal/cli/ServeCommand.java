package dev.tilescope.internal.cli;

import dev.tilescope.internal.serve.PageServer;
import dev.tilescope.internal.serve.data.Source;
import dev.tilescope.internal.serve.data.Source.Kind;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tilescope serve}: reports in a browser. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Show reports in a browser: operations, memory, graph, timeline, performance.",
      "Reads them where they lie and changes nothing. Only this machine can connect."
    })
public final class ServeCommand implements Callable<Integer> {
  /** Where runs and the demo write unless told otherwise. */
  private static final List<Path> USUAL_PLACES =
      List.of(Path.of("generated"), DemoCommand.USUAL_FOLDER);

  @Parameters(
      arity = "0..*",
      paramLabel = "REPORT|DB|DIR",
      description = {
        "Reports, databases, profiled runs, traced calls, or folders of them;",
        "two reports can be compared. Default: what lies under generated/ and tilescope-demo/."
      })
  private List<Path> paths = List.of();

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The port to listen on. Default: the first free one from 8765.")
  private int port;

  @Option(names = "--open", description = "Open the page in the browser.")
  private boolean open;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    OptionBounds.requireFromTo(spec, "--port", 0, 65535, port);
    PrintWriter out = spec.commandLine().getOut();
    PageServer server = PageServer.start(paths, USUAL_PLACES, port);
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "serve ends"));
    out.printf("Serving %s at%n%n  %s%n%n", things(server.sources()), server.url());
    if (server.sources().isEmpty()) {
      out.printf(
          "Nothing was found under generated/ or tilescope-demo/: the page says how to make a"
              + " report.%n");
    }
    out.printf("Ctrl-C ends it.%n");
    out.flush();
    if (open) {
      browse(server.url());
    }
    return waitForEver();
  }

  /** What there is of each kind, reports first. */
  static String things(List<Source> sources) {
    String found =
        Stream.of(
                counted(sources, Set.of(Kind.DATABASE, Kind.REPORT), "report", "reports"),
                counted(sources, Set.of(Kind.RUN), "profiled run", "profiled runs"),
                counted(
                    sources,
                    Set.of(Kind.CALLS),
                    "folder of traced calls",
                    "folders of traced calls"))
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(", "));
    return found.isEmpty() ? "no reports" : found;
  }

  private static String counted(List<Source> sources, Set<Kind> kinds, String one, String many) {
    long count = sources.stream().filter(source -> kinds.contains(source.kind())).count();
    return count == 0 ? "" : count + " " + (count == 1 ? one : many);
  }

  private static int waitForEver() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return ExitCode.OK;
  }

  /** The way of the system; a machine without a browser just keeps the line that was printed. */
  private void browse(String url) {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    List<String> command =
        system.contains("mac")
            ? List.of("open", url)
            : system.contains("win")
                ? List.of("rundll32", "url.dll,FileProtocolHandler", url)
                : List.of("xdg-open", url);
    try {
      new ProcessBuilder(command)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      PrintWriter err = spec.commandLine().getErr();
      err.println("note: no browser could be started (" + e.getMessage() + "); open the address");
      err.flush();
    }
  }
}
