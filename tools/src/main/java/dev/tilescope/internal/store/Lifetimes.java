package dev.tilescope.internal.store;

import dev.tilescope.analysis.FreeingCalls;
import dev.tilescope.analysis.SourceLine;
import dev.tilescope.internal.io.LongMap;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who made each tensor, used it last and freed it, and where in the Python source. */
final class Lifetimes {

  /** One row; null where a column is NULL. */
  record Lifetime(
      long tensor,
      @Nullable Long producer,
      @Nullable Long lastUse,
      @Nullable Long deallocation,
      @Nullable String producerFile,
      @Nullable Long producerLine,
      @Nullable String lastUseFile,
      @Nullable Long lastUseLine) {}

  private final Map<SourceLine, Integer> frameNumbers = new HashMap<>();
  private final List<SourceLine> frames = new ArrayList<>();
  private final LongMap frameOfOperation = new LongMap();
  private final LongMap deallocations = new LongMap();

  /** The operation of this name makes and uses nothing. */
  static boolean onlyFrees(String name) {
    return FreeingCalls.contain(name);
  }

  void operation(long id, String name) {
    if (onlyFrees(name)) {
      deallocations.put(id, 0);
    }
  }

  void stack(long operationId, String trace) {
    SourceLine frame = SourceLine.of(trace);
    if (frame != null) {
      Integer number =
          frameNumbers.computeIfAbsent(
              frame,
              f -> {
                frames.add(f);
                return frames.size() - 1;
              });
      frameOfOperation.put(operationId, number);
    }
  }

  /** In ascending order of tensors; each is made when it is asked for. */
  List<Lifetime> of(LongMap tensors, Links inputs, Links outputs) {
    LongMap producers = new LongMap();
    LongMap lastUses = new LongMap();
    LongMap frees = new LongMap();
    outputs.forEach(tensors, (op, tensor, i) -> producers.putIfAbsent(tensor, op));
    inputs.forEach(
        tensors,
        (op, tensor, i) -> {
          if (deallocations.contains(op)) {
            frees.putIfAbsent(tensor, op);
          } else {
            lastUses.put(tensor, op);
          }
        });
    long[] ids = tensors.keys();
    Arrays.sort(ids);
    return new AbstractList<>() {
      @Override
      public Lifetime get(int i) {
        return lifetime(
            ids[i], valueIn(producers, ids[i]), valueIn(lastUses, ids[i]), valueIn(frees, ids[i]));
      }

      @Override
      public int size() {
        return ids.length;
      }
    };
  }

  private Lifetime lifetime(
      long tensor, @Nullable Long producer, @Nullable Long lastUse, @Nullable Long free) {
    SourceLine made = frame(producer);
    SourceLine used = frame(lastUse);
    return new Lifetime(
        tensor,
        producer,
        lastUse,
        free,
        made == null ? null : made.file(),
        made == null ? null : made.line(),
        used == null ? null : used.file(),
        used == null ? null : used.line());
  }

  private @Nullable SourceLine frame(@Nullable Long operation) {
    if (operation == null || !frameOfOperation.contains(operation)) {
      return null;
    }
    return frames.get((int) frameOfOperation.get(operation, 0));
  }

  private static @Nullable Long valueIn(LongMap map, long key) {
    return map.contains(key) ? map.get(key, 0) : null;
  }

  static void write(List<Lifetime> lifetimes, RowSink rows, long rank) {
    for (Lifetime life : lifetimes) {
      RowBatch row = rows.row(Table.TENSOR_LIFETIME).add(life.tensor).add(life.producer);
      row.add(life.lastUse).add(life.deallocation).add(life.producerFile).add(life.producerLine);
      row.add(life.lastUseFile).add(life.lastUseLine).add(rank);
    }
  }
}
