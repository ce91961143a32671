package dev.tilescope.tensor;

import dev.tilescope.model.DataType;
import dev.tilescope.model.TilescopeException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Pearson's correlation of a result with its golden values, by the rules of TT-NN's {@code
 * comp_pcc}:
 *
 * <ol>
 *   <li>both all NaN: 1; one all NaN: 0;
 *   <li>exactly one all zero: 1 if all elements are close, else 0;
 *   <li>NaN and infinities count as 0 from here on;
 *   <li>identical: 1;
 *   <li>Pearson's r in double precision; where it is undefined, since one of them is constant, 1 if
 *       all elements are close, else 0.
 * </ol>
 *
 * <p>Close is {@code |golden - calculated| <= 1e-4 + 1e-5 |calculated|}.
 */
public final class Pcc {
  private static final double RELATIVE = 1e-5;
  private static final double ABSOLUTE = 1e-4;

  private Pcc() {}

  /** Of the values of two tensors; with parts on a mesh, the least of the devices'. */
  public static double of(Tensor golden, Tensor calculated) {
    List<Values> expected = golden.requireParts("golden");
    List<Values> actual = calculated.requireParts("calculated");
    if (expected.size() != actual.size()) {
      throw new TilescopeException(
          "pcc: golden values of %d devices against those of %d"
              .formatted(expected.size(), actual.size()));
    }
    return IntStream.range(0, actual.size())
        .mapToDouble(device ->
            of(
                doubles(expected.get(device), golden.dtype()),
                doubles(actual.get(device), calculated.dtype())))
        .min()
        .orElseThrow();
  }

  private static double[] doubles(Values values, DataType dtype) {
    double[] doubles = new double[values.size()];
    Arrays.setAll(doubles, i -> values.get(dtype, i));
    return doubles;
  }

  public static double of(double[] golden, double[] calculated) {
    if (golden.length != calculated.length) {
      throw new TilescopeException(
          "pcc: %d golden values against %d".formatted(golden.length, calculated.length));
    }
    boolean noGolden = allNan(golden);
    if (noGolden || allNan(calculated)) {
      return noGolden && allNan(calculated) ? 1 : 0;
    }
    if (allEqual(golden, 0) != allEqual(calculated, 0)) {
      return allClose(golden, calculated) ? 1 : 0;
    }
    return finite(finiteOrZero(golden), finiteOrZero(calculated));
  }

  private static double finite(double[] golden, double[] calculated) {
    if (Arrays.equals(golden, calculated)) {
      return 1;
    }
    // A constant's computed variance may be a rounding error instead of 0.
    if (allEqual(golden, golden[0]) || allEqual(calculated, calculated[0])) {
      return allClose(golden, calculated) ? 1 : 0;
    }
    return pearson(golden, calculated);
  }

  private static double pearson(double[] a, double[] b) {
    double meanA = Arrays.stream(a).average().orElse(0);
    double meanB = Arrays.stream(b).average().orElse(0);
    double products = 0;
    double squaresA = 0;
    double squaresB = 0;
    for (int i = 0; i < a.length; i++) {
      products += (a[i] - meanA) * (b[i] - meanB);
      squaresA += (a[i] - meanA) * (a[i] - meanA);
      squaresB += (b[i] - meanB) * (b[i] - meanB);
    }
    return products / (Math.sqrt(squaresA) * Math.sqrt(squaresB));
  }

  private static boolean allNan(double[] values) {
    return Arrays.stream(values).allMatch(Double::isNaN);
  }

  private static boolean allEqual(double[] values, double to) {
    return Arrays.stream(values).allMatch(value -> value == to);
  }

  private static double[] finiteOrZero(double[] values) {
    return Arrays.stream(values).map(value -> Double.isFinite(value) ? value : 0).toArray();
  }

  /** As {@code torch.allclose}: NaN is close to nothing, an infinity to itself. */
  private static boolean allClose(double[] golden, double[] calculated) {
    for (int i = 0; i < golden.length; i++) {
      double allowed = ABSOLUTE + RELATIVE * Math.abs(calculated[i]);
      boolean near = Double.isFinite(allowed) && Math.abs(golden[i] - calculated[i]) <= allowed;
      if (golden[i] != calculated[i] && !near) {
        return false;
      }
    }
    return true;
  }
}
