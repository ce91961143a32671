package dev.tilescope.device;

import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CircularBufferRef;
import dev.tilescope.model.DeviceRef;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The programs a device has compiled. The first launch of a program lays out its circular buffers
 * and loads its binaries into DRAM, from the top down, where they stay; later launches find both.
 */
final class ProgramCache {
  /** How the buffers of binaries are called. */
  static final String BINARIES = "kernel binaries of ";

  record Compiled(long id, CircularBufferLayout layout, Buffer binaries) {}

  private final MeshDevice device;
  private final MemoryMap map;
  private final Map<Object, Compiled> programs = new HashMap<>();
  private long nextId;

  ProgramCache(MeshDevice device, MemoryMap map) {
    this.device = device;
    this.map = map;
  }

  /**
   * Compiles the program if it is new, and checks that it fits beside the L1 buffers of now.
   *
   * @return whether it was compiled before
   */
  synchronized boolean enqueue(Program program, Object key) {
    Compiled compiled = programs.get(key);
    if (compiled != null) {
      CircularBufferLayout layout = compiled.layout();
      layout.requireFits(compiled.id(), map.board(), device.lowestL1Address());
      return true;
    }
    CircularBufferLayout layout = layOut(program);
    long id = nextId++;
    layout.requireFits(id, map.board(), device.lowestL1Address());
    announce(program, layout);
    programs.put(key, new Compiled(id, layout, loadBinaries(program)));
    return false;
  }

  /** A program that becomes part of a trace must have been compiled before. */
  synchronized Compiled recorded(Program program, Object key) {
    Compiled compiled = programs.get(key);
    if (compiled == null) {
      throw new TilescopeException(
          "Cannot load new binaries during trace capture.This program is not yet in program cache."
              + " Warm up before capturing a trace.See the operation's hash signature for"
              + " arguments that must match. The program is that of "
              + program.name());
    }
    compiled.layout().requireFits(compiled.id(), map.board(), device.lowestL1Address());
    return compiled;
  }

  /**
   * The same while dispatch is blocked: one that was not compiled is laid out, and loaded nowhere.
   */
  synchronized Compiled rehearsed(Program program, Object key) {
    Compiled compiled = programs.get(key);
    return compiled != null
        ? compiled
        : new Compiled(0, layOut(program), device.unplaced(binaries(program)));
  }

  /** Of a program that was enqueued. */
  synchronized CircularBufferLayout layout(Object key) {
    Compiled compiled = programs.get(key);
    if (compiled == null) {
      throw new TilescopeException(
          "the program was forgotten while it was launched: clearProgramCache was called"
              + " meanwhile");
    }
    return compiled.layout();
  }

  private void announce(Program program, CircularBufferLayout layout) {
    if (!Tracker.on()) {
      return;
    }
    for (Chip chip : device.chips()) {
      for (int i = 0; i < program.circularBuffers().size(); i++) {
        announce(chip, program.circularBuffers().get(i), layout.address(i));
      }
    }
  }

  /** While dispatch is blocked nothing is laid out: each buffer is at address 0, on the mesh. */
  void announceBlocked(Program program) {
    if (Tracker.on()) {
      program.circularBuffers().forEach(buffer -> announce(device, buffer, 0));
    }
  }

  private static void announce(DeviceRef on, CircularBuffer buffer, long address) {
    Tracker.circularBufferAllocated(
        new CircularBufferRef(
            on,
            buffer.cores(),
            address,
            buffer.sizeBytes(),
            buffer.globallyAllocated(),
            buffer.dataflow()));
  }

  private CircularBufferLayout layOut(Program program) {
    return CircularBufferLayout.of(
        map.l1UnreservedBase(),
        map.board().architecture().dramAlignmentBytes(),
        program.circularBuffers());
  }

  private Buffer loadBinaries(Program program) {
    return device.allocate(binaries(program));
  }

  private static Buffer.Request binaries(Program program) {
    return new Buffer.Request(
        BufferType.DRAM,
        TensorMemoryLayout.INTERLEAVED,
        program.binaryBytes(),
        Program.BINARY_PAGE_BYTES,
        null,
        false,
        BINARIES + program.name());
  }

  synchronized int size() {
    return programs.size();
  }

  synchronized void clear() {
    List<Compiled> all = new ArrayList<>(programs.values());
    programs.clear();
    for (Compiled compiled : all) {
      if (Tracker.on()) {
        device.chips().forEach(Tracker::circularBuffersReleased);
      }
      compiled.binaries().deallocate();
    }
  }
}
