package dev.tilescope.device.kernel;

import dev.tilescope.device.Buffer;
import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.CostModel;
import dev.tilescope.device.Program;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Kernels and what they need, ready to be launched as often as one likes. What is compiled once for
 * all launches is the program without its runtime arguments.
 */
public final class KernelProgram {
  private static final int MOST_CIRCULAR_BUFFERS = 64;
  private static final int MOST_SEMAPHORES = 16;
  private static final long LARGEST_ARGUMENT = 0xFFFF_FFFFL;
  private static final Comparator<Kernel> READERS_FIRST =
      Comparator.comparingInt(kernel ->
          switch (kernel.riscs().getFirst()) {
            case NCRISC -> 0;
            case TRISC_0, TRISC_1, TRISC_2 -> 1;
            case BRISC, ERISC, TENSIX_RISC_AGG -> 2;
          });
  private static final Comparator<CoreCoord> BY_COLUMN =
      Comparator.comparingInt(CoreCoord::x).thenComparingInt(CoreCoord::y);

  /**
   * @param format of its tiles, for compute kernels; null if its pages are just bytes
   */
  record Cb(int index, CircularBuffer buffer, @Nullable DataType format) {}

  record SemaphoreConfig(int id, CoreRangeSet cores, int initialValue) {}

  /** Runtime arguments of one kernel. */
  private record Arguments(Map<CoreCoord, long[]> byCore, long[] common) {
    static final Arguments NONE = new Arguments(Map.of(), new long[0]);

    Arguments with(CoreCoord core, long[] values) {
      Map<CoreCoord, long[]> grown = new HashMap<>(byCore);
      grown.put(core, values);
      return new Arguments(Map.copyOf(grown), common);
    }
  }

  private final Compiled compiled;
  private final Map<String, Arguments> arguments;

  /** Equal to itself only, with a hash that is the same in every run. */
  private static final class Compiled {
    private final String name;
    private final List<Cb> buffers;
    private final List<Kernel> kernels;
    private final List<SemaphoreConfig> semaphores;
    private final SequencedMap<CoreCoord, List<Kernel>> byCore;
    private final Program program;

    Compiled(Builder builder) {
      this.name = builder.name;
      this.buffers = List.copyOf(builder.buffers);
      this.kernels = List.copyOf(builder.kernels);
      this.semaphores = List.copyOf(builder.semaphores);
      this.byCore = byCore(kernels);
      this.program = program();
    }

    private Program program() {
      int computeKernels = count(Risc.TRISC_0) > 0 ? 3 : 0;
      return new Program(
          name,
          buffers.stream().map(Cb::buffer).toList(),
          count(Risc.BRISC) + count(Risc.NCRISC),
          computeKernels,
          new CostModel.Work(0, 0, 0, false, false, 1, byCore.size()));
    }

    private int count(Risc risc) {
      return (int) kernels.stream().filter(kernel -> kernel.riscs().contains(risc)).count();
    }

    private static SequencedMap<CoreCoord, List<Kernel>> byCore(List<Kernel> kernels) {
      TreeMap<CoreCoord, List<Kernel>> byCore = new TreeMap<>(BY_COLUMN);
      for (Kernel kernel : kernels.stream().sorted(READERS_FIRST).toList()) {
        for (CoreCoord core : kernel.cores().cores()) {
          byCore.computeIfAbsent(core, _ -> new ArrayList<>()).add(kernel);
        }
      }
      return byCore;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      int hash = name.hashCode();
      for (Cb cb : buffers) {
        hash = 31 * hash + (cb.index() * 31 + cb.buffer().hashCode());
      }
      for (Kernel kernel : kernels) {
        hash = 31 * hash + kernel.name().hashCode();
      }
      return hash;
    }
  }

  private KernelProgram(Compiled compiled, Map<String, Arguments> arguments) {
    this.compiled = compiled;
    this.arguments = Map.copyOf(arguments);
  }

  /**
   * @param name of the device operation, in traces and reports
   */
  public static Builder builder(String name) {
    return new Builder(name);
  }

  public String name() {
    return compiled.name;
  }

