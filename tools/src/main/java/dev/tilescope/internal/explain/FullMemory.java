package dev.tilescope.internal.explain;

import dev.tilescope.internal.export.PeakSentences;
import dev.tilescope.memory.BufferPart;
import dev.tilescope.memory.BufferPart.Step;
import dev.tilescope.memory.FullMoment;
import dev.tilescope.memory.FullMoment.Advice;
import dev.tilescope.memory.Headline.Amount;
import dev.tilescope.memory.OperationLevels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What holds memory when it is fullest, and what would lower that. */
final class FullMemory implements Detector {
  private static final int SHOWN = 2;

  /** What a run failed for comes first. */
  private static final double FAILED = 2;

  /** What a late free weighs even where there is room. */
  private static final double MISTAKE = 0.2;

  @Override
  public List<Finding> in(Run run) {
    List<Finding> found = new ArrayList<>();
    for (FullMoment moment : run.moments()) {
      Map<Topic, List<Advice>> byTopic = new EnumMap<>(Topic.class);
      for (Advice advice : moment.advice()) {
        byTopic.computeIfAbsent(topic(advice), _ -> new ArrayList<>()).add(advice);
      }
      byTopic.forEach((topic, advice) -> found.add(finding(run, moment, topic, advice)));
    }
    return found;
  }

  private static Topic topic(Advice advice) {
    return switch (advice) {
      case Advice.FreeEarlier _ -> Topic.LATE_FREE;
      case Advice.MoveToDram _ -> Topic.L1_RESIDENTS;
      case Advice.SpreadShards _ -> Topic.SHARD_SPREAD;
      case Advice.HalveBlock _ -> Topic.CIRCULAR_BUFFERS;
    };
  }

  private static Finding finding(Run run, FullMoment moment, Topic topic, List<Advice> advice) {
    Advice first = advice.getFirst();
    long peak = moment.amount().bytes();
    long saved = Math.min(peak, savedBytes(topic, advice, moment));
    return new Finding.OfMemory(
        topic,
        PeakSentences.of(moment).getFirst(),
        PeakSentences.of(first),
        advice.stream().limit(SHOWN).map(a -> place(a, moment)).toList(),
        advice.size(),
        weight(topic, moment.amount(), run) * saved / Math.max(1, peak),
        memory(moment),
        saved,
        peak);
  }

  /** What stays for the whole run can go together; of the rest the best is counted. */
  private static long savedBytes(Topic topic, List<Advice> advice, FullMoment moment) {
    long best = advice.getFirst().savedBytes();
    return switch (topic) {
      case L1_RESIDENTS -> Math.max(best, moment.bytesOf(BufferPart.Role.WEIGHT));
      case LATE_FREE -> Math.max(best, moment.amount().bytes() - peakWithoutLate(moment));
      default -> best;
    };
  }

  /** What the peak would be if all that was late then had gone after its last use. */
  private static long peakWithoutLate(FullMoment moment) {
    OperationLevels levels = moment.levels();
    long[] less = new long[levels.operations().length + 1];
    for (BufferPart buffer : moment.buffers()) {
      Step last = buffer.lastUse() == null ? buffer.made() : buffer.lastUse();
      if (moment.role(buffer) == BufferPart.Role.LATE && last != null) {
        Step freed = buffer.freed();
        less[indexAfter(levels, last.operation())] += buffer.bytesPerBank();
        less[freed == null ? less.length - 1 : indexAfter(levels, freed.operation())] -=
            buffer.bytesPerBank();
      }
    }
    long peak = 0;
    long late = 0;
    for (int i = 0; i < levels.bytes().length; i++) {
      late += less[i];
      peak = Math.max(peak, levels.bytes()[i] - late);
    }
    return peak;
  }

  /** The index of the first operation after one of this number. */
  private static int indexAfter(OperationLevels levels, int operation) {
    int found = Arrays.binarySearch(levels.operations(), operation);
    return found >= 0 ? found + 1 : -found - 1;
  }

  /** A memory that is nearly empty can be as wasteful as it likes, but for plain mistakes. */
  private static double weight(Topic topic, Amount amount, Run run) {
    if (run.shortage() != null) {
      return FAILED;
    }
    double full =
        amount.capacityBytes() <= 0 ? 0.5 : (double) amount.bytes() / amount.capacityBytes();
    return Math.min(1, (topic == Topic.LATE_FREE ? MISTAKE : 0) + 2 * full);
  }

  static String memory(FullMoment moment) {
    return (moment.isL1() ? "L1" : "DRAM") + " of device " + moment.device().deviceId();
  }

  private static Place place(Advice advice, FullMoment moment) {
    return switch (advice) {
      case Advice.FreeEarlier free -> place(free.after());
      case Advice.MoveToDram move -> place(move.buffer(), moment);
      case Advice.SpreadShards spread -> place(spread.buffer(), moment);
      case Advice.HalveBlock halve ->
          halve.largest().operation() == moment.amount().operation()
              ? place(moment)
              : Place.ofOperation(halve.largest().operation(), halve.largest().program(), "");
    };
  }

  private static Place place(BufferPart buffer, FullMoment moment) {
    @Nullable Step made = buffer.made();
    return made == null ? place(moment) : place(made);
  }

  private static Place place(Step step) {
    return Place.ofOperation(step.operation(), step.name(), step.source());
  }

  private static Place place(FullMoment moment) {
    Amount amount = moment.amount();
    return new Place(
        0, amount.operation(), Math.toIntExact(amount.node()), amount.name(), moment.source());
  }
}
