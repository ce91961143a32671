package dev.tilescope.whatif;

import dev.tilescope.analysis.MemoryScript;
import dev.tilescope.analysis.MemoryScript.Allocate;
import dev.tilescope.analysis.MemoryScript.Event;
import dev.tilescope.analysis.MemoryScript.Free;
import dev.tilescope.analysis.MemoryScript.Launch;
import dev.tilescope.analysis.MemoryScript.Place;
import dev.tilescope.analysis.MemoryScript.Wanted;
import dev.tilescope.analysis.SetUpCalls;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The order in which things happen.
 *
 * <p>A tensor that stays moves to the front with all that brings it in: the operations that load,
 * fill or convert it, from the host on, with what they allocate, launch and free. If anything that
 * is not brought in goes into it, it stays where it is.
 */
final class Sequence {
  private final MemoryScript script;

  private Sequence(MemoryScript script) {
    this.script = script;
  }

  static List<Event> of(MemoryScript script, Change change) {
    List<Event> events = freedEarly(script, change.freedEarly());
    return switch (change.order()) {
      case AS_RECORDED -> events;
      case WEIGHTS_FIRST -> new Sequence(script).weightsFirst(events, false);
      case LARGEST_FIRST -> new Sequence(script).weightsFirst(events, true);
    };
  }

  private static List<Event> freedEarly(MemoryScript script, Set<Integer> buffers) {
    if (buffers.isEmpty()) {
      return script.events();
    }
    List<Event> events = new ArrayList<>();
    for (Event event : script.events()) {
      if (!(event instanceof Free free && buffers.contains(free.buffer()))) {
        events.add(event);
      }
    }
    for (int buffer : buffers.stream().sorted().toList()) {
      Wanted wanted = script.buffers().get(buffer);
      if (wanted.isFreedLate()) {
        events.add(free(script, wanted));
      }
    }
    events.sort(Comparator.comparingInt(event -> event.place().position()));
    return events;
  }

  private static Free free(MemoryScript script, Wanted wanted) {
    int operation = wanted.lastUse() == null ? 0 : wanted.lastUse().operation();
    return new Free(
        new Place(
            wanted.node(),
            wanted.freeablePosition(),
            Math.min(operation, script.steps().size() - 1),
            false),
        wanted.index());
  }

  private List<Event> weightsFirst(List<Event> events, boolean largestFirst) {
    Map<Object, Group> groups = groups(events);
    List<Group> moved = new ArrayList<>(new LinkedHashSet<>(groups.values()));
    moved.removeIf(group -> group.weightBytes == 0);
    if (largestFirst) {
      moved.sort(Comparator.comparingLong((Group group) -> group.weightBytes).reversed());
    }
    Set<Event> first = new LinkedHashSet<>();
    moved.forEach(group -> first.addAll(group.events));
    List<Event> all = new ArrayList<>(first);
    events.stream().filter(event -> !first.contains(event)).forEach(all::add);
    return all;
  }

  /** What happens together because one brings in what the other takes. */
  private static final class Group {
    final List<Event> events = new ArrayList<>();
    final Set<Integer> operations;
    long weightBytes;

    Group(Set<Integer> operations) {
      this.operations = operations;
    }
  }

  /** By operation; by buffer where that was made outside of operations. */
  private Map<Object, Group> groups(List<Event> events) {
    Map<Object, Group> groups = new LinkedHashMap<>();
    for (Wanted wanted : script.buffers()) {
      if (wanted.isWeight() && wanted.made() != null) {
        Set<Integer> sources = sources(wanted.made().operation());
        if (sources != null) {
          join(groups, sources);
        }
      }
    }
    Map<Integer, Object> keyOfBuffer = new LinkedHashMap<>();
    for (Event event : events) {
      Group group = groups.get(key(event, keyOfBuffer, groups));
      if (group != null && belongs(event, group)) {
        group.events.add(event);
        if (event instanceof Allocate allocate) {
          Wanted wanted = script.buffers().get(allocate.buffer());
          long bytes = Math.max(1, wanted.description().maxSizePerBankBytes());
          group.weightBytes = Math.max(group.weightBytes, wanted.isWeight() ? bytes : 0);
        }
      }
    }
    return groups;
  }

  private static void join(Map<Object, Group> groups, Set<Integer> operations) {
    Set<Integer> all = new LinkedHashSet<>(operations);
    operations.forEach(operation -> {
      Group known = groups.get(operation);
      if (known != null) {
        all.addAll(known.operations);
      }
    });
    Group group = new Group(all);
    all.forEach(operation -> groups.put(operation, group));
  }

  private Object key(Event event, Map<Integer, Object> keyOfBuffer, Map<Object, Group> groups) {
    Place place = event.place();
    return switch (event) {
      case Allocate a -> {
        Object key = place.isInside() ? place.operation() : "buffer " + a.buffer();
        if (!place.isInside() && script.buffers().get(a.buffer()).isWeight()) {
          groups.put(key, new Group(Set.of()));
        }
        keyOfBuffer.put(a.buffer(), key);
        yield key;
      }
      case Free f -> keyOfBuffer.getOrDefault(f.buffer(), "none");
      case Launch _ -> place.isInside() ? place.operation() : "none";
    };
  }

  /** A free moves along if what it frees was needed for nothing else. */
  private boolean belongs(Event event, Group group) {
    if (!(event instanceof Free free)) {
      return true;
    }
    Wanted wanted = script.buffers().get(free.buffer());
    return !wanted.isKept()
        && (wanted.lastUse() == null || group.operations.contains(wanted.lastUse().operation()));
  }

  /** The operations that bring in what one makes; null if not all of it is brought in. */
  private @Nullable Set<Integer> sources(int operation) {
    Set<Integer> found = new LinkedHashSet<>();
    Deque<Integer> open = new ArrayDeque<>(List.of(operation));
    while (!open.isEmpty()) {
      int next = open.pop();
      if (next < 1 || !SetUpCalls.contain(script.step(next).name())) {
        return null;
      }
      if (found.add(next)) {
        open.addAll(script.madeFrom().get(next));
      }
    }
    return found;
  }
}
