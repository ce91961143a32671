package dev.tilescope.internal.serve.live;

import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Endpoint;
import dev.tilescope.internal.watch.MonitorReader;
import java.util.Map;

/** What is asked of programs that are running now. */
public final class LiveEndpoints {
  private LiveEndpoints() {}

  /**
   * @param environment which says where programs publish
   */
  public static void add(Map<String, Endpoint> table, Map<String, String> environment) {
    LiveMemory memory = new LiveMemory(MonitorReader.ofEnvironment(environment));
    table.put("live", _ -> new Answer.Events(new LiveEvents(memory)));
  }
}
