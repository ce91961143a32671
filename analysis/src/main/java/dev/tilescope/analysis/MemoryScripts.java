package dev.tilescope.analysis;

import dev.tilescope.analysis.BufferLifetimes.Lifetime;
import dev.tilescope.analysis.BufferLifetimes.Moment;
import dev.tilescope.analysis.LateFrees.LateFree;
import dev.tilescope.analysis.MemoryScript.Allocate;
import dev.tilescope.analysis.MemoryScript.Event;
import dev.tilescope.analysis.MemoryScript.Free;
import dev.tilescope.analysis.MemoryScript.Kind;
import dev.tilescope.analysis.MemoryScript.Place;
import dev.tilescope.analysis.MemoryScript.Wanted;
import dev.tilescope.graph.CallTree;
import dev.tilescope.memory.BufferPart.Step;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.Report;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent.BufferDescription;
import dev.tilescope.model.TraceEvent.Failure;
import dev.tilescope.model.TraceEvent.TensorDescription;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes a {@link MemoryScript} of each device of a report. */
final class MemoryScripts {
  private final Report report;
  private final Trace trace;
  private final OperationSteps steps;
  private final BufferLifetimes lifetimes;
  private final TensorUses uses;
  private final ProgramLaunches launches;
  private final List<Set<Integer>> madeFrom;
  private final Map<Lifetime, Integer> freeable = new HashMap<>();

  MemoryScripts(Report report) {
    this.report = report;
    this.trace = report.trace();
    this.steps = OperationSteps.of(report);
    this.lifetimes = BufferLifetimes.of(trace);
    this.uses = TensorUses.of(trace, steps.numbers());
    this.launches = new ProgramLaunches(trace, this::place);
    this.madeFrom = madeFrom();
    for (LateFree late : LateFrees.of(lifetimes).frees()) {
      freeable.put(late.buffer(), late.buffer().freeablePosition());
    }
  }

  List<MemoryScript> scripts() {
    SequencedMap<Integer, List<Lifetime>> byDevice = new TreeMap<>();
    for (Lifetime lifetime : lifetimes.lifetimes()) {
      if (lifetime.description().type() != BufferType.SYSTEM_MEMORY) {
        byDevice
            .computeIfAbsent(lifetime.description().deviceId(), _ -> new ArrayList<>())
            .add(lifetime);
      }
    }
    launches.devices().forEach(device -> byDevice.computeIfAbsent(device, _ -> new ArrayList<>()));
    Ending ending = ending(byDevice.keySet());
    if (ending != null) {
      byDevice.computeIfAbsent(ending.device, _ -> new ArrayList<>());
    }
    List<MemoryScript> scripts = new ArrayList<>();
    byDevice.forEach((device, buffers) ->
        scripts.add(
            script(device, buffers, ending != null && ending.device == device ? ending : null)));
    return scripts;
  }

  private MemoryScript script(int device, List<Lifetime> all, @Nullable Ending ending) {
    List<Wanted> buffers = new ArrayList<>();
    List<Event> events = new ArrayList<>();
    Map<Integer, Integer> binaries = new HashMap<>();
    for (Lifetime lifetime : all) {
      Wanted wanted = wanted(buffers.size(), lifetime);
      buffers.add(wanted);
      Moment made = lifetime.made();
      if (wanted.kind() == Kind.BINARIES && made != null) {
        binaries.put(made.counter(), wanted.index());
      } else if (made != null) {
        events.add(new Allocate(place(made.counter(), made.position()), wanted.index()));
      }
      Moment freed = lifetime.freed();
      if (freed != null) {
        events.add(new Free(place(freed.counter(), freed.position()), wanted.index()));
      }
    }
    ProgramLaunches.Of programs = launches.of(device, binaries);
    events.addAll(programs.launches());
    events.sort(Comparator.comparingInt(event -> event.place().position()));
    boolean hasAddresses = all.stream().anyMatch(Lifetime::hasAddress);
    if (ending != null) {
      // What follows only cleans up, or is another way that the program then took.
      events.removeIf(event -> event.place().position() > ending.place.position());
    }
    List<MemoryScript.Resident> residents = new ArrayList<>(programs.residents());
    MemoryScript.Failed failed =
        ending == null
            ? null
            : new ScriptEnding(ending.failure, ending.place, device, steps)
                .append(buffers, residents, events, ending.message);
    return new MemoryScript(
        device,
        report.device(device),
        buffers,
        residents,
        events,
        operationSteps(),
        madeFrom,
        steps.lastWorking(),
        hasAddresses,
        programs.unknown(),
        failed);
  }

