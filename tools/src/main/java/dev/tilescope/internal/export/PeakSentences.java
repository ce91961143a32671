package dev.tilescope.internal.export;

import dev.tilescope.internal.words.ByteText;
import dev.tilescope.internal.words.OperationLabel;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.memory.BufferPart;
import dev.tilescope.memory.BufferPart.Making;
import dev.tilescope.memory.BufferPart.Role;
import dev.tilescope.memory.BufferPart.Step;
import dev.tilescope.memory.FullMoment;
import dev.tilescope.memory.FullMoment.Advice;
import dev.tilescope.memory.Headline.Amount;
import dev.tilescope.memory.ProgramPart;
import dev.tilescope.model.DataType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Why a memory was as full as it was, in sentences: the same on the command line and the page. */
public final class PeakSentences {
  private static final int MAX_ADVICE = 6;
  private static final int MAX_SIZES = 6;

  private final FullMoment moment;
  private final List<String> sentences = new ArrayList<>();

  private PeakSentences(FullMoment moment) {
    this.moment = moment;
  }

  /** The first is the sum; what would lower the peak comes last. */
  public static List<String> of(FullMoment moment) {
    PeakSentences made = new PeakSentences(moment);
    made.sum();
    made.programs();
    Arrays.stream(Role.values()).forEach(made::buffers);
    made.advice();
    return made.sentences;
  }

  private void sum() {
    Amount amount = moment.amount();
    String part =
        amount.capacityBytes() <= 0
            ? ""
            : String.format(
                Locale.ROOT,
                " of %s (%.1f %%)",
                ByteText.brief(amount.capacityBytes()),
                100.0 * amount.bytes() / amount.capacityBytes());
    String where = moment.isL1() ? "L1" : "DRAM";
    String one = moment.isL1() ? coreText() : "a bank";
    String when =
        amount.operation() == 0
            ? "before the first operation"
            : "in " + label(amount, moment.source());
    sentences.add(
        "%s of device %d is fullest %s: %s%s on %s."
            .formatted(
                where, moment.device().deviceId(), when, ByteText.of(amount.bytes()), part, one));
  }

  private String coreText() {
    return moment.device().core() == null
        ? "every core"
        : "core (%d, %d)".formatted(moment.device().core().x(), moment.device().core().y());
  }

  private void programs() {
    List<ProgramPart> programs = moment.programs();
    if (programs.isEmpty()) {
      return;
    }
    long bytes = programs.stream().mapToLong(ProgramPart::bytes).sum();
    String program = programs.getFirst().program();
    int operation = programs.getFirst().operation();
    sentences.add(
        "%s is %s of %s%s: %s%s. The device's next program takes their place."
            .formatted(
                ByteText.brief(bytes),
                kinds(programs),
                program.isEmpty() ? "the program that runs" : VisibleText.of(program),
                operation == moment.amount().operation() ? "" : " in #" + operation,
                sizes(programs),
                tiles(programs.getFirst().bytes())));
  }

  /** What the largest holds, if it is a whole number of tiles of what the operation works on. */
  private String tiles(long bytes) {
    for (BufferPart buffer : moment.buffers()) {
      Role role = moment.role(buffer);
      DataType type = type(buffer.tensor());
      if ((role == Role.IN_USE || role == Role.TEMPORARY)
          && type != null
          && bytes % type.tileBytes() == 0) {
        return "; the largest holds %,d tiles of %s"
            .formatted(bytes / type.tileBytes(), type.name());
      }
    }
    return "";
  }

  private static @Nullable DataType type(String tensor) {
    String word = tensor.substring(tensor.lastIndexOf(' ') + 1);
    for (DataType type : DataType.values()) {
      if (type.name().equals(word)) {
        return type;
      }
    }
    return null;
  }

  private static String kinds(List<ProgramPart> programs) {
    String kind = programs.getFirst().kind();
    boolean alike = programs.stream().allMatch(p -> p.kind().equals(kind));
    return alike ? plural(programs.size(), kind.replace('_', ' ')) : programs.size() + " buffers";
  }

  /** {@code 2 × 64.0 KiB, 32.0 KiB}. */
  private static String sizes(List<ProgramPart> programs) {
    Map<Long, Integer> counts = new LinkedHashMap<>();
    programs.forEach(p -> counts.merge(p.bytes(), 1, Integer::sum));
    List<String> words = new ArrayList<>();
    counts.forEach(
        (bytes, count) -> words.add((count == 1 ? "" : count + " × ") + ByteText.brief(bytes)));
    int more = words.size() - MAX_SIZES;
    return String.join(", ", words.subList(0, Math.min(words.size(), MAX_SIZES)))
        + (more > 0 ? " and smaller ones" : "");
  }

