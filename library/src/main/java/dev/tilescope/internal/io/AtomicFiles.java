package dev.tilescope.internal.io;

import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Several files that appear together, each by rename.
 *
 * <p>Protocol: {@link #stage} every file (written beside its target and forced to disk), then
 * {@link #publish}, which renames them in the order of staging; {@link #close} removes whatever was
 * staged and not published. Until publish, no target is touched; so stage last the file whose
 * presence means that the others are there.
 */
public final class AtomicFiles implements AutoCloseable {
  /** Who chose the path of a file, which says what a link that is found there means. */
  public enum Naming {
    /** The user. A link keeps pointing where it points: the file behind it is replaced. */
    NAMED,
    /** The user, and the file is for the user alone. */
    NAMED_PRIVATE,
    /** We did. A link may be anybody's, so it is replaced itself. */
    UNNAMED,
    /** We did, and the file is for the user alone. */
    PRIVATE;

    private boolean isUsers() {
      return this == NAMED || this == NAMED_PRIVATE;
    }

    private boolean isPrivate() {
      return this == PRIVATE || this == NAMED_PRIVATE;
    }
  }

  /** What unfinished files are called, unless they are to be told from others. */
  private static final String PREFIX = ".tilescope-";

  private static final Set<OpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

  /**
   * @param temporary null for a target that is to go
   */
  private record Staged(@Nullable Path temporary, Path target) {}

  private final Naming naming;
  private final String prefix;
  private final List<Staged> staged = new ArrayList<>();

  public AtomicFiles() {
    this(Naming.NAMED);
  }

  public AtomicFiles(Naming naming) {
    this(naming, PREFIX);
  }

  /**
   * @param prefix of the names of unfinished files, so that somebody can tell whose they were
   */
  public AtomicFiles(Naming naming, String prefix) {
    this.naming = naming;
    this.prefix = prefix;
  }

  /** What writes the text of a file. */
  public interface Text {
    void to(Writer out) throws IOException;
  }

  /** One file that the user named; it appears whole or not at all. */
  public static void write(Path target, Consumer<OutputStream> content) throws IOException {
    try (AtomicFiles files = new AtomicFiles()) {
      files.stage(target, content);
      files.publish();
    }
  }

  /** The same for a text in UTF-8; what that cannot hold is an exception. */
  public static void writeText(Path target, Text content) throws IOException {
    write(target, out -> put(content, out));
  }

  /**
   * Half a character at the end is found when the writer is closed, which the file must survive.
   */
  private static void put(Text content, OutputStream out) {
    OutputStream kept =
        new BufferedOutputStream(out) {
          @Override
          public void close() throws IOException {
            flush();
          }
        };
    try (Writer text = new OutputStreamWriter(kept, StandardCharsets.UTF_8.newEncoder());
        BufferedWriter buffered = new BufferedWriter(text)) {
      content.to(buffered);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void stage(Path target, Consumer<OutputStream> content) throws IOException {
    Path temporary = reserve(target);
    try (FileChannel channel = FileChannel.open(temporary, NEW, attributes(temporary))) {
      content.accept(Channels.newOutputStream(channel));
      channel.force(true);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private FileAttribute<?>[] attributes(Path file) {
    return naming.isPrivate() ? PrivateFolder.fileAttributes(file) : new FileAttribute<?>[0];
  }

  /** Like {@link #stage}, to be published before everything staged so far. */
  public void stageFirst(Path target, Consumer<OutputStream> content) throws IOException {
    stage(target, content);
    staged.addFirst(staged.removeLast());
  }

  /** Where the caller writes the content of a target itself, before {@link #publish}. */
  public Path reserve(Path target) throws IOException {
    Path real = fileOf(target);
    if (Files.exists(real, LinkOption.NOFOLLOW_LINKS)
        && !Files.isSymbolicLink(real)
        && !Files.isRegularFile(real)) {
      throw new FileAlreadyExistsException(
          target.toString(), null, "it exists and is not a regular file");
    }
    Path folder = Files.createDirectories(real.resolveSibling("").toAbsolutePath());
    Path temporary = folder.resolve(prefix + UUID.randomUUID() + ".tmp");
    staged.add(new Staged(temporary, real));
    return temporary;
  }

  /** The file that a path stands for. */
  private Path fileOf(Path target) throws IOException {
    return naming.isUsers() && Files.isSymbolicLink(target)
        ? target.toRealPath()
        : target.toAbsolutePath();
  }

  /** Lets a target go before everything staged so far appears. */
  public void removeFirst(Path target) {
    staged.addFirst(new Staged(null, target.toAbsolutePath()));
  }

  public void publish() throws IOException {
    while (!staged.isEmpty()) {
      Staged file = staged.getFirst();
      if (file.temporary() == null) {
        Files.deleteIfExists(file.target());
      } else {
        Files.move(
            file.temporary(),
            file.target(),
            StandardCopyOption.ATOMIC_MOVE,
            StandardCopyOption.REPLACE_EXISTING);
      }
      staged.removeFirst();
    }
  }

  @Override
  public void close() {
    for (Staged file : staged) {
      if (file.temporary() != null) {
        discard(file.temporary());
      }
    }
  }

  private static void discard(Path temporary) {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      // The failure that brought us here is the one to report.
      temporary.toFile().deleteOnExit();
    }
  }
}
