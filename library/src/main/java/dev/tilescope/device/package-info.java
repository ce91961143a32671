/**
 * The modelled mesh: what a Tensix board looks like, where its memory lies, and how long work
 * takes.
 *
 * <p>From facts to addresses, in this order:
 *
 * <ul>
 *   <li>{@link dev.tilescope.device.Architecture} and {@link dev.tilescope.device.Board}: figures
 *       of the hardware; {@link dev.tilescope.device.DeviceOptions}: what a program may choose when
 *       it opens a device;
 *   <li>{@code MemoryMap}: where each memory begins and ends in a bank, from the two above; {@code
 *       BankMap}: which core owns which bank, and where each page lies;
 *   <li>{@code FreeList} and {@code BankManager}: who holds which address; {@link
 *       dev.tilescope.device.CircularBufferLayout}: the same for circular buffers of a program;
 *   <li>{@link dev.tilescope.device.ClusterDescriptor}: how the chips of a mesh are wired;
 *   <li>{@link dev.tilescope.device.CostModel}: modelled time, of the {@link
 *       dev.tilescope.device.Work} of a program and the {@link dev.tilescope.device.Traffic} of its
 *       cores.
 * </ul>
 *
 * <p>And what is alive: {@link dev.tilescope.device.MeshDevice} is an open mesh, where to start; it
 * gives out {@link dev.tilescope.device.Buffer}s and launches {@link
 * dev.tilescope.device.Program}s, which {@code ProgramCache} compiles once and {@code
 * ProgramRunner} runs on the chips. All three announce what they do to {@code track}, and hold back
 * what is blocked there. {@link dev.tilescope.device.Rehearsal} hears what is held back and finds
 * out whether it would fit.
 *
 * <p>{@link dev.tilescope.device.MeshTrace} records programs instead of running them: {@code
 * ProgramEncoder} turns them into the commands of {@code device.internal}, which lie in DRAM, and
 * {@code TraceReplay} runs what it reads there. {@code MetalTraces} keeps the traces of a device
 * and looks after what is allocated beside them. {@link dev.tilescope.device.CommandQueue}s say
 * which of two ways work takes.
 *
 * <p>Programs whose kernels are written in Java are in {@code device.kernel}, above this package:
 * the device knows them as {@link dev.tilescope.device.DeviceKernels}, which it asks for a {@link
 * dev.tilescope.device.KernelExecution} on each chip. The bytes that they work on are in {@link
 * dev.tilescope.device.ChipMemory}. The commands of metal traces are in {@code device.internal}.
 *
 * <p>What goes wrong: {@link dev.tilescope.device.OperationTimeout} limits how long a device makes
 * no progress, {@link dev.tilescope.device.DeviceTimeoutException} says what it was at, and a
 * {@link dev.tilescope.device.FaultPlan} is carried out by {@code FaultInjector}.
 *
 * <p>A device that was opened while {@link dev.tilescope.device.marker.DeviceProfiling} was on
 * writes down when its kernels ran, by the clock of each {@link dev.tilescope.device.ProfiledChip}.
 *
 * <p>Everything here is deterministic: same board, same requests, same addresses and cycles on
 * every machine. Uses {@code model} and {@code track}.
 *
 * <p>A board is opened by its name, and closes with all that is on it:
 *
 * <pre>{@code
 * try (MeshDevice device = MeshDevice.open("n150")) {
 *   System.out.println(device.label());
 * }
 * }</pre>
 */
@NullMarked
package dev.tilescope.device;

import org.jspecify.annotations.NullMarked;
