package dev.tilescope.ops;

import java.util.List;

/**
 * Random calls for some device operations. {@link GoldenTest} finds every implementation whose name
 * ends in {@code GoldenSamples} and a constructor without arguments.
 */
interface GoldenSamples {
  List<GoldenSample.Family> families();
}