  /** The cores that kernels run on, column by column. */
  public List<CoreCoord> cores() {
    return List.copyOf(compiled.byCore.keySet());
  }

  /** As the device's cost model and program cache know it, before it has run. */
  public Program program() {
    return compiled.program;
  }

  /** What is compiled once. */
  public Object cacheKey() {
    return compiled;
  }

  List<Cb> buffers() {
    return compiled.buffers;
  }

  /** Those of a core, readers first, so that others find pages. */
  List<Kernel> kernels(CoreCoord core) {
    return compiled.byCore.getOrDefault(core, List.of());
  }

  List<SemaphoreConfig> semaphores() {
    return compiled.semaphores;
  }

  long[] arguments(Kernel kernel, CoreCoord core) {
    return argumentsOf(kernel).byCore().getOrDefault(core, Arguments.NONE.common());
  }

  long[] commonArguments(Kernel kernel) {
    return argumentsOf(kernel).common();
  }

  private Arguments argumentsOf(Kernel kernel) {
    return arguments.getOrDefault(kernel.name(), Arguments.NONE);
  }

  /** SetRuntimeArgs: the same program with other arguments for one kernel on one core. */
  public KernelProgram withRuntimeArgs(String kernel, CoreCoord core, long... values) {
    Map<String, Arguments> changed = new HashMap<>(arguments);
    requireKernel(compiled.kernels, kernel);
    changed.merge(kernel, Arguments.NONE, (old, _) -> old);
    changed.computeIfPresent(kernel, (_, old) -> old.with(core, checked(kernel, values)));
    return new KernelProgram(compiled, changed);
  }

  private static void requireKernel(List<Kernel> kernels, String name) {
    if (kernels.stream().noneMatch(kernel -> kernel.name().equals(name))) {
      throw new TilescopeException(
          "runtime arguments: there is no kernel \"%s\", only %s"
              .formatted(name, kernels.stream().map(Kernel::name).toList()));
    }
  }

  private static long[] checked(String kernel, long[] values) {
    for (long value : values) {
      if (value < 0 || value > LARGEST_ARGUMENT) {
        throw new TilescopeException(
            "runtime arguments of kernel \"%s\" are 32 bits, 0..2^32-1, got %d"
                .formatted(kernel, value));
      }
    }
    return values.clone();
  }

  /** Puts a program together. Kernels are known by their names. */
  public static final class Builder {
    private final String name;
    private final List<Cb> buffers = new ArrayList<>();
    private final List<Kernel> kernels = new ArrayList<>();
    private final List<SemaphoreConfig> semaphores = new ArrayList<>();
    private final Map<String, Arguments> arguments = new HashMap<>();

    private Builder(String name) {
      this.name = name;
    }

    /**
     * A circular buffer of tiles.
     *
     * @param index c_0 is 0
     */
    public Builder circularBuffer(int index, CoreRangeSet cores, int pages, DataType format) {
      return circularBuffer(index, cores, pages, format.tileBytes(), format);
    }

    /** A circular buffer of pages that are just bytes. */
    public Builder circularBuffer(int index, CoreRangeSet cores, int pages, int pageBytes) {
      return circularBuffer(index, cores, pages, pageBytes, null);
    }

    private Builder circularBuffer(
        int index, CoreRangeSet cores, int pages, int pageBytes, @Nullable DataType format) {
      if (pages < 1) {
        throw new TilescopeException(
            "circular buffer c_%d must have at least 1 page, got %d".formatted(index, pages));
      }
      CircularBuffer buffer = CircularBuffer.local(cores, (long) pages * pageBytes, pageBytes);
      return add(new Cb(index, buffer, format));
    }

    /** A circular buffer that lies over the shards of an L1 buffer, one shard on each core. */
    public Builder circularBufferOver(
        int index, CoreRangeSet cores, Buffer shards, DataType format) {
      if (!shards.type().isL1() || shards.shardCores() == 0) {
        throw new TilescopeException(
            "circular buffer c_%d can only lie over an L1 buffer that is sharded, got %s of %s"
                .formatted(index, shards.layout(), shards.type()));
      }
      long pages = shards.maxSizePerBankBytes() / format.tileBytes();
      return add(
          new Cb(
              index,
              CircularBuffer.global(
                  cores, pages * format.tileBytes(), format.tileBytes(), shards.address()),
              format));
    }

