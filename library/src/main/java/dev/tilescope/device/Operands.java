package dev.tilescope.device;

import dev.tilescope.device.KernelGroup.KernelArguments;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.CoreRangeSet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a program of the library reads and writes.
 *
 * <p>Its runtime arguments follow from that, and are modelled: the reader of each core is given the
 * addresses of the inputs, the writer those of the outputs, and both how many pages the core works
 * on and which is the first; the compute kernels get the count.
 */
public record Operands(List<Operand> inputs, List<Operand> outputs) {
  private static final int[] NONE = {};

  /**
   * A buffer and what it holds.
   *
   * @param kind of the contents: contents of one kind can stand in the same place
   * @param contents changed by those who write to the buffer
   */
  public record Operand(Buffer buffer, Object kind, Object contents) {}

  public Operands {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  Stream<Operand> all() {
    return Stream.concat(inputs.stream(), outputs.stream());
  }

  /** The kernels of the program, all of which run on each of its cores. */
  KernelGroup group(Program program, CoreRangeSet cores) {
    boolean hasReader = program.dataMovementKernels() > 1;
    List<KernelArguments> kernels = new ArrayList<>();
    kernels.add(kernel("writer", Risc.BRISC, hasReader ? outputs : all().toList(), cores.size()));
    if (hasReader) {
      kernels.add(kernel("reader", Risc.NCRISC, inputs, cores.size()));
    }
    if (program.computeKernels() > 0) {
      for (Risc risc : List.of(Risc.TRISC_0, Risc.TRISC_1, Risc.TRISC_2)) {
        kernels.add(kernel("compute", risc, List.of(), cores.size()));
      }
    }
    return new KernelGroup(cores, kernels);
  }

  private KernelArguments kernel(String name, Risc risc, List<Operand> buffers, int cores) {
    int[][] unique = new int[cores][];
    long pages = pages();
    long share = Math.ceilDiv(pages, cores);
    boolean moves = risc == Risc.BRISC || risc == Risc.NCRISC;
    for (int core = 0; core < cores; core++) {
      long first = Math.min(pages, core * share);
      int[] words = new int[buffers.size() + (moves ? 2 : 1)];
      for (int i = 0; i < buffers.size(); i++) {
        words[i] = (int) buffers.get(i).buffer().address();
      }
      words[buffers.size()] = (int) Math.min(share, pages - first);
      if (moves) {
        words[buffers.size() + 1] = (int) first;
      }
      unique[core] = words;
    }
    return new KernelArguments(name, risc, unique, NONE);
  }

  private long pages() {
    Buffer result = (outputs.isEmpty() ? inputs : outputs).getFirst().buffer();
    return Math.ceilDiv(result.sizeBytes(), result.pageBytes());
  }
}
