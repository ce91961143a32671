package dev.tilescope.analysis;

import dev.tilescope.analysis.MemoryScript.Launch;
import dev.tilescope.analysis.MemoryScript.Part;
import dev.tilescope.analysis.MemoryScript.Place;
import dev.tilescope.analysis.MemoryScript.Resident;
import dev.tilescope.graph.CallTree;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.BufferAllocate;
import dev.tilescope.model.TraceEvent.BufferDeallocate;
import dev.tilescope.model.TraceEvent.CircularBufferDeallocateAll;
import dev.tilescope.model.TraceEvent.ProgramMemory;
import dev.tilescope.model.TraceNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The launches of programs in a trace. A launch begins with the release of what the program before
 * it held. What the new one needs follows only where it is laid out: the first time, or always in a
 * run in which nothing is dispatched. A later launch is known by the operation that it is for: its
 * name, its arguments and the tensors that it takes, and where those differ, by the likest before.
 */
final class ProgramLaunches {
  /** Kernels are stored in pages of this size. */
  private static final int BINARY_PAGE_BYTES = 2048;

  /** Where a node of the trace is. */
  interface Places {
    Place place(int counter, int position);
  }

  /**
   * Those of one device.
   *
   * @param unknown launches of programs that were laid out before the capture began
   */
  record Of(List<Resident> residents, List<Launch> launches, int unknown) {}

  /**
   * What an operation's program is known by.
   *
   * @param kinds of the tensors that it takes: all but their shapes, which many programs do without
   */
  private record Signature(
      String name, List<String> shapes, List<String> kinds, List<String> arguments) {
    static final Signature OUTSIDE = new Signature("", List.of(), List.of(), List.of());

    /** From the most to the least telling. */
    Stream<Signature> lessAndLess() {
      return name.isEmpty()
          ? Stream.of()
          : Stream.of(
              this,
              new Signature(name, List.of(), kinds, arguments),
              new Signature(name, shapes, kinds, List.of()),
              new Signature(name, List.of(), kinds, List.of()),
              new Signature(name, List.of(), List.of(), List.of()));
    }
  }

  private static final class Open {
    final Place place;
    final Signature signature;
    final CallTree.@Nullable Operation operation;
    final List<Part> parts = new ArrayList<>();
    int chip = Integer.MIN_VALUE;
    int binariesNode = -1;
    boolean isOver;

    Open(Place place, Signature signature, CallTree.@Nullable Operation operation) {
      this.place = place;
      this.signature = signature;
      this.operation = operation;
    }
  }

  private final Trace trace;
  private final CallTree tree;
  private final MeshChips meshes;
  private final Map<Integer, Integer> meshOfChip = new HashMap<>();
  private final Map<Integer, List<Open>> byDevice = new TreeMap<>();
  private final Set<Integer> binaries = new HashSet<>();
  private final Set<Integer> binaryBuffers = new HashSet<>();

  ProgramLaunches(Trace trace, Places places) {
    this.trace = trace;
    this.tree = CallTree.of(trace);
    this.meshes = MeshChips.of(trace);
    meshes
        .chipsOfMesh()
        .forEach((mesh, chips) -> chips.forEach(chip -> meshOfChip.putIfAbsent(chip, mesh)));
    for (int position = 0; position < trace.size(); position++) {
      TraceNode node = trace.chronological(position);
      visit(node, places.place(node.counter(), position));
    }
    byDevice.values().forEach(all -> all.removeIf(open -> open.isOver));
    byDevice.values().removeIf(List::isEmpty);
  }

  private void visit(TraceNode node, Place place) {
    switch (node.event()) {
      case CircularBufferDeallocateAll all -> begin(all.deviceId(), node, place);
      case ProgramMemory memory -> hold(memory, place);
      case BufferAllocate allocated -> load(node, allocated);
      case BufferDeallocate freed -> forget(node, freed.buffer().deviceId(), place.position());
      case TraceEvent.MemoryNeutral _ -> {}
    }
  }

  private void begin(int device, TraceNode node, Place place) {
    CallTree.Operation operation = tree.enclosing(node.counter());
    byDevice
        .computeIfAbsent(mesh(device), _ -> new ArrayList<>())
        .add(new Open(place, signature(operation), operation));
  }

  private int mesh(int device) {
    return meshes.chipsOfMesh().containsKey(device)
        ? device
        : meshOfChip.getOrDefault(device, device);
  }

  private @Nullable Open last(int device) {
    List<Open> all = byDevice.get(mesh(device));
    return all == null || all.isEmpty() ? null : all.getLast();
  }

