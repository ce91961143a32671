package dev.tilescope.internal.explain;

import dev.tilescope.analysis.DeviceOperationNames;
import dev.tilescope.analysis.OperationSteps;
import dev.tilescope.graph.CallTree;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.internal.explain.HostCall.Kind;
import dev.tilescope.internal.explain.Programs.Program;
import dev.tilescope.internal.links.ReportOperations;
import dev.tilescope.internal.perf.PerfTensor;
import dev.tilescope.memory.BufferPart.Step;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Report;
import dev.tilescope.model.Shape;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent.ProgramMemory;
import dev.tilescope.model.TraceEvent.TensorDescription;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The programs that a report tells of, and what the host did between. */
final class CapturedWorks {
  private final Trace trace;
  private final OperationSteps steps;
  private final Programs programs = new Programs();
  private final List<HostCall> hostCalls = new ArrayList<>();
  private int computed;

  private CapturedWorks(Report report) {
    this.trace = report.trace();
    this.steps = OperationSteps.of(report);
    CallTree.of(trace).operations().forEach(this::add);
  }

  static Captured of(Report report) {
    CapturedWorks works = new CapturedWorks(report);
    DeviceInfo device = report.devices().isEmpty() ? null : report.devices().getFirst();
    String arch = device == null ? "" : device.arch();
    Integer cores = device == null ? null : device.computeCores();
    int programs = works.programs.size();
    return new Captured(
        works.programs.analysed(arch, cores),
        ReportOperations.of(report.trace()).ran(),
        HostCall.between(works.hostCalls, programs));
  }

  private void add(Operation call) {
    if (DeviceOperationNames.contain(call.name())) {
      program(call);
    } else if (call.parent() == null) {
      transfer(call);
    }
  }

  private void program(Operation call) {
    computed += Work.isComputing(call.name()) ? 1 : 0;
    List<TensorDescription> inputs = trace.tensors(call.inputTensors()).toList();
    TensorDescription output = trace.tensors(call.outputs()).findFirst().orElse(null);
    programs.add(
        new Program(
            call.name(),
            place(call),
            call.arguments().isEmpty() ? "" : call.arguments().getFirst(),
            cores(call),
            call.modelledDeviceNanos(),
            call.durationNanos(),
            inputs.stream().map(CapturedTensors::of).toList(),
            output == null ? PerfTensor.NONE : CapturedTensors.of(output),
            inputs.stream().map(TensorDescription::tensorId).toList(),
            output == null ? -1 : output.tensorId()));
  }

  private int cores(Operation call) {
    return call.events().stream()
        .mapToObj(trace::event)
        .mapToInt(event -> event instanceof ProgramMemory memory ? memory.cores().size() : 0)
        .max()
        .orElse(0);
  }

  private void transfer(Operation call) {
    Kind kind = Kind.of(call.name());
    if (kind != null) {
      Ints tensors = kind == Kind.UPLOAD ? call.outputs() : call.inputTensors();
      TensorDescription tensor = trace.tensors(tensors).findFirst().orElse(null);
      Shape shape = tensor == null ? null : tensor.shape();
      hostCalls.add(
          new HostCall(
              kind,
              place(call),
              shape == null ? "unknown shape" : Arrays.toString(shape.toArray()),
              shape == null ? 0 : shape.volume(),
              call.durationNanos(),
              programs.size(),
              computed));
    }
  }

  private Place place(Operation call) {
    int node = call.start().counter();
    Step step = steps.at(node);
    String name = call.parent() == null ? call.name() : step.name() + " > " + call.name();
    return new Place(0, step.operation(), node, name, step.source());
  }
}
