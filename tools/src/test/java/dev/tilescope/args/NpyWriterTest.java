package dev.tilescope.args;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Shape;
import dev.tilescope.tensor.Values;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class NpyWriterTest {
  /** The elements' bytes; what is before them must be a header of NumPy's. */
  private static ByteBuffer written(Elements elements, String type) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    NpyWriter.write(elements, bytes);
    ByteBuffer file = ByteBuffer.wrap(bytes.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
    byte[] start = new byte[8];
    file.get(start);
    assertThat(start).containsExactly(0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0);
    byte[] header = new byte[file.getShort()];
    file.get(header);
    assertThat(new String(header, StandardCharsets.US_ASCII))
        .startsWith(
            "{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }"
                .formatted(type, elements.shape().volume()))
        .endsWith("\n");
    assertThat(file.position() % 64).isZero();
    return file.slice().order(ByteOrder.LITTLE_ENDIAN);
  }

  @Property(tries = 200, seed = "11")
  void floatsAreWrittenBitForBit(@ForAll float[] values) throws IOException {
    ByteBuffer data =
        written(
            new Elements.OfTensor(
                Shape.of(values.length), DataType.FLOAT32, new Values.Floats(values)),
            "<f4");
    for (float value : values) {
      assertThat(data.getInt()).isEqualTo(Float.floatToIntBits(value));
    }
    assertThat(data.hasRemaining()).isFalse();
  }

  @Property(tries = 100, seed = "12")
  void integersAreWrittenInTheirOwnWidth(@ForAll int[] values, @ForAll DataType dtype)
      throws IOException {
    if (dtype.isFloat()) {
      return;
    }
    int[] held = Arrays.stream(values).map(v -> within(v, dtype)).toArray();
    ByteBuffer data =
        written(
            new Elements.OfTensor(Shape.of(held.length), dtype, new Values.Integers(held)),
            type(dtype));
    for (int value : held) {
      assertThat(next(data, dtype)).isEqualTo(value);
    }
    assertThat(data.hasRemaining()).isFalse();
  }

  private static String type(DataType dtype) {
    return switch (dtype.name()) {
      case "UINT8" -> "|u1";
      case "INT8" -> "|i1";
      case "UINT16" -> "<u2";
      case "UINT32" -> "<u4";
      default -> "<i4";
    };
  }

  private static int next(ByteBuffer data, DataType dtype) {
    return switch (dtype.name()) {
      case "UINT8" -> Byte.toUnsignedInt(data.get());
      case "INT8" -> data.get();
      case "UINT16" -> Short.toUnsignedInt(data.getShort());
      default -> data.getInt();
    };
  }

  private static int within(int value, DataType dtype) {
    return switch (dtype.name()) {
      case "UINT8" -> value & 0xFF;
      case "INT8" -> (byte) value;
      case "UINT16" -> value & 0xFFFF;
      default -> value;
    };
  }
}
