package dev.tilescope.internal.cli;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdInputStream;
import dev.tilescope.capture.CaptureOptions;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.internal.TraceVector;
import dev.tilescope.internal.timeline.BoardLogs;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.internal.watch.MonitorRecording;
import dev.tilescope.internal.watch.MonitorSnapshot;
import dev.tilescope.memory.Peaks;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.profile.DeviceProfilerOptions;
import dev.tilescope.profile.Profiler;
import dev.tilescope.profile.ProfilerOptions;
import dev.tilescope.report.MetalTraceFile;
import dev.tilescope.tensor.Tensor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Small sound files of every kind that a command reads, each in a folder of its own with what
 * belongs beside it, and the commands that read them.
 */
final class SoundFiles {
  /** Stand in commands for the folder of a case, for the file itself and for what is written. */
  static final String FOLDER = "{folder}";

  static final String FILE = "{file}";
  static final String OUTPUT = "{output}";
  static final String SOUND = "{sound}";

  /**
   * @param folder holds the file and whatever else is read with it
   * @param file which of its files is damaged
   * @param commands words of each
   */
  record Kind(Path folder, String file, List<List<String>> commands) {
    @Override
    public String toString() {
      return folder.getFileName() + "/" + file;
    }
  }

  private static final List<List<String>> OF_REPORTS =
      commands(
          "show {file}",
          "show {file} --brief",
          "calltrace {file}",
          "levelize {file} --json",
          "levelize {file} --join-by-tensor",
          "args {file}",
          "args {file} --take-apart",
          "lint {file}",
          "svg {file} -o {output}",
          "svg {file} --dot -o {output}",
          "peak {file}",
          "peak {file} --json",
          "memory {file}",
          "memory {file} --svg {output}",
          "table {file} --csv",
          "trace-dump {file}",
          "diff {file} {sound}",
          "diff {sound} {file} --json",
          "import {file} {folder}/made",
          "import {file} {folder}/made --upstream-rows",
          "import {file} {folder}/made --keep-going --svg",
          "tracy convert {file} -o {output}");

  private static final List<List<String>> OF_LOGS =
      commands(
          "profile -o {folder}/made --process-logs-only {folder}",
          "profile -o {folder}/made --keep-going --process-logs-only {folder}",
          "profile -o {folder}/made --device-only --process-logs-only {folder}",
          "timeline {folder} -o {output}",
          "timeline {folder} -o {output} -f perfetto",
          "timeline {folder} -o {output} -f svg",
          "tracy convert {folder} -o {output}");

  private final Path root;
  private final List<Kind> kinds = new ArrayList<>();

  private SoundFiles(Path root) {
    this.root = root;
  }

  static List<Kind> in(Path root) throws IOException {
    SoundFiles files = new SoundFiles(root);
    files.reports();
    files.databases();
    files.journal();
    files.calls();
    files.csv();
    files.boardLogs();
    files.profiledRun();
    files.traceDump();
    files.monitor();
    return List.copyOf(files.kinds);
  }

  private static List<List<String>> commands(String... commands) {
    return Stream.of(commands).map(command -> List.of(command.split(" "))).toList();
  }

  private Path folder(String name) throws IOException {
    return Files.createDirectories(root.resolve(name));
  }

