package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FitCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err)).run(arguments);
  }

  @Test
  void theHelpWritesTheListOfBoardsOnce() {
    assertThat(run("fit", "--help")).isZero();
    assertThat(out.toString())
        .contains("[--board=BOARD[,BOARD...]]", "or all. Default: n150.")
        .doesNotContain("[,BOARD[");
  }

  @Test
  void aTableHasARowForEachBoard() {
    assertThat(
            run(
                "fit",
                "--op",
                "matmul",
                "--input",
                "8x384x1024:bfloat16:tile:l1",
                "--input",
                "1024x4096",
                "--arg",
                "memory_config=l1",
                "--board",
                "all"))
        .isZero();
    assertThat(out.toString())
        .startsWith(
            "ttnn.matmul -> Shape([8, 384, 4096]) bfloat16 L1, bytes in a core or DRAM bank")
        .containsPattern("(?m)^n150 +yes +163,840 +491,520 +655,360 +1,393,472 +393,216 +700,416")
        .containsPattern("(?m)^p150 +yes ");
    assertThat(out.toString().lines()).hasSize(2 + 7);
  }

  @Test
  void whatDoesNotFitSaysWhyAndFails() {
    assertThat(run("fit", "--op", "softmax", "--input", "20000x2048:l1")).isEqualTo(1);
    assertThat(out.toString())
        .containsPattern("(?m)^n150 +no ")
        .containsPattern("(?m)^n150: L1: [0-9,]+ B needed, [0-9,]+ B available$")
        .contains("  Out of Memory: Not enough space to allocate");
  }

  @Test
  void whereBanksDifferInSizeItIsSaidWhyFreeBytesAreNotAvailable() {
    String[] tooMuch = {
      "fit", "--op", "matmul", "--input", "8x384x10240:l1", "--input", "10240x4000:l1", "--board"
    };
    String[] asked = Arrays.copyOf(tooMuch, tooMuch.length + 1);
    asked[tooMuch.length] = "e150";
    assertThat(run(asked)).isEqualTo(1);
    assertThat(out.toString())
        .contains("e150: L1: 641,024 B needed, 32,752 B available", "only 456,672 B are free")
        .contains("Of the free bytes only 32,752 B are available to this buffer")
        .contains("some banks of this board are smaller by 423,920 B");
    asked[tooMuch.length] = "n150";
    run(asked);
    assertThat(out.toString().split("Of the free bytes", -1)).as("once, not for n150").hasSize(2);
  }

  @Test
  void aBoardThatCannotBeAskedIsAnAnswerAmongOthers() {
    assertThat(
            run("fit", "--op", "relu", "--input", "640x64:height_sharded/10x1", "--board", "all"))
        .isEqualTo(1);
    assertThat(out.toString())
        .containsPattern("(?m)^e150 +yes ")
        .containsPattern("(?m)^n150 +no$")
        .contains("n150: the operation cannot be called here\n  memory_config: L1 shards on");
  }

  @Test
  void jsonHasTheSameNumbers() {
    assertThat(run("fit", "--op", "add", "--input", "32x32", "--arg", "input_tensor_b=2", "--json"))
        .isZero();
    assertThat(out.toString())
        .contains("\"operation\": \"ttnn.add\"", "\"fits\": true")
        .contains("\"circular_buffer_peak_bytes\": 10240", "\"architecture\": \"WORMHOLE_B0\"")
        .endsWith("}\n");
    assertThat(run("fit", "--op", "softmax", "--input", "20000x2048:l1", "--json")).isEqualTo(1);
    assertThat(out.toString()).contains("\"memory\": \"L1\"", "\"available_bytes\": ");
  }

  @Test
  void aLargerTensorTakesLongerByTheModel() {
    run("fit", "--op", "relu", "--input", "64x1024", "--json");
    run("fit", "--op", "relu", "--input", "4096x1024", "--json");
    List<Long> modelledNanos =
        Pattern.compile("\"modelled_nanos\": (\\d+)")
            .matcher(out.toString())
            .results()
            .map(found -> Long.valueOf(found.group(1)))
            .toList();
    assertThat(modelledNanos).hasSize(2);
    assertThat(modelledNanos.getFirst()).isGreaterThan(1000L);
    assertThat(modelledNanos.getLast()).isGreaterThan(4 * modelledNanos.getFirst());
    run("fit", "--op", "relu", "--input", "64x1024");
    assertThat(out.toString()).contains("modelled us");
  }

  @Test
  void mistypedNamesAreUsageErrorsWithTheNearestOne() {
    assertThat(run("fit", "--op", "matmull", "--input", "32x32")).isEqualTo(2);
    assertThat(err.toString()).contains("\"matmull\" is not known (did you mean ttnn.matmul?)");
    assertThat(run("fit", "--op", "softmax", "--input", "32x32", "--arg", "dimm=1")).isEqualTo(2);
    assertThat(err.toString())
        .contains("takes no argument \"dimm\" (did you mean dim?); it takes input_tensor, dim=-1");
    assertThat(run("fit", "--input", "32x32")).isEqualTo(2);
    assertThat(run("fit", "--op", "zz\u001b[2J", "--input", "32x32")).isEqualTo(2);
    assertThat(err.toString()).doesNotContain("\u001b");
  }

  @Test
  void anOperationOfAModuleIsFoundByItsLastName() {
    assertThat(run("fit", "--op", "scaled_dot_product_attention", "--input", "1x8x32x32"))
        .isEqualTo(2);
    assertThat(err.toString())
        .contains("did you mean ttnn.transformer.scaled_dot_product_attention?");
  }

  @Test
  void anAbbreviationThatIsLikeNothingHasNoSuggestion() {
    assertThat(run("fit", "--op", "sdpa", "--input", "32x32")).isEqualTo(2);
    assertThat(err.toString()).contains("\"sdpa\" is not known; docs/operations.md");
  }

  @Test
  void severalBoardsAreNamedInOneWordOrSeveral() {
    assertThat(
            run(
                "fit",
                "--op",
                "relu",
                "--input",
                "32x32",
                "--board",
                "n300,p150",
                "--board",
                "e150"))
        .isZero();
    assertThat(out.toString().lines().map(line -> line.split(" ")[0]))
        .contains("n300", "p150", "e150")
        .doesNotContain("n150");
  }

  @Test
  void whatNoBoardAcceptsIsAMistakeOfTheCommandLine() {
    for (String board : List.of("all", "n150")) {
      assertThat(run("fit", "--op", "add", "--input", "32x32", "--board", board)).isEqualTo(2);
    }
    assertThat(err.toString()).contains("ttnn.add: the argument input_tensor_b is missing");
    assertThat(run("fit", "--op", "add", "--input", "32x32", "--board", "x9")).isEqualTo(2);
    assertThat(err.toString()).contains("board \"x9\" is not known");
  }

  @ParameterizedTest
  @ValueSource(strings = {"32xtall", "32x32:bfloat17", "0x32x", "99999999999x32", "-1x32"})
  void anInputThatCannotBeReadIsAMistakeOfTheCommandLine(String input) {
    assertThat(run("fit", "--op", "relu", "--input", input)).as(err.toString()).isEqualTo(2);
  }

  @Test
  void whatOnlyOtherBoardsAcceptDoesNotFit() {
    assertThat(run("fit", "--op", "relu", "--input", "640x64:height_sharded/10x1")).isEqualTo(1);
    assertThat(out.toString()).contains("n150: the operation cannot be called here");
  }
}
