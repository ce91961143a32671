package dev.tilescope.internal.links;

/** What one row is, and how sure that is. */
public sealed interface Link {
  /** Why it is linked like this, or not at all: a phrase for the user. */
  String reason();

  /** How much speaks for a link. */
  enum Confidence {
    /** Nothing else fits what is known of both sides. */
    CERTAIN,
    /** It fits best, but something else would fit too, or a part of it differs. */
    LIKELY,
    /** One of several that fit alike. */
    GUESS;

    /** As files and pages say it. */
    public String word() {
      return switch (this) {
        case CERTAIN -> "certain";
        case LIKELY -> "likely";
        case GUESS -> "guess";
      };
    }
  }

  /**
   * @param target the index of what it is
   */
  record Linked(int target, Confidence confidence, String reason) implements Link {}

  record Unlinked(String reason) implements Link {}
}