  /** All chips of a mesh lay a program out alike; the first one tells. */
  private void hold(ProgramMemory memory, Place place) {
    Open open = last(memory.deviceId());
    if (open == null) {
      open = new Open(place, Signature.OUTSIDE, null);
      byDevice.computeIfAbsent(mesh(memory.deviceId()), _ -> new ArrayList<>()).add(open);
    }
    open.chip = open.chip == Integer.MIN_VALUE ? memory.deviceId() : open.chip;
    if (open.chip == memory.deviceId()) {
      open.parts.add(
          new Part(memory.cores(), memory.sizeBytes(), memory.borrowed(), memory.address()));
    }
  }

  /** Kernels are loaded as a program is laid out, by the operation that launches it. */
  private void load(TraceNode node, BufferAllocate allocated) {
    Open open = last(allocated.buffer().deviceId());
    boolean hasTensor =
        trace.tensors(trace.node(Buffers.identity(node)).connections()).findAny().isPresent();
    if (open != null
        && open.binariesNode < 0
        && allocated.buffer().type() == BufferType.DRAM
        && allocated.buffer().pageBytes() == BINARY_PAGE_BYTES
        && !hasTensor
        && tree.enclosing(node.counter()) == open.operation) {
      open.binariesNode = node.counter();
      binaries.add(node.counter());
      binaryBuffers.add(Buffers.identity(node));
    }
  }

  /** Releases right before kernels are freed, one for each chip, are of a forgotten program. */
  private void forget(TraceNode node, int device, int position) {
    List<Open> all = byDevice.getOrDefault(mesh(device), List.of());
    if (!binaryBuffers.contains(Buffers.identity(node))) {
      return;
    }
    int next = position;
    for (int i = all.size() - 1; i >= 0 && all.get(i).place.position() == next - 1; i--) {
      next = all.get(i).place.position();
      all.get(i).isOver = all.get(i).parts.isEmpty() && all.get(i).binariesNode < 0;
    }
  }

  private Signature signature(CallTree.@Nullable Operation operation) {
    if (operation == null) {
      return Signature.OUTSIDE;
    }
    List<String> shapes = new ArrayList<>();
    List<String> kinds = new ArrayList<>();
    trace
        .tensors(operation.inputTensors())
        .forEach(tensor -> {
          shapes.add(String.valueOf(tensor.shape()));
          kinds.add(tensor.dtype() + " " + tensor.layout() + " " + tensor.memoryConfig());
        });
    return new Signature(operation.name(), shapes, kinds, operation.arguments());
  }

  Set<Integer> devices() {
    return byDevice.keySet();
  }

  boolean isBinaries(int allocation) {
    return binaries.contains(allocation);
  }

  /** The device of an event, as far as it has one. */
  int deviceOf(TraceEvent event, int otherwise) {
    return switch (event) {
      case TraceEvent.BufferEvent buffer -> buffer.buffer().deviceId();
      case CircularBufferDeallocateAll all -> all.deviceId() < 0 ? otherwise : mesh(all.deviceId());
      case ProgramMemory memory -> mesh(memory.deviceId());
      case TraceEvent.MemoryNeutral _ -> otherwise;
    };
  }

  /**
   * @param buffers by the nodes of allocations, the index of each buffer of kernels
   */
  Of of(int device, Map<Integer, Integer> buffers) {
    List<Resident> residents = new ArrayList<>();
    List<Launch> found = new ArrayList<>();
    Map<Signature, Integer> known = new HashMap<>();
    int unknown = 0;
    for (Open open : byDevice.getOrDefault(device, List.of())) {
      boolean isLaidOut = !open.parts.isEmpty() || open.binariesNode >= 0;
      int binary = buffers.getOrDefault(open.binariesNode, -1);
      Integer program = isLaidOut ? null : known(known, open.signature);
      if (isLaidOut) {
        program = residents.size();
        residents.add(new Resident(program, open.signature.name(), open.parts, binary));
        learn(known, open.signature, program);
      }
      if (program == null) {
        unknown++;
      } else {
        found.add(new Launch(open.place, program));
      }
    }
    return new Of(residents, found, unknown);
  }

  private static @Nullable Integer known(Map<Signature, Integer> known, Signature signature) {
    return signature
        .lessAndLess()
        .map(known::get)
        .filter(program -> program != null)
        .findFirst()
        .orElse(null);
  }

  private static void learn(Map<Signature, Integer> known, Signature signature, int program) {
    signature.lessAndLess().forEach(each -> known.put(each, program));
  }
}
