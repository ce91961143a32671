package dev.tilescope.tensor;

import dev.tilescope.internal.io.AtomicFiles;
import dev.tilescope.internal.io.AtomicFiles.Naming;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.Coded;
import dev.tilescope.model.Codes;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.NdShardSpec;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardDistributionStrategy;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.Tile;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.TilescopeException.Place;
import dev.tilescope.tensor.Distribution.Placement;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/**
 * A tensor in a file. Not TT-NN's format, which is a flatbuffer; numbers are big-endian.
 *
 * <pre>
 * file         magic version(3) spec distribution part* checksum
 * magic        "TSTENSOR"
 * spec         dtype layout tileHeight tileWidth rank dim* memoryLayout bufferType shards
 * shards       0 | 1 grid height width orientation | 2 grid rank dim* orientation strategy
 * grid         ranges (startX startY endX endY)*
 * distribution placements placement*      placement: -1 for a replica, else the sharded dimension
 * part*        parts element*             elements are row-major and unpadded
 * element      1, 2 or 4 bytes as the type has; a float32 for block floats, the high half of one
 *              for bfloat16
 * checksum     CRC-32 of everything before, 8 bytes
 * </pre>
 *
 * All numbers of the header are 4 bytes; types and the like are TT-NN's codes. Version 1 differs in
 * having no shards of kind 2, versions 1 and 2 in having no tiles but those of 32x32; both are read
 * as well.
 *
 * <p>Above 300 lines: what is written and how it is read stand side by side.
 */
public final class TensorFile {
  private static final byte[] MAGIC = {'T', 'S', 'T', 'E', 'N', 'S', 'O', 'R'};
  private static final int VERSION = 3;
  private static final int FIRST_WITH_TILES = 3;
  private static final int MAX_COUNT = 1 << 16;
  private static final int REPLICA = -1;
  private static final int NO_SHARDS = 0;
  private static final int SHARDS = 1;
  private static final int ND_SHARDS = 2;

  private TensorFile() {}

  /** Replaces a file that exists; it is never seen half-written. */
  public static void write(Path file, Tensor tensor) {
    List<Values> parts = tensor.requireParts("tensor");
    try (AtomicFiles files = new AtomicFiles(Naming.NAMED_PRIVATE)) {
      files.stage(file, out -> writeTo(out, tensor, parts));
      files.publish();
    } catch (IOException e) {
      throw new TilescopeException(file + ": the tensor cannot be written: " + e, e);
    }
  }

