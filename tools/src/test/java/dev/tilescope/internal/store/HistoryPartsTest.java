package dev.tilescope.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The parts that the history of a trace is made of, each against the obvious way to do it. */
class HistoryPartsTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void aNodeIsInTheOperationAroundItOrInTheNextOne() {
    OperationSpans spans = new OperationSpans(10);
    spans.begin(2, false);
    spans.end(5);
    spans.helper(8);
    spans.begin(11, true);
    spans.end(14);
    assertThat(LongStream.of(0, 2, 5, 6, 11, 14, 15).map(spans::at))
        .containsExactly(11L, 11L, 11L, 12L, 12L, 12L, 13L);
    assertThat(LongStream.of(0, 2, 5, 7, 8, 11, 15).map(spans::usingAt))
        .as("outputs follow their operation; helpers and frees use nothing")
        .containsExactly(0L, 11L, 11L, 11L, 0L, 0L, 0L);
    assertThat(LongStream.of(2, 3, 8, 11).map(spans::beginningAt))
        .containsExactly(11L, 0L, 0L, 12L);
    assertThat(spans.existing(13)).isEqualTo(12);
  }

  @Test
  void placesAreFoundAmongManyOperations() {
    OperationSpans spans = new OperationSpans(0);
    for (long i = 0; i < 50_000; i++) {
      spans.begin(i * 10, false);
      spans.end(i * 10 + 5);
    }
    for (long i : new long[] {0, 1, 2, 777, 16_384, 49_998, 49_999}) {
      assertThat(spans.at(i * 10 + 3)).isEqualTo(i + 1);
      assertThat(spans.usingAt(i * 10 + 9)).isEqualTo(i + 1);
      assertThat(spans.beginningAt(i * 10)).isEqualTo(i + 1);
    }
  }

  @Test
  void coresAreCountedAndOnlyRealOnesAreMeasured() {
    CoreTexts texts = new CoreTexts();
    assertThat(texts.of("{[(x=0,y=0) - (x=0,y=7)], [(x=1,y=0) - (x=1,y=3)]}").indexes())
        .hasSize(12);
    assertThat(texts.of("{}").count()).isEqualTo(0);
    assertThat(texts.of("[(x=0,y=0) - (x=999999,y=999999)]").count()).isEqualTo(1_000_000_000_000L);
    assertThat(texts.of("[(x=0,y=0) - (x=999999,y=999999)]").indexes()).hasSize(64 * 64);
    assertThat(texts.of("[(x=70,y=70) - (x=71,y=71)]").indexes()).isEmpty();
    assertThat(texts.of("everywhere").count()).isNull();
    assertThat(texts.of(7L).count()).isNull();
  }

  @Test
  void whatIsSpooledComesBackFromMemoryAndFromAFileThatIsGoneAfterwards() throws IOException {
    for (int count : new int[] {0, 1, 8_192, 8_193, 100_000, 300_000}) {
      assertComesBack(count);
      assertThat(filesIn(folder)).isEmpty();
    }
  }

  private void assertComesBack(int count) {
    try (LongSpool spool = new LongSpool(folder)) {
      for (int i = 0; i < count; i++) {
        spool.add(i);
        spool.add(i % 5 == 0 ? "caf\u00e9".repeat(i % 7) : "");
      }
      LongSpool.Cursor cursor = spool.read();
      for (int i = 0; i < count; i++) {
        assertThat(cursor.atEnd()).isFalse();
        assertThat(cursor.next()).isEqualTo(i);
        assertThat(cursor.text()).isEqualTo(i % 5 == 0 ? "caf\u00e9".repeat(i % 7) : "");
      }
      assertThat(cursor.atEnd()).isTrue();
    }
  }

  private static List<Path> filesIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }
}
