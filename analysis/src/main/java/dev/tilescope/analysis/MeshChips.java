package dev.tilescope.analysis;

import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceNode;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which chips a mesh has, as the parts of a trace's tensors tell. A launch releases program memory
 * for the mesh; it is taken on each of the chips. A buffer has one event, with the number of the
 * mesh, and lies on each of the chips.
 *
 * @param holders by mesh: itself, and its chips that ran programs
 */
record MeshChips(Map<Integer, Set<Integer>> chipsOfMesh, Map<Integer, Set<Integer>> holders) {
  static MeshChips of(Trace trace) {
    Map<Integer, Set<Integer>> chips = new HashMap<>();
    Set<Integer> running = new HashSet<>();
    for (TraceNode node : trace.nodes()) {
      if (node.event() instanceof TraceEvent.Tensor tensor) {
        tensor
            .tensor()
            .deviceTensors()
            .forEach(part ->
                chips
                    .computeIfAbsent(part.meshDeviceId(), _ -> new TreeSet<>())
                    .add(part.deviceId()));
      } else if (node.event() instanceof TraceEvent.ProgramMemory program) {
        running.add(program.deviceId());
      }
    }
    return new MeshChips(chips, holders(chips, running));
  }

  private static Map<Integer, Set<Integer>> holders(
      Map<Integer, Set<Integer>> chips, Set<Integer> running) {
    Map<Integer, Set<Integer>> holders = new HashMap<>();
    chips.forEach((mesh, all) -> {
      Set<Integer> found = new TreeSet<>(all);
      found.retainAll(running);
      found.add(mesh);
      holders.put(mesh, found);
    });
    return holders;
  }

  /**
   * Where a buffer lies. A chip that shows in no program is left out: it may be a number that only
   * tensors use.
   *
   * @param deviceId a mesh or a chip, as the buffer's event has it
   */
  Set<Integer> holding(int deviceId) {
    return holders.getOrDefault(deviceId, Set.of(deviceId));
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
