package dev.tilescope.report;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.model.TensorComparison;
import dev.tilescope.model.TensorComparison.Scope;
import java.util.ArrayList;
import java.util.List;

/**
 * What comparison mode found, as TT-NN's importer takes it:
 *
 * <pre>
 * comparison_records --> {global_tensor_comparison_records: [Record],
 *                         local_tensor_comparison_records: [Record]}
 * Record             --> {actual_pcc, desired_pcc, golden_tensor_id, matches, tensor_id}
 * </pre>
 */
final class ComparisonRecords {
  private static final String GLOBAL = "global_tensor_comparison_records";
  private static final String LOCAL = "local_tensor_comparison_records";

  private final TolerantValueReader values;
  private final List<TensorComparison> found = new ArrayList<>();

  ComparisonRecords(TolerantValueReader values) {
    this.values = values;
  }

  static void write(List<TensorComparison> comparisons, JsonWriter out) {
    if (!comparisons.isEmpty()) {
      out.name("comparison_records")
          .beginObject()
          .objects(GLOBAL, of(Scope.GLOBAL, comparisons), comparison -> write(comparison, out))
          .objects(LOCAL, of(Scope.LOCAL, comparisons), comparison -> write(comparison, out))
          .endObject();
    }
  }

  private static List<TensorComparison> of(Scope scope, List<TensorComparison> comparisons) {
    return comparisons.stream().filter(comparison -> comparison.scope() == scope).toList();
  }

  private static void write(TensorComparison comparison, JsonWriter out) {
    out.field("actual_pcc", comparison.actualPcc())
        .field("desired_pcc", comparison.desiredPcc())
        .field("golden_tensor_id", comparison.goldenTensorId())
        .field("matches", comparison.matches())
        .field("tensor_id", comparison.tensorId());
  }

  /** Those of the object under the cursor, global ones and local ones as they come. */
  List<TensorComparison> read() {
    values.object(
        "comparison_records",
        name -> {
          switch (name) {
            case GLOBAL -> values.array(name, () -> found.add(record(Scope.GLOBAL)));
            case LOCAL -> values.array(name, () -> found.add(record(Scope.LOCAL)));
            default -> values.skip();
          }
        });
    return found;
  }

  private TensorComparison record(Scope scope) {
    long[] ids = {0, 0};
    double[] pccs = {0, 0};
    boolean[] matches = {false};
    values.object(
        "comparison record",
        name -> {
          switch (name) {
            case "tensor_id" -> ids[0] = values.number(name, 0);
            case "golden_tensor_id" -> ids[1] = values.number(name, 0);
            case "matches" -> matches[0] = values.flag(name);
            case "desired_pcc" -> pccs[0] = values.real(name, 0);
            case "actual_pcc" -> pccs[1] = values.real(name, 0);
            default -> values.skip();
          }
        });
    return new TensorComparison(scope, ids[0], ids[1], matches[0], pccs[0], pccs[1]);
  }
}
