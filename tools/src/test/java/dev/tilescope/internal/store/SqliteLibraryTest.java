package dev.tilescope.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.io.TemporaryMount;
import dev.tilescope.internal.io.TemporaryMount.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Where the driver unpacks SQLite's library to, on systems that allow no programs in {@code /tmp}.
 */
class SqliteLibraryTest {
  @TempDir private Path folder = Path.of("");
  private Path temporary = Path.of("");
  private Path home = Path.of("");
  private Path report = Path.of("");

  @BeforeEach
  void make() throws Exception {
    temporary = Files.createDirectory(folder.resolve("tmp"));
    home = Files.createDirectory(folder.resolve("home"));
    report = new TraceText().start("a").end("a").write(folder.resolve("r.json"));
  }

  private Result imported(String property) throws Exception {
    return TemporaryMount.java(
        temporary,
        "noexec,size=64m",
        Map.of("XDG_CACHE_HOME", "", "XDG_RUNTIME_DIR", ""),
        "-Duser.home=" + home,
        "-D" + property + "=" + temporary,
        "dev.tilescope.internal.cli.Main",
        "import",
        report.toString(),
        folder.resolve("out").toString());
  }

  @Test
  void aFolderOfTheUsersOwnIsTakenIfTemporaryFilesMayBeNoPrograms() throws Exception {
    Result result = imported("java.io.tmpdir");
    assertThat(result.exitCode()).as(result.said()).isZero();
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(home.resolve(".cache/tilescope"))))
        .isEqualTo("rwx------");
    assertThat(home.resolve(".cache/tilescope")).as("nothing is left there").isEmptyDirectory();
  }

  @Test
  void aFolderThatTheUserNamedIsToldWithWhatToDo() throws Exception {
    Result result = imported("org.sqlite.tmpdir");
    assertThat(result.exitCode()).isOne();
    assertThat(result.said())
        .contains(
            "SQLite's library cannot be loaded from " + temporary,
            "noexec",
            "TILESCOPE_JAVA_OPTS=-Dorg.sqlite.tmpdir=DIR")
        .hasLineCount(1);
  }
}
