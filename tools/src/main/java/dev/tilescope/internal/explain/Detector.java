package dev.tilescope.internal.explain;

import java.util.List;

/** Finds one kind of thing in a run. */
interface Detector {
  List<Finding> in(Run run);
}
