package dev.tilescope.args;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.args.Recorded.Fields;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.json.JsonReader;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that know nothing of the tracer, in processes of their own. */
class TracedProcessTest {
  @TempDir private Path folder;

  /** Calls so many operations, saying when it has called the first of them. */
  static final class Program {
    public static void main(String[] args) {
      try (MeshDevice device = MeshDevice.open("n150");
          Tensor x = Ttnn.zeros(Shape.of(32, 32), device)) {
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
          Ttnn.relu(x).close();
          if (i % 100 == 0) {
            System.out.println(i);
          }
        }
      }
    }
  }

  private Process start(int calls, Map<String, String> environment, String... options)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Program.class.getName(), Integer.toString(calls)));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(environment);
    return builder.start();
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".json")).toList();
    }
  }

  private static List<Long> numbers(Path directory) throws IOException {
    List<Long> numbers = new ArrayList<>();
    for (Path file : files(directory)) {
      try (JsonReader reader = JsonReader.of(Files.newInputStream(file), file.toString())) {
        TracedCall call = new TracedCall(file.toString(), (Fields) RecordedJson.read(reader));
        assertThat(call.name()).isIn("ttnn.zeros", "ttnn.relu");
        assertThat(call.returnValue()).isNotNull();
        numbers.add(call.number());
      }
    }
    numbers.sort(null);
    return numbers;
  }

  @Test
  void theEnvironmentTurnsTracingOnWithoutAChangeToTheProgram() throws Exception {
    Process process = start(3, Map.of("TILESCOPE_TRACE_PARAMS", "1"));
    assertThat(process.waitFor()).isZero();
    assertThat(numbers(folder.resolve("generated/ttnn/operation_parameters")))
        .containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void aPropertyTurnsTracingOnToo() throws Exception {
    Process process =
        start(
            3,
            Map.of(),
            "-Dtilescope.trace-params",
            "-Dtilescope.trace-params-operations=*relu",
            "-Dtilescope.root-report-path=reports");
    assertThat(process.waitFor()).isZero();
    assertThat(numbers(folder.resolve("reports/operation_parameters"))).containsExactly(1L, 2L, 3L);
  }

  @Test
  void withoutAnyOfItNothingIsWritten() throws Exception {
    Process process = start(3, Map.of("TILESCOPE_TRACE_PARAMS", "0"));
    assertThat(process.waitFor()).isZero();
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void processesThatShareAFolderShareItsNumbers() throws Exception {
    Map<String, String> environment = Map.of("TTNN_OPERATION_TRACE_DIR", folder.toString());
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      processes.add(start(200, environment));
    }
    for (Process process : processes) {
      process.inputReader().lines().forEach(line -> {});
      assertThat(process.waitFor()).isZero();
    }
    assertThat(numbers(folder))
        .containsExactlyElementsOf(LongStream.rangeClosed(1, 3 * 201).boxed().toList());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 100, 1_000})
  void aKilledProcessLeavesOnlyWholeFiles(int killAfter) throws Exception {
    Process process = start(1_000_000, Map.of("TTNN_OPERATION_TRACE_DIR", folder.toString()));
    try (BufferedReader lines = process.inputReader()) {
      String line = lines.readLine();
      while (line != null && Integer.parseInt(line) < killAfter) {
        line = lines.readLine();
      }
    }
    process.destroyForcibly().waitFor();
    int left = files(folder).size();
    assertThat(numbers(folder)).hasSize(left).doesNotHaveDuplicates();

    Process next = start(1, Map.of("TTNN_OPERATION_TRACE_DIR", folder.toString()));
    assertThat(next.waitFor()).isZero();
    assertThat(files(folder)).hasSize(left + 2);
    assertThat(folder.resolve(TraceWriter.UNFINISHED)).doesNotExist();
  }
}
