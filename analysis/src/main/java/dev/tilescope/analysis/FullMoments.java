package dev.tilescope.analysis;

import dev.tilescope.analysis.BufferLifetimes.Lifetime;
import dev.tilescope.analysis.BufferLifetimes.Moment;
import dev.tilescope.memory.BufferPart;
import dev.tilescope.memory.BufferPart.Making;
import dev.tilescope.memory.BufferPart.Step;
import dev.tilescope.memory.CoreIndex;
import dev.tilescope.memory.FullMoment;
import dev.tilescope.memory.Headline;
import dev.tilescope.memory.Headline.Amount;
import dev.tilescope.memory.ProgramPart;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.Report;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.ProgramMemory;
import dev.tilescope.model.TraceEvent.TensorDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The memories of a report's devices when they were fullest, for those who explain the peaks. */
public final class FullMoments {
  private final Trace trace;
  private final OperationSteps steps;
  private final BufferLifetimes buffers;
  private final ProgramLifetimes programs;
  private final MeshChips meshes;
  private final BankShares shares;
  private final MemoryLevels levels;
  private final TensorUses uses;

  private FullMoments(Report report, BufferLifetimes buffers, MemoryLevels levels) {
    trace = report.trace();
    steps = OperationSteps.of(report);
    this.buffers = buffers;
    this.levels = levels;
    programs = ProgramLifetimes.of(trace, buffers.clock());
    meshes = MeshChips.of(trace);
    shares = BankShares.of(report);
    uses = TensorUses.of(trace, steps.numbers());
  }

  /** L1 and DRAM of each device, by device; a memory that was never used is left out. */
  public static List<FullMoment> of(Report report) {
    return of(report, BufferLifetimes.of(report.trace()), MemoryLevels.of(report));
  }

  static List<FullMoment> of(Report report, BufferLifetimes buffers, MemoryLevels levels) {
    FullMoments moments = new FullMoments(report, buffers, levels);
    List<FullMoment> found = new ArrayList<>();
    for (Headline device : DevicePeaks.of(report).headlines()) {
      for (boolean isL1 : new boolean[] {true, false}) {
        if (device.amount(isL1).bytes() > 0) {
          found.add(moments.moment(device, isL1));
        }
      }
    }
    return found;
  }

  private FullMoment moment(Headline device, boolean isL1) {
    Amount amount = device.amount(isL1);
    int position =
        amount.node() < 0 ? -1 : buffers.clock().positionOf(Math.toIntExact(amount.node()));
    List<BufferPart> parts = new ArrayList<>();
    for (Lifetime buffer : buffers.lifetimes()) {
      boolean isHere =
          isL1 ? buffer.description().type().isL1() : buffer.description().type().isDram();
      if (isHere
          && buffer.isLiveAt(position)
          && meshes.holding(buffer.region().deviceId()).contains(device.deviceId())) {
        parts.add(part(buffer, amount.operation(), position));
      }
    }
    MemoryLevels.Device known = levels.devices().get(device.deviceId());
    return new FullMoment(
        device,
        isL1,
        steps.of(amount.operation()).source(),
        parts,
        isL1 ? programs(device, position) : List.of(),
        (known == null ? new MemoryLevels.Device(0) : known).levels(isL1),
        steps.lastWorking(),
        shares.banks(device.deviceId(), !isL1));
  }

  private BufferPart part(Lifetime buffer, int at, int position) {
    TensorDescription tensor =
        trace.tensors(trace.node(buffer.counter()).connections()).findFirst().orElse(null);
    Step made = step(buffer.made());
    NavigableSet<Integer> users = tensor == null ? new TreeSet<>() : uses.of(tensor.tensorId());
    Integer previous = users.floor(at);
    Integer next = users.higher(at);
    return new BufferPart(
        shares.of(buffer.description(), buffer.bytesPerBank(), buffer.made() == null),
        buffer.bytes(),
        buffer.description().address(),
        tensor == null ? -1 : tensor.tensorId(),
        tensor == null ? "" : TensorUses.words(tensor),
        buffer.description().layout() == null ? "" : buffer.description().layout().name(),
        buffer.description().shardCores(),
        made,
        making(buffer, made),
        previous == null ? (made == null ? 0 : made.operation()) : previous,
        next == null ? laterUse(buffer, position) : next,
        step(buffer.lastUse()),
        step(buffer.freed()));
  }

  /** Where threads work side by side, a later operation may have a lower number. */
  private int laterUse(Lifetime buffer, int position) {
    Moment last = buffer.lastUse();
    return last != null && last.position() > position ? steps.at(last.counter()).operation() : 0;
  }

  private Making making(Lifetime buffer, @Nullable Step made) {
    boolean isBetween =
        buffer.made() != null && steps.numbers().holding(buffer.made().counter()) == 0;
    return SetUpCalls.making(made, isBetween);
  }

  private @Nullable Step step(@Nullable Moment moment) {
    return moment == null ? null : steps.at(moment.counter());
  }

  private List<ProgramPart> programs(Headline device, int position) {
    CoreCoord core = device.core();
    List<ProgramPart> parts = new ArrayList<>();
    for (ProgramLifetimes.Span span : programs.spans()) {
      ProgramMemory memory = span.memory();
      if (memory.deviceId() == device.deviceId()
          && span.made().position() <= position
          && position < span.releasedPosition()
          && core != null
          && CoreIndex.contains(CoreIndex.of(memory.cores()), core)) {
        parts.add(
            new ProgramPart(
                kind(memory),
                memory.sizeBytes(),
                memory.cores().size(),
                steps.at(span.made().counter()).operation(),
                until(span),
                program(span)));
      }
    }
    return parts;
  }

  private int until(ProgramLifetimes.Span span) {
    int released = span.releasedPosition();
    return released >= trace.size()
        ? Integer.MAX_VALUE
        : steps.at(trace.chronological(released).counter()).operation();
  }

  private static String kind(ProgramMemory memory) {
    return switch (memory) {
      case TraceEvent.CircularBufferAllocate _ -> "circular_buffer";
      case TraceEvent.DataflowBufferAllocate _ -> "dataflow_buffer";
      case TraceEvent.ScratchpadAllocate _ -> "scratchpad";
    };
  }

  /** The innermost device operation that the memory belongs to. */
  private static String program(ProgramLifetimes.Span span) {
    for (var call = span.made().operation(); call != null; call = call.parent()) {
      if (DeviceOperationNames.contain(call.name())) {
        return call.name();
      }
    }
    return "";
  }
}
