package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.Board;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code fit} answers beside what a board found, and beside its own answers. */
class FitAgainstBoardTest {
  private static final Board N150 = Board.named("n150");

  /** Powers of two and what is half-way between them, so that the rows of tiles differ. */
  private static final List<Integer> SIZES =
      IntStream.rangeClosed(5, 17)
          .flatMap(power -> IntStream.of(1 << power, 3 << power - 1))
          .filter(size -> size % 32 == 0)
          .boxed()
          .toList();

  /**
   * With tensors in L1 TT-NN itself is not monotonic here.
   * softmax_program_factory_attention_optimized changes to parts of 80 tiles at 90 % of all L1,
   * however much of it tensors take: 8192 wide still needs 1,091,584 bytes, 12288 wide 540,672. A
   * matmul's blocks of 16x16 tiles are taken while there are cores for them, and two tiles at a
   * time beyond that.
   */
  private static final Set<String> CHOSEN_WITHOUT_REGARD_TO_L1 =
      Set.of(
          "softmax; 1x1x1024xN",
          "matmul; 1x1xNx1024, 1x1x1024x1024",
          "matmul; 1x1x1024x1024, 1x1x1024xN");

  /** Answers of a board about {@code exp}, whose inputs and results lie in DRAM or in L1. */
  private record Answers(boolean ran, String dtype, String input, String output, List<String> of) {
    static Answers parse(String line) {
      String[] words = line.split(" ");
      return new Answers(
          words[0].equals("ran"),
          words[1],
          words[2],
          words[3],
          Arrays.asList(words).subList(4, words.length));
    }

    List<String> contradicted() {
      return of.stream()
          .filter(shape -> fits(shape) != ran)
          .map(shape -> this.named(shape))
          .toList();
    }

    private boolean fits(String shape) {
      QueryTensor tensor = QueryTensor.parse(shape + ":" + dtype + ":tile:" + input);
      return OperationQuery.call(N150, "ttnn.exp", List.of(tensor), Map.of("memory_config", output))
          .fits();
    }

    private String named(String shape) {
      return shape
          + " "
          + dtype
          + " "
          + input
          + " to "
          + output
          + (ran ? ": ran" : ": did not run");
    }
  }

  private static List<Answers> answers() throws IOException {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    FitAgainstBoardTest.class.getResourceAsStream("l1-fits-2025-05.txt")),
                StandardCharsets.UTF_8))) {
      return in.lines().filter(line -> !line.startsWith("#")).map(Answers::parse).toList();
    }
  }

  @Test
  void allAnswersOfABoardButOneAreOurs() throws IOException {
    assertThat(answers().stream().mapToInt(answer -> answer.of().size()).sum()).isEqualTo(2844);
    assertThat(answers().stream().flatMap(answer -> answer.contradicted().stream()))
        .hasSizeLessThanOrEqualTo(1);
  }

  /** N stands for the dimension that grows. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "exp; 1x1xNx1024",
        "exp; 1x1x1024xN",
        "exp; Nx1x64x1024",
        "add; 1x1xNx1024, 1x1xNx1024",
        "add; 1x1x1024xN, 1x1x1024xN",
        "add; 1x1x1024xN, 1x1x1xN",
        "softmax; 1x1xNx1024",
        "softmax; 1x1x1024xN",
        "softmax; Nx4x64x128",
        "softmax; 1x1xNx1024; dim=2",
        "softmax; 1x1x1024xN; dim=2",
        "layer_norm; 1x1xNx1024, weight=1x1x1x1024, bias=1x1x1x1024",
        "layer_norm; 1x1x1024xN, weight=1x1x1xN, bias=1x1x1xN",
        "layer_norm; 1x1x1024xN",
        "layer_norm; 1x1x64xN, weight=1x1x1xN, residual_input_tensor=1x1x64xN",
        "rms_norm; 1x1xNx1024, weight=1x1x1x1024",
        "rms_norm; 1x1x1024xN, weight=1x1x1xN",
        "sum; 1x1xNx1024; dim=-1",
        "sum; 1x1x1024xN; dim=-1",
        "mean; 1x1x1024xN; dim=-2",
        "max; 1x1xNx1024; dim=-2",
        "transpose; 1x1xNx1024; dim1=-1; dim2=-2",
        "transpose; 1x1x1024xN; dim1=-1; dim2=-2",
        "permute; 1x8x64xN; dims=0x2x1x3",
        "concat; 1x1x64xN, 1x1x64xN; dim=-1",
        "typecast; 1x1x1024xN; dtype=float32",
        "to_layout; 1x1x1024xN; layout=row_major",
        "to_layout; 1x1x1024xN:row_major; layout=tile",
        "to_layout; 1x1xNx1024; layout=row_major",
        "embedding; 1xN:uint32:row_major, 32000x1024:row_major",
        "embedding; 1x128:uint32:row_major, 1000xN:row_major",
        "embedding; 1x128:uint32:row_major, 1000xN:row_major; layout=tile",
        "argmax; 1x1x32xN:row_major; dim=-1",
        "topk; 1x1x32xN; k=32",
        "matmul; 1x1xNx1024, 1x1x1024x1024",
        "matmul; 1x1x1024xN, 1x1xNx1024",
        "matmul; 1x1x1024x1024, 1x1x1024xN",
        "repeat; 1x1x64xN; repeat_dims=1x2x1x1",
      })
  void whatDoesNotFitDoesNotFitWhenItGrows(String question) {
    assertGrowthOnlyTakes(question, "dram");
    if (!CHOSEN_WITHOUT_REGARD_TO_L1.contains(question)) {
      assertGrowthOnlyTakes(question, "l1");
    }
  }

  private static void assertGrowthOnlyTakes(String question, String memory) {
    List<String> answers =
        SIZES.stream()
            .map(size -> size + (fits(question, size, memory) ? " fits" : " does not fit"))
            .toList();
    List<String> fitting = answers.stream().filter(answer -> answer.endsWith("fits")).toList();
    assertThat(answers.subList(0, fitting.size()))
        .as("%s in %s", question, memory)
        .isEqualTo(fitting);
  }

  private static boolean fits(String question, int size, String memory) {
    String[] parts = question.replace("N", Integer.toString(size)).split("; *");
    List<QueryTensor> inputs = new ArrayList<>();
    for (String input : parts[1].split(", *")) {
      inputs.add(QueryTensor.parse(input + ":" + memory));
    }
    Map<String, String> arguments = new TreeMap<>();
    for (int i = 2; i < parts.length; i++) {
      String[] named = parts[i].split("=");
      arguments.put(named[0], named[1]);
    }
    return OperationQuery.call(N150, "ttnn." + parts[0], inputs, arguments).fits();
  }
}
