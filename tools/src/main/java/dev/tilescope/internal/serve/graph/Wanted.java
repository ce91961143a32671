package dev.tilescope.internal.serve.graph;

import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.http.Refusal;
import dev.tilescope.internal.serve.http.Request;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a request wants to see of the flow of data.
 *
 * @param folded repeated layers are one node each
 * @param deallocations calls that only free are nodes too
 * @param tensors tensors are nodes too
 * @param opened by the id of a folded layer's first operation, which of its copies is shown whole
 */
record Wanted(
    int rank,
    boolean folded,
    boolean deallocations,
    boolean tensors,
    Map<Integer, Integer> opened) {
  private static final int MAX_OPENED = 64;

  Wanted {
    opened = Map.copyOf(opened);
  }

  static Wanted of(OpenReport report, Request request) {
    return new Wanted(
        OperationColumns.rankOf(report, request),
        !"0".equals(request.text("fold", "1")),
        request.flag("deallocate"),
        request.flag("tensors"),
        opened(request.text("open", "")));
  }

  /** {@code ID.COPY,ID.COPY}: copies count from 0. */
  private static Map<Integer, Integer> opened(String text) {
    Map<Integer, Integer> opened = new TreeMap<>();
    for (String each : text.isEmpty() ? new String[0] : text.split(",", MAX_OPENED + 1)) {
      String[] pair = each.split("\\.", 2);
      try {
        opened.put(Integer.parseInt(pair[0]), pair.length == 1 ? 0 : Integer.parseInt(pair[1]));
      } catch (NumberFormatException e) {
        throw Refusal.badRequest(
            "parameter open has %s; expected ID.COPY, such as 12.0, at most %d of them"
                .formatted(each.substring(0, Math.min(40, each.length())), MAX_OPENED));
      }
    }
    return opened;
  }
}
