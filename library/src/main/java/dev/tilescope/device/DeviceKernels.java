package dev.tilescope.device;

import java.util.List;

/**
 * What a device asks of a program whose kernels it runs. The program brings along how they are run,
 * so that a device needs to know no kernels: {@code device.kernel.KernelProgram} is one.
 */
public interface DeviceKernels {
  /** As the device's cost model and program cache know it, before it has run. */
  Program program();

  /** What is compiled once. */
  Object cacheKey();

  /** Cores that run the same kernels, with their arguments, as a command stream takes them. */
  List<KernelGroup> groups();

  /** The index of each circular buffer, in the order of the program's. */
  int[] circularBufferIndexes();

  /** What semaphores hold when the program begins, by their ids. */
  int[] semaphoreValues();

  /** Ready to run once on a chip, or refused if the chip lacks what they need. */
  KernelExecution on(LaunchChip chip);
}
