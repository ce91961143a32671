package dev.tilescope.ops.internal.movement;

import dev.tilescope.ops.internal.kernel.CopyKernels;
import dev.tilescope.ops.internal.kernel.Kernels;
import dev.tilescope.ops.internal.kernel.Lines;
import dev.tilescope.ops.internal.kernel.LookupKernels;
import dev.tilescope.ops.internal.kernel.ScatterKind;
import dev.tilescope.tensor.Values;
import java.util.List;

/** The kernels that move elements, on values of either kind. Input and output are of one kind. */
final class Moves {
  private Moves() {}

  static void permute(Values in, int[] dims, int[] order, Values out) {
    switch (in) {
      case Values.Floats(float[] array) -> Kernels.permute(array, dims, order, out.floats());
      case Values.Integers(int[] array) -> Kernels.permute(array, dims, order, out.integers());
    }
  }

  static void slice(Values in, int[] dims, int[] from, int[] steps, Values out, int[] outDims) {
    switch (in) {
      case Values.Floats(float[] array) ->
          CopyKernels.slice(array, dims, from, steps, out.floats(), outDims);
      case Values.Integers(int[] array) ->
          CopyKernels.slice(array, dims, from, steps, out.integers(), outDims);
    }
  }

  static void concat(List<Values> parts, List<Lines> lines, Values out) {
    switch (out) {
      case Values.Floats(float[] array) ->
          CopyKernels.concat(parts.stream().map(Values::floats).toList(), lines, array);
      case Values.Integers(int[] array) ->
          CopyKernels.concat(parts.stream().map(Values::integers).toList(), lines, array);
    }
  }

  static void pad(Values in, int[] dims, int[] before, int[] after, double value, Values out) {
    switch (in) {
      case Values.Floats(float[] array) ->
          CopyKernels.pad(array, dims, before, after, (float) value, out.floats());
      case Values.Integers(int[] array) ->
          CopyKernels.pad(array, dims, before, after, (int) (long) value, out.integers());
    }
  }

  static void repeat(Values in, int[] dims, int[] repeats, Values out) {
    switch (in) {
      case Values.Floats(float[] array) -> CopyKernels.repeat(array, dims, repeats, out.floats());
      case Values.Integers(int[] array) -> CopyKernels.repeat(array, dims, repeats, out.integers());
    }
  }

  static void roll(Values in, Lines lines, int shift, Values out) {
    switch (in) {
      case Values.Floats(float[] array) -> CopyKernels.roll(array, lines, shift, out.floats());
      case Values.Integers(int[] array) -> CopyKernels.roll(array, lines, shift, out.integers());
    }
  }

  static void gather(Values in, int[] dims, int dim, int[] indices, int[] indexDims, Values out) {
    switch (in) {
      case Values.Floats(float[] array) ->
          LookupKernels.gather(array, dims, dim, indices, indexDims, out.floats());
      case Values.Integers(int[] array) ->
          LookupKernels.gather(array, dims, dim, indices, indexDims, out.integers());
    }
  }

  /** Into values that already hold the input. */
  static void scatter(
      ScatterKind kind,
      Values out,
      int[] dims,
      int dim,
      int[] indices,
      int[] indexDims,
      Values source,
      int[] sourceDims) {
    switch (out) {
      case Values.Floats(float[] array) ->
          LookupKernels.scatter(
              kind, array, dims, dim, indices, indexDims, source.floats(), sourceDims);
      case Values.Integers(int[] array) ->
          LookupKernels.scatter(
              kind, array, dims, dim, indices, indexDims, source.integers(), sourceDims);
    }
  }

  /** Writes values of their own shape over the elements from, from + step, ... of others. */
  static void writeSlice(
      Values in, int[] dims, Values out, int[] outDims, int[] from, int[] steps) {
    switch (in) {
      case Values.Floats(float[] array) ->
          CopyKernels.writeSlice(array, dims, out.floats(), outDims, from, steps);
      case Values.Integers(int[] array) ->
          CopyKernels.writeSlice(array, dims, out.integers(), outDims, from, steps);
    }
  }

  /**
   * Writes slice after slice over those that indices name; the last of equal indices counts, and
   * what names no slice is passed over.
   */
  static void replaceSlices(Values out, Lines lines, int[] indices, Values slices) {
    Object from = array(slices);
    Object to = array(out);
    int inner = lines.inner();
    for (int outer = 0; outer < lines.outer(); outer++) {
      for (int i = 0; i < indices.length; i++) {
        if (indices[i] >= 0 && indices[i] < lines.length()) {
          int source = (outer * indices.length + i) * inner;
          System.arraycopy(from, source, to, (outer * lines.length() + indices[i]) * inner, inner);
        }
      }
    }
  }

  private static Object array(Values values) {
    return switch (values) {
      case Values.Floats(float[] array) -> array;
      case Values.Integers(int[] array) -> array;
    };
  }
}
