package dev.tilescope.internal.monitor;

import static dev.tilescope.internal.monitor.MemoryFileLayout.*;

import dev.tilescope.internal.io.PrivateFolder;
import dev.tilescope.memory.Peaks;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * The memory of one process as a mapped file that others read while it is written. It outlives its
 * process; whoever finds it then removes it.
 *
 * <pre>
 * file      = header, device * 64, maker * 1024, row * 16384      all numbers little-endian
 * header    = magic "TSMEM001", version i32 @8, pid i64 @16, start mark i64 @24, number space i64 @32,
 *             published since (ms since 1970) i64 @40, allocations i64 @48, frees i64 @56,
 *             live buffers without a row i64 @64, messages not sent i64 @72,
 *             rows ever used i64 @80, command text[128] @128                        256 bytes
 * device    = sequence i64 @0, open (1 or 0) i32 @8, id i32 @12, chips i32 @16, DRAM channels i32 @20,
 *             L1 bytes of a core i64 @24, architecture text[32] @32,
 *             region * 4 @64 (DRAM, L1, L1_SMALL, TRACE), chip id i32 * 64 @192,
 *             bytes of an L1 bank i64 @448, of a DRAM bank i64 @456, then the most that was in use:
 *             of one core's L1 i64 @464, the part of it that is circular buffers i64 @472, the least
 *             between those and the lowest buffer i64 @480 (-1: not known), of one DRAM bank i64 @488,
 *             the fullest core i32 @496 (64 * y + x; -1: all alike)                512 bytes
 * region    = capacity, used, peak, buffers: i64 each, of one chip over all its banks
 * maker     = text[128]; number 0 stands for all names after the first 1023
 * row       = key i64 @0 (0: empty), address i64 @8, bytes on each chip i64 @16, origin i64 @24    32 bytes
 * origin    = device | region &lt;&lt; 6 | maker &lt;&lt; 8 | since (ms since 1970) &lt;&lt; 18
 * text[n]   = length i32, so many bytes of UTF-8
 * </pre>
 *
 * <p>How to read it while it changes: the magic is written last, so a file without it is not ready.
 * A device's sequence is odd while it changes: what was read counts if the sequence was even before
 * and is the same after. A row is whole if its key was not 0 before and is the same after: keys are
 * never used twice. A maker is written before the first row that names it, and never changed.
 * Writers wait for nobody.
 *
 * <p>The whole file is written once with zeros, so that a full disk is an error here and not a
 * fault in the program later. One thread at a time writes.
 */
final class MemoryFile {
  private final Path path;
  private final MemorySegment file;
  private long allocations;
  private long frees;

  private MemoryFile(Path path, MemorySegment file) {
    this.path = path;
    this.file = file;
  }

  /** A new file, which no reader sees before it is whole. */
  static MemoryFile create(
      MonitorFolder folder, ProcessIdentity process, String command, long sinceEpochMillis) {
    folder.make();
    Path path = folder.path().resolve(process.fileName());
    try {
      MemoryFile created = new MemoryFile(path, map(path));
      created.putHeader(process, command, sinceEpochMillis);
      return created;
    } catch (IOException e) {
      throw new TilescopeException(
          path
              + ": the file for live memory cannot be made: "
              + e
              + "; name another folder with "
              + MonitorFolder.VARIABLE,
          e);
    }
  }

