package dev.tilescope.analysis;

import dev.tilescope.memory.BufferPart.Step;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.Report;
import dev.tilescope.model.TraceEvent.BufferDescription;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a run did with the memory of one device, in the order of time, so that it can be done again
 * elsewhere: buffers that come and go, and programs that are put on the cores.
 *
 * @param device as the report describes it; null if it does not
 * @param buffers by index
 * @param programs by index
 * @param steps the operations, by number; the first is that of what lies before them all
 * @param madeFrom by operation, those that made what it takes; -1 for what was there before
 * @param lastWorking the last operation that does more than free
 * @param hasAddresses false for a run in which nothing was dispatched
 * @param unknownLaunches launches of programs of which the trace does not say what they need
 * @param failure what the run ended with; null if it did not run out of memory
 */
public record MemoryScript(
    int deviceId,
    @Nullable DeviceInfo device,
    List<Wanted> buffers,
    List<Resident> programs,
    List<Event> events,
    List<Step> steps,
    List<Set<Integer>> madeFrom,
    int lastWorking,
    boolean hasAddresses,
    int unknownLaunches,
    @Nullable Failed failure) {
  public MemoryScript {
    buffers = List.copyOf(buffers);
    programs = List.copyOf(programs);
    events = List.copyOf(events);
    steps = List.copyOf(steps);
    madeFrom = List.copyOf(madeFrom);
  }

  /** What buffers are there for, as far as it matters for where they come from and go. */
  public enum Kind {
    TENSOR,

    /** Kernels of a program, taken as it is compiled. */
    BINARIES,

    /** The commands of a metal trace. */
    METAL_TRACE
  }

  /**
   * A buffer that the run asked for.
   *
   * @param node that stands for it in the trace
   * @param description what the trace says of it anywhere
   * @param tensor shape and type in words; empty if no tensor is in it
   * @param made null if it stood there before the capture
   * @param isBroughtIn whether what made it only loads, fills or converts
   * @param isKept whether nothing freed it before the last operation that does more
   * @param lastUse the last operation that needed it; null if none is known to
   * @param uses how many operations needed it
   * @param freeablePosition where it could have been freed; {@link Integer#MAX_VALUE} if it is no
   *     later than it was
   */
  public record Wanted(
      int index,
      int node,
      Kind kind,
      BufferDescription description,
      String tensor,
      @Nullable Step made,
      boolean isBroughtIn,
      boolean isKept,
      @Nullable Step lastUse,
      int uses,
      int freeablePosition) {
    /** Whether it is there because the model runs again. */
    public boolean isWeight() {
      return kind == Kind.TENSOR && made != null && isBroughtIn && isKept;
    }

    public boolean isFreedLate() {
      return freeablePosition < Integer.MAX_VALUE;
    }
  }

  /**
   * What a program needs in L1.
   *
   * @param binaries the buffer of its kernels, which its first launch takes; -1 for none
   * @param name of the device operation; empty if it is not known
   */
  public record Resident(int index, String name, List<Part> parts, int binaries) {
    public Resident {
      parts = List.copyOf(parts);
    }
  }

  /**
   * A circular buffer, dataflow buffer or scratchpad.
   *
   * @param borrowed whether the bytes are those of a tensor
   * @param address 0 where nothing was laid out
   */
  public record Part(CoreRangeSet cores, long sizeBytes, boolean borrowed, long address) {
    /** As an address: only where it ended is known, and that is the size. */
    public static final long UP_TO_SIZE = -1;
  }

  /**
   * Where something happened.
   *
   * @param node of the trace
   * @param position in the order of time
   * @param operation that it belongs to, or that came next
   * @param isInside whether it belongs to that operation
   */
  public record Place(int node, int position, int operation, boolean isInside) {}

  /** Something that happened. */
  public sealed interface Event {
    Place place();
  }

  public record Allocate(Place place, int buffer) implements Event {}

  public record Free(Place place, int buffer) implements Event {}

  public record Launch(Place place, int program) implements Event {}

  /**
   * The run ended because something did not fit.
   *
   * @param event the last of the events: what failed
   */
  public record Failed(Event event, MemoryFailure failure, String message) {}

  /** Of each device that has buffers or programs, those of a mesh together. */
  public static List<MemoryScript> of(Report report) {
    return new MemoryScripts(report).scripts();
  }

  /** The operation that something happened in, or before. */
  public Step step(Event event) {
    return step(event.place().operation());
  }

  /** The operation with a number. */
  public Step step(int operation) {
    return steps.get(Math.clamp(operation, 0, steps.size() - 1));
  }
}
