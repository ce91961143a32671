package dev.tilescope.internal.serve.memory;

import dev.tilescope.internal.export.PeakSentences;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.MemoryLevels;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Refusal;
import dev.tilescope.internal.serve.http.Request;
import dev.tilescope.internal.store.StoredMoments;
import dev.tilescope.memory.BufferPart;
import dev.tilescope.memory.BufferPart.Step;
import dev.tilescope.memory.FullMoment;
import dev.tilescope.memory.Headline;
import dev.tilescope.memory.ProgramPart;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * {@code memory/peak?device&type}: what a memory held when it was fullest, what each part was there
 * for, and what would lower it, in the sentences of {@code tilescope memory}.
 */
final class PeakAnswer {
  private static final int ROWS = 300;

  private record Key(int rank, int device, boolean isL1) {}

  private record Found(@Nullable FullMoment moment) {}

  private PeakAnswer() {}

  static Answer of(OpenReport report, Request request) {
    int rank = OperationColumns.rankOf(report, request);
    int device = request.integer("device");
    boolean isL1 = MemoryEndpoints.memoryOf(request.integer("type")) == MemoryLevels.L1;
    Headline headline =
        MemoryEndpoints.headline(report, request, device)
            .orElseThrow(() -> Refusal.notFound("nothing was ever in memory of device " + device));
    FullMoment moment =
        report
            .keep(
                new Key(rank, device, isL1),
                r ->
                    new Found(
                        r.ask(database -> StoredMoments.read(database, rank, headline, isL1))))
            .moment();
    return Answer.object(json -> {
      json.field("isL1", isL1);
      json.field("bytes", (isL1 ? headline.l1() : headline.dram()).bytes());
      json.name("sentences");
      json.strings(moment == null ? List.of(UNKNOWN) : PeakSentences.of(moment));
      json.objects(
          "programs",
          moment == null ? List.of() : moment.programs().stream().limit(ROWS).toList(),
          part -> program(json, part));
      json.field("live", moment == null ? 0 : moment.buffers().size());
      json.name("rows").beginArray();
      if (moment != null) {
        moment.buffers().stream().limit(ROWS).forEach(part -> row(json, moment, part));
      }
      json.endArray();
    });
  }

  private static final String UNKNOWN =
      "What was alive inside of operations is not in this database. Import the report itself with"
          + " tilescope import.";

  private static void program(JsonWriter json, ProgramPart part) {
    json.field("kind", part.kind())
        .field("bytes", part.bytes())
        .field("cores", part.cores())
        .field("program", part.program());
  }

  private static void row(JsonWriter json, FullMoment moment, BufferPart part) {
    json.beginObject()
        .field("tensor", part.tensorId())
        .field("what", part.tensor())
        .field("bytes", part.bytesPerBank())
        .field("address", part.address())
        .field("role", moment.role(part).name().toLowerCase(Locale.ROOT));
    step(json, "made", part.made());
    step(json, "lastUse", part.lastUse());
    step(json, "freed", part.freed());
    json.endObject();
  }

  private static void step(JsonWriter json, String name, @Nullable Step step) {
    json.name(name);
    if (step == null || step.operation() == 0) {
      json.nullValue();
    } else {
      json.beginObject()
          .field("id", step.operation())
          .field("name", step.name())
          .field("source", step.source())
          .endObject();
    }
  }
}
