package dev.tilescope.model;

/**
 * The size of the tiles that a tensor in TILE layout consists of. A tile is made of faces of up to
 * 16 rows and 16 columns. Prints as TT-NN does.
 *
 * @param transposed whether the elements of a tile lie column by column; their values and sizes are
 *     the same
 */
public record Tile(int height, int width, boolean transposed) {
  /** Rows and columns of a face; of a low tile faces are as low. */
  public static final int FACE_SIDE = 16;

  /** What the device pads the exponents of a tile of block floats to. */
  private static final int EXPONENTS_ALIGNMENT_BYTES = 16;

  /** What almost every tensor has. */
  public static final Tile DEFAULT = new Tile(TensorSpec.TILE_SIDE, TensorSpec.TILE_SIDE);

  public Tile {
    boolean fits = Integer.bitCount(height) == 1 && height <= 32 && (width == 16 || width == 32);
    if (!fits) {
      throw new TilescopeException(
          "Tile size is not valid for our hardware: heights are 1, 2, 4, 8, 16 and 32, widths 16"
              + " and 32, got [%d, %d]".formatted(height, width));
    }
    if (transposed && height < FACE_SIDE) {
      throw new TilescopeException(
          "Tile height must equal 16 or 32 in transpose mode, got " + height);
    }
  }

  public Tile(int height, int width) {
    this(height, width, false);
  }

  public int elements() {
    return height * width;
  }

  public int faceHeight() {
    return Math.min(height, FACE_SIDE);
  }

  public int faces() {
    return elements() / (faceHeight() * FACE_SIDE);
  }

  public boolean isDefault() {
    return height == TensorSpec.TILE_SIDE && width == TensorSpec.TILE_SIDE;
  }

  /** Bytes of a tile: block floats carry an exponent for every row of a face. */
  public int bytes(DataType dtype) {
    int exponents = Math.ceilDiv(faceHeight() * faces(), EXPONENTS_ALIGNMENT_BYTES);
    return switch (dtype) {
      case BFLOAT8_B -> elements() + exponents * EXPONENTS_ALIGNMENT_BYTES;
      case BFLOAT4_B -> elements() / 2 + exponents * EXPONENTS_ALIGNMENT_BYTES;
      case BFLOAT16, FLOAT32, UINT32, UINT8, UINT16, INT32, INT8 ->
          elements() * dtype.elementBytes();
    };
  }

  @Override
  public String toString() {
    return "{tile_shape={%d, %d},face_shape={%d, %d},num_faces=%d}"
        .formatted(height, width, faceHeight(), FACE_SIDE, faces());
  }
}
