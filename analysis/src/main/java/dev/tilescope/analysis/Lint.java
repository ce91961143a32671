package dev.tilescope.analysis;

import dev.tilescope.graph.CallTree;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Report;
import dev.tilescope.model.Report.Damage;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.BufferAllocate;
import dev.tilescope.model.TraceEvent.BufferDeallocate;
import dev.tilescope.model.TraceEvent.MemoryNeutral;
import dev.tilescope.model.TraceEvent.ProgramEvent;
import dev.tilescope.model.TraceEvent.Unknown;
import dev.tilescope.model.TraceNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What is wrong with a report: what the reader had to mend, and what no sound program or recorder
 * would have done.
 *
 * @param operations how many there are, by {@link OperationNumbers}
 * @param findings those about the file as a whole first, then by node
 */
public record Lint(Generation generation, int operations, List<Finding> findings) {
  public Lint {
    findings = List.copyOf(findings);
  }

  public enum Rule {
    DOUBLE_FREE,
    FREE_OF_UNKNOWN_BUFFER,
    UNCLOSED_OPERATION,
    STRAY_END,
    DANGLING_CONNECTION,
    COUNTER_MISMATCH,
    UNKNOWN_NODE,
    EVENTS_DROPPED,
    DAMAGED_VALUE
  }

  /**
   * @param where file, line and column if they are known, else the file or nothing
   * @param node the counter of the node, -1 if it is about none
   */
  public record Finding(Rule rule, String where, int node, String what) {
    /** True if it is about a node whose place is not known. */
    public boolean isPlaceless() {
      return node >= 0 && !PLACE.matcher(where).find();
    }
  }

  private static final Pattern PLACE = Pattern.compile(":\\d+:\\d+$");

  /** With the places of nodes, by number, where a finding has none. */
  public Lint placed(Map<Integer, String> places) {
    return new Lint(
        generation,
        operations,
        findings.stream()
            .map(f ->
                f.isPlaceless() && places.containsKey(f.node())
                    ? new Finding(f.rule(), places.get(f.node()), f.node(), f.what())
                    : f)
            .toList());
  }

  public static Lint of(Report report) {
    return new Inspection(report).lint();
  }

  private static final class Inspection {
    private record Place(Rule rule, int node) {}

    private final Report report;
    private final Trace trace;
    private final CallTree tree;
    private final List<Finding> findings = new ArrayList<>();
    private final Set<Place> reported = new HashSet<>();
    private final Map<Integer, Integer> freedBy = new HashMap<>();

    Inspection(Report report) {
      this.report = report;
      this.trace = report.trace();
      this.tree = CallTree.of(trace);
    }

    Lint lint() {
      report.damage().forEach(this::damage);
      report.completeness().dropped().entrySet().stream()
          .sorted(Map.Entry.comparingByKey())
          .forEach(e -> add(Rule.EVENTS_DROPPED, -1, e.getValue() + " events: " + e.getKey()));
      calls();
      for (int i = 0; i < trace.size(); i++) {
        inspect(trace.chronological(i));
      }
      findings.sort(Comparator.comparingInt(Finding::node));
      int operations = OperationNumbers.of(report.trace()).count();
      return new Lint(Generation.of(report), operations, findings);
    }

    private void damage(Damage damage) {
      Rule rule =
          switch (damage.kind()) {
            case COUNTER -> Rule.COUNTER_MISMATCH;
            case CONNECTION -> Rule.DANGLING_CONNECTION;
            case NODE_TYPE -> Rule.UNKNOWN_NODE;
            case STRAY_END -> Rule.STRAY_END;
            case OTHER -> Rule.DAMAGED_VALUE;
          };
      reported.add(new Place(rule, damage.node()));
      findings.add(new Finding(rule, damage.where(), damage.node(), damage.what()));
    }

    private void calls() {
      for (Operation operation : tree.operations()) {
        if (operation.end() == null) {
          String what = "operation \"" + operation.name() + "\" started and never ended";
          add(Rule.UNCLOSED_OPERATION, operation.start().counter(), what);
        }
      }
      tree.strayEnds().stream()
          .forEach(end -> addOnce(Rule.STRAY_END, end, "an operation ends that never started"));
    }

    private void inspect(TraceNode node) {
      switch (node.event()) {
        case BufferAllocate _ -> freedBy.remove(bufferOf(node));
        case BufferDeallocate _ -> free(node);
        case Unknown unknown ->
            addOnce(
                Rule.UNKNOWN_NODE,
                node.counter(),
                "node type \"" + unknown.nodeType() + "\" is not known");
        case ProgramEvent _, MemoryNeutral _ -> {}
      }
    }

    private void free(TraceNode free) {
      int buffer = bufferOf(free);
      if (buffer < 0) {
        add(
            Rule.FREE_OF_UNKNOWN_BUFFER,
            free.counter(),
            "frees a buffer that the trace does not hold" + inOperation(free));
        return;
      }
      Integer before = freedBy.putIfAbsent(buffer, free.counter());
      if (before != null) {
        add(
            Rule.DOUBLE_FREE,
            free.counter(),
            "frees the buffer of node %s, which node %s already freed".formatted(buffer, before)
                + inOperation(free));
      }
    }

    /** An event names its buffer with its first connection. */
    private int bufferOf(TraceNode node) {
      Ints connections = node.connections();
      return !connections.isEmpty() && trace.event(connections.get(0)) instanceof TraceEvent.Buffer
          ? connections.get(0)
          : -1;
    }

    private String inOperation(TraceNode node) {
      Operation operation = tree.enclosing(node.counter());
      return operation == null ? "" : " (in operation \"" + operation.name() + "\")";
    }

    /** For what the reader reports too, with a better place. */
    private void addOnce(Rule rule, int node, String what) {
      if (reported.add(new Place(rule, node))) {
        add(rule, node, what);
      }
    }

    private void add(Rule rule, int node, String what) {
      findings.add(new Finding(rule, "", node, what));
    }
  }
}
