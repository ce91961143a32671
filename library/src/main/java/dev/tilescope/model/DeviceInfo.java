package dev.tilescope.model;

/** A device as reports describe it; names and units are those of the report's {@code devices}. */
public record DeviceInfo(
    int deviceId,
    String arch,
    int numYCores,
    int numXCores,
    int numYComputeCores,
    int numXComputeCores,
    long workerL1Bytes,
    int l1Banks,
    long l1BankBytes,
    long addressAtFirstL1Bank,
    long addressAtFirstL1CbBuffer,
    int banksPerStorageCore,
    int computeCores,
    int storageCores,
    long totalL1Bytes,
    long totalL1ForTensorsBytes,
    long totalL1ForInterleavedBytes,
    long totalL1ForShardedBytes,
    long cbLimitBytes,
    int dramChannels,
    long dramBytesPerChannel) {}
