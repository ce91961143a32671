package dev.tilescope.store;

/**
 * @param databaseName file name in the output directory
 * @param upstreamRows write row for row what upstream's importer writes
 * @param existing what to do with a database that is there
 * @param keepGoing skip files that cannot be imported, and say so
 */
public record ImportOptions(
    String databaseName, boolean upstreamRows, Existing existing, boolean keepGoing) {
  /** What happens to a database that is there already. */
  public enum Existing {
    REFUSE,
    REPLACE,
    APPEND
  }

  public static final ImportOptions DEFAULT =
      new ImportOptions("db.sqlite", false, Existing.REFUSE, false);
}
