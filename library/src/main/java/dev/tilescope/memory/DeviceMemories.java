package dev.tilescope.memory;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The memories of all devices, in the order in which they appear.
 *
 * <p>A buffer of a mesh has one event, with the number of the mesh, and lies on each of its chips;
 * programs take space on chips, and a launch releases it for the mesh. So a chip that runs a
 * program has the buffers of its mesh too. A chip that runs none is left out: it may be a number
 * that only tensors use.
 */
public final class DeviceMemories {
  /** More than any mesh has; of a damaged file that names more, the rest is not measured. */
  private static final int MAX_DEVICES = 256;

  private final Map<Long, DeviceMemory> devices = new LinkedHashMap<>();
  private final Map<Long, Set<Long>> chipsOfMesh = new HashMap<>();
  private final Map<Long, Long> meshOfChip = new HashMap<>();
  private final Set<Long> running = new HashSet<>();

  /** A chip is part of a mesh; to be told before it runs a program. */
  public void chip(long mesh, long chip) {
    if (mesh != chip) {
      chipsOfMesh.computeIfAbsent(mesh, _ -> new TreeSet<>()).add(chip);
      meshOfChip.putIfAbsent(chip, mesh);
    }
  }

  public Set<Long> chipsOf(long mesh) {
    return chipsOfMesh.getOrDefault(mesh, Set.of());
  }

  /** The mesh whose buffers a chip holds too; null if there is none. */
  public @Nullable Long meshOf(long chip) {
    return meshOfChip.get(chip);
  }

  public void allocate(long device, Held buffer, long position, long node) {
    onEach(device, memory -> memory.allocate(buffer, position, node));
  }

  public void free(long device, Held buffer, long position, long node) {
    onEach(device, memory -> memory.free(buffer, position, node));
  }

  /** A buffer has stood there since before the capture; to be told when it goes, or at the end. */
  public void stoodBefore(long device, Held buffer) {
    onEach(device, memory -> memory.stoodBefore(buffer));
  }

  /** Where a buffer of a device, or of a mesh, lies. */
  private void onEach(long device, Consumer<DeviceMemory> event) {
    DeviceMemory own = memory(device);
    if (own != null) {
      event.accept(own);
    }
    for (long chip : chipsOf(device)) {
      DeviceMemory memory = running.contains(chip) ? memory(chip) : null;
      if (memory != null) {
        event.accept(memory);
      }
    }
  }

  /**
   * A program takes space on some cores.
   *
   * @param cores by {@link CoreIndex}
   * @param address 0 or less if it is not known
   * @return what programs hold of the fullest core then
   */
  public long hold(
      long device, int[] cores, long bytesPerCore, long address, long position, long node) {
    DeviceMemory memory = memory(device);
    if (memory == null) {
      return 0;
    }
    Long mesh = meshOfChip.get(device);
    if (running.add(device) && mesh != null && devices.containsKey(mesh)) {
      memory.join(devices.get(mesh), position);
    }
    return memory.hold(cores, Math.clamp(bytesPerCore, 0, Held.MAX_BYTES), address, position, node);
  }

  /**
   * Programs give everything back.
   *
   * @param device a chip, a mesh, or negative for all
   */
  public void release(long device, long position) {
    Set<Long> chips = chipsOf(device);
    devices.forEach((id, memory) -> {
      if (device < 0 || id == device || chips.contains(id)) {
        memory.release(position);
      }
    });
  }

  private @Nullable DeviceMemory memory(long device) {
    DeviceMemory known = devices.get(device);
    if (known == null && devices.size() < MAX_DEVICES) {
      known = new DeviceMemory();
      devices.put(device, known);
    }
    return known;
  }

  /** By id, in the order in which they appeared. */
  public Map<Long, DeviceMemory> devices() {
    return Collections.unmodifiableMap(devices);
  }

  /** Nobody will ask for the highest level since a position that is behind. */
  public void forget() {
    devices.values().forEach(DeviceMemory::forget);
  }
}
