package dev.tilescope.store;

import dev.tilescope.report.raw.ByteSink;
import dev.tilescope.report.raw.PythonText;
import dev.tilescope.store.Lifetimes.Lifetime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The file {@code <report>.tensor_lifetime.json}: a list of objects, indented by two. */
final class LifetimeFile {
  private LifetimeFile() {}

  static String text(List<Lifetime> lifetimes, long rank) {
    ByteSink out = new ByteSink();
    out.add('[');
    String separator = "\n";
    for (Lifetime life : lifetimes) {
      out.addAscii(separator + "  {\n");
      field(out, "tensor_id", life.tensor());
      field(out, "producer_operation_id", life.producer());
      field(out, "last_use_operation_id", life.lastUse());
      field(out, "deallocate_operation_id", life.deallocation());
      field(out, "producer_source_file", life.producerFile());
      field(out, "producer_source_line", life.producerLine());
      field(out, "last_use_source_file", life.lastUseFile());
      field(out, "last_use_source_line", life.lastUseLine());
      out.addAscii("    \"rank\": " + rank + "\n  }");
      separator = ",\n";
    }
    out.addAscii("\n]");
    return out.toText();
  }

  private static void field(ByteSink out, String name, @Nullable Object value) {
    out.addAscii("    \"");
    out.addAscii(name);
    out.addAscii("\": ");
    PythonText.json(value, out);
    out.addAscii(",\n");
  }
}
