package dev.tilescope.internal.perf;

import dev.tilescope.internal.links.Ran;
import dev.tilescope.model.Changed;
import dev.tilescope.profile.internal.table.OpsRow;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One row of an {@code ops_perf_results} CSV, as far as the report needs it.
 *
 * @param id the line in the file if no cell holds a line break: the first row after the header is 2
 * @param globalCallCount NaN if the cell is empty, as all numbers here
 * @param gapNanos from the end of the operation before
 * @param ran the row as evidence of which operation it is, its call numbered as the file has it
 * @param others inputs after the first two
 */
public record PerfRow(
    int id,
    String opCode,
    String opType,
    double globalCallCount,
    @Nullable Integer device,
    String attributes,
    @Nullable String mathFidelity,
    @Nullable Integer cores,
    double hostStartNanos,
    double gapNanos,
    double kernelNanos,
    PerfTensor input0,
    PerfTensor input1,
    PerfTensor output0,
    Ran ran,
    List<PerfTensor> others,
    Dispatch dispatch) {

  /**
   * How the host started a program.
   *
   * @param hostNanos how long the call took it
   * @param program the program's hash; null if the file does not say
   * @param isCached whether the program had been built; null if the file does not say
   * @param trace the metal trace that it was recorded into or replayed from; null for none
   * @param replay which of the replays; null for the recording and outside of traces
   */
  public record Dispatch(
      double hostNanos,
      @Nullable String program,
      @Nullable Boolean isCached,
      @Nullable Integer trace,
      @Nullable Integer replay) {
    public static final Dispatch UNKNOWN = new Dispatch(Double.NaN, null, null, null, null);
  }

  public PerfRow {
    others = List.copyOf(others);
  }

  public PerfRow(
      int id,
      String opCode,
      String opType,
      double globalCallCount,
      @Nullable Integer device,
      String attributes,
      @Nullable String mathFidelity,
      @Nullable Integer cores,
      double hostStartNanos,
      double gapNanos,
      double kernelNanos,
      PerfTensor input0,
      PerfTensor input1,
      PerfTensor output0,
      Ran ran) {
    this(
        id,
        opCode,
        opType,
        globalCallCount,
        device,
        attributes,
        mathFidelity,
        cores,
        hostStartNanos,
        gapNanos,
        kernelNanos,
        input0,
        input1,
        output0,
        ran,
        List.of(),
        Dispatch.UNKNOWN);
  }

  /** Those that the row has. */
  public List<PerfTensor> inputs() {
    return Stream.concat(Stream.of(input0, input1), others.stream())
        .filter(PerfTensor::isKnown)
        .toList();
  }

  public boolean isSignpost() {
    return opType.equals(OpsRow.SIGNPOST);
  }

  public boolean isDeviceOperation() {
    return opType.equals(OpsRow.DEVICE_OPERATION);
  }

  /** Operations of the host are known by their name alone, as tt-perf-report knows them. */
  public boolean isHostOperation() {
    return opCode.contains("(torch)");
  }

  boolean isCollective() {
    return opCode.contains("AllGather")
        || opCode.contains("ReduceScatter")
        || opCode.contains("AllReduce");
  }

  /**
   * How long one call took on several devices: as long as the slowest took, but collectives wait
   * for each other, so theirs is the mean; not a number if no row has a time.
   */
  public static double kernelNanosTogether(List<PerfRow> rows) {
    DoubleStream nanos =
        rows.stream().mapToDouble(PerfRow::kernelNanos).filter(each -> !Double.isNaN(each));
    boolean mean = rows.getFirst().isCollective();
    return (mean ? nanos.average() : nanos.max()).orElse(Double.NaN);
  }

  PerfRow withKernelNanos(double nanos) {
    return Changed.with(this, "kernelNanos", nanos);
  }
}
