package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.kinds.FileKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people type by mistake: each message names the cause, and what to type instead. */
@Timeout(120)
class MistakesTest {
  @TempDir private static Path folder = Path.of("");

  @BeforeAll
  static void make() throws IOException {
    assertThat(FilesOfEveryKind.in(folder)).containsKey(FileKind.REPORT);
    Files.copy(folder.resolve("today/report.json"), folder.resolve("r.json"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          show @others/answer.csv          | a table that 'tilescope perf --csv' | tilescope perf CSV
          calltrace @perf                  | the folder of a profiled run        | tilescope perf @perf
          levelize @calls                  | a folder of traced calls            | tilescope ops @calls
          args @trace/trace.json           | the commands of one metal trace     | tilescope trace-dump @trace/trace.json
          lint @others/page.html           | a web page                          | open it in a browser
          svg @others/graph.svg            | a picture                           | open it in a browser
          peak @perf/bh20_oft_integral_image_trace.csv | an ops_perf_results CSV | tilescope perf @perf/bh20
          memory @others/snapshot.pickle   | a memory snapshot of PyTorch        | https://docs.pytorch.org/memory_viz
          table @others/model.pt           | an archive of PyTorch               | torch.load
          trace-dump @replayed/.logs/profile_log_device.csv | a device log       | tilescope timeline @replayed
          tracy convert @others/run.tracy -o @x | a file of the Tracy profiler   | tracy-profiler @others/run.tracy
          diff @r.json @perf/bh20_oft_integral_image_trace.csv | an ops_perf_results CSV | tilescope perf
          import @others/noc_trace_dev0_ID1024.json @x | a NoC trace             | tilescope timeline @others
          sql @r.json select/**/1          | a graph report                      | tilescope peak @r.json
          perf @r.json                     | a graph report                      | tilescope peak @r.json
          calibrate @r.json                | a graph report                      | tilescope serve @r.json
          recover @r.json                  | a graph report                      | tilescope peak @r.json
          replay @today                    | a folder of graph reports           | tilescope serve @today
          ops @database                    | the folder of a database            | tilescope serve @database
          ops show @calls/3_ttnn_add_20260116_100125_581494.json 3 | one traced call | tilescope ops @calls
          timeline @replayed/.logs/tracy_ops_times.csv | host zones from Tracy   | tilescope timeline @replayed
          monitor --play @r.json           | a graph report                      | tilescope peak @r.json
          profile -o @x --process-logs-only @r.json | a graph report             | tilescope peak @r.json
          profile -o @x -- @others/model.py | a Python program                   | tilescope python -m tracy -r @others/model.py
          run --trace-params -- @others/model.py | a Python program              | tilescope python @others/model.py
          serve @others/snapshot.pickle    | a pickle of Python                  | memory_viz
          peak @today/report.python_io.json | the recorded calls of a report     | tilescope args @today/report.json
          peak @nothing-here.json          | does not exist; check the path      | tilescope python --report FILE SCRIPT
          peak @others/nothing.json        | an empty file                       | takes a graph report
          peak @others/notes.txt           | plain text                          | takes a graph report
          peak @others/package.json        | of no kind that Tilescope knows     | takes a graph report
          peak @empty                      | an empty folder                     | takes a graph report
          peek @r.json                     | no command 'peek'                   | Did you mean peak?
          peak --jsn @r.json               | Unknown option                      | Did you mean --json?
          peak                             | REPORT                              | tilescope peak --help
          peak @r.json --rank 1            | is a single file                    | leave it out
          run -- java -version             | nothing to trace                    | --report FILE
          run --trace-params -- no-such-program | could not be started           | java command
          fit --op ttnn.relu --input 32x32:bf16 | "bf16" is no data type              | did you mean bfloat16?
          fit --op ttnn.reluu --input 32x32 | reluu                               | ttnn.relu
          demo brt                         | brt                                 | bert, resnet50 or llama
          demo --device n151               | n151                                | n150
          table @r.json --csv --json       | exclude each other                  | tilescope table --help
          perf @perf/bh20_oft_integral_image_trace.csv --group-by name | 'name'  | op, memory or category
          diff @r.json @r.json --fail-if peak>5 | peak                           | peak-l1
          sql @database drop/**/table/**/x | only                                | SELECT
          """)
  void eachIsToldItsCauseAndWhatToDo(String typed, String cause, String next) {
    StringWriter err = new StringWriter();
    int exit =
        new Main(Commands.ALL, new PrintWriter(Writer.nullWriter()), new PrintWriter(err))
            .run(at(typed).split(" "));
    assertThat(exit).as(err.toString()).isIn(ExitCode.FAILED, ExitCode.USAGE);
    assertThat(err.toString()).contains(at(cause), at(next)).doesNotContain("\tat ");
  }

  private static String at(String text) {
    return text.replace("@", folder + "/");
  }
}
