package dev.tilescope.internal.cli;

import dev.tilescope.analysis.MemoryFailure;
import dev.tilescope.analysis.MemoryScript.Wanted;
import dev.tilescope.device.BankStatistics;
import dev.tilescope.device.Board;
import dev.tilescope.device.ModelledTime;
import dev.tilescope.internal.cli.WhatIfCommand.Answer;
import dev.tilescope.internal.words.ByteText;
import dev.tilescope.internal.words.OperationLabel;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.memory.BufferPart.Step;
import dev.tilescope.whatif.Change;
import dev.tilescope.whatif.Misfit;
import dev.tilescope.whatif.Outcome;
import dev.tilescope.whatif.Outcome.Level;
import dev.tilescope.whatif.Outcome.Room;
import dev.tilescope.whatif.Remedy;
import dev.tilescope.whatif.WhatIf;
import java.io.IOException;
import java.io.Writer;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The answers of {@code tilescope what-if} as text; long because every kind of failure and of cure
 * has words of its own.
 */
final class WhatIfText {
  private final Writer out;
  private final int limit;

  WhatIfText(Writer out, int limit) {
    this.out = out;
    this.limit = limit;
  }

  void print(List<Answer> answers, MemoryFailure.@Nullable Found failure) throws IOException {
    if (failure != null) {
      line("The error", failure.sentence());
      line("", ErrorWords.of(failure.failure()));
      line("", "Next: " + ErrorWords.next(failure.failure()));
    }
    for (Answer answer : answers) {
      print(answer, failure);
    }
  }

  private void print(Answer answer, MemoryFailure.@Nullable Found failure) throws IOException {
    Misfit misfit = answer.outcome().misfit();
    WhatIf run = answer.run();
    out.append(
        "device %d, %s: %s\n"
            .formatted(
                run.script().deviceId(),
                VisibleText.of(described(run, answer.change())),
                misfit == null ? "fits" : "does not fit"));
    if (failure != null && misfit == null) {
      line("", "This run does not come to the error: it is of another run, or of a later part.");
    }
    if (misfit != null) {
      print(run, misfit);
    }
    print(answer.outcome());
    if (answer.isSought()) {
      print(run, answer.remedy());
    }
    for (String doubt : run.doubts(answer.change())) {
      line("note", doubt);
    }
    if (run.script().failure() != null) {
      line("note", "The recorded run ended where it did not fit: nothing is known of the rest.");
    }
    if (run.known() > 0) {
      line(
          "how sure",
          String.format(
              Locale.ROOT,
              "of %,d recorded addresses the same allocator gives %,d",
              run.known(),
              run.explained()));
    }
  }

  /** On what, and what is different. */
  private static String described(WhatIf run, Change change) {
    Change recorded = run.asRecorded();
    StringBuilder text = new StringBuilder(change.board().name());
    if (change.equals(recorded)) {
      return text.append(", as recorded").toString();
    }
    Board usual = usual(recorded.board(), change.board());
    add(text, "L1", usual.workerL1Bytes(), change.board().workerL1Bytes(), "a core");
    add(text, "DRAM", usual.dramViewBytes(), change.board().dramViewBytes(), "a bank");
    add(
        text,
        "L1_SMALL",
        recorded.options().l1SmallBytes(),
        change.options().l1SmallBytes(),
        "a core");
    add(
        text,
        "TRACE",
        recorded.options().traceRegionBytes(),
        change.options().traceRegionBytes(),
        "a device");
    if (change.order() != recorded.order()) {
      text.append(", ").append(word(change.order().name()));
    }
    if (change.options().allocation() != recorded.options().allocation()) {
      text.append(", ").append(word(change.options().allocation().name()));
    }
    if (!change.freedEarly().isEmpty()) {
      text.append(", %,d tensors freed early".formatted(change.freedEarly().size()));
    }
    if (!change.inDram().isEmpty()) {
      text.append(", %,d tensors in DRAM".formatted(change.inDram().size()));
    }
    return text.toString();
  }

  /** What another board has is known by its name. */
  private static Board usual(Board recorded, Board board) {
    return board.name().equals(recorded.name()) ? recorded : Board.named(board.name());
  }

  private static void add(StringBuilder text, String memory, long before, long now, String each) {
    if (before != now) {
      text.append(", ").append(memory).append(' ').append(ByteText.brief(now));
      text.append(' ').append(each);
    }
  }

