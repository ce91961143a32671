package dev.tilescope.model;

/**
 * What a hook may know of a program's circular buffer on one device.
 *
 * @param dataflow true for one of a Metal 2.0 program, which calls it a dataflow buffer
 */
public record CircularBufferRef(
    DeviceRef device,
    CoreRangeSet cores,
    long address,
    long sizeBytes,
    boolean globallyAllocated,
    boolean dataflow) {}
