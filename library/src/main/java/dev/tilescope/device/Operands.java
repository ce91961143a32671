package dev.tilescope.device;

import dev.tilescope.device.KernelGroup.KernelArguments;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRangeSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a program of the library reads and writes.
 *
 * <p>Its runtime arguments follow from that, and are modelled: there are as many as {@link
 * FactoryKernels} says; the reader of each core is given the addresses of the inputs, the writer
 * those of the outputs, and all how many pages the core works on and which is the first.
 */
public record Operands(List<Operand> inputs, List<Operand> outputs) {
  private static final int[] NONE = {};

  /**
   * A buffer and what it holds.
   *
   * @param batch matrices of the tensor: all of its dimensions but the last two, multiplied
   * @param kind of the contents: contents of one kind can stand in the same place
   * @param contents changed by those who write to the buffer
   */
  public record Operand(Buffer buffer, int batch, Object kind, Object contents) {}

  public Operands {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  Stream<Operand> all() {
    return Stream.concat(inputs.stream(), outputs.stream());
  }

  /** The kernels of the program, all of which run on each of its cores. */
  KernelGroup group(Program program, Board.Grid grid) {
    FactoryKernels factory = FactoryKernels.of(program.name());
    CoreRangeSet working = program.cores(grid);
    CoreRangeSet cores =
        factory.onWholeGrid() ? CoreRangeSet.grid(grid.width(), grid.height()) : working;
    ArgumentWords.Counts counts = count -> count(count, working.size(), grid);
    List<KernelArguments> kernels = new ArrayList<>();
    for (Risc risc : program.riscs()) {
      boolean reads = risc == Risc.NCRISC;
      boolean writes = risc == Risc.BRISC;
      ArgumentWords words =
          reads ? factory.reader() : writes ? factory.writer() : factory.compute();
      List<Operand> buffers = reads ? inputs : writes ? outputs : List.of();
      String name = reads ? "reader" : writes ? "writer" : "compute";
      int[][] unique = arguments(words.on(counts), buffers, cores.cores(), working.cores());
      kernels.add(new KernelArguments(name, risc, unique, NONE));
    }
    return new KernelGroup(cores, kernels);
  }

  private int count(ArgumentWords.Count count, int cores, Board.Grid grid) {
    return switch (count) {
      case ONE -> 1;
      case INPUTS -> inputs.size();
      case OUTPUTS -> outputs.size();
      case CORES -> cores;
      case SHARDS -> inputs.isEmpty() ? 0 : inputs.getFirst().buffer().shardCores();
      case SIDE -> grid.width() + grid.height();
      case BATCH -> outputs.isEmpty() ? 0 : outputs.getFirst().batch();
    };
  }

  /** Addresses, how many pages and which is the first, then zeros; less where words are fewer. */
  private int[][] arguments(
      int words, List<Operand> buffers, List<CoreCoord> cores, List<CoreCoord> working) {
    Map<CoreCoord, Integer> shares = new HashMap<>();
    working.forEach(core -> shares.put(core, shares.size()));
    long pages = pages();
    long share = Math.ceilDiv(pages, working.size());
    int[][] unique = new int[cores.size()][];
    for (int i = 0; i < unique.length; i++) {
      Integer number = shares.get(cores.get(i));
      long first = number == null ? pages : Math.min(pages, number * share);
      int[] all = new int[buffers.size() + 2];
      for (int buffer = 0; buffer < buffers.size(); buffer++) {
        all[buffer] = (int) buffers.get(buffer).buffer().address();
      }
      all[buffers.size()] = (int) Math.min(share, pages - first);
      all[buffers.size() + 1] = (int) first;
      unique[i] = Arrays.copyOf(all, words);
    }
    return unique;
  }

  private long pages() {
    Buffer result = (outputs.isEmpty() ? inputs : outputs).getFirst().buffer();
    return Math.ceilDiv(result.sizeBytes(), result.pageBytes());
  }
}
