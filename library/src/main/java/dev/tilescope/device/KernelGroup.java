package dev.tilescope.device;

import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.CoreRangeSet;
import java.util.List;

/** Cores of a program that run the same kernels. */
public record KernelGroup(CoreRangeSet cores, List<KernelArguments> kernels) {
  /**
   * A kernel on one RISC, and its runtime arguments.
   *
   * @param kernel its name, the same for every RISC that it was built for
   * @param unique for each core of the group, in its order; all of one length
   * @param common the same for all cores
   */
  public record KernelArguments(String kernel, Risc risc, int[][] unique, int[] common) {
    int uniqueWords() {
      return unique.length == 0 ? 0 : unique[0].length;
    }
  }

  public KernelGroup {
    kernels = List.copyOf(kernels);
  }

  /** Words of arguments that each core gets of its own, kernel by kernel. */
  int uniqueWords() {
    return kernels.stream().mapToInt(KernelArguments::uniqueWords).sum();
  }

  /** What one core gets of its own, kernel by kernel. */
  int[] unique(int core) {
    int[] words = new int[uniqueWords()];
    int at = 0;
    for (KernelArguments kernel : kernels) {
      if (kernel.uniqueWords() > 0) {
        System.arraycopy(kernel.unique()[core], 0, words, at, kernel.uniqueWords());
        at += kernel.uniqueWords();
      }
    }
    return words;
  }
}
