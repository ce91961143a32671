package dev.tilescope.internal.io;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Why a file could not be read or written, for a sentence: in words, without the names of Java's
 * classes and of the files that are made on the way.
 */
public final class FileTrouble {
  private FileTrouble() {}

  public static String reading(IOException e) {
    return e instanceof NoSuchFileException ? "there is no such file" : writing(e);
  }

  public static String writing(IOException e) {
    String reason = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
    if (reason != null) {
      return reason;
    }
    return switch (e) {
      case AccessDeniedException denied -> "no permission for " + denied.getFile();
      case FileAlreadyExistsException taken -> taken.getFile() + " is a file, not a directory";
      case NoSuchFileException missing -> "nothing can be made in " + folderOf(missing.getFile());
      default -> e.toString();
    };
  }

  private static Path folderOf(String file) {
    Path folder = Path.of(file).getParent();
    return folder == null ? Path.of(".") : folder;
  }
}
