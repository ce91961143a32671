package dev.tilescope.whatif;

import dev.tilescope.memory.BufferPart.Step;
import dev.tilescope.model.BufferType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * What comes of a run that is changed. Figures are those of one core, or one bank.
 *
 * @param misfit the first thing that does not fit, where the run ends; null if all of it fits
 * @param levels of the memories that were used
 * @param rooms of the operations that changed something, in order
 * @param addresses of the buffers that got one, by index, in the order in which they got it
 */
public record Outcome(
    @Nullable Misfit misfit,
    List<Level> levels,
    List<Room> rooms,
    SequencedMap<Integer, Long> addresses) {
  public Outcome {
    levels = List.copyOf(levels);
    rooms = List.copyOf(rooms);
    addresses = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(addresses));
  }

  public boolean fits() {
    return misfit == null;
  }

  /** Of a memory; null if nothing was ever in it. */
  public @Nullable Level level(BufferType memory) {
    return levels.stream().filter(level -> level.memory() == memory).findFirst().orElse(null);
  }

  /**
   * How full a memory became.
   *
   * @param capacityBytes what there is for buffers
   * @param peak where most of it was taken
   * @param leastFreeBlockBytes the largest buffer that would have fitted at any time
   * @param leastFree where that was least
   * @param fragmentation the most of the free bytes that ever lay outside the largest free block, 0
   *     to below 1
   */
  public record Level(
      BufferType memory,
      long capacityBytes,
      long peakBytes,
      Step peak,
      long leastFreeBlockBytes,
      Step leastFree,
      double fragmentation,
      Step mostFragmented) {}

  /**
   * The least room while an operation ran.
   *
   * @param headroomBytes between the end of circular buffers and the lowest buffer in L1; -1 if it
   *     launched no program
   * @param l1FreeBlockBytes the largest free block of L1
   * @param dramFreeBlockBytes the largest free block of DRAM
   */
  public record Room(
      Step step, long headroomBytes, long l1FreeBlockBytes, long dramFreeBlockBytes) {}
}
