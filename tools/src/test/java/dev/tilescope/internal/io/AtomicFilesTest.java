package dev.tilescope.internal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFilesTest {
  @TempDir private Path folder;

  @Test
  void aTextIsWrittenInUtf8IntoFoldersThatAreMade() throws IOException {
    Path file = folder.resolve("a/b.txt");
    AtomicFiles.writeText(file, out -> out.write("größer"));
    assertThat(file).hasContent("größer");
  }

  @Test
  void aLinkThatTheUserNamedIsFollowed() throws IOException {
    Path real = Files.writeString(folder.resolve("real.txt"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link.txt"), real);
    AtomicFiles.writeText(link, out -> out.write("new"));
    assertThat(link).isSymbolicLink();
    assertThat(real).hasContent("new");
  }

  @Test
  void aTextThatFailsLeavesWhatWasThereAndNothingElse() throws IOException {
    Path file = Files.writeString(folder.resolve("c.txt"), "old");
    assertThatThrownBy(() -> AtomicFiles.writeText(file, out -> out.write("half \uD800")))
        .isInstanceOf(CharacterCodingException.class);
    assertThat(file).hasContent("old");
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }
}