  private static void writeTo(OutputStream file, Tensor tensor, List<Values> parts) {
    CRC32 sum = new CRC32();
    try {
      OutputStream raw = new BufferedOutputStream(file, 1 << 16);
      DataOutputStream out = new DataOutputStream(new CheckedOutputStream(raw, sum));
      out.write(MAGIC);
      out.writeInt(VERSION);
      writeSpec(out, tensor.spec());
      writeDistribution(out, tensor.distribution());
      out.writeInt(parts.size());
      for (Values part : parts) {
        writeValues(out, tensor.dtype(), part);
      }
      out.writeLong(sum.getValue());
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void writeSpec(DataOutputStream out, TensorSpec spec) throws IOException {
    out.writeInt(spec.dtype().code());
    out.writeInt(spec.layout().code());
    out.writeInt(spec.tile().height());
    out.writeInt(spec.tile().width());
    writeAll(out, spec.shape().toArray());
    out.writeInt(spec.memoryConfig().memoryLayout().code());
    out.writeInt(spec.memoryConfig().bufferType().code());
    writeShards(out, spec.memoryConfig());
  }

  private static void writeShards(DataOutputStream out, MemoryConfig memory) throws IOException {
    NdShardSpec shards = memory.ndShardSpec();
    ShardSpec plane = memory.shardSpec();
    if (shards != null) {
      out.writeInt(ND_SHARDS);
      writeGrid(out, shards.grid());
      writeAll(out, shards.shardShape().toArray());
      out.writeInt(shards.orientation().code());
      out.writeInt(shards.shardDistributionStrategy().code());
    } else if (plane != null) {
      out.writeInt(SHARDS);
      writeGrid(out, plane.grid());
      out.writeInt(plane.height());
      out.writeInt(plane.width());
      out.writeInt(plane.orientation().code());
    } else {
      out.writeInt(NO_SHARDS);
    }
  }

  private static void writeGrid(DataOutputStream out, CoreRangeSet grid) throws IOException {
    out.writeInt(grid.ranges().size());
    for (CoreRange range : grid.ranges()) {
      out.writeInt(range.start().x());
      out.writeInt(range.start().y());
      out.writeInt(range.end().x());
      out.writeInt(range.end().y());
    }
  }

  private static void writeAll(DataOutputStream out, int[] numbers) throws IOException {
    out.writeInt(numbers.length);
    for (int number : numbers) {
      out.writeInt(number);
    }
  }

  private static void writeDistribution(DataOutputStream out, Distribution distribution)
      throws IOException {
    out.writeInt(distribution.placements().size());
    for (Placement placement : distribution.placements()) {
      out.writeInt(
          switch (placement) {
            case Placement.Replicate _ -> REPLICA;
            case Placement.Shard(int dim) -> dim;
          });
    }
  }

  private static void writeValues(DataOutputStream out, DataType dtype, Values values)
      throws IOException {
    int bytes = bytes(dtype);
    for (int i = 0; i < values.size(); i++) {
      int bits =
          switch (values) {
            case Values.Floats(float[] array) -> Float.floatToRawIntBits(array[i]);
            case Values.Integers(int[] array) -> array[i];
          };
      switch (bytes) {
        case 1 -> out.writeByte(bits);
        case 2 -> out.writeShort(dtype == DataType.BFLOAT16 ? bits >>> 16 : bits);
        default -> out.writeInt(bits);
      }
    }
  }

  private static int bytes(DataType dtype) {
    return dtype.isBlockFloat() ? Float.BYTES : dtype.elementBytes();
  }

  /** A host tensor. */
  public static Tensor read(Path file) {
    CRC32 sum = new CRC32();
    try (InputStream raw = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        DataInputStream in = new DataInputStream(new CheckedInputStream(raw, sum))) {
      Tensor tensor = readTensor(file, Files.size(file), in);
      long expected = sum.getValue();
      long written = in.readLong();
      require(file, expected == written, "checksum %x expected, got %x", expected, written);
      require(file, in.read() < 0, "bytes follow the tensor");
      return tensor;
    } catch (EOFException e) {
      throw new TilescopeException(file + ": the tensor file is truncated", e);
    } catch (IOException e) {
      throw new TilescopeException(file + ": the tensor cannot be read: " + e, e);
    }
  }

  private static Tensor readTensor(Path file, long fileBytes, DataInputStream in)
      throws IOException {
    byte[] magic = in.readNBytes(MAGIC.length);
    require(
        file,
        Arrays.equals(magic, MAGIC),
        "it is no tensor file of this program; TT-NN's own files are not read");
    int version = in.readInt();
    require(
        file,
        version >= 1 && version <= VERSION,
        "it has version %d, and this Tilescope reads versions up to %d: read it with the Tilescope that"
            + " wrote it",
        version,
        VERSION);
    TensorSpec spec = readSpec(file, in, version);
    Distribution distribution = readDistribution(file, in);
    int parts = count(file, "parts", in);
    long needed = Math.multiplyHigh(spec.shape().volume(), (long) parts * bytes(spec.dtype()));
    long low = spec.shape().volume() * parts * bytes(spec.dtype());
    require(
        file,
        parts >= 1 && needed == 0 && low >= 0 && low <= fileBytes,
        "%d parts of %s do not fit its %d bytes",
        parts,
        spec.shape(),
        fileBytes);
    List<Values> values = new ArrayList<>();
    for (int i = 0; i < parts; i++) {
      values.add(readValues(in, spec));
    }
    boolean isSeparate = parts > 1 && distribution.isReplicated();
    return Tensor.onHost(spec, isSeparate ? distribution.separate() : distribution, values);
  }

  private static TensorSpec readSpec(Path file, DataInputStream in, int version)
      throws IOException {
    try {
      DataType dtype = coded(file, "dtype", DataType.values(), in);
      Layout layout = coded(file, "layout", Layout.values(), in);
      Tile tile =
          version < FIRST_WITH_TILES ? Tile.DEFAULT : new Tile(in.readInt(), in.readInt(), false);
      Shape shape = readShape(file, in);
      TensorMemoryLayout memoryLayout =
          coded(file, "memory layout", TensorMemoryLayout.values(), in);
      BufferType bufferType = coded(file, "buffer type", BufferType.values(), in);
      MemoryConfig memory = readMemory(file, in, memoryLayout, bufferType);
      return new TensorSpec(shape, dtype, layout, MemoryConfig.DRAM)
          .withTile(tile)
          .withMemoryConfig(memory);
    } catch (TilescopeException e) {
      throw e.place().isIn(file.toString())
          ? e
          : new TilescopeException(Place.in(file), file + ": " + e.getMessage(), e);
    }
  }

  private static Shape readShape(Path file, DataInputStream in) throws IOException {
    int[] dims = new int[count(file, "dimensions", in)];
    for (int i = 0; i < dims.length; i++) {
      dims[i] = in.readInt();
    }
    return Shape.of(dims);
  }

  private static MemoryConfig readMemory(
      Path file, DataInputStream in, TensorMemoryLayout layout, BufferType type)
      throws IOException {
    int kind = in.readInt();
    if (kind == NO_SHARDS) {
      return new MemoryConfig(layout, type, null);
    }
    require(file, kind == SHARDS || kind == ND_SHARDS, "there are no shards of kind %d", kind);
    CoreRangeSet grid = readGrid(file, in);
    return kind == SHARDS
        ? MemoryConfig.sharded(
            layout,
            type,
            new ShardSpec(grid, in.readInt(), in.readInt(), readOrientation(file, in)))
        : MemoryConfig.sharded(
            type,
            new NdShardSpec(
                readShape(file, in),
                grid,
                readOrientation(file, in),
                coded(file, "distribution strategy", ShardDistributionStrategy.values(), in)));
  }

  private static CoreRangeSet readGrid(Path file, DataInputStream in) throws IOException {
    int count = count(file, "core ranges", in);
    List<CoreRange> ranges = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ranges.add(CoreRange.of(in.readInt(), in.readInt(), in.readInt(), in.readInt()));
    }
    return new CoreRangeSet(ranges);
  }

  private static ShardOrientation readOrientation(Path file, DataInputStream in)
      throws IOException {
    return coded(file, "orientation", ShardOrientation.values(), in);
  }

  private static Distribution readDistribution(Path file, DataInputStream in) throws IOException {
    int count = count(file, "placements", in);
    List<Placement> placements = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int dim = in.readInt();
      placements.add(dim == REPLICA ? new Placement.Replicate() : new Placement.Shard(dim));
    }
    return new Distribution(placements);
  }

