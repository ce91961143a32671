package dev.tilescope.internal.serve.graph;

import dev.tilescope.analysis.Layers;
import dev.tilescope.analysis.OperationFlow;
import dev.tilescope.internal.io.LongList;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.data.Words;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import java.util.Arrays;

/**
 * What flows between the operations of a rank, as columns: the tensors each takes and gives, who
 * made them, a signature that is equal for operations of the same name whose tensors have the same
 * form, and the layers that repeat. Operations and tensors are spoken of by their index here.
 */
public final class FlowColumns {
  /** Different shapes whose text is kept; a report with more has most of them unnamed. */
  private static final int MAX_SHAPES = 4_096;

  private static final int MAX_SHAPE_CHARS = 120;
  private static final int MAX_FORM_CHARS = 400;

  /** The operations that the tensors of one side belong to: from starts[i] to starts[i + 1]. */
  private record Side(int[] starts, int[] tensors) {}

  private final OperationColumns operations;
  private final long[] tensorIds;
  private final long[] sizes;
  private final short[] shapes;
  private final Words shapeTexts;
  private final Side inputs;
  private final Side outputs;
  private final int[] makers;
  private final long[] names;
  private final long[] inputForms;
  private final long[] outputForms;
  private final Layers layers;

  private FlowColumns(OperationColumns operations, Reading reading) {
    this.operations = operations;
    this.tensorIds = reading.tensorIds;
    this.sizes = reading.sizes;
    this.shapes = reading.shapes;
    this.shapeTexts = reading.shapeTexts;
    this.inputs = reading.inputs;
    this.outputs = reading.outputs;
    this.makers = makers();
    this.names = operations.names().stream().mapToLong(FlowColumns::hash).toArray();
    this.inputForms = hashed(inputs, reading.forms);
    this.outputForms = hashed(outputs, reading.forms);
    this.layers = layers(reading);
  }

  private Layers layers(Reading reading) {
    int[] nameIndexes = new int[operations.size()];
    Arrays.setAll(nameIndexes, operations::nameIndex);
    return Layers.of(
        new OperationFlow(
            operations.names(),
            nameIndexes,
            hashed(outputs, reading.shapeHashes),
            inputs.starts,
            inputs.tensors,
            makers));
  }

  public static FlowColumns of(OpenReport report, int rank) {
    OperationColumns operations = OperationColumns.of(report, rank);
    return report.keepOfRank(
        FlowColumns.class,
        rank,
        database -> new FlowColumns(operations, new Reading(database, operations)));
  }

  /** The last operation before each that gave the tensor, since some give one that they took. */
  private int[] makers() {
    int[] last = new int[tensorIds.length];
    Arrays.fill(last, -1);
    int[] found = new int[inputs.tensors.length];
    for (int i = 0; i < operations.size(); i++) {
      for (int at = inputs.starts[i]; at < inputs.starts[i + 1]; at++) {
        found[at] = last[inputs.tensors[at]];
      }
      for (int at = outputs.starts[i]; at < outputs.starts[i + 1]; at++) {
        last[outputs.tensors[at]] = i;
      }
    }
    return found;
  }

  private long[] hashed(Side side, long[] forms) {
    long[] found = new long[operations.size()];
    for (int i = 0; i < found.length; i++) {
      for (int at = side.starts[i]; at < side.starts[i + 1]; at++) {
        found[i] = mixed(found[i], forms[side.tensors[at]]);
      }
    }
    return found;
  }

  /** 64 bits, so that two of a hundred thousand texts are not taken for one. */
  public static long hash(String text) {
    long hash = 1_125_899_906_842_597L;
    for (int i = 0; i < text.length(); i++) {
      hash = 31 * hash + text.charAt(i);
    }
    return mixed(hash, text.length());
  }

  public static long mixed(long hash, long more) {
    long x = (hash ^ more) * 0x9E37_79B9_7F4A_7C15L;
    x ^= x >>> 29;
    return (x + more) * 0xBF58_476D_1CE4_E5B9L ^ (x >>> 32);
  }

  public OperationColumns operations() {
    return operations;
  }

  /** The layers that repeat: every view that speaks of layers speaks of these. */
  public Layers layers() {
    return layers;
  }

  /** Equal for operations of the same name with tensors of the same forms. */
  public long signature(int operation) {
    return mixed(mixed(nameHash(operation), inputForms(operation)), outputForms(operation));
  }

  public long nameHash(int operation) {
    return names[operations.nameIndex(operation)];
  }

