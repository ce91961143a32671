package dev.tilescope.store;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Who made each tensor, used it last and freed it, and where in the Python source. */
final class Lifetimes {
  private static final Set<String> DEALLOCATIONS =
      Set.of("ttnn::deallocate", "ttnn.deallocate", "Tensor::deallocate");
  private static final Pattern FRAME =
      Pattern.compile(
          "^\\s*File \"([^\"]+)\", line (\\d{1,18})", Pattern.MULTILINE | Pattern.UNIX_LINES);

  /** Place of an operation's call. */
  private record Frame(String file, long line) {}

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

  private final Map<Frame, Integer> frameNumbers = new HashMap<>();
  private final List<Frame> frames = new ArrayList<>();
  private final LongMap frameOfOperation = new LongMap();
  private final LongMap deallocations = new LongMap();

  /** The operation of this name makes and uses nothing. */
  static boolean onlyFrees(String name) {
    return DEALLOCATIONS.contains(name);
  }

  void operation(long id, String name) {
    if (onlyFrees(name)) {
      deallocations.put(id, 0);
    }
  }

  void stack(long operationId, String trace) {
    Matcher matcher = FRAME.matcher(trace);
    if (matcher.find()) {
      Frame frame = new Frame(matcher.group(1), Long.parseLong(matcher.group(2)));
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
    Frame made = frame(producer);
    Frame used = frame(lastUse);
    return new Lifetime(
        tensor,
        producer,
        lastUse,
        free,
        made == null ? null : made.file,
        made == null ? null : made.line,
        used == null ? null : used.file,
        used == null ? null : used.line);
  }

  private @Nullable Frame frame(@Nullable Long operation) {
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
      rows.row(Table.TENSOR_LIFETIME)
          .add(life.tensor)
          .add((Object) life.producer)
          .add((Object) life.lastUse)
          .add((Object) life.deallocation)
          .add((Object) life.producerFile)
          .add((Object) life.producerLine)
          .add((Object) life.lastUseFile)
          .add((Object) life.lastUseLine)
          .add(rank);
    }
  }
}
