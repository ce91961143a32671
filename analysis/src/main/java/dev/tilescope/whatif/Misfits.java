package dev.tilescope.whatif;

import dev.tilescope.analysis.MemoryScript;
import dev.tilescope.analysis.MemoryScript.Event;
import dev.tilescope.analysis.MemoryScript.Resident;
import dev.tilescope.analysis.MemoryScript.Wanted;
import dev.tilescope.device.BankStatistics;
import dev.tilescope.device.CircularBufferLayout;
import dev.tilescope.device.ModelledMemory;
import dev.tilescope.device.OutOfMemoryException;
import dev.tilescope.model.BufferType;
import dev.tilescope.whatif.Misfit.Holder;
import dev.tilescope.whatif.Misfit.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Says why something did not fit, at the moment when it does not.
 *
 * @param live addresses of buffers, by index
 */
record Misfits(MemoryScript script, ModelledMemory memory, Map<Integer, Long> live) {

  Misfit ofBuffer(
      Event event, Wanted wanted, ModelledMemory.Request request, RuntimeException refusal) {
    BankStatistics bank = memory.statistics(request.type());
    return misfit(
        kind(request, bank, refusal),
        request.type(),
        event,
        wanted.index(),
        wanted.tensor(),
        request.bytesPerBank(),
        bank.largestFreeBlockBytes(),
        bank,
        holders(type -> type == request.type()),
        refusal);
  }

  private static Kind kind(
      ModelledMemory.Request request, BankStatistics bank, RuntimeException refusal) {
    if (!(refusal instanceof OutOfMemoryException)) {
      return Kind.REFUSED;
    }
    if (request.bytesPerBank() > bank.totalBytes()) {
      return Kind.TOO_LARGE;
    }
    return bank.freeBytes() >= request.bytesPerBank() ? Kind.FRAGMENTED : Kind.FULL;
  }

  Misfit ofProgram(
      Event event, Resident program, CircularBufferLayout layout, RuntimeException refusal) {
    long base = memory.baseAddress(BufferType.L1);
    long end = layout.regionEnds().values().stream().mapToLong(e -> e).max().orElse(base);
    long lowest = memory.lowestL1Address();
    boolean isTooLarge = end > memory.board().workerL1Bytes();
    long limit = isTooLarge || lowest < 0 ? memory.board().workerL1Bytes() : lowest;
    return misfit(
        isTooLarge ? Kind.PROGRAM_TOO_LARGE : Kind.CLASH,
        BufferType.L1,
        event,
        -1,
        program.name(),
        end - base,
        limit - base,
        memory.statistics(BufferType.L1),
        holders(type -> type == BufferType.L1),
        refusal);
  }

  Misfit ofTraces(Event event, Wanted wanted, long sum, long region) {
    return new Misfit(
        Kind.TRACE_REGION,
        BufferType.TRACE,
        script.step(event),
        event.place().node(),
        wanted.index(),
        "metal trace",
        sum,
        region,
        null,
        holders(type -> type == BufferType.TRACE),
        "Creating trace buffers of size %dB on MeshDevice %d, but only %dB is allocated for trace region."
            .formatted(sum, script.deviceId(), region));
  }

  private Misfit misfit(
      Kind kind,
      BufferType type,
      Event event,
      int buffer,
      String what,
      long needed,
      long available,
      @Nullable BankStatistics bank,
      List<Holder> holders,
      RuntimeException refusal) {
    return new Misfit(
        kind,
        type,
        script.step(event),
        event.place().node(),
        buffer,
        what,
        needed,
        available,
        bank,
        holders,
        String.valueOf(refusal.getMessage()).lines().findFirst().orElse(""));
  }

  private List<Holder> holders(Predicate<BufferType> isThere) {
    List<Holder> found = new ArrayList<>();
    live.forEach((index, address) -> {
      Wanted wanted = script.buffers().get(index);
      if (isThere.test(wanted.description().type())) {
        found.add(
            new Holder(
                index,
                address,
                Math.max(0, wanted.description().maxSizePerBankBytes()),
                wanted.made(),
                wanted.tensor()));
      }
    });
    found.sort(
        Comparator.comparingLong(Holder::bytes).reversed().thenComparingLong(Holder::address));
    return found;
  }
}
