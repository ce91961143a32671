package dev.tilescope.model;

/** What a hook may know of a program's circular buffer on one device. */
public record CircularBufferRef(
    DeviceRef device,
    CoreRangeSet cores,
    long address,
    long sizeBytes,
    boolean globallyAllocated) {}
