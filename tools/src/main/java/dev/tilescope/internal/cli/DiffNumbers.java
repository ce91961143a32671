package dev.tilescope.internal.cli;

import dev.tilescope.analysis.OperationNumbers;
import dev.tilescope.analysis.TopOperations;
import dev.tilescope.device.ModelledTime;
import dev.tilescope.model.Report;

/**
 * What users call the operations of two reports, and what a board may take for each report.
 *
 * @param timeBefore modelled, of all programs together
 * @param timeAfter the same of the other report
 */
record DiffNumbers(
    OperationNumbers before,
    OperationNumbers after,
    ModelledTime timeBefore,
    ModelledTime timeAfter) {
  static DiffNumbers of(Report before, Report after) {
    return new DiffNumbers(
        OperationNumbers.of(before.trace()),
        OperationNumbers.of(after.trace()),
        modelled(before),
        modelled(after));
  }

  static ModelledTime modelled(Report report) {
    return TopOperations.of(report.trace()).byName().stream()
        .map(total -> ModelledTime.of(total.modelledNanos()))
        .reduce(ModelledTime.NONE, ModelledTime::plus);
  }
}
