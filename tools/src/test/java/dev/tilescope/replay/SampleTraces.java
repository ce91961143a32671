package dev.tilescope.replay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Trace files of TT-NN's, and small ones to write. */
public final class SampleTraces {
  private SampleTraces() {}

  /** A file or folder of the test resources. */
  public static Path resource(String name) {
    try {
      return Path.of(SampleTraces.class.getResource("/dev/tilescope/replay/" + name).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The five examples that TT-NN has in its repository. */
  static Stream<Path> realFiles() {
    return Stream.of("example1", "example2").flatMap(name -> list(resource(name)).stream());
  }

  static List<Path> list(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a call with those arguments; more fields may follow them. */
  public static Path write(Path folder, long number, String operation, String args, String more) {
    String name = operation.replace(".", "_").replace("::", "_");
    Path file = folder.resolve(number + "_" + name + "_20260116_100125_580236.json");
    String text =
        "{\"operation_id\": %d, \"operation_name\": \"%s\", \"args\": [%s]%s}"
            .formatted(number, operation, args, more);
    try {
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A tensor as the first positional argument. */
  public static String tensor(String shape, String more) {
    return """
    {"position": 0, "value": {"type": "ttnn.Tensor", "original_shape": %s,
     "original_dtype": "DataType.BFLOAT16", "layout": "Layout.TILE"%s}}\
    """
        .formatted(shape, more);
  }
}
