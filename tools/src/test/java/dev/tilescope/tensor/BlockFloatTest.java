package dev.tilescope.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tilescope.internal.json.JsonReader;
import dev.tilescope.model.DataType;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class BlockFloatTest {
  private static final float INF = Float.POSITIVE_INFINITY;

  /** One row of bfp_row_vectors.json, which TT-Metal's own conversion functions made. */
  record RowVector(DataType dtype, double[] input, int shared, double[] data, double[] decoded) {}

  static List<RowVector> rowVectors() {
    var bytes =
        Objects.requireNonNull(BlockFloatTest.class.getResourceAsStream("bfp_row_vectors.json"));
    List<RowVector> vectors = new ArrayList<>();
    try (JsonReader reader = JsonReader.of(bytes, "bfp_row_vectors.json")) {
      reader.enterArray();
      while (reader.nextElement()) {
        vectors.add(rowVector(reader));
      }
    }
    return vectors;
  }

  private static RowVector rowVector(JsonReader reader) {
    DataType dtype = DataType.BFLOAT8_B;
    int shared = 0;
    double[] input = {};
    double[] data = {};
    double[] decoded = {};
    reader.enterObject();
    for (String name = reader.nextField(); name != null; name = reader.nextField()) {
      switch (name) {
        case "format" -> dtype = DataType.valueOf(reader.text().toUpperCase(Locale.ROOT));
        case "shared_exp" -> shared = reader.intValue();
        case "input" -> input = numbers(reader);
        case "data" -> data = numbers(reader);
        case "decoded" -> decoded = numbers(reader);
        default -> throw new AssertionError(name);
      }
    }
    return new RowVector(dtype, input, shared, data, decoded);
  }

  private static double[] numbers(JsonReader reader) {
    List<Double> numbers = new ArrayList<>();
    reader.enterArray();
    while (reader.nextElement()) {
      numbers.add(reader.doubleValue());
    }
    return numbers.stream().mapToDouble(Double::doubleValue).toArray();
  }

  @Test
  void thereAreVectorsOfBothTypes() {
    assertThat(rowVectors()).hasSize(14).extracting(RowVector::dtype).contains(DataType.BFLOAT4_B);
  }

  @ParameterizedTest
  @MethodSource("rowVectors")
  void rowsAreEncodedAndDecodedAsTtMetalDoes(RowVector row) {
    int bits = BlockFloat.magnitudeBits(row.dtype);
    float[] values = new float[16];
    for (int i = 0; i < 16; i++) {
      values[i] = (float) row.input[i];
    }
    int shared = BlockFloat.sharedExponent(values, 0, 16);
    assertThat(shared).isEqualTo(row.shared);
    for (int i = 0; i < 16; i++) {
      int element = BlockFloat.encode(values[i], shared, bits);
      assertThat(element).as("element of %s", values[i]).isEqualTo((int) row.data[i]);
      float decoded = BlockFloat.decode(element, shared, bits);
      assertThat(decoded).isEqualTo(Float.valueOf((float) row.decoded[i]));
      assertThat(BlockFloat.rounded(values[i], shared, bits)).isEqualTo(Float.valueOf(decoded));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BFLOAT8_B", "BFLOAT4_B"})
  void aTileIsItsExponentsFaceByFaceThenItsElements(DataType dtype) {
    float[] values = new float[1024];
    values[0] = 1;
    values[17] = 2;
    values[32] = -4;
    values[16 * 32] = 8;
    values[31 * 32 + 31] = 16;
    byte[] tile = BlockFloat.encodeTile(dtype, values);
    assertThat(tile).hasSize(dtype.tileBytes());
    assertThat(Arrays.copyOf(tile, 64)).containsExactly(exponents());
    int top = dtype == DataType.BFLOAT8_B ? 0x40 : 0x4;
    assertThat(elementAt(dtype, tile, 0)).isEqualTo(top);
    assertThat(elementAt(dtype, tile, 256 + 1)).isEqualTo(top);
    assertThat(elementAt(dtype, tile, 16)).isEqualTo(3 * top);
    assertThat(elementAt(dtype, tile, 512)).isEqualTo(top);
    assertThat(elementAt(dtype, tile, 1023)).isEqualTo(top);
    assertThat(BlockFloat.decodeTile(dtype, tile)).containsExactly(values);
  }

  /** Rows 0 and 1 of face 0, row 0 of faces 1 and 2, the last row of face 3. */
  private static byte[] exponents() {
    byte[] exponents = new byte[64];
    exponents[0] = 127;
    exponents[1] = (byte) 129;
    exponents[16] = (byte) 128;
    exponents[32] = (byte) 130;
    exponents[63] = (byte) 131;
    return exponents;
  }

  private static int elementAt(DataType dtype, byte[] tile, int index) {
    return dtype == DataType.BFLOAT8_B
        ? Byte.toUnsignedInt(tile[64 + index])
        : Byte.toUnsignedInt(tile[64 + index / 2]) >> index % 2 * 4 & 15;
  }

  @Property(tries = 100, seed = "41")
  void whatWasHeldOnceIsHeldForGood(@ForAll @IntRange(max = 9999) int seed) {
    for (DataType dtype : List.of(DataType.BFLOAT8_B, DataType.BFLOAT4_B)) {
      float[] any = new float[1024];
      Random random = new Random(seed);
      for (int i = 0; i < any.length; i++) {
        any[i] = Float.intBitsToFloat(random.nextInt() >>> (seed & 1));
      }
      float[] once = BlockFloat.decodeTile(dtype, BlockFloat.encodeTile(dtype, any));
      float[] twice = BlockFloat.decodeTile(dtype, BlockFloat.encodeTile(dtype, once));
      assertThat(twice).containsExactly(once);
    }
  }

  @Property(tries = 100, seed = "42")
  void errorsStayBelowHalfAStepOrAWholeOneAtTheTop(@ForAll @IntRange(max = 9999) int seed) {
    for (int bits : new int[] {3, 7}) {
      float[] row = new float[16];
      Random random = new Random(seed);
      for (int i = 0; i < row.length; i++) {
        row[i] = (float) (random.nextGaussian() * Math.pow(2, random.nextInt(-6, 6)));
      }
      int shared = BlockFloat.sharedExponent(row, 0, 16);
      double step = Math.pow(2, shared - 127 - bits + 1);
      double most = step * ((1 << bits) - 1);
      for (float value : row) {
        double share = Math.abs(value) > most ? 1 : 0.5;
        assertThat((double) BlockFloat.rounded(value, shared, bits))
            .isCloseTo(value, within(share * step + Math.pow(2, shared - 150)));
      }
    }
  }

  @Test
  void specialValuesFollowTheBits() {
    float[] row = new float[1024];
    Arrays.fill(row, 1);
    row[0] = INF;
    row[1] = -INF;
    row[2] = Float.NaN;
    row[3] = 3e38f;
    row[4] = -0f;
    float[] held =
        BlockFloat.decodeTile(DataType.BFLOAT8_B, BlockFloat.encodeTile(DataType.BFLOAT8_B, row));
    assertThat(Arrays.copyOf(held, 6)).containsExactly(INF, -INF, Float.NaN, 2.9774707e38f, 0, 0);
    assertThat(held[16]).isEqualTo(1);
  }

  @Test
  void subnormalNumbersAreZero() {
    assertThat(BlockFloat.rounded(Float.MIN_NORMAL / 2, 1, 7)).isZero();
    assertThat(BlockFloat.rounded(Float.MIN_NORMAL, 1, 7)).isEqualTo(Float.MIN_NORMAL);
    assertThat(BlockFloat.rounded(-Float.MIN_NORMAL, 3, 7)).isEqualTo(-Float.MIN_NORMAL);
    assertThat(BlockFloat.decode(0x81, 6, 7)).as("2^-127, no sign").isEqualTo(0f);
    assertThat(BlockFloat.decode(0x81, 7, 7)).isEqualTo(-Float.MIN_NORMAL);
  }

  @Test
  void otherTypesAndSizesAreRefused() {
    assertThatThrownBy(() -> BlockFloat.magnitudeBits(DataType.BFLOAT16))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContainingAll("BFLOAT8_B or BFLOAT4_B expected", "DataType::BFLOAT16");
    assertThatThrownBy(() -> BlockFloat.encodeTile(DataType.BFLOAT8_B, new float[5]))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("tile: 1024 values expected, got 5");
    assertThatThrownBy(() -> BlockFloat.decodeTile(DataType.BFLOAT4_B, new byte[5]))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("tile: 576 bytes expected, got 5");
  }
}
