package dev.tilescope.internal.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FolderLockTest {
  private static final String NAME = ".lock";
  private static final int THREADS = 4;
  private static final int TURNS = 50;

  @TempDir private Path folder = Path.of("");

  /** Takes the lock, says so, and keeps it until it is killed or its input ends. */
  static final class Holder {
    public static void main(String[] args) throws IOException {
      try (FolderLock _ = FolderLock.take(Path.of(args[0]), NAME, () -> {})) {
        System.out.print("held");
        System.out.flush();
        System.in.read();
      }
    }
  }

  private Process holder() throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(new String(process.getInputStream().readNBytes(4), UTF_8)).isEqualTo("held");
    return process;
  }

  @Test
  void aProcessIsWaitedForUntilItLetsGo() throws Exception {
    Process other = holder();
    try (FolderLock _ = FolderLock.take(folder, NAME, () -> letGo(other))) {
      assertThat(other.waitFor()).isZero();
    }
    assertThat(folder).isEmptyDirectory();
  }

  private static void letGo(Process process) {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aProcessThatIsKilledHoldsUpNobody() throws Exception {
    Process other = holder();
    AtomicInteger waited = new AtomicInteger();
    try (FolderLock _ =
        FolderLock.take(
            folder,
            NAME,
            () -> {
              waited.incrementAndGet();
              other.destroyForcibly();
            })) {
      assertThat(waited).hasValue(1);
    }
    Process dead = holder();
    dead.destroyForcibly().waitFor();
    assertThat(folder.resolve(NAME)).exists();
    try (FolderLock lock = FolderLock.take(folder, NAME, waited::incrementAndGet)) {
      assertThat(lock).isNotNull();
      assertThat(waited).hasValue(1);
    }
    assertThat(folder).isEmptyDirectory();
  }

  /** Each removes the file that others wait at, and sometimes the folder. */
  @Test
  void neverDoTwoHaveItAtOnce() throws Exception {
    Path inside = folder.resolve("made/when/needed");
    Path sign = folder.resolve("sign");
    AtomicInteger turns = new AtomicInteger();
    CountDownLatch begin = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(() -> {
                try {
                  begin.await();
                  for (int turn = 0; turn < TURNS; turn++) {
                    takeATurn(inside, sign, turns);
                  }
                } catch (Throwable e) {
                  synchronized (failures) {
                    failures.add(e);
                  }
                }
              }));
    }
    begin.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failures).isEmpty();
    assertThat(turns).hasValue(THREADS * TURNS);
  }

  private static void takeATurn(Path inside, Path sign, AtomicInteger turns) throws IOException {
    try (NewFolders _ = NewFolders.make(inside);
        FolderLock _ = FolderLock.take(inside, NAME, () -> {})) {
      Files.createFile(sign);
      turns.incrementAndGet();
      Files.delete(sign);
    }
  }
}
