package dev.tilescope.device;

/**
 * One run of a program on the cores.
 *
 * @param number of its launch
 * @param replay counts the replays of traces on the device, from 1, of which markers have 16 bits;
 *     0 outside of any
 */
record ProgramRun(Program program, long number, int replay) {
  static final int NO_REPLAY = 0;
}
