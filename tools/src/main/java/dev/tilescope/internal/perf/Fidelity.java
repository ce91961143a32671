package dev.tilescope.internal.perf;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether the math fidelity of a product suits its data types: each step up takes one more pass
 * over the mantissas. The sentences are tt-perf-report's, which tools compare.
 *
 * @param advice null if there is nothing to say
 */
public record Fidelity(Verdict verdict, @Nullable String advice) {
  /** How the fidelity relates to what the data types need. */
  public enum Verdict {
    SUFFICIENT,
    TOO_HIGH,
    TOO_LOW,
    NOT_APPLICABLE,
    UNKNOWN
  }

  private static final Set<String> INTEGERS = Set.of("UINT8", "UINT16", "INT32", "UINT32");

  private static final Map<String, Integer> MANTISSA_BITS =
      Map.of("FLOAT32", 23, "BFLOAT16", 8, "BFLOAT8_B", 7, "BFLOAT4_B", 3);

  private static final int BFLOAT16_BITS = 8;
  private static final int BFLOAT4_BITS = 3;

  private static final Fidelity FINE = new Fidelity(Verdict.SUFFICIENT, null);

  /** Of a matmul or convolution. */
  public static Fidelity of(PerfOperation operation) {
    PerfRow row = operation.row();
    String[] types = {row.input0().dataType(), row.input1().dataType(), row.output0().dataType()};
    int[] bits = new int[types.length];
    for (String type : types) {
      if (type != null && INTEGERS.contains(type)) {
        return new Fidelity(
            Verdict.NOT_APPLICABLE,
            "Fidelity evaluation is not applicable for integer datatypes (UINT8, UINT16, INT32,"
                + " UINT32).");
      }
    }
    for (int i = 0; i < types.length; i++) {
      String type = types[i];
      Integer known = type == null ? null : MANTISSA_BITS.get(type);
      if (known == null) {
        return new Fidelity(
            Verdict.UNKNOWN,
            "Datatype "
                + (type == null ? "nan" : type)
                + " is not supported for fidelity evaluation.");
      }
      bits[i] = known;
    }
    return judge(bits[0], bits[1], bits[2], row.mathFidelity());
  }

  private static Fidelity judge(int in0, int in1, int out, @Nullable String fidelity) {
    boolean narrowResult = out == BFLOAT4_BITS;
    if (in0 == BFLOAT16_BITS) {
      return narrowResult ? wideToNarrow(fidelity) : wideToWide(fidelity);
    }
    if (in1 == BFLOAT4_BITS) {
      return narrowWeights(fidelity);
    }
    return middle(fidelity, narrowResult);
  }

  private static Fidelity wideToWide(@Nullable String fidelity) {
    return switch (fidelity) {
      case "HiFi4" ->
          new Fidelity(
              Verdict.SUFFICIENT,
              "HiFi2 may also work, it discards the lowest bit of the activations and has 2x the"
                  + " throughput of HiFi4");
      case "HiFi2" ->
          low(
              "If your matmuls are not FLOP-bound use HiFi4 with BF16 activations for full"
                  + " accuracy");
      case "LoFi" -> low("Use HiFi2 or HiFi4 with BF16 activations for improved accuracy");
      case null, default -> unknown();
    };
  }

  private static Fidelity wideToNarrow(@Nullable String fidelity) {
    return switch (fidelity) {
      case "HiFi4" ->
          high(
              "HiFi2 is very likely to work for BFP8 output; it discards the lowest bit of the"
                  + " activations and has 2x the throughput of HiFi4");
      case "HiFi2" -> narrowMayDo();
      case "LoFi" ->
          low(
              "HiFi2 may give better accuracy for large matmuls with many intermediate"
                  + " accumulations");
      case null, default -> unknown();
    };
  }

  private static Fidelity middle(@Nullable String fidelity, boolean narrowResult) {
    return switch (fidelity) {
      case "HiFi4" ->
          high("HiFi2 is sufficient for BFP8 multiplication and has 2x the throughput of HiFi4");
      case "HiFi2" -> narrowResult ? narrowMayDo() : FINE;
      case "LoFi" ->
          low(
              narrowResult
                  ? "HiFi2 may give slightly better accuracy for large matmuls with many"
                      + " intermediate accumulations"
                  : "HiFi2 is recommended for accuracy; LoFi discards the lowest 2 bits of the"
                      + " weights");
      case null, default -> unknown();
    };
  }

  private static Fidelity narrowWeights(@Nullable String fidelity) {
    return "LoFi".equals(fidelity)
        ? FINE
        : high("LoFi is sufficient with BFP4 weights, use it for much higher throughput");
  }

  private static Fidelity narrowMayDo() {
    return new Fidelity(
        Verdict.SUFFICIENT,
        "LoFi might also be sufficient with BFP4 output and has almost 2x the throughput of"
            + " HiFi2");
  }

  private static Fidelity high(String advice) {
    return new Fidelity(Verdict.TOO_HIGH, advice);
  }

  private static Fidelity low(String advice) {
    return new Fidelity(Verdict.TOO_LOW, advice);
  }

  private static Fidelity unknown() {
    return new Fidelity(Verdict.UNKNOWN, null);
  }
}
