package dev.tilescope.analysis;

import dev.tilescope.analysis.MemoryFailure.NoRoom;
import dev.tilescope.analysis.MemoryScript.Allocate;
import dev.tilescope.analysis.MemoryScript.Event;
import dev.tilescope.analysis.MemoryScript.Failed;
import dev.tilescope.analysis.MemoryScript.Kind;
import dev.tilescope.analysis.MemoryScript.Launch;
import dev.tilescope.analysis.MemoryScript.Part;
import dev.tilescope.analysis.MemoryScript.Place;
import dev.tilescope.analysis.MemoryScript.Resident;
import dev.tilescope.analysis.MemoryScript.Wanted;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TraceEvent.BufferDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run could not get is in no event, only in the text of its error; this makes an event of it
 * so that it is asked for again.
 */
record ScriptEnding(MemoryFailure failure, Place place, int device, OperationSteps steps) {
  /** Adds what failed; null if the text does not say enough to ask for it again. */
  @Nullable Failed append(
      List<Wanted> buffers, List<Resident> residents, List<Event> events, String message) {
    Event event =
        switch (failure) {
          case NoRoom lacking -> buffer(buffers, kind(lacking), description(lacking));
          case MemoryFailure.TraceRegionFull full ->
              buffer(buffers, Kind.METAL_TRACE, trace(full, buffers));
          case MemoryFailure.Clash clash -> program(residents, clash.cores(), clash.regionEnd());
          case MemoryFailure.BeyondL1 beyond ->
              program(residents, beyond.cores(), beyond.regionEnd());
          case MemoryFailure.BelowLimit _, MemoryFailure.TraceInTheWay _ -> null;
        };
    if (event == null) {
      return null;
    }
    events.add(event);
    return new Failed(event, failure, message);
  }

  private Event buffer(List<Wanted> buffers, Kind kind, BufferDescription description) {
    int index = buffers.size();
    buffers.add(
        new Wanted(
            index,
            place.node(),
            kind,
            description,
            "",
            steps.of(place.operation()),
            SetUpCalls.contain(steps.of(place.operation()).name()),
            true,
            null,
            0,
            Integer.MAX_VALUE));
    return new Allocate(place, index);
  }

  private static Kind kind(NoRoom lacking) {
    return lacking.type() == BufferType.TRACE ? Kind.METAL_TRACE : Kind.TENSOR;
  }

  /** The text says over how many banks; whether they are all of the memory the replay knows. */
  private BufferDescription description(NoRoom lacking) {
    return new BufferDescription(
        device,
        lacking.type(),
        null,
        -1,
        lacking.bytes(),
        -1,
        lacking.banks(),
        lacking.bytesPerBank());
  }

  private BufferDescription trace(MemoryFailure.TraceRegionFull full, List<Wanted> buffers) {
    long before =
        buffers.stream()
            .filter(buffer -> buffer.kind() == Kind.METAL_TRACE && buffer.isKept())
            .mapToLong(buffer -> Buffers.bytes(buffer.description()))
            .sum();
    return new BufferDescription(
        device,
        BufferType.TRACE,
        TensorMemoryLayout.INTERLEAVED,
        -1,
        Math.max(0, full.wantedBytes() - before),
        1024,
        0,
        -1);
  }

  private Event program(List<Resident> residents, @Nullable CoreRange cores, long end) {
    int index = residents.size();
    CoreRangeSet on =
        cores == null ? CoreRangeSet.of(CoreRange.of(0, 0, 0, 0)) : CoreRangeSet.of(cores);
    residents.add(
        new Resident(
            index,
            steps.of(place.operation()).name(),
            List.of(new Part(on, end, false, Part.UP_TO_SIZE)),
            -1));
    return new Launch(place, index);
  }
}
