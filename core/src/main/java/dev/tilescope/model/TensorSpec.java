package dev.tilescope.model;

/**
 * Everything about a tensor but its values: logical shape, element type, layout and placement, and
 * the sizes that follow from them.
 *
 * <p>The physical form is two-dimensional. In TILE layout the last two dimensions are rounded up to
 * 32; in ROW_MAJOR nothing is, except that a sharded tensor's rows are rounded up to the shard
 * width.
 */
public final class TensorSpec {
  public static final int TILE_SIDE = 32;

  private final Shape shape;
  private final DataType dtype;
  private final Layout layout;
  private final MemoryConfig memoryConfig;
  private final int hash;

  public TensorSpec(Shape shape, DataType dtype, Layout layout, MemoryConfig memoryConfig) {
    if (dtype.isBlockFloat() && layout == Layout.ROW_MAJOR) {
      throw new TilescopeException(
          "layout: " + dtype + " exists only in " + Layout.TILE + ", got " + layout);
    }
    this.shape = shape;
    this.dtype = dtype;
    this.layout = layout;
    this.memoryConfig = memoryConfig;
    this.hash =
        ((shape.hashCode() * 31 + dtype.ordinal()) * 31 + layout.ordinal()) * 31
            + memoryConfig.hashCode();
  }

  public Shape shape() {
    return shape;
  }

  public DataType dtype() {
    return dtype;
  }

  public Layout layout() {
    return layout;
  }

  public MemoryConfig memoryConfig() {
    return memoryConfig;
  }

  public TensorSpec withShape(Shape other) {
    return new TensorSpec(other, dtype, layout, memoryConfig);
  }

  public TensorSpec withDtype(DataType other) {
    return new TensorSpec(shape, other, layout, memoryConfig);
  }

  public TensorSpec withLayout(Layout other) {
    return new TensorSpec(shape, dtype, other, memoryConfig);
  }

  public TensorSpec withMemoryConfig(MemoryConfig other) {
    return new TensorSpec(shape, dtype, layout, other);
  }

  /** The logical shape with its last two dimensions rounded up to what the layout needs. */
  public Shape paddedShape() {
    int rank = layout == Layout.TILE ? Math.max(shape.rank(), 2) : Math.max(shape.rank(), 1);
    int[] padded = new int[rank];
    for (int i = 0; i < rank; i++) {
      int from = i - (rank - shape.rank());
      padded[i] = from < 0 ? 1 : shape.dim(from);
    }
    padded[rank - 1] = roundUp(padded[rank - 1], widthAlignment());
    if (layout == Layout.TILE) {
      padded[rank - 2] = roundUp(padded[rank - 2], TILE_SIDE);
    }
    return Shape.of(padded);
  }

  private int widthAlignment() {
    if (layout == Layout.TILE) {
      return TILE_SIDE;
    }
    ShardSpec shards = memoryConfig.shardSpec();
    return shards == null ? 1 : shards.width();
  }

  private static int roundUp(int value, int multiple) {
    long rounded = ((long) value + multiple - 1) / multiple * multiple;
    if (rounded > Integer.MAX_VALUE) {
      throw new TilescopeException("shape: dimension " + value + " is too large to be padded");
    }
    return (int) rounded;
  }

  /** Elements in one physical row. */
  public long physicalWidth() {
    return paddedShape().dim(-1);
  }

  /** Physical rows: the product of all padded dimensions but the last. */
  public long physicalHeight() {
    Shape padded = paddedShape();
    return padded.dim(-1) == 0 ? 0 : padded.volume() / padded.dim(-1);
  }

  /** Logical elements times element size: what TT-NN writes as a tensor's {@code size}. */
  public long logicalBytes() {
    return bytes(shape.volume(), dtype.elementBytes());
  }

  /** One tile, one row, or one row of a shard. */
  public long pageBytes() {
    if (layout == Layout.TILE) {
      return dtype.tileBytes();
    }
    ShardSpec shards = memoryConfig.shardSpec();
    long width =
        shards == null || memoryConfig.memoryLayout() == TensorMemoryLayout.HEIGHT_SHARDED
            ? physicalWidth()
            : shards.width();
    return Math.max(1, width) * dtype.elementBytes();
  }

  /** Tiles in TILE layout, rows otherwise. */
  public long pageCount() {
    long elements = physicalHeight() * physicalWidth();
    long pageElements =
        layout == Layout.TILE ? TILE_SIDE * TILE_SIDE : pageBytes() / dtype.elementBytes();
    return elements / pageElements;
  }

  /** What the device buffer holds: pages times page size. */
  public long bufferBytes() {
    return bytes(pageCount(), pageBytes());
  }

  private long bytes(long count, long eachBytes) {
    try {
      return Math.multiplyExact(count, eachBytes);
    } catch (ArithmeticException e) {
      throw new TilescopeException(
          "shape: " + shape + " of " + dtype + " takes more than 2^63-1 bytes", e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TensorSpec that
        && hash == that.hash
        && shape.equals(that.shape)
        && dtype == that.dtype
        && layout == that.layout
        && memoryConfig.equals(that.memoryConfig);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /** TT-NN's reflection form, as operation arguments show it. */
  @Override
  public String toString() {
    return "TensorSpec(logical_shape="
        + shape
        + ",tensor_layout=TensorLayout(dtype="
        + dtype
        + ",page_config=PageConfig(config="
        + (layout == Layout.TILE ? "TilePageConfig" : "RowMajorPageConfig")
        + "(tile={tile_shape={32, 32},face_shape={16, 16},num_faces=4})),memory_config="
        + memoryConfig
        + ",alignment=Alignment(["
        + (layout == Layout.TILE ? TILE_SIDE + ", " + TILE_SIDE : widthAlignment())
        + "])))";
  }
}
