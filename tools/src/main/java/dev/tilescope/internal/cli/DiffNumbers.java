package dev.tilescope.internal.cli;

import dev.tilescope.analysis.OperationNumbers;
import dev.tilescope.model.Report;

/** What users call the operations of two reports. */
record DiffNumbers(OperationNumbers before, OperationNumbers after) {
  static DiffNumbers of(Report before, Report after) {
    return new DiffNumbers(OperationNumbers.of(before.trace()), OperationNumbers.of(after.trace()));
  }
}
