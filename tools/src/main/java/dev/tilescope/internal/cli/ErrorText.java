package dev.tilescope.internal.cli;

import dev.tilescope.analysis.MemoryFailure;
import dev.tilescope.device.Board;
import dev.tilescope.device.ModelledMemory;
import dev.tilescope.internal.io.FileTrouble;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.whatif.Change;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** An error text of TT-NN's, alone or somewhere in a log. */
final class ErrorText {
  /** Of a log only the beginning is looked through. */
  private static final int MOST_BYTES = 64 << 20;

  private ErrorText() {}

  /** The first text in a file that says that something did not fit. */
  static MemoryFailure.Found read(Path file) {
    MemoryFailure.Found found = MemoryFailure.in(text(file));
    if (found == null) {
      throw new TilescopeException(
          VisibleText.of(file.toString())
              + " holds none of the error texts that say that something did not fit, such as \"Out"
              + " of Memory: Not enough space to allocate ...\" or \"Statically allocated circular"
              + " buffers in program 3 clash with L1 buffers ...\"; paste the whole line");
    }
    return found;
  }

  private static String text(Path file) {
    try (InputStream in = file.toString().equals("-") ? System.in : Files.newInputStream(file)) {
      return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new TilescopeException(
          VisibleText.of(file.toString()) + " cannot be read: " + FileTrouble.reading(e), e);
    }
  }

  /** A device with as much memory as the text says that its own had. */
  static Change capacity(MemoryFailure failure, Change recorded) {
    return switch (failure) {
      case MemoryFailure.NoRoom lacking when lacking.bankBytes() > 0 ->
          withBank(lacking.type(), lacking.bankBytes(), recorded);
      case MemoryFailure.BeyondL1 beyond when beyond.l1Bytes() > 0 ->
          recorded.withBoard(recorded.board().withL1(beyond.l1Bytes()));
      case MemoryFailure.TraceRegionFull full ->
          recorded.withOptions(recorded.options().withTraceRegionBytes(full.regionBytes()));
      case MemoryFailure.NoRoom _,
          MemoryFailure.BeyondL1 _,
          MemoryFailure.BelowLimit _,
          MemoryFailure.Clash _,
          MemoryFailure.TraceInTheWay _ ->
          recorded;
    };
  }

  private static Change withBank(BufferType type, long bytes, Change recorded) {
    Board board = recorded.board();
    long other = bytes - new ModelledMemory(board, recorded.options()).bankBytes(type);
    return switch (type) {
      case L1 -> recorded.withBoard(board.withL1(board.workerL1Bytes() + other));
      case DRAM -> recorded.withBoard(board.withDramView(board.dramViewBytes() + other));
      case L1_SMALL -> recorded.withOptions(recorded.options().withL1SmallBytes(bytes));
      case TRACE ->
          recorded.withOptions(recorded.options().withTraceRegionBytes(bytes * board.dramViews()));
      case SYSTEM_MEMORY -> recorded;
    };
  }
}
