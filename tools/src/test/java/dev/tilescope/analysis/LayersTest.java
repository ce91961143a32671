package dev.tilescope.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.Layers.Group;
import dev.tilescope.analysis.Layers.Kind;
import dev.tilescope.analysis.Layers.Section;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class LayersTest {
  private static final List<String> TRANSFORMER =
      List.of(
          "norm", "linear", "split", "matmul", "softmax", "matmul", "linear", "add", "norm",
          "linear", "gelu", "linear", "add");

  /** A program that is being written; an operation gives one tensor of the same number. */
  private static final class Program {
    private final Map<String, Integer> names = new LinkedHashMap<>();
    private final List<Integer> nameOf = new ArrayList<>();
    private final List<Long> shapes = new ArrayList<>();
    private final List<Integer> firstInput = new ArrayList<>(List.of(0));
    private final List<Integer> inputs = new ArrayList<>();

    int add(String name, long shape, int... takes) {
      nameOf.add(names.computeIfAbsent("ttnn::" + name, _ -> names.size()));
      shapes.add(shape);
      IntStream.of(takes).forEach(inputs::add);
      firstInput.add(inputs.size());
      return nameOf.size() - 1;
    }

    int size() {
      return nameOf.size();
    }

    /**
     * Operations of which each takes what the one before gave; an add what the last add gave too.
     */
    int chain(List<String> operations, int input) {
      int last = input;
      int residual = input;
      for (String operation : operations) {
        int[] takes = operation.equals("add") ? new int[] {last, residual} : new int[] {last};
        last = add(operation, operation.hashCode() | 1, takes);
        residual = operation.equals("add") ? last : residual;
      }
      return last;
    }

    OperationFlow flow() {
      return new OperationFlow(
          List.copyOf(names.keySet()),
          ints(nameOf),
          shapes.stream().mapToLong(l -> l).toArray(),
          ints(firstInput),
          ints(inputs).clone(),
          ints(inputs));
    }

    Layers layers() {
      return Layers.of(flow());
    }

    private static int[] ints(List<Integer> list) {
      return list.stream().mapToInt(i -> i).toArray();
    }
  }

  private static List<Section> repeated(Layers layers) {
    return layers.sections().stream().filter(s -> s.kind() == Kind.LAYERS).toList();
  }

  @Test
  void aHundredLayersBetweenOtherOperationsAreAHundred() {
    Program program = new Program();
    int state = program.chain(List.of("embedding", "add"), program.add("rand", 5));
    int first = program.size();
    for (int layer = 0; layer < 100; layer++) {
      state = program.chain(TRANSFORMER, state);
      if (layer > 0) {
        program.add("deallocate", 0, state - TRANSFORMER.size());
      }
    }
    program.chain(List.of("norm", "linear", "argmax"), state);
    assertThat(repeated(program.layers()))
        .singleElement()
        .satisfies(section -> {
          assertThat(section.copies()).isEqualTo(100);
          assertThat(section.from()).isEqualTo(first);
          assertThat(section.period()).isEqualTo(TRANSFORMER.size() + 1);
          assertThat(section.name()).isEqualTo("attention + feed-forward");
        });
  }

  @Test
  void stretchesOfTheSameLayerAreTheSameBlockEvenOfOneCopy() {
    Program program = new Program();
    int state = program.add("rand", 5);
    for (int layer = 0; layer < 100; layer++) {
      state = program.chain(TRANSFORMER, state);
      if (layer % 10 == 9 || layer == 0) {
        program.add("read_device_profiler", 0);
      }
    }
    List<Section> stretches = repeated(program.layers());
    assertThat(stretches).extracting(Section::copies).startsWith(1, 9, 10, 10).hasSize(11);
    assertThat(stretches).extracting(Section::block).containsOnly(0);
  }

  @Test
  void layersThatNeverStandSideBySideAreFoundToo() {
    Program program = new Program();
    int state = program.add("rand", 5);
    for (int layer = 0; layer < 6; layer++) {
      state = program.chain(TRANSFORMER, state);
      state = program.add("other" + layer, layer, state);
    }
    assertThat(repeated(program.layers())).hasSize(6).extracting(Section::block).containsOnly(0);
  }

  /** Between its halves a layer hands on one tensor, inside attention three. */
  @Test
  void copiesBeginWhereFewestTensorsCross() {
    Program program = new Program();
    int state = program.add("rand", 5);
    state = program.add("add", 1, state);
    int first = program.size();
    for (int layer = 0; layer < 8; layer++) {
      int normed = program.add("norm", 1, state);
      int one = program.add("linear", 1, normed);
      int two = program.add("gelu", 1, normed);
      state = program.add("add", 1, one, two, state);
    }
    assertThat(repeated(program.layers()))
        .singleElement()
        .extracting(Section::from)
        .isEqualTo(first);
  }

  @Test
  void whatIsBroughtInIsOneSetUpAndNeverALayer() {
    Program program = new Program();
    List<Integer> weights = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      weights.add(program.add(i % 2 == 0 ? "rand" : "zeros", 1 + i % 2));
    }
    int state = weights.getFirst();
    for (int layer = 0; layer < 3; layer++) {
      for (String operation : TRANSFORMER) {
        state = program.add(operation, 1, state, weights.get(layer));
      }
    }
    Layers layers = program.layers();
    assertThat(layers.sections())
        .extracting(Section::kind)
        .containsExactly(Kind.SET_UP, Kind.LAYERS);
    assertThat(layers.sections().getFirst().copies()).isEqualTo(60);
    assertThat(layers.sections().getFirst().name()).isEqualTo("weights");
  }

  @Test
  void constantsInsideALayerAndTheirConversionsGoWithIt() {
    Program program = new Program();
    int state = program.chain(List.of("embedding"), program.add("rand", 5));
    int first = program.size();
    for (int layer = 0; layer < 5; layer++) {
      // Every other layer reads its weight from the host; it is the same layer all the same.
      int weight = program.add(layer % 2 == 0 ? "rand" : "from_torch", 7);
      weight = program.add("to_layout", 7, weight);
      state = program.chain(TRANSFORMER, program.add("linear", 1, state, weight));
    }
    assertThat(repeated(program.layers()))
        .singleElement()
        .satisfies(section -> {
          assertThat(section.copies()).isEqualTo(5);
          assertThat(section.from()).isEqualTo(first);
          assertThat(section.starts()[1] - first).isEqualTo(TRANSFORMER.size() + 3);
        });
  }

  /** The first layer converts what was brought in, the others what the layer before gave. */
  @Test
  void aConversionAtTheHeadOfEachLayerBelongsToTheFirstToo() {
    Program program = new Program();
    int state = program.add("from_torch", 1);
    for (int layer = 0; layer < 7; layer++) {
      state = program.chain(TRANSFORMER, program.add("to_layout", 1, state));
    }
    assertThat(repeated(program.layers())).singleElement().extracting(Section::copies).isEqualTo(7);
  }

  @Test
  void shapesThatGrowDoNotHideLayersAndShapesThatDifferTellThemApart() {
    Program growing = new Program();
    Program wider = new Program();
    int state = growing.add("rand", 1);
    int other = wider.add("rand", 1);
    for (int layer = 0; layer < 12; layer++) {
      for (String operation : TRANSFORMER) {
        state = growing.add(operation, growing.size(), state);
        other = wider.add(operation, layer < 6 ? 1 : 2, other);
      }
    }
    assertThat(growing.layers().byShape()).isFalse();
    assertThat(repeated(growing.layers())).extracting(Section::copies).containsExactly(12);
    assertThat(wider.layers().byShape()).isTrue();
    assertThat(repeated(wider.layers())).extracting(Section::copies).containsExactly(6, 6);
  }

  @Test
  void blocksAreCalledByWhatTheyHold() {
    assertThat(nameOf("rms_norm", "linear", "paged_scaled_dot_product_attention_decode", "linear"))
        .isEqualTo("attention");
    assertThat(nameOf("conv2d", "conv2d", "add_")).isEqualTo("convolution block");
    assertThat(nameOf("matmul", "gelu", "add_")).isEqualTo("matmul, gelu, add");
    assertThat(nameOf("add", "matmul", "add", "gelu", "add", "sin", "matmul"))
        .isEqualTo("matmul, gelu, sin");
  }

  private static String nameOf(String... operations) {
    Program program = new Program();
    int state = program.add("rand", 1);
    for (int copy = 0; copy < 5; copy++) {
      state = program.chain(List.of(operations), state);
    }
    return repeated(program.layers()).getFirst().name();
  }

  @Test
  void thingsAtTheSamePlaceOfEqualLayersAreGrouped() {
    Program program = new Program();
    int state = program.add("rand", 1);
    for (int layer = 0; layer < 4; layer++) {
      state = program.chain(TRANSFORMER, state);
    }
    int length = TRANSFORMER.size();
    List<Group<Integer>> groups =
        program
            .layers()
            .grouped(
                List.of(0, 2, 2 + length, 7, 2 + 2 * length, 2 + 3 * length),
                thing -> thing,
                thing -> thing < 40 ? "alike" : "not");
    assertThat(groups)
        .extracting(Group::things)
        .containsExactly(
            List.of(0),
            List.of(2, 2 + length, 2 + 2 * length),
            List.of(7),
            List.of(2 + 3 * length));
    assertThat(groups).extracting(Group::layers).startsWith("", "attention + feed-forward");
  }

  /** Layers of random operations, with what is not one of them around and between. */
  @Test
  void randomProgramsOfKnownConstructionAreFound() {
    Random random = new Random(20261117);
    for (int round = 0; round < 300; round++) {
      Program program = new Program();
      List<String> layer = randomLayer(random);
      int state = noise(program, random, program.add("rand", 1));
      List<Integer> starts = new ArrayList<>();
      int copies = 2 + random.nextInt(30);
      for (int copy = 0; copy < copies; copy++) {
        starts.add(program.size());
        state = noisyCopy(program, random, layer, state);
        if (random.nextInt(8) == 0) {
          state = noise(program, random, state);
        }
      }
      noise(program, random, state);
      List<Section> found = repeated(program.layers());
      assertThat(found.stream().flatMap(LayersTest::copyStarts))
          .as("round " + round)
          .isEqualTo(starts);
      assertThat(found).extracting(Section::block).containsOnly(0);
    }
  }

  private static Stream<Integer> copyStarts(Section section) {
    return IntStream.of(section.starts()).limit(section.copies()).boxed();
  }

  /** Of different operations at its ends, so that nothing before or after could be taken for it. */
  private static List<String> randomLayer(Random random) {
    List<String> layer = new ArrayList<>(List.of("first"));
    random.ints(6 + random.nextInt(40), 0, 12).forEach(i -> layer.add("op" + i));
    layer.add("last");
    return layer;
  }

  private static int noisyCopy(Program program, Random random, List<String> layer, int input) {
    int state = input;
    for (String operation : layer) {
      if (random.nextInt(6) == 0 && state != input) {
        int weight = program.add("full", 3);
        state = program.add(operation, 1, state, weight);
      } else {
        state = program.add(operation, 1, state);
      }
      if (random.nextInt(4) == 0 && !operation.equals("last")) {
        program.add("deallocate", 0, state - 1);
      }
    }
    return state;
  }

  private static int noise(Program program, Random random, int input) {
    int state = input;
    for (int i = random.nextInt(5); i >= 0; i--) {
      state = program.add("noise" + program.size(), 1, state);
    }
    return state;
  }

  @Test
  void sectionsAreAllOperationsInOrderAndEqualBlocksHoldTheSameWork() {
    Random random = new Random(20261118);
    List<String> names = List.of("rand", "to_layout", "deallocate", "a", "b", "c");
    for (int round = 0; round < 500; round++) {
      Program program = new Program();
      for (int i = random.nextInt(80); i > 0; i--) {
        int size = program.size();
        String name = names.get(random.nextInt(names.size()));
        boolean takes = size > 0 && !name.equals("rand");
        program.add(name, random.nextInt(2), takes ? new int[] {random.nextInt(size)} : new int[0]);
      }
      OperationFlow flow = program.flow();
      Map<Integer, Set<List<String>>> work = new LinkedHashMap<>();
      int at = 0;
      for (Section section : Layers.of(flow).sections()) {
        assertThat(section.starts()[0]).isEqualTo(at);
        assertThat(section.starts()).isSorted();
        at = section.to();
        for (int copy = 0; section.kind() == Kind.LAYERS && copy < section.copies(); copy++) {
          work.computeIfAbsent(section.block(), _ -> new HashSet<>())
              .add(work(flow, section.starts()[copy], section.starts()[copy + 1]));
        }
      }
      assertThat(at).isEqualTo(program.size());
      assertThat(work.values()).allSatisfy(copies -> assertThat(copies).hasSize(1));
    }
  }

  private static List<String> work(OperationFlow flow, int from, int to) {
    OperationRoles roles = new OperationRoles(flow);
    return IntStream.range(from, to)
        .filter(i -> roles.is(i, OperationRoles.Role.WORK))
        .mapToObj(flow::name)
        .toList();
  }

  @Test
  void aHundredThousandOperationsAreNoWork() {
    Program program = new Program();
    Random random = new Random(3);
    int state = program.add("rand", 1);
    while (program.size() < 100_000) {
      state = program.chain(TRANSFORMER, state);
      program.add("deallocate", 0, state - 1);
      if (random.nextInt(20) == 0) {
        state = noise(program, random, state);
      }
    }
    OperationFlow flow = program.flow();
    Assertions.assertTimeout(Duration.ofSeconds(3), () -> Layers.of(flow));
  }
}
