package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final StringWriter out = new StringWriter();

  private void steps(long lineNanos) {
    try (Progress progress = new Progress(new PrintWriter(out), false, lineNanos)) {
      progress.step("layer", 1, 12);
      progress.bytes("report.json", 5, 10);
    }
  }

  @Test
  void linesThatStayTellHowFarWorkIsWhereThereIsNoTerminal() {
    steps(-1);
    assertThat(out.toString().lines())
        .hasSize(2)
        .allMatch(line -> line.startsWith("tilescope: "))
        .first()
        .asString()
        .contains("layer 1/12");
    assertThat(out.toString()).contains("report.json 50 %").doesNotContain("\r");
  }

  @Test
  void shortWorkIsSilent() {
    steps(Long.MAX_VALUE);
    assertThat(out.toString()).isEmpty();
  }
}
