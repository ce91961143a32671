package dev.tilescope.profile;

import dev.tilescope.model.ArgumentText;
import dev.tilescope.model.ComputePrecision;
import dev.tilescope.model.ProgramRef;
import dev.tilescope.model.TensorSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a thread saw of a program that it launched. The drainer makes texts of it, once, and lets go
 * of the attributes then: they may hold what belongs to the program.
 */
final class SeenProgram {
  /** What TT-Metal computes with unless something else is asked for. */
  private static final String DEFAULT_FIDELITY = "HiFi4";

  /** In place of a number that is not known yet. */
  static final int UNNUMBERED = -1;

  /** A tensor; its texts are made later. */
  record SeenTensor(TensorSpec spec, boolean onDevice) {}

  /** Whether later launches refer to it. */
  final boolean isKept;

  /** Its number in the journal; for the drainer alone. */
  int number = UNNUMBERED;

  private final String name;
  private final long hash;
  private final int dataMovementKernels;
  private final int computeKernels;
  private final long idealComputeNanos;
  private final long idealBandwidthNanos;
  private final List<SeenTensor> inputs;
  private final List<SeenTensor> outputs;
  private @Nullable Record attributes;

  /**
   * @param attributes of the operation; null if there are none
   */
  SeenProgram(
      ProgramRef program,
      @Nullable Record attributes,
      List<SeenTensor> inputs,
      List<SeenTensor> outputs,
      boolean isKept) {
    this.name = program.name();
    this.hash = program.hash();
    this.dataMovementKernels = program.dataMovementKernels();
    this.computeKernels = program.computeKernels();
    this.idealComputeNanos = program.idealComputeNanos();
    this.idealBandwidthNanos = program.idealBandwidthNanos();
    this.attributes = attributes;
    this.inputs = inputs;
    this.outputs = outputs;
    this.isKept = isKept;
  }

  OperationDescription describe() {
    OperationDescription description =
        new OperationDescription(
            BoundedText.of(name, OperationDescription.MOST_NAME_BYTES),
            hash,
            OperationDescription.texts(attributes),
            OperationDescription.tensors(inputs),
            inputs.size(),
            OperationDescription.tensors(outputs),
            outputs.size(),
            dataMovementKernels,
            computeKernels,
            fidelity(),
            idealComputeNanos,
            idealBandwidthNanos);
    attributes = null;
    return description;
  }

  private String fidelity() {
    if (computeKernels == 0) {
      return "";
    }
    ComputePrecision asked =
        attributes == null ? null : ArgumentText.find(attributes, ComputePrecision.class);
    return asked == null ? DEFAULT_FIDELITY : asked.fidelity();
  }
}
