package dev.tilescope.replay;

import dev.tilescope.model.TensorSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of a call that was made again.
 *
 * @param outputs the tensors it gave; none if it failed or gives none
 */
public record ReplayResult(long number, String operation, Verdict verdict, List<Output> outputs) {
  public ReplayResult {
    outputs = List.copyOf(outputs);
  }

  /**
   * A tensor that the call gave.
   *
   * @param sha256 of its values, as {@link TensorHash} takes it
   * @param recordedSha256 of the recorded values; null if the file has none
   * @param pcc correlation with the recorded values; null if they were not compared
   */
  public record Output(
      TensorSpec spec, String sha256, @Nullable String recordedSha256, @Nullable Double pcc) {}

  public sealed interface Verdict {
    /**
     * @param isPartial whether values could not be compared, for the reason in the note
     * @param note empty if all of the result is the same to the bit
     */
    record Same(boolean isPartial, String note) implements Verdict {
      static Same wholly(String note) {
        return new Same(false, note);
      }

      static Same partly(String why) {
        return new Same(true, why);
      }
    }

    /**
     * @param how each difference, recorded first
     */
    record Differs(List<String> how) implements Verdict {
      public Differs {
        how = List.copyOf(how);
      }
    }

    /** The file does not say enough, or says what the modelled device does not have. */
    record CannotRun(String why) implements Verdict {}
  }

  public boolean differs() {
    return verdict instanceof Verdict.Differs;
  }
}
