package dev.tilescope.ops;

/**
 * How compute kernels use the engines, TT-NN's {@code DeviceComputeKernelConfig}. The modelled
 * device computes in float32 whatever it says; fidelity counts in the modelled time.
 */
public record ComputeKernelConfig(
    MathFidelity mathFidelity,
    boolean mathApproxMode,
    boolean fp32DestAccEn,
    boolean packerL1Acc,
    boolean dstFullSyncEn) {
  public static final ComputeKernelConfig DEFAULT =
      new ComputeKernelConfig(MathFidelity.LO_FI, true, false, false, false);

  public ComputeKernelConfig withMathFidelity(MathFidelity value) {
    return new ComputeKernelConfig(
        value, mathApproxMode, fp32DestAccEn, packerL1Acc, dstFullSyncEn);
  }

  public ComputeKernelConfig withMathApproxMode(boolean value) {
    return new ComputeKernelConfig(mathFidelity, value, fp32DestAccEn, packerL1Acc, dstFullSyncEn);
  }

  public ComputeKernelConfig withFp32DestAccEn(boolean value) {
    return new ComputeKernelConfig(mathFidelity, mathApproxMode, value, packerL1Acc, dstFullSyncEn);
  }

  public ComputeKernelConfig withPackerL1Acc(boolean value) {
    return new ComputeKernelConfig(
        mathFidelity, mathApproxMode, fp32DestAccEn, value, dstFullSyncEn);
  }

  public ComputeKernelConfig withDstFullSyncEn(boolean value) {
    return new ComputeKernelConfig(mathFidelity, mathApproxMode, fp32DestAccEn, packerL1Acc, value);
  }
}
