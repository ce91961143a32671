package dev.tilescope.analysis;

import dev.tilescope.analysis.OperationFlow.Sign;
import dev.tilescope.analysis.Repeats.Run;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * A program as sections: the layers that repeat, what sets it up, and the operations between.
 *
 * <p>Layers are looked for among the operations that do work ({@link OperationRoles}) by {@link
 * Repeats}, and blocks that stand alone by {@link LoneBlocks}. Deallocations and what is brought in
 * lie in the copy that they follow or serve, so copies of a layer may differ in these. Two
 * operations are alike if their names and the shapes of what they give are equal; where shapes grow
 * from step to step, as a cache does, names alone decide, because then nothing else would be found.
 *
 * @param sections all operations, in order
 * @param byShape layers are alike in shapes too
 */
public record Layers(OperationFlow flow, List<Section> sections, boolean byShape) {
  /** A run of one or two operations is worth folding from this length on. */
  private static final int LEAST_COPIES_OF_FEW = 4;

  /** How many times more sections are accepted for telling shapes apart. */
  private static final int PRICE_OF_SHAPES = 2;

  /** What a section is. */
  public enum Kind {
    OPERATION,
    /** One operation many times. */
    ROW,
    /** What makes or brings in weights, inputs and constants. */
    SET_UP,
    /** Copies of a block of operations. */
    LAYERS
  }

  /**
   * Neighbouring operations.
   *
   * @param name of a copy
   * @param block equal for layers that are equal; -1 for what is none
   * @param starts the first operation of each copy, and the first after the section
   */
  @SuppressWarnings("ArrayRecordComponent") // As many as there are operations.
  public record Section(Kind kind, String name, int block, int[] starts) {
    public int from() {
      return starts[0];
    }

    public int to() {
      return starts[copies()];
    }

    public int copies() {
      return starts.length - 1;
    }

    /** Which copy an operation is in. */
    public int copyOf(int operation) {
      int found = Arrays.binarySearch(starts, operation);
      return found < 0 ? -found - 2 : found;
    }

    private Section among(int[] kept) {
      IntUnaryOperator place =
          operation -> {
            int found = Arrays.binarySearch(kept, operation);
            return found < 0 ? -found - 1 : found;
          };
      return new Section(kind, name, block, Arrays.stream(starts).map(place).distinct().toArray());
    }

    /** Operations of a copy, or of the largest. */
    public int period() {
      return IntStream.range(0, copies()).map(i -> starts[i + 1] - starts[i]).max().orElse(0);
    }
  }

  /**
   * Things that happened alike at the same place of equal layers.
   *
   * @param layers what the layers are called; empty for one thing outside of layers
   */
  public record Group<T>(String layers, List<T> things) {}

  private record Place(int block, int name, long number, Object likeness) {}

  public Layers {
    sections = List.copyOf(sections);
  }

  public static Layers of(OperationFlow flow) {
    OperationRoles roles = new OperationRoles(flow);
    int[] work = roles.work();
    int[] all = roles.crossing();
    int[] crossing = Arrays.stream(work).map(i -> all[i]).toArray();
    int[] names = Arrays.stream(work).map(i -> flow.nameOf()[i]).toArray();
    int[] shapes = numbered(flow, work);
    List<Run> byName = blocks(names, crossing);
    List<Run> byShape = blocks(shapes, crossing);
    boolean shapesDecide =
        rows(byShape, work.length) <= (long) PRICE_OF_SHAPES * rows(byName, work.length);
    return new Layers(
        flow,
        new LayerSections(flow, roles, work, shapesDecide ? shapes : names)
            .of(shapesDecide ? byShape : byName),
        shapesDecide);
  }

  private static int[] numbered(OperationFlow flow, int[] work) {
    Map<Sign, Integer> known = new HashMap<>();
    return Arrays.stream(work)
        .map(i -> known.computeIfAbsent(flow.sign(i), _ -> known.size()))
        .toArray();
  }

  private static List<Run> blocks(int[] signs, int[] crossing) {
    List<Run> runs = Repeats.of(signs, crossing).stream().filter(Layers::worthFolding).toList();
    return LoneBlocks.with(runs, signs);
  }

  /** A few operations that come again two or three times are no layers. */
  public static boolean worthFolding(Run run) {
    return run.copies() >= LEAST_COPIES_OF_FEW || (run.copies() > 1 && run.period() > 2);
  }

  private static long rows(List<Run> blocks, int operations) {
    return operations - blocks.stream().mapToLong(b -> (long) b.period() * b.copies() - 1).sum();
  }

  /** The sections of what is kept of a program; they start at places in {@code kept}. */
  public List<Section> among(int[] kept) {
    return sections.stream().map(s -> s.among(kept)).filter(s -> s.copies() > 0).toList();
  }

  /**
   * Puts things together that are alike and belong to the same operation of equal layers.
   *
   * @param operation that a thing belongs to
   * @param likeness equal for things that are alike
   */
  public <T> List<Group<T>> grouped(
      List<T> things, ToIntFunction<T> operation, Function<T, ?> likeness) {
    NavigableMap<Integer, Section> byStart = new TreeMap<>();
    sections.forEach(section -> byStart.put(section.from(), section));
    Map<Object, Group<T>> groups = new LinkedHashMap<>();
    for (T thing : things) {
      int at = operation.applyAsInt(thing);
      Optional<Section> layers =
          Optional.ofNullable(byStart.floorEntry(at))
              .map(Map.Entry::getValue)
              .filter(section -> section.kind() == Kind.LAYERS);
      Object key =
          layers.isEmpty() ? new Object() : placeIn(layers.get(), at, likeness.apply(thing));
      String name = layers.map(Section::name).orElse("");
      groups.computeIfAbsent(key, _ -> new Group<>(name, new ArrayList<>())).things().add(thing);
    }
    return List.copyOf(groups.values());
  }

  private Place placeIn(Section layers, int operation, Object likeness) {
    int name = flow.nameOf()[operation];
    long before =
        IntStream.range(layers.starts()[layers.copyOf(operation)], operation)
            .filter(i -> flow.nameOf()[i] == name)
            .count();
    return new Place(layers.block(), name, before, likeness);
  }
}
