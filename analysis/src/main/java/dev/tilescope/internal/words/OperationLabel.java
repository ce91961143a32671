package dev.tilescope.internal.words;

/**
 * How texts name an operation: {@code #51 ttnn::linear}, by the number that the page and a database
 * give it.
 */
public final class OperationLabel {
  private OperationLabel() {}

  /**
   * @param number 0 for a call that is no operation: it has only its name
   */
  public static String of(int number, String name) {
    return number == 0 ? name : number(number) + (name.isEmpty() ? "" : " " + name);
  }

  /** Empty for a call that is no operation. */
  public static String number(int number) {
    return number == 0 ? "" : "#" + number;
  }
}