  private void buffers(Role role) {
    List<BufferPart> all = moment.buffers().stream().filter(b -> moment.role(b) == role).toList();
    if (all.isEmpty()) {
      return;
    }
    String largest = all.size() == 1 ? "" : "; the largest is " + tensor(all.getFirst());
    sentences.add(
        "%s is %s%s%s."
            .formatted(
                ByteText.brief(moment.bytesOf(role)),
                what(role, all.size()),
                all.size() == 1 ? ": " + tensor(all.getFirst()) : "",
                largest));
  }

  private static String what(Role role, int count) {
    String buffers = plural(count, "buffer");
    return switch (role) {
      case IN_USE -> buffers + " that the operation itself takes or gives";
      case TEMPORARY -> buffers + " that the operation makes and frees inside";
      case WAITING -> buffers + " that later operations need";
      case WEIGHT -> buffers + " of weights and inputs, there because the model runs again";
      case PROGRAM -> buffers + " with kernels and arguments of programs, kept for their next run";
      case RESULT ->
          buffers + (count == 1 ? " not used since it was made" : " not used since they were made");
      case LATE -> buffers + " that nothing needs any more";
    };
  }

  private static String tensor(BufferPart buffer) {
    StringBuilder text = new StringBuilder();
    text.append(
        buffer.tensorId() < 0
            ? "the one at 0x" + Long.toHexString(buffer.address())
            : "tensor " + buffer.tensorId());
    if (!buffer.tensor().isEmpty()) {
      text.append(", ").append(VisibleText.of(buffer.tensor()));
    }
    text.append(", ").append(ByteText.brief(buffer.bytesPerBank()));
    text.append(made(buffer));
    return text.toString();
  }

  private static String made(BufferPart buffer) {
    Step made = buffer.made();
    if (made == null) {
      return ", from before the capture";
    }
    return buffer.making() == Making.BROUGHT_IN_BEFORE
        ? ", brought in before " + brief(made)
        : ", made by " + label(made);
  }

  private void advice() {
    List<Advice> advice = moment.advice();
    if (advice.isEmpty()) {
      Amount amount = moment.amount();
      int next = moment.levels().fullestBut(amount.operation());
      sentences.add(
          next == 0 || moment.levels().of(next) < amount.bytes()
              ? "All of it was needed at that moment."
              : "No single change lowers it: #%d is as full.".formatted(next));
      return;
    }
    advice.stream().limit(MAX_ADVICE).forEach(a -> sentences.add(of(a)));
  }

  /** What to do, and what it saves. */
  public static String of(Advice advice) {
    String saved = ByteText.brief(advice.savedBytes());
    return switch (advice) {
      case Advice.FreeEarlier free ->
          "To save %s, free %s right after %s."
              .formatted(saved, name(free.buffer()), label(free.after()));
      case Advice.MoveToDram move when move.isWhileIdle() ->
          "To save %s, move %s to DRAM after #%d; #%d is the next to need it."
              .formatted(
                  saved, name(move.buffer()), move.buffer().previousUse(), move.buffer().nextUse());
      case Advice.MoveToDram move ->
          "To save %s, keep %s in DRAM.".formatted(saved, name(move.buffer()));
      case Advice.SpreadShards spread ->
          "To save %s, spread %s over all %d cores; it lies on %d."
              .formatted(
                  saved, name(spread.buffer()), spread.cores(), spread.buffer().shardCores());
      case Advice.HalveBlock halve ->
          "To save %s, let #%d work on smaller blocks: that is half of its circular buffer of %s."
              .formatted(
                  saved, halve.largest().operation(), ByteText.brief(halve.largest().bytes()));
    };
  }

  private static String name(BufferPart buffer) {
    return buffer.tensorId() < 0
        ? "the buffer at 0x" + Long.toHexString(buffer.address())
        : "tensor " + buffer.tensorId();
  }

  private static String label(Amount amount, String source) {
    return label(new Step(amount.operation(), amount.name(), source));
  }

  private static String brief(Step step) {
    return OperationLabel.of(step.operation(), VisibleText.of(step.name()));
  }

  private static String label(Step step) {
    return brief(step)
        + (step.source().isEmpty() ? "" : " (" + VisibleText.of(step.source()) + ")");
  }

  private static String plural(int count, String word) {
    return count + " " + word + (count == 1 ? "" : "s");
  }
}
