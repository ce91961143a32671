package dev.tilescope.device;

import dev.tilescope.device.marker.Risc;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The kernels that the factory of a device operation makes: how large their binaries are and how
 * many words of runtime arguments each core gets. {@code program-kernels.txt} has the numbers and
 * says where they come from.
 *
 * @param binaryBytes by the codes of the RISCs
 * @param onWholeGrid whether cores without work get arguments too
 */
record FactoryKernels(
    int[] binaryBytes,
    ArgumentWords writer,
    ArgumentWords reader,
    ArgumentWords compute,
    boolean onWholeGrid) {
  private static final String FILE = "program-kernels.txt";
  private static final String OTHERS = "*";
  private static final String NOT_COUNTED = "-";
  private static final Map<String, FactoryKernels> ALL = read();

  /** Of operations that the table does not name, what most have. */
  static FactoryKernels of(String operation) {
    FactoryKernels named = ALL.get(operation);
    return named == null ? Objects.requireNonNull(ALL.get(OTHERS)) : named;
  }

  int binaryBytes(Risc risc) {
    return binaryBytes[risc.code()];
  }

  private static Map<String, FactoryKernels> read() {
    try (InputStream file = FactoryKernels.class.getResourceAsStream(FILE)) {
      byte[] bytes = Objects.requireNonNull(file, FILE).readAllBytes();
      Map<String, FactoryKernels> all = new HashMap<>();
      new String(bytes, StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> List.of(line.split(" *\\| *", -1)))
          .forEach(row -> all.put(row.getFirst(), row(row, all.get(OTHERS))));
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @param others what stands for words that nobody has counted; null for its own row, the first
   */
  private static FactoryKernels row(List<String> row, @Nullable FactoryKernels others) {
    int[] bytes = Arrays.stream(row.get(1).split(" ")).mapToInt(Integer::parseInt).toArray();
    boolean onWholeGrid = row.get(5).equals("grid");
    return others != null && row.get(2).equals(NOT_COUNTED)
        ? new FactoryKernels(bytes, others.writer, others.reader, others.compute, onWholeGrid)
        : new FactoryKernels(
            bytes,
            ArgumentWords.parse(row.get(2)),
            ArgumentWords.parse(row.get(3)),
            ArgumentWords.parse(row.get(4)),
            onWholeGrid);
  }
}
