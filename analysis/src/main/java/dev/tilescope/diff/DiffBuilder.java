package dev.tilescope.diff;

import dev.tilescope.analysis.DevicePeaks;
import dev.tilescope.analysis.OperationNumbers;
import dev.tilescope.analysis.PeakByDevice;
import dev.tilescope.diff.ReportDiff.ByLayer;
import dev.tilescope.diff.ReportDiff.Change;
import dev.tilescope.diff.ReportDiff.Changed;
import dev.tilescope.diff.ReportDiff.DeviceTotals;
import dev.tilescope.diff.ReportDiff.Pair;
import dev.tilescope.diff.ReportDiff.Totals;
import dev.tilescope.diff.ReportShape.Shape;
import dev.tilescope.graph.CallTree;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.memory.Peaks;
import dev.tilescope.model.Report;
import dev.tilescope.model.Trace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Works {@link ReportDiff} out, level by level and without recursion. */
final class DiffBuilder {
  /** Operations nested deeper are compared as a whole. */
  private static final int MAX_DEPTH = 200;

  private record Job(List<Shape> before, List<Shape> after) {}

  private record ShapePair(Shape before, Shape after) {}

  private final Report reportBefore;
  private final Report reportAfter;
  private final Trace traceBefore;
  private final Trace traceAfter;
  private final CallTree treeBefore;
  private final CallTree treeAfter;
  private final ReportShape before;
  private final ReportShape after;
  private final ReportShape.Numbers numbers = new ReportShape.Numbers();

  /** From the strictest to the weakest. */
  private final List<ToIntFunction<Shape>> likenesses =
      List.of(this::wholeAndMemory, Shape::whole, Shape::call, Shape::inputsOnly, Shape::name);

  private final Map<Operation, Measures> measures = new HashMap<>();
  private final List<Operation> added = new ArrayList<>();
  private final List<Operation> removed = new ArrayList<>();
  private final List<Changed> changed = new ArrayList<>();
  private final List<Pair> pairs = new ArrayList<>();
  private final Deque<Job> jobs = new ArrayDeque<>();

  DiffBuilder(Report reportBefore, Report reportAfter) {
    this.reportBefore = reportBefore;
    this.reportAfter = reportAfter;
    this.traceBefore = reportBefore.trace();
    this.traceAfter = reportAfter.trace();
    this.treeBefore = CallTree.of(traceBefore);
    this.treeAfter = CallTree.of(traceAfter);
    this.before = new ReportShape(traceBefore, treeBefore, numbers);
    this.after = new ReportShape(traceAfter, treeAfter, numbers);
  }

  ReportDiff build() {
    measure(traceBefore, treeBefore);
    measure(traceAfter, treeAfter);
    jobs.add(new Job(before.roots(), after.roots()));
    while (!jobs.isEmpty()) {
      compare(jobs.pop());
    }
    added.sort(Comparator.comparingInt(o -> o.start().counter()));
    removed.sort(Comparator.comparingInt(o -> o.start().counter()));
    changed.sort(Comparator.comparingInt(c -> c.after().start().counter()));
    return new ReportDiff(
        totals(reportBefore, treeBefore),
        totals(reportAfter, treeAfter),
        added,
        removed,
        changed,
        pairs,
        byLayer());
  }

  private ByLayer byLayer() {
    CallLayers layersBefore = new CallLayers(traceBefore, treeBefore);
    CallLayers layersAfter = new CallLayers(traceAfter, treeAfter);
    return new ByLayer(
        layersAfter.grouped(added, o -> o, _ -> true),
        layersBefore.grouped(removed, o -> o, _ -> true),
        layersAfter.grouped(causes(), Changed::after, DiffBuilder::manner));
  }

  private List<Changed> causes() {
    Set<Operation> themselves = new HashSet<>();
    changed.forEach(c -> themselves.add(c.after()));
    return changed.stream().filter(c -> !themselves.contains(c.after().parent())).toList();
  }

  /** Memory follows from the rest; only the first of equal layers allocates for its programs. */
  private static List<Change> manner(Changed changed) {
    List<Change> rest =
        changed.changes().stream().filter(c -> !(c instanceof Change.Memory)).toList();
    return rest.isEmpty()
        ? changed.changes().stream().map(DiffBuilder::withoutTime).toList()
        : rest;
  }

  private static Change withoutTime(Change change) {
    return change instanceof Change.Memory(Measures was, Measures is)
        ? new Change.Memory(was.withoutTime(), is.withoutTime())
        : change;
  }

  private void measure(Trace trace, CallTree tree) {
    List<Measures> all = Measures.ofRoots(trace, tree);
    for (int i = 0; i < all.size(); i++) {
      measures.put(tree.roots().get(i), all.get(i));
    }
  }

