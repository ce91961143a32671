package dev.tilescope.analysis;

import dev.tilescope.analysis.OperationFlow.Sign;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What operations are for: work is what layers are made of; the rest goes with the work beside it.
 *
 * <p>An operation brings something in if it takes no tensor and gives one, or only moves or
 * converts what was brought in. If one that does just that is work elsewhere, as the conversion at
 * the head of each layer but the first, it is work here too.
 */
final class OperationRoles {
  enum Role {
    WORK,
    BRINGS,
    FREES
  }

  private final OperationFlow flow;
  private final List<String> briefNames;
  private final boolean tensorsKnown;
  private final Role[] roles;

  OperationRoles(OperationFlow flow) {
    this.flow = flow;
    this.briefNames = flow.names().stream().map(OperationFlow::briefName).toList();
    this.roles = new Role[flow.size()];
    this.tensorsKnown = tensorsKnown();
    Set<Sign> worksElsewhere = new HashSet<>();
    Arrays.setAll(roles, i -> role(i, worksElsewhere));
    IntStream.range(0, roles.length)
        .filter(i -> roles[i] == Role.WORK && SetUpCalls.MOVES.contains(briefName(i)))
        .forEach(i -> worksElsewhere.add(flow.sign(i)));
    Arrays.setAll(roles, i -> role(i, worksElsewhere));
  }

  /** An older report may not say what operations take: then those that take nothing are many. */
  private boolean tensorsKnown() {
    long taking = IntStream.range(0, roles.length).filter(i -> !takesNothing(i)).count();
    return 2 * taking
        >= roles.length - IntStream.range(0, roles.length).filter(this::makes).count();
  }

  private boolean makes(int operation) {
    return takesNothing(operation)
        && (SetUpCalls.FILLS.contains(briefName(operation))
            || SetUpCalls.LOADS.contains(briefName(operation)));
  }

  private String briefName(int operation) {
    return briefNames.get(flow.nameOf()[operation]);
  }

  private Role role(int i, Set<Sign> worksElsewhere) {
    String name = briefName(i);
    boolean brings =
        switch (name) {
          case "deallocate" -> false;
          case String _ when SetUpCalls.LOADS.contains(name) -> allBrought(i, true);
          case String _ when takesNothing(i) -> makes(i) || tensorsKnown && flow.shapes()[i] != 0;
          default ->
              SetUpCalls.MOVES.contains(name)
                  && allBrought(i, false)
                  && !worksElsewhere.contains(flow.sign(i));
        };
    return brings ? Role.BRINGS : name.equals("deallocate") ? Role.FREES : Role.WORK;
  }

  private boolean takesNothing(int operation) {
    return flow.firstInput()[operation] == flow.firstInput()[operation + 1];
  }

  private boolean allBrought(int operation, boolean orUnmade) {
    for (int in = flow.firstInput()[operation]; in < flow.firstInput()[operation + 1]; in++) {
      int maker = flow.makers()[in];
      if (maker < 0 ? !orUnmade : roles[maker] != Role.BRINGS) {
        return false;
      }
    }
    return true;
  }

  boolean is(int operation, Role role) {
    return roles[operation] == role;
  }

  int[] work() {
    return IntStream.range(0, roles.length).filter(i -> roles[i] == Role.WORK).toArray();
  }

  /** By operation that brings something in, the first work that needs it. */
  int[] neededBy() {
    int[] needed = new int[roles.length];
    Arrays.fill(needed, Integer.MAX_VALUE);
    for (int i = roles.length - 1; i >= 0; i--) {
      for (int in = flow.firstInput()[i]; in < flow.firstInput()[i + 1]; in++) {
        int maker = flow.makers()[in];
        if (maker >= 0 && roles[i] != Role.FREES) {
          needed[maker] = Math.min(needed[maker], roles[i] == Role.BRINGS ? needed[i] : i);
        }
      }
    }
    return needed;
  }

  /** By operation, how many tensors that work before it made are still needed from it on. */
  int[] crossing() {
    int tensorCount = Arrays.stream(flow.tensors()).max().orElse(-1) + 1;
    int[] made = new int[tensorCount];
    int[] last = new int[tensorCount];
    Arrays.fill(made, Integer.MAX_VALUE);
    for (int i = 0; i < roles.length; i++) {
      for (int in = flow.firstInput()[i]; in < flow.firstInput()[i + 1]; in++) {
        int maker = flow.makers()[in];
        if (maker >= 0 && roles[maker] == Role.WORK && roles[i] != Role.FREES) {
          made[flow.tensors()[in]] = Math.min(made[flow.tensors()[in]], maker);
          last[flow.tensors()[in]] = i;
        }
      }
    }
    int[] crossing = new int[roles.length + 1];
    for (int tensor = 0; tensor < tensorCount; tensor++) {
      if (made[tensor] < last[tensor]) {
        crossing[made[tensor] + 1]++;
        crossing[last[tensor] + 1]--;
      }
    }
    Arrays.parallelPrefix(crossing, Integer::sum);
    return crossing;
  }
}
