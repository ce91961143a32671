package dev.tilescope.internal.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.profile.internal.table.OpsColumn;
import dev.tilescope.profile.internal.table.OpsRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnalysedRunsTest {
  private static final String HEADER =
      "GLOBAL CALL COUNT,METAL TRACE ID,METAL TRACE REPLAY SESSION ID,DEVICE ID,DEVICE ARCH,"
          + "CORE COUNT,AVAILABLE WORKER CORE COUNT,DEVICE KERNEL DURATION [ns],"
          + "DEVICE KERNEL START CYCLE,DEVICE KERNEL END CYCLE,DEVICE KERNEL DM START CYCLE,"
          + "OP TO OP LATENCY [ns]\n";

  @TempDir Path folder;

  private List<DeviceRecord> read(String rows) throws IOException {
    Path file = Files.writeString(folder.resolve(AnalysedRuns.FILE), HEADER + rows);
    RunKey traced = new RunKey(0, 1024, 7, 2);
    OpsRow cells = new OpsRow();
    cells.put(OpsColumn.SUB_DEVICE_ID, 5);
    DeviceRecord ofLog = new DeviceRecord(traced, 3, cells, 0, 0, 0);
    return new AnalysedRuns(file, List.of(ofLog), new InputProblems(false)).read();
  }

  @Test
  void runsComeInTheOrderOfTheirKernelsWithTheSubDeviceOfTheLog() throws IOException {
    List<DeviceRecord> records =
        read(
            "2048,,,0,blackhole,4,64,10,500,510,505,\n"
                + "1024,7,2,0,blackhole,4,64,20,100,120,101,0\n");
    assertThat(records)
        .extracting(DeviceRecord::key)
        .containsExactly(new RunKey(0, 1024, 7, 2), new RunKey(0, 2048, Marker.NONE, Marker.NONE));
    OpsRow cells = records.getFirst().cells();
    assertThat(cells.text(OpsColumn.SUB_DEVICE_ID)).isEqualTo("5");
    assertThat(cells.text(OpsColumn.AVAILABLE_WORKER_CORE_COUNT)).isEqualTo("64");
    assertThat(cells.has(OpsColumn.KERNEL_START)).isFalse();
  }

  @Test
  void aLatencyThatIsMissingIsMeasuredAndOneThatIsThereStays() throws IOException {
    List<DeviceRecord> records =
        read("1024,,,0,a,1,1,20,100,120,101,77\n2048,,,0,a,1,1,10,500,510,505,\n");
    DeviceLogHeader clock = new DeviceLogHeader("a", 1000, 0);
    assertThat(OpsPerfRows.ofDevice(records, clock, false))
        .extracting(row -> row.text(OpsColumn.LATENCY))
        .containsExactly("77", "380");
  }

  @Test
  void damageIsNamedByItsRow() {
    assertThatThrownBy(() -> read("1024,,,0,a,1,1,20,100,120,101,0\n1024,,,0,a,1,1,20,1,2,1,0\n"))
        .hasMessageContaining(AnalysedRuns.FILE + ", row 3: operation 1024 on device 0 is here");
    assertThatThrownBy(() -> read("1024,,,0,a\n"))
        .hasMessageContaining("row 2: expected 12 columns, found 5");
    assertThatThrownBy(() -> read("1024,,,0,a,1,1,soon,100,120,101,0\n"))
        .hasMessageContaining("row 2: expected whole numbers");
  }
}