  private Totals totals(Report report, CallTree tree) {
    Trace trace = report.trace();
    long host = 0;
    long device = 0;
    for (Operation root : tree.roots()) {
      Measures of = measures.get(root);
      host += of == null ? 0 : of.hostNanos();
      device += of == null ? 0 : of.deviceNanos();
    }
    Map<Integer, Peaks> peaks = new HashMap<>();
    DevicePeaks.of(report).devices().forEach(d -> peaks.put(d.deviceId(), d.peaks()));
    List<DeviceTotals> devices =
        PeakByDevice.of(trace).devices().stream()
            .map(d ->
                new DeviceTotals(
                    d.deviceId(),
                    d.l1().bytes(),
                    d.dram().bytes(),
                    peaks.getOrDefault(d.deviceId(), Peaks.NONE)))
            .toList();
    int operations = OperationNumbers.of(trace).count();
    return new Totals(operations, tree.operations().size(), host, device, devices);
  }

  private void compare(Job job) {
    for (ShapePair pair : aligned(job.before(), job.after())) {
      Pair measured = measured(pair);
      if (measured != null) {
        pairs.add(measured);
      }
      List<Change> changes = changes(pair, measured);
      if (!changes.isEmpty()) {
        changed.add(
            new Changed(pair.before().operation(), pair.after().operation(), measured, changes));
      }
      if (differsInside(pair) && depth(pair) < MAX_DEPTH) {
        jobs.push(new Job(before.inside(pair.before()), after.inside(pair.after())));
      }
    }
  }

  private static int depth(ShapePair pair) {
    return pair.after().operation().depth();
  }

  private static boolean differsInside(ShapePair pair) {
    return pair.before().whole() != pair.after().whole();
  }

  /** Only what the program itself called is measured. */
  private @Nullable Pair measured(ShapePair pair) {
    Operation from = pair.before().operation();
    Operation to = pair.after().operation();
    Measures was = measures.get(from);
    Measures is = measures.get(to);
    return was == null || is == null ? null : new Pair(from, to, was, is);
  }

  private record Exact(int whole, @Nullable Measures withoutTime) {}

  /** Of twins, the one that launched its program first is not the one that found it cached. */
  private int wholeAndMemory(Shape shape) {
    Measures of = measures.get(shape.operation());
    return numbers.of(new Exact(shape.whole(), of == null ? null : of.withoutTime()));
  }

  /** Each likeness fills the gaps that stricter ones left. */
  private List<ShapePair> aligned(List<Shape> from, List<Shape> to) {
    int[] partner = new int[from.size()];
    Arrays.fill(partner, -1);
    for (ToIntFunction<Shape> key : likenesses) {
      Alignment.fillGaps(
          from.stream().mapToInt(key).toArray(), to.stream().mapToInt(key).toArray(), partner);
    }
    List<ShapePair> found = new ArrayList<>();
    boolean[] taken = new boolean[to.size()];
    for (int i = 0; i < partner.length; i++) {
      if (partner[i] < 0) {
        removed.add(from.get(i).operation());
      } else {
        taken[partner[i]] = true;
        found.add(new ShapePair(from.get(i), to.get(partner[i])));
      }
    }
    for (int i = 0; i < taken.length; i++) {
      if (!taken[i]) {
        added.add(to.get(i).operation());
      }
    }
    return found;
  }

  private static List<Change> changes(ShapePair pair, @Nullable Pair measured) {
    List<Change> changes = new ArrayList<>();
    if (differsInside(pair)) {
      arguments(pair.before(), pair.after(), changes);
      if (!pair.before().inputs().equals(pair.after().inputs())) {
        changes.add(new Change.Inputs(pair.before().inputs(), pair.after().inputs()));
      }
      if (!pair.before().outputs().equals(pair.after().outputs())) {
        changes.add(new Change.Outputs(pair.before().outputs(), pair.after().outputs()));
      }
      if (depth(pair) >= MAX_DEPTH) {
        changes.add(new Change.Inside());
      }
    }
    if (measured != null
        && !measured
            .measuresBefore()
            .withoutTime()
            .equals(measured.measuresAfter().withoutTime())) {
      changes.add(new Change.Memory(measured.measuresBefore(), measured.measuresAfter()));
    }
    return changes;
  }

  private static void arguments(Shape before, Shape after, List<Change> changes) {
    List<String> was = before.arguments();
    List<String> is = after.arguments();
    for (int i = 0; i < Math.max(was.size(), is.size()); i++) {
      String from = i < was.size() ? was.get(i) : null;
      String to = i < is.size() ? is.get(i) : null;
      if (from == null || !from.equals(to)) {
        changes.add(new Change.Argument(i, from, to));
      }
    }
  }
}
