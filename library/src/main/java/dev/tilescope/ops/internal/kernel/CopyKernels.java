package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.Checks.require;

import dev.tilescope.ops.internal.kernel.Copies.Run;
import java.util.Arrays;
import java.util.List;

/**
 * Kernels that move elements without computing, on floats and on ints. Rules as for {@link
 * Kernels}; an output may not be an input. Shapes are row-major.
 */
public final class CopyKernels {
  private static final int FILL_ELEMENTS = 1 << 16;

  private CopyKernels() {}

  private static Parallel parallel(int work) {
    return Kernels.engine(work).parallel();
  }

  /**
   * Joins tensors along the middle of their lines, which must agree in the outer and inner size.
   */
  public static void concat(List<float[]> parts, List<Lines> lines, float[] out) {
    int outLength =
        checkConcat(parts.stream().mapToInt(part -> part.length).toArray(), lines, out.length);
    int from = 0;
    for (int i = 0; i < parts.size(); i++) {
      Run run = Copies.floats(parts.get(i), out);
      Copies.part(parallel(out.length), run, lines.get(i), outLength, from);
      from += lines.get(i).length();
    }
  }

  /** The same on integers. */
  public static void concat(List<int[]> parts, List<Lines> lines, int[] out) {
    int outLength =
        checkConcat(parts.stream().mapToInt(part -> part.length).toArray(), lines, out.length);
    int from = 0;
    for (int i = 0; i < parts.size(); i++) {
      Run run = Copies.ints(parts.get(i), out);
      Copies.part(parallel(out.length), run, lines.get(i), outLength, from);
      from += lines.get(i).length();
    }
  }

  /** The length of the joined lines. */
  private static int checkConcat(int[] lengths, List<Lines> lines, int outLength) {
    require(
        !lines.isEmpty() && lines.size() == lengths.length,
        "concat: needs one shape for each of at least one part, got "
            + lines.size()
            + " for "
            + lengths.length);
    long total = 0;
    Lines first = lines.getFirst();
    for (int i = 0; i < lengths.length; i++) {
      Lines part = lines.get(i);
      Checks.length("concat: part " + i, lengths[i], part.volume());
      require(
          part.outer() == first.outer() && part.inner() == first.inner(),
          "concat: part "
              + i
              + " must agree with the first but in length, got "
              + part
              + " against "
              + first);
      total += part.length();
    }
    require(
        total <= Integer.MAX_VALUE,
        "concat: " + total + " elements are more than an array can hold");
    Checks.length(
        "concat: out", outLength, new Lines(first.outer(), (int) total, first.inner()).volume());
    return (int) total;
  }

  /**
   * The elements {@code from, from + step, ...} of each dimension, as many as {@code outDims} says;
   * steps may be negative.
   */
  public static void slice(
      float[] in, int[] dims, int[] from, int[] steps, float[] out, int[] outDims) {
    int[] strides = checkSlice(in.length, dims, from, steps, out.length, outDims);
    int at = dot(from, Copies.rowMajor(dims));
    Copies.run(
        parallel(out.length),
        Copies.floats(in, out),
        outDims,
        at,
        strides,
        0,
        Copies.rowMajor(outDims));
  }

  /** The same on integers. */
  public static void slice(
      int[] in, int[] dims, int[] from, int[] steps, int[] out, int[] outDims) {
    int[] strides = checkSlice(in.length, dims, from, steps, out.length, outDims);
    int at = dot(from, Copies.rowMajor(dims));
    Copies.run(
        parallel(out.length),
        Copies.ints(in, out),
        outDims,
        at,
        strides,
        0,
        Copies.rowMajor(outDims));
  }

  /** The reverse: writes a tensor to the elements that such a slice of another would give. */
  public static void writeSlice(
      float[] in, int[] dims, float[] out, int[] outDims, int[] from, int[] steps) {
    int[] strides = checkSlice(out.length, outDims, from, steps, in.length, dims);
    int at = dot(from, Copies.rowMajor(outDims));
    Run run = Copies.floats(in, out);
    Copies.run(parallel(in.length), run, dims, 0, Copies.rowMajor(dims), at, strides);
  }

  /** The same on integers. */
  public static void writeSlice(
      int[] in, int[] dims, int[] out, int[] outDims, int[] from, int[] steps) {
    int[] strides = checkSlice(out.length, outDims, from, steps, in.length, dims);
    int at = dot(from, Copies.rowMajor(outDims));
    Run run = Copies.ints(in, out);
    Copies.run(parallel(in.length), run, dims, 0, Copies.rowMajor(dims), at, strides);
  }

  private static int[] checkSlice(
      int inLength, int[] dims, int[] from, int[] steps, int outLength, int[] outDims) {
    Checks.length("slice: in", inLength, Checks.volume("slice: dims", dims));
    Checks.length("slice: out", outLength, Checks.volume("slice: outDims", outDims));
    checkRank("slice: from", from, dims);
    checkRank("slice: steps", steps, dims);
    checkRank("slice: outDims", outDims, dims);
    int[] strides = Copies.rowMajor(dims);
    for (int i = 0; i < dims.length; i++) {
      long last = from[i] + (long) Math.max(0, outDims[i] - 1) * steps[i];
      require(
          outDims[i] == 0 || (from[i] >= 0 && from[i] < dims[i] && last >= 0 && last < dims[i]),
          "slice: dimension "
              + i
              + " from "
              + from[i]
              + " to "
              + last
              + " must lie in 0 to "
              + (dims[i] - 1));
      strides[i] = outDims[i] <= 1 ? 0 : strides[i] * steps[i];
    }
    return strides;
  }