  static Path resource(String name) {
    try {
      return Path.of(Objects.requireNonNull(SoundFiles.class.getResource(name), name).toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  private void copied(String folder, String resource, List<List<String>> commands)
      throws IOException {
    Path from = resource(resource);
    String name = String.valueOf(from.getFileName());
    Files.copy(from, folder(folder).resolve(name));
    kinds.add(new Kind(folder(folder), name, commands));
  }

  private void reports() throws IOException {
    copied("older", "/seeds/add-older-generation.json", OF_REPORTS);
    copied("newer", "/seeds/add-newer-generation.json", OF_REPORTS);
    Path today = folder("today").resolve("report.json");
    capture(today);
    kinds.add(new Kind(folder("today"), "report.json", OF_REPORTS));
    kinds.add(new Kind(folder("today"), "report.python_io.json", ofSidecar()));
    for (String name : List.of("report.json.zst", "report.json.gz")) {
      Path folder = folder(name.endsWith("zst") ? "zstd" : "gzip");
      Files.write(folder.resolve(name), packed(Files.readAllBytes(today), name));
      kinds.add(new Kind(folder, name, OF_REPORTS));
    }
  }

  static boolean isPacked(String name) {
    return name.endsWith(".zst") || name.endsWith(".gz");
  }

  static byte[] packed(byte[] plain, String name) throws IOException {
    if (name.endsWith(".zst")) {
      return Zstd.compress(plain);
    }
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(plain);
    }
    return packed.toByteArray();
  }

  static byte[] unpacked(byte[] packed, String name) throws IOException {
    InputStream bytes = new ByteArrayInputStream(packed);
    try (InputStream plain =
        name.endsWith(".zst") ? new ZstdInputStream(bytes) : new GZIPInputStream(bytes)) {
      return plain.readAllBytes();
    }
  }

  private static List<List<String>> ofSidecar() {
    return OF_REPORTS.stream()
        .map(words -> words.stream().map(word -> word.replace(FILE, FOLDER + "/report.json")))
        .map(Stream::toList)
        .toList();
  }

  private static MetalTrace metalTrace() {
    return new MetalTrace(
        5,
        1,
        List.of(0, 4),
        "WORMHOLE_B0",
        100_000,
        2048,
        0x3ff00000,
        1024,
        1024,
        TraceVector.bytes(),
        List.of(new MetalTrace.Operation(7, "MatmulDeviceOperation", 0, 448)));
  }

  private static void capture(Path report) {
    try (MeshDevice device = MeshDevice.open("n150");
        GraphCapture capture =
            GraphCapture.begin(
                CaptureOptions.of(RunMode.NORMAL).withStackTraces(2).withBufferDetail())) {
      try (Tensor one = Ttnn.ones(Shape.of(32, 32), DataType.BFLOAT16, Layout.TILE, device, null);
          Tensor sum = Ttnn.add(one, one)) {
        Ttnn.matmul(sum, one).close();
      }
      Tracker.metalTraceEnded(metalTrace());
      capture.endToFile(report);
    }
  }

  private void databases() throws IOException {
    Path report = kinds.get(1).folder().resolve(kinds.get(1).file());
    require("import " + report + " " + folder("database"));
    List<List<String>> commands =
        commands(
            "serve {file}",
            "serve {folder}",
            "sql {file} select/**/*/**/from/**/operations",
            "sql {file} select/**/count(*)/**/from/**/buffers --json",
            "sql {file} select/**/*/**/from/**/nodes --csv",
            "peak {file}",
            "memory {file}",
            "show {file}",
            "lint {file}",
            "diff {file} {sound}",
            "import {sound} {folder} --append",
            "import {sound} {folder} --replace");
    kinds.add(new Kind(folder("database"), "db.sqlite", commands));
    copyAll(folder("database"), folder("cluster"));
    Files.copy(
        resource("/dev/tilescope/device/cluster-t3000.yaml"),
        folder("cluster").resolve("cluster_descriptor.yaml"));
    kinds.add(
        new Kind(
            folder("cluster"),
            "cluster_descriptor.yaml",
            commands("serve {folder}", "serve {folder}/db.sqlite")));
  }

  private void journal() throws IOException {
    Path live = root.resolve("live.journal");
    try (MeshDevice device = MeshDevice.open("n150");
        GraphCapture capture =
            GraphCapture.begin(CaptureOptions.of(RunMode.NORMAL).withJournal(live))) {
      Ttnn.rand(Shape.of(32, 32), DataType.FLOAT32, device, 1).close();
      Files.copy(live, folder("journal").resolve("left.journal"));
      capture.end();
    }
    kinds.add(
        new Kind(
            folder("journal"),
            "left.journal",
            commands("recover {file}", "recover {file} -o {output}", "recover {file} --delete")));
  }

  private void calls() throws IOException {
    Path calls = folder("calls");
    copyAll(resource("/operation_tracing/example1"), calls);
    Path others = folder("other-calls");
    copyAll(resource("/dev/tilescope/replay/index/in"), others);
    kinds.add(new Kind(calls, "3_ttnn_add_20260116_100125_581494.json", ofCalls(3)));
    kinds.add(new Kind(others, "4_ttnn_matmul_20260116_100125_000004.json", ofCalls(4)));
    kinds.add(new Kind(others, "8_ttnn_concat_20260116_100125_000008.json", ofCalls(8)));
  }

  private static List<List<String>> ofCalls(int number) {
    return commands(
        "ops {folder}",
        "ops {folder} --json",
        "ops show {folder} " + number,
        "ops show {folder} " + number + " --json",
        "ops diff {folder} " + resource("/operation_tracing/example1"),
        "ops index {folder} -o {output}",
        "ops export-junit {folder} " + number + " -o {folder}/MadeTest.java",
        "replay {folder} " + number,
        "replay {folder} --json");
  }

  private void csv() throws IOException {
    List<List<String>> commands =
        commands(
            "perf {file} --ignore-signposts",
            "perf {file}",
            "perf {file} --csv {output}",
            "perf {file} --no-summary --no-merge-devices --print-signposts",
            "perf {file} {file} --stacked-csv {folder}/made");
    copied("perf", "/profile/perf/bh20_oft_integral_image_trace.csv", commands);
  }

  private void boardLogs() throws IOException {
    Path logs = folder("board/.logs");
    BoardLogs.write(logs);
    BoardLogs.writeHost(logs, "Matmul|TT_DNN|10|20|1|", "Zone|x|12|3|1|");
    BoardLogs.writeSync(logs);
    Path replayed = folder("replayed/.logs");
    copyAll(resource("/profile/replayed"), replayed);
    for (Path folder : List.of(logs, replayed)) {
      for (String file : names(folder)) {
        kinds.add(new Kind(folder.resolveSibling(""), ".logs/" + file, OF_LOGS));
      }
    }
  }

  private void profiledRun() throws IOException {
    Path run = folder("profiled");
    Profiler.start(
        ProfilerOptions.DEFAULT
            .withFolder(run)
            .withJvmEvents(false)
            .withDevice(DeviceProfilerOptions.ON));
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor one = Ttnn.ones(Shape.of(32, 32), DataType.BFLOAT16, Layout.TILE, device, null)) {
      Ttnn.add(one, one).close();
      Profiler.zone("a zone").close();
    } finally {
      Profiler.stop();
    }
    for (String file : names(run.resolve(".logs"))) {
      kinds.add(new Kind(run, ".logs/" + file, OF_LOGS));
    }
  }

  private void traceDump() throws IOException {
    MetalTraceFile.write(metalTrace(), folder("trace").resolve("trace.json"));
    kinds.add(
        new Kind(
            folder("trace"),
            "trace.json",
            commands(
                "trace-dump {file}",
                "trace-dump {file} --format json",
                "trace-dump {file} --format hex",
                "trace-dump {file} --operations")));
  }

  private void monitor() throws IOException {
    MonitorSnapshot.DeviceMemory device =
        new MonitorSnapshot.DeviceMemory(
            0,
            List.of(0, 1),
            "WORMHOLE_B0",
            12,
            1_499_136,
            List.of(new MonitorSnapshot.MemoryRegion(BufferType.L1, 1 << 20, 1 << 19, 1 << 19, 1)),
            new Peaks(1 << 19, 4096, 65, -1, 1024, -1, 1 << 20, -1).headline(0, 1 << 20, 1 << 30));
    try (MonitorRecording recording =
        MonitorRecording.create(folder("monitor").resolve("session.jsonl"))) {
      for (int i = 0; i < 3; i++) {
        recording.add(
            new MonitorSnapshot(
                1_000_000 + i,
                List.of(
                    new MonitorSnapshot.ProcessMemory(
                        4711, "P", 0, List.of(device), List.of(), 5, 3, 3, 2)),
                List.of()));
      }
    }
    kinds.add(
        new Kind(
            folder("monitor"),
            "session.jsonl",
            commands(
                "monitor --play {file} --once",
                "monitor --play {file} --json",
                "monitor --play {file} -a --once")));
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> String.valueOf(file.getFileName()))
          .sorted()
          .toList();
    }
  }

  static void copyAll(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.toList()) {
        Path target = to.resolve(from.relativize(each).toString());
        if (Files.isDirectory(each)) {
          Files.createDirectories(target);
        } else {
          Files.copy(each, target);
        }
      }
    }
  }

  private static void require(String command) {
    StringWriter err = new StringWriter();
    int exit =
        new Main(Commands.ALL, new PrintWriter(Writer.nullWriter()), new PrintWriter(err))
            .run(command.split(" "));
    if (exit != 0) {
      throw new AssertionError(command + ": " + err);
    }
  }
}
