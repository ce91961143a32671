package dev.tilescope.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.graph.LevelizedGraph.Vertex;
import dev.tilescope.model.Ints;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LevelizedGraphTest {
  private static final String BINARY = "BinaryNgDeviceOperation";

  /** add(a, multiply(b, c)): a=1, b=2, c=3, the product 10, the sum 11; then two deallocations. */
  private static Trace multiplyThenAdd() {
    return new RecordedTrace()
        .deviceOperation(BINARY, 10, 2, 3)
        .deviceOperation(BINARY, 11, 1, 10)
        .start("Tensor::deallocate")
        .end()
        .start("Tensor::deallocate")
        .end()
        .trace();
  }

  @Test
  void multiplyThenAddAtLevelOneIsTheWorkedExample() {
    assertThat(edges(LevelizedGraph.of(multiplyThenAdd(), 1)))
        .containsExactly(
            "0 tensor[2] [] [6] []",
            "1 tensor[3] [] [6] []",
            "2 tensor[10] [6] [] []",
            "3 tensor[1] [] [7] []",
            "4 tensor[10] [] [7] []",
            "5 tensor[11] [7] [] []",
            "6 BinaryNgDeviceOperation [0, 1] [] []",
            "7 BinaryNgDeviceOperation [3, 4] [] []",
            "8 Tensor::deallocate [] [] []",
            "9 Tensor::deallocate [] [] []");
  }

  @Test
  void atLevelTwoInternalsAppearAndIdsShift() {
    LevelizedGraph graph = LevelizedGraph.of(multiplyThenAdd(), 2);
    assertThat(edges(graph).subList(6, 12))
        .containsExactly(
            "6 BinaryNgDeviceOperation [0, 1] [] [7]",
            "7 tt::tt_metal::create_device_tensor [] [] []",
            "8 BinaryNgDeviceOperation [3, 4] [] [9]",
            "9 tt::tt_metal::create_device_tensor [] [] []",
            "10 Tensor::deallocate [] [] []",
            "11 Tensor::deallocate [] [] []");
    assertThat(graph.vertices())
        .filteredOn(v -> v.level() == 2)
        .allMatch(v -> v.internals().isEmpty());
  }

  @Test
  void aTensorTakenTwiceIsTwoVertices() {
    Trace trace = new RecordedTrace().deviceOperation(BINARY, 10, 1, 1).trace();
    assertThat(edges(LevelizedGraph.of(trace, 1)))
        .containsExactly(
            "0 tensor[1] [] [3] []",
            "1 tensor[1] [] [3] []",
            "2 tensor[10] [3] [] []",
            "3 BinaryNgDeviceOperation [0, 1] [] []");
  }

  @Test
  void inEdgesKeepTheOrderOfArguments() {
    assertThat(inNames("subtract", 1, 2)).containsExactly("tensor[1]", "tensor[2]");
    assertThat(inNames("subtract", 2, 1)).containsExactly("tensor[2]", "tensor[1]");
    assertThat(inNames("addcmul", 1, 2, 1)).containsExactly("tensor[1]", "tensor[2]", "tensor[1]");
    assertThat(inNames("matmul", 1, 1)).containsExactly("tensor[1]", "tensor[1]");
  }

  @Test
  void everyVertexButDeallocationsHasAShapeAndTheFirstIsATensor() {
    List<Vertex> vertices = LevelizedGraph.of(multiplyThenAdd(), 2).vertices();
    assertThat(vertices)
        .allMatch(v -> v.outputShapes().isEmpty() == v.name().equals("Tensor::deallocate"));
    assertThat(vertices.getFirst().outputShapes()).containsExactly("Shape([32, 32])");
    assertThat(vertices.getFirst().id()).isZero();
    assertThat(vertices.getFirst().level()).isOne();
    assertThat(vertices.getFirst().inEdges()).isEqualTo(Ints.EMPTY);
  }

  @Test
  void equalOutputShapesAreOneEntry() {
    Trace trace = new RecordedTrace().start("split", 1).end(2, 3).trace();
    assertThat(LevelizedGraph.of(trace, 1).vertices().getLast().outputShapes()).hasSize(1);
  }

  @Test
  void outputInfoIsTheFirstArgumentOfTheFirstConsumerThatTellsOfATensor() {
    Trace trace =
        new RecordedTrace().startWith("relu", List.of("Tensor(storage=x)", "1"), 1).end(2).trace();
    assertThat(LevelizedGraph.of(trace, 1).vertices().getFirst().outputInfo())
        .containsExactly("Tensor(storage=x)");
    Trace other = new RecordedTrace().startWith("relu", List.of("1"), 1).end(2).trace();
    assertThat(LevelizedGraph.of(other, 1).vertices().getFirst().outputInfo()).isEmpty();
  }

  @Test
  void wrappersThatRecordNoTensorsLeaveAGraphWithoutEdges() {
    assertThat(LevelizedGraph.of(wrapped(), 1).vertices())
        .allMatch(
            v -> v.inEdges().isEmpty() && v.outEdges().isEmpty() && v.outputShapes().isEmpty());
  }

  @Test
  void agreesWithTheRulesSpelledOutOnRandomTraces() {
    Random random = new Random(20261115);
    for (int i = 0; i < 300; i++) {
      Trace trace = randomTrace(random);
      int maxLevel = 1 + random.nextInt(4);
      assertThat(LevelizedGraph.of(trace, maxLevel).vertices())
          .as("trace %d at level %d", i, maxLevel)
          .isEqualTo(SpelledOutLevelized.of(trace, maxLevel));
    }
  }

  @Test
  void joinedByTensorTheProductFlowsFromMultiplyToAdd() {
    assertThat(edges(LevelizedGraph.joinedByTensor(multiplyThenAdd(), 1)))
        .containsExactly(
            "0 tensor[2] [] [3] []",
            "1 tensor[3] [] [3] []",
            "2 tensor[1] [] [4] []",
            "3 BinaryNgDeviceOperation [0, 1] [4] []",
            "4 BinaryNgDeviceOperation [2, 3] [] []",
            "5 Tensor::deallocate [] [] []",
            "6 Tensor::deallocate [] [] []");
  }

  @Test
  void joinedByTensorWrappersTakeAndGiveWhatTheOperationsInsideThemDo() {
    LevelizedGraph graph = LevelizedGraph.joinedByTensor(wrapped(), 1);
    assertThat(edges(graph))
        .containsExactly(
            "0 tensor[2] [] [3] []",
            "1 tensor[3] [] [3] []",
            "2 tensor[1] [] [4] []",
            "3 ttnn.multiply [0, 1] [4] []",
            "4 ttnn.add [2, 3] [] []");
    assertThat(graph.vertices()).allMatch(v -> v.outputShapes().equals(List.of("Shape([32, 32])")));
  }

  @Test
  void joinedByTensorOperationsInsideTakeFromTheOutermostProducerBesideTheirCaller() {
    assertThat(edges(LevelizedGraph.joinedByTensor(wrapped(), 2)).subList(3, 7))
        .containsExactly(
            "3 ttnn.multiply [0, 1] [5, 6] [4]",
            "4 BinaryNgDeviceOperation [0, 1] [] []",
            "5 ttnn.add [2, 3] [] [6]",
            "6 BinaryNgDeviceOperation [2, 3] [] []");
  }

  @Test
  void joinedByTensorWhatIsMadeInsideAnOperationStaysInside() {
    Trace trace =
        new RecordedTrace()
            .start("add", 1, 2)
            .start("repeat", 2)
            .end(3)
            .start("binary", 1, 3)
            .end(4)
            .end(4)
            .start("relu", 4)
            .end(5)
            .trace();
    assertThat(edges(LevelizedGraph.joinedByTensor(trace, 1)))
        .containsExactly(
            "0 tensor[1] [] [2] []",
            "1 tensor[2] [] [2] []",
            "2 add [0, 1] [3] []",
            "3 relu [2] [] []");
    assertThat(edges(LevelizedGraph.joinedByTensor(trace, 2)))
        .contains("3 repeat [1] [4] []", "4 binary [0, 3] [] []", "5 relu [2] [] []");
  }

  @Test
  void joinedByTensorArgumentsKeepTheirOrderAndRepeats() {
    Trace trace =
        new RecordedTrace().start("relu", 1).end(2).start("addcmul", 2, 3, 2).end(4).trace();
    assertThat(edges(LevelizedGraph.joinedByTensor(trace, 1)))
        .contains("2 relu [0] [3] []", "3 addcmul [2, 1, 2] [] []");
  }

  @Test
  void aTensorReturnedAgainComesFromWhoReturnedItLast() {
    Trace trace =
        new RecordedTrace()
            .start("a", 1)
            .end(2)
            .start("inplace", 2)
            .end(2)
            .start("b", 2)
            .end(3)
            .trace();
    assertThat(edges(LevelizedGraph.joinedByTensor(trace, 1)))
        .contains("1 a [0] [2] []", "2 inplace [1] [3] []", "3 b [2] [] []");
  }

  @Test
  void anIncompleteTraceIsRefusedWithTheNameOfTheOperation() {
    List<TraceNode> nodes = new ArrayList<>(multiplyThenAdd().nodes());
    Trace cut = Trace.inOrder(nodes.subList(0, 4));
    for (boolean joined : new boolean[] {false, true}) {
      assertThatThrownBy(
              () -> {
                if (joined) {
                  LevelizedGraph.joinedByTensor(cut, 1);
                } else {
                  LevelizedGraph.of(cut, 1);
                }
              })
          .isInstanceOf(TilescopeException.class)
          .hasMessageContaining(
              "operation \"BinaryNgDeviceOperation\" (node 1, level 1) never ended");
    }
  }

  @Test
  void aStartThatEndsUnderAnotherNameIsRefused() {
    Trace trace =
        Trace.inOrder(
            List.of(
                new TraceNode(
                    0,
                    1,
                    0,
                    Ints.of(1),
                    new TraceEvent.FunctionStart("a", 0, List.of(), Ints.EMPTY)),
                new TraceNode(1, 1, 0, Ints.EMPTY, new TraceEvent.FunctionEnd("b", 0, 0))));
    assertThatThrownBy(() -> LevelizedGraph.of(trace, 1))
        .hasMessageContaining("ends as \"b\" (node 1)");
  }

  @Test
  void deepTracesJoinWithoutWalkingTheirWholeDepth() {
    RecordedTrace recorded = new RecordedTrace();
    for (int i = 0; i < 100_000; i++) {
      recorded.start("f", i);
    }
    for (int i = 0; i < 100_000; i++) {
      recorded.end(200_000 + i);
    }
    assertThat(LevelizedGraph.joinedByTensor(recorded.trace(), 2).vertices()).hasSize(100_002);
    assertThatThrownBy(() -> LevelizedGraph.joinedByTensor(recorded.trace(), 100_000))
        .hasMessageContaining("ask for fewer levels");
  }

  private static Trace wrapped() {
    return new RecordedTrace()
        .start("ttnn.multiply")
        .deviceOperation(BINARY, 10, 2, 3)
        .end()
        .start("ttnn.add")
        .deviceOperation(BINARY, 11, 1, 10)
        .end()
        .trace();
  }

  private static Trace randomTrace(Random random) {
    RecordedTrace recorded =
        random.nextBoolean() ? new RecordedTrace() : RecordedTrace.deduplicated();
    int depth = 0;
    for (int i = random.nextInt(40); i > 0; i--) {
      if (depth > 0 && random.nextBoolean()) {
        recorded.end(ids(random));
        depth--;
      } else {
        List<String> arguments = random.nextInt(3) == 0 ? List.of("Tensor(" + i + ")") : List.of();
        recorded.startWith("op" + random.nextInt(4), arguments, ids(random));
        depth++;
      }
    }
    while (depth-- > 0) {
      recorded.end(ids(random));
    }
    return recorded.trace();
  }

  private static long[] ids(Random random) {
    return random.longs(random.nextInt(4), 1, 9).toArray();
  }

  private static List<String> inNames(String operation, long... inputs) {
    LevelizedGraph graph =
        LevelizedGraph.of(new RecordedTrace().deviceOperation(operation, 10, inputs).trace(), 1);
    return graph.vertices().getLast().inEdges().stream()
        .mapToObj(i -> graph.vertices().get(i).name())
        .toList();
  }

  private static List<String> edges(LevelizedGraph graph) {
    return graph.vertices().stream()
        .map(v ->
            v.id() + " " + v.name() + " " + v.inEdges() + " " + v.outEdges() + " " + v.internals())
        .toList();
  }
}
