package dev.tilescope.internal.board;

import dev.tilescope.device.Board;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tensors of rows. A row says how its result is cut, and of an input only that it is sharded:
 * its shards are those that an earlier row gave such a tensor, else those of the result if it is of
 * the same shape, else even ones over as many cores as the row used.
 */
final class RowTensors {
  private static final int TILE = 32;
  private static final List<String> RESULT_MEMORY =
      List.of("output_mem_config", "output_memory_config", "memory_config", "m_output_mem_config");

  private final Board board;

  /** By all that a row says of a tensor. */
  private final Map<List<Object>, MemoryConfig> made = new HashMap<>();

  RowTensors(Board board) {
    this.board = board;
  }

  /** Of all rows in their order, also of those that are not compared. */
  void remember(BoardRow row) {
    if (row.hasTensor("OUTPUT_0")) {
      MemoryConfig memory = written(row);
      if (memory != null && memory.shardSpec() != null) {
        made.put(known(row, "OUTPUT_0"), memory);
      }
    }
  }

  private static List<Object> known(BoardRow row, String which) {
    return List.of(
        row.paddedShape(which),
        row.cell(which + "_DATATYPE"),
        row.cell(which + "_LAYOUT"),
        place(row, which));
  }

  /** {@code L1_WIDTH_SHARDED}, without the device. */
  private static String place(BoardRow row, String which) {
    return row.cell(which + "_MEMORY").replaceFirst("^DEV_\\d+_", "");
  }

  private static @Nullable MemoryConfig written(BoardRow row) {
    for (String name : RESULT_MEMORY) {
      MemoryConfig memory = WrittenMemory.of(row.attribute(name));
      if (memory != null) {
        return memory;
      }
    }
    return null;
  }

  /** How the result is asked for: as the row says, else where the result lies. */
  MemoryConfig ofResult(BoardRow row) {
    MemoryConfig memory = written(row);
    return memory == null ? memory(row, "OUTPUT_0") : memory;
  }

  TensorSpec required(BoardRow row, String which) {
    TensorSpec spec = tensor(row, which);
    if (spec == null) {
      throw new NotComparable("no " + which);
    }
    return spec;
  }

  @Nullable TensorSpec tensor(BoardRow row, String which) {
    if (!row.hasTensor(which)) {
      return null;
    }
    return new TensorSpec(
        Shape.of(row.logicalShape(which).stream().mapToInt(Integer::intValue).toArray()),
        DataType.valueOf(row.cell(which + "_DATATYPE")),
        row.cell(which + "_LAYOUT").equals("TILE") ? Layout.TILE : Layout.ROW_MAJOR,
        memory(row, which));
  }

  /** All inputs from the one of that number on. */
  List<TensorSpec> inputs(BoardRow row, int from) {
    List<TensorSpec> inputs = new ArrayList<>();
    for (int i = from; row.hasTensor("INPUT_" + i); i++) {
      inputs.add(required(row, "INPUT_" + i));
    }
    return inputs;
  }

  private MemoryConfig memory(BoardRow row, String which) {
    String place = place(row, which);
    if (place.endsWith("_INTERLEAVED")) {
      return place.startsWith("DRAM") ? MemoryConfig.DRAM : MemoryConfig.L1;
    }
    MemoryConfig earlier = made.get(known(row, which));
    if (earlier != null) {
      return earlier;
    }
    MemoryConfig result = written(row);
    boolean isAlike =
        result != null
            && result.shardSpec() != null
            && row.paddedShape(which).equals(row.paddedShape("OUTPUT_0"))
            && place.equals(place(row, "OUTPUT_0"));
    return isAlike && result != null ? result : even(row, which, place);
  }

  private MemoryConfig even(BoardRow row, String which, String place) {
    List<Integer> shape = row.paddedShape(which);
    int width = shape.get(3);
    int height = shape.get(0) * shape.get(1) * shape.get(2);
    if (place.equals("DRAM_WIDTH_SHARDED")) {
      int banks = board.dramViews();
      return sharded(
          TensorMemoryLayout.WIDTH_SHARDED,
          BufferType.DRAM,
          CoreRangeSet.grid(banks, 1),
          height,
          roundUp(Math.ceilDiv(width, banks)));
    }
    int cores = Math.clamp(row.cores(), 1, board.compute().size());
    return switch (place) {
      case "L1_WIDTH_SHARDED" -> {
        int shards = divisor(Math.ceilDiv(width, TILE), cores);
        yield sharded(
            TensorMemoryLayout.WIDTH_SHARDED,
            BufferType.L1,
            firstCores(shards),
            height,
            roundUp(Math.ceilDiv(width, shards)));
      }
      case "L1_HEIGHT_SHARDED" -> {
        int shards = divisor(Math.ceilDiv(height, TILE), cores);
        yield sharded(
            TensorMemoryLayout.HEIGHT_SHARDED,
            BufferType.L1,
            firstCores(shards),
            roundUp(Math.ceilDiv(height, shards)),
            width);
      }
      default -> throw new NotComparable("shards not known");
    };
  }

  private static MemoryConfig sharded(
      TensorMemoryLayout layout, BufferType type, CoreRangeSet cores, int height, int width) {
    return MemoryConfig.sharded(
        layout, type, new ShardSpec(cores, height, width, ShardOrientation.ROW_MAJOR));
  }

  private CoreRangeSet firstCores(int count) {
    return CoreRangeSet.columnMajor(count, board.compute().width(), board.compute().height());
  }

  /** The largest that divides the number and is no larger than the limit. */
  private static int divisor(int number, int limit) {
    int divisor = Math.min(number, limit);
    while (number % divisor != 0) {
      divisor--;
    }
    return divisor;
  }

  private static int roundUp(int elements) {
    return Math.ceilDiv(elements, TILE) * TILE;
  }
}
