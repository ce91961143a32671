package dev.tilescope.internal.links;

import java.util.regex.Pattern;

/**
 * Attributes of an operation in the words that reports and performance CSVs have in common: letters
 * alone. Both write the same values with other signs between them, and where a program runs again a
 * CSV repeats the numbers of its first run.
 */
public final class DetailText {
  /** Attributes that only our own files have, the last ones. */
  private static final String OURS = "'tilescope_";

  /** A report writes these as numbers. */
  private static final Pattern TRUTH = Pattern.compile("true|false");

  private DetailText() {}

  /** Of the cell {@code ATTRIBUTES}. */
  public static String ofCell(String attributes) {
    int ours = attributes.indexOf(OURS);
    return plain(ours < 0 ? attributes : attributes.substring(0, ours));
  }

  /** Of the first argument of a device operation, whose type is named before it. */
  static String ofArgument(String argument) {
    return plain(argument.substring(argument.indexOf('(') + 1));
  }

  private static String plain(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    TRUTH
        .matcher(text)
        .replaceAll("")
        .chars()
        .filter(Character::isLetter)
        .forEach(c -> plain.append((char) c));
    return plain.toString();
  }
}
