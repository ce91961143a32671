package dev.tilescope.internal.serve;

import dev.tilescope.internal.serve.data.Sources;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Refusal;
import dev.tilescope.model.TilescopeException;

/**
 * What a client is told in place of an answer.
 *
 * @param status of HTTP
 */
record Failure(int status, Answer.Content content) {
  static Failure of(Throwable thrown) {
    return switch (thrown) {
      case Refusal refusal -> new Failure(refusal.status(), message(refusal.text()));
      case Sources.NotReady importing -> new Failure(202, progress(importing));
      case TilescopeException known ->
          new Failure(422, message(String.valueOf(known.getMessage())));
      default -> new Failure(500, message("this is a mistake in tilescope: " + thrown));
    };
  }

  private static Answer.Content message(String text) {
    return Answer.object(json -> json.field("error", text));
  }

  private static Answer.Content progress(Sources.NotReady state) {
    return Answer.object(json ->
        json.field("importing", state.source)
            .field("done", state.bytesDone)
            .field("all", state.bytesInAll));
  }
}
