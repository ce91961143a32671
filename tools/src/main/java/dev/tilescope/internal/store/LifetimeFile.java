package dev.tilescope.internal.store;

import dev.tilescope.internal.store.Lifetimes.Lifetime;
import dev.tilescope.report.internal.ByteSink;
import dev.tilescope.report.internal.PythonText;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The file {@code <report>.tensor_lifetime.json}: a list of objects, indented by two. */
final class LifetimeFile {
  private static final int BLOCK_BYTES = 1 << 16;

  private LifetimeFile() {}

  static void write(List<Lifetime> lifetimes, long rank, OutputStream target) throws IOException {
    ByteSink out = new ByteSink();
    out.add('[');
    String separator = "\n";
    for (Lifetime life : lifetimes) {
      out.addAscii(separator);
      object(life, rank, out);
      separator = ",\n";
      if (out.size() > BLOCK_BYTES) {
        out.moveTo(target);
      }
    }
    out.addAscii("\n]");
    out.moveTo(target);
  }

  private static void object(Lifetime life, long rank, ByteSink out) {
    out.addAscii("  {\n");
    field(out, "tensor_id", life.tensor());
    field(out, "producer_operation_id", life.producer());
    field(out, "last_use_operation_id", life.lastUse());
    field(out, "deallocate_operation_id", life.deallocation());
    field(out, "producer_source_file", life.producerFile());
    field(out, "producer_source_line", life.producerLine());
    field(out, "last_use_source_file", life.lastUseFile());
    field(out, "last_use_source_line", life.lastUseLine());
    out.addAscii("    \"rank\": " + rank + "\n  }");
  }

  private static void field(ByteSink out, String name, @Nullable Object value) {
    out.addAscii("    \"");
    out.addAscii(name);
    out.addAscii("\": ");
    PythonText.json(value, out);
    out.addAscii(",\n");
  }
}
