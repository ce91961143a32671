package dev.tilescope.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.io.PrivateFolder;
import dev.tilescope.internal.watch.MonitorReader;
import dev.tilescope.internal.watch.MonitorSnapshot;
import dev.tilescope.internal.watch.MonitorSnapshot.ProcessMemory;
import dev.tilescope.internal.watch.SnapshotJson;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.Ttnn;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of every kind in the folder of the monitor. */
class MonitorReaderTest {
  private static final long OTHER = 5000;

  @TempDir private Path parent;
  private Publishing publishing;
  private MeshDevice device;

  @BeforeEach
  void publish() {
    publishing = new Publishing(parent);
    publishing.processes.starts.put(OTHER, Publishing.START);
    device = MeshDevice.open("n150");
    Ttnn.relu(Ttnn.zeros(Shape.of(64, 64), device));
  }

  @AfterEach
  void end() {
    device.close();
    publishing.close();
  }

  private Path fileOfOther() {
    return publishing.folder.path().resolve(Publishing.identity(OTHER).fileName());
  }

  private MonitorSnapshot snapshot() {
    return publishing.reader().snapshot();
  }

  /** The sound file is still read, and the other one is passed over with a sentence. */
  private void assertPassedOver(String... words) {
    MonitorSnapshot snapshot = snapshot();
    assertThat(snapshot.processes()).extracting(ProcessMemory::pid).containsExactly(Publishing.PID);
    assertThat(snapshot.problems())
        .singleElement()
        .asString()
        .startsWith(fileOfOther() + ": passed over: it ")
        .contains(words);
  }

  private void write(byte[] bytes) throws IOException {
    Files.deleteIfExists(fileOfOther());
    Files.createFile(fileOfOther(), PrivateFolder.fileAttributes(fileOfOther()));
    Files.write(fileOfOther(), bytes);
    Files.setLastModifiedTime(fileOfOther(), FileTime.fromMillis(1));
  }

