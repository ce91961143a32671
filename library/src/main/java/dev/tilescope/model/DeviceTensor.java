package dev.tilescope.model;

/** The part of a tensor that one device of a mesh holds. */
public record DeviceTensor(int deviceId, int meshDeviceId, long address) {}
