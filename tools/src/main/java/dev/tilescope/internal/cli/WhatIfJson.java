package dev.tilescope.internal.cli;

import dev.tilescope.analysis.MemoryFailure;
import dev.tilescope.analysis.MemoryScript.Wanted;
import dev.tilescope.internal.cli.WhatIfCommand.Answer;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.memory.BufferPart.Step;
import dev.tilescope.whatif.Change;
import dev.tilescope.whatif.Misfit;
import dev.tilescope.whatif.Outcome;
import dev.tilescope.whatif.Remedy;
import dev.tilescope.whatif.WhatIf;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The answers of {@code tilescope what-if} as JSON. */
final class WhatIfJson {
  private final JsonWriter json;
  private final int limit;

  private WhatIfJson(JsonWriter json, int limit) {
    this.json = json;
    this.limit = limit;
  }

  static void print(
      List<Answer> answers, MemoryFailure.@Nullable Found failure, int limit, Writer out)
      throws IOException {
    try (JsonWriter json = JsonWriter.pretty(out)) {
      WhatIfJson writer = new WhatIfJson(json, limit);
      json.beginObject();
      if (failure != null) {
        json.name("error")
            .beginObject()
            .field("sentence", failure.sentence())
            .field("meaning", ErrorWords.of(failure.failure()))
            .field("next", ErrorWords.next(failure.failure()))
            .endObject();
      }
      json.array("devices", answers, writer::write);
      json.endObject();
    }
    out.append('\n');
  }

  private void write(Answer answer) {
    WhatIf run = answer.run();
    json.beginObject().field("device_id", run.script().deviceId());
    change(answer.change());
    json.field("fits", answer.outcome().fits());
    misfit(run, answer.outcome().misfit());
    outcome(answer.outcome());
    json.field("remedy_sought", answer.isSought());
    remedy(run, answer.remedy());
    json.name("notes").strings(run.doubts(answer.change()));
    json.field("recorded_run_failed", run.script().failure() != null)
        .field("recorded_addresses", run.known())
        .field("explained_addresses", run.explained())
        .endObject();
  }

  private void change(Change change) {
    json.name("change")
        .beginObject()
        .field("board", change.board().name())
        .field("l1_bytes", change.board().workerL1Bytes())
        .field("dram_bank_bytes", change.board().dramViewBytes())
        .field("l1_small_bytes", change.options().l1SmallBytes())
        .field("trace_region_bytes", change.options().traceRegionBytes())
        .field("order", key(change.order()))
        .field("policy", key(change.options().allocation()))
        .field("freed_early", change.freedEarly().size())
        .field("in_dram", change.inDram().size())
        .endObject();
  }

  private static String key(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private void misfit(WhatIf run, @Nullable Misfit misfit) {
    json.name("misfit");
    if (misfit == null) {
      json.nullValue();
      return;
    }
    json.beginObject().field("kind", key(misfit.kind())).field("memory", misfit.memory().name());
    step("operation", misfit.step());
    json.field("counter", misfit.node())
        .field("what", misfit.what())
        .field("needed_bytes", misfit.neededBytes())
        .field("available_bytes", misfit.availableBytes())
        .field("free_bytes", misfit.bank() == null ? -1 : misfit.bank().freeBytes())
        .field("capacity_bytes", misfit.bank() == null ? -1 : misfit.bank().totalBytes())
        .field("message", misfit.message());
    json.array(
        "holders",
        misfit.holders().stream().limit(limit).toList(),
        holder -> {
          json.beginObject()
              .field("counter", run.script().buffers().get(holder.buffer()).node())
              .field("address", holder.address())
              .field("bytes_per_bank", holder.bytes())
              .field("tensor", holder.tensor());
          step("made_by", holder.made());
          json.endObject();
        });
    json.endObject();
  }

  private void step(String name, @Nullable Step step) {
    json.name(name);
    if (step == null) {
      json.nullValue();
      return;
    }
    json.beginObject()
        .field("operation_id", step.operation())
        .field("name", step.name())
        .field("source", step.source())
        .endObject();
  }

  private void outcome(Outcome outcome) {
    json.array(
        "memories",
        outcome.levels(),
        level -> {
          json.beginObject()
              .field("memory", level.memory().name())
              .field("capacity_bytes", level.capacityBytes())
              .field("peak_bytes", level.peakBytes());
          step("peak_in", level.peak());
          json.field("least_free_block_bytes", level.leastFreeBlockBytes());
          step("least_free_block_in", level.leastFree());
          json.field("most_fragmentation", level.fragmentation());
          step("most_fragmented_in", level.mostFragmented());
          json.endObject();
        });
    json.array(
        "operations",
        outcome.rooms(),
        room ->
            json.beginObject()
                .field("operation_id", room.step().operation())
                .field("l1_headroom_bytes", room.headroomBytes())
                .field("l1_free_block_bytes", room.l1FreeBlockBytes())
                .field("dram_free_block_bytes", room.dramFreeBlockBytes())
                .endObject());
  }

  private void remedy(WhatIf run, @Nullable Remedy remedy) {
    json.name("remedy");
    if (remedy == null) {
      json.nullValue();
      return;
    }
    json.beginObject();
    json.array("measures", remedy.measures(), measure -> measure(run, measure));
    json.field("moved_bytes", remedy.movedBytes())
        .field("modelled_nanos", remedy.time().nanos())
        .field("modelled_low_nanos", remedy.time().lowNanos())
        .field("modelled_high_nanos", remedy.time().highNanos())
        .endObject();
  }

  private void measure(WhatIf run, Remedy.Measure measure) {
    json.beginObject();
    switch (measure) {
      case Remedy.OpenWith open ->
          json.field("kind", "open_with")
              .field("option", open.option())
              .field("before_bytes", open.beforeBytes())
              .field("bytes", open.bytes());
      case Remedy.FreeEarly free -> buffers(run, "free_after_last_use", free.buffers());
      case Remedy.BringIn bring ->
          json.field("kind", "bring_in").field("order", key(bring.order()));
      case Remedy.KeepInDram keep -> buffers(run, "keep_in_dram", keep.buffers());
      case Remedy.RunOn other -> json.field("kind", "run_on").field("board", other.board());
    }
    json.endObject();
  }

  private void buffers(WhatIf run, String kind, List<Integer> buffers) {
    json.field("kind", kind);
    json.array(
        "buffers",
        buffers,
        index -> {
          Wanted wanted = run.script().buffers().get(index);
          json.beginObject()
              .field("counter", wanted.node())
              .field("tensor", wanted.tensor())
              .field("bytes", wanted.description().sizeBytes())
              .field("bytes_per_bank", wanted.description().maxSizePerBankBytes());
          step("made_by", wanted.made());
          step("last_use", wanted.lastUse());
          json.endObject();
        });
  }
}
