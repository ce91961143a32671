package dev.tilescope.internal.python;

import static java.util.Map.entry;

import dev.tilescope.analysis.Calltrace;
import dev.tilescope.analysis.OutputTensors;
import dev.tilescope.analysis.PeakL1;
import dev.tilescope.analysis.ResourceUsagePerCore;
import dev.tilescope.graph.LevelizedGraph;
import dev.tilescope.internal.export.CallGraphSvg;
import dev.tilescope.internal.export.LevelizedText;
import dev.tilescope.internal.io.AtomicFiles;
import dev.tilescope.internal.io.FileTrouble;
import dev.tilescope.internal.python.Functions.Function;
import dev.tilescope.internal.store.ImportOptions;
import dev.tilescope.internal.store.ImportOptions.Existing;
import dev.tilescope.internal.store.ImportSummary;
import dev.tilescope.internal.store.ReportImport;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.Trace;
import dev.tilescope.report.ReportFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What captured graphs tell. A program may have changed a graph, so it comes back as JSON. */
final class GraphFunctions {
  /** As many as a picture can show. */
  private static final int MOST_BOXES = 2_000;

  private GraphFunctions() {}

  static Map<String, Function> all() {
    return Map.ofEntries(
        entry("graph.calltrace", a -> Calltrace.of(trace(a)).names()),
        entry("graph.levelized", GraphFunctions::levelized),
        entry("graph.peak_l1", a -> PeakL1.of(trace(a)).bytes()),
        entry("graph.per_core", a -> perCore(ResourceUsagePerCore.of(trace(a)))),
        entry("graph.outputs", a -> outputs(OutputTensors.of(trace(a)))),
        entry("graph.output_nodes", a -> OutputTensors.nodes(trace(a))),
        entry("graph.draw", GraphFunctions::draw),
        entry("report.import", GraphFunctions::importReport));
  }

  private static Trace trace(Arguments a) {
    byte[] json = a.text(0).getBytes(StandardCharsets.UTF_8);
    return ReportFile.read("trace", new ByteArrayInputStream(json), null).trace();
  }

  private static String levelized(Arguments a) {
    StringWriter text = new StringWriter();
    try {
      LevelizedText.json(LevelizedGraph.of(trace(a), a.small(1)), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** In the order of TT-NN's {@code PeakMemoryUsagePerCore}. */
  private static List<Long> perCore(ResourceUsagePerCore use) {
    return List.of(
        use.peakCbBytes(),
        use.peakL1Bytes(),
        use.peakDataflowBufferBytes(),
        use.peakScratchpadBytes(),
        use.peakTotalBytes());
  }

  private static Map<String, ?> outputs(OutputTensors tensors) {
    return Map.of(
        "intermediate", tensors.intermediateCount(),
        "output", tensors.outputCount(),
        "buffers", tensors.outputs().stream().map(GraphFunctions::output).toList());
  }

  private static List<?> output(OutputTensors.Output output) {
    Shape shape = output.shape();
    return List.of(shape == null ? Shape.of() : shape, output.bufferBytes(), output.bufferType());
  }

  private static @Nullable Object draw(Arguments a) {
    draw(trace(a), Path.of(a.text(1)));
    return null;
  }

  private static void draw(Trace trace, Path picture) {
    try {
      AtomicFiles.writeText(picture, out -> CallGraphSvg.write(trace, MOST_BOXES, out));
    } catch (IOException e) {
      throw new TilescopeException(
          "%s: cannot be written: %s".formatted(picture, FileTrouble.writing(e)), e);
    }
  }

  /** The rows that were written, by table. */
  private static Map<String, Long> importReport(Arguments a) {
    Path output = Path.of(a.text(1));
    ImportOptions options = new ImportOptions(a.text(2), false, Existing.REPLACE, false);
    ImportSummary summary = ReportImport.run(Path.of(a.text(0)), output, options, (_, _, _) -> {});
    for (Path report : a.truth(3) ? summary.reports() : List.<Path>of()) {
      String picture = ReportFile.baseName(report) + ".svg";
      draw(ReportFile.read(report).trace(), output.resolve("graphs").resolve(picture));
    }
    return summary.rows();
  }
}
