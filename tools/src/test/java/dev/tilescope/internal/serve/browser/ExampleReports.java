package dev.tilescope.internal.serve.browser;

import dev.tilescope.capture.CaptureOptions;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.demo.Bert;
import dev.tilescope.internal.logs.InputProblems;
import dev.tilescope.internal.logs.LogOptions;
import dev.tilescope.internal.logs.ProfiledRun;
import dev.tilescope.internal.store.ImportOptions;
import dev.tilescope.internal.store.ReportImport;
import dev.tilescope.model.RunMode;
import dev.tilescope.profile.DeviceProfilerOptions;
import dev.tilescope.profile.Profiler;
import dev.tilescope.profile.ProfilerOptions;
import dev.tilescope.report.ReportFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Reports to look at. */
final class ExampleReports {
  private ExampleReports() {}

  /** What {@code tilescope demo --no-dispatch} traces. */
  static Path demo(Path folder) throws IOException {
    return bert(Bert.Size.TINY, folder);
  }

  /** The same model with one layer. */
  static Path oneLayer(Path folder) throws IOException {
    return bert(Bert.Size.TINY.withLayers(1), folder);
  }

  private static Path bert(Bert.Size size, Path folder) throws IOException {
    Path file = Files.createDirectories(folder).resolve("report.json");
    try (MeshDevice device = MeshDevice.open("n150");
        GraphCapture capture =
            GraphCapture.begin(CaptureOptions.of(RunMode.NORMAL).withStackTraces())) {
      new Bert(size, device).forward((_, _, _) -> {});
      ReportFile.write(capture.end(), file);
    }
    return file;
  }

  /**
   * Writes the report of what {@code write} runs as that does, and profiles it meanwhile.
   *
   * @return the folder of the profiled run, with logs and an {@code ops_perf_results} CSV
   */
  static Path profiled(Path folder, ReportWriter write) throws IOException {
    Profiler.start(
        ProfilerOptions.DEFAULT
            .withFolder(folder)
            .withJvmEvents(false)
            .withDevice(
                DeviceProfilerOptions.fromEnvironment(Map.of("TT_METAL_DEVICE_PROFILER", "1"))));
    try {
      write.run();
    } finally {
      Profiler.stop();
    }
    ProfiledRun.report(
        new ProfiledRun.Request(
            LogOptions.of(folder, folder, ""),
            folder,
            "",
            LocalDateTime.of(2026, 1, 2, 3, 4, 5),
            Set.of()),
        new InputProblems(false));
    return folder;
  }

  /** Runs something and writes its report. */
  interface ReportWriter {
    void run() throws IOException;
  }

  /** The sample of the documents. */
  static Path seed(Path folder) throws IOException {
    Path file = Files.createDirectories(folder).resolve("report.json");
    try (InputStream sample =
        ExampleReports.class.getResourceAsStream("/seeds/add-newer-generation.json")) {
      Files.copy(Objects.requireNonNull(sample), file);
    }
    return file;
  }

  /**
   * The sample again, with names that would run if they were taken for HTML, and a very long one.
   */
  static Path hostile(Path folder) throws IOException {
    Path file = seed(folder);
    String attack =
        "<img src=x onerror=hacked=1><script>hacked=1</script></textarea><b id=injected>'\\\"`${1}";
    String text =
        Files.readString(file)
            .replace("ttnn::add", attack + "x".repeat(10_000_000))
            .replace("ttnn::repeat", "../../../etc/passwd?" + attack);
    Files.writeString(file, text);
    return file;
  }

  /** A database with TT-NN's rows alone. */
  static Path upstream(Path report, Path folder) {
    ReportImport.run(
        report,
        folder,
        new ImportOptions("db.sqlite", true, ImportOptions.Existing.REFUSE, false),
        (_, _, _) -> {});
    return folder;
  }
}
