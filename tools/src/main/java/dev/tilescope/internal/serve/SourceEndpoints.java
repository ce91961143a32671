package dev.tilescope.internal.serve;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.Source;
import dev.tilescope.internal.serve.data.Sources;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Endpoint;
import dev.tilescope.internal.serve.http.Request;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;

/** {@code sources}: what can be looked at; {@code progress}: how far an import is, as events. */
final class SourceEndpoints {
  private static final int MILLIS_BETWEEN = 100;

  private SourceEndpoints() {}

  static void add(Map<String, Endpoint> table, Sources sources) {
    table.put("sources", _ -> Answer.object(json -> list(json, sources)));
    table.put("progress", request -> new Answer.Events(sink -> follow(sink, sources, request)));
    table.put("retry", request -> retry(sources, request));
  }

  private static void list(JsonWriter json, Sources sources) {
    json.objects(
        "sources",
        sources.all(),
        source ->
            json.field("id", source.id())
                .field("kind", source.kind().name().toLowerCase(Locale.ROOT))
                .field("path", source.path().toString())
                .field("name", String.valueOf(source.path().getFileName()))
                .field("bytes", source.bytes())
                .field("modified", source.modifiedMillis()));
  }

  private static Source asked(Sources sources, Request request) {
    return sources.source(request, "report", Source.Kind.DATABASE, Source.Kind.REPORT);
  }

  private static void follow(Answer.EventSink sink, Sources sources, Request request)
      throws IOException {
    Source source = asked(sources, request);
    while (true) {
      switch (sources.state(source)) {
        case Sources.State.Importing(long done, long all) ->
            sink.event(
                "importing", json -> json.object(() -> json.field("done", done).field("all", all)));
        case Sources.State.Ready _ -> {
          sink.event("ready", json -> json.object(() -> {}));
          return;
        }
        case Sources.State.Failed(String message) -> {
          sink.event("failed", json -> json.object(() -> json.field("error", message)));
          return;
        }
      }
      try {
        Thread.sleep(MILLIS_BETWEEN);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private static Answer retry(Sources sources, Request request) {
    sources.forget(asked(sources, request));
    return Answer.object(_ -> {});
  }
}