  private List<Step> operationSteps() {
    List<Step> all = new ArrayList<>();
    for (int number = 0; number <= steps.numbers().count(); number++) {
      all.add(steps.of(number));
    }
    return all;
  }

  /** By the makers that each call's inputs had, which the calls inside it may have taken. */
  private List<Set<Integer>> madeFrom() {
    CallTree tree = CallTree.of(trace);
    OperationFlow flow = OperationFlow.of(trace, tree);
    List<CallTree.Operation> roots = tree.roots();
    List<Set<Integer>> from = new ArrayList<>();
    for (int number = 0; number <= steps.numbers().count(); number++) {
      from.add(new HashSet<>());
    }
    for (int i = 0; i < flow.size() && i < roots.size(); i++) {
      for (int in = flow.firstInput()[i]; in < flow.firstInput()[i + 1]; in++) {
        int maker = flow.makers()[in];
        from.get(steps.numbers().of(roots.get(i)))
            .add(maker < 0 ? -1 : steps.numbers().of(roots.get(maker)));
      }
    }
    return from;
  }

  private Place place(int counter, int position) {
    return new Place(
        counter, position, steps.numbers().at(counter), steps.numbers().holding(counter) > 0);
  }

  private Wanted wanted(int index, Lifetime lifetime) {
    List<TensorDescription> tensors =
        trace.tensors(trace.node(lifetime.counter()).connections()).toList();
    Set<Integer> users =
        tensors.stream()
            .flatMap(tensor -> uses.of(tensor.tensorId()).stream())
            .collect(Collectors.toSet());
    Moment made = lifetime.made();
    Moment freed = lifetime.freed();
    boolean isKept = freed == null || steps.numbers().at(freed.counter()) > steps.lastWorking();
    return new Wanted(
        index,
        lifetime.counter(),
        kind(lifetime),
        lifetime.description(),
        tensors.isEmpty() ? "" : TensorUses.words(tensors.getFirst()),
        made == null ? null : steps.at(made.counter()),
        made != null && isBroughtIn(made),
        isKept,
        lifetime.lastUse() == null ? null : steps.at(lifetime.lastUse().counter()),
        users.size(),
        freeable.getOrDefault(lifetime, Integer.MAX_VALUE));
  }

  private boolean isBroughtIn(Moment made) {
    return steps.numbers().holding(made.counter()) == 0
        || SetUpCalls.contain(made.path().getFirst());
  }

  private Kind kind(Lifetime lifetime) {
    BufferDescription buffer = lifetime.description();
    Moment made = lifetime.made();
    if (buffer.type() == BufferType.TRACE || isMetalTrace(buffer)) {
      return Kind.METAL_TRACE;
    }
    return made != null && launches.isBinaries(made.counter()) ? Kind.BINARIES : Kind.TENSOR;
  }

  private boolean isMetalTrace(BufferDescription buffer) {
    return report.metalTraces().stream()
        .anyMatch(metal ->
            metal.addressBytes() == buffer.address()
                && metal.bufferBytes() == buffer.sizeBytes()
                && metal.deviceId() == buffer.deviceId());
  }

  /** What ended the run for want of memory, and on which device. */
  private record Ending(int device, Place place, MemoryFailure failure, String message) {}

  private @Nullable Ending ending(Set<Integer> devices) {
    int device = devices.isEmpty() ? 0 : devices.iterator().next();
    for (int position = 0; position < trace.size(); position++) {
      var node = trace.chronological(position);
      device = launches.deviceOf(node.event(), device);
      if (node.event() instanceof Failure failure) {
        MemoryFailure.Found found = MemoryFailure.in(failure.message());
        if (found != null) {
          return new Ending(
              device, place(node.counter(), position), found.failure(), found.sentence());
        }
      }
    }
    return null;
  }
}