  private static Values readValues(DataInputStream in, TensorSpec spec) throws IOException {
    Values values = Values.zeros(spec.dtype(), spec.shape().volume());
    int bytes = bytes(spec.dtype());
    boolean high = spec.dtype() == DataType.BFLOAT16;
    boolean signed = spec.dtype() == DataType.INT8;
    for (int i = 0; i < values.size(); i++) {
      int bits =
          switch (bytes) {
            case 1 -> signed ? in.readByte() : in.readUnsignedByte();
            case 2 -> in.readUnsignedShort() << (high ? 16 : 0);
            default -> in.readInt();
          };
      switch (values) {
        case Values.Floats(float[] array) -> array[i] = Float.intBitsToFloat(bits);
        case Values.Integers(int[] array) -> array[i] = bits;
      }
    }
    return values;
  }

  private static int count(Path file, String what, DataInputStream in) throws IOException {
    int count = in.readInt();
    require(file, count >= 0 && count <= MAX_COUNT, "%d %s are no sensible number", count, what);
    return count;
  }

  private static <E extends Enum<E> & Coded> E coded(
      Path file, String what, E[] constants, DataInputStream in) throws IOException {
    int code = in.readInt();
    E constant = Codes.of(constants).of(code);
    require(file, constant != null, "there is no %s %d", what, code);
    return Objects.requireNonNull(constant);
  }

  private static void require(Path file, boolean holds, String rule, Object... values) {
    if (!holds) {
      throw new TilescopeException(Place.in(file), file + ": " + rule.formatted(values));
    }
  }
}
