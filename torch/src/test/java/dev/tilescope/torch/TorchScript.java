package dev.tilescope.torch;

import ai.djl.MalformedModelException;
import ai.djl.Model;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.training.ParameterStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Any function of PyTorch as an oracle: DJL's arrays have few of them, but its engine runs
 * TorchScript, whose archives are small enough to be written here.
 *
 * <pre>
 * archive --> zip of uncompressed m/data.pkl, m/code/__torch__.py, m/constants.pkl, m/version
 * data.pkl --> a pickled object of class __torch__.M with training=False
 * __torch__.py --> class M whose forward(x0, x1, ...) returns the expression
 * </pre>
 *
 * <p>Functions go by their names in ATen: {@code torch.special_i1(x0)}, {@code
 * torch.adaptive_avg_pool2d(x0, [2, 3])}.
 */
final class TorchScript implements AutoCloseable {
  private static final String MODULE =
      "\u0080\u0002c__torch__\nM\n)\u0081}X\b\0\0\0training\u0089sb.";
  private static final String NO_CONSTANTS = "\u0080\u0002).";

  private final Map<String, Model> models = new HashMap<>();

  /** What the expression makes of {@code x0}, {@code x1} and so on. */
  NDArray run(String expression, NDList inputs, NDManager manager) {
    Model model = models.computeIfAbsent(code(expression, inputs.size()), TorchScript::compiled);
    return model
        .getBlock()
        .forward(new ParameterStore(manager, true), inputs, false)
        .singletonOrThrow();
  }

  @Override
  public void close() {
    models.values().forEach(Model::close);
  }

  private static String code(String expression, int inputs) {
    String parameters =
        IntStream.range(0, inputs)
            .mapToObj(i -> ", x" + i + ": Tensor")
            .collect(Collectors.joining());
    return """
    class M(Module):
      __parameters__ = []
      __buffers__ = []
      training : bool
      def forward(self: __torch__.M%s) -> Tensor:
        return %s
    """
        .formatted(parameters, expression);
  }

  private static Model compiled(String code) {
    Model model = Model.newInstance("oracle", "PyTorch");
    try {
      model.load(new ByteArrayInputStream(archive(code)));
      return model;
    } catch (IOException | MalformedModelException | RuntimeException e) {
      model.close();
      throw new AssertionError("PyTorch refuses\n" + code, e);
    }
  }

  private static byte[] archive(String code) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      put(zip, "m/data.pkl", MODULE);
      put(zip, "m/code/__torch__.py", code);
      put(zip, "m/constants.pkl", NO_CONSTANTS);
      put(zip, "m/version", "10\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void put(ZipOutputStream zip, String name, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    CRC32 crc = new CRC32();
    crc.update(bytes);
    ZipEntry entry = new ZipEntry(name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(bytes.length);
    entry.setCrc(crc.getValue());
    zip.putNextEntry(entry);
    zip.write(bytes);
    zip.closeEntry();
  }
}
