package dev.tilescope.device;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A program of a trace: what is frozen when it is recorded.
 *
 * @param launch with the number that its runs have in every replay
 * @param key of the compiled program
 * @param resources what kernels find on their cores
 */
record RecordedProgram(
    ProgramLaunch launch,
    Object key,
    ProgramCache.Compiled compiled,
    List<KernelGroup> groups,
    CoreResources resources,
    Step step) {
  /** What happens when the program gets its go signal. */
  sealed interface Step {}

  /** Results of a library operation are computed. */
  record Compute(Operands operands, Runnable computation) implements Step {}

  /** Kernels are run. */
  record RunKernels(DeviceKernels kernels) implements Step {}

  /**
   * @param circularBuffers the index of each of the program's circular buffers, in their order
   * @param semaphores their initial values
   */
  record CoreResources(int[] circularBuffers, int[] semaphores) {
    /** Circular buffers are numbered as they come. */
    static CoreResources of(Program program) {
      int count = program.circularBuffers().size();
      return new CoreResources(IntStream.range(0, count).toArray(), new int[0]);
    }
  }

  long number() {
    return launch.number();
  }

  Program program() {
    return launch.program();
  }
}
