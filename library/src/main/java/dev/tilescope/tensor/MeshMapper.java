package dev.tilescope.tensor;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.tensor.Distribution.Placement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a tensor into parts for the devices of a mesh, and puts such parts together again.
 *
 * <p>Devices are taken row by row. An axis that shards a dimension cuts it into equal pieces, in
 * the order of the devices along that axis; two axes may shard the same dimension, the rows first.
 *
 * @param placements what to do along the rows of the mesh (axis 0) and along its columns (axis 1);
 *     a single one is for all devices in a line
 * @param mesh the mesh to cut for; null for that of the device which the parts go to
 */
public record MeshMapper(List<Placement> placements, @Nullable Mesh mesh) {
  /** How many devices a mesh has, down and across. */
  public record Mesh(int rows, int columns) {}

  public MeshMapper(List<Placement> placements) {
    this(placements, null);
  }

  public MeshMapper {
    placements = List.copyOf(placements);
    if (placements.isEmpty() || placements.size() > 2) {
      throw new TilescopeException(
          "mesh_mapper: one or two placements are needed, got " + placements.size());
    }
  }

  /** The same tensor on every device: TT-NN's {@code ReplicateTensorToMesh}. */
  public static MeshMapper replicate() {
    return new MeshMapper(List.of(new Placement.Replicate()));
  }

  /**
   * A piece of a dimension for each device: TT-NN's {@code ShardTensorToMesh}, and {@code
   * ConcatMeshToTensor} to put them together.
   */
  public static MeshMapper shard(int dim) {
    return new MeshMapper(List.of(new Placement.Shard(dim)));
  }

  /**
   * TT-NN's {@code ShardTensor2dMesh}, and {@code ConcatMesh2dToTensor} to put them together.
   *
   * @param rowDim the dimension that the rows of the mesh share out; null to repeat it
   * @param columnDim the same for its columns
   */
  public static MeshMapper shard2d(@Nullable Integer rowDim, @Nullable Integer columnDim) {
    return new MeshMapper(List.of(placement(rowDim), placement(columnDim)));
  }

  private static Placement placement(@Nullable Integer dim) {
    return dim == null ? new Placement.Replicate() : new Placement.Shard(dim);
  }

  /** The same for the mesh of a device, so that parts can be made and kept on the host. */
  public MeshMapper on(MeshDevice device) {
    return new MeshMapper(placements, meshOf(device));
  }

  private static Mesh meshOf(MeshDevice device) {
    return new Mesh(device.board().meshRows(), device.board().meshColumns());
  }

  /** False if every device has the whole. */
  public boolean shards() {
    return placements.stream().anyMatch(Placement.Shard.class::isInstance);
  }

  /**
   * The parts of a host tensor.
   *
   * @param device whose mesh they are for; null for the mapper's own
   */
  public Tensor distribute(Tensor tensor, @Nullable MeshDevice device) {
    Mesh target = device == null ? mesh : meshOf(device);
    if (target == null && shards()) {
      throw new TilescopeException(
          "mesh_mapper: it cuts for the mesh of a device, and there is none; give device too, or"
              + " say the mesh with MeshMapper.on");
    }
    return target == null ? tensor : distribute(tensor, target.rows(), target.columns());
  }

  /**
   * The whole of which a host tensor holds the parts.
   *
   * @param device whose mesh they were cut for; null for the mapper's own
   */
  public Tensor compose(Tensor tensor, @Nullable MeshDevice device) {
    Mesh target = device == null ? mesh : meshOf(device);
    if (target == null) {
      throw new TilescopeException(
          "mesh_composer: a host tensor does not say what mesh it was cut for; give device too, or"
              + " say the mesh with MeshMapper.on");
    }
    return compose(tensor, target.rows(), target.columns());
  }

  /**
   * The parts of a host tensor for a mesh of so many rows and columns. Those of a tensor that was
   * never computed have no values either.
   */
  public Tensor distribute(Tensor tensor, int rows, int columns) {
    Distribution distribution = distribution(tensor.shape(), rows, columns);
    TensorSpec spec = tensor.spec().withShape(partShape(tensor.shape(), rows, columns));
    if (!tensor.hasValues()) {
      return Tensor.onHostUncomputed(spec, distribution);
    }
    Values whole = tensor.requireValues("tensor");
    if (distribution.isReplicated()) {
      return Tensor.onHost(spec, distribution, List.of(whole));
    }
    List<Values> parts = new ArrayList<>();
    for (int device = 0; device < rows * columns; device++) {
      parts.add(
          Blocks.cut(whole, tensor.shape(), spec.shape(), first(spec.shape(), device, columns)));
    }
    return Tensor.onHost(spec, distribution, parts);
  }

