package dev.tilescope.internal.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same operation several times, in a device log that does not say of which trace and replay.
 */
class UnnamedReplaysTest {
  @TempDir Path folder;

  private final LogFixture fixture =
      new LogFixture()
          .operation(1, 1, 2, LogFixture.RISCS)
          .operation(2, 2, 1, List.of("BRISC"))
          .operation(1, 1, 2, LogFixture.RISCS)
          .operation(2, 2, 1, List.of("BRISC"))
          .operation(3, 3, 2, LogFixture.RISCS);

  private List<Map<String, String>> process(boolean deviceOnly) throws IOException {
    LogOptions options =
        new LogOptions(
            folder, folder.resolve("out"), "t", Set.of(), deviceOnly, false, false, false);
    return Tables.read(LogProcessing.run(options, new InputProblems(false)).report());
  }

  /** Operations 1 and 2 recorded into trace 5, which is then replayed, and 3 as it is. */
  private void writeHostLogs(int replays) throws IOException {
    LogFixture called =
        new LogFixture()
            .operation(1, 1, 2, LogFixture.RISCS)
            .operation(2, 2, 1, List.of("BRISC"))
            .operation(3, 3, 2, LogFixture.RISCS);
    called.writeHostLogs(folder);
    Path messages = folder.resolve(HostLog.MESSAGES);
    String text = Files.readString(messages);
    int third = text.indexOf("`TT_DNN_DEVICE_OP: \"Op4\"");
    String replay = "`TT_METAL_TRACE_REPLAY: 0, 5`;118\n";
    Files.writeString(
        messages,
        text.substring(0, third).replace("total_ns\n", "total_ns\n`TT_METAL_TRACE_BEGIN: 0, 5`;1\n")
            + "`TT_METAL_TRACE_END: 0, 5`;117\n"
            + replay.repeat(replays)
            + text.substring(third));
  }

  @Test
  void runsOfATracedOperationAreItsReplaysInOrder() throws IOException {
    LogFixture.writeDeviceLog(folder, fixture.deviceLog());
    writeHostLogs(2);
    List<Map<String, String>> rows = process(false);
    assertThat(Tables.column(rows, "GLOBAL CALL COUNT"))
        .containsExactly("1024", "2048", "1024", "2048", "1024", "2048", "3072");
    assertThat(Tables.column(rows, "METAL TRACE ID"))
        .containsExactly("5", "5", "5", "5", "5", "5", "");
    assertThat(Tables.column(rows, "METAL TRACE REPLAY SESSION ID"))
        .containsExactly("", "", "1", "1", "2", "2", "");
    assertThat(Tables.column(rows, "DEVICE FW START CYCLE"))
        .containsExactly("", "", "10000", "20000", "30000", "40000", "50000");
    assertThat(Tables.column(rows, "CORE COUNT")).containsExactly("", "", "2", "1", "2", "1", "2");
  }

  @Test
  void moreRunsThanReplaysAreRefused() throws IOException {
    LogFixture.writeDeviceLog(folder, fixture.deviceLog());
    writeHostLogs(1);
    assertThatThrownBy(() -> process(false))
        .hasMessageContaining("(replay 2 of trace 5) has no TT_METAL_TRACE_REPLAY");
  }

  @Test
  void anOperationThatIsInNoTraceRunsOnce() throws IOException {
    LogFixture.writeDeviceLog(folder, fixture.deviceLog());
    new LogFixture()
        .operation(1, 1, 2, LogFixture.RISCS)
        .operation(2, 2, 1, List.of("BRISC"))
        .operation(3, 3, 2, LogFixture.RISCS)
        .writeHostLogs(folder);
    assertThatThrownBy(() -> process(false))
        .hasMessageContaining("operation 1024 on device 0 starts a second time on core 1,1");
  }

  @Test
  void withoutHostLogsEachRunIsARow() throws IOException {
    LogFixture.writeDeviceLog(folder, fixture.deviceLog());
    List<Map<String, String>> rows = process(true);
    assertThat(Tables.column(rows, "GLOBAL CALL COUNT"))
        .containsExactly("1024", "2048", "1024", "2048", "3072");
    assertThat(Tables.column(rows, "DEVICE FW DURATION [ns]"))
        .containsExactly("1100", "1100", "1100", "1100", "1100");
  }
}
