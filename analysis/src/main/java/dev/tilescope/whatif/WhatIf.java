package dev.tilescope.whatif;

import dev.tilescope.analysis.MemoryScript;
import dev.tilescope.analysis.MemoryScript.Kind;
import dev.tilescope.analysis.MemoryScript.Wanted;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.Report;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A run as it would go on another device, in another order, or with less in the way: of one device,
 * those of a mesh together, since all of them move in lockstep.
 *
 * <p>How good it is says {@link #explained}: in so many cases the same allocators give a buffer, as
 * it was recorded, the address that it was recorded with.
 */
public final class WhatIf {
  private final MemoryScript script;
  private final RecordedDevice recorded;
  private final Directions directions;
  private final Map<Change, Outcome> known = new HashMap<>();

  private WhatIf(MemoryScript script, RecordedDevice recorded) {
    this.script = script;
    this.recorded = recorded;
    this.directions = new Directions(script, recorded);
  }

  /** Of each device that anything was put on. */
  public static List<WhatIf> of(Report report) {
    return MemoryScript.of(report).stream()
        .map(script -> new WhatIf(script, RecordedDevice.of(report, script)))
        .toList();
  }

  public MemoryScript script() {
    return script;
  }

  /** The change that changes nothing. */
  public Change asRecorded() {
    return new Change(
        recorded.board(), recorded.options(), Change.Order.AS_RECORDED, Set.of(), Set.of());
  }

  /** Buffers that outlived their last use, by index. */
  public Set<Integer> lateFrees() {
    return script.buffers().stream()
        .filter(Wanted::isFreedLate)
        .map(Wanted::index)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Tensors in L1 that the capture saw made, of which something holds, by index. */
  public Set<Integer> inL1(Predicate<Wanted> wanted) {
    return script.buffers().stream()
        .filter(buffer ->
            buffer.kind() == Kind.TENSOR
                && buffer.description().type() == BufferType.L1
                && buffer.made() != null)
        .filter(wanted)
        .map(Wanted::index)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Addresses that the trace has of buffers that the capture saw made. */
  public int known() {
    return directions.known();
  }

  /** Those of them that are explained: the allocator gives them too. */
  public int explained() {
    return directions.explained();
  }

  /**
   * What comes of a change.
   *
   * @throws TilescopeException if no device can be opened like that
   */
  public Outcome outcome(Change change) {
    return known.computeIfAbsent(
        change, asked -> new Replay(script, recorded, directions, asked).run());
  }

  /** The least expensive change on top of one that makes it fit; null if none is found. */
  public @Nullable Remedy cheapestFit(Change from) {
    return new FitSearch(this, from).cheapest();
  }

  /** What is not known and bears on the outcome, in sentences. */
  public List<String> doubts(Change change) {
    List<String> doubts = new ArrayList<>(recorded.doubts());
    new Doubtful(script, recorded, change).addTo(doubts);
    int off = directions.known() - directions.explained();
    if (off > 0) {
      doubts.add(
          "%,d of %,d recorded addresses are not those that the modelled allocator gives: something"
                  .formatted(off, directions.known())
              + " that the capture did not see was in the way, or the release places buffers"
              + " otherwise. Addresses and small margins may be off.");
    }
    return doubts;
  }
}
