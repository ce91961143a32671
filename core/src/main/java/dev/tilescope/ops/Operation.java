package dev.tilescope.ops;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Signature;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.track.Tracker;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An operation as users call it, declared once: its name, its arguments, and what a call does.
 *
 * <p>A call carries its arguments as one record, so that announcing them needs no second list. A
 * call that nobody listens to costs one check beyond its work.
 *
 * @param <A> the arguments, named as TT-NN names them
 * @param <R> a tensor, a list of tensors, or anything else for an operation that makes none
 */
final class Operation<A extends Record, R> {
  interface Body<A extends Record, R> {
    R run(A arguments);
  }

  /** Made when the first listener hears of the operation. */
  private record Announcement(Signature signature, ArgumentReader reader) {}

  private final String name;
  private final Class<A> arguments;
  private final Body<A, R> body;
  private final List<DeviceOperation<?>> parts;
  private final List<String> partsOfOthers;
  private final List<OverwriteRule> overwrites;
  private volatile @Nullable Announcement announcement;

  private Operation(
      String name,
      Class<A> arguments,
      Body<A, R> body,
      List<DeviceOperation<?>> parts,
      List<String> partsOfOthers,
      List<OverwriteRule> overwrites) {
    this.name = name;
    this.arguments = arguments;
    this.body = body;
    this.parts = parts;
    this.partsOfOthers = partsOfOthers;
    this.overwrites = overwrites;
  }

  /**
   * @param name TT-NN's, e.g. {@code ttnn::add}
   * @param parts the device operations of its family that a call may come to
   */
  static <A extends Record, R> Operation<A, R> of(
      String name, Class<A> arguments, Body<A, R> body, DeviceOperation<?>... parts) {
    return new Operation<>(name, arguments, body, List.of(parts), List.of(), List.of());
  }

  /**
   * The same, which may come to device operations of other families too, by way of the operations
   * it calls.
   *
   * @param deviceOperations their names, for families do not know each other
   */
  Operation<A, R> through(String... deviceOperations) {
    return new Operation<>(name, arguments, body, parts, List.of(deviceOperations), overwrites);
  }

  /**
   * The same, which writes to arguments.
   *
   * @param tensors their names in TT-NN's spelling
   */
  Operation<A, R> overwriting(String... tensors) {
    Operation<A, R> all = this;
    for (String tensor : tensors) {
      all = all.with(new OverwriteRule(tensor, null, _ -> true));
    }
    return all;
  }

  /**
   * The same, which writes to an argument if another one says so.
   *
   * @param decider its name in TT-NN's spelling
   */
  Operation<A, R> overwritingIf(
      String decider, Predicate<? super @Nullable Object> when, String... tensors) {
    Operation<A, R> all = this;
    for (String tensor : tensors) {
      all = all.with(new OverwriteRule(tensor, decider, when));
    }
    return all;
  }

  private Operation<A, R> with(OverwriteRule rule) {
    List<OverwriteRule> all = new ArrayList<>(overwrites);
    all.add(rule);
    return new Operation<>(name, arguments, body, parts, partsOfOthers, List.copyOf(all));
  }

  List<OverwriteRule> overwrites() {
    return overwrites;
  }

  String name() {
    return name;
  }

  Class<A> arguments() {
    return arguments;
  }

  List<DeviceOperation<?>> parts() {
    return parts;
  }

  /** Names of device operations that are declared elsewhere. */
  List<String> partsOfOthers() {
    return partsOfOthers;
  }

  Signature signature() {
    return announcement().signature();
  }

  R call(A values) {
    return Tracker.on() ? announced(values) : run(values);
  }

  private R run(A values) {
    CoreRangeSet cores = CoreLimit.asked(values);
    return cores == null ? body.run(values) : CoreLimit.within(cores, () -> body.run(values));
  }

  /** For arguments that were built from its declaration. */
  R callWith(Record values) {
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
      made = new Announcement(reader.signature(name), reader);
      announcement = made;
    }
    return made;
  }

  /** The tensors among what an operation gives back. */
  static List<Tensor> tensors(@Nullable Object result) {
    if (result instanceof Tensor tensor) {
      return List.of(tensor);
    }
    List<Tensor> tensors = new ArrayList<>();
    if (result instanceof List<?> list) {
      list.forEach(item -> tensors.addAll(tensors(item)));
    }
    return tensors;
  }

  @Override
  public String toString() {
    return name;
  }
}
