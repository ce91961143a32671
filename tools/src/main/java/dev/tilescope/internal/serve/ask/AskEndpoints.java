package dev.tilescope.internal.serve.ask;

import dev.tilescope.internal.serve.data.Source.Kind;
import dev.tilescope.internal.serve.data.Sources;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Endpoint;
import dev.tilescope.internal.serve.http.Refusal;
import dev.tilescope.internal.serve.http.Request;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** What the views SQL and Parameters ask. */
public final class AskEndpoints {
  private static final Duration MOST_TIME = Duration.ofSeconds(10);

  private AskEndpoints() {}

  public static void add(Map<String, Endpoint> table, Sources sources) {
    Calls calls = new Calls();
    Questions questions = new Questions(MOST_TIME, sources.folder(), sources::endAtClose);
    table.put("schema", request -> Schema.of(sources.report(request)));
    table.put("sql", request -> sql(sources, questions, request));
    table.put("calls", request -> calls.list(folder(sources, request), request));
    table.put("call", request -> calls.one(folder(sources, request), request));
  }

  private static Answer sql(Sources sources, Questions questions, Request request) {
    if (request.body().isBlank()) {
      throw Refusal.badRequest("there is no question; write a SELECT statement");
    }
    return questions.ask(SqlQuestion.of(sources.report(request).database(), request));
  }

  private static Path folder(Sources sources, Request request) {
    return sources.source(request, "calls", Kind.CALLS, Kind.CALLS).path();
  }
}
