package dev.tilescope.replay;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.replay.Recorded.Numeral;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpyFileTest {
  @TempDir private Path folder;

  private static byte[] npy(int version, String header, byte[] data) {
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes =
        ByteBuffer.allocate(12 + text.length + data.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII));
    bytes.put((byte) version).put((byte) 0);
    if (version == 1) {
      bytes.putShort((short) text.length);
    } else {
      bytes.putInt(text.length);
    }
    bytes.put(text).put(data);
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  private static String header(String type, String shape) {
    return "{'descr': '%s', 'fortran_order': False, 'shape': %s, }\n".formatted(type, shape);
  }

  private List<String> read(byte[] bytes) throws IOException {
    return texts(NpyFile.read(Files.write(folder.resolve("x.npy"), bytes)));
  }

  private static List<String> texts(Recorded.Sequence read) {
    return read.items().stream().map(item -> ((Numeral) item).text()).toList();
  }

  @Property(tries = 200, seed = "11")
  void floatsAreReadBitForBit(@ForAll float[] values) throws IOException {
    ByteBuffer data = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : values) {
      data.putFloat(value);
    }
    float[] read = NestedNumbers.of("x", array("<f4", data.array()), values.length).floats();
    for (int i = 0; i < values.length; i++) {
      assertThat(Float.floatToIntBits(read[i])).isEqualTo(Float.floatToIntBits(values[i]));
    }
  }

  @Property(tries = 100, seed = "12")
  void integersAreReadWhateverTheirWidth(@ForAll int[] values) throws IOException {
    for (int bytes : new int[] {1, 2, 4}) {
      long mask = (1L << (8 * bytes)) - 1;
      ByteBuffer data =
          ByteBuffer.allocate(bytes * values.length + 4).order(ByteOrder.LITTLE_ENDIAN);
      for (int value : values) {
        data.putInt(value).position(data.position() - 4 + bytes);
      }
      byte[] held = Arrays.copyOf(data.array(), bytes * values.length);
      String type = (bytes == 1 ? "|u" : "<u") + bytes;
      assertThat(NestedNumbers.of("x", array(type, held), values.length).integers())
          .isEqualTo(Arrays.stream(values).map(v -> (int) (v & mask)).toArray());
    }
  }

  private static Recorded.Sequence array(String type, byte[] data) throws IOException {
    int count = data.length / (type.charAt(2) - '0');
    Path file = Files.createTempFile("tensor", ".npy");
    try {
      return NpyFile.read(Files.write(file, npy(1, header(type, "(" + count + ",)"), data)));
    } finally {
      Files.delete(file);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "1; <f2; 003c00fc; [1.0, -Infinity]",
        "2; <f4; 0000803f; [1.0]",
        "3; >f4; 3f800000; [1.0]",
        "1; <f8; 000000000000f87f; [NaN]",
        "1; |i1; ff7f; [-1, 127]",
        "1; |u1; ff7f; [255, 127]",
        "1; |b1; 0100; [1, 0]",
        "1; <i2; ffff; [-1]",
        "1; >u2; fffe; [65534]",
        "1; <u4; ffffffff; [4294967295]",
        "1; <i8; ffffffffffffff7f; [9223372036854775807]",
      })
  void everyTypeOfNumpyIsRead(int version, String type, String hex, String expected)
      throws IOException {
    byte[] data = java.util.HexFormat.of().parseHex(hex);
    int count = data.length / (type.charAt(2) - '0');
    assertThat(read(npy(version, header(type, "(" + count + ",)"), data)).toString())
        .isEqualTo(expected);
  }

  @Test
  void anArrayWithoutDimensionsHasOneElement() throws IOException {
    assertThat(read(npy(1, header("|u1", "()"), new byte[] {7}))).containsExactly("7");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (9999999999, 9999999999, 9), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }",
        "{'descr': '<f4', 'fortran_order': True, 'shape': (1, 1), }",
        "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }",
        "{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }",
        "{'descr': '<f4'}",
        ""
      })
  void whatIsNoArrayOfNumbersIsRefusedByName(String header) {
    assertThatThrownBy(() -> read(npy(1, header, new byte[4])))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("x.npy: an array that cannot be read: ");
  }

  @Test
  void anArrayOfGigabytesIsReadWithoutHeap() throws IOException {
    List<Recorded> items = NpyFile.read(sparse("<f4", 1 << 29)).items();
    assertThat(items).hasSize(1 << 29);
    assertThat(items.getLast()).isEqualTo(new Numeral("1.0"));
    assertThat(items.toString()).isEqualTo("[536870912 numbers]");
    assertThat(NpyFile.read(sparse("|u1", Integer.MAX_VALUE - 8)).items().getLast())
        .isEqualTo(new Numeral("63"));
  }

  @Test
  void aFileThatIsShortenedWhileItIsReadSaysSo() throws IOException {
    Path file = sparse("<f4", 1 << 20);
    List<Recorded> items = NpyFile.read(file).items();
    try (FileChannel channel = FileChannel.open(file, WRITE)) {
      channel.truncate(1 << 21);
    }
    assertThat(items.getFirst()).isEqualTo(new Numeral("0.0"));
    assertThatThrownBy(items::getLast)
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("sparse.npy: it became shorter while it was read: 4,194,")
        .hasMessageContaining("now 2,097,152; read the trace again");
    Files.delete(file);
    assertThatThrownBy(items::getLast)
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("sparse.npy: cannot be read any more: ");
  }

  @Test
  void elementsOfAllChunksComeInOrder() throws IOException {
    int[] values = new int[700_000];
    Arrays.setAll(values, i -> i * 31);
    ByteBuffer data = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    data.asIntBuffer().put(values);
    byte[] bytes = npy(1, header("<i4", "(700000,)"), data.array());
    Path file = Files.write(folder.resolve("chunks.npy"), bytes);
    assertThat(NestedNumbers.of("x", NpyFile.read(file), values.length).integers())
        .isEqualTo(values);
  }

  @Test
  void anArrayOfTooManyElementsNamesTheLimit() throws IOException {
    Path file = sparse("|u1", Integer.MAX_VALUE - 7);
    assertThatThrownBy(() -> NpyFile.read(file))
        .isInstanceOf(TilescopeException.class)
        .hasMessageEndingWith(
            "it has 2,147,483,640 elements, and no more than 2,147,483,639 can be read");
  }

  /** Zeros that take no room on the disk, and at the end the bytes of 1.0f. */
  private Path sparse(String type, long count) throws IOException {
    byte[] header = npy(1, header(type, "(" + count + ",)"), new byte[0]);
    Path file = folder.resolve("sparse.npy");
    Files.deleteIfExists(file);
    try (FileChannel channel =
        FileChannel.open(file, CREATE_NEW, WRITE, StandardOpenOption.SPARSE)) {
      channel.write(ByteBuffer.wrap(header));
      long end = header.length + count * (type.charAt(2) - '0');
      channel.write(ByteBuffer.wrap(new byte[] {0, 0, (byte) 0x80, 0x3f}), end - 4);
    }
    return file;
  }

  @Test
  void aFileThatIsCutAnywhereIsRefused() {
    byte[] whole = npy(1, header("<f4", "(2,)"), new byte[8]);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> read(cut)).isInstanceOf(TilescopeException.class);
    }
  }
}
