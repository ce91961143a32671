package dev.tilescope.internal.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.json.JsonKind;
import dev.tilescope.internal.json.JsonReader;
import dev.tilescope.internal.timeline.Lane;
import dev.tilescope.internal.timeline.TimelineEvents;
import dev.tilescope.internal.timeline.TimelineEvents.ZoneNotes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimelineExportTest {
  private static final Lane.Group HOST = new Lane.Group(1, "Host");
  private static final Lane.Group DEVICE = new Lane.Group(2, "Device 0");
  private static final Lane MAIN = new Lane(1, HOST, "", "main");
  private static final Lane BRISC = new Lane(2, DEVICE, "Core 1,1", "BRISC");

  @Test
  void aPerfettoTraceHoldsEveryEventOnItsTrack() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    tell(new PerfettoTrace(out));
    List<Message> packets = Message.of(out.toByteArray()).all(1);
    List<Message> descriptors =
        packets.stream().filter(p -> p.has(60)).map(p -> p.one(60)).toList();
    assertThat(descriptors)
        .extracting(Message::title)
        .containsExactly(
            "Host: a \"program\" (pid 7, run r-1)", "main", "Device 0", "Core 1,1", "BRISC", "L1");
    Message brisc = descriptors.get(4);
    Message core = descriptors.get(3);
    assertThat(brisc.number(5)).isEqualTo(core.number(1));
    assertThat(core.number(5)).isEqualTo(descriptors.get(2).number(1));
    List<Message> events = packets.stream().filter(p -> p.has(11)).toList();
    assertThat(events)
        .extracting(p -> p.number(8))
        .containsExactly(100L, 150L, 200L, 300L, 350L, 400L, 500L, 600L);
    assertThat(events)
        .extracting(p -> p.one(11).number(9))
        .containsExactly(1L, 1L, 3L, 2L, 4L, 2L, 1L, 2L);
    assertThat(events.get(6).one(11).number(11)).isEqualTo(BRISC.number());
    assertThat(events.get(4).one(11).decimal(44)).isEqualTo(4096.0);
  }

  @Test
  void namesAreSentOnceAndReferredToAfterwards() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PerfettoTrace trace = new PerfettoTrace(out);
    trace.run("p", 1, "r");
    trace.lane(MAIN);
    for (int i = 0; i < 100; i++) {
      trace.zoneBegin(MAIN, 10L * i, "again", "A.java", 3);
      trace.zoneEnd(MAIN, 10L * i + 5, ZoneNotes.NONE);
    }
    List<Message> events =
        Message.of(out.toByteArray()).all(1).stream().filter(p -> p.has(11)).toList();
    assertThat(events).hasSize(200).filteredOn(p -> p.has(12)).hasSize(1);
    Message interned = events.getFirst().one(12);
    assertThat(interned.one(2).text(2)).isEqualTo("again");
    assertThat(interned.one(4).text(2)).isEqualTo("A.java");
    assertThat(events.get(198).one(11).number(10)).isEqualTo(interned.one(2).number(1));
  }

  private static void tellFlow(TimelineEvents events, long hostNanos) {
    events.run("pid 7", 7, "");
    events.lane(MAIN);
    events.lane(BRISC);
    events.zoneBegin(MAIN, hostNanos, "matmul", "", 0);
    events.dispatched(MAIN, hostNanos, 2048);
    events.zoneEnd(MAIN, hostNanos + 2000, ZoneNotes.NONE);
    events.startedBy(BRISC, 2048);
    events.zoneBegin(BRISC, 2000, "program", "", 0);
    events.zoneEnd(BRISC, 4000, ZoneNotes.NONE);
    events.zoneBegin(BRISC, 5000, "another", "", 0);
    events.zoneEnd(BRISC, 6000, ZoneNotes.NONE);
  }

  /** Ids that no event terminates join zones in the order of time, whichever comes first. */
  @Test
  void aPerfettoFlowJoinsTheOperationAndTheProgramThatItStarted() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    tellFlow(new PerfettoTrace(out), 1000);
    List<Message> packets = Message.of(out.toByteArray()).all(1);
    List<Message> ends = packets.stream().filter(p -> p.has(11) && p.one(11).has(47)).toList();
    assertThat(ends)
        .hasSize(2)
        .allSatisfy(p -> assertThat(p.one(11).fixed(47)).isEqualTo(2048))
        .noneMatch(p -> p.one(11).has(48));
    assertThat(ends.getFirst().number(8)).isEqualTo(1000);
    assertThat(ends.getFirst().one(11).number(11)).isEqualTo(MAIN.number());
    assertThat(ends.getLast().number(8)).isEqualTo(2000);
    assertThat(ends.getLast().one(11).number(9)).as("begin of a slice").isEqualTo(1);
    assertThat(packets.getFirst().one(60).title()).isEqualTo("Host: pid 7");
  }

  @ParameterizedTest
  @CsvSource({"1000, s, f", "9000, f, s"})
  void aChromeFlowJoinsItsZonesForwardsInTime(long hostNanos, String host, String device) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ChromeTrace trace = new ChromeTrace(out)) {
      tellFlow(trace, hostNanos);
    }
    String id = "\"name\":\"dispatch\",\"cat\":\"dispatch\",\"id\":2048";
    assertThat(out.toString(StandardCharsets.UTF_8))
        .containsOnlyOnce(
            "{\"ph\":\"%s\",\"pid\":1,\"tid\":1,\"ts\":%s,%s"
                .formatted(host, hostNanos / 1000.0, id))
        .containsOnlyOnce("{\"ph\":\"%s\",\"pid\":2,\"tid\":2,\"ts\":2.0,%s".formatted(device, id))
        .containsOnlyOnce(id + ",\"bp\":\"e\"}")
        .contains("\"Host: pid 7\"");
  }

  @Test
  void aChromeTraceIsJsonWithEveryEvent() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ChromeTrace trace = new ChromeTrace(out)) {
      tell(trace);
    }
    List<String> phases = new ArrayList<>();
    List<String> threads = new ArrayList<>();
    try (JsonReader json = JsonReader.of(out.toString(StandardCharsets.UTF_8), "trace")) {
      json.enterObject();
      for (String name = json.nextField(); name != null; name = json.nextField()) {
        if (name.equals("traceEvents")) {
          json.enterArray();
          while (json.nextElement()) {
            event(json, phases, threads);
          }
        } else {
          json.skip();
        }
      }
      json.requireEnd();
    }
    assertThat(phases)
        .containsExactly("B 0.1", "B 0.15", "i 0.2", "E 0.3", "C 0.35", "E 0.4", "B 0.5", "E 0.6");
    assertThat(threads).containsExactly("main", "Core 1,1 BRISC");
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("\"run_id\":\"r-1\"");
  }

  /** Phase and time of an event, or the name a thread is given. */
  private static void event(JsonReader json, List<String> phases, List<String> threads) {
    Map<String, String> fields = new HashMap<>();
    json.enterObject();
    for (String name = json.nextField(); name != null; name = json.nextField()) {
      if (json.kind() == JsonKind.OBJECT) {
        json.enterObject();
        for (String inner = json.nextField(); inner != null; inner = json.nextField()) {
          fields.put("args." + inner, json.scalarText());
        }
      } else {
        fields.put(name, json.scalarText());
      }
    }
    if (!"M".equals(fields.get("ph"))) {
      phases.add(fields.get("ph") + " " + fields.get("ts"));
    } else if ("thread_name".equals(fields.get("name"))) {
      threads.add(fields.get("args.name"));
    }
  }

  private static void tell(TimelineEvents events) {
    events.run("a \"program\"", 7, "r-1");
    events.lane(MAIN);
    events.zoneBegin(MAIN, 100, "outer", "Main.java", 12);
    events.zoneBegin(MAIN, 150, "inner <b>", "", 0);
    events.moment(MAIN, 200, "signpost", "Warmup\nwith a second line");
    events.zoneEnd(MAIN, 300, new ZoneNotes(null, "text", 5L, 0xFF0000));
    events.lane(BRISC);
    events.quantity(DEVICE, 350, "L1", "bytes", 4096);
    events.zoneEnd(MAIN, 400, ZoneNotes.NONE);
    events.zoneBegin(BRISC, 500, "BRISC-KERNEL", "brisck.cc", 36);
    events.zoneEnd(BRISC, 600, ZoneNotes.NONE);
  }

  /** A protobuf message, taken apart without knowing what it is. */
  private record Message(Map<Integer, List<Object>> fields) {
    static Message of(byte[] bytes) {
      ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      Map<Integer, List<Object>> fields = new TreeMap<>();
      while (in.hasRemaining()) {
        long tag = varint(in);
        Object value =
            switch ((int) (tag & 7)) {
              case 0 -> varint(in);
              case 1 -> in.getDouble();
              case 2 -> {
                byte[] inner = new byte[(int) varint(in)];
                in.get(inner);
                yield inner;
              }
              default -> throw new AssertionError("wire type " + (tag & 7));
            };
        fields.computeIfAbsent((int) (tag >>> 3), f -> new ArrayList<>()).add(value);
      }
      return new Message(fields);
    }

    private static long varint(ByteBuffer in) {
      long value = 0;
      for (int shift = 0; ; shift += 7) {
        byte next = in.get();
        value |= (next & 0x7FL) << shift;
        if (next >= 0) {
          return value;
        }
      }
    }

    boolean has(int field) {
      return fields.containsKey(field);
    }

    long number(int field) {
      return (Long) fields.get(field).getFirst();
    }

    double decimal(int field) {
      return (Double) fields.get(field).getFirst();
    }

    long fixed(int field) {
      return Double.doubleToRawLongBits(decimal(field));
    }

    String text(int field) {
      return new String((byte[]) fields.get(field).getFirst(), StandardCharsets.UTF_8);
    }

    Message one(int field) {
      return of((byte[]) fields.get(field).getFirst());
    }

    List<Message> all(int field) {
      return fields.get(field).stream().map(bytes -> of((byte[]) bytes)).toList();
    }

    /** Of a track's descriptor: its own name, or that of its process. */
    String title() {
      return has(2) ? text(2) : one(3).text(6);
    }
  }
}
