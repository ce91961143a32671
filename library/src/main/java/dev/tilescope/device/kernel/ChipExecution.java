package dev.tilescope.device.kernel;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.FaultPlan;
import dev.tilescope.device.KernelExecution;
import dev.tilescope.device.KernelRun.Span;
import dev.tilescope.device.KernelStart;
import dev.tilescope.device.LaunchChip;
import dev.tilescope.device.Work;
import dev.tilescope.device.kernel.KernelProgram.Cb;
import dev.tilescope.device.kernel.KernelProgram.SemaphoreConfig;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.List;

/** A {@link KernelProgram} on one chip, once. */
final class ChipExecution implements KernelExecution {
  private final LaunchChip on;
  private final KernelProgram program;
  private List<CoreResult> results = List.of();
  private List<CoreWork> works = List.of();

  ChipExecution(KernelProgram program, LaunchChip on) {
    this.program = program;
    this.on = on;
    requireBuffersExist();
    program.cores().forEach(on.memory()::l1);
  }

  private void requireBuffersExist() {
    int most = on.board().architecture().circularBuffers();
    for (Cb cb : program.buffers()) {
      if (cb.index() >= most) {
        throw new TilescopeException(
            "circular buffer c_%d: a core of %s has c_0 to c_%d"
                .formatted(cb.index(), on.board().name(), most - 1));
      }
    }
  }

  @Override
  public List<CoreCoord> cores() {
    return program.cores();
  }

  @Override
  public void run(KernelStart start) {
    String operation = program.program().name();
    ChipRun chip =
        new ChipRun(
            on.board(),
            on.memory(),
            start,
            new KernelScheduler(new HangText(operation, on.chipId(), on.timeout())));
    setUpCores(chip);
    List<KernelTask> tasks = new ArrayList<>();
    for (CoreCoord core : program.cores()) {
      for (Kernel kernel : program.kernels(core)) {
        tasks.add(task(tasks.size(), kernel, chip, chip.core(core), start));
      }
    }
    FaultPlan.Hang hang = on.faults().hang();
    if (hang != null) {
      hungOf(tasks, hang).hangs(true);
    }
    chip.scheduler().run(tasks);
    List<CoreRun> cores = program.cores().stream().map(chip::core).toList();
    results = cores.stream().map(this::result).toList();
    works = cores.stream().map(CoreRun::work).toList();
  }

  /** The first kernel that the fault means. */
  private KernelTask hungOf(List<KernelTask> tasks, FaultPlan.Hang hang) {
    return tasks.stream()
        .filter(task -> hang.core() == null || task.isOn(hang.core()))
        .filter(task -> hang.risc() == null || task.isOn(hang.risc()))
        .findFirst()
        .orElseThrow(() -> hang.misses("kernels are " + tasks));
  }

  private void setUpCores(ChipRun chip) {
    program.cores().forEach(chip::add);
    for (int i = 0; i < program.buffers().size(); i++) {
      Cb cb = program.buffers().get(i);
      CircularBuffer buffer = cb.buffer();
      for (CoreCoord core : buffer.cores().cores()) {
        chip.add(core).add(cb.index(), fifo(cb, on.layout().address(i)));
      }
    }
    for (SemaphoreConfig semaphore : program.semaphores()) {
      for (CoreCoord core : semaphore.cores().cores()) {
        chip.add(core)
            .add(semaphore.id(), new KernelSemaphore(semaphore.id(), semaphore.initialValue()));
      }
    }
  }

  private static CircularFifo fifo(Cb cb, long address) {
    long pageBytes = cb.buffer().pageBytes();
    int pages = Math.toIntExact(cb.buffer().sizeBytes() / pageBytes);
    return new CircularFifo(cb.index(), address, pages, Math.toIntExact(pageBytes), cb.format());
  }

  private KernelTask task(int index, Kernel kernel, ChipRun chip, CoreRun core, KernelStart start) {
    List<RiscRun> riscs = riscs(kernel, core.core(), start);
    KernelTask task = new KernelTask(index, kernel, core.core());
    KernelContext.Setup setup =
        new KernelContext.Setup(
            chip,
            core,
            kernel,
            task,
            riscs,
            program.arguments(kernel, core.core()),
            program.commonArguments(kernel));
    RiscRun first = riscs.getFirst();
    switch (kernel.body()) {
      case Kernel.DataMovement movement -> {
        DataMovementContext context = new DataMovementContext(setup);
        task.set(() -> run(context, () -> movement.code().run(context)), first::cycles);
      }
      case Kernel.Compute compute -> {
        ComputeContext context = new ComputeContext(setup, compute.fidelity());
        task.set(() -> run(context, () -> compute.code().run(context)), first::cycles);
      }
    }
    core.add(kernel, riscs);
    return task;
  }

  private List<RiscRun> riscs(Kernel kernel, CoreCoord core, KernelStart start) {
    return kernel.riscs().stream()
        .map(risc ->
            new RiscRun(
                risc,
                start.kernelCycles(risc),
                start.markers(core, risc),
                on.faults().slowdown(core)))
        .toList();
  }

  private static void run(KernelContext context, Runnable code) {
    context.zones().kernelStart();
    code.run();
    context.finish();
    context.zones().kernelEnd();
  }

  private CoreResult result(CoreRun core) {
    List<Span> spans = new ArrayList<>();
    core.riscs()
        .forEach((kernel, riscs) ->
            riscs.forEach(risc ->
                spans.add(
                    new Span(
                        on.chipId(),
                        core.core(),
                        risc.risc(),
                        kernel.name(),
                        risc.startCycles(),
                        risc.cycles()))));
    return new CoreResult(core.core(), spans, core.activity());
  }

  @Override
  public List<CoreResult> results() {
    return results;
  }

  @Override
  public Work work() {
    CoreWork total = new CoreWork();
    works.forEach(total::add);
    long busiest = works.stream().mapToLong(CoreWork::mathCycles).max().orElse(0);
    boolean readsDram = total.dramReadBytes > 0;
    boolean writesDram = total.dramWriteBytes > 0;
    return new Work(
            busiest,
            readsDram ? total.dramReadBytes : total.l1ReadBytes,
            writesDram ? total.dramWriteBytes : total.l1WriteBytes,
            readsDram,
            writesDram,
            total.largestTransferBytes,
            program.cores().size())
        .withFloatingPointOperations(
            total.floatingPointOperations,
            Math.min(busiest, Math.ceilDiv(total.mathCycles(), on.board().compute().size())));
  }
}
