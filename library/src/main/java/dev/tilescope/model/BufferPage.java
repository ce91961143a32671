package dev.tilescope.model;

/** Where one page of a buffer lies. */
public record BufferPage(
    int deviceId,
    long address,
    int coreY,
    int coreX,
    int bankId,
    int pageIndex,
    long pageAddress,
    long pageBytes,
    BufferType type) {}
