package dev.tilescope.internal.monitor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The processes of this machine, told apart also where one has the number of an earlier one. */
public interface Processes {
  /** What {@link #startMark} says of a process that has ended, or never was. */
  long NONE = -1;

  /** When a process started, by a clock that only this machine knows; {@link #NONE} without one. */
  long startMark(long pid);

  /**
   * The space in which process numbers mean something: the same number is another process in
   * another container.
   */
  long space();

  /** The real ones. */
  static Processes ofSystem() {
    return Files.exists(LinuxProcesses.PROC.resolve("self/stat"))
        ? new LinuxProcesses()
        : new PortableProcesses();
  }

  /** By {@code /proc}: the start is exact, and a process that only waits to be buried is seen. */
  final class LinuxProcesses implements Processes {
    static final Path PROC = Path.of("/proc");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    /** After the name, which may hold anything: the state is field 3, the start field 22. */
    private static final int STATE = 0;

    private static final int START_TICKS = 19;

    @Override
    public long startMark(long pid) {
      try {
        byte[] bytes = Files.readAllBytes(PROC.resolve(pid + "/stat"));
        return startOf(new String(bytes, StandardCharsets.ISO_8859_1));
      } catch (IOException _) {
        return NONE;
      }
    }

    static long startOf(String stat) {
      String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
      boolean isAlive = fields.length > START_TICKS && !"ZXx".contains(fields[STATE]);
      return isAlive ? Long.parseLong(fields[START_TICKS]) : NONE;
    }

    @Override
    public long space() {
      try {
        Matcher number =
            NUMBER.matcher(Files.readSymbolicLink(PROC.resolve("self/ns/pid")).toString());
        return number.find() ? Long.parseLong(number.group()) : 0;
      } catch (IOException _) {
        return 0;
      }
    }
  }

  /** By what Java says of processes. */
  final class PortableProcesses implements Processes {
    @Override
    public long startMark(long pid) {
      return ProcessHandle.of(pid)
          .filter(ProcessHandle::isAlive)
          .map(p -> p.info().startInstant().map(Instant::toEpochMilli).orElse(0L))
          .orElse(NONE);
    }

    @Override
    public long space() {
      return 0;
    }
  }
}
