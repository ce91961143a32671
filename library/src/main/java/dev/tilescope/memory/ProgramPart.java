package dev.tilescope.memory;

/**
 * Program memory that was there when L1 was fullest.
 *
 * @param kind {@code circular_buffer}, {@code dataflow_buffer} or {@code scratchpad}
 * @param bytes on each core
 * @param cores that it is on
 * @param operation that the program belongs to; 0 if that is not known
 * @param until the operation whose program takes its place; {@link Integer#MAX_VALUE} if none does
 * @param program the device operation that runs; empty if that is not known
 */
public record ProgramPart(
    String kind, long bytes, int cores, int operation, int until, String program) {}
