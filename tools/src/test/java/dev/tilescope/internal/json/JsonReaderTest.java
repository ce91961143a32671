package dev.tilescope.internal.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonReaderTest {
  @Test
  void fieldsAreWalkedInOrderAndUnreadValuesSkipped() {
    JsonReader reader = JsonReader.of("{\"a\":1,\"b\":{\"x\":[1,{}]},\"c\":[\"p\",\"q\"]}", "t");
    reader.enterObject();
    assertThat(reader.nextField()).isEqualTo("a");
    assertThat(reader.nextField()).isEqualTo("b");
    reader.skip();
    assertThat(reader.nextField()).isEqualTo("c");
    assertThat(reader.strings()).containsExactly("p", "q");
    assertThat(reader.nextField()).isNull();
    reader.requireEnd();
  }

  @Test
  void scalarsKeepTheirKindAndText() {
    JsonReader reader = JsonReader.of("[12, 2.0, 1e400, true, null, \"s\"]", "t");
    reader.enterArray();
    List<String> seen = new ArrayList<>();
    while (reader.nextElement()) {
      seen.add(reader.kind() + "=" + reader.scalarText());
    }
    assertThat(seen)
        .containsExactly(
            "INTEGER=12", "DECIMAL=2.0", "DECIMAL=1e400", "BOOLEAN=true", "NULL=null", "STRING=s");
  }

  @Test
  void aWholeDecimalIsAnIntegerAndAFractionIsNot() {
    assertThat(JsonReader.of("2.0", "t").longValue()).isEqualTo(2);
    assertThatThrownBy(() -> JsonReader.of("2.5", "t").longValue())
        .hasMessage("t:1:1: expected an integer of at most 64 bits, found 2.5");
    assertThatThrownBy(() -> JsonReader.of("18446744073709551616", "t").longValue())
        .hasMessageContaining("at most 64 bits, found 18446744073709551616");
    assertThatThrownBy(() -> JsonReader.of("2147483648", "t").intValue())
        .hasMessageContaining("at most 32 bits");
  }

  @Test
  void wrongKindsAreNamedWithLineAndColumn() {
    JsonReader reader = JsonReader.of("{\n  \"a\": [1]\n}", "r.json");
    reader.enterObject();
    reader.nextField();
    assertThatThrownBy(reader::text)
        .isInstanceOf(JsonException.class)
        .hasMessage("r.json:2:8: expected a string, found an array");
  }

  @Test
  void syntaxErrorsCarryLineAndColumn() {
    JsonReader reader = JsonReader.of("[1,\n 2 3]", "r.json");
    reader.enterArray();
    reader.nextElement();
    reader.nextElement();
    JsonException e = catchThrowableOfType(JsonException.class, reader::nextElement);
    assertThat(e.where()).startsWith("r.json:2:");
    assertThat(e.truncated()).isFalse();
  }

  @Test
  void aDocumentThatStopsEarlyIsTruncated() {
    JsonReader reader = JsonReader.of("[1, {\"a\": ", "t");
    reader.enterArray();
    reader.nextElement();
    reader.nextElement();
    JsonException e = catchThrowableOfType(JsonException.class, reader::skip);
    assertThat(e.truncated()).isTrue();
  }

  @Test
  void anEmptyDocumentHasNoValue() {
    assertThat(JsonReader.of("  ", "t").kind()).isEqualTo(JsonKind.END);
  }

  @Test
  void depthAndStringLengthAreBounded() {
    JsonLimits limits = new JsonLimits(10, 1000, 100);
    assertThatThrownBy(() -> open("[".repeat(11) + "]".repeat(11), limits).skip())
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("10");
    assertThatThrownBy(() -> open("\"" + "x".repeat(70_000) + "\"", limits).text())
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("1000");
  }

  @Test
  void byteOrderMarkIsPassedOver() {
    byte[] bytes = "\ufeff{\"a\":1}".getBytes(StandardCharsets.UTF_8);
    JsonReader reader = JsonReader.of(new ByteArrayInputStream(bytes), "t");
    assertThat(reader.kind()).isEqualTo(JsonKind.OBJECT);
  }

  @Test
  void equalTextsAreOneStringWhenPooled() {
    JsonReader reader = JsonReader.of("[\"same\", \"other\", \"same\"]", "t");
    reader.enterArray();
    reader.nextElement();
    String first = reader.pooledText();
    reader.nextElement();
    assertThat(reader.pooledText()).isEqualTo("other");
    reader.nextElement();
    assertThat(reader.pooledText()).isSameAs(first);
  }

  @Test
  void aFailingStreamIsReportedAsItself() {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("disk on fire");
          }
        };
    assertThatThrownBy(() -> JsonReader.of(broken, "t"))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("disk on fire");
  }

  private static JsonReader open(String text, JsonLimits limits) {
    return JsonReader.of(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "t", limits);
  }

  @Test
  void numbersThatJsonLacksAreReadOnlyWhereThatIsAskedFor() {
    byte[] bytes = "[NaN, -Infinity]".getBytes(StandardCharsets.UTF_8);
    JsonReader lenient = JsonReader.ofLenientNumbers(new ByteArrayInputStream(bytes), "t");
    lenient.enterArray();
    lenient.nextElement();
    assertThat(lenient.kind()).isEqualTo(JsonKind.DECIMAL);
    assertThat(lenient.scalarText()).isEqualTo("NaN");
    lenient.nextElement();
    assertThat(lenient.doubleValue()).isEqualTo(Double.NEGATIVE_INFINITY);
    JsonReader strict = JsonReader.of(new ByteArrayInputStream(bytes), "t");
    strict.enterArray();
    assertThatThrownBy(strict::nextElement).isInstanceOf(JsonException.class);
  }
}
