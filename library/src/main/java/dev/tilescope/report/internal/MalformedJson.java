package dev.tilescope.report.internal;

/** The bytes are not JSON, or not what a report may hold, at this offset of the file. */
final class MalformedJson extends RuntimeException {
  private final long offset;

  MalformedJson(long offset, String problem) {
    super(problem, null, false, false);
    this.offset = offset;
  }

  long offset() {
    return offset;
  }
}
