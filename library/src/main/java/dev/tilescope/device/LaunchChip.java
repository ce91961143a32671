package dev.tilescope.device;

/**
 * A chip as one launch of kernels finds it.
 *
 * @param layout of the program's circular buffers
 * @param timeout how long its kernels may do nothing
 * @param faults what goes wrong with this launch
 */
public record LaunchChip(
    int chipId,
    Board board,
    CircularBufferLayout layout,
    ChipMemory memory,
    OperationTimeout timeout,
    ChipFaults faults) {}
