package dev.tilescope.internal.io;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Removes a folder in a place that others can write to. Each folder is opened once, and what is
 * looked at and removed is named as seen from there: who puts something else under its path
 * meanwhile, such as a link to files of ours, moves nothing of what is removed.
 */
final class FolderRemoval {
  private FolderRemoval() {}

  static void remove(PrivateFolder folder) throws IOException {
    Path path = folder.path().toAbsolutePath();
    Path parent = path.getParent();
    if (parent == null) {
      throw new IOException(path + " has no folder around it");
    }
    try (DirectoryStream<Path> around = Files.newDirectoryStream(parent)) {
      if (around instanceof SecureDirectoryStream<Path> open) {
        remove(folder, open, path.getFileName());
      } else {
        removeByPath(folder);
      }
    }
  }

  private static void remove(PrivateFolder folder, SecureDirectoryStream<Path> around, Path name)
      throws IOException {
    try (SecureDirectoryStream<Path> inside =
        around.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
      requireOurs(folder, inside);
      empty(inside);
    }
    around.deleteDirectory(name);
  }

  /** What the path names is what was opened, and it is to be trusted. */
  private static void requireOurs(PrivateFolder folder, SecureDirectoryStream<Path> opened)
      throws IOException {
    if (!folder.exists()) {
      throw new IOException(folder.path() + " is gone");
    }
    Object named =
        Files.readAttributes(folder.path(), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
            .fileKey();
    Object open =
        opened.getFileAttributeView(BasicFileAttributeView.class).readAttributes().fileKey();
    if (!Objects.equals(named, open)) {
      throw new IOException(folder.path() + " is another folder by now");
    }
  }

  private static void empty(SecureDirectoryStream<Path> folder) throws IOException {
    List<Path> names = new ArrayList<>();
    folder.forEach(entry -> names.add(entry.getFileName()));
    for (Path name : names) {
      try {
        remove(folder, name);
      } catch (NoSuchFileException _) {
        // Whoever made it has removed it meanwhile.
      }
    }
  }

  private static void remove(SecureDirectoryStream<Path> folder, Path name) throws IOException {
    if (!isFolder(folder, name)) {
      folder.deleteFile(name);
      return;
    }
    try (SecureDirectoryStream<Path> inside =
        folder.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
      empty(inside);
    }
    folder.deleteDirectory(name);
  }

  private static boolean isFolder(SecureDirectoryStream<Path> folder, Path name)
      throws IOException {
    return folder
        .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes()
        .isDirectory();
  }

  /** For systems that cannot do better. Nobody else can change what is inside. */
  private static void removeByPath(PrivateFolder folder) throws IOException {
    if (!folder.exists()) {
      return;
    }
    try (var files = Files.walk(folder.path())) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
