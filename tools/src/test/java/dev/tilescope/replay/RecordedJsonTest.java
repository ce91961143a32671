package dev.tilescope.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.json.JsonReader;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Flag;
import dev.tilescope.replay.Recorded.Numeral;
import dev.tilescope.replay.Recorded.Sequence;
import dev.tilescope.replay.Recorded.Text;
import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class RecordedJsonTest {
  @Property(tries = 300, seed = "4711")
  void whatIsWrittenIsReadBackEqualInItsOrder(@ForAll("values") Recorded value) {
    Recorded back = read(write(value));
    assertThat(back).isEqualTo(value);
    assertThat(write(back)).isEqualTo(write(value));
  }

  @Property(tries = 200, seed = "4712")
  void aCopyIsWhatIsWrittenAfterReading(@ForAll("values") Recorded value) {
    StringWriter copy = new StringWriter();
    try (JsonReader reader = JsonReader.of(write(value), "t");
        JsonWriter writer = JsonWriter.pretty(copy)) {
      RecordedJson.copy(reader, writer);
    }
    assertThat(copy.toString()).isEqualTo(write(value));
  }

  @Test
  void everySpellingOfANonFiniteNumberIsRead() {
    assertThat(read("[NaN, Infinity, -Infinity, +INF, -INF, +Infinity, 1e999]"))
        .isEqualTo(
            Recorded.list(
                List.of(
                    new Numeral("NaN"),
                    new Numeral("Infinity"),
                    new Numeral("-Infinity"),
                    new Numeral("Infinity"),
                    new Numeral("-Infinity"),
                    new Numeral("Infinity"),
                    new Numeral("1e999"))));
  }

  private static String write(Recorded value) {
    StringWriter out = new StringWriter();
    try (JsonWriter writer = JsonWriter.pretty(out)) {
      RecordedJson.write(value, writer);
    }
    return out.toString();
  }

  private static Recorded read(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try (JsonReader reader = JsonReader.ofLenientNumbers(new ByteArrayInputStream(bytes), "t")) {
      return RecordedJson.read(reader);
    }
  }

  @Provide
  Arbitrary<Recorded> values() {
    return values(3);
  }

  private static Arbitrary<Recorded> values(int depth) {
    if (depth == 0) {
      return scalars();
    }
    Arbitrary<Recorded> inner = Arbitraries.lazy(() -> values(depth - 1));
    Arbitrary<Recorded> lists = inner.list().ofMaxSize(4).map(Recorded::list);
    Arbitrary<Recorded> maps =
        Arbitraries.maps(texts(), inner)
            .ofMaxSize(4)
            .map(map -> {
              LinkedHashMap<String, Recorded> shuffled = new LinkedHashMap<>();
              new ArrayList<>(map.keySet())
                  .reversed()
                  .forEach(key -> shuffled.put(key, map.get(key)));
              return new Fields(shuffled);
            });
    return Arbitraries.oneOf(scalars(), lists, maps);
  }

  private static Arbitrary<Recorded> scalars() {
    return Arbitraries.oneOf(
        Arbitraries.of(Recorded.NOTHING, new Flag(true), new Flag(false), new Sequence(List.of())),
        Arbitraries.bigIntegers().map(n -> new Numeral(n.toString())),
        Arbitraries.doubles().map(n -> new Numeral(Double.toString(n))),
        texts().map(Text::new));
  }

  /** Half a surrogate pair is no text that UTF-8 could carry. */
  private static Arbitrary<String> texts() {
    return Arbitraries.strings()
        .withCharRange('\u0000', '\ud7ff')
        .withCharRange('\ue000', '\uffff')
        .ofMaxLength(6)
        .map(text -> text.length() % 3 == 0 ? text + "\ud83d\ude00" : text);
  }
}
