package dev.tilescope.report.internal;

import dev.tilescope.internal.io.UnpackLimit;
import java.nio.file.Path;

/**
 * How report files are opened.
 *
 * @param scratch directory in which compressed files are unpacked
 * @param limit how much one may unpack to
 * @param damage told what is wrong with a file
 */
public record Opening(Path scratch, UnpackLimit limit, Damage damage) {
  /**
   * What the names of all files begin with that an import makes and that are not to stay: one that
   * takes its turn in a folder knows by it what a killed one left.
   */
  public static final String UNFINISHED = ".tilescope-import-";
}
