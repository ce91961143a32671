package dev.tilescope.internal.io;

/** What is to be found under a path. */
public enum FileKind {
  FOLDER(0x4000, "a folder"),
  FILE(0x8000, "a regular file"),
  SOCKET(0xC000, "a socket");

  private static final int KIND = 0xF000;
  private static final int LINK = 0xA000;

  private final int bits;
  final String phrase;

  FileKind(int bits, String phrase) {
    this.bits = bits;
    this.phrase = phrase;
  }

  /**
   * @param mode as Unix has it
   */
  boolean is(int mode) {
    return (mode & KIND) == bits;
  }

  static boolean isLink(int mode) {
    return (mode & KIND) == LINK;
  }
}