  /** Equal for operations that take tensors of the same forms: shape, type, layout and memory. */
  public long inputForms(int operation) {
    return inputForms[operation];
  }

  /** The same for what they give. */
  public long outputForms(int operation) {
    return outputForms[operation];
  }

  int firstInput(int operation) {
    return inputs.starts[operation];
  }

  /** The tensor of an input; inputs are numbered through all operations. */
  int inputTensor(int input) {
    return inputs.tensors[input];
  }

  /** The operation that made the tensor of an input, or -1 if none of the report did. */
  int maker(int input) {
    return makers[input];
  }

  /** Bytes that an operation gives. */
  long outputBytes(int operation) {
    long bytes = 0;
    for (int at = outputs.starts[operation]; at < outputs.starts[operation + 1]; at++) {
      bytes += Math.max(0, sizes[outputs.tensors[at]]);
    }
    return bytes;
  }

  long tensorId(int tensor) {
    return tensorIds[tensor];
  }

  /** Such as {@code Shape([1, 32])}; empty if unknown. */
  String shape(int tensor) {
    return shapeTexts.text(shapes[tensor]);
  }

  /** The rows of the database on their way into columns. */
  private static final class Reading {
    private final long[] tensorIds;
    private final long[] sizes;
    private final long[] forms;
    private final long[] shapeHashes;
    private final short[] shapes;
    private final Words shapeTexts = new Words();
    private final Side inputs;
    private final Side outputs;

    Reading(ReadOnlyDatabase database, OperationColumns operations) {
      LongList inputIds = new LongList();
      LongList outputIds = new LongList();
      int[] inputStarts = rows(database, "input", operations, inputIds);
      int[] outputStarts = rows(database, "output", operations, outputIds);
      tensorIds = distinct(inputIds, outputIds);
      sizes = new long[tensorIds.length];
      Arrays.fill(sizes, -1);
      forms = new long[tensorIds.length];
      shapeHashes = new long[tensorIds.length];
      shapes = new short[tensorIds.length];
      shapeTexts.number("");
      inputs = new Side(inputStarts, indexes(inputIds));
      outputs = new Side(outputStarts, indexes(outputIds));
      tensors(database, operations.rank());
    }

    private static int[] rows(
        ReadOnlyDatabase database, String side, OperationColumns operations, LongList tensorIds) {
      int[] starts = new int[operations.size() + 1];
      operations.forEachRow(
          database,
          "SELECT operation_id, tensor_id FROM %s_tensors WHERE rank = ? ORDER BY operation_id, %s_index"
              .formatted(side, side),
          (operation, row) -> {
            tensorIds.add(row.getLong(2));
            starts[operation + 1] = tensorIds.size();
          },
          operations.rank());
      for (int i = 1; i < starts.length; i++) {
        starts[i] = Math.max(starts[i], starts[i - 1]);
      }
      return starts;
    }

    private static long[] distinct(LongList some, LongList others) {
      long[] all = Arrays.copyOf(some.toArray(), some.size() + others.size());
      System.arraycopy(others.toArray(), 0, all, some.size(), others.size());
      Arrays.sort(all);
      int kept = 0;
      for (int i = 0; i < all.length; i++) {
        if (i == 0 || all[i] != all[i - 1]) {
          all[kept++] = all[i];
        }
      }
      return Arrays.copyOf(all, kept);
    }

    private int[] indexes(LongList ids) {
      int[] found = new int[ids.size()];
      Arrays.setAll(found, i -> Arrays.binarySearch(tensorIds, ids.get(i)));
      return found;
    }

    private void tensors(ReadOnlyDatabase database, int rank) {
      database.forEach(
          "SELECT tensor_id, substr(shape, 1, ?), size, substr(dtype || '|' || layout || '|' ||"
              + " coalesce(memory_config, ''), 1, ?) FROM tensors WHERE rank = ?",
          row -> {
            int tensor = Arrays.binarySearch(tensorIds, row.getLong(1));
            if (tensor >= 0) {
              String shape = String.valueOf(row.getString(2));
              shapes[tensor] = shapeIndex(shape);
              sizes[tensor] = row.getLong(3);
              shapeHashes[tensor] = hash(shape);
              forms[tensor] = mixed(hash(shape), hash(String.valueOf(row.getString(4))));
            }
          },
          MAX_SHAPE_CHARS,
          MAX_FORM_CHARS,
          rank);
    }

    private short shapeIndex(String shape) {
      boolean fits = shapeTexts.contains(shape) || shapeTexts.size() < MAX_SHAPES;
      return fits ? (short) shapeTexts.number(shape) : 0;
    }
  }
}
