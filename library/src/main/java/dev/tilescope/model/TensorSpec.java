package dev.tilescope.model;

import java.util.Objects;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Everything about a tensor but its values: logical shape, element type, layout and placement, and
 * the sizes that follow from them.
 *
 * <p>The physical form is two-dimensional. In TILE layout the last two dimensions are rounded up to
 * tiles, of 32 by 32 unless {@link #withTile} says otherwise; in ROW_MAJOR nothing is, except that
 * a sharded tensor's rows are rounded up to the shard width. {@link #paddedTo} asks for more than
 * that.
 */
public final class TensorSpec {
  public static final int TILE_SIDE = 32;

  private final Shape shape;
  private final DataType dtype;
  private final Layout layout;
  private final MemoryConfig memoryConfig;
  private final Tile tile;

  /** The padded shape where it exceeds what the layout needs. */
  private final @Nullable Shape overpadded;

  private final int hash;

  public TensorSpec(Shape shape, DataType dtype, Layout layout, MemoryConfig memoryConfig) {
    this(shape, dtype, layout, memoryConfig, Tile.DEFAULT, null);
  }

  private TensorSpec(
      Shape shape,
      DataType dtype,
      Layout layout,
      MemoryConfig memoryConfig,
      Tile tile,
      @Nullable Shape overpadded) {
    if (dtype.isBlockFloat() && layout == Layout.ROW_MAJOR) {
      throw new TilescopeException(
          "layout: " + dtype + " exists only in " + Layout.TILE + ", got " + layout);
    }
    this.shape = shape;
    this.dtype = dtype;
    this.layout = layout;
    this.tile = tile;
    this.overpadded = overpadded;
    this.memoryConfig = placed(shape, layout, tile, memoryConfig);
    this.hash =
        ((shape.hashCode() * 31 + dtype.ordinal()) * 31 + layout.ordinal()) * 31
            + this.memoryConfig.hashCode();
  }

  private static MemoryConfig placed(Shape shape, Layout layout, Tile tile, MemoryConfig asked) {
    NdShardSpec shards = asked.ndShardSpec();
    return shards == null
        ? asked
        : FlatShards.flattened(asked, shards, neededShape(shape, layout, tile, asked));
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

  /** The size of its tiles in TILE layout. */
  public Tile tile() {
    return tile;
  }

  /** The same in tiles of another size, padded no more than they need. */
  public TensorSpec withTile(Tile other) {
    return other.equals(tile)
        ? this
        : new TensorSpec(shape, dtype, layout, memoryConfig, other, null);
  }

  public TensorSpec withShape(Shape other) {
    return new TensorSpec(other, dtype, layout, memoryConfig, tile, null);
  }

  public TensorSpec withDtype(DataType other) {
    return new TensorSpec(shape, other, layout, memoryConfig, tile, overpadded);
  }

  /** Another layout pads no more than it needs. */
  public TensorSpec withLayout(Layout other) {
    return other == layout ? this : new TensorSpec(shape, dtype, other, memoryConfig);
  }

  /** Shards are padded no more than they need. */
  public TensorSpec withMemoryConfig(MemoryConfig other) {
    return new TensorSpec(shape, dtype, layout, other, tile, other.isSharded() ? null : overpadded);
  }

  /**
   * The same with tiles of padding beyond those that the layout needs, as {@code
   * tilize_with_val_padding} makes them. Like TT-NN's, shards keep to the tiles that they need.
   *
   * @param padded at least {@link #paddedShape}, in whole tiles
   */
  public TensorSpec paddedTo(Shape padded) {
    if (memoryConfig.isSharded() || padded.equals(paddedShape())) {
      return this;
    }
    return new TensorSpec(shape, dtype, layout, memoryConfig, tile, padded);
  }

  /**
   * The logical shape with its last two dimensions rounded up to what the layout needs, or more.
   */
  public Shape paddedShape() {
    return overpadded == null ? neededShape() : overpadded;
  }

  private Shape neededShape() {
    return neededShape(shape, layout, tile, memoryConfig);
  }

  private static Shape neededShape(Shape shape, Layout layout, Tile tile, MemoryConfig memory) {
    int rank = layout == Layout.TILE ? Math.max(shape.rank(), 2) : Math.max(shape.rank(), 1);
    int[] padded = new int[rank];
    for (int i = 0; i < rank; i++) {
      int from = i - (rank - shape.rank());
      padded[i] = from < 0 ? 1 : shape.dim(from);
    }
    padded[rank - 1] = roundUp(padded[rank - 1], widthAlignment(layout, tile, memory));
    if (layout == Layout.TILE) {
      padded[rank - 2] = roundUp(padded[rank - 2], tile.height());
    }
    return Shape.of(padded);
  }

  private static int widthAlignment(Layout layout, Tile tile, MemoryConfig memory) {
    if (layout == Layout.TILE) {
      return tile.width();
    }
    if (memory.ndShardSpec() != null) {
      return memory.ndShardSpec().shardShape().dim(-1);
    }
    return memory.shardSpec() == null ? 1 : memory.shardSpec().width();
  }

  /**
   * The shards in the form that holds for all; null for an interleaved tensor. Those of a plane are
   * shards of two dimensions, or of one for a tensor that has no more.
   */
  public @Nullable NdShardSpec ndShardSpec() {
    ShardSpec plane = memoryConfig.shardSpec();
    if (memoryConfig.ndShardSpec() != null || plane == null) {
      return memoryConfig.ndShardSpec();
    }
    boolean line = paddedShape().rank() == 1;
    return new NdShardSpec(
        line ? Shape.of(plane.width()) : Shape.of(plane.height(), plane.width()),
        plane.grid(),
        plane.orientation(),
        memoryConfig.memoryLayout() == TensorMemoryLayout.BLOCK_SHARDED
            ? ShardDistributionStrategy.GRID_2D
            : ShardDistributionStrategy.ROUND_ROBIN_1D);
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
      return tile.bytes(dtype);
    }
    long width =
        memoryConfig.isSharded() && memoryConfig.memoryLayout() != TensorMemoryLayout.HEIGHT_SHARDED
            ? widthAlignment(layout, tile, memoryConfig)
            : physicalWidth();
    return Math.max(1, width) * dtype.elementBytes();
  }

  /** Tiles in TILE layout, rows otherwise. */
  public long pageCount() {
    long elements = physicalHeight() * physicalWidth();
    long pageElements =
        layout == Layout.TILE ? tile.elements() : pageBytes() / dtype.elementBytes();
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
        && memoryConfig.equals(that.memoryConfig)
        && tile.equals(that.tile)
        && Objects.equals(overpadded, that.overpadded);
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
        + "(tile="
        + tile
        + ")),memory_config="
        + memoryConfig
        + ",alignment=Alignment(["
        + alignment()
        + "])))";
  }

  /** What each of the last dimensions is rounded up to; outer ones count the rows within them. */
  private String alignment() {
    if (overpadded == null) {
      return layout == Layout.TILE
          ? tile.height() + ", " + tile.width()
          : "" + widthAlignment(layout, tile, memoryConfig);
    }
    Shape needed = neededShape();
    StringJoiner text = new StringJoiner(", ");
    for (int i = firstAligned(needed); i < needed.rank(); i++) {
      text.add(Long.toString(alignment(i, needed)));
    }
    return text.toString();
  }

  private int firstAligned(Shape needed) {
    Shape padded = paddedShape();
    for (int i = 0; i < needed.rank() - 2; i++) {
      if (padded.dim(i) != needed.dim(i)) {
        return 0;
      }
    }
    return needed.rank() - 2;
  }

  private long alignment(int dim, Shape needed) {
    Shape padded = paddedShape();
    if (dim >= needed.rank() - 2) {
      int side = dim == needed.rank() - 1 ? tile.width() : tile.height();
      return padded.dim(dim) > needed.dim(dim) ? padded.dim(dim) : side;
    }
    long rows = 1;
    for (int i = dim; i < needed.rank() - 1; i++) {
      rows *= padded.dim(i);
    }
    return rows;
  }
}
