package dev.tilescope.internal.cli;

import dev.tilescope.internal.kinds.FileKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A file or more of every kind: {@link SoundFiles}, and what other programs write. */
final class FilesOfEveryKind {
  private final Path root;
  private final Map<FileKind, List<Path>> files = new EnumMap<>(FileKind.class);

  private FilesOfEveryKind(Path root) {
    this.root = root;
  }

  static Map<FileKind, List<Path>> in(Path root) throws IOException {
    FilesOfEveryKind all = new FilesOfEveryKind(root);
    SoundFiles.in(root);
    all.ours();
    all.ofRuns();
    all.ofOthers();
    return all.files;
  }

  private Path at(String name) {
    return root.resolve(name);
  }

  private void add(FileKind kind, Path... paths) {
    files.computeIfAbsent(kind, _ -> new ArrayList<>()).addAll(List.of(paths));
  }

  private Path written(String name, byte[] content) throws IOException {
    Path file = at("others").resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, content);
  }

  private void ours() throws IOException {
    add(FileKind.REPORT, at("today/report.json"), at("older/add-older-generation.json"));
    add(FileKind.REPORT, at("gzip/report.json.gz"), at("zstd/report.json.zst"));
    add(FileKind.REPORT_FOLDER, at("newer"), at("gzip"));
    add(FileKind.SIDECAR, at("today/report.python_io.json"));
    add(FileKind.DATABASE, at("database/db.sqlite"));
    add(FileKind.DATABASE_FOLDER, at("database"));
    add(FileKind.METAL_TRACE, at("trace/trace.json"));
    add(FileKind.BARE_COMMANDS, written("commands.hex", bytes("01 02")));
    add(FileKind.CALL, at("calls/3_ttnn_add_20260116_100125_581494.json"));
    add(FileKind.CALL_FOLDER, at("calls"));
    add(FileKind.MEMORY_JOURNAL, at("journal/left.journal"));
    add(FileKind.MONITOR_RECORDING, at("monitor/session.jsonl"));
    add(FileKind.TENSORS, written("weights.tensor", bytes("TSTENSOR\0\1")));
    add(FileKind.TENSORS, written("weights.npy", bytes("\u0093NUMPY\1\0v\0{'descr': '<f4'}")));
  }

  private void ofRuns() throws IOException {
    Path table = at("perf/bh20_oft_integral_image_trace.csv");
    add(FileKind.PERF_TABLE, table);
    byte[] packed = SoundFiles.packed(Files.readAllBytes(table), "table.csv.gz");
    add(FileKind.PERF_TABLE, written("table.csv.gz", packed));
    add(FileKind.PERF_ANSWER, written("answer.csv", bytes("ID,Total %,Bound,OP Code\n1,2,,Add\n")));
    Path logs = at("replayed/.logs");
    add(FileKind.DEVICE_LOG, logs.resolve("profile_log_device.csv"));
    add(FileKind.HOST_TIMES, logs.resolve("tracy_ops_times.csv"));
    add(FileKind.HOST_MESSAGES, logs.resolve("tracy_ops_data.csv"));
    add(
        FileKind.DEVICE_SUMS,
        written("cpp_device_perf_report.csv", bytes("GLOBAL CALL COUNT,DEVICE ID\n1024,0\n")));
    add(FileKind.HOST_JOURNAL, written("host.journal", bytes("TSHOST01\0\0\0")));
    add(FileKind.PROFILED_RUN, at("replayed"), at("profiled"));
    add(
        FileKind.NOC_TRACE,
        written(
            "noc_trace_dev0_ID1024.json",
            bytes(
                "[{\"op_name\": \"Add\", \"proc\": \"BRISC\", \"run_host_id\": 1024, \"sx\": 1}]")));
    add(FileKind.TRACY_FILE, written("run.tracy", bytes("tr\u00fdP\1\4")));
    add(FileKind.TRACY_FILE, written("older.tracy", bytes("tlZ\4\u007f\u0051\0\0\u00a2ttracy\0")));
    add(
        FileKind.CHROME_TRACE,
        written("trace.json", bytes("{\"traceEvents\": [{\"ph\": \"X\", \"ts\": 1}]}")),
        written("timeline.perfetto-trace", bytes("\n\u0010\u0008\0\1")));
  }

  private void ofOthers() throws IOException {
    add(FileKind.PYTORCH_PICKLE, written("snapshot.pickle", bytes("\u0080\4}q\0X\u0008\0")));
    add(FileKind.PYTORCH_ARCHIVE, written("model.pt", bytes("PK\3\4\0\0model/data.pkl")));
    add(FileKind.PICTURE, written("graph.svg", bytes("<svg xmlns='x'></svg>")));
    add(FileKind.PICTURE, written("graph.png", bytes("\u0089PNG\r\n")));
    add(FileKind.WEB_PAGE, written("page.html", bytes("<!DOCTYPE html><html></html>")));
    add(FileKind.PYTHON_PROGRAM, written("model.py", bytes("import ttnn\n")));
    add(FileKind.JAVA_PROGRAM, written("App.java", bytes("class App {}\n")));
    add(FileKind.PROGRAM, written("app", bytes("\u007fELF\2")));
    add(FileKind.EMPTY_FILE, written("nothing.json", bytes("")));
    add(FileKind.EMPTY_FOLDER, Files.createDirectories(at("empty")));
    add(FileKind.OTHER_FOLDER, Files.createDirectories(at("others/deeper/empty")).getParent());
    add(FileKind.OTHER_JSON, written("package.json", bytes("{\"name\": \"a\"}")));
    add(FileKind.TEXT, written("notes.txt", bytes("Remember the milk.\n")));
    add(FileKind.UNKNOWN, written("some.dat", bytes("\0\1\2\3")));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