  private static MemorySegment map(Path path) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            path,
            Set.of(
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS),
            PrivateFolder.fileAttributes(path))) {
      return filled(path, channel);
    }
  }

  private static MemorySegment filled(Path path, FileChannel channel) throws IOException {
    try {
      fill(channel);
      return channel.map(FileChannel.MapMode.READ_WRITE, 0, FILE_BYTES, Arena.ofAuto());
    } catch (IOException e) {
      Files.deleteIfExists(path);
      throw e;
    }
  }

  private static void fill(FileChannel channel) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocate(Math.toIntExact(FILE_BYTES));
    while (zeros.hasRemaining()) {
      channel.write(zeros);
    }
  }

  private void putHeader(ProcessIdentity process, String command, long sinceEpochMillis) {
    file.set(INT, HEADER_VERSION, VERSION);
    file.set(LONG, HEADER_PID, process.pid());
    file.set(LONG, HEADER_START, process.startMark());
    file.set(LONG, HEADER_SPACE, process.space());
    file.set(LONG, HEADER_SINCE, sinceEpochMillis);
    putText(file, HEADER_COMMAND, COMMAND_BYTES, command);
    ORDERED.setRelease(file, HEADER_MAGIC, MAGIC);
  }

  Path path() {
    return path;
  }

  void openDevice(int slot, DeviceFacts facts) {
    long at = device(slot);
    long sequence = beginChange(at);
    file.set(INT, at + DEVICE_ID, facts.id());
    file.set(INT, at + DEVICE_CHIPS, facts.chipIds().size());
    for (int i = 0; i < facts.chipIds().size(); i++) {
      file.set(INT, at + DEVICE_CHIP_IDS + (long) i * Integer.BYTES, facts.chipIds().get(i));
    }
    file.set(INT, at + DEVICE_CHANNELS, facts.dramChannels());
    file.set(LONG, at + DEVICE_L1, facts.l1BytesPerCore());
    putText(file, at + DEVICE_ARCH, ARCH_BYTES, facts.arch());
    file.set(LONG, at + DEVICE_L1_BANK, facts.l1BankBytes());
    file.set(LONG, at + DEVICE_DRAM_BANK, facts.dramBytesPerChannel());
    setPeaks(at, Peaks.NONE);
    for (int i = 0; i < MemoryFileLayout.REGIONS.size(); i++) {
      file.asSlice(region(slot, i), REGION_BYTES).fill((byte) 0);
      file.set(LONG, region(slot, i) + REGION_CAPACITY, facts.capacityBytes().get(i));
    }
    file.set(INT, at + DEVICE_OPEN, 1);
    endChange(at, sequence);
  }

  /** What was the most so far; the figures of a device that change together with its buffers. */
  void putPeaks(int slot, Peaks peaks) {
    long at = device(slot);
    long sequence = beginChange(at);
    setPeaks(at, peaks);
    endChange(at, sequence);
  }

  private void setPeaks(long at, Peaks peaks) {
    file.set(LONG, at + DEVICE_L1_PEAK, peaks.l1BytesPerCore());
    file.set(LONG, at + DEVICE_L1_PROGRAM, peaks.l1ProgramBytes());
    file.set(LONG, at + DEVICE_L1_HEADROOM, peaks.l1HeadroomBytes());
    file.set(LONG, at + DEVICE_DRAM_PEAK, peaks.dramBytesPerBank());
    file.set(INT, at + DEVICE_L1_CORE, peaks.l1Core());
  }

  void closeDevice(int slot) {
    long at = device(slot);
    long sequence = beginChange(at);
    file.set(INT, at + DEVICE_OPEN, 0);
    endChange(at, sequence);
  }

  private long beginChange(long at) {
    long sequence = file.get(LONG, at + DEVICE_SEQUENCE);
    ORDERED.setOpaque(file, at + DEVICE_SEQUENCE, sequence + 1);
    VarHandle.storeStoreFence();
    return sequence;
  }

  private void endChange(long at, long sequence) {
    ORDERED.setRelease(file, at + DEVICE_SEQUENCE, sequence + 2);
  }

  void take(int slot, int region, long bytes) {
    long at = region(slot, region);
    long used = file.get(LONG, at + REGION_USED) + bytes;
    long sequence = beginChange(device(slot));
    file.set(LONG, at + REGION_USED, used);
    file.set(LONG, at + REGION_BUFFERS, file.get(LONG, at + REGION_BUFFERS) + 1);
    if (used > file.get(LONG, at + REGION_PEAK)) {
      file.set(LONG, at + REGION_PEAK, used);
    }
    endChange(device(slot), sequence);
    file.set(LONG, HEADER_ALLOCATIONS, ++allocations);
  }

  void giveBack(int slot, int region, long bytes) {
    long at = region(slot, region);
    long sequence = beginChange(device(slot));
    file.set(LONG, at + REGION_USED, file.get(LONG, at + REGION_USED) - bytes);
    file.set(LONG, at + REGION_BUFFERS, file.get(LONG, at + REGION_BUFFERS) - 1);
    endChange(device(slot), sequence);
    file.set(LONG, HEADER_FREES, ++frees);
  }

  /**
   * @param row that is empty
   * @param key that no row had before
   */
  void putRow(int row, long key, long address, long bytes, long origin) {
    long at = row(row);
    // What the row held before is seen to be gone before any of this is seen.
    VarHandle.storeStoreFence();
    file.set(LONG, at + ROW_ADDRESS, address);
    file.set(LONG, at + ROW_SIZE, bytes);
    file.set(LONG, at + ROW_ORIGIN, origin);
    ORDERED.setRelease(file, at + ROW_KEY, key);
  }

  void clearRow(int row) {
    ORDERED.setRelease(file, row(row) + ROW_KEY, 0L);
  }

  /** The key of a row that was put and not cleared; 0 for others. */
  long key(int row) {
    return file.get(LONG, row(row) + ROW_KEY);
  }

  long origin(int row) {
    return file.get(LONG, row(row) + ROW_ORIGIN);
  }

  long address(int row) {
    return file.get(LONG, row(row) + ROW_ADDRESS);
  }

  long bytes(int row) {
    return file.get(LONG, row(row) + ROW_SIZE);
  }

  void putMaker(int number, String name) {
    putText(file, maker(number), MAKER_BYTES, name);
  }

  /**
   * @param rows how many rows were ever used
   */
  void putRowCount(int rows) {
    file.set(LONG, HEADER_ROWS, rows);
  }

  void putUnlisted(long buffers) {
    file.set(LONG, HEADER_UNLISTED, buffers);
  }

  void putUnsent(long messages) {
    file.set(LONG, HEADER_UNSENT, messages);
  }

  /** Takes the file away from readers; what is still written goes nowhere. */
  void delete() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException _) {
      // The next monitor finds that the process has ended, and removes it.
    }
  }
}
