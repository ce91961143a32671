package dev.tilescope.cli;

import dev.tilescope.export.VisibleText;
import dev.tilescope.model.Report;
import dev.tilescope.model.Report.Damage;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.ReportFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * A command that reads one report and prints something about it.
 *
 * <p>Exit code 0, or 1 with a one-line message when the report cannot be read or cannot answer.
 * Damage in the report is summed up on stderr and does not stop the command. A reader of the output
 * that goes away ({@code | head}) ends it quietly.
 */
abstract class ReportCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "REPORT",
      description = "A report or bare trace, plain or gzip, or a directory that holds one.")
  private Path file = Path.of("");

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Prints the answer; nothing may be printed before a {@link TilescopeException} is thrown. */
  abstract void print(Report report, Writer out) throws IOException;

  @Override
  public final Integer call() {
    PrintWriter errors = spec.commandLine().getErr();
    try {
      Report report = ReportFile.read(file);
      warn(report.damage(), errors);
      Writer out = new QuietlyEndingWriter(spec.commandLine().getOut());
      print(report, out);
      out.flush();
      return 0;
    } catch (TilescopeException e) {
      errors.println("error: " + VisibleText.of(String.valueOf(e.getMessage())));
      errors.flush();
      return 1;
    } catch (IOException | UncheckedIOException e) {
      // Only the output can fail here, and only because nobody reads it any more.
      return 0;
    }
  }

  CommandSpec spec() {
    return spec;
  }

  private void warn(List<Damage> damage, PrintWriter errors) {
    if (damage.isEmpty()) {
      return;
    }
    Damage first = damage.getFirst();
    errors.println(
        "warning: "
            + damage.size()
            + (damage.size() == 1 ? " problem in " : " problems in ")
            + VisibleText.of(String.valueOf(file.getFileName()))
            + ", first: "
            + VisibleText.of(first.where() + ": " + first.what()));
    errors.flush();
  }

  /** Buffers a lot, and fails once the target has: a {@link PrintWriter} alone would not say. */
  private static final class QuietlyEndingWriter extends Writer {
    private final PrintWriter target;
    private final char[] buffer = new char[1 << 16];
    private int used;

    QuietlyEndingWriter(PrintWriter target) {
      this.target = target;
    }

    @Override
    public void write(char[] chars, int offset, int length) throws IOException {
      int from = offset;
      int left = length;
      while (left > 0) {
        int part = Math.min(left, buffer.length - used);
        System.arraycopy(chars, from, buffer, used, part);
        used += part;
        from += part;
        left -= part;
        if (used == buffer.length) {
          flush();
        }
      }
    }

    @Override
    public Writer append(char c) throws IOException {
      if (used == buffer.length) {
        flush();
      }
      buffer[used++] = c;
      return this;
    }

    @Override
    public void flush() throws IOException {
      target.write(buffer, 0, used);
      used = 0;
      if (target.checkError()) {
        throw new IOException("nobody reads the output any more");
      }
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
