package dev.tilescope.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.args.OperationTracer;
import dev.tilescope.args.TraceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.replay.ReplayResult.Verdict;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of tensors that lie in files beside the trace. */
class SideValuesTest {
  private static final int LIMIT = 10;

  @TempDir private Path folder;
  private final MeshDevice device = MeshDevice.open("n150");

  @AfterEach
  void close() {
    OperationTracer.disable();
    device.close();
  }

  /** A call of exp, with its values in files or not. */
  private Path traced(String name, float first, boolean inFiles) {
    Path target = folder.resolve(name);
    float[] values = new float[64];
    values[0] = first;
    values[63] = 2;
    Tensor host = Ttnn.fromArray(values, Shape.of(2, 32), DataType.BFLOAT16, Layout.TILE);
    Tensor x = Ttnn.toDevice(host, device);
    TraceOptions options = TraceOptions.DEFAULT.withValues().withDirectory(target);
    OperationTracer.enable(inFiles ? options.withNpyAbove(LIMIT) : options);
    Ttnn.exp(x);
    OperationTracer.disable();
    return target;
  }

  private static Path file(Path target) {
    return TraceFolder.open(target).entries().getFirst().file();
  }

  private static Path npy(Path target) throws IOException {
    try (var files = Files.list(target)) {
      return files.filter(f -> f.toString().endsWith("tensor0.npy")).findFirst().orElseThrow();
    }
  }

  private Verdict replayed(Path target) {
    return Replay.of(TraceFile.read(file(target))).run(device).verdict();
  }

  @Test
  void aCallIsReplayedWithThemAndHeldToThem() throws IOException {
    Path target = traced("run", 1, true);
    assertThat(Files.readString(file(target))).contains("values_file").doesNotContain("\"values\"");
    assertThat(replayed(target)).isEqualTo(Verdict.Same.wholly(""));
    byte[] bytes = Files.readAllBytes(npy(target));
    bytes[bytes.length - 1] = (byte) 0xC0;
    Files.write(npy(target), bytes);
    assertThat(replayed(target))
        .isInstanceOfSatisfying(
            Verdict.Differs.class,
            differs -> assertThat(differs.how().getFirst()).contains("1 of 64 differ"));
  }

  @Test
  void aTestIsExportedWithThem() throws IOException {
    Path test = folder.resolve("out/ExpTest.java");
    new JunitExport("", "n150", null).write(TraceFile.read(file(traced("run", 1, true))), test);
    assertThat(Files.readString(test)).doesNotContain("seed");
  }

  @Test
  void aCallWhoseFilesAreGoneIsReplayedWithSeedsAndNamesThem() throws IOException {
    Path target = traced("run", 1, true);
    Path argument = npy(target);
    Files.delete(argument);
    assertThat(replayed(target))
        .isEqualTo(
            Verdict.Same.partly(
                "values not compared: those of input_tensor are missing: the file %s is not beside"
                        .formatted(argument.getFileName())
                    + " the trace"));
    Path result = target.resolve(argument.getFileName().toString().replace("tensor0", "tensor1"));
    Files.delete(result);
    assertThat(replayed(target))
        .isEqualTo(
            Verdict.Same.partly(
                "no values: the file %s is not beside the trace".formatted(result.getFileName())));
  }

  @Test
  void aRunWithThemHasTheConfigurationsOfOneWithout() {
    Configuration inFiles = Configuration.of(TraceFile.readMetadata(file(traced("a", 1, true))));
    assertThat(inFiles)
        .isEqualTo(Configuration.of(TraceFile.readMetadata(file(traced("b", 1, false)))));
    assertThat(inFiles.toString()).doesNotContain("float32");
  }

  @Test
  void aDamagedFileIsNamed() throws IOException {
    Path target = traced("run", 1, true);
    Files.write(npy(target), new byte[] {1});
    TraceDamage damage = new TraceDamage();
    assertThat(TraceFolder.open(target).calls(damage)).isEmpty();
    assertThat(damage.told().getFirst()).contains("tensor0.npy: no array of NumPy");
  }

  @Test
  void theyAreShownAndComparedLikeValuesInTheTrace() throws IOException {
    Path inFiles = traced("a", 1, true);
    Path inTrace = traced("b", 1, false);
    Path others = traced("c", 3, true);
    RecordedTensor result =
        RecordedTensor.of(TraceFile.readSummary(file(inFiles)).results().getFirst());
    assertThat(result.valuesText()).startsWith("64: [2.71875, 1.0, ");
    assertThat(differences(inFiles, inTrace)).isEmpty();
    assertThat(differences(inFiles, others)).containsExactly("arg0.values", "result.values");
  }

  private static List<String> differences(Path before, Path after) {
    return CallDifferences.of(
            TraceFile.readSummary(file(before)), TraceFile.readSummary(file(after)))
        .stream()
        .map(difference -> difference.where())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../secret.npy",
        "/etc/hosts",
        "sub/x.npy",
        "link.npy",
        "x.txt",
        "..",
        "\\ud800.npy"
      })
  void aTraceOpensNothingButArraysBesideIt(String name) throws IOException {
    Path target = Files.createDirectory(folder.resolve("trace"));
    Path secret = Files.write(folder.resolve("secret.npy"), Files.readAllBytes(npy(array())));
    Files.createDirectory(target.resolve("sub"));
    Files.copy(secret, target.resolve("sub/x.npy"));
    Files.copy(secret, target.resolve("x.txt"));
    Files.createSymbolicLink(target.resolve("link.npy"), secret);
    Path file =
        SampleTraces.write(
            target,
            1,
            "ttnn.exp",
            SampleTraces.tensor("[2, 32]", ", \"values_file\": \"" + name + "\""),
            "");
    RecordedTensor tensor = RecordedTensor.of(TraceFile.read(file).args().getFirst());
    assertThat(tensor.values()).isEqualTo(RecordedTensor.Values.NONE);
    assertThat(tensor.valuesText()).isEqualTo("in " + name.replace("\\ud800", "\ud800"));
  }

  private Path array() {
    return traced("array", 1, true);
  }
}
