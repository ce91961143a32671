package dev.tilescope.internal.explain;

import dev.tilescope.internal.links.Ran;
import dev.tilescope.internal.perf.PerfArch;
import dev.tilescope.internal.perf.PerfOperation;
import dev.tilescope.internal.perf.PerfOptions;
import dev.tilescope.internal.perf.PerfReport;
import dev.tilescope.internal.perf.PerfRow;
import dev.tilescope.internal.perf.PerfTable;
import dev.tilescope.internal.perf.PerfTensor;
import dev.tilescope.model.Changed;
import dev.tilescope.profile.internal.table.OpsRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Programs that a report or its database tells of, as the rows that a performance CSV would have
 * for them.
 */
final class Programs {
  private static final Pattern FIDELITY =
      Pattern.compile("math_fidelity=(?:MathFidelity(?:\\.|::))?(LoFi|HiFi[234])");

  /** The row of the first program, as in a file with a header. */
  private static final int FIRST_ROW = 2;

  /**
   * A program.
   *
   * @param parameters the words of its first argument; empty if not known
   * @param cores that its circular buffers lie on; 0 for one that had run before
   * @param nanos modelled; 0 if not known
   * @param hostNanos how long its call took; 0 if not known
   * @param inputs ids of its operands
   * @param output the id of its result; -1 if not known
   */
  record Program(
      String name,
      Place place,
      String parameters,
      int cores,
      long nanos,
      double hostNanos,
      List<PerfTensor> operands,
      PerfTensor result,
      List<Long> inputs,
      long output) {}

  private final List<Program> programs = new ArrayList<>();
  private final List<PerfRow> rows = new ArrayList<>();
  private final Map<String, Integer> coresOfProgram = new HashMap<>();

  void add(Program program) {
    Matcher fidelity = FIDELITY.matcher(program.parameters);
    List<PerfTensor> operands = program.operands;
    programs.add(program);
    rows.add(
        new PerfRow(
            rows.size() + FIRST_ROW,
            program.name,
            OpsRow.DEVICE_OPERATION,
            rows.size(),
            0,
            program.parameters,
            fidelity.find() ? fidelity.group(1) : null,
            cores(program),
            Double.NaN,
            Double.NaN,
            program.nanos > 0 ? program.nanos : Double.NaN,
            operand(operands, 0),
            operand(operands, 1),
            program.result,
            Ran.named(program.name),
            operands.size() > 2 ? operands.subList(2, operands.size()) : List.of(),
            dispatch(program)));
  }

  /** On the modelled device a program announces its circular buffers only when it is built. */
  private static PerfRow.Dispatch dispatch(Program program) {
    return program.nanos <= 0
        ? PerfRow.Dispatch.UNKNOWN
        : new PerfRow.Dispatch(program.hostNanos, null, program.cores <= 0, null, null);
  }

  private static PerfTensor operand(List<PerfTensor> operands, int index) {
    return index < operands.size() ? operands.get(index) : PerfTensor.NONE;
  }

  /** Only the first launch of a program announces its circular buffers. */
  private @Nullable Integer cores(Program program) {
    String alike = program.name + program.parameters + program.operands;
    int cores = program.cores > 0 ? program.cores : coresOfProgram.getOrDefault(alike, 0);
    coresOfProgram.put(alike, cores);
    return cores == 0 ? null : cores;
  }

  int size() {
    return rows.size();
  }

  /** What {@code perf} says of them. */
  Analysed analysed(@Nullable String arch, @Nullable Integer workers) {
    PerfTable table = new PerfTable(PerfTable.Format.V2_1, arch, workers, false, rows, List.of());
    PerfReport report =
        PerfReport.of(table, Changed.with(PerfOptions.DEFAULT, "ignoreSignposts", true));
    List<Work> works = new ArrayList<>();
    for (PerfOperation operation : report.operations()) {
      Program program = programs.get(operation.row().id() - FIRST_ROW);
      works.add(new Work(operation, program.place, program.inputs, program.output));
    }
    return new Analysed(report.arch(), works);
  }

  /** The programs on their architecture. */
  record Analysed(PerfArch arch, List<Work> works) {}
}
