package dev.tilescope.tensor;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.Tile;
import dev.tilescope.model.TilescopeException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The bytes of a tensor as the pages of its buffer hold them, and back.
 *
 * <p>In TILE layout the padded matrix is cut into tiles, row by row; a tile of 32x32 holds four
 * 16x16 faces (top left, top right, bottom left, bottom right), each row-major, a smaller one fewer
 * or lower ones; in a transposed tile faces and elements lie column by column. Padding is zero. In
 * ROW_MAJOR the rows follow each other. Little-endian.
 */
public final class TileImage {
  private static final int FACE = 16;

  private TileImage() {}

  /** All pages of a tensor, in page order. */
  public static byte[] encode(TensorSpec spec, Values values) {
    refuseBlockFloats(spec);
    values.requireFit(spec);
    long bytes = spec.bufferBytes();
    if (bytes > Integer.MAX_VALUE - 8) {
      throw new TilescopeException("the image of " + spec.shape() + " exceeds 2 GiB: " + bytes);
    }
    ByteBuffer image = ByteBuffer.allocate((int) bytes).order(ByteOrder.LITTLE_ENDIAN);
    walk(spec, (logical, physical) -> put(image, spec.dtype(), physical, values, logical));
    return image.array();
  }

  /** The values of an image; padding is ignored. */
  public static Values decode(TensorSpec spec, byte[] image) {
    refuseBlockFloats(spec);
    if (image.length != spec.bufferBytes()) {
      throw new TilescopeException(
          "image of %s: %d bytes expected, got %d"
              .formatted(spec.shape(), spec.bufferBytes(), image.length));
    }
    Values values = Values.zeros(spec.dtype(), spec.shape().volume());
    ByteBuffer bytes = ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN);
    walk(spec, (logical, physical) -> get(bytes, spec.dtype(), physical, values, logical));
    return values;
  }

  private static void refuseBlockFloats(TensorSpec spec) {
    if (spec.dtype().isBlockFloat()) {
      throw new TilescopeException(
          "dtype: images are made of BFLOAT16, FLOAT32 and integer tensors, got " + spec.dtype());
    }
  }

  private interface Visitor {
    void element(int logicalIndex, int physicalIndex);
  }

  private static void walk(TensorSpec spec, Visitor visitor) {
    Shape shape = spec.shape();
    int width = shape.rank() == 0 ? 1 : shape.dim(-1);
    int height = shape.rank() < 2 ? 1 : shape.dim(-2);
    int paddedWidth = (int) spec.physicalWidth();
    int paddedHeight =
        spec.layout() == Layout.TILE ? roundUp(height, spec.tile().height()) : height;
    int matrices = width * height == 0 ? 0 : (int) (shape.volume() / ((long) width * height));
    int logical = 0;
    for (int matrix = 0; matrix < matrices; matrix++) {
      for (int y = 0; y < height; y++) {
        int row = matrix * paddedHeight + y;
        for (int x = 0; x < width; x++) {
          int physical =
              spec.layout() == Layout.TILE
                  ? inTile(spec.tile(), row, x, paddedWidth)
                  : row * paddedWidth + x;
          visitor.element(logical++, physical);
        }
      }
    }
  }

  /** Where an element of the padded matrix stands, counted in elements from the first page. */
  static int inTile(Tile tile, int row, int column, int paddedWidth) {
    int index = row / tile.height() * (paddedWidth / tile.width()) + column / tile.width();
    int y = row % tile.height();
    int x = column % tile.width();
    return index * tile.elements()
        + (tile.transposed() ? transposed(tile, y, x) : straight(tile, y, x));
  }

  private static int straight(Tile tile, int y, int x) {
    int face = y / FACE * (tile.width() / FACE) + x / FACE;
    return face * tile.faceHeight() * FACE + y % FACE * FACE + x % FACE;
  }

  private static int transposed(Tile tile, int y, int x) {
    int face = x / FACE * (tile.height() / FACE) + y / FACE;
    return face * FACE * FACE + x % FACE * FACE + y % FACE;
  }

  private static int roundUp(int value, int multiple) {
    return (value + multiple - 1) / multiple * multiple;
  }

  private static void put(ByteBuffer out, DataType dtype, int at, Values values, int index) {
    switch (dtype) {
      case BFLOAT16 ->
          out.putShort(at * 2, (short) (Float.floatToRawIntBits(values.floats()[index]) >>> 16));
      case FLOAT32 -> out.putFloat(at * 4, values.floats()[index]);
      case UINT32, INT32 -> out.putInt(at * 4, values.integers()[index]);
      case UINT16 -> out.putShort(at * 2, (short) values.integers()[index]);
      case UINT8, INT8 -> out.put(at, (byte) values.integers()[index]);
      case BFLOAT8_B, BFLOAT4_B -> throw new AssertionError(dtype);
    }
  }

  private static void get(ByteBuffer in, DataType dtype, int at, Values values, int index) {
    switch (dtype) {
      case BFLOAT16 -> values.floats()[index] = Float.intBitsToFloat(in.getShort(at * 2) << 16);
      case FLOAT32 -> values.floats()[index] = in.getFloat(at * 4);
      case UINT32, INT32 -> values.integers()[index] = in.getInt(at * 4);
      case UINT16 -> values.integers()[index] = Short.toUnsignedInt(in.getShort(at * 2));
      case UINT8 -> values.integers()[index] = Byte.toUnsignedInt(in.get(at));
      case INT8 -> values.integers()[index] = in.get(at);
      case BFLOAT8_B, BFLOAT4_B -> throw new AssertionError(dtype);
    }
  }
}
