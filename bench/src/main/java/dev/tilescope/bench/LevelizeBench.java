package dev.tilescope.bench;

import dev.tilescope.graph.LevelizedGraph;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Shape;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.TensorDescription;
import dev.tilescope.model.TraceNode;
import dev.tilescope.report.ReportFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Does the levelized graph stay linear? The trace is a chain of device operations, each taking the
 * last result and a weight; TT-NN's own needs 15.5 s for 2,000 of them and four times that for
 * twice as many.
 *
 * <pre>java -jar bench/target/benchmarks.jar LevelizeBench -p operations=100000</pre>
 *
 * <p>{@link #main} times a report file, cold, as the command line meets it:
 *
 * <pre>java -cp bench/target/benchmarks.jar dev.tilescope.bench.LevelizeBench REPORT</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5)
@Measurement(iterations = 10)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
public class LevelizeBench {
  @Param({"2000", "20000", "100000"})
  private int operations = 2000;

  private Trace trace = Trace.EMPTY;

  @Setup
  public void record() {
    List<TraceNode> nodes = new ArrayList<>();
    nodes.add(new TraceNode(0, 0, 0, Ints.EMPTY, new TraceEvent.CaptureStart()));
    for (int i = 0; i < operations; i++) {
      call(nodes, i);
    }
    nodes.add(new TraceNode(nodes.size(), 0, 0, Ints.EMPTY, new TraceEvent.CaptureEnd(1)));
    trace = Trace.inOrder(nodes);
  }

  private static void call(List<TraceNode> nodes, int number) {
    int at = nodes.size();
    nodes.add(
        start(at, 1, "BinaryNgDeviceOperation", Ints.of(at + 3, at + 6), Ints.of(at + 1, at + 2)));
    nodes.add(tensor(at + 1, 1, number, Ints.of(at)));
    nodes.add(tensor(at + 2, 1, -1 - number % 64, Ints.of(at)));
    nodes.add(start(at + 3, 2, "tt::tt_metal::create_device_tensor", Ints.of(at + 4), Ints.EMPTY));
    nodes.add(end(at + 4, 2, "tt::tt_metal::create_device_tensor", at + 5));
    nodes.add(tensor(at + 5, 2, number + 1, Ints.EMPTY));
    nodes.add(end(at + 6, 1, "BinaryNgDeviceOperation", at + 7));
    nodes.add(tensor(at + 7, 1, number + 1, Ints.EMPTY));
  }

  private static TraceNode start(int at, int level, String name, Ints calls, Ints inputs) {
    return new TraceNode(
        at, level, 0, calls, new TraceEvent.FunctionStart(name, 0, List.of(), inputs));
  }

  private static TraceNode end(int at, int level, String name, int output) {
    return new TraceNode(at, level, 0, Ints.of(output), new TraceEvent.FunctionEnd(name, 1, 0));
  }

  private static TraceNode tensor(int at, int level, long id, Ints takers) {
    return new TraceNode(
        at,
        level,
        0,
        takers,
        new TraceEvent.Tensor(
            new TensorDescription(
                id, Shape.of(32, 32), null, null, null, -1, null, null, null, List.of())));
  }

  @Benchmark
  public LevelizedGraph asTtnn() {
    return LevelizedGraph.of(trace, 2);
  }

  @Benchmark
  public LevelizedGraph joinedByTensor() {
    return LevelizedGraph.joinedByTensor(trace, 2);
  }

  public static void main(String[] args) {
    long begun = System.nanoTime();
    Trace read = ReportFile.read(Path.of(args[0])).trace();
    System.out.printf("read            %,6d ms  %,d nodes%n", millisSince(begun), read.size());
    begun = System.nanoTime();
    int vertices = LevelizedGraph.of(read, 1).vertices().size();
    System.out.printf("as TT-NN        %,6d ms  %,d vertices%n", millisSince(begun), vertices);
    begun = System.nanoTime();
    vertices = LevelizedGraph.joinedByTensor(read, 1).vertices().size();
    System.out.printf("joined by tensor%,6d ms  %,d vertices%n", millisSince(begun), vertices);
  }

  private static long millisSince(long begunNanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begunNanos);
  }
}
