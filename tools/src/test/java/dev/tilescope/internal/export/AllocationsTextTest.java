package dev.tilescope.internal.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.AllocationsTable;
import dev.tilescope.analysis.TraceScript;
import dev.tilescope.internal.csv.CsvWriter;
import dev.tilescope.internal.words.ByteText;
import dev.tilescope.model.BufferType;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllocationsTextTest {
  @Test
  void columnsAreRightAlignedAndRowsNumbered() throws IOException {
    TraceScript script = new TraceScript();
    script.start("ttnn::add");
    script.buffer(BufferType.L1, 64);
    script.start("b");
    script.deallocateAll();
    StringBuilder out = new StringBuilder();
    AllocationsText.aligned(AllocationsTable.of(script.trace()), out);
    assertThat(out)
        .hasToString(
            """
               current_op                           event  total_cb  total_buffer                                  info
            0   ttnn::add                  function_start         0            64  {'inputs': '0', 'name': 'ttnn::add'}
            1           b                  function_start         0            64          {'inputs': '0', 'name': 'b'}
            2           b  circular_buffer_deallocate_all         0            64                    {'device_id': '0'}
            """);
  }

  @Test
  void infoHoldsWhatIsKnownOfTheEvent() throws IOException {
    StringBuilder out = new StringBuilder();
    AllocationsText.aligned(table("f"), out);
    assertThat(out.toString())
        .contains(
            "{'address': '0', 'device_id': '0', 'layout': 'INTERLEAVED', 'size': '64', 'type':"
                + " 'DRAM'}")
        .contains(
            "{'address': '0', 'core_range_set': '{[(x=0,y=0) - (x=7,y=7)]}', 'device_id': '0',"
                + " 'globally_allocated': 'false', 'size': '4096'}");
  }

  @Test
  void csvQuotesWhatNeedsQuotes() throws IOException {
    StringBuilder out = new StringBuilder();
    AllocationsText.csv(table("a,\"b\"\n"), out);
    assertThat(out.toString().lines().limit(2))
        .containsExactly(
            "current_op,event,total_cb,total_buffer,info",
            "\"a,\"\"b\"\"\\n\",function_start,0,64,\"{'inputs': '0', 'name': 'a,\"\"b\"\"\\n'}\"");
  }

  @Test
  void aHugeNameDoesNotWidenEveryLine() throws IOException {
    StringBuilder out = new StringBuilder();
    AllocationsText.aligned(table("x".repeat(100_000)), out);
    assertThat(out.toString().lines().mapToInt(String::length).max().orElse(0)).isLessThan(1000);
  }

  @Test
  void csvCellsWithoutSpecialCharactersStandAsTheyAre() throws IOException {
    StringBuilder out = new StringBuilder();
    new CsvWriter(out).row(List.of("a", " b", "c\rd", "", "e'f"));
    assertThat(out).hasToString("a,\" b\",\"c\rd\",,e'f\n");
  }

  @Test
  void sizesAreShownInHumanUnitsAndExactly() {
    assertThat(ByteText.of(0)).isEqualTo("0 bytes");
    assertThat(ByteText.of(96256)).isEqualTo("94.0 KiB (96,256 bytes)");
    assertThat(ByteText.of(5L << 40)).isEqualTo("5.0 TiB (5,497,558,138,880 bytes)");
  }

  private static AllocationsTable table(String name) {
    TraceScript script = new TraceScript();
    script.start(name);
    script.allocate(script.buffer(BufferType.DRAM, 64), 32);
    script.circularBuffer(4096, false);
    return AllocationsTable.of(script.trace());
  }
}
