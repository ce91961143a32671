package dev.tilescope.device;

import dev.tilescope.device.KernelGroup.KernelArguments;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where things lie in the kernel-config ring of a core, for one program: the runtime arguments of
 * each core, then what all cores of a rectangle have in common: common arguments, semaphores,
 * configurations of circular buffers. Kernel binaries have a place of their own.
 *
 * <p>Sizes of binaries are those of {@link FactoryKernels}.
 *
 * @param uniqueBytes of the arguments that each core has of its own
 * @param commonBytes of the arguments that cores have in common
 * @param semaphoreBytes of all semaphores
 * @param circularBufferBytes of the configurations up to the highest index
 * @param textBytes of the kernels of a core
 */
record KernelConfig(
    int uniqueBytes, int commonBytes, int semaphoreBytes, int circularBufferBytes, int textBytes) {
  static final int ALIGNMENT_BYTES = 16;
  private static final int SEMAPHORE_BYTES = 16;
  static final int CIRCULAR_BUFFER_WORDS = 4;

  static KernelConfig of(RecordedProgram program) {
    int unique = 0;
    int common = 0;
    int text = 0;
    for (KernelGroup group : program.groups()) {
      unique = Math.max(unique, group.uniqueWords() * Integer.BYTES);
      common = Math.max(common, group.commonWords() * Integer.BYTES);
      text = Math.max(text, textBytes(program.program(), group.kernels()));
    }
    int buffers = highest(program.resources().circularBuffers()) + 1;
    return new KernelConfig(
        aligned(unique),
        aligned(common),
        program.resources().semaphores().length * SEMAPHORE_BYTES,
        buffers * CIRCULAR_BUFFER_WORDS * Integer.BYTES,
        text);
  }

  private static int highest(int[] indexes) {
    int highest = -1;
    for (int index : indexes) {
      highest = Math.max(highest, index);
    }
    return highest;
  }

  private static int textBytes(Program program, List<KernelArguments> kernels) {
    return kernels.stream().mapToInt(kernel -> aligned(binaryBytes(program, kernel))).sum();
  }

  static int binaryBytes(Program program, KernelArguments kernel) {
    return Program.kernelBytes(program.name(), kernel.risc());
  }

  static int aligned(int bytes) {
    return (int) ByteSizes.roundUp(bytes, ALIGNMENT_BYTES);
  }

  /** All but the binaries. */
  int bytes() {
    return uniqueBytes + sharedBytes();
  }

  /** What all cores of a rectangle have in common. */
  int sharedBytes() {
    return commonBytes + semaphoreBytes + circularBufferBytes;
  }

  int commonOffset() {
    return uniqueBytes;
  }

  int semaphoreOffset() {
    return uniqueBytes + commonBytes;
  }

  int circularBufferOffset() {
    return semaphoreOffset() + semaphoreBytes;
  }

  /** Where each kernel begins in the program's binaries in DRAM, by name and RISC. */
  static Map<String, Integer> binaryOffsets(RecordedProgram program) {
    Map<String, Integer> offsets = new HashMap<>();
    int next = 0;
    for (KernelGroup group : program.groups()) {
      for (KernelArguments kernel : group.kernels()) {
        if (offsets.putIfAbsent(binaryName(kernel), next) == null) {
          next += aligned(binaryBytes(program.program(), kernel));
        }
      }
    }
    return offsets;
  }

  static String binaryName(KernelArguments kernel) {
    return kernel.kernel() + " on " + kernel.risc();
  }
}
