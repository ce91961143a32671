package dev.tilescope.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A traced process is really killed, and its journal really recovered. */
class KilledCaptureTest {
  /** Traces for ever; after each call that returned it prints how many have. */
  static final class TracedProcess {
    public static void main(String[] args) {
      try (MeshDevice device = MeshDevice.open("n150");
          Tensor input = Programs.random(device, MemoryConfig.L1, 64, 64);
          GraphCapture _ =
              GraphCapture.begin(CaptureOptions.of(RunMode.NORMAL).withJournal(Path.of(args[0])))) {
        for (int calls = 1; ; calls++) {
          Ttnn.add(input, input).close();
          System.out.println(calls);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 17, 400, 3_000})
  void everyCallThatHadReturnedIsRecovered(int killAfter, @TempDir Path folder)
      throws IOException, InterruptedException {
    Path journal = folder.resolve("killed.journal");
    int returned = traceAndKill(journal, killAfter);
    Report report = Journal.recover(journal);
    assertThat(report.calls().size()).isBetween(returned, returned + 100_000);
    assertThat(report.calls().subList(0, returned))
        .allSatisfy(call -> {
          assertThat(call.name()).isEqualTo("ttnn::add");
          assertThat(call.inputTensorIds()).hasSize(2);
          assertThat(call.outputTensorIds()).hasSize(1);
        });
    assertThat(report.devices()).hasSize(1);
    assertThat(report.damage())
        .singleElement()
        .satisfies(d -> assertThat(d.what()).contains("ended before the capture did"));
    assertThat(report.trace().nodes().getLast().event()).isInstanceOf(TraceEvent.CaptureEnd.class);
    assertThat(report.completeness().unclosedOperations().size()).isLessThanOrEqualTo(4);
  }

  private static int traceAndKill(Path journal, int killAfter)
      throws IOException, InterruptedException {
    Process process = ChildJvm.start(TracedProcess.class, List.of(), journal.toString());
    int returned = 0;
    try (BufferedReader lines = process.inputReader()) {
      while (returned < killAfter) {
        returned = Integer.parseInt(lines.readLine());
      }
      process.destroyForcibly().waitFor();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        returned = line.matches("\\d+") ? Integer.parseInt(line) : returned;
      }
    } catch (IOException e) {
      // The pipe of a killed process may break in the middle of a line; what was read counts.
      assertThat(process.waitFor()).isNotZero();
    }
    return returned;
  }

  @Test
  void aTruncatedJournalGivesWhatItStillHolds(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path journal = folder.resolve("cut.journal");
    traceAndKill(journal, 500);
    try (RandomAccessFile file = new RandomAccessFile(journal.toFile(), "rw")) {
      file.setLength(100_001);
    }
    Report report = Journal.recover(journal);
    assertThat(report.calls()).isNotEmpty();
  }

  @Test
  void damagedBytesNeverBreakTheRecovery(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path journal = folder.resolve("damaged.journal");
    traceAndKill(journal, 200);
    byte[] sound = Files.readAllBytes(journal);
    java.util.Random random = new java.util.Random(7);
    for (int round = 0; round < 60; round++) {
      byte[] damaged = sound.clone();
      for (int i = 0; i < 20; i++) {
        int at = BlockStore.BLOCK_BYTES + random.nextInt(200_000);
        damaged[at] = (byte) random.nextInt();
      }
      Path copy = folder.resolve("copy" + round);
      Files.write(copy, damaged);
      Report report = Journal.recover(copy);
      assertThat(report.trace().event(0)).isInstanceOf(TraceEvent.CaptureStart.class);
    }
  }

  @Test
  void aFileThatIsNoJournalIsRefused(@TempDir Path folder) throws IOException {
    Path report = Files.writeString(folder.resolve("report.json"), "[]");
    assertThatThrownBy(() -> Journal.recover(report))
        .hasMessageContaining("is not a capture journal")
        .hasMessageContaining("TSJRNL01");
    assertThatThrownBy(() -> Journal.recover(folder.resolve("missing")))
        .hasMessageContaining("does not exist");
    assertThatThrownBy(() -> Journal.recover(folder)).hasMessageContaining("is a directory");
    assertThat(List.of(folder.toFile().list())).containsExactly("report.json");
  }
}
