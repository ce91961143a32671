package dev.tilescope.internal.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;

/**
 * What the archive brings for the shell besides the program: {@code share/man} and {@code
 * share/bash-completion}. The archive's build runs it.
 */
final class Manual {
  private Manual() {}

  /** With the folder {@code share}, the version and the date of the pages. */
  public static void main(String[] args) throws IOException {
    Path share = Path.of(args[0]);
    Path pages = Files.createDirectories(share.resolve("man/man1"));
    for (ManualPage page : pages("tilescope " + args[1], args[2])) {
      Files.writeString(pages.resolve(page.name() + ".1"), page.roff());
    }
    Path completions = Files.createDirectories(share.resolve("bash-completion/completions"));
    Files.writeString(completions.resolve("tilescope"), completion());
  }

  static List<ManualPage> pages(String version, String date) {
    return ManualPage.of(commandLine(), date, version).toList();
  }

  static String completion() {
    return AutoComplete.bash("tilescope", commandLine());
  }

  static CommandLine commandLine() {
    PrintWriter unseen =
        new PrintWriter(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    return new Main(Commands.ALL, unseen, unseen).wholeCommandLine();
  }
}
