package dev.tilescope.replay;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.io.AtomicFiles;
import dev.tilescope.internal.io.FileTrouble;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.replay.ReplayResult.Output;
import dev.tilescope.replay.ReplayResult.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;

/**
 * A traced call as the source of a JUnit test: its tensors, the call, and its result as the
 * assertion.
 *
 * <p>The result is the recorded one where the file has the values of every tensor: their {@link
 * TensorHash}, or with a {@code pcc} the correlation with them. Otherwise it is the recorded shape,
 * dtype and layout, and the hash that the call gives today with seeded values, so that the test
 * notices when that changes.
 *
 * <p>Tensors of more than {@value TensorSource#INLINE_ELEMENTS} recorded elements, and those with
 * parts on a mesh, are files beside the source, {@code NAME.ARGUMENT.tensor}, which the test reads
 * as resources.
 *
 * @param packageName empty for none
 * @param board the device the test runs on, e.g. {@code n150}
 * @param pcc null if values must be equal
 */
public record JunitExport(String packageName, String board, @Nullable Double pcc) {
  private static final Set<String> RESTRICTED =
      Set.of("var", "yield", "record", "sealed", "permits", "when");

  public JunitExport {
    if (!packageName.isEmpty() && !SourceVersion.isName(packageName)) {
      throw new TilescopeException(
          "package: a Java package is expected, got \"%s\"".formatted(packageName));
    }
  }

  /**
   * Writes the test, and the files of its large tensors before it.
   *
   * @param file its name is that of the class, e.g. {@code AddTest.java}
   * @return every file written, the test last
   */
  public List<Path> write(TracedCall call, Path file) {
    return write(call, replayed(call), file);
  }

  /**
   * The same of a call that has been run.
   *
   * @param replayed as {@link #replayed} gives it; the test fails if it differs
   */
  public List<Path> write(TracedCall call, ReplayResult replayed, Path file) {
    String className = className(file);
    CallPlan plan = RecordedArguments.of(call);
    JunitSource source = new JunitSource(this, className, call, plan, replayed);
    String text = source.text();
    try {
      Path folder = Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
      List<Path> written = source.writeTensors(folder);
      AtomicFiles.writeText(file, out -> out.write(text));
      written.add(file);
      return written;
    } catch (IOException e) {
      throw new TilescopeException(
          file
              + ": cannot be written: "
              + FileTrouble.writing(e)
              + "; name a file in a folder you may write to",
          e);
    }
  }

  private static String className(Path file) {
    Path last = file.getFileName();
    String name = last == null ? "" : last.toString().replaceFirst("\\.java$", "");
    if (last == null
        || !last.toString().endsWith(".java")
        || !SourceVersion.isIdentifier(name)
        || SourceVersion.isKeyword(name)
        || RESTRICTED.contains(name)) {
      throw new TilescopeException(
          "%s: the name of a Java class is expected, such as AddTest.java".formatted(file));
    }
    return name;
  }

  /**
   * Runs the call as the test will.
   *
   * @throws TilescopeException if it cannot be run
   */
  public ReplayResult replayed(TracedCall call) {
    ReplayResult result;
    try (MeshDevice device = MeshDevice.open(board)) {
      Replay replay = Replay.of(call);
      result = (pcc == null ? replay : replay.withPcc(pcc)).run(device);
    }
    if (result.verdict() instanceof Verdict.CannotRun(String why)) {
      throw new TilescopeException(
          "%s: the call cannot be run, so there is no test of it: %s"
              .formatted(call.source(), why));
    }
    return result;
  }

  /**
   * Whether recorded values are what the test asserts: not if they were not compared, nor if the
   * call is one that cannot be held to them.
   */
  boolean assertsRecorded(ReplayResult result, Output output) {
    Double found = output.pcc();
    String recorded = output.recordedSha256();
    return recorded != null
        && found != null
        && (result.differs() || recorded.equals(output.sha256()) || pcc != null && found >= pcc);
  }
}
