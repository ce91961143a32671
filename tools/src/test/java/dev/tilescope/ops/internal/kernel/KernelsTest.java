package dev.tilescope.ops.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The front door: what it refuses, and which inner loops it picks. */
class KernelsTest {
  private static final String[] VECTORS = {"--add-modules", "jdk.incubator.vector"};

  @TempDir Path folder;

  private record Outcome(int exit, String out, String err) {}

  private static void assertRefused(ThrowingCallable call, String... words) {
    assertThatThrownBy(call).isInstanceOf(TilescopeException.class).hasMessageContainingAll(words);
  }

  @Test
  void binaryRefusesWhatWouldReachOutsideItsArrays() {
    float[] four = new float[4];
    int[] dims = {2, 2};
    int[] whole = {2, 1};
    assertRefused(
        () -> Kernels.binary(BinaryKind.ADD, four, whole, new float[3], whole, four, dims),
        "binary: b",
        "reach element 3",
        "holds 3");
    assertRefused(
        () -> Kernels.binary(BinaryKind.ADD, four, new int[] {1}, four, whole, four, dims),
        "binary: a",
        "one stride for each of 2");
    assertRefused(
        () -> Kernels.binary(BinaryKind.ADD, four, new int[] {-2, 1}, four, whole, four, dims),
        "binary: a",
        "strides must be >= 0",
        "[-2, 1]");
    assertRefused(
        () -> Kernels.binary(BinaryKind.ADD, four, whole, four, whole, new float[5], dims),
        "binary: out must hold 4",
        "holds 5");
    assertRefused(
        () -> Kernels.binary(BinaryKind.ADD, four, whole, four, whole, four, new int[] {-1, 2}),
        "outDims",
        ">= 0");
    int[] huge = {1 << 16, 1 << 16};
    assertRefused(
        () -> Kernels.binary(BinaryKind.ADD, four, whole, four, whole, four, huge),
        "more elements than an array can hold");
  }

  @Test
  void integersRefuseToDivide() {
    int[] one = {1};
    assertRefused(
        () -> Kernels.binary(BinaryKind.DIVIDE, one, one, one, one, one, one), "DIVIDE", "float");
  }

  @Test
  void emptyTensorsAreFine() {
    float[] none = {};
    int[] dims = {3, 0, 1 << 30, 1 << 30};
    int[] zeros = {0, 0, 0, 0};
    Kernels.binary(BinaryKind.ADD, none, zeros, none, zeros, none, dims);
    Kernels.unary(UnaryKind.EXP, none, none);
    Kernels.binaryScalar(BinaryKind.ADD, none, 1f, none);
    Kernels.softmaxRows(none, none, 0, 7);
    Kernels.softmaxRows(none, none, 7, 0);
    Kernels.permute(none, dims, new int[] {3, 2, 1, 0}, none);
    Kernels.roundToBfloat16(none);
    Kernels.matmul(none, 0, new float[6], 0, none, 0, 0, 2, 3, false);
    Kernels.batchedMatmul(
        none,
        new int[] {0},
        none,
        new int[] {0},
        none,
        new int[] {0},
        2,
        3,
        4,
        true,
        null,
        null,
        null);
  }

  @Test
  void matmulRefusesMatricesThatDoNotFit() {
    float[] six = new float[6];
    float[] four = new float[4];
    assertRefused(
        () -> Kernels.matmul(six, 1, six, 0, four, 0, 2, 3, 2, false),
        "matmul: a",
        "2 x 3",
        "ends at 7",
        "holds 6");
    assertRefused(
        () -> Kernels.matmul(six, 0, six, -1, four, 0, 2, 3, 2, false),
        "matmul: b",
        "from element -1");
    assertRefused(
        () -> Kernels.matmul(six, 0, six, 0, new float[3], 0, 2, 3, 2, false), "matmul: out");
    assertRefused(() -> Kernels.matmul(six, 0, six, 0, four, 0, -2, 3, 2, false), ">= 0", "-2");
    assertRefused(
        () -> Kernels.matmul(six, 0, six, 0, four, 0, 1 << 30, 1 << 30, 2, false),
        "matmul: a",
        "holds 6");
  }

