package dev.tilescope.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.journal.ByteSource.Malformed;
import dev.tilescope.profile.MadeJournal;
import dev.tilescope.profile.OperationDescription;
import dev.tilescope.profile.OperationDescription.TensorText;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

class OperationTextTest {
  private static final TensorText TENSOR =
      new TensorText(
          List.of("1[1]", "1[1]", "32[1]", "96[65]"), "TILE", "BFLOAT16", "DRAM", "INTERLEAVED", 9);

  private static OperationDescription operation(int attributeChars, int tensors) {
    SequencedMap<String, String> attributes = new LinkedHashMap<>();
    attributes.put("dim", "-1");
    attributes.put("long", "x".repeat(attributeChars));
    return new OperationDescription(
        "Odd, `name`",
        0xFFFF_FFFFL,
        attributes,
        Collections.nCopies(Math.min(tensors, OperationDescription.MOST_TENSORS), TENSOR),
        tensors,
        List.of(TENSOR),
        1,
        2,
        3,
        "HiFi4",
        7,
        120);
  }

  private static String full(OperationDescription operation) {
    String text = new OperationText(operation, 5, 3, true).full();
    assertThat(text.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(65_534);
    assertThat(text)
        .startsWith("`TT_DNN_DEVICE_OP: \"Odd, 'name'\", 4294967295, 3, true, 5123 ->\n{")
        .endsWith("}`")
        .contains("Odd; 'name'");
    assertThat(text.substring(1, text.length() - 1)).doesNotContain("`");
    return text;
  }

  @Test
  void aMessageSaysLessAndLessUntilItFits() {
    assertThat(full(operation(10, 2))).contains("\n    \"dim\": \"-1\"").contains("kernel_info");
    assertThat(full(operation(63_500, 2)))
        .contains("\"dim\":\"-1\"")
        .contains("kernel_info")
        .as("without white space");
    assertThat(full(operation(64_300, 2))).contains("\"dim\":\"-1\"").doesNotContain("kernel_info");
    assertThat(full(operation(70_000, 300)))
        .doesNotContain("\"dim\"")
        .contains("\"input_tensors_original_count\":300")
        .doesNotContain("output_tensors_original_count");
  }

  @Test
  void aDescriptionReadsAsItWasWritten() throws Malformed {
    OperationDescription written = operation(100, 300);
    byte[] bytes = MadeJournal.bytes(written);
    assertThat(DescriptionSource.read(new ByteSource(bytes))).isEqualTo(written);
  }
}
