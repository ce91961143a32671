package dev.tilescope.internal.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class FileTroubleTest {
  @Test
  void whatCannotBeWrittenIsSaidWithoutNamesOfClassesAndTemporaryFiles() {
    assertThat(FileTrouble.writing(new NoSuchFileException("/proc/.tilescope-1.tmp")))
        .isEqualTo("nothing can be made in /proc");
    assertThat(FileTrouble.writing(new NoSuchFileException("x.tmp")))
        .isEqualTo("nothing can be made in .");
    assertThat(FileTrouble.writing(new AccessDeniedException("/out")))
        .isEqualTo("no permission for /out");
    assertThat(FileTrouble.writing(new FileAlreadyExistsException("gen.json")))
        .isEqualTo("gen.json is a file, not a directory");
    assertThat(FileTrouble.writing(new FileSystemException("/out/x", null, "No space left")))
        .isEqualTo("No space left");
    assertThat(FileTrouble.writing(new IOException("it is a directory")))
        .isEqualTo("it is a directory");
  }

  @Test
  void whatCannotBeReadMayNotBeThere() {
    assertThat(FileTrouble.reading(new NoSuchFileException("x")))
        .isEqualTo("there is no such file");
    assertThat(FileTrouble.reading(new AccessDeniedException("x")))
        .isEqualTo("no permission for x");
  }
}
