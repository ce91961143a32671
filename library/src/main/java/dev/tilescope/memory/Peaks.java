package dev.tilescope.memory;

import dev.tilescope.memory.BufferPart.Step;
import dev.tilescope.memory.Headline.Amount;
import java.util.function.LongFunction;

/**
 * The most that ever was in use on a device. Nodes are those of the events that brought it about,
 * -1 if it stood so before the first.
 *
 * @param l1BytesPerCore of buffers and program memory together, on the fullest core
 * @param l1ProgramBytes the part of it that is program memory
 * @param l1Core that core by {@link CoreIndex}; -1 if no program ran, when all cores are alike
 * @param l1HeadroomBytes the least that ever was between the end of program memory and the lowest
 *     buffer; -1 if addresses are not known
 * @param dramBytesPerBank of buffers, on the fullest bank
 */
public record Peaks(
    long l1BytesPerCore,
    long l1ProgramBytes,
    int l1Core,
    long l1Node,
    long l1HeadroomBytes,
    long l1HeadroomNode,
    long dramBytesPerBank,
    long dramNode) {
  private static final long UNKNOWN = -1;
  private static final int NO_MESH = -1;
  private static final Step NO_STEP = new Step(0, "", "");

  /** Of a device that nothing is known of. */
  public static final Peaks NONE = new Peaks(0, 0, -1, -1, -1, -1, 0, -1);

  /** Where no operations are known. */
  public Headline headline(int deviceId, long l1CapacityBytes, long dramCapacityBytes) {
    return headline(deviceId, NO_MESH, l1CapacityBytes, dramCapacityBytes, _ -> NO_STEP);
  }

  /**
   * @param operationOf the operation with a node, by its counter; -1 stands for none
   */
  public Headline headline(
      int deviceId,
      int meshId,
      long l1CapacityBytes,
      long dramCapacityBytes,
      LongFunction<Step> operationOf) {
    return new Headline(
        deviceId,
        meshId,
        amount(l1BytesPerCore, l1CapacityBytes, l1Node, operationOf),
        l1ProgramBytes,
        l1Core < 0 ? null : CoreIndex.core(l1Core),
        l1HeadroomBytes < 0 ? null : amount(l1HeadroomBytes, UNKNOWN, l1HeadroomNode, operationOf),
        amount(dramBytesPerBank, dramCapacityBytes, dramNode, operationOf));
  }

  private static Amount amount(
      long bytes, long capacityBytes, long node, LongFunction<Step> operationOf) {
    Step step = operationOf.apply(node);
    return new Amount(bytes, capacityBytes, node, step.operation(), step.name());
  }
}
