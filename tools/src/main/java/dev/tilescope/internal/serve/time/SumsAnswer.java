package dev.tilescope.internal.serve.time;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.timeline.columns.TimelineColumns;
import dev.tilescope.internal.timeline.columns.TimelineSums;
import dev.tilescope.internal.timeline.columns.TimelineSums.Call;
import dev.tilescope.internal.timeline.columns.TimelineSums.Sum;
import java.util.List;

/** Sums of a range of a timeline, by name and as the tree of a flame graph. */
final class SumsAnswer {
  private static final int MAX_NAMES = 200;

  /** What takes a smaller part of all is not wider than half a pixel. */
  private static final int LEAST_PART = 3_000;

  private final TimelineColumns columns;
  private final TimelineSums sums;

  SumsAnswer(TimelineColumns columns, TimelineSums sums) {
    this.columns = columns;
    this.sums = sums;
  }

  void write(JsonWriter json) {
    List<Sum> names = sums.byName();
    json.field("nanos", sums.all().nanos()).field("names", names.size());
    json.objects(
        "sums",
        names.stream().limit(MAX_NAMES).toList(),
        sum ->
            json.field("name", columns.names()[sum.name()])
                .field("count", sum.count())
                .field("nanos", sum.nanos())
                .field("own", sum.ownNanos()));
    json.name("tree");
    tree(json, sums.all());
  }

  /** Four of each call: name, nanoseconds, how often, and what it called. */
  private void tree(JsonWriter json, Call around) {
    json.beginArray();
    for (Call call : around.inner()) {
      if (call.nanos() * LEAST_PART >= sums.all().nanos()) {
        json.value(columns.names()[call.name()]).value(call.nanos()).value(call.count());
        tree(json, call);
      }
    }
    json.endArray();
  }
}
