package dev.tilescope.internal.store;

import dev.tilescope.device.TimeBands;
import dev.tilescope.report.internal.DeviceNumbers;
import dev.tilescope.report.internal.Members;
import dev.tilescope.report.internal.PythonCalls;
import dev.tilescope.report.internal.RawReport;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/**
 * What is known about a report before its trace is walked.
 *
 * @param snapshots live buffers after each operation, by the number of its first node
 * @param timeBands of modelled times, as the report's devices say
 * @param number of the report among those that the database holds
 * @param lastAllocationId of the files before
 * @param scratch directory for temporary files
 * @param progress told how many bytes of the file are done
 */
record FileContext(
    RawReport report,
    PythonCalls calls,
    Members snapshots,
    DeviceNumbers devices,
    Banks banks,
    TimeBands timeBands,
    SourceFiles sources,
    long rank,
    long number,
    long baseOperationId,
    long lastAllocationId,
    Path scratch,
    LongConsumer progress) {}
