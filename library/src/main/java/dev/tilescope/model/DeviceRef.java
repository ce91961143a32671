package dev.tilescope.model;

import java.util.List;

/** What a hook may know of an open device. */
public interface DeviceRef {
  /** The id of the mesh device, or of the chip when this is one chip of a mesh. */
  int id();

  DeviceInfo info();

  /** The chips of the mesh in its order; the chip itself when this is one chip. */
  List<Integer> chipIds();

  /** What the buffers of one chip can have of a memory, over all its banks. */
  long capacityBytes(BufferType memory);

  /** The cluster descriptor as YAML text. */
  String clusterDescriptor();

  /** The physical chip to mesh coordinate mapping as YAML text. */
  String meshCoordinateMapping();

  /** The buffers alive now, in order of allocation. */
  List<? extends BufferRef> liveBuffers();
}
