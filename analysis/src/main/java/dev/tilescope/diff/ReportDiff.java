package dev.tilescope.diff;

import dev.tilescope.analysis.Layers.Group;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.memory.Peaks;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Report;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TraceEvent.TensorDescription;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What differs between two reports, {@code before} and {@code after}.
 *
 * <p>Operations are aligned in order, first those the program itself called, then, inside each pair
 * that differs, those they called. An operation pairs with one that did exactly the same if it can,
 * else with one of the same name, preferably with the same forms of inputs and outputs.
 *
 * @param added operations only {@code after} has, without those inside them
 * @param removed operations only {@code before} has, without those inside them
 * @param changed pairs that differ in themselves; what differs only inside is listed inside
 * @param pairs all pairs of operations that the program itself called, in order
 * @param byLayer what was removed, added and changed, by layer
 */
public record ReportDiff(
    Totals before,
    Totals after,
    List<Operation> added,
    List<Operation> removed,
    List<Changed> changed,
    List<Pair> pairs,
    ByLayer byLayer) {
  public ReportDiff {
    added = List.copyOf(added);
    removed = List.copyOf(removed);
    changed = List.copyOf(changed);
    pairs = List.copyOf(pairs);
  }

  /** True if both did the same with the same memory, however long it took. */
  public boolean isSame() {
    return added.isEmpty() && removed.isEmpty() && changed.isEmpty();
  }

  public static ReportDiff of(Report before, Report after) {
    return new DiffBuilder(before, after).build();
  }

  /**
   * What a whole report costs.
   *
   * @param operations as {@code OperationNumbers} counts them: frees between calls are some too
   * @param allOperations all calls, at any depth
   * @param hostNanos of the operations that the program called, together
   */
  public record Totals(
      int operations,
      int allOperations,
      long hostNanos,
      long deviceNanos,
      List<DeviceTotals> devices) {
    public Totals {
      devices = List.copyOf(devices);
    }
  }

  /**
   * @param peakL1Bytes of buffers over all banks and circular buffers of one core, as {@code
   *     PeakByDevice} counts
   * @param memory what decides whether it fits
   */
  public record DeviceTotals(int deviceId, long peakL1Bytes, long peakDramBytes, Peaks memory) {}

  /** An operation of each report that do the same job. */
  public record Pair(
      Operation before, Operation after, Measures measuresBefore, Measures measuresAfter) {}

  /**
   * @param pair null for an operation inside another, which has no measures of its own
   */
  public record Changed(
      Operation before, Operation after, @Nullable Pair pair, List<Change> changes) {
    public Changed {
      changes = List.copyOf(changes);
    }
  }

  /**
   * What happened alike at the same place of equal layers is one group; anything else is one of its
   * own. Of what changed, only causes: what changed inside an operation that changed itself says
   * the same again.
   */
  public record ByLayer(
      List<Group<Operation>> added, List<Group<Operation>> removed, List<Group<Changed>> changed) {
    static final ByLayer NOTHING = new ByLayer(List.of(), List.of(), List.of());

    public ByLayer {
      added = List.copyOf(added);
      removed = List.copyOf(removed);
      changed = List.copyOf(changed);
    }
  }

  /** One way in which two operations differ. */
  public sealed interface Change {
    /** {@code null} where one side has fewer arguments. */
    record Argument(int index, @Nullable String before, @Nullable String after) implements Change {}

    record Inputs(List<TensorForm> before, List<TensorForm> after) implements Change {}

    record Outputs(List<TensorForm> before, List<TensorForm> after) implements Change {}

    /** Bytes, buffers or circular buffers; times are never a change. */
    record Memory(Measures before, Measures after) implements Change {}

    /** It lies so deep that the operations inside were not compared one by one. */
    record Inside() implements Change {}
  }

  /** Of a tensor, what does not depend on the run. Absent parts are null, as in older files. */
  public record TensorForm(
      @Nullable Shape shape,
      @Nullable DataType dtype,
      @Nullable Layout layout,
      @Nullable String memoryConfig) {
    static TensorForm of(TensorDescription tensor) {
      return new TensorForm(tensor.shape(), tensor.dtype(), tensor.layout(), tensor.memoryConfig());
    }

    @Override
    public String toString() {
      return Objects.toString(shape, "Shape(?)")
          + " "
          + (dtype == null ? "?" : dtype.name())
          + " "
          + (layout == null ? "?" : layout.name())
          + (memoryConfig == null ? "" : " " + memoryConfig);
    }
  }
}
