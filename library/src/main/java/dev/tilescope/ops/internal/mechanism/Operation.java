package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Signature;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An operation as users call it, declared once: its name, its arguments, what a call does, and what
 * is said of it. Doors, documentation and calls by name are made of this.
 *
 * <p>A call carries its arguments as one record, so that announcing them needs no second list. A
 * call that nobody listens to costs one check beyond its work.
 *
 * @param <A> the arguments, named as TT-NN names them
 * @param <R> a tensor, a list of tensors, or anything else for an operation that makes none
 */
public final class Operation<A extends Record, R> {
  /** What a call does. */
  public interface Body<A extends Record, R> {
    R run(A arguments);
  }

  /** Made when the first listener hears of the operation. */
  private record Announcement(Signature signature, ArgumentReader reader) {}

  private final OperationName name;
  private final Class<A> arguments;
  private final Body<A, R> body;
  private final List<DeviceOperation<?>> parts;
  private List<String> partsOfOthers = List.of();
  private List<OverwriteRule> overwrites = List.of();
  private List<String> aliases = List.of();
  private boolean hasForms = true;
  private volatile @Nullable Announcement announcement;

  private Operation(
      OperationName name, Class<A> arguments, Body<A, R> body, List<DeviceOperation<?>> parts) {
    this.name = name;
    this.arguments = arguments;
    this.body = body;
    this.parts = parts;
  }

  /**
   * @param name TT-NN's, e.g. {@code ttnn::add}
   * @param parts the device operations of its family that a call may come to
   */
  public static <A extends Record, R> Operation<A, R> of(
      String name, Class<A> arguments, Body<A, R> body, DeviceOperation<?>... parts) {
    return new Operation<>(OperationName.of(name), arguments, body, List.of(parts));
  }

  private Operation<A, R> copy(OperationName called) {
    Operation<A, R> copy = new Operation<>(called, arguments, body, parts);
    copy.partsOfOthers = partsOfOthers;
    copy.overwrites = overwrites;
    copy.aliases = aliases;
    copy.hasForms = hasForms;
    return copy;
  }

  /**
   * The same under another name in Java than follows from TT-NN's.
   *
   * @param method of its door
   */
  public Operation<A, R> inJava(String method) {
    return copy(name.inJava(method));
  }

  /** The same with another method, as TT-NN has {@code sub} for {@code subtract}. */
  public Operation<A, R> alsoInJava(String method) {
    Operation<A, R> copy = copy(name);
    copy.aliases = List.of(method);
    return copy;
  }

  /**
   * The same, whose methods in Java are all {@link DoorMethod}s, because what it takes or gives is
   * not what they do.
   */
  public Operation<A, R> byHand() {
    Operation<A, R> copy = copy(name);
    copy.hasForms = false;
    return copy;
  }

  /**
   * The same, which may come to device operations of other families too, by way of the operations
   * it calls.
   *
   * @param deviceOperations their names, for families do not know each other
   */
  public Operation<A, R> through(String... deviceOperations) {
    Operation<A, R> copy = copy(name);
    copy.partsOfOthers = List.of(deviceOperations);
    return copy;
  }

  /**
   * The same, which writes to arguments.
   *
   * @param tensors their names in TT-NN's spelling
   */
  public Operation<A, R> overwriting(String... tensors) {
    return overwritten(null, _ -> true, tensors);
  }

  /**
   * The same, which writes to an argument if another one says so.
   *
   * @param decider its name in TT-NN's spelling
   */
  public Operation<A, R> overwritingIf(
      String decider, Predicate<? super @Nullable Object> when, String... tensors) {
    return overwritten(decider, when, tensors);
  }

  private Operation<A, R> overwritten(
      @Nullable String decider, Predicate<? super @Nullable Object> when, String... tensors) {
    List<OverwriteRule> all = new ArrayList<>(overwrites);
    for (String tensor : tensors) {
      all.add(new OverwriteRule(tensor, decider, when));
    }
    Operation<A, R> copy = copy(name);
    copy.overwrites = List.copyOf(all);
    return copy;
  }

  public List<OverwriteRule> overwrites() {
    return overwrites;
  }

  public OperationName name() {
    return name;
  }

  public Class<A> arguments() {
    return arguments;
  }

  public List<DeviceOperation<?>> parts() {
    return parts;
  }

  /** Names of device operations that are declared elsewhere. */
  public List<String> partsOfOthers() {
    return partsOfOthers;
  }

  /** The ways to call it that follow from its arguments. */
  public List<CallForm> forms() {
    return hasForms ? CallForm.of(arguments) : List.of();
  }

  /** The methods of its door that call it in these ways. */
  public List<String> methods() {
    List<String> all = new ArrayList<>(List.of(name.method()));
    all.addAll(aliases);
    return all;
  }

  public Signature signature() {
    return announcement().signature();
  }

  public R call(A values) {
    return Tracker.on() ? announced(values) : run(values);
  }

  private R run(A values) {
    CoreRangeSet cores = CoreLimit.asked(values);
    return cores == null ? body.run(values) : CoreLimit.within(cores, () -> body.run(values));
  }

  /** For arguments that were built from its declaration. */
  public R callWith(Record values) {
    return call(arguments.cast(values));
  }

  private R announced(A values) {
    Announcement made = announcement();
    return Traced.call(made.signature(), () -> run(values), made.reader().values(values));
  }

  private Announcement announcement() {
    Announcement made = announcement;
    if (made == null) {
      ArgumentReader reader = new ArgumentReader(arguments);
      made = new Announcement(reader.signature(name.toString()), reader);
      announcement = made;
    }
    return made;
  }

  /** The tensors among what an operation gives back. */
  public static List<Tensor> tensors(@Nullable Object result) {
    return switch (result) {
      case Tensor tensor -> List.of(tensor);
      case List<?> list -> list.stream().flatMap(item -> tensors(item).stream()).toList();
      case null, default -> List.of();
    };
  }

  @Override
  public String toString() {
    return name.toString();
  }
}
