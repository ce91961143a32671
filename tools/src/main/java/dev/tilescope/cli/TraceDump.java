package dev.tilescope.cli;

import dev.tilescope.device.command.CommandBreakdown;
import dev.tilescope.device.command.CommandFormat;
import dev.tilescope.model.MetalTrace;

/** A trace that is to be printed. */
record TraceDump(MetalTrace trace, CommandFormat format, CommandBreakdown breakdown) {}