  @Test
  void folderAndFileAreForTheUserAlone() throws IOException {
    assertThat(Files.getPosixFilePermissions(publishing.folder.path()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    assertThat(Files.getPosixFilePermissions(publishing.file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void aFileThatEndsInOrderIsGone() {
    publishing.close();
    assertThat(publishing.file).doesNotExist();
    assertThat(snapshot().processes()).isEmpty();
    assertThat(snapshot().problems()).isEmpty();
  }

  @Test
  void theFileOfAProcessThatHasEndedIsRemoved() {
    publishing.processes.starts.remove(Publishing.PID);
    assertThat(snapshot().processes()).isEmpty();
    assertThat(publishing.file).doesNotExist();
  }

  @Test
  void aNewProcessWithTheNumberOfAnOldOneIsNotTakenForIt() {
    publishing.processes.starts.put(Publishing.PID, Publishing.START + 1);
    assertThat(snapshot().processes()).isEmpty();
    assertThat(publishing.file).doesNotExist();
  }

  @Test
  void aProcessOfAnotherContainerIsShownAndItsFileKept() {
    MemoryFile other =
        MemoryFile.create(publishing.folder, new ProcessIdentity(12, 34, 8), "Contained", 0);
    assertThat(snapshot().processes())
        .extracting(ProcessMemory::command)
        .containsExactly("Contained", "Program");
    assertThat(other.path()).exists();
  }

  @Test
  void aFileThatIsBeingMadeIsNoProblem() throws IOException {
    for (byte[] bytes : List.of(new byte[0], new byte[(int) MemoryFileLayout.FILE_BYTES])) {
      write(bytes);
      Files.setLastModifiedTime(fileOfOther(), FileTime.from(InstantSource.system().instant()));
      assertThat(snapshot().problems()).isEmpty();
      assertThat(snapshot().processes()).hasSize(1);
    }
  }

  @Test
  void aTruncatedFileIsPassedOver() throws IOException {
    byte[] sound = Files.readAllBytes(publishing.file);
    for (int bytes : new int[] {0, 8, 300, 100_000, sound.length - 1}) {
      write(Arrays.copyOf(sound, bytes));
      assertPassedOver("truncated", String.format("%,d B", bytes));
    }
    write(Arrays.copyOf(sound, sound.length + 1));
    assertPassedOver("truncated or no such file");
  }

  @Test
  void aFileOfSomethingElseIsPassedOver() throws IOException {
    byte[] noise = new byte[(int) MemoryFileLayout.FILE_BYTES];
    new Random(3).nextBytes(noise);
    write(noise);
    assertPassedOver("does not begin with TSMEM001");
  }

  @Test
  void aFileOfAnotherProcessUnderThisNameIsPassedOver() throws IOException {
    write(Files.readAllBytes(publishing.file));
    assertPassedOver("says that it is " + publishing.file.getFileName());
  }

  @Test
  void aLaterVersionIsPassedOver() throws IOException {
    byte[] bytes = soundOfOther();
    bytes[(int) MemoryFileLayout.HEADER_VERSION] = 3;
    write(bytes);
    assertPassedOver("has version 3", "reads version 2");
  }

  private byte[] soundOfOther() throws IOException {
    byte[] bytes = Files.readAllBytes(publishing.file);
    MemorySegment.ofArray(bytes)
        .set(ValueLayout.JAVA_LONG_UNALIGNED, MemoryFileLayout.HEADER_PID, OTHER);
    return bytes;
  }

  @Test
  void damagedBytesNeverBreakTheReader() throws IOException {
    byte[] sound = soundOfOther();
    Random random = new Random(11);
    int[] dense = {256, 1024, (int) MemoryFileLayout.row(0)};
    for (int round = 0; round < 200; round++) {
      byte[] bytes = sound.clone();
      for (int i = 0; i < 30; i++) {
        int at = 40 + random.nextInt(dense[round % dense.length]);
        bytes[round % 3 == 2 ? (int) MemoryFileLayout.row(0) + at % 400 : at] =
            (byte) random.nextInt();
      }
      write(bytes);
      MonitorSnapshot snapshot = snapshot();
      assertThat(snapshot.processes().size() + snapshot.problems().size()).isEqualTo(2);
      assertThat(SnapshotJson.parse(SnapshotJson.of(snapshot), "round trip").processes())
          .hasSameSizeAs(snapshot.processes());
    }
  }

  @Test
  void aNegativeFigureIsDamage() throws IOException {
    byte[] bytes = soundOfOther();
    bytes[(int) (MemoryFileLayout.region(0, 0) + MemoryFileLayout.REGION_USED + 7)] = (byte) 0x80;
    write(bytes);
    assertPassedOver("is damaged", "is no number of bytes");
  }

  @Test
  void aWriterThatWasStoppedInTheMiddleOfAChangeIsStillRead() throws IOException {
    byte[] bytes = soundOfOther();
    bytes[(int) (MemoryFileLayout.device(0) + MemoryFileLayout.DEVICE_SEQUENCE)] |= 1;
    write(bytes);
    assertThat(snapshot().processes()).hasSize(2);
    assertThat(snapshot().processes().get(1).devices())
        .isEqualTo(snapshot().processes().get(0).devices());
  }

  @Test
  void linksAndPipesAndFoldersAndOpenFilesArePassedOver() throws IOException {
    Files.createSymbolicLink(fileOfOther(), publishing.file);
    assertPassedOver("is a symbolic link, which is not followed");
    Files.delete(fileOfOther());

    Files.createDirectory(fileOfOther());
    assertPassedOver("is not a regular file");
    Files.delete(fileOfOther());

    write(soundOfOther());
    Files.setPosixFilePermissions(fileOfOther(), PosixFilePermissions.fromString("rw-r-----"));
    assertPassedOver("is open to other users (permissions 640)");
  }

  @Test
  void theLinkOfAProcessThatHasEndedIsRemovedAndNotWhatItLeadsTo() throws IOException {
    Path precious = Files.writeString(parent.resolve("precious"), "text");
    publishing.processes.starts.remove(OTHER);
    Files.createSymbolicLink(fileOfOther(), precious);
    assertThat(snapshot().problems()).isEmpty();
    assertThat(Files.isSymbolicLink(fileOfOther())).isFalse();
    assertThat(precious).hasContent("text");
  }

  @Test
  void filesOfAnotherUserArePassedOver() {
    MonitorFolder foreign =
        new MonitorFolder(publishing.folder.path(), publishing.folder.ownerId() + 1);
    assertThat(foreign.fault(publishing.file))
        .contains("belongs to user " + publishing.folder.ownerId());
    MonitorSnapshot snapshot =
        new MonitorReader(foreign, publishing.processes, InstantSource.system()).snapshot();
    assertThat(snapshot.processes()).isEmpty();
    assertThat(snapshot.problems())
        .singleElement()
        .asString()
        .contains("belongs to user", "TILESCOPE_MONITOR_DIR");
    assertThatThrownBy(() -> MemoryFile.create(foreign, Publishing.identity(OTHER), "x", 0))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("belongs to user");
  }

  @Test
  void anUnsafeFolderIsNeitherReadNorWritten() throws IOException {
    Path link = Files.createSymbolicLink(parent.resolve("link"), publishing.folder.path());
    MonitorFolder linked = new MonitorFolder(link, publishing.folder.ownerId());
    assertThatThrownBy(() -> MemoryFile.create(linked, Publishing.identity(OTHER), "x", 0))
        .hasMessageContaining("is a symbolic link");
    Files.setPosixFilePermissions(
        publishing.folder.path(), PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThat(snapshot().problems())
        .singleElement()
        .asString()
        .contains("is open to other users (permissions 777)");
    assertThat(snapshot().processes()).isEmpty();
  }

  @Test
  void aFileIsNeverReplaced() {
    assertThatThrownBy(() ->
            MemoryFile.create(publishing.folder, Publishing.identity(Publishing.PID), "again", 0))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("cannot be made");
    assertThat(snapshot().processes().getFirst().command()).isEqualTo("Program");
  }

  @Test
  void withoutAFolderThereAreNoProcesses() {
    MonitorFolder none = new MonitorFolder(parent.resolve("none"), publishing.folder.ownerId());
    MonitorSnapshot snapshot =
        new MonitorReader(none, publishing.processes, InstantSource.system()).snapshot();
    assertThat(snapshot.processes()).isEmpty();
    assertThat(snapshot.problems()).isEmpty();
  }

  @Test
  void sixtyFourProcessesAreSeenAtOnce() {
    List<MemoryPublisher> others =
        IntStream.range(0, 63)
            .mapToObj(i -> {
              publishing.processes.starts.put(10_000L + i, Publishing.START);
              return new MemoryPublisher(
                  MemoryFile.create(
                      publishing.folder, Publishing.identity(10_000 + i), "Program " + i, i),
                  null);
            })
            .toList();
    others.forEach(publisher -> publisher.deviceOpened(device));
    MonitorSnapshot snapshot = snapshot();
    assertThat(snapshot.problems()).isEmpty();
    assertThat(snapshot.processes()).hasSize(64);
    assertThat(snapshot.processes())
        .extracting(process -> process.devices().getFirst().region(BufferType.DRAM).usedBytes())
        .containsOnly(device.statistics(BufferType.DRAM).allocatedBytes() * 12);
    others.forEach(MemoryPublisher::end);
    assertThat(snapshot().processes()).hasSize(1);
  }

  @Test
  void theVariableNamesTheFolder() {
    assertThat(
            MonitorFolder.ofEnvironment(Map.of(MonitorFolder.VARIABLE, parent.toString())).path())
        .isEqualTo(parent);
    assertThat(MonitorFolder.ofEnvironment(Map.of()).path().toString())
        .endsWith("tilescope-" + MonitorFolder.userId());
  }

  @Test
  void aProcessThatOnlyWaitsToBeBuriedHasEnded() {
    String rest = " 1 1 1 0 -1 4 1 0 0 0 1 1 0 0 20 0 1 0 777 1 1";
    assertThat(Processes.LinuxProcesses.startOf("12 (a ) R (b) S" + rest)).isEqualTo(777);
    assertThat(Processes.LinuxProcesses.startOf("12 (java) Z" + rest)).isEqualTo(Processes.NONE);
    assertThat(Processes.LinuxProcesses.startOf("")).isEqualTo(Processes.NONE);
    Processes system = Processes.ofSystem();
    long self = ProcessHandle.current().pid();
    assertThat(system.startMark(self)).isPositive().isEqualTo(system.startMark(self));
    assertThat(new Processes.PortableProcesses().startMark(self)).isPositive();
    assertThat(system.startMark(Integer.MAX_VALUE)).isEqualTo(Processes.NONE);
  }
}
