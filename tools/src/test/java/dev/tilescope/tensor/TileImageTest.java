package dev.tilescope.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class TileImageTest {
  @Provide
  Arbitrary<int[]> shapes() {
    return Arbitraries.integers().between(0, 40).array(int[].class).ofMinSize(0).ofMaxSize(3);
  }

  @Provide
  Arbitrary<DataType> types() {
    return Arbitraries.of(DataType.class).filter(type -> !type.isBlockFloat());
  }

  @Property(tries = 300, seed = "21")
  void decodingAnImageGivesTheValuesBack(
      @ForAll("shapes") int[] dims,
      @ForAll("types") DataType dtype,
      @ForAll Layout layout,
      @ForAll long seed) {
    TensorSpec spec = new TensorSpec(Shape.of(dims), dtype, layout, MemoryConfig.DRAM);
    Values values = random(spec, seed);
    byte[] image = TileImage.encode(spec, values);
    assertThat(image).hasSize((int) spec.bufferBytes());
    assertThat(bits(TileImage.decode(spec, image))).isEqualTo(bits(values));
  }

  @Property(tries = 100, seed = "22")
  void everyElementHasAPlaceOfItsOwnAndThePaddingIsZero(@ForAll("shapes") int[] dims) {
    TensorSpec spec =
        new TensorSpec(Shape.of(dims), DataType.UINT32, Layout.TILE, MemoryConfig.DRAM);
    int[] numbers = new int[(int) spec.shape().volume()];
    Arrays.setAll(numbers, i -> i + 1);
    byte[] image = TileImage.encode(spec, new Values.Integers(numbers));
    int[] found =
        IntStream.range(0, image.length / 4)
            .map(i -> little(image).getInt(4 * i))
            .filter(v -> v != 0)
            .sorted()
            .toArray();
    assertThat(found).isEqualTo(numbers);
  }

  /** 34 x 40 elements are 2 x 2 tiles; each tile is four faces of 256 elements. */
  @Test
  void facesFollowEachOtherInsideATile() {
    TensorSpec spec =
        new TensorSpec(Shape.of(34, 40), DataType.UINT16, Layout.TILE, MemoryConfig.DRAM);
    int[] values = new int[34 * 40];
    Arrays.setAll(values, i -> i + 1);
    ByteBuffer image = little(TileImage.encode(spec, new Values.Integers(values)));
    assertThat(image.capacity()).isEqualTo(4 * 2048);
    assertThat(elementAt(image, 0)).isEqualTo(at(0, 0));
    assertThat(elementAt(image, 15)).isEqualTo(at(0, 15));
    assertThat(elementAt(image, 16)).isEqualTo(at(1, 0));
    assertThat(elementAt(image, 256)).isEqualTo(at(0, 16));
    assertThat(elementAt(image, 512)).isEqualTo(at(16, 0));
    assertThat(elementAt(image, 768)).isEqualTo(at(16, 16));
    assertThat(elementAt(image, 1024)).isEqualTo(at(0, 32));
    assertThat(elementAt(image, 1024 + 512 + 16 + 1)).isEqualTo(at(17, 33));
    assertThat(elementAt(image, 2048)).isEqualTo(at(32, 0));
    assertThat(elementAt(image, 2048 + 16 + 3)).isEqualTo(at(33, 3));
    assertThat(elementAt(image, 1024 + 8)).as("padding beyond column 39").isZero();
    assertThat(elementAt(image, 2048 + 32)).as("padding beyond row 33").isZero();
  }

  private static int at(int row, int column) {
    return row * 40 + column + 1;
  }

  private static int elementAt(ByteBuffer image, int index) {
    return Short.toUnsignedInt(image.getShort(2 * index));
  }

  @Test
  void eachMatrixOfABatchStartsANewRowOfTiles() {
    TensorSpec spec =
        new TensorSpec(Shape.of(2, 1, 2), DataType.UINT8, Layout.TILE, MemoryConfig.DRAM);
    byte[] image = TileImage.encode(spec, new Values.Integers(new int[] {1, 2, 3, 255}));
    assertThat(image).hasSize(2048);
    assertThat(image[1]).isEqualTo((byte) 2);
    assertThat(image[1024]).isEqualTo((byte) 3);
    assertThat(image[1025]).isEqualTo((byte) 255);
  }

  @Test
  void aBfloat16IsTheHighHalfOfItsFloat() {
    TensorSpec spec =
        new TensorSpec(Shape.of(2), DataType.BFLOAT16, Layout.ROW_MAJOR, MemoryConfig.DRAM);
    byte[] image = TileImage.encode(spec, new Values.Floats(new float[] {1f, -2f}));
    assertThat(image).containsExactly(0x80, 0x3F, 0x00, 0xC0);
  }

  @Test
  void shardedRowsArePaddedToWholeShards() {
    MemoryConfig memory =
        Sharding.config(
            Shape.of(2, 8), 2, 1, TensorMemoryLayout.WIDTH_SHARDED, ShardOrientation.ROW_MAJOR);
    TensorSpec spec = new TensorSpec(Shape.of(2, 6), DataType.UINT8, Layout.ROW_MAJOR, memory);
    int[] values = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    assertThat(TileImage.encode(spec, new Values.Integers(values)))
        .containsExactly(1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 9, 10, 11, 12, 0, 0);
  }

  @Test
  void anImageOfTheWrongLengthIsRefused() {
    TensorSpec spec =
        new TensorSpec(Shape.of(2), DataType.FLOAT32, Layout.ROW_MAJOR, MemoryConfig.DRAM);
    assertThatThrownBy(() -> TileImage.decode(spec, new byte[7]))
        .isInstanceOf(TilescopeException.class)
        .hasMessage("image of Shape([2]): 8 bytes expected, got 7");
  }

  @Test
  void valuesThatDoNotFitTheSpecAreRefused() {
    TensorSpec spec =
        new TensorSpec(Shape.of(2), DataType.FLOAT32, Layout.ROW_MAJOR, MemoryConfig.DRAM);
    assertThatThrownBy(() -> TileImage.encode(spec, new Values.Floats(new float[1])))
        .isInstanceOf(TilescopeException.class)
        .hasMessage("values: Shape([2]) needs 2 elements, got 1");
    assertThatThrownBy(() -> Tensor.onHost(spec, new Values.Integers(new int[2])))
        .isInstanceOf(TilescopeException.class)
        .hasMessage("values: DataType::FLOAT32 takes floats, got integers");
  }

  @Test
  void blockFloatsHaveNoImageYet() {
    TensorSpec spec =
        new TensorSpec(Shape.of(2), DataType.BFLOAT8_B, Layout.TILE, MemoryConfig.DRAM);
    assertThatThrownBy(() -> TileImage.decode(spec, new byte[1088]))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith("dtype: ")
        .hasMessageEndingWith("got DataType::BFLOAT8_B");
  }

  private static ByteBuffer little(byte[] image) {
    return ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Every bit pattern the type can hold. */
  private static Values random(TensorSpec spec, long seed) {
    Random random = new Random(seed);
    Values values = Values.zeros(spec.dtype(), spec.shape().volume());
    for (int i = 0; i < values.size(); i++) {
      int bits = random.nextInt();
      switch (spec.dtype()) {
        case FLOAT32 -> values.floats()[i] = Float.intBitsToFloat(bits);
        case BFLOAT16 -> values.floats()[i] = Float.intBitsToFloat(bits & 0xFFFF0000);
        case UINT32, INT32 -> values.integers()[i] = bits;
        case UINT16 -> values.integers()[i] = bits & 0xFFFF;
        case UINT8 -> values.integers()[i] = bits & 0xFF;
        case INT8 -> values.integers()[i] = (byte) bits;
        case BFLOAT8_B, BFLOAT4_B -> throw new AssertionError(spec.dtype());
      }
    }
    return values;
  }

  private static int[] bits(Values values) {
    return switch (values) {
      case Values.Integers(int[] array) -> array;
      case Values.Floats(float[] array) ->
          IntStream.range(0, array.length).map(i -> Float.floatToRawIntBits(array[i])).toArray();
    };
  }
}
