package dev.tilescope.internal.words;

/**
 * Makes text from files safe to show: characters that would move the cursor, recolour the terminal
 * or reorder a line appear as escapes such as {@code \u001b} instead of acting.
 */
public final class VisibleText {
  private VisibleText() {}

  public static String of(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~') {
        return escaped(text);
      }
    }
    return text;
  }

  private static String escaped(String text) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    text.codePoints().forEach(c -> append(out, c));
    return out.toString();
  }

  private static void append(StringBuilder out, int c) {
    switch (c) {
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        if (acts(c)) {
          for (char unit : Character.toChars(c)) {
            out.append("\\u%04x".formatted((int) unit));
          }
        } else {
          out.appendCodePoint(c);
        }
      }
    }
  }

  /** Whether a terminal would do something else with a character than to show it. */
  public static boolean acts(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}
