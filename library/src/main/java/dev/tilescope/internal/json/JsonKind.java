package dev.tilescope.internal.json;

/** What the value under a reader's cursor is. */
public enum JsonKind {
  OBJECT("an object"),
  ARRAY("an array"),
  STRING("a string"),
  /** A number without fraction or exponent, of any size. */
  INTEGER("an integer"),
  DECIMAL("a number with a fraction or exponent"),
  BOOLEAN("a boolean"),
  NULL("null"),
  /** There is no value: the document is over. */
  END("the end of the document");

  private final String phrase;

  JsonKind(String phrase) {
    this.phrase = phrase;
  }

  /** The kind with its article, for messages. */
  public String phrase() {
    return phrase;
  }
}
