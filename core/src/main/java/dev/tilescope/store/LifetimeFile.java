package dev.tilescope.store;

import dev.tilescope.report.raw.PythonText;
import dev.tilescope.store.Lifetimes.Lifetime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The file {@code <report>.tensor_lifetime.json}: a list of objects, indented by two. */
final class LifetimeFile {
  private LifetimeFile() {}

  static String text(List<Lifetime> lifetimes, long rank) {
    StringBuilder out = new StringBuilder("[");
    String separator = "\n";
    for (Lifetime lifetime : lifetimes) {
      out.append(separator).append("  {");
      appendFields(fields(lifetime, rank), out);
      out.append("\n  }");
      separator = ",\n";
    }
    return out.append("\n]").toString();
  }

  private static void appendFields(Map<String, @Nullable Object> fields, StringBuilder out) {
    String separator = "\n    \"";
    for (Map.Entry<String, @Nullable Object> field : fields.entrySet()) {
      out.append(separator).append(field.getKey()).append("\": ");
      out.append(PythonText.json(field.getValue()));
      separator = ",\n    \"";
    }
  }

  private static Map<String, @Nullable Object> fields(Lifetime lifetime, long rank) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("tensor_id", lifetime.tensor());
    fields.put("producer_operation_id", lifetime.producer());
    fields.put("last_use_operation_id", lifetime.lastUse());
    fields.put("deallocate_operation_id", lifetime.deallocation());
    fields.put("producer_source_file", lifetime.producerFile());
    fields.put("producer_source_line", lifetime.producerLine());
    fields.put("last_use_source_file", lifetime.lastUseFile());
    fields.put("last_use_source_line", lifetime.lastUseLine());
    fields.put("rank", rank);
    return fields;
  }
}
