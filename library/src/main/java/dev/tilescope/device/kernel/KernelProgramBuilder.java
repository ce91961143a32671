package dev.tilescope.device.kernel;

import dev.tilescope.device.Buffer;
import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.kernel.KernelProgram.Arguments;
import dev.tilescope.device.kernel.KernelProgram.Cb;
import dev.tilescope.device.kernel.KernelProgram.SemaphoreConfig;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts a program together. Kernels are known by their names. */
public final class KernelProgramBuilder {
  private static final int MOST_CIRCULAR_BUFFERS = 64;
  private static final int MOST_SEMAPHORES = 16;

  private final String name;
  private final List<Cb> buffers = new ArrayList<>();
  private final List<Kernel> kernels = new ArrayList<>();
  private final List<SemaphoreConfig> semaphores = new ArrayList<>();
  private final Map<String, Arguments> arguments = new HashMap<>();

  KernelProgramBuilder(String name) {
    this.name = name;
  }

  /**
   * A circular buffer of tiles.
   *
   * @param index c_0 is 0
   */
  public KernelProgramBuilder circularBuffer(
      int index, CoreRangeSet cores, int pages, DataType format) {
    return circularBuffer(index, cores, pages, format.tileBytes(), format);
  }

  /** A circular buffer of pages that are just bytes. */
  public KernelProgramBuilder circularBuffer(
      int index, CoreRangeSet cores, int pages, int pageBytes) {
    return circularBuffer(index, cores, pages, pageBytes, null);
  }

  private KernelProgramBuilder circularBuffer(
      int index, CoreRangeSet cores, int pages, int pageBytes, @Nullable DataType format) {
    if (pages < 1) {
      throw new TilescopeException(
          "circular buffer c_%d must have at least 1 page, got %d".formatted(index, pages));
    }
    CircularBuffer buffer = CircularBuffer.local(cores, (long) pages * pageBytes, pageBytes);
    return add(new Cb(index, buffer, format));
  }

  /** A circular buffer that lies over the shards of an L1 buffer, one shard on each core. */
  public KernelProgramBuilder circularBufferOver(
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

  private KernelProgramBuilder add(Cb added) {
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
  public KernelProgramBuilder dataMovement(
      String kernel, Risc risc, CoreRangeSet cores, DataMovementKernel code) {
    if (risc != Risc.BRISC && risc != Risc.NCRISC) {
      throw new TilescopeException(
          "kernel \"%s\": data movement runs on BRISC or NCRISC, got %s".formatted(kernel, risc));
    }
    return add(new Kernel(kernel, cores, new Kernel.DataMovement(risc, code), new ZoneIds()));
  }

  /** A compute kernel with HiFi4. */
  public KernelProgramBuilder compute(String kernel, CoreRangeSet cores, ComputeKernel code) {
    return compute(kernel, cores, MathFidelity.HI_FI4, code);
  }

  public KernelProgramBuilder compute(
      String kernel, CoreRangeSet cores, MathFidelity fidelity, ComputeKernel code) {
    return add(new Kernel(kernel, cores, new Kernel.Compute(fidelity, code), new ZoneIds()));
  }

  private KernelProgramBuilder add(Kernel added) {
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
  public KernelProgramBuilder semaphore(int id, CoreRangeSet cores, int initialValue) {
    if (id < 0 || id >= MOST_SEMAPHORES) {
      throw new TilescopeException(
          "semaphores are 0 to %d, got %d".formatted(MOST_SEMAPHORES - 1, id));
    }
    semaphores.add(new SemaphoreConfig(id, cores, initialValue));
    return this;
  }

  /** Arguments of one kernel on one core: 32 bits each. */
  public KernelProgramBuilder runtimeArgs(String kernel, CoreCoord core, long... values) {
    KernelProgram.requireKernel(kernels, kernel);
    Arguments old = arguments.getOrDefault(kernel, Arguments.NONE);
    arguments.put(kernel, old.with(core, KernelProgram.checked(kernel, values)));
    return this;
  }

  /** Arguments of one kernel that all its cores share. */
  public KernelProgramBuilder commonArgs(String kernel, long... values) {
    KernelProgram.requireKernel(kernels, kernel);
    Arguments old = arguments.getOrDefault(kernel, Arguments.NONE);
    arguments.put(kernel, new Arguments(old.byCore(), KernelProgram.checked(kernel, values)));
    return this;
  }

  public KernelProgram build() {
    if (kernels.isEmpty()) {
      throw new TilescopeException("program \"" + name + "\" has no kernel; add one");
    }
    return new KernelProgram(
        new KernelProgram.Compiled(name, buffers, kernels, semaphores), arguments);
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
