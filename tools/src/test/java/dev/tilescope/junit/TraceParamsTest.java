package dev.tilescope.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.args.OperationTracer;
import dev.tilescope.internal.track.Tracker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.platform.engine.TestExecutionResult.Status;

class TraceParamsTest {
  private static final String ROOT = "tilescope.root-report-path";
  @TempDir private Path root;

  @TraceParams(values = true)
  static final class Annotated {
    @Test
    void passes() {
      Samples.add(2);
    }

    @Test
    void fails() {
      Samples.add(1);
      throw new IllegalStateException("on purpose");
    }

    @Test
    @TraceParams(keep = true)
    void keeps() {
      Samples.add(1);
    }
  }

  static final class Plain {
    @Test
    void fails() {
      Samples.add(1);
      throw new IllegalStateException("on purpose");
    }

    @Test
    void passes() {
      Samples.add(1);
    }
  }

  @Execution(ExecutionMode.CONCURRENT)
  @TraceParams(keep = true)
  static final class Parallel {
    @Test
    void one() {
      Samples.add(3);
    }

    @Test
    void two() {
      Samples.add(3);
    }
  }

  @BeforeEach
  void traceHere() {
    System.setProperty(ROOT, root.toString());
  }

  @AfterEach
  void nothingIsLeftOn() {
    System.clearProperty(ROOT);
    assertThat(OperationTracer.isEnabled()).isFalse();
    assertThat(Tracker.idle()).isTrue();
  }

  private List<String> traced(Class<?> sample, String method) throws IOException {
    Path folder =
        root.resolve("operation_parameters")
            .resolve(sample.getName().replace('$', '.'))
            .resolve(method);
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".json"))
          .map(name -> name.replaceFirst("_\\d{8}_.*", ""))
          .sorted()
          .toList();
    }
  }

  @Test
  void filesStayOnlyOfTestsThatFailedOrAskForIt() throws IOException {
    SampleRun run = SampleRun.of(Annotated.class);
    assertThat(run.status("passes")).isEqualTo(Status.SUCCESSFUL);
    assertThat(traced(Annotated.class, "passes")).isEmpty();
    assertThat(traced(Annotated.class, "fails")).isNotEmpty().anyMatch(n -> n.endsWith("ttnn_add"));
    assertThat(traced(Annotated.class, "keeps")).anyMatch(n -> n.endsWith("ttnn_add"));
    assertThat(run.thrown("fails")).hasMessage("on purpose");
  }

  @Test
  void aFailingTestSaysWhereItsFilesAre() {
    SampleRun run = SampleRun.of(Annotated.class);
    assertThat(run.results().allEvents().reportingEntryPublished().stream())
        .singleElement()
        .satisfies(event ->
            assertThat(event.getPayload().orElseThrow().toString())
                .contains("tilescope.operation-parameters")
                .contains("Annotated"));
  }

  @Test
  void aPropertyTracesAWholeRunWithoutAnyAnnotation() throws IOException {
    SampleRun.of(
        Plain.class,
        "junit.jupiter.extensions.autodetection.enabled",
        "true",
        "tilescope.trace-params",
        "true");
    assertThat(traced(Plain.class, "fails")).isNotEmpty();
    assertThat(traced(Plain.class, "passes")).isEmpty();
    SampleRun.of(Plain.class);
    assertThat(Files.exists(root.resolve("operation_parameters"))).isTrue();
  }

  @Test
  void testsInParallelDoNotMixTheirFiles() throws IOException {
    SampleRun.of(
        Parallel.class,
        "junit.jupiter.execution.parallel.enabled",
        "true",
        "junit.jupiter.execution.parallel.config.strategy",
        "fixed",
        "junit.jupiter.execution.parallel.config.fixed.parallelism",
        "2");
    for (String method : List.of("one", "two")) {
      assertThat(traced(Parallel.class, method).stream().filter(n -> n.endsWith("ttnn_add")))
          .hasSize(3);
    }
  }
}
