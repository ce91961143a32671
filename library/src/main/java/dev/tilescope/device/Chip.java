package dev.tilescope.device;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.DeviceRef;
import java.util.List;

/** One physical device of a mesh: circular buffers are reported for it, buffers for the mesh. */
public record Chip(int id, MeshDevice mesh) implements DeviceRef {
  @Override
  public DeviceInfo info() {
    return mesh.infoAs(id);
  }

  @Override
  public List<Integer> chipIds() {
    return List.of(id);
  }

  @Override
  public long capacityBytes(BufferType memory) {
    return mesh.capacityBytes(memory);
  }

  @Override
  public String clusterDescriptor() {
    return mesh.clusterDescriptor();
  }

  @Override
  public String meshCoordinateMapping() {
    return mesh.meshCoordinateMapping();
  }

  @Override
  public List<Buffer> liveBuffers() {
    return List.of();
  }

  @Override
  public String toString() {
    return "chip " + id;
  }
}
