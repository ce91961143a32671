package dev.tilescope.report;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Several files that appear together, each by rename.
 *
 * <p>Protocol: {@link #stage} every file (written beside its target and forced to disk), then
 * {@link #publish}, which renames them in the order of staging; {@link #close} removes whatever was
 * staged and not published. Until publish, no target is touched; so stage last the file whose
 * presence means that the others are there.
 */
public final class AtomicFiles implements AutoCloseable {
  private record Staged(Path temporary, Path target) {}

  private final List<Staged> staged = new ArrayList<>();

  public void stage(Path target, Consumer<OutputStream> content) throws IOException {
    Path temporary = reserve(target);
    try (FileChannel channel =
        FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      content.accept(Channels.newOutputStream(channel));
      channel.force(true);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Like {@link #stage}, to be published before everything staged so far. */
  public void stageFirst(Path target, Consumer<OutputStream> content) throws IOException {
    stage(target, content);
    staged.addFirst(staged.removeLast());
  }

  /** Where the caller writes the content of a target itself, before {@link #publish}. */
  public Path reserve(Path target) throws IOException {
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      throw new FileAlreadyExistsException(
          target.toString(), null, "it exists and is not a regular file");
    }
    // A link keeps pointing where it points: the file behind it is replaced, not the link.
    Path real = Files.isSymbolicLink(target) ? target.toRealPath() : target.toAbsolutePath();
    Path folder = Files.createDirectories(real.resolveSibling("").toAbsolutePath());
    Path temporary = folder.resolve(".tilescope-" + UUID.randomUUID() + ".tmp");
    staged.add(new Staged(temporary, real));
    return temporary;
  }

  public void publish() throws IOException {
    while (!staged.isEmpty()) {
      Staged file = staged.getFirst();
      Files.move(
          file.temporary(),
          file.target(),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
      staged.removeFirst();
    }
  }

  @Override
  public void close() {
    for (Staged file : staged) {
      try {
        Files.deleteIfExists(file.temporary());
      } catch (IOException e) {
        // The failure that brought us here is the one to report.
        file.temporary().toFile().deleteOnExit();
      }
    }
  }
}
