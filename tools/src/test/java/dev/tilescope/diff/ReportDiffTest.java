package dev.tilescope.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.TraceScript;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.capture.Programs;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.diff.ReportDiff.Change;
import dev.tilescope.diff.ReportDiff.Changed;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportDiffTest {
  private final TraceScript before = new TraceScript();
  private final TraceScript after = new TraceScript();

  @Test
  void tensorIdsAddressesAndDurationsAreNoChange() {
    call(before, "add", 1000, 1, "Tensor(tensor_id=1, address=0xff, shape=[2])");
    call(after, "add", 9999, 77, "Tensor(tensor_id=77, address=0x1000, shape=[2])");
    ReportDiff diff = diff();
    assertThat(diff.isSame()).isTrue();
    assertThat(diff.pairs()).hasSize(1);
    assertThat(diff.before().hostNanos()).isEqualTo(1000);
    assertThat(diff.after().hostNanos()).isEqualTo(9999);
  }

  @Test
  void addedAndRemovedOperationsAreToldWithoutWhatIsInsideThem() {
    call(before, "a", 0, 1);
    before.start("gone");
    call(before, "inner", 0, 1);
    before.end(0);
    call(before, "b", 0, 1);
    call(after, "a", 0, 1);
    call(after, "b", 0, 1);
    call(after, "new", 0, 1);
    ReportDiff diff = diff();
    assertThat(diff.removed()).extracting(Operation::name).containsExactly("gone");
    assertThat(diff.added()).extracting(Operation::name).containsExactly("new");
    assertThat(diff.changed()).isEmpty();
    assertThat(diff.isSame()).isFalse();
  }

  @Test
  void aChangedArgumentIsToldByIndexAndOneThatIsNewHasNoBefore() {
    call(before, "op", 0, 1, "same", "1");
    call(after, "op", 0, 1, "same", "2", "more");
    assertThat(diff().changed())
        .singleElement()
        .extracting(Changed::changes)
        .isEqualTo(List.of(new Change.Argument(1, "1", "2"), new Change.Argument(2, null, "more")));
  }

  @Test
  void whatDiffersOnlyInsideIsToldInside() {
    for (TraceScript script : List.of(before, after)) {
      script.start("outer");
      call(script, "inner", 0, 1, script == before ? "x" : "y");
      if (script == after) {
        call(script, "extra", 0, 1);
      }
      script.end(0);
    }
    ReportDiff diff = diff();
    assertThat(diff.changed())
        .extracting(c -> c.after().path())
        .containsExactly(List.of("outer", "inner"));
    assertThat(diff.added()).extracting(Operation::path).containsExactly(List.of("outer", "extra"));
  }

  @Test
  void whatChangedAlikeInEqualLayersIsOneGroup() {
    for (TraceScript script : List.of(before, after)) {
      call(script, "embedding", 0, 1);
      for (int layer = 0; layer < 12; layer++) {
        call(script, "norm", 0, 1);
        call(script, "linear", 0, 1, script == before ? "512" : "1024");
        call(script, "gelu", 0, 1, script == after && layer == 7 ? "fast" : "");
        if (script == after) {
          call(script, "dropout", 0, 1);
        }
      }
    }
    ReportDiff.ByLayer byLayer = diff().byLayer();
    assertThat(byLayer.added()).extracting(g -> g.things().size()).containsExactly(12);
    assertThat(byLayer.added().getFirst().layers()).isEqualTo("norm, linear, gelu");
    assertThat(byLayer.changed()).extracting(g -> g.things().size()).containsExactly(12, 1);
    assertThat(byLayer.changed().getFirst().things().getFirst().after().name()).isEqualTo("linear");
  }

  @Test
  void anotherOutputShapeIsAChange() {
    returns(before, 32);
    returns(after, 64);
    assertThat(diff().changed())
        .singleElement()
        .satisfies(
            c -> assertThat(c.changes()).hasOnlyElementsOfType(Change.Outputs.class).hasSize(1));
  }

  @Test
  void moreMemoryForTheSameCallIsAChange() {
    memory(before, 100, 10);
    memory(after, 150, 20);
    ReportDiff diff = diff();
    assertThat(diff.changed())
        .singleElement()
        .extracting(Changed::changes)
        .isEqualTo(
            List.of(
                new Change.Memory(
                    new Measures(100, 0, 1, 10, 0, Map.of()),
                    new Measures(150, 0, 1, 20, 0, Map.of()))));
    assertThat(diff.before().devices().getFirst().peakL1Bytes()).isEqualTo(110);
    assertThat(diff.after().devices().getFirst().peakL1Bytes()).isEqualTo(170);
  }

  @Test
  void nestingAsDeepAsAProgramGoesIsComparedWithoutRecursion() {
    for (TraceScript script : List.of(before, after)) {
      for (int i = 0; i < 20_000; i++) {
        script.start("deep");
      }
      call(script, "leaf", 0, 1, script == before ? "x" : "y");
      for (int i = 0; i < 20_000; i++) {
        script.end(0);
      }
    }
    assertThat(diff().changed())
        .singleElement()
        .extracting(Changed::changes)
        .isEqualTo(List.of(new Change.Inside()));
  }

  @Test
  void twoRunsOfOneProgramAreTheSameAndAnExtraOperationIsFound() {
    ReportDiff same = ReportDiff.of(program(false), program(false));
    assertThat(same.isSame()).isTrue();
    assertThat(same.pairs()).isNotEmpty();
    ReportDiff more = ReportDiff.of(program(false), program(true));
    assertThat(more.added()).extracting(Operation::name).containsExactly("ttnn::relu");
    assertThat(more.removed()).isEmpty();
    assertThat(more.after().operations())
        .as("with the free of its result, which is an operation too")
        .isEqualTo(more.before().operations() + 2);
    assertThat(more.after().deviceNanos()).isGreaterThan(more.before().deviceNanos());
  }

  @Test
  void anotherShapeChangesArgumentsInputsOutputsAndMemory() {
    Report small = add(32);
    Report large = add(96);
    Changed add = ReportDiff.of(small, large).changed().getFirst();
    assertThat(add.after().name()).isEqualTo("ttnn::add");
    assertThat(add.changes())
        .hasAtLeastOneElementOfType(Change.Argument.class)
        .hasAtLeastOneElementOfType(Change.Inputs.class)
        .hasAtLeastOneElementOfType(Change.Outputs.class)
        .hasAtLeastOneElementOfType(Change.Memory.class);
  }

  private static Report add(int rows) {
    return Programs.tracedAdd(
        RunMode.NORMAL, MemoryConfig.L1, false, new int[] {rows, 32}, new int[] {rows, 32});
  }

  private static Report program(boolean more) {
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor a = Programs.random(device, MemoryConfig.L1, 64, 64);
        GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Tensor sum = Ttnn.add(a, a);
      if (more) {
        Ttnn.relu(sum).close();
      }
      Ttnn.multiply(sum, sum).close();
      sum.close();
      return capture.end();
    }
  }

  private ReportDiff diff() {
    return ReportDiff.of(Report.of(before.trace()), Report.of(after.trace()));
  }

  private static void call(
      TraceScript script, String name, long nanos, long tensor, String... arguments) {
    script.start(name, arguments);
    script.tensor(tensor, 2);
    script.end(nanos);
  }

  private static void returns(TraceScript script, int columns) {
    int start = script.start("op");
    script.end(0, start + 2);
    script.tensor(1, 32, columns);
  }

  private static void memory(TraceScript script, long bytes, long program) {
    script.start("op");
    script.allocate(script.buffer(BufferType.L1, bytes), 1);
    script.circularBuffer(program, false);
    script.end(0);
  }
}
