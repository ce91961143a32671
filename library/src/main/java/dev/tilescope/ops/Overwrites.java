package dev.tilescope.ops;

import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.OverwriteRule;
import dev.tilescope.ops.internal.mechanism.Targets;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which of its arguments an operation writes to, for those who need their values from before a
 * call: {@code add_} writes to its first, {@code group_norm} to its input if it is asked to.
 *
 * <p>A tensor that is given to take a result ({@code output_tensor}) is written over as a whole, so
 * that its old values do not count, unless another argument lies in the same place.
 */
public final class Overwrites {
  /** Nothing is ever written to. */
  public static final Overwrites NONE = new Overwrites(List.of(), List.of());

  private final List<String> names;
  private final List<OverwriteRule> rules;
  private final List<Integer> targets = new ArrayList<>();

  private Overwrites(List<String> names, List<OverwriteRule> rules) {
    this.names = names;
    this.rules = rules;
    for (int i = 0; i < names.size(); i++) {
      if (isTarget(names.get(i))) {
        targets.add(i);
      }
    }
  }

  /**
   * @param operation {@code ttnn.add_} or {@code ttnn::add_}; one that is not declared has {@link
   *     #NONE}
   */
  public static Overwrites of(String operation) {
    return Operations.find(operation).map(found -> of(found.operation())).orElse(NONE);
  }

  private static Overwrites of(Operation<?, ?> operation) {
    Overwrites all = new Overwrites(operation.signature().argumentNames(), operation.overwrites());
    return all.rules.isEmpty() && all.targets.isEmpty() ? NONE : all;
  }

  /** Whether an argument is a tensor, or several, that take a result: by TT-NN's names for it. */
  public static boolean isTarget(String argument) {
    return Targets.isTarget(argument);
  }

  /**
   * The arguments that a call writes to, other than those that take a result.
   *
   * @param arguments by name
   */
  public Set<String> written(Function<String, @Nullable Object> arguments) {
    Set<String> written = new LinkedHashSet<>();
    for (OverwriteRule rule : rules) {
      String decider = rule.decider();
      if (decider == null || rule.when().test(arguments.apply(decider))) {
        written.add(rule.argument());
      }
    }
    return written;
  }

  /**
   * The places of the arguments whose values a call may change: those that it writes to, and those
   * that lie where it writes.
   *
   * @param arguments in the order of the signature
   */
  public Set<Integer> changed(@Nullable Object[] arguments) {
    Set<Integer> places = new LinkedHashSet<>();
    written(name -> arguments[names.indexOf(name)]).forEach(n -> places.add(names.indexOf(n)));
    List<Integer> sources = new ArrayList<>(places);
    sources.addAll(targets);
    for (int source : sources) {
      for (int i = 0; arguments[source] instanceof Tensor written && i < arguments.length; i++) {
        if (i != source && arguments[i] instanceof Tensor other && share(written, other)) {
          places.add(i);
        }
      }
    }
    places.removeAll(targets);
    return places;
  }

  private static boolean share(Tensor a, Tensor b) {
    return a == b || (a.buffer() != null && a.buffer() == b.buffer());
  }
}
