package dev.tilescope.profile;

/** Texts no longer than a message of Tracy can be. */
public final class BoundedText {
  /** 64 KiB with the zero at its end. */
  public static final int MOST_BYTES = 65_534;

  private BoundedText() {}

  public static String of(String text) {
    return of(text, MOST_BYTES);
  }

  /** As much of a text as has so many bytes of UTF-8. */
  public static String of(String text, int mostBytes) {
    return 3L * text.length() <= mostBytes ? text : text.substring(0, end(text, mostBytes));
  }

  private static int end(String text, int mostBytes) {
    int bytes = 0;
    int at = 0;
    while (at < text.length()) {
      int codePoint = text.codePointAt(at);
      bytes += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
      if (bytes > mostBytes) {
        break;
      }
      at += Character.charCount(codePoint);
    }
    return at;
  }
}