  /**
   * The whole of which a tensor holds the parts. Where an axis repeats it, the first device counts.
   */
  public Tensor compose(Tensor tensor, int rows, int columns) {
    Shape part = tensor.shape();
    TensorSpec spec = tensor.spec().withShape(wholeShape(part, rows, columns));
    if (!tensor.hasValues()) {
      return Tensor.onHostUncomputed(spec);
    }
    List<Values> parts = tensor.requireParts("tensor");
    if (spec.shape().equals(part)) {
      return Tensor.onHost(spec, parts.getFirst());
    }
    Values whole = Values.zeros(spec.dtype(), spec.shape().volume());
    for (int device = rows * columns - 1; device >= 0; device--) {
      Values from = parts.get(parts.size() == 1 ? 0 : device);
      Blocks.paste(from, part, whole, spec.shape(), first(part, device, columns));
    }
    return Tensor.onHost(spec, whole);
  }

  private Distribution distribution(Shape shape, int rows, int columns) {
    List<Placement> resolved = placements.stream().map(p -> resolved(p, shape)).toList();
    if (resolved.size() == 2) {
      return new Distribution(resolved);
    }
    Placement one = resolved.getFirst();
    Placement none = new Placement.Replicate();
    return Distribution.of(rows > 1 ? one : none, columns > 1 ? one : none);
  }

  private static Placement resolved(Placement placement, Shape shape) {
    return placement instanceof Placement.Shard(int dim)
        ? new Placement.Shard(index(dim, shape))
        : placement;
  }

  private static int index(int dim, Shape shape) {
    int index = dim < 0 ? dim + shape.rank() : dim;
    if (index < 0 || index >= shape.rank()) {
      throw new TilescopeException(
          "mesh_mapper: %d is not a dimension of %s; it must be %d..%d"
              .formatted(dim, shape, -shape.rank(), shape.rank() - 1));
    }
    return index;
  }

  /** How many pieces each dimension is cut into. */
  private int[] pieces(Shape shape, int rows, int columns) {
    int[] pieces = new int[shape.rank()];
    Arrays.fill(pieces, 1);
    int[] along = placements.size() == 1 ? new int[] {rows * columns} : new int[] {rows, columns};
    for (int axis = 0; axis < placements.size(); axis++) {
      if (placements.get(axis) instanceof Placement.Shard(int dim)) {
        pieces[index(dim, shape)] *= along[axis];
      }
    }
    return pieces;
  }

  private Shape partShape(Shape whole, int rows, int columns) {
    int[] pieces = pieces(whole, rows, columns);
    int[] dims = whole.toArray();
    for (int i = 0; i < dims.length; i++) {
      if (dims[i] % pieces[i] != 0) {
        throw new TilescopeException(
            "mesh_mapper: dimension %d of %s cannot be cut into %d equal pieces; pad it first"
                .formatted(i, whole, pieces[i]));
      }
      dims[i] /= pieces[i];
    }
    return Shape.of(dims);
  }

  private Shape wholeShape(Shape part, int rows, int columns) {
    int[] pieces = pieces(part, rows, columns);
    int[] dims = part.toArray();
    for (int i = 0; i < dims.length; i++) {
      if ((long) dims[i] * pieces[i] > Integer.MAX_VALUE) {
        throw new TilescopeException(
            "mesh_composer: %d times dimension %d of %s is above 2^31-1"
                .formatted(pieces[i], i, part));
      }
      dims[i] *= pieces[i];
    }
    return Shape.of(dims);
  }

  /** Where the part of a device begins in the whole. */
  private int[] first(Shape part, int device, int columns) {
    int[] at = new int[part.rank()];
    int[] index =
        placements.size() == 1
            ? new int[] {device}
            : new int[] {device / columns, device % columns};
    for (int axis = 0; axis < placements.size(); axis++) {
      if (placements.get(axis) instanceof Placement.Shard(int dim)) {
        int d = index(dim, part);
        boolean cutTwice =
            axis == 0 && placements.size() == 2 && shards(placements.get(1), d, part);
        at[d] += index[axis] * part.dim(d) * (cutTwice ? columns : 1);
      }
    }
    return at;
  }

  private static boolean shards(Placement placement, int dim, Shape shape) {
    return placement instanceof Placement.Shard(int other) && index(other, shape) == dim;
  }
}