  @Test
  void batchedMatmulRefusesBatchesThatDoNotFit() {
    float[] six = new float[6];
    int[] two = {2};
    assertRefused(
        () ->
            Kernels.batchedMatmul(
                six, two, six, new int[] {0}, six, two, 1, 6, 3, false, null, null, null),
        "batchedMatmul: a",
        "reach element 7");
    assertRefused(
        () -> Kernels.batchedMatmul(six, two, six, two, six, two, 2, 1, 2, false, null, null, null),
        "out must hold 8");
  }

  @Test
  void permuteRefusesWhatIsNotAPermutation() {
    float[] six = new float[6];
    int[] dims = {2, 3};
    for (int[] order :
        List.of(new int[] {0, 0}, new int[] {0}, new int[] {1, 2}, new int[] {-1, 0})) {
      assertRefused(() -> Kernels.permute(six, dims, order, six), "order", "each of 2 dimensions");
    }
    assertRefused(() -> Kernels.permute(six, dims, new int[] {1, 0}, new float[5]), "out");
  }

  @Test
  void lengthsMustAgree() {
    assertRefused(() -> Kernels.unary(UnaryKind.RELU, new float[3], new float[4]), "unary: out");
    assertRefused(() -> Kernels.softmaxRows(new float[6], new float[6], 2, 4), "must hold 8");
    assertRefused(
        () -> Kernels.binaryScalar(BinaryKind.ADD, new float[3], 1f, new float[2]), "must hold 3");
  }

  @Test
  void withoutTheVectorModuleScalarsAreUsedInSilence() throws Exception {
    Outcome plain = probe();
    assertThat(plain.err()).isEmpty();
    assertThat(plain.out()).startsWith("ScalarLanes 4x4 ");
    assertThat(plain.exit()).isZero();
  }

  @Test
  void withoutTheOptimisingCompilerScalarsAreUsed() throws Exception {
    assertThat(probe(VECTORS[0], VECTORS[1], "-XX:TieredStopAtLevel=1").out())
        .startsWith("ScalarLanes 4x4 ");
    assertThat(probe(VECTORS[0], VECTORS[1], "-Xint").out()).startsWith("ScalarLanes 4x4 ");
  }

  @Test
  void everyJvmGivesTheSameBits() throws Exception {
    String hash = probe().out().split(" ")[2];
    List<String> choices =
        List.of(
            "-Dtilescope.threads=1",
            "-Dtilescope.threads=3",
            "-Dtilescope.kernels=scalar",
            "-XX:MaxVectorSize=32",
            "-XX:MaxVectorSize=16");
    for (String choice : choices) {
      assertThat(probe(VECTORS[0], VECTORS[1], choice).out()).as(choice).endsWith(" " + hash);
    }
  }

  @Test
  void propertiesAndRegistersDecideTheTile() throws Exception {
    assertThat(probe(VECTORS[0], VECTORS[1], "-XX:MaxVectorSize=16").out())
        .startsWith("VectorLanes 12x8 ");
    assertThat(probe(VECTORS[0], VECTORS[1], "-Dtilescope.kernels=scalar").out())
        .startsWith("ScalarLanes 4x4 ");
  }

  @Test
  void badPropertiesAreExplained() throws Exception {
    for (String count : List.of("none", "0", "-1", "1025", "")) {
      assertThat(probe("-Dtilescope.threads=" + count).err())
          .contains("TilescopeException: tilescope.threads: must be a number from 1 to 1024")
          .contains("got \"" + count + "\"");
    }
    assertThat(probe("-Dtilescope.kernels=gpu").err())
        .contains("tilescope.kernels: must be auto or scalar, got \"gpu\"");
  }

  private Outcome probe(String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(KernelsProbe.class.getName());
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    int exit = process.waitFor();
    return new Outcome(exit, read(out), read(err));
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8).strip();
  }
}
