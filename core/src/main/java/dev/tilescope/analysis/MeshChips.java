package dev.tilescope.analysis;

import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceNode;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which chips a mesh has, as the parts of a trace's tensors tell. A launch releases program memory
 * for the mesh; it is taken on each of the chips.
 */
record MeshChips(Map<Integer, Set<Integer>> chipsOfMesh) {
  static MeshChips of(Trace trace) {
    Map<Integer, Set<Integer>> chips = new HashMap<>();
    for (TraceNode node : trace.nodes()) {
      if (node instanceof TraceNode.Tensor tensor) {
        tensor
            .tensor()
            .deviceTensors()
            .forEach(part ->
                chips
                    .computeIfAbsent(part.meshDeviceId(), _ -> new TreeSet<>())
                    .add(part.deviceId()));
      }
    }
    return new MeshChips(chips);
  }

  /**
   * The devices among those that hold something that are released with an id.
   *
   * @param deviceId a chip, a mesh, or negative for all
   */
  List<Integer> releasedWith(int deviceId, Collection<Integer> holders) {
    Set<Integer> chips = chipsOfMesh.getOrDefault(deviceId, Set.of());
    return holders.stream()
        .filter(holder -> deviceId < 0 || holder == deviceId || chips.contains(holder))
        .toList();
  }
}
