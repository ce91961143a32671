package dev.tilescope.args;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.io.MovedFiles;
import dev.tilescope.model.DataType;
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

  /** Holds a tensor of 32 MiB, and calls an operation on it. */
  static final class BigTensor {
    public static void main(String[] args) {
      Tensor x = Ttnn.full(Shape.of(1 << 10, 1 << 13), 0, DataType.FLOAT32, null, null, null);
      Ttnn.dumpTensor(Path.of("x.tensorbin"), x);
    }
  }

  @Test
  void valuesAreStreamedAndNotBuiltInMemory() throws Exception {
    Process process =
        start(
            BigTensor.class,
            Map.of(
                "TILESCOPE_TRACE_PARAMS_WITH_VALUES",
                "1",
                "TILESCOPE_TRACE_PARAMS_OPERATIONS",
                "ttnn.dump_tensor",
                "TTNN_OPERATION_TRACE_DIR",
                folder.toString()),
            List.of("-Xmx90m", "-XX:+UseSerialGC"));
    assertThat(process.waitFor()).isZero();
    assertThat(files(folder)).hasSize(1);
    assertThat(Files.size(files(folder).getFirst())).isGreaterThan(40L << 20);
  }

  private Process start(int calls, Map<String, String> environment, String... options)
      throws IOException {
    return start(Program.class, environment, List.of(options), Integer.toString(calls));
  }

  private Process start(
      Class<?> program, Map<String, String> environment, List<String> options, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(List.of(arguments));
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
      WrittenCall call = WrittenCall.read(file);
      assertThat(call.name()).isIn("ttnn.zeros", "ttnn.relu");
      assertThat(call.returnValue()).isNotNull();
      numbers.add(call.number());
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
  @ValueSource(ints = {0, 100, 1_000, 10_000})
  void aKilledProcessLeavesOnlyWholeFiles(int killAfter) throws Exception {
    Process process =
        start(
            1_000_000,
            Map.of("TTNN_OPERATION_TRACE_DIR", folder.toString()),
            "--enable-native-access=ALL-UNNAMED");
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
    assertThat(folder.resolve(MovedFiles.UNFINISHED)).doesNotExist();
  }
}
