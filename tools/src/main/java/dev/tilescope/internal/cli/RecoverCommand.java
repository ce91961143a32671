package dev.tilescope.internal.cli;

import dev.tilescope.capture.Journal;
import dev.tilescope.capture.JournalFolder;
import dev.tilescope.internal.io.AtomicFiles.Naming;
import dev.tilescope.internal.io.PrivateFolder;
import dev.tilescope.internal.words.ByteText;
import dev.tilescope.model.Report;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.ReportFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tilescope recover}: the report of a process that was killed while it traced. */
@Command(
    name = "recover",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Write the report of a traced process that was killed",
      "from the journal it left behind. Without JOURNAL it lists the journals of dead",
      "processes: when they were last written, their size and path."
    })
public final class RecoverCommand implements Callable<Integer> {
  @Parameters(arity = "0..1", paramLabel = "JOURNAL", description = "The journal to read.")
  private @Nullable Path journal;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where the report goes. Default: JOURNAL with .json added.")
  private @Nullable Path output;

  @Option(names = "--delete", description = "Delete the journal when the report is written.")
  private boolean delete;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    Path from = journal;
    try {
      if (from == null) {
        list(out);
      } else {
        recover(from, out);
      }
    } catch (PrivateFolder.Unsafe e) {
      throw new TilescopeException(
          "no journals are listed: "
              + e.getMessage()
              + ", so anybody may have put them there; remove the folder, or copy a journal that"
              + " you trust into a folder of your own and recover it there",
          e);
    } catch (IOException e) {
      throw new TilescopeException("journals: " + e, e);
    }
    return ExitCode.OK;
  }

  private static void list(PrintWriter out) throws IOException {
    List<Path> orphans = JournalFolder.orphans();
    if (orphans.isEmpty()) {
      out.println("No journal of a dead process in " + JournalFolder.path());
    }
    for (Path orphan : orphans) {
      try {
        Instant ended = Files.getLastModifiedTime(orphan).toInstant();
        out.printf(
            "%s  %10s  %s%n",
            ended.truncatedTo(ChronoUnit.SECONDS), ByteText.brief(Files.size(orphan)), orphan);
      } catch (NoSuchFileException e) {
        out.println("gone since it was found: " + orphan);
      }
    }
  }

  private void recover(Path from, PrintWriter out) throws IOException {
    JournalFolder.requireOurs(from);
    Report report = Journal.recover(from);
    Path to = write(report, from);
    out.printf(
        "%s: %,d operations, %,d trace nodes%n", to, report.calls().size(), report.trace().size());
    if (!report.completeness().unclosedOperations().isEmpty()) {
      out.println("It died in: " + String.join(" > ", report.completeness().unclosedOperations()));
    }
    report.damage().forEach(damage -> out.println(damage.where() + ": " + damage.what()));
    if (delete) {
      Files.delete(from);
    }
  }

  /** What the user did not name is as private as the journal it comes from. */
  private Path write(Report report, Path from) {
    Path named = output;
    if (named != null) {
      ReportFile.write(report, named);
      return named;
    }
    Path beside = Path.of(from + ".json");
    ReportFile.write(report, beside, Naming.PRIVATE);
    return beside;
  }
}
