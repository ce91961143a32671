package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.device.Buffer;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Owns what an operation makes on the way to its result, and frees it on every way out.
 *
 * <pre>{@code
 * try (Temporaries made = Temporaries.besides(a, b)) {
 *   Tensor left = made.own(promoted(a));
 *   Tensor right = made.step(b, x -> toLayout(x, Layout.TILE), x -> typecast(x, type));
 *   return made.handOver(add(left, right));
 * }
 * }</pre>
 *
 * <p>Buffers are owned, not tensors: a step may give its input as it is, or a view of it, and
 * freeing one view frees all. So a buffer of the caller is never freed here, nor that of the
 * result, by whichever tensor they are reached. Host tensors have no buffer, and nothing to free.
 */
public final class Temporaries implements AutoCloseable {
  private final @Nullable Tensor[] callers;

  /** A tensor for each buffer; the last is freed first. */
  private final List<Tensor> owned = new ArrayList<>(2);

  private Temporaries(@Nullable Tensor[] callers) {
    this.callers = callers;
  }

  /**
   * @param callers what the caller gave, to read or to write to, which stays; null for what was
   *     left out
   */
  public static Temporaries besides(@Nullable Tensor... callers) {
    return new Temporaries(callers);
  }

  public static Temporaries besides(Collection<Tensor> callers) {
    return new Temporaries(callers.toArray(Tensor[]::new));
  }

  /** The end of a way that begins with a caller's tensor; what is made between is freed. */
  @SafeVarargs
  public static Tensor through(Tensor callers, UnaryOperator<Tensor>... steps) {
    try (Temporaries made = besides(callers)) {
      return made.handOver(made.step(callers, steps));
    }
  }

  /** A step that is taken only if it is needed. */
  public static UnaryOperator<Tensor> when(boolean needed, UnaryOperator<Tensor> step) {
    return needed ? step : UnaryOperator.identity();
  }

  /** Frees it at the end, unless it is the caller's or handed over by then. */
  public Tensor own(Tensor tensor) {
    return own(tensor, owned.size());
  }

  /** As {@link #own} each; at the end they are freed in their order. */
  public List<Tensor> ownAll(List<Tensor> tensors) {
    return each(tensors, Function.identity());
  }

  /** Owns what is made of each item, also if a later one fails; they are freed in their order. */
  public <T> List<Tensor> each(List<T> items, Function<T, Tensor> making) {
    int first = owned.size();
    List<Tensor> all = new ArrayList<>(items.size());
    for (T item : items) {
      all.add(own(making.apply(item), first));
    }
    return Collections.unmodifiableList(all);
  }

  /** Takes steps from a tensor. What one started from is freed as soon as it has been read. */
  @SafeVarargs
  public final Tensor step(Tensor from, UnaryOperator<Tensor>... steps) {
    Tensor at = from;
    for (UnaryOperator<Tensor> step : steps) {
      Tensor next = own(step.apply(at));
      if (next.buffer() != at.buffer()) {
        free(at);
      }
      at = next;
    }
    return at;
  }

  /** Frees now what is owned; anything else stays. */
  public void free(Tensor tensor) {
    if (disown(tensor.buffer())) {
      tensor.close();
    }
  }

  /** A result: its buffer is the caller's from now on. */
  public Tensor handOver(Tensor result) {
    disown(result.buffer());
    return result;
  }

  public List<Tensor> handOver(List<Tensor> results) {
    results.forEach(this::handOver);
    return results;
  }

  @Override
  public void close() {
    while (!owned.isEmpty()) {
      owned.removeLast().close();
    }
  }

  private Tensor own(Tensor tensor, int place) {
    Buffer buffer = tensor.buffer();
    if (buffer != null && !isCallers(buffer) && indexOf(buffer) < 0) {
      owned.add(Math.min(place, owned.size()), tensor);
    }
    return tensor;
  }

  private boolean disown(@Nullable Buffer buffer) {
    int index = indexOf(buffer);
    if (index >= 0) {
      owned.remove(index);
    }
    return index >= 0;
  }

  private boolean isCallers(Buffer buffer) {
    for (Tensor tensor : callers) {
      if (tensor != null && tensor.buffer() == buffer) {
        return true;
      }
    }
    return false;
  }

  private int indexOf(@Nullable Buffer buffer) {
    for (int i = 0; i < owned.size(); i++) {
      if (owned.get(i).buffer() == buffer) {
        return i;
      }
    }
    return -1;
  }
}
