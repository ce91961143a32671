package dev.tilescope.internal.cli;

import dev.tilescope.capture.Watchdog;

/** What the process returns; part of the interface that scripts rely on. */
final class ExitCode {
  static final int OK = 0;

  /** The command could not do its job, and its message says why. */
  static final int FAILED = 1;

  /** The command line makes no sense. */
  static final int USAGE = 2;

  /** A defect of Tilescope: {@code EX_SOFTWARE} of sysexits.h. */
  static final int INTERNAL = 70;

  /** The program that was run made no progress, and the watchdog ended it. */
  static final int WATCHDOG = Watchdog.EXIT_CODE;

  /** Nobody reads the output any more: what a shell reports for a process ended by SIGPIPE. */
  static final int OUTPUT_CLOSED = 141;

  private ExitCode() {}
}
