package dev.tilescope.internal.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvReaderTest {
  @Test
  void readsQuotesCommasAndLineBreaksInsideCells() {
    assertThat(rows("a,\"b,\"\"c\"\"\",\"d\r\ne\"\n"))
        .containsExactly(List.of("a", "b,\"c\"", "d\r\ne"));
  }

  @Test
  void takesEveryLineEndAndSkipsAByteOrderMarkAndEmptyLines() {
    assertThat(rows("\uFEFFa,b\r\n\r\nc,\n,d\re,f"))
        .containsExactly(List.of("a", "b"), List.of("c", ""), List.of("", "d"), List.of("e", "f"));
  }

  @Test
  void aQuoteInsideAnUnquotedCellIsACharacter() {
    assertThat(rows("{\"id\":0;\"x\":1},2")).containsExactly(List.of("{\"id\":0;\"x\":1}", "2"));
  }

  @Test
  void namesSourceRowAndCellOfAnError() {
    assertThatThrownBy(() -> rows("a,b\nc,\"d"))
        .isInstanceOf(CsvException.class)
        .hasMessageStartingWith("x.csv:2:2: the file ends inside a quoted cell");
    assertThatThrownBy(() -> rows("\"a\"b"))
        .hasMessageStartingWith("x.csv:1:1: text after a closing quote");
  }

  @Test
  void refusesCellsAndRowsWithoutEnd() {
    assertThatThrownBy(() -> rows("\"" + "x".repeat(CsvReader.MAX_CELL_CHARS + 1)))
        .hasMessageContaining("x.csv:1:1: a cell of more than 1048576 characters");
    assertThatThrownBy(() -> rows(",".repeat(CsvReader.MAX_CELLS)))
        .hasMessageContaining("more than 16384 cells");
  }

  @Test
  void saysWhereTextIsNotUtf8(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("x.csv"), new byte[] {'a', ',', (byte) 0xff, '\n'});
    assertThatThrownBy(() -> CsvReader.open(file))
        .isInstanceOf(CsvException.class)
        .hasMessageContaining("x.csv:1:1: not UTF-8");
  }

  @Property(tries = 200, seed = "11")
  void readsWhatTheWriterWrote(@ForAll @Size(min = 2, max = 5) List<String> cells)
      throws IOException {
    StringBuilder text = new StringBuilder("first\n");
    new CsvWriter(text, "\r\n").row(cells);
    assertThat(rows(text.toString())).containsExactly(List.of("first"), cells);
  }

  private static List<List<String>> rows(String text) {
    List<List<String>> rows = new ArrayList<>();
    try (CsvReader reader = new CsvReader(new StringReader(text), "x.csv")) {
      for (List<String> row = reader.next(); row != null; row = reader.next()) {
        rows.add(row);
      }
    }
    return rows;
  }
}
