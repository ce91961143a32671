package dev.tilescope.internal.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class JsonWriterTest {
  @Test
  void prettyFormPutsEveryElementOnItsOwnLineAndKeepsEmptyContainersShort() {
    Consumer<JsonWriter> document =
        w ->
            w.beginObject()
                .name("a")
                .beginArray()
                .value(1)
                .beginObject()
                .field("b", "x/y")
                .endObject()
                .endArray()
                .name("e")
                .beginArray()
                .endArray()
                .name("n")
                .nullValue()
                .name("o")
                .beginObject()
                .endObject()
                .endObject();
    String expected =
        """
        {
          "a": [
            1,
            {
              "b": "x/y"
            }
          ],
          "e": [],
          "n": null,
          "o": {}
        }\
        """;
    assertThat(prettyBytes(document)).isEqualTo(expected);
    assertThat(prettyText(document)).isEqualTo(expected);
  }

  @Test
  void compactFormHasNoWhiteSpace() {
    StringWriter out = new StringWriter();
    try (JsonWriter w = JsonWriter.compact(out)) {
      w.beginObject().field("t", true).field("d", 0.5).name("s").strings(List.of("p", "q"));
      w.endObject();
    }
    assertThat(out).hasToString("{\"t\":true,\"d\":0.5,\"s\":[\"p\",\"q\"]}");
  }

  @Test
  void textIsUtf8AndOnlyControlCharactersAreEscaped() {
    assertThat(prettyBytes(w -> w.value("é漢🙂<b>\"\\\n\u001b\u007f")))
        .isEqualTo("\"é漢🙂<b>\\\"\\\\\\n\\u001b\u007f\"");
  }

  @Test
  void halfASurrogatePairBecomesTheReplacementCharacter() {
    assertThat(prettyBytes(w -> w.value("a\ud83dz\ude42"))).isEqualTo("\"a\ufffdz\ufffd\"");
  }

  @Test
  void numbersThatJsonLacksBecomeStrings() {
    assertThat(prettyBytes(w -> w.value(Double.NEGATIVE_INFINITY))).isEqualTo("\"-Infinity\"");
    assertThat(prettyBytes(w -> w.value(Double.NaN))).isEqualTo("\"NaN\"");
  }

  @Test
  void aFailingTargetIsReportedAsItself() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    JsonWriter writer = JsonWriter.pretty(full);
    writer.value("x");
    assertThatThrownBy(writer::flush)
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("No space left on device");
  }

  @Test
  void closingLeavesTheTargetOpen() {
    boolean[] closed = {false};
    OutputStream target =
        new ByteArrayOutputStream() {
          @Override
          public void close() {
            closed[0] = true;
          }
        };
    JsonWriter.pretty(target).value(1).close();
    assertThat(closed[0]).isFalse();
  }

  private static String prettyBytes(Consumer<JsonWriter> document) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonWriter w = JsonWriter.pretty(out)) {
      document.accept(w);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static String prettyText(Consumer<JsonWriter> document) {
    StringWriter out = new StringWriter();
    try (JsonWriter w = JsonWriter.pretty(out)) {
      document.accept(w);
    }
    return out.toString();
  }
}
