package dev.tilescope.device.marker;

/**
 * How busy the engines of a core were while a compute kernel ran: what performance counters are
 * modelled from.
 *
 * @param cycles of the compute kernel on TRISC_1; 0 without one
 * @param fpuCycles the matrix engine computed
 * @param sfpuCycles the vector engine computed
 * @param unpackWaitCycles TRISC_0 waited for pages or for source registers
 * @param mathWaitCycles TRISC_1 waited for tiles or for destination registers
 * @param packWaitCycles TRISC_2 waited for results or for room
 * @param receivedBytes over the NoC
 * @param sentBytes over the NoC
 */
public record CoreActivity(
    long cycles,
    long unpackCycles,
    long fpuCycles,
    long sfpuCycles,
    long packCycles,
    long unpackWaitCycles,
    long mathWaitCycles,
    long packWaitCycles,
    long receivedBytes,
    long sentBytes) {
  public static final CoreActivity NONE = new CoreActivity(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
