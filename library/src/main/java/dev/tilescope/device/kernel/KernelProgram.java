package dev.tilescope.device.kernel;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.DeviceKernels;
import dev.tilescope.device.KernelExecution;
import dev.tilescope.device.KernelGroup;
import dev.tilescope.device.LaunchChip;
import dev.tilescope.device.Program;
import dev.tilescope.device.Work;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Kernels and what they need, ready to be launched as often as one likes. What is compiled once for
 * all launches is the program without its runtime arguments.
 */
public final class KernelProgram implements DeviceKernels {
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
  record Arguments(Map<CoreCoord, long[]> byCore, long[] common) {
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
  static final class Compiled {
    private final String name;
    private final List<Cb> buffers;
    private final List<Kernel> kernels;
    private final List<SemaphoreConfig> semaphores;
    private final SequencedMap<CoreCoord, List<Kernel>> byCore;
    private final Program program;

    Compiled(
        String name, List<Cb> buffers, List<Kernel> kernels, List<SemaphoreConfig> semaphores) {
      this.name = name;
      this.buffers = List.copyOf(buffers);
      this.kernels = List.copyOf(kernels);
      this.semaphores = List.copyOf(semaphores);
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
          new Work(0, 0, 0, false, false, 1, byCore.size()));
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

  KernelProgram(Compiled compiled, Map<String, Arguments> arguments) {
    this.compiled = compiled;
    this.arguments = Map.copyOf(arguments);
  }

  /**
   * @param name of the device operation, in traces and reports
   */
  public static KernelProgramBuilder builder(String name) {
    return new KernelProgramBuilder(name);
  }

  public String name() {
    return compiled.name;
  }

  /** The cores that kernels run on, column by column. */
  public List<CoreCoord> cores() {
    return List.copyOf(compiled.byCore.keySet());
  }

  @Override
  public Program program() {
    return compiled.program;
  }

  @Override
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

  @Override
  public List<KernelGroup> groups() {
    SequencedMap<List<Kernel>, List<CoreCoord>> cores = new LinkedHashMap<>();
    compiled.byCore.forEach(
        (core, kernels) -> cores.computeIfAbsent(kernels, _ -> new ArrayList<>()).add(core));
    List<KernelGroup> groups = new ArrayList<>();
    cores.forEach((kernels, members) -> groups.add(group(kernels, members)));
    return groups;
  }

  private KernelGroup group(List<Kernel> kernels, List<CoreCoord> members) {
    CoreRangeSet ranges = CoreRangeSet.covering(members);
    List<CoreCoord> cores = ranges.cores();
    List<KernelGroup.KernelArguments> arguments = new ArrayList<>();
    for (Kernel kernel : kernels) {
      int words = cores.stream().mapToInt(core -> arguments(kernel, core).length).max().orElse(0);
      int[][] unique = new int[cores.size()][];
      for (int i = 0; i < unique.length; i++) {
        unique[i] = words(Arrays.copyOf(arguments(kernel, cores.get(i)), words));
      }
      int[] common = words(commonArguments(kernel));
      for (Risc risc : kernel.riscs()) {
        arguments.add(new KernelGroup.KernelArguments(kernel.name(), risc, unique, common));
      }
    }
    arguments.sort(Comparator.comparing(KernelGroup.KernelArguments::risc));
    return new KernelGroup(ranges, arguments);
  }

  private static int[] words(long[] values) {
    return Arrays.stream(values).mapToInt(value -> (int) value).toArray();
  }

  @Override
  public int[] circularBufferIndexes() {
    return compiled.buffers.stream().mapToInt(Cb::index).toArray();
  }

  @Override
  public int[] semaphoreValues() {
    int count = compiled.semaphores.stream().mapToInt(SemaphoreConfig::id).max().orElse(-1) + 1;
    int[] values = new int[count];
    compiled.semaphores.forEach(semaphore -> values[semaphore.id()] = semaphore.initialValue());
    return values;
  }

  @Override
  public KernelExecution on(LaunchChip chip) {
    return new ChipExecution(this, chip);
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

  static void requireKernel(List<Kernel> kernels, String name) {
    if (kernels.stream().noneMatch(kernel -> kernel.name().equals(name))) {
      throw new TilescopeException(
          "runtime arguments: there is no kernel \"%s\", only %s"
              .formatted(name, kernels.stream().map(Kernel::name).toList()));
    }
  }

  static long[] checked(String kernel, long[] values) {
    for (long value : values) {
      if (value < 0 || value > LARGEST_ARGUMENT) {
        throw new TilescopeException(
            "runtime arguments of kernel \"%s\" are 32 bits, 0..2^32-1, got %d"
                .formatted(kernel, value));
      }
    }
    return values.clone();
  }
}
