package dev.tilescope.graph;

import dev.tilescope.graph.LevelizedGraph.Vertex;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.FunctionEnd;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.model.TraceEvent.Tensor;
import dev.tilescope.model.TraceNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * TT-NN's rules for the levelized graph word by word, searching wherever they say "the one that".
 */
final class SpelledOutLevelized {
  private final Trace trace;
  private final int maxLevel;
  private final List<TraceNode> members = new ArrayList<>();
  private final TreeMap<Integer, List<Integer>> out = new TreeMap<>();

  private SpelledOutLevelized(Trace trace, int maxLevel) {
    this.trace = trace;
    this.maxLevel = maxLevel;
  }

  static List<Vertex> of(Trace trace, int maxLevel) {
    return new SpelledOutLevelized(trace, maxLevel).vertices();
  }

  private List<Vertex> vertices() {
    all(Tensor.class).filter(t -> t.level() == 1).forEach(members::add);
    all(FunctionStart.class).filter(s -> s.level() <= maxLevel).forEach(members::add);
    for (TraceNode member : members) {
      out.put(members.indexOf(member), new ArrayList<>());
    }
    for (TraceNode member : members) {
      if (member.event() instanceof Tensor) {
        member.connections().stream().forEach(c -> link(id(member), vertexAt(c)));
      } else {
        takers(member);
      }
    }
    return members.stream().map(this::vertex).toList();
  }

  private void takers(TraceNode f) {
    all(Tensor.class)
        .filter(t -> t.connections().stream().anyMatch(c -> c == f.counter()))
        .forEach(t -> {
          if (id(t) >= 0) {
            link(id(t), id(f));
          } else {
            int producer = producer(t.counter());
            if (producer >= 0 && producer != id(f)) {
              link(producer, id(f));
            }
          }
        });
  }

  private void link(int from, int to) {
    if (to >= 0 && !out.get(from).contains(to)) {
      out.get(from).add(to);
    }
  }

  private Vertex vertex(TraceNode member) {
    int id = id(member);
    List<String> info =
        out.get(id).stream()
            .map(members::get)
            .filter(n -> n.event() instanceof FunctionStart && n.level() == member.level())
            .map(n -> ((FunctionStart) n.event()).arguments())
            .filter(a -> !a.isEmpty() && a.getFirst().startsWith("Tensor("))
            .map(List::getFirst)
            .limit(1)
            .toList();
    Ints outEdges = Ints.of(out.get(id).stream().mapToInt(Integer::intValue).toArray());
    return switch (member.event()) {
      case Tensor t ->
          new Vertex(
              id,
              member.counter(),
              "tensor[" + t.tensor().tensorId() + "]",
              1,
              List.of(),
              producer(member.counter()) < 0 ? Ints.EMPTY : Ints.of(producer(member.counter())),
              outEdges,
              Ints.EMPTY,
              info,
              List.of(t.tensor().shape().toString()));
      case FunctionStart f ->
          new Vertex(
              id,
              member.counter(),
              f.name(),
              member.level(),
              f.arguments(),
              ints(f.inputTensors().stream().map(i -> vertexAt(i) < 0 ? producer(i) : vertexAt(i))),
              outEdges,
              internals(member),
              info,
              endOf(member).connections().stream()
                  .mapToObj(trace::event)
                  .filter(n -> n instanceof Tensor)
                  .map(n -> ((Tensor) n).tensor().shape().toString())
                  .distinct()
                  .toList());
      default -> throw new IllegalStateException(member.toString());
    };
  }

  private Ints internals(TraceNode f) {
    return ints(
        all(FunctionStart.class)
            .filter(s -> s.counter() > f.counter() && s.counter() < endOf(f).counter())
            .filter(s -> s.level() == f.level() + 1 && s.level() <= maxLevel)
            .mapToInt(this::id));
  }

  private TraceNode endOf(TraceNode f) {
    String name = ((FunctionStart) f.event()).name();
    return f.connections().stream()
        .mapToObj(trace::node)
        .filter(n -> n.event() instanceof FunctionEnd e && e.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private int producer(int tensor) {
    Optional<TraceNode> end =
        all(FunctionEnd.class)
            .filter(e -> e.connections().stream().anyMatch(c -> c == tensor))
            .min(Comparator.comparingInt(TraceNode::level));
    return end.map(
            e -> id(all(FunctionStart.class).filter(s -> endOf(s) == e).findFirst().orElseThrow()))
        .orElse(-1);
  }

  private int id(TraceNode node) {
    return members.indexOf(node);
  }

  private int vertexAt(int counter) {
    return id(trace.node(counter));
  }

  private static Ints ints(IntStream values) {
    return Ints.of(values.filter(v -> v >= 0).toArray());
  }

  private Stream<TraceNode> all(Class<? extends TraceEvent> kind) {
    return trace.nodes().stream().filter(node -> kind.isInstance(node.event()));
  }
}
