package dev.tilescope.model;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * How the files of a format begin: what they are, and the version of the format in two digits, as
 * in {@code TSJRNL01}.
 */
public record FormatMark(String kind, int version) {
  private static final int DIGITS = 2;

  public String text() {
    return kind + "%02d".formatted(version);
  }

  public byte[] bytes() {
    return text().getBytes(StandardCharsets.US_ASCII);
  }

  public int length() {
    return kind.length() + DIGITS;
  }

  public boolean isIn(byte[] first) {
    return Arrays.equals(first, bytes());
  }

  /**
   * Refuses a file of another version; files of other kinds are the caller's to refuse.
   *
   * @param first its first {@link #length} bytes, or all of them
   */
  public void requireVersion(Path file, byte[] first) {
    String found = new String(first, StandardCharsets.US_ASCII);
    if (found.matches(kind + "\\d{" + DIGITS + "}") && !found.equals(text())) {
      throw new TilescopeException(
          TilescopeException.Place.in(file),
          "%s begins with %s, and this Tilescope reads %s only: read it with the Tilescope that"
                  .formatted(file, found, text())
              + " wrote it");
    }
  }
}