    private Builder add(Cb added) {
      if (added.index() < 0 || added.index() >= MOST_CIRCULAR_BUFFERS) {
        throw new TilescopeException(
            "circular buffers are c_0 to c_%d, got c_%d"
                .formatted(MOST_CIRCULAR_BUFFERS - 1, added.index()));
      }
      for (Cb cb : buffers) {
        if (cb.index() == added.index() && meet(cb.buffer().cores(), added.buffer().cores())) {
          throw new TilescopeException(
              "circular buffer c_%d is on %s and again on %s; let each core have it once"
                  .formatted(added.index(), cb.buffer().cores(), added.buffer().cores()));
        }
      }
      buffers.add(added);
      return this;
    }

    /** A kernel on BRISC or NCRISC. */
    public Builder dataMovement(
        String kernel, Risc risc, CoreRangeSet cores, DataMovementKernel code) {
      if (risc != Risc.BRISC && risc != Risc.NCRISC) {
        throw new TilescopeException(
            "kernel \"%s\": data movement runs on BRISC or NCRISC, got %s".formatted(kernel, risc));
      }
      return add(new Kernel(kernel, cores, new Kernel.DataMovement(risc, code), new ZoneIds()));
    }

    /** A compute kernel with HiFi4. */
    public Builder compute(String kernel, CoreRangeSet cores, ComputeKernel code) {
      return compute(kernel, cores, MathFidelity.HIFI4, code);
    }

    public Builder compute(
        String kernel, CoreRangeSet cores, MathFidelity fidelity, ComputeKernel code) {
      return add(new Kernel(kernel, cores, new Kernel.Compute(fidelity, code), new ZoneIds()));
    }

    private Builder add(Kernel added) {
      for (Kernel kernel : kernels) {
        if (kernel.name().equals(added.name())) {
          throw new TilescopeException(
              "two kernels are named \"%s\"; arguments go by name".formatted(added.name()));
        }
        boolean sameRisc = kernel.riscs().getFirst() == added.riscs().getFirst();
        if (sameRisc && meet(kernel.cores(), added.cores())) {
          throw new TilescopeException(
              "%s and %s are both on %s of some core of %s; a RISC runs one kernel"
                  .formatted(kernel, added, kernel.riscs().getFirst(), added.cores()));
        }
      }
      kernels.add(added);
      return this;
    }

    /** A semaphore, with the same number on each of its cores. */
    public Builder semaphore(int id, CoreRangeSet cores, int initialValue) {
      if (id < 0 || id >= MOST_SEMAPHORES) {
        throw new TilescopeException(
            "semaphores are 0 to %d, got %d".formatted(MOST_SEMAPHORES - 1, id));
      }
      semaphores.add(new SemaphoreConfig(id, cores, initialValue));
      return this;
    }

    /** Arguments of one kernel on one core: 32 bits each. */
    public Builder runtimeArgs(String kernel, CoreCoord core, long... values) {
      requireKernel(kernels, kernel);
      Arguments old = arguments.getOrDefault(kernel, Arguments.NONE);
      arguments.put(kernel, old.with(core, checked(kernel, values)));
      return this;
    }

    /** Arguments of one kernel that all its cores share. */
    public Builder commonArgs(String kernel, long... values) {
      requireKernel(kernels, kernel);
      Arguments old = arguments.getOrDefault(kernel, Arguments.NONE);
      arguments.put(kernel, new Arguments(old.byCore(), checked(kernel, values)));
      return this;
    }

    public KernelProgram build() {
      if (kernels.isEmpty()) {
        throw new TilescopeException("program \"" + name + "\" has no kernel; add one");
      }
      return new KernelProgram(new Compiled(this), arguments);
    }

    private static boolean meet(CoreRangeSet one, CoreRangeSet other) {
      for (CoreRange range : one.ranges()) {
        if (other.ranges().stream().anyMatch(range::intersects)) {
          return true;
        }
      }
      return false;
    }
  }
}
