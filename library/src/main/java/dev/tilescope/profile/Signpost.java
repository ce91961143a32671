package dev.tilescope.profile;

/**
 * A point of a run with a name, for the reports: rows after {@code Signpost.mark("warm")} are those
 * of the warm runs.
 */
public final class Signpost {
  private static final int FRAME_BYTES = "`TT_SIGNPOST: `".length();

  private Signpost() {}

  public static void mark(String header) {
    mark(header, "");
  }

  /**
   * @param message shown beside it; may be empty
   */
  public static void mark(String header, String message) {
    ThreadLog log = Session.log();
    if (log != null) {
      String text = message.isEmpty() ? header : header + "\n" + message;
      // Back-ticks are the quotes of the CSV that messages go to.
      String body = BoundedText.of(text.replace('`', '\''), BoundedText.MOST_BYTES - FRAME_BYTES);
      log.writeText(EventKind.MESSAGE, "`TT_SIGNPOST: " + body + "`", JournalFormat.DEFAULT_COLOUR);
    }
  }
}
