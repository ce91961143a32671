package dev.tilescope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.serve.Source;
import dev.tilescope.serve.Source.Kind;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ServeCommandTest {
  private static String things(Kind... kinds) {
    List<Source> sources =
        Stream.of(kinds).map(kind -> new Source(1, kind, Path.of("x"), 0, 0)).toList();
    return ServeCommand.things(sources);
  }

  @Test
  void whatIsServedIsCountedByKind() {
    assertThat(things(Kind.RUN, Kind.REPORT, Kind.CALLS, Kind.DATABASE, Kind.RUN))
        .isEqualTo("2 reports, 2 profiled runs, 1 folder of traced calls");
    assertThat(things(Kind.DATABASE)).isEqualTo("1 report");
    assertThat(things(Kind.RUN, Kind.CALLS, Kind.CALLS))
        .isEqualTo("1 profiled run, 2 folders of traced calls");
    assertThat(things()).isEqualTo("no reports");
  }
}
