package dev.tilescope.device;

import dev.tilescope.model.ProgramRef;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A program that was put on the cores.
 *
 * @param number counts the launches of this process, from 1
 */
public record ProgramLaunch(
    MeshDevice device,
    Program program,
    long number,
    long hash,
    boolean isCacheHit,
    CostModel.Cost cost)
    implements ProgramRef {
  private static final AtomicLong LAUNCHES = new AtomicLong();

  static ProgramLaunch of(
      MeshDevice device,
      Program program,
      long number,
      Object key,
      boolean isCacheHit,
      CostModel.Cost cost) {
    long hash = key.hashCode() & 0xFFFF_FFFFL;
    return new ProgramLaunch(device, program, number, hash, isCacheHit, cost);
  }

  ProgramLaunch withCost(CostModel.Cost other) {
    return new ProgramLaunch(device, program, number, hash, isCacheHit, other);
  }

  static long nextNumber() {
    return LAUNCHES.incrementAndGet();
  }

  @Override
  public List<Integer> chipIds() {
    return device.chipIds();
  }

  @Override
  public String name() {
    return program.name();
  }

  @Override
  public int dataMovementKernels() {
    return program.dataMovementKernels();
  }

  @Override
  public int computeKernels() {
    return program.computeKernels();
  }

  @Override
  public long modelledNanos() {
    return cost.nanos();
  }

  @Override
  public long idealComputeNanos() {
    return cost.idealComputeNanos();
  }

  @Override
  public long idealBandwidthNanos() {
    return cost.idealBandwidthNanos();
  }
}
