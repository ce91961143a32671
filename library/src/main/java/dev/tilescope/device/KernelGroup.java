package dev.tilescope.device;

import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.CoreRangeSet;
import java.util.ArrayList;
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

  /** Each kernel once: those that were built for several RISCs share their arguments. */
  List<KernelArguments> builtOnce() {
    List<KernelArguments> once = new ArrayList<>();
    for (KernelArguments kernel : kernels) {
      if (once.isEmpty() || !once.getLast().kernel().equals(kernel.kernel())) {
        once.add(kernel);
      }
    }
    return once;
  }

  int commonWords() {
    return builtOnce().stream().mapToInt(kernel -> kernel.common().length).sum();
  }

  /** Words of arguments that each core gets of its own, kernel by kernel. */
  int uniqueWords() {
    return builtOnce().stream().mapToInt(KernelArguments::uniqueWords).sum();
  }

  /** What one core gets of its own, kernel by kernel. */
  int[] unique(int core) {
    int[] words = new int[uniqueWords()];
    int at = 0;
    for (KernelArguments kernel : builtOnce()) {
      if (kernel.uniqueWords() > 0) {
        System.arraycopy(kernel.unique()[core], 0, words, at, kernel.uniqueWords());
        at += kernel.uniqueWords();
      }
    }
    return words;
  }
}
