package dev.tilescope.bench;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.tilescope.profile.Profiler;
import dev.tilescope.profile.ProfilerOptions;
import dev.tilescope.profile.ProfilerSummary;
import dev.tilescope.profile.ProfilerZone;
import dev.tilescope.tracy.live.LiveOptions;
import dev.tilescope.tracy.live.TracyLive;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a zone cost while Tracy is connected? The peer takes what comes and unpacks nothing.
 *
 * <pre>java -jar bench/target/benchmarks.jar TracyLiveCost</pre>
 *
 * <p>The main method prints CPU time and allocation of the marking thread, with a peer and without,
 * by turns, and then how many zones a second two threads can mark for some seconds until the peer
 * has all of them:
 *
 * <pre>java -cp bench/target/benchmarks.jar dev.tilescope.bench.TracyLiveCost</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class TracyLiveCost {
  private static final int ROUNDS = 20;
  private static final int CALLS = 250_000;
  private static final int SILENCE_MILLIS = 2000;
  private static final int SUSTAINED = 20_000_000;

  @Benchmark
  public void zone(Connected connected) {
    try (ProfilerZone _ = Profiler.zone("zone")) {
      connected.zones++;
    }
  }

  public static void main(String[] args) throws Exception {
    System.out.printf("zone without a peer: %s%n", cost(false));
    System.out.printf("zone with a peer:    %s%n", cost(true));
    System.out.println(sustained());
  }

  private static String cost(boolean hasPeer) throws IOException {
    Connected connected = new Connected();
    connected.hasPeer = hasPeer;
    connected.start();
    TracyLiveCost bench = new TracyLiveCost();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    double[] nanos = new double[ROUNDS];
    long bytes = 0;
    for (int round = -ROUNDS; round < ROUNDS; round++) {
      long beforeBytes = threads.getCurrentThreadAllocatedBytes();
      long before = threads.getCurrentThreadCpuTime();
      for (int i = 0; i < CALLS; i++) {
        bench.zone(connected);
      }
      nanos[Math.max(0, round)] = (threads.getCurrentThreadCpuTime() - before) / (double) CALLS;
      bytes += round < 0 ? 0 : threads.getCurrentThreadAllocatedBytes() - beforeBytes;
    }
    connected.stop();
    Arrays.sort(nanos);
    return "%.1f ns CPU (median), %.3f B"
        .formatted(nanos[ROUNDS / 2], bytes / (double) ROUNDS / CALLS);
  }

  private static String sustained() throws Exception {
    Connected connected = new Connected();
    connected.start();
    long beginCpu = processCpuNanos();
    long begin = System.nanoTime();
    Thread[] markers = new Thread[2];
    for (int i = 0; i < markers.length; i++) {
      markers[i] = Thread.ofPlatform().start(() -> mark(SUSTAINED / 2));
    }
    for (Thread marker : markers) {
      marker.join();
    }
    double marked = (System.nanoTime() - begin) / 1e9;
    connected.stop();
    ProfilerSummary summary = connected.summary;
    double arrived = (connected.lastNanos - begin) / 1e9;
    return "two threads: %,d zones marked in %.2f s (%.1f million/s), at the peer after %.2f s (%.1f million/s, %.1f B each), %.0f ns CPU each for all threads and the peer, %,d lost"
        .formatted(
            summary.zones(),
            marked,
            summary.zones() / marked / 1e6,
            arrived,
            summary.zones() / arrived / 1e6,
            connected.bytes / (double) summary.zones(),
            (processCpuNanos() - beginCpu) / (double) summary.zones(),
            summary.lost());
  }

  private static long processCpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static void mark(int count) {
    for (int i = 0; i < count; i++) {
      Profiler.zone("zone").close();
    }
  }

  /** A session that is captured over all iterations. */
  @State(Scope.Benchmark)
  public static class Connected {
    private Path folder;
    private TracyLive live;
    private Socket socket;
    ProfilerSummary summary;
    long zones;
    volatile long bytes;
    volatile long lastNanos;
    boolean hasPeer = true;

    @Setup
    public void start() throws IOException {
      folder = Files.createTempDirectory("tracy-live-cost");
      live = TracyLive.listen(LiveOptions.DEFAULT);
      Profiler.start(ProfilerOptions.DEFAULT.withFolder(folder).withJvmEvents(false), live);
      if (hasPeer) {
        socket = new Socket(InetAddress.getLoopbackAddress(), live.port());
        socket
            .getOutputStream()
            .write(
                ByteBuffer.allocate(12)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put("TracyPrf".getBytes(StandardCharsets.US_ASCII))
                    .putInt(82)
                    .array());
        new DataInputStream(socket.getInputStream()).readFully(new byte[1171]);
        Thread.ofPlatform().daemon().start(this::read);
      }
    }

    /** Leaves when there is nothing for a while: a run that goes on always has something to say. */
    private void read() {
      byte[] buffer = new byte[1 << 18];
      try (InputStream in = socket.getInputStream()) {
        socket.setSoTimeout(SILENCE_MILLIS);
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
          bytes += count;
          lastNanos = System.nanoTime();
        }
      } catch (IOException e) {
        // It has everything.
      }
    }

    @TearDown
    public void stop() throws IOException {
      summary = Profiler.stop();
      live.close();
      System.out.printf("%n%,d zones, %,d lost%n", summary.zones(), summary.lost());
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
