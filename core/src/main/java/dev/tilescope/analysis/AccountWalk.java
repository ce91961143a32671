package dev.tilescope.analysis;

import dev.tilescope.memory.CoreIndex;
import dev.tilescope.memory.DeviceMemories;
import dev.tilescope.memory.Held;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Report;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.BufferAllocate;
import dev.tilescope.model.TraceEvent.BufferDeallocate;
import dev.tilescope.model.TraceEvent.BufferDescription;
import dev.tilescope.model.TraceEvent.CircularBufferDeallocateAll;
import dev.tilescope.model.TraceEvent.MemoryNeutral;
import dev.tilescope.model.TraceEvent.ProgramMemory;
import dev.tilescope.model.TraceNode;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Tells a {@link DeviceMemories} what a trace holds, event by event and keeping nothing else. */
final class AccountWalk {
  /** Sees the account between events. */
  interface Observer {
    /** The event at a position, by the counter of its node, has not happened yet. */
    void before(int position, int counter, DeviceMemories account);

    /** It has. */
    void after(int position, int counter, DeviceMemories account);
  }

  private record Allocated(int deviceId, Held held) {}

  private final Trace trace;
  private final DeviceMemories account = new DeviceMemories();
  private final Map<CoreRangeSet, int[]> coreIndexes = new HashMap<>();
  private final BankShares shares;
  private final Map<Integer, Allocated> live = new HashMap<>();

  /** Buffers that stood there before the capture and have not been freed. */
  private final Map<Integer, BufferDescription> fromBefore = new HashMap<>();

  private AccountWalk(Report report) {
    this.trace = report.trace();
    this.shares = BankShares.of(report);
    MeshChips.of(trace)
        .chipsOfMesh()
        .forEach((mesh, chips) -> chips.forEach(chip -> account.chip(mesh, chip)));
    BitSet allocated = Buffers.allocatedInCapture(trace);
    for (TraceNode node : trace.nodes()) {
      if (node.event() instanceof TraceEvent.Buffer buffer && !allocated.get(node.counter())) {
        fromBefore.put(node.counter(), buffer.buffer());
      }
    }
  }

  static DeviceMemories of(Report report) {
    AccountWalk walk = new AccountWalk(report);
    for (int position = 0; position < walk.trace.size(); position++) {
      walk.step(position);
    }
    return walk.ended();
  }

  static DeviceMemories of(Report report, Observer observer) {
    AccountWalk walk = new AccountWalk(report);
    for (int position = 0; position < walk.trace.size(); position++) {
      int counter = walk.trace.chronological(position).counter();
      observer.before(position, counter, walk.account);
      walk.step(position);
      observer.after(position, counter, walk.account);
    }
    return walk.ended();
  }

  private DeviceMemories ended() {
    fromBefore.forEach(
        (node, buffer) -> account.stoodBefore(buffer.deviceId(), stood(node, buffer, -1, -1)));
    return account;
  }

  private void step(int position) {
    TraceNode node = trace.chronological(position);
    switch (node.event()) {
      case BufferAllocate a -> allocate(node, a.buffer(), position);
      case BufferDeallocate d -> free(node, d.buffer(), position);
      case ProgramMemory p when !p.borrowed() ->
          account.hold(
              p.deviceId(),
              coreIndexes.computeIfAbsent(p.cores(), CoreIndex::of),
              p.sizeBytes(),
              p.address(),
              position,
              node.counter());
      case CircularBufferDeallocateAll all -> account.release(all.deviceId(), position);
      case ProgramMemory _, MemoryNeutral _ -> {}
    }
  }

  /** A second allocation of a live buffer is damage, and changes nothing. */
  private void allocate(TraceNode node, BufferDescription buffer, int position) {
    Held held =
        held(buffer, buffer.address(), shares.of(buffer, buffer.maxSizePerBankBytes(), false));
    Allocated made = new Allocated(buffer.deviceId(), held);
    if (live.putIfAbsent(Buffers.identity(node), made) == null) {
      account.allocate(made.deviceId(), held, position, node.counter());
    }
  }

  private void free(TraceNode node, BufferDescription said, int position) {
    int identity = Buffers.identity(node);
    Allocated freed = live.remove(identity);
    BufferDescription before = fromBefore.remove(identity);
    if (before != null) {
      Held held = stood(identity, before, said.address(), said.maxSizePerBankBytes());
      account.stoodBefore(before.deviceId(), held);
      freed = new Allocated(before.deviceId(), held);
    }
    if (freed != null) {
      account.free(freed.deviceId(), freed.held(), position, node.counter());
    }
  }

  /** What its own node says, what the event says that frees it, and what its tensors say. */
  private Held stood(int node, BufferDescription buffer, long address, long bytesPerBank) {
    long said = buffer.maxSizePerBankBytes() < 0 ? bytesPerBank : buffer.maxSizePerBankBytes();
    long at = buffer.address() < 0 ? address : buffer.address();
    return held(buffer, at < 0 ? addressOfTensor(node) : at, shares.of(buffer, said, true));
  }

  private long addressOfTensor(int node) {
    Ints connections = trace.node(node).connections();
    for (int i = 0; i < connections.size(); i++) {
      if (trace.event(connections.get(i)) instanceof TraceEvent.Tensor tensor
          && tensor.tensor().address() != null) {
        return tensor.tensor().address();
      }
    }
    return -1;
  }

  private static Held held(BufferDescription buffer, long address, long bytesPerBank) {
    return new Held(buffer.type(), bytesPerBank, Buffers.bytes(buffer), address);
  }
}
