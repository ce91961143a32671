package dev.tilescope.internal.track;

import java.util.Objects;
import java.util.UUID;

/**
 * What all reports of one run of a program have in common, so that those of its memory and those of
 * its time can be told to belong together.
 */
public final class RunId {
  /** Set by a command that starts a program and reads what it leaves. */
  public static final String VARIABLE = "TILESCOPE_RUN_ID";

  private static final String CURRENT =
      Objects.requireNonNullElseGet(System.getenv(VARIABLE), RunId::next);

  private RunId() {}

  /** Of this process. */
  public static String current() {
    return CURRENT;
  }

  /** For a process that is about to be started. */
  public static String next() {
    return UUID.randomUUID().toString();
  }
}
