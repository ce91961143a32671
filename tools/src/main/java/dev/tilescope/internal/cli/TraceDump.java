package dev.tilescope.internal.cli;

import dev.tilescope.device.internal.CommandBreakdown;
import dev.tilescope.device.internal.CommandFormat;
import dev.tilescope.model.MetalTrace;

/** A trace that is to be printed. */
record TraceDump(MetalTrace trace, CommandFormat format, CommandBreakdown breakdown) {}
