package dev.tilescope.analysis;

import dev.tilescope.analysis.Layers.Kind;
import dev.tilescope.analysis.Layers.Section;
import dev.tilescope.analysis.OperationRoles.Role;
import dev.tilescope.analysis.Repeats.Run;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Turns blocks of work into sections of all operations.
 *
 * <p>What is brought in just before a copy for work of it lies in that copy; other operations that
 * do no work lie in the copy before them. The first copy begins, and the last ends, with no more of
 * them than the others have: what comes before is the set-up of all, what comes after frees it.
 */
final class LayerSections {
  /** Fewer operations stand for themselves. */
  private static final int LEAST_IN_A_ROW = 4;

  private final OperationFlow flow;
  private final OperationRoles roles;
  private final int[] neededBy;
  private final int[] work;
  private final int[] signs;
  private final LayerNames names;
  private final Map<List<Integer>, Integer> blocks = new HashMap<>();
  private final List<Section> sections = new ArrayList<>();

  /**
   * @param signs by place in {@code work}, a number that is equal for operations that are alike
   */
  LayerSections(OperationFlow flow, OperationRoles roles, int[] work, int[] signs) {
    this.flow = flow;
    this.roles = roles;
    this.neededBy = roles.neededBy();
    this.work = work;
    this.signs = signs;
    this.names = new LayerNames(briefNames(0, work.length));
  }

  List<Section> of(List<Run> runs) {
    int at = 0;
    for (Run run : runs) {
      int[] starts = starts(run, at);
      addBetween(at, starts[0]);
      sections.add(section(run, starts));
      at = starts[run.copies()];
    }
    addBetween(at, flow.size());
    return sections;
  }

  private Section section(Run run, int[] starts) {
    if (run.period() == 1) {
      return new Section(Kind.ROW, flow.name(work[run.from()]), -1, starts);
    }
    int to = run.from() + run.period();
    List<Integer> content = Arrays.stream(signs, run.from(), to).boxed().toList();
    int block = blocks.computeIfAbsent(content, _ -> blocks.size());
    return new Section(Kind.LAYERS, names.of(briefNames(run.from(), to)), block, starts);
  }

  private List<String> briefNames(int from, int to) {
    return Arrays.stream(work, from, to)
        .mapToObj(i -> OperationFlow.briefName(flow.name(i)))
        .toList();
  }

  private int[] starts(Run run, int least) {
    int[] starts = new int[run.copies() + 1];
    int mostBefore = 0;
    int mostAfter = 0;
    for (int copy = 1; copy < run.copies(); copy++) {
      int first = run.from() + copy * run.period();
      starts[copy] = start(work[first - 1] + 1, work[first]);
      mostBefore = Math.max(mostBefore, work[first] - starts[copy]);
      mostAfter = Math.max(mostAfter, starts[copy] - work[first - 1] - 1);
    }
    int first = work[run.from()];
    int free = run.from() == 0 ? 0 : Math.max(least, work[run.from() - 1] + 1);
    starts[0] = start(Math.max(free, first - mostBefore), first);
    int end = work[run.to() - 1] + 1;
    starts[run.copies()] = end + frees(end, end + mostAfter);
    return starts;
  }

  /** Where a copy begins whose work begins at {@code first}, after {@code from}. */
  private int start(int from, int first) {
    return IntStream.range(from, first)
        .filter(i -> roles.is(i, Role.BRINGS) && neededBy[i] >= first)
        .findFirst()
        .orElse(first);
  }

  private int frees(int from, int to) {
    int at = from;
    while (at < Math.min(to, flow.size()) && roles.is(at, Role.FREES)) {
      at++;
    }
    return at - from;
  }

  private void addBetween(int from, int to) {
    for (int at = from; at < to; ) {
      int end = endOfRow(at, to);
      boolean row = end - at >= LEAST_IN_A_ROW;
      boolean brings = roles.is(at, Role.BRINGS);
      int next = row ? end : at + 1;
      String name = row && brings ? setUpName(at, end) : flow.name(at);
      Kind kind = !row ? Kind.OPERATION : brings ? Kind.SET_UP : Kind.ROW;
      sections.add(new Section(kind, name, -1, IntStream.rangeClosed(at, next).toArray()));
      at = next;
    }
  }

  /** What is brought in, with frees between; or frees alone. */
  private int endOfRow(int at, int to) {
    int end = at;
    for (int i = at; i < to && !roles.is(i, Role.WORK); i++) {
      boolean same = roles.is(i, Role.BRINGS) == roles.is(at, Role.BRINGS);
      if (!same && roles.is(i, Role.BRINGS)) {
        break;
      }
      end = same ? i + 1 : end;
    }
    return Math.max(end, at + 1);
  }

  /** What takes no tensor is made, not read: nothing that a user gave. */
  private String setUpName(int from, int to) {
    return flow.firstInput()[from] == flow.firstInput()[to] ? "weights" : "weights and inputs";
  }
}
