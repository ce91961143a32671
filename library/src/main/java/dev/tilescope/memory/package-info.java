/**
 * The account of memory: what lives on each device, event by event, and the most that ever did.
 *
 * <p>{@link dev.tilescope.memory.DeviceMemories} is told of events in the order of time, by whoever
 * reads a trace, and keeps a {@link dev.tilescope.memory.DeviceMemory} for each device; a {@link
 * dev.tilescope.memory.Peaks} is what is left to say of one in the end. It streams: what it holds
 * grows with what is alive, not with how long a trace is. The importer makes rows of it, analyses
 * make records of it, so that both give the same answer.
 *
 * <p>What is said of it is here too, made of a trace or of the rows of a database: {@link
 * dev.tilescope.memory.Headline}, whether a program fits; {@link
 * dev.tilescope.memory.OperationLevels}, how full a memory was while each operation ran; {@link
 * dev.tilescope.memory.FullMoment}, what it held when it was fullest and what would lower that.
 *
 * <p>What fails a program is a full core: buffers grow from the end of its L1 downwards, circular
 * buffers from the beginning upwards, and they may not meet. So L1 is counted for one core, and
 * DRAM for one bank.
 *
 * <p>Uses {@code model} alone.
 *
 * <p>Whether a program fits:
 *
 * <pre>{@code
 * for (Headline device : DevicePeaks.of(ReportFile.read(Path.of("report.json"))).headlines()) {
 *   System.out.println(device.deviceId() + ": " + device.l1().bytes() + " bytes of L1 per core");
 * }
 * }</pre>
 */
@NullMarked
package dev.tilescope.memory;

import org.jspecify.annotations.NullMarked;
