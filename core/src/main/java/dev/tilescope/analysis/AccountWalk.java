package dev.tilescope.analysis;

import dev.tilescope.analysis.BufferLifetimes.Lifetime;
import dev.tilescope.memory.BankShare;
import dev.tilescope.memory.CoreIndex;
import dev.tilescope.memory.DeviceMemories;
import dev.tilescope.memory.Held;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.Report;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceNode;
import dev.tilescope.model.TraceNode.BufferDescription;
import dev.tilescope.model.TraceNode.CircularBufferDeallocateAll;
import dev.tilescope.model.TraceNode.ProgramMemory;
import java.util.HashMap;
import java.util.Map;

/**
 * Tells a {@link DeviceMemories} what a trace holds: program memory from its nodes, merged in time
 * with the beginnings and ends of buffers.
 */
final class AccountWalk {
  private static final long BEFORE = -1;

  private final Trace trace;
  private final DeviceMemories account = new DeviceMemories();
  private final Map<CoreRangeSet, int[]> coreIndexes = new HashMap<>();
  private final Map<Integer, DeviceInfo> devices = new HashMap<>();
  private int next;

  private AccountWalk(Trace trace) {
    this.trace = trace;
  }

  static DeviceMemories of(Report report, BufferLifetimes buffers) {
    Trace trace = report.trace();
    AccountWalk walk = new AccountWalk(trace);
    report.devices().forEach(device -> walk.devices.put(device.deviceId(), device));
    MeshChips.of(trace)
        .chipsOfMesh()
        .forEach((mesh, chips) -> chips.forEach(chip -> walk.account.chip(mesh, chip)));
    MemoryEvents.visit(buffers.lifetimes(), Lifetime::freedPosition, walk::buffer);
    walk.programsUntil(trace.size());
    return walk.account;
  }

  private void buffer(int position, Lifetime lifetime, boolean begins) {
    programsUntil(position);
    BufferDescription buffer = lifetime.description();
    Held held = new Held(buffer.type(), bytesPerBank(lifetime), lifetime.bytes(), buffer.address());
    long node = position < 0 ? BEFORE : trace.chronological(position).counter();
    if (begins) {
      account.allocate(buffer.deviceId(), held, position, node);
    } else {
      account.free(buffer.deviceId(), held, position, node);
    }
  }

  private long bytesPerBank(Lifetime lifetime) {
    BufferDescription buffer = lifetime.description();
    boolean interleaved =
        buffer.layout() == null || buffer.layout() == TensorMemoryLayout.INTERLEAVED;
    return BankShare.of(
        buffer.maxSizePerBankBytes(),
        buffer.sizeBytes(),
        buffer.pageBytes(),
        interleaved ? banks(buffer) : buffer.shardCores(),
        lifetime.made() == null);
  }

  private int banks(BufferDescription buffer) {
    DeviceInfo device = devices.get(buffer.deviceId());
    return device == null ? 0 : buffer.type().isDram() ? device.dramChannels() : device.l1Banks();
  }

  private void programsUntil(int position) {
    for (; next < position; next++) {
      switch (trace.chronological(next)) {
        case ProgramMemory p when !p.borrowed() ->
            account.hold(
                p.deviceId(),
                coreIndexes.computeIfAbsent(p.cores(), CoreIndex::of),
                p.sizeBytes(),
                p.address(),
                next,
                p.counter());
        case CircularBufferDeallocateAll all -> account.release(all.deviceId(), next);
        case ProgramMemory _,
            TraceNode.BufferEvent _,
            TraceNode.CaptureStart _,
            TraceNode.CaptureEnd _,
            TraceNode.FunctionStart _,
            TraceNode.FunctionEnd _,
            TraceNode.Tensor _,
            TraceNode.Failure _,
            TraceNode.Unknown _ -> {}
      }
    }
  }
}
