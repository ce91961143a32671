/**
 * Kernels written in Java, on modelled cores, with TT-Metal's words in Java spelling.
 *
 * <p>A {@link dev.tilescope.device.kernel.KernelProgram} says which kernels run on which cores and
 * RISCs, with which circular buffers, semaphores and arguments; {@code MeshDevice.launch} runs it.
 * A {@link dev.tilescope.device.kernel.DataMovementKernel} runs on BRISC or NCRISC, a {@link
 * dev.tilescope.device.kernel.ComputeKernel} once for the three TRISCs. Each is given a {@link
 * dev.tilescope.device.kernel.KernelContext} of its kind, which moves real bytes and computes real
 * values, and moves the clock of its RISC.
 *
 * <p>Inside: {@code KernelScheduler} lets one kernel run at a time, the one that is furthest
 * behind, and finds out when all wait for each other or nothing moves ({@code HangText} says
 * which); {@code CircularFifo} and {@code KernelSemaphore} hold what kernels wait for, with the
 * times at which it came; {@code NocTiming} and {@code DramTraffic} say how long transfers take.
 * {@code ChipExecution} puts them together for one chip. The device calls it as a {@code
 * KernelExecution}, which it gets of the program: kernels know the device, which knows no kernels.
 *
 * <p>Times follow from the calls that kernels make and the board's figures alone: every run of a
 * program takes the same cycles.
 *
 * <p>A kernel is a method that gets the context of its core:
 *
 * <pre>{@code
 * KernelProgram program =
 *     KernelProgram.builder("ReadOnce")
 *         .dataMovement("reader", Risc.NCRISC, CoreRangeSet.grid(1, 1), context -> {
 *           try (var _ = context.deviceZone("READ")) {
 *             System.out.println(context.getArg(0));
 *           }
 *         })
 *         .build();
 * }</pre>
 */
@NullMarked
package dev.tilescope.device.kernel;

import org.jspecify.annotations.NullMarked;