  static String word(String constant) {
    return constant.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private void print(WhatIf run, Misfit misfit) throws IOException {
    line("fails", step(misfit.step()) + ", node " + misfit.node());
    String what = misfit.what().isEmpty() ? "" : " for " + misfit.what();
    line(
        "needs",
        ByteText.of(misfit.neededBytes()) + " of " + misfit.memory().name() + where(misfit) + what);
    line("because", reason(misfit));
    line("message", misfit.message());
    int shown = Math.min(limit, misfit.holders().size());
    for (Misfit.Holder holder : misfit.holders().subList(0, shown)) {
      line(
          "there",
          "%s at %d%s, %s"
              .formatted(
                  ByteText.brief(holder.bytes()),
                  holder.address(),
                  holder.tensor().isEmpty() ? "" : " " + holder.tensor(),
                  holder.made() == null
                      ? "from before the capture"
                      : maker(run.script().buffers().get(holder.buffer()), holder.made())));
    }
    if (misfit.holders().size() > shown) {
      line("", "and %,d more".formatted(misfit.holders().size() - shown));
    }
  }

  private static String maker(Wanted wanted, Step made) {
    return switch (wanted.kind()) {
      case TENSOR -> "of " + step(made);
      case BINARIES -> "kernels of " + step(made);
      case METAL_TRACE -> "a metal trace";
    };
  }

  private static String where(Misfit misfit) {
    return switch (misfit.kind()) {
      case FULL, FRAGMENTED, TOO_LARGE, REFUSED -> " in each bank";
      case CLASH, PROGRAM_TOO_LARGE -> " in each of its cores, as circular buffers";
      case TRACE_REGION -> ", all live traces of a device together";
    };
  }

  static String reason(Misfit misfit) {
    BankStatistics bank = misfit.bank();
    String had = ByteText.of(misfit.availableBytes());
    return switch (misfit.kind()) {
      case FULL ->
          "full: %s are free".formatted(ByteText.of(Objects.requireNonNull(bank).freeBytes()));
      case FRAGMENTED ->
          "fragmented, not full: %s are free, but the largest block has %s"
              .formatted(ByteText.of(Objects.requireNonNull(bank).freeBytes()), had);
      case TOO_LARGE ->
          "too large: an empty bank has %s"
              .formatted(ByteText.of(Objects.requireNonNull(bank).totalBytes()));
      case CLASH -> "circular buffers meet the lowest L1 buffer: below it there are " + had;
      case PROGRAM_TOO_LARGE -> "a core has " + had + " for them, even without any buffer";
      case TRACE_REGION -> "the region has " + had;
      case REFUSED -> "the device refuses it";
    };
  }

  private void print(Outcome outcome) throws IOException {
    for (Level level : outcome.levels()) {
      line(
          level.memory().name(),
          String.format(
              Locale.ROOT,
              "peak %s of %s in %s; largest free block at least %s; %.0f %% of the free bytes outside it at most",
              ByteText.brief(level.peakBytes()),
              ByteText.brief(level.capacityBytes()),
              step(level.peak()),
              ByteText.brief(level.leastFreeBlockBytes()),
              100 * level.fragmentation()));
    }
    List<Room> tightest =
        outcome.rooms().stream()
            .filter(room -> room.headroomBytes() >= 0)
            .sorted(Comparator.comparingLong(Room::headroomBytes))
            .limit(limit)
            .toList();
    for (Room room : tightest) {
      line(
          "headroom",
          ByteText.brief(room.headroomBytes())
              + " between circular buffers and the lowest L1 buffer in "
              + step(room.step()));
    }
  }

  private void print(WhatIf run, @Nullable Remedy remedy) throws IOException {
    if (remedy == null) {
      line(
          "cure", "none found: neither other sizes, earlier frees, another order, tensors in DRAM");
      line("", "nor another board make it fit; the program itself must need less");
      return;
    }
    for (Remedy.Measure measure : remedy.measures()) {
      print(run, measure);
    }
    line("costs", price(remedy));
    line("", "seen to by letting the run happen again with it");
  }

  private void print(WhatIf run, Remedy.Measure measure) throws IOException {
    switch (measure) {
      case Remedy.OpenWith open ->
          line(
              "cure",
              "open the device with %s=%d instead of %d"
                  .formatted(open.option(), open.bytes(), open.beforeBytes()));
      case Remedy.FreeEarly free -> {
        line("cure", "free %s after the last use:".formatted(tensors(free.buffers().size())));
        buffers(run, free.buffers(), true);
      }
      case Remedy.BringIn bring ->
          line(
              "cure",
              switch (bring.order()) {
                case AS_RECORDED -> "keep the order";
                case WEIGHTS_FIRST -> "bring in the tensors that stay before everything else";
                case LARGEST_FIRST ->
                    "bring in the tensors that stay before everything else, the largest first";
              });
      case Remedy.KeepInDram keep -> {
        line("cure", "keep %s in DRAM:".formatted(tensors(keep.buffers().size())));
        buffers(run, keep.buffers(), false);
      }
      case Remedy.RunOn other -> line("cure", "run on " + other.board());
    }
  }

  private static String tensors(int count) {
    return count == 1 ? "a tensor" : "%,d tensors".formatted(count);
  }

  private void buffers(WhatIf run, List<Integer> buffers, boolean isFreed) throws IOException {
    for (int index : buffers.stream().limit(Math.max(limit, 1)).toList()) {
      Wanted wanted = run.script().buffers().get(index);
      Step last = wanted.lastUse();
      line(
          "",
          "%s %s%s%s"
              .formatted(
                  ByteText.brief(wanted.description().maxSizePerBankBytes()),
                  wanted.tensor(),
                  wanted.made() == null ? "" : " of " + step(wanted.made()),
                  isFreed && last != null ? ", after " + step(last) : ""));
    }
    if (buffers.size() > limit) {
      line("", "and %,d more".formatted(buffers.size() - limit));
    }
  }

  static String price(Remedy remedy) {
    ModelledTime time = remedy.time();
    return remedy.movedBytes() == 0
        ? "no device time"
        : String.format(
            Locale.ROOT,
            "%s more through DRAM in a run, modelled %,.1f us at its peak (%,.1f to %,.1f on a board)",
            ByteText.brief(remedy.movedBytes()),
            time.nanos() / 1e3,
            time.lowNanos() / 1e3,
            time.highNanos() / 1e3);
  }

  static String step(Step step) {
    String label = OperationLabel.of(step.operation(), step.name());
    return label.isEmpty()
        ? "what was there before"
        : label + (step.source().isEmpty() ? "" : ", " + step.source());
  }

  private void line(String what, String text) throws IOException {
    out.append(
        text.lines()
            .map(each -> String.format(Locale.ROOT, "  %-10s %s\n", what, VisibleText.of(each)))
            .collect(Collectors.joining()));
  }
}
