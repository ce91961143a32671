package dev.tilescope.internal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WholeFilesTest {
  @TempDir private Path folder;

  private enum Way {
    MOVED,
    UNNAMED,
    UNNAMED_BY_WAY_OF_PROC;

    WholeFiles open(Path folder) throws IOException {
      WholeFiles files =
          switch (this) {
            case MOVED -> new MovedFiles(folder);
            case UNNAMED -> UnnamedFiles.in(folder, false);
            case UNNAMED_BY_WAY_OF_PROC -> UnnamedFiles.in(folder, true);
          };
      assumeTrue(files != null, "no files without names here");
      return files;
    }
  }

  private Stream<String> seen() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.equals(MovedFiles.UNFINISHED))
          .toList()
          .stream();
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @EnumSource
  void aFileAppearsWithAllItsBytesWhenItIsPublished(Way way) throws IOException {
    byte[] big = new byte[300_001];
    new Random(1).nextBytes(big);
    try (WholeFiles files = way.open(folder);
        WholeFiles.Draft draft = files.draft()) {
      draft.begin();
      draft.write(bytes("xhead"), 1, 4);
      draft.write(big, 0, big.length);
      assertThat(seen()).isEmpty();
      draft.publish("1_\u00e9 '\".json");
      assertThat(seen()).containsExactly("1_\u00e9 '\".json");
    }
    byte[] written = Files.readAllBytes(folder.resolve("1_\u00e9 '\".json"));
    assertThat(written).startsWith(bytes("head")).endsWith(big).hasSize(4 + big.length);
  }

  @ParameterizedTest
  @EnumSource
  void oneDraftMakesManyFilesAndThoseGivenUpLeaveNothing(Way way) throws IOException {
    try (WholeFiles files = way.open(folder);
        WholeFiles.Draft draft = files.draft()) {
      for (int i = 0; i < 300; i++) {
        draft.begin();
        draft.write(bytes("file " + i), 0, 6);
        if (i % 3 == 0) {
          draft.discard();
        } else {
          draft.publish(i + ".json");
        }
      }
      draft.begin();
    }
    assertThat(seen()).hasSize(200);
    assertThat(folder.resolve("299.json")).hasContent("file 2");
    if (way == Way.MOVED) {
      assertThat(folder.resolve(MovedFiles.UNFINISHED)).isEmptyDirectory();
    }
  }

  @ParameterizedTest
  @EnumSource
  void twoThatWriteToOneFolderAtOnceDoNotMeet(Way way) throws IOException {
    try (WholeFiles ours = way.open(folder);
        WholeFiles theirs = way.open(folder);
        WholeFiles.Draft one = ours.draft();
        WholeFiles.Draft other = theirs.draft()) {
      one.begin();
      other.begin();
      one.write(bytes("one"), 0, 3);
      other.write(bytes("other"), 0, 5);
      one.publish("1");
      other.publish("2");
    }
    assertThat(folder.resolve("1")).hasContent("one");
    assertThat(folder.resolve("2")).hasContent("other");
  }

  @ParameterizedTest
  @EnumSource
  void aNameThatCannotBeFailsAndTheNextFileIsMade(Way way) throws IOException {
    try (WholeFiles files = way.open(folder);
        WholeFiles.Draft draft = files.draft()) {
      for (String name : new String[] {"x".repeat(300), "no/such/folder"}) {
        draft.begin();
        draft.write(bytes("lost"), 0, 4);
        assertThatThrownBy(() -> draft.publish(name)).isInstanceOf(IOException.class);
        draft.discard();
      }
      draft.begin();
      draft.publish("next");
    }
    assertThat(seen()).containsExactly("next");
  }

  @ParameterizedTest
  @EnumSource
  void aFolderThatIsGoneIsAFailureWithItsReason(Way way) throws IOException {
    Path gone = Files.createDirectory(folder.resolve("gone"));
    try (WholeFiles files = way.open(gone);
        WholeFiles.Draft draft = files.draft()) {
      Files.deleteIfExists(gone.resolve(MovedFiles.UNFINISHED));
      Files.delete(gone);
      assertThatThrownBy(
              () -> {
                draft.begin();
                draft.publish("1.json");
              })
          .isInstanceOf(IOException.class)
          .hasMessageMatching("(?s).*(No such file or directory|Operation not permitted).*");
    }
  }

  @ParameterizedTest
  @EnumSource
  void draftsOutliveTheirFolder(Way way) throws IOException {
    WholeFiles files = way.open(folder);
    try (WholeFiles.Draft draft = files.draft()) {
      files.close();
      draft.begin();
      draft.publish("late");
    }
    assertThat(seen()).containsExactly("late");
  }

  @ParameterizedTest
  @EnumSource
  @EnabledOnOs(OS.LINUX)
  void filesHaveThePermissionsOfOthersAndNoneStaysOpen(Way way) throws IOException {
    Path descriptors = Path.of("/proc/self/fd");
    Path other = Files.writeString(folder.resolve("other"), "");
    try (WholeFiles files = way.open(folder);
        WholeFiles.Draft draft = files.draft()) {
      draft.begin();
      draft.publish("ours");
      draft.begin();
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("ours"))))
        .isEqualTo(PosixFilePermissions.toString(Files.getPosixFilePermissions(other)));
    try (Stream<Path> open = Files.list(descriptors)) {
      assertThat(open.filter(Files::exists).map(WholeFilesTest::target))
          .noneMatch(file -> file.startsWith(folder.toString()));
    }
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException e) {
      return "";
    }
  }

  @Test
  void whereTheJvmAllowsNativeAccessThisMachineHasFilesWithoutNames() {
    assumeTrue(UnnamedFiles.class.getModule().isNativeAccessEnabled(), "native access is off");
    assumeTrue(OS.LINUX.isCurrentOs(), "not on Linux");
    try (UnnamedFiles files = UnnamedFiles.in(folder)) {
      assertThat(files).isNotNull();
    }
  }
}
