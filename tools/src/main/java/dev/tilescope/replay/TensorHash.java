package dev.tilescope.replay;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Shape;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchTensor;
import dev.tilescope.tensor.Values;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * SHA-256 of a tensor's logical values, which does not depend on layout, padding or placement:
 *
 * <pre>
 * bytes     header part*
 * header    UTF-8 "tilescope.tensor.1 DTYPE [d0, d1, ...]\n"; DTYPE as BFLOAT16
 * part      elements in row-major order, 4 bytes each, big-endian; one part for each device of a
 *           mesh whose devices have different values
 * element   of a float type the bits of its float32, every NaN as 0x7fc00000;
 *           of an integer type its low 32 bits
 * </pre>
 */
public final class TensorHash {
  private static final int CHUNK_BYTES = 1 << 16;

  private TensorHash() {}

  /** In hexadecimal. */
  public static String of(Tensor tensor) {
    return of(tensor.shape(), tensor.dtype(), tensor.requireParts("tensor"));
  }

  /**
   * Of a {@code torch.Tensor}, whatever its type: "tilescope.torch.1 [d0, ...]\n" and each element
   * as a big-endian float64.
   */
  public static String of(TorchTensor tensor) {
    MessageDigest digest = sha256();
    String header = "tilescope.torch.1 %s\n".formatted(Arrays.toString(tensor.shape().toArray()));
    digest.update(header.getBytes(StandardCharsets.UTF_8));
    for (double value : tensor.toDoubles()) {
      digest.update(ByteBuffer.allocate(Double.BYTES).putDouble(value).flip());
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  static String of(Shape shape, DataType dtype, List<Values> parts) {
    MessageDigest digest = sha256();
    String header =
        "tilescope.tensor.1 %s %s\n".formatted(dtype.name(), Arrays.toString(shape.toArray()));
    digest.update(header.getBytes(StandardCharsets.UTF_8));
    parts.forEach(part -> update(digest, part));
    return HexFormat.of().formatHex(digest.digest());
  }

  private static void update(MessageDigest digest, Values values) {
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
    for (int i = 0; i < values.size(); i++) {
      if (!chunk.hasRemaining()) {
        digest.update(chunk.flip());
        chunk.clear();
      }
      chunk.putInt(
          switch (values) {
            case Values.Floats(float[] array) -> Float.floatToIntBits(array[i]);
            case Values.Integers(int[] array) -> array[i];
          });
    }
    digest.update(chunk.flip());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}
