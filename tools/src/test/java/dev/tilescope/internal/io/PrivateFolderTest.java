package dev.tilescope.internal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "permissions are those of Unix")
class PrivateFolderTest {
  /** So many that a folder can be swapped while they are being removed. */
  private static final int FILES = 4000;

  @TempDir private Path parent = Path.of("");
  private Path precious = Path.of("");
  private PrivateFolder folder = PrivateFolder.ofThisUser(parent);

  @BeforeEach
  void name() throws IOException {
    precious = Files.createDirectory(parent.resolve("precious"));
    Files.writeString(precious.resolve("thesis"), "x");
    folder = PrivateFolder.ofThisUser(parent.resolve("ours"));
  }

  private void open(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void itIsMadeForTheUserAloneAndTakenAgain() throws IOException {
    assertThat(folder.exists()).isFalse();
    folder.make();
    folder.make();
    assertThat(folder.exists()).isTrue();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.path())))
        .isEqualTo("rwx------");
  }

  @Test
  void whatOthersCanWriteToIsNeitherTakenNorRemoved() throws IOException {
    folder.make();
    open(folder.path(), "rwx-w----");
    assertThatThrownBy(folder::make)
        .isInstanceOf(PrivateFolder.Unsafe.class)
        .hasMessage(folder.path() + " is open to other users (permissions 720)");
    folder.remove();
    assertThat(folder.path()).exists();
  }

  @Test
  void aLinkIsNeitherTakenNorFollowed() throws IOException {
    open(precious, "rwx------");
    Files.createSymbolicLink(folder.path(), precious);
    assertThatThrownBy(folder::make).hasMessageContaining("is a symbolic link");
    assertThatThrownBy(folder::exists).hasMessageContaining("is a symbolic link");
    folder.remove();
    assertThat(precious.resolve("thesis")).exists();
  }

  @Test
  void aFileIsNoFolder() throws IOException {
    Files.writeString(folder.path(), "x");
    assertThatThrownBy(folder::make).hasMessageContaining("is not a folder");
  }

  @Test
  void aFolderOfAnotherUserIsNeitherTakenNorRemoved() throws IOException {
    assumeTrue(PrivateFolder.userId() == 0, "only root can give a folder to another user");
    folder.make();
    Files.setAttribute(folder.path(), "unix:uid", 65534);
    assertThatThrownBy(folder::make).hasMessageContaining("belongs to user 65534, not to user 0");
    folder.remove();
    assertThat(folder.path()).exists();
  }

  @Test
  void everythingInsideGoesAndNothingThatLinksLeadTo() throws IOException {
    folder.make();
    Path deep = Files.createDirectories(folder.path().resolve("1/2"));
    Files.writeString(deep.resolve("db.sqlite"), "x");
    Files.createSymbolicLink(deep.resolve("link"), precious);
    folder.remove();
    assertThat(folder.path()).doesNotExist();
    assertThat(precious.resolve("thesis")).exists();
  }

  /** Another user may put a link where he sees a folder being removed. */
  @Test
  void aFolderThatBecomesALinkWhileItIsRemovedTakesNothingAlong() throws Exception {
    open(precious, "rwx------");
    folder.make();
    for (int i = 0; i < FILES; i++) {
      Files.createFile(folder.path().resolve("thesis" + i));
      Files.createFile(precious.resolve("thesis" + i));
    }
    Thread removing = Thread.ofPlatform().start(folder::remove);
    while (filesIn(folder.path()) == FILES) {
      Thread.onSpinWait();
    }
    Path hidden = Files.move(folder.path(), parent.resolve("hidden"));
    Files.createSymbolicLink(folder.path(), precious);
    assertThat(filesIn(hidden)).as("files that were still to be removed").isPositive();
    removing.join();
    assertThat(filesIn(precious)).isEqualTo(FILES + 1);
    assertThat(hidden).isEmptyDirectory();
  }

  private static int filesIn(Path folder) {
    return Objects.requireNonNull(folder.toFile().list()).length;
  }
}
