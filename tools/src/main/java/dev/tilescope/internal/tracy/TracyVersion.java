package dev.tilescope.internal.tracy;

/** The layouts that can be written: Tracy opens files of its own version and of older ones. */
public enum TracyVersion {
  /** Opens in Tracy 0.13.1, 0.14 and newer. */
  V0_13_1(13, 1, false),
  /** Opens in Tracy 0.14 and newer. */
  V0_14_0(14, 0, true);

  final int minor;
  final int patch;

  /** Whether there are sections of the timeline, and messages say whose they are and how grave. */
  final boolean hasSections;

  TracyVersion(int minor, int patch, boolean hasSections) {
    this.minor = minor;
    this.patch = patch;
    this.hasSections = hasSections;
  }
}
