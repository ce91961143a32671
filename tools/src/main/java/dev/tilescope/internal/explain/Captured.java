package dev.tilescope.internal.explain;

import dev.tilescope.internal.links.Ran;
import dev.tilescope.internal.perf.PerfArch;
import java.util.List;

/**
 * What a report or its database tells of programs.
 *
 * @param ran the programs as evidence of what rows are, in their order
 * @param hostCalls between the programs
 */
record Captured(PerfArch arch, List<Work> works, List<Ran> ran, List<HostCall> hostCalls) {
  Captured(Programs.Analysed analysed, List<Ran> ran, List<HostCall> hostCalls) {
    this(analysed.arch(), analysed.works(), ran, hostCalls);
  }

  /** The same programs, of which only names and order are known. */
  Captured(Programs.Analysed analysed, List<HostCall> hostCalls) {
    this(
        analysed,
        analysed.works().stream().map(work -> Ran.named(work.name())).toList(),
        hostCalls);
  }
}
