package dev.tilescope.analysis;

import dev.tilescope.memory.CoreIndex;
import dev.tilescope.memory.DeviceMemories;
import dev.tilescope.memory.Held;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Report;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent.BufferDescription;
import dev.tilescope.model.TraceEvent.ProgramMemory;
import dev.tilescope.model.TraceNode;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tells a {@link DeviceMemories} what a trace holds, event by event and keeping nothing else. */
final class AccountWalk implements MemoryWalk.Visitor<AccountWalk.Live> {
  /** Sees the account between events. */
  interface Observer {
    /** The event at a position, by the counter of its node, has not happened yet. */
    default void before(int position, int counter, DeviceMemories account) {}

    /** It has. */
    default void after(int position, int counter, DeviceMemories account) {}
  }

  /**
   * A buffer that lives.
   *
   * @param node that stands for it
   * @param held null if it is from before the capture: its node says little, others say more
   */
  record Live(int node, BufferDescription buffer, @Nullable Held held) {}

  private final Trace trace;
  private final DeviceMemories account = new DeviceMemories();
  private final Map<CoreRangeSet, int[]> coreIndexes = new HashMap<>();
  private final BankShares shares;

  private AccountWalk(Report report) {
    this.trace = report.trace();
    this.shares = BankShares.of(report);
    MeshChips.of(trace)
        .chipsOfMesh()
        .forEach((mesh, chips) -> chips.forEach(chip -> account.chip(mesh, chip)));
  }

  static DeviceMemories of(Report report) {
    return of(report, new Observer() {});
  }

  static DeviceMemories of(Report report, Observer observer) {
    AccountWalk told = new AccountWalk(report);
    MemoryWalk<Live> walk = new MemoryWalk<>(report.trace(), told);
    for (int position = 0; position < report.trace().size(); position++) {
      int counter = report.trace().chronological(position).counter();
      observer.before(position, counter, told.account);
      walk.step(position);
      observer.after(position, counter, told.account);
    }
    walk.live().stream()
        .filter(live -> live.held == null)
        .forEach(live -> told.stood(live, -1, -1));
    return told.account;
  }

  @Override
  public Live stood(int counter, BufferDescription buffer) {
    return new Live(counter, buffer, null);
  }

  @Override
  public Live allocated(TraceNode event, BufferDescription buffer, int position) {
    Held held =
        held(buffer, buffer.address(), shares.of(buffer, buffer.maxSizePerBankBytes(), false));
    account.allocate(buffer.deviceId(), held, position, event.counter());
    return new Live(Buffers.identity(event), buffer, held);
  }

  @Override
  public void freed(Live live, TraceNode event, BufferDescription said, int position) {
    Held held =
        live.held == null ? stood(live, said.address(), said.maxSizePerBankBytes()) : live.held;
    account.free(live.buffer.deviceId(), held, position, event.counter());
  }

  @Override
  public void held(TraceNode event, ProgramMemory memory, int position) {
    if (!memory.borrowed()) {
      account.hold(
          memory.deviceId(),
          coreIndexes.computeIfAbsent(memory.cores(), CoreIndex::of),
          memory.sizeBytes(),
          memory.address(),
          position,
          event.counter());
    }
  }

  @Override
  public void released(int deviceId, int position) {
    account.release(deviceId, position);
  }

  /** What its own node says, what the event says that frees it, and what its tensors say. */
  private Held stood(Live live, long address, long bytesPerBank) {
    BufferDescription buffer = live.buffer;
    long said = buffer.maxSizePerBankBytes() < 0 ? bytesPerBank : buffer.maxSizePerBankBytes();
    long at = buffer.address() < 0 ? address : buffer.address();
    Held held =
        held(buffer, at < 0 ? addressOfTensor(live.node) : at, shares.of(buffer, said, true));
    account.stoodBefore(buffer.deviceId(), held);
    return held;
  }

  private long addressOfTensor(int node) {
    return trace
        .tensors(trace.node(node).connections())
        .flatMap(tensor -> Stream.ofNullable(tensor.address()))
        .findFirst()
        .orElse(-1L);
  }

  private static Held held(BufferDescription buffer, long address, long bytesPerBank) {
    return new Held(buffer.type(), bytesPerBank, Buffers.bytes(buffer), address);
  }
}
