package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.CircularBufferAllocate;
import dev.tilescope.model.TraceEvent.DataflowBufferAllocate;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.tensor.Tensor;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The buffers and cores of programs beside those that TT-NN's factories make of the same call,
 * which {@code program-buffers.txt} derives from them.
 */
class ProgramBuffersTest {
  private static final int CASES_EACH = 3;

  /**
   * A line of the table.
   *
   * @param board of the mesh it is called on
   * @param buffers what one program declares, in any order
   */
  private record Case(
      String program,
      String operation,
      String board,
      List<QueryTensor> inputs,
      Map<String, String> arguments,
      String buffers) {
    static Case parse(String line) {
      String[] columns = line.split(" *\\| *", -1);
      String[] called = columns[1].split(" on ", 2);
      return new Case(
          columns[0],
          called[0],
          called.length < 2 ? "n150" : called[1],
          Stream.of(columns[2].split(" +")).map(QueryTensor::parse).toList(),
          arguments(columns[3]),
          sorted(Stream.of(columns[4].split(" *; *")).flatMap(Case::buffers)));
    }

    private static Map<String, String> arguments(String text) {
      Map<String, String> arguments = new TreeMap<>();
      for (String argument : text.isEmpty() ? new String[0] : text.split(" +")) {
        String[] named = argument.split("=", 2);
        arguments.put(named[0], named[1]);
      }
      return arguments;
    }

    /** {@code cb 2x4096 2048 on 0-0..7-7}: sizes may be entries times bytes. */
    private static Stream<String> buffers(String group) {
      int on = group.indexOf(" on ");
      String[] words = group.substring(0, on).split(" +");
      return Stream.of(words)
          .skip(1)
          .map(size -> words[0] + " " + product(size) + group.substring(on));
    }

    private static long product(String size) {
      return Stream.of(size.split("x")).mapToLong(Long::parseLong).reduce(1, Math::multiplyExact);
    }

    /** {@code call NAME} is one of those that are written in Java. */
    void call(MeshDevice device) {
      if (operation.startsWith("call ")) {
        List<Tensor> tensors =
            inputs.stream()
                .map(input -> Ttnn.allocateTensorOnDevice(input.spec(), device))
                .toList();
        ProgramCalls.BY_NAME.get(operation.substring("call ".length())).accept(tensors);
      } else {
        OperationCall called = OperationCall.of("ttnn." + operation);
        OperationQuery.complete(called, device, inputs, arguments).run();
      }
    }

    @Override
    public String toString() {
      return program
          + ": "
          + operation
          + " "
          + inputs.stream().map(i -> i.spec().shape()).toList()
          + " "
          + arguments;
    }
  }

  static List<Case> cases() {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    ProgramBuffersTest.class.getResourceAsStream("program-buffers.txt")),
                StandardCharsets.UTF_8))) {
      return in.lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(Case::parse)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String sorted(Stream<String> buffers) {
    return buffers.sorted().collect(Collectors.joining("\n"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void programsDeclareWhatTheFactoriesDo(Case expected) {
    try (MeshDevice device = MeshDevice.open(expected.board());
        GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      expected.call(device);
      Map<String, List<String>> programs = programs(capture.end().trace());
      assertThat(programs).containsKey(expected.program());
      assertThat(sorted(programs.get(expected.program()).stream())).isEqualTo(expected.buffers());
    }
  }

  @Test
  void everyProgramHasThreeCases() {
    Map<String, Long> counts =
        cases().stream()
            .collect(Collectors.groupingBy(Case::program, TreeMap::new, Collectors.counting()));
    assertThat(counts)
        .allSatisfy((_, count) -> assertThat(count).isGreaterThanOrEqualTo(CASES_EACH));
  }

  /** Of each device operation its first program. */
  private static Map<String, List<String>> programs(Trace trace) {
    Map<String, List<String>> programs = new LinkedHashMap<>();
    String current = "";
    for (int i = 0; i < trace.size(); i++) {
      switch (trace.chronological(i).event()) {
        case FunctionStart start when !start.name().contains("::") && !start.name().contains(".") ->
            current = programs.containsKey(start.name()) ? "" : start.name();
        case CircularBufferAllocate c ->
            put(programs, current, "cb", c.borrowed(), c.sizeBytes(), c.cores());
        case DataflowBufferAllocate d ->
            put(programs, current, "dfb", d.borrowed(), d.sizeBytes(), d.cores());
        case TraceEvent _ -> {}
      }
    }
    return programs;
  }

  private static void put(
      Map<String, List<String>> programs,
      String program,
      String kind,
      boolean borrowed,
      long bytes,
      CoreRangeSet cores) {
    programs
        .computeIfAbsent(program, _ -> new ArrayList<>())
        .add(kind + (borrowed ? "* " : " ") + bytes + " on " + text(cores));
  }

  private static String text(CoreRangeSet cores) {
    return CoreRangeSet.covering(cores.cores()).ranges().stream()
        .map(ProgramBuffersTest::text)
        .collect(Collectors.joining("+"));
  }

  private static String text(CoreRange range) {
    return "%d-%d..%d-%d"
        .formatted(range.start().x(), range.start().y(), range.end().x(), range.end().y());
  }
}