  private static void checkRank(String what, int[] values, int[] dims) {
    require(
        values.length == dims.length,
        what
            + " must have "
            + dims.length
            + " entries, one for each dimension, got "
            + Arrays.toString(values));
  }

  private static int dot(int[] a, int[] b) {
    int sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /**
   * The input with {@code before[i]} copies of a value before dimension i, and {@code after[i]}
   * after it.
   */
  public static void pad(
      float[] in, int[] dims, int[] before, int[] after, float value, float[] out) {
    int[] outStrides = checkPad(in.length, dims, before, after, out.length);
    Parallel parallel = parallel(out.length);
    parallel.forRange(out.length, FILL_ELEMENTS, (from, to) -> Arrays.fill(out, from, to, value));
    Copies.run(
        parallel,
        Copies.floats(in, out),
        dims,
        0,
        Copies.rowMajor(dims),
        dot(before, outStrides),
        outStrides);
  }

  /** The same on integers. */
  public static void pad(int[] in, int[] dims, int[] before, int[] after, int value, int[] out) {
    int[] outStrides = checkPad(in.length, dims, before, after, out.length);
    Parallel parallel = parallel(out.length);
    parallel.forRange(out.length, FILL_ELEMENTS, (from, to) -> Arrays.fill(out, from, to, value));
    Copies.run(
        parallel,
        Copies.ints(in, out),
        dims,
        0,
        Copies.rowMajor(dims),
        dot(before, outStrides),
        outStrides);
  }

  /** The strides of the output. */
  private static int[] checkPad(
      int inLength, int[] dims, int[] before, int[] after, int outLength) {
    Checks.length("pad: in", inLength, Checks.volume("pad: dims", dims));
    checkRank("pad: before", before, dims);
    checkRank("pad: after", after, dims);
    int[] outDims = new int[dims.length];
    for (int i = 0; i < dims.length; i++) {
      long size = (long) dims[i] + before[i] + after[i];
      require(
          before[i] >= 0 && after[i] >= 0 && size <= Integer.MAX_VALUE,
          "pad: dimension "
              + i
              + " of "
              + dims[i]
              + " cannot grow by "
              + before[i]
              + " and "
              + after[i]);
      outDims[i] = (int) size;
    }
    Checks.length("pad: out", outLength, Checks.volume("pad: out", outDims));
    return Copies.rowMajor(outDims);
  }

  /** Each dimension repeated as a whole: {@code abc} twice is {@code abcabc}. */
  public static void repeat(float[] in, int[] dims, int[] repeats, float[] out) {
    checkRepeat(in.length, dims, repeats, out.length);
    Copies.tile(parallel(out.length), Copies.floats(in, out), dims, repeats);
  }

  /** The same on integers. */
  public static void repeat(int[] in, int[] dims, int[] repeats, int[] out) {
    checkRepeat(in.length, dims, repeats, out.length);
    Copies.tile(parallel(out.length), Copies.ints(in, out), dims, repeats);
  }

  private static void checkRepeat(int inLength, int[] dims, int[] repeats, int outLength) {
    int volume = Checks.volume("repeat: dims", dims);
    Checks.length("repeat: in", inLength, volume);
    checkRank("repeat: repeats", repeats, dims);
    int times = Checks.volume("repeat: repeats", repeats);
    Checks.length(
        "repeat: out", outLength, Checks.volume("repeat: out", new int[] {volume, times}));
  }

  /** Each element along the lines repeated in place: {@code abc} twice is {@code aabbcc}. */
  public static void repeatInterleave(float[] in, Lines lines, int repeats, float[] out) {
    int inner = checkInterleave(in.length, lines, repeats, out.length);
    int[] dims = {in.length / Math.max(1, inner), repeats, inner};
    Copies.run(
        parallel(out.length),
        Copies.floats(in, out),
        dims,
        0,
        new int[] {inner, 0, 1},
        0,
        Copies.rowMajor(dims));
  }

  /** The same on integers. */
  public static void repeatInterleave(int[] in, Lines lines, int repeats, int[] out) {
    int inner = checkInterleave(in.length, lines, repeats, out.length);
    int[] dims = {in.length / Math.max(1, inner), repeats, inner};
    Copies.run(
        parallel(out.length),
        Copies.ints(in, out),
        dims,
        0,
        new int[] {inner, 0, 1},
        0,
        Copies.rowMajor(dims));
  }

  private static int checkInterleave(int inLength, Lines lines, int repeats, int outLength) {
    Checks.length("repeatInterleave: in", inLength, lines.volume());
    int volume =
        Checks.volume("repeatInterleave: elements x repeats", new int[] {inLength, repeats});
    Checks.length("repeatInterleave: out", outLength, volume);
    return lines.inner();
  }

  /**
   * Moves every element of the lines on by {@code shift}, round the end; a negative shift moves
   * back.
   */
  public static void roll(float[] in, Lines lines, int shift, float[] out) {
    Checks.length("roll: in", in.length, lines.volume());
    Checks.length("roll: out", out.length, lines.volume());
    if (in.length > 0) {
      Copies.roll(
          parallel(out.length),
          Copies.floats(in, out),
          lines,
          Math.floorMod(shift, lines.length()));
    }
  }

  /** The same on integers. */
  public static void roll(int[] in, Lines lines, int shift, int[] out) {
    Checks.length("roll: in", in.length, lines.volume());
    Checks.length("roll: out", out.length, lines.volume());
    if (in.length > 0) {
      Copies.roll(
          parallel(out.length), Copies.ints(in, out), lines, Math.floorMod(shift, lines.length()));
    }
  }
}
