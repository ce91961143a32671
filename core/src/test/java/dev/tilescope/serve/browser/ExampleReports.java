package dev.tilescope.serve.browser;

import dev.tilescope.capture.CaptureOptions;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.demo.Bert;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.RunMode;
import dev.tilescope.report.ReportFile;
import dev.tilescope.store.ImportOptions;
import dev.tilescope.store.ReportImport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

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
