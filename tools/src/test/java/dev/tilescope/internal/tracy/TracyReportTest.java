package dev.tilescope.internal.tracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tilescope.device.TimeBands;
import dev.tilescope.internal.logs.InputProblems;
import dev.tilescope.internal.tracy.TracyTrace.Allocation;
import dev.tilescope.internal.tracy.TracyTrace.Message;
import dev.tilescope.internal.tracy.TracyTrace.Row;
import dev.tilescope.internal.tracy.TracyTrace.Zone;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Report;
import dev.tilescope.model.Report.OperationCall;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Graph reports as files of Tracy. */
class TracyReportTest {
  @TempDir private Path folder = Path.of("");

  private final List<TraceNode> nodes = new ArrayList<>();
  private final InputProblems problems = new InputProblems(false);

  private void add(int level, int thread, TraceEvent event) {
    nodes.add(new TraceNode(nodes.size(), level, thread, Ints.EMPTY, event));
  }

  private void start(int thread, int level, String name) {
    add(level, thread, new TraceEvent.FunctionStart(name, 0, List.of("argument"), Ints.EMPTY));
  }

  private void end(int thread, int level, String name, long nanos, long deviceNanos) {
    add(level, thread, new TraceEvent.FunctionEnd(name, nanos, deviceNanos));
  }

  private static TraceEvent.BufferDescription buffer(long address) {
    return new TraceEvent.BufferDescription(0, BufferType.L1, null, address, 64, -1, -1, -1);
  }

  private TracyTrace written(List<OperationCall> calls) throws IOException {
    Trace trace = Trace.inOrder(nodes);
    Report report =
        new Report(
            trace,
            List.of(),
            new Report.Metadata(1_700_000_000_000_000_000L, 0, 0, 1, "run-7"),
            null,
            null,
            null,
            calls,
            Report.Completeness.whole(trace.size(), 1),
            List.of());
    Path file = folder.resolve("x.tracy");
    TracyFile.write(report, file, TracyFile.Options.DEFAULT, problems);
    return TracyReader.read(file);
  }

  @Test
  void operationsFollowOneAnotherForAsLongAsTheyTook() throws IOException {
    start(1, 1, "ttnn::add");
    start(1, 2, "ttnn::prim::binary_ng");
    add(2, 1, new TraceEvent.BufferAllocate(buffer(4096)));
    end(1, 2, "ttnn::prim::binary_ng", 40, 500);
    end(1, 1, "ttnn::add", 100, 0);
    add(1, 1, new TraceEvent.BufferDeallocate(buffer(4096)));
    start(2, 1, "ttnn::sub");
    end(2, 1, "ttnn::sub", 30, 20);
    start(1, 1, "ttnn::mul");
    add(1, 1, new TraceEvent.Failure("Error", "no room", "ttnn::mul"));
    end(1, 1, "ttnn::mul", 0, 0);
    List<OperationCall> calls =
        List.of(
            call(
                "ttnn.add", List.of("  File \"com/acme/Model.java\", line 12, in Model.forward\n")),
            call("ttnn.sub", List.of()),
            call("ttnn.mul", List.of("not a frame")));
    TracyTrace trace = written(calls);
    assertThat(problems.first()).isEmpty();
    Row first = trace.threads().getFirst();
    assertThat(first.zones())
        .extracting(Zone::depth, Zone::name, Zone::begin, Zone::end, Zone::text)
        .containsExactly(
            tuple(0, "ttnn::add", 0L, 100L, "a = 1"),
            tuple(1, "ttnn::prim::binary_ng", 0L, 40L, "argument"),
            tuple(0, "ttnn::mul", 100L, 101L, "a = 1"));
    assertThat(first.zones().getFirst())
        .extracting(Zone::function, Zone::file, Zone::line)
        .containsExactly("Model.forward", "com/acme/Model.java", 12);
    assertThat(trace.threads().get(1).zones())
        .extracting(Zone::begin, Zone::end)
        .containsExactly(tuple(0L, 30L));
    assertThat(trace.pools().get("Device 0 L1").allocations())
        .containsExactly(new Allocation(4096, 64, 1, 100, 1, 1));
    assertThat(trace.contexts().getFirst().lanes().getFirst().zones())
        .extracting(Zone::name, Zone::begin, Zone::end)
        .containsExactly(tuple("ttnn::prim::binary_ng", 0L, 500L), tuple("ttnn::sub", 500L, 520L));
    assertThat(trace.contexts().getFirst().lanes().getFirst().zones())
        .extracting(Zone::function)
        .as("of which board the report does not say")
        .containsOnly("modelled; a board " + TimeBands.OF_ANY_BOARD.of("ttnn::sub"));
    assertThat(trace.messages())
        .extracting(Message::text)
        .containsExactly("ttnn::mul failed: Error: no room");
  }

  private static OperationCall call(String name, List<String> stack) {
    return new OperationCall(name, Map.of("a", "1"), List.of(), List.of(), stack);
  }

  @Test
  void whatMakesNoSenseIsWrittenAsFarAsItDoes() throws IOException {
    end(1, 1, "never began", 5, 5);
    start(1, 1, "never ends");
    start(1, 1, "goes back");
    end(1, 1, "goes back", -50, -1);
    start(1, 1, "for ever");
    end(1, 1, "for ever", Long.MAX_VALUE, Long.MAX_VALUE);
    add(1, 1, new TraceEvent.BufferAllocate(buffer(-1)));
    add(1, 1, new TraceEvent.BufferDeallocate(buffer(77)));
    TracyTrace trace = written(List.of());
    assertThat(trace.threads().getFirst().zones())
        .extracting(Zone::name)
        .containsExactly("never ends", "goes back", "for ever");
  }

  @Test
  void aReportWithoutOperationsIsAFileToo() throws IOException {
    assertThat(written(List.of()).threads()).isEmpty();
  }
}
