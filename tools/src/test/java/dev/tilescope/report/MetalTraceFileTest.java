package dev.tilescope.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.Ints;
import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.Report;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetalTraceFileTest {
  private static final byte[] COMMANDS = {5, 0, 0, 0, 16, 0, 0, 0};

  @TempDir Path folder;

  private static MetalTrace trace(long id, byte[] commands) {
    return new MetalTrace(
        id,
        1,
        List.of(0, 1),
        "WORMHOLE_B0",
        30_000_000,
        2048,
        1_000_000,
        1024,
        1024,
        commands,
        List.of(new MetalTrace.Operation(7, "MatmulDeviceOperation", 0, 8)));
  }

  @Test
  void aTraceComesBackFromItsFile() {
    Path file = folder.resolve("trace.json");
    MetalTraceFile.write(trace(3, COMMANDS), file);
    assertThat(MetalTraceFile.isOne(file)).isTrue();
    assertThat(MetalTraceFile.read(file)).isEqualTo(trace(3, COMMANDS));
  }

  @Test
  void otherFilesAreToldApart() throws IOException {
    Path report = folder.resolve("report.json");
    ReportFile.write(report(List.of(trace(3, COMMANDS))), report);
    assertThat(MetalTraceFile.isOne(report)).isFalse();
    assertThat(MetalTraceFile.isOne(folder.resolve("none"))).isFalse();
    assertThatThrownBy(() -> MetalTraceFile.read(report))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("holds no \"metal_trace\"");
  }

  @Test
  void aTraceOfAnotherVersionIsRefused() throws IOException {
    Path file = folder.resolve("trace.json");
    MetalTraceFile.write(trace(3, COMMANDS), file);
    Files.writeString(file, Files.readString(file).replace("\"version\": 1", "\"version\": 2"));
    assertThatThrownBy(() -> MetalTraceFile.read(file)).hasMessageContaining("of version 2");
  }

  @Test
  void aReportWithoutTracesIsWrittenAsBefore() {
    StringWriter text = new StringWriter();
    ReportFile.write(report(List.of()), text);
    assertThat(text.toString()).doesNotContain("metal_trace");
  }

  @Test
  void commandsThatAreNoBase64AreLeftOutAndTheRestOpens() throws IOException {
    Report report = reread("*not base64*", 8);
    assertThat(report.metalTraces()).containsExactly(trace(4, COMMANDS));
    assertThat(report.trace().size()).isEqualTo(2);
    assertThat(report.damage())
        .singleElement()
        .satisfies(d -> assertThat(d.what()).startsWith("metal trace 3: commands are not base64"));
  }

  @Test
  void commandsThatAreNoGzipAreLeftOut() throws IOException {
    Report report = reread("AAAA", 8);
    assertThat(report.metalTraces()).hasSize(1);
    assertThat(report.damage().getFirst().what()).contains("commands are not sound gzip");
  }

  @Test
  void aBombIsNotUnpackedBeyondWhatItAnnounces() throws IOException {
    Report report = reread(zeros(64 << 20), 8);
    assertThat(report.metalTraces()).hasSize(1);
    assertThat(report.damage().getFirst().what())
        .contains("do not unpack to the 8 bytes of commands_size");
  }

  @Test
  void aBombThatAnnouncesItselfIsRefused() throws IOException {
    Report report = reread(zeros(1 << 20), 600L << 20);
    assertThat(report.metalTraces()).hasSize(1);
    assertThat(report.damage().getFirst().what()).contains("commands_size is 629,145,600");
  }

  @Test
  void aShortOneIsRefused() throws IOException {
    assertThat(reread(zeros(100), 101).metalTraces()).hasSize(1);
  }

  /** The report of two traces, the first with other commands. */
  private Report reread(String commands, long commandsBytes) throws IOException {
    StringWriter text = new StringWriter();
    ReportFile.write(report(List.of(trace(3, COMMANDS), trace(4, COMMANDS))), text);
    String changed =
        text.toString()
            .replaceFirst("\"commands\": \"[^\"]*\"", "\"commands\": \"" + commands + "\"")
            .replaceFirst("\"commands_size\": \\d+", "\"commands_size\": " + commandsBytes);
    Path file = folder.resolve("report.json");
    Files.writeString(file, changed);
    return ReportFile.read(file);
  }

  private static String zeros(int count) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(new byte[count]);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  private static Report report(List<MetalTrace> traces) {
    Report bare =
        Report.of(
            Trace.inOrder(
                List.of(
                    new TraceNode(0, 0, 0, Ints.of(1), new TraceEvent.CaptureStart()),
                    new TraceNode(1, 0, 0, Ints.EMPTY, new TraceEvent.CaptureEnd(1)))));
    return new Report(
        bare.trace(),
        bare.devices(),
        bare.metadata(),
        null,
        null,
        null,
        List.of(),
        List.of(),
        traces,
        bare.completeness(),
        List.of());
  }
}
