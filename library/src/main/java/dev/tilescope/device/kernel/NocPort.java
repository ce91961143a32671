package dev.tilescope.device.kernel;

import dev.tilescope.device.TransferRates;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.List;

/**
 * A RISC's way into its NoC. Transfers go through it one after the other; what is under way is
 * known until a barrier, so that pages are not handed on too early.
 */
final class NocPort {
  private record Range(long first, long end) {
    boolean overlaps(long address, long bytes) {
      return address < end && first < address + bytes;
    }
  }

  private final ChipRun chip;
  private final CoreRun core;
  private final RiscRun risc;
  private final int noc;
  private final List<Range> arriving = new ArrayList<>();
  private final List<Range> leaving = new ArrayList<>();
  private long freeAt;
  private long readsDoneAt;
  private long writesSentAt;
  private long writesDoneAt;

  NocPort(ChipRun chip, CoreRun core, RiscRun risc, int noc) {
    this.chip = chip;
    this.core = core;
    this.risc = risc;
    this.noc = noc;
  }

  /** A read was issued. */
  void read(NocAddress from, long l1Address, long bytes) {
    risc.advance(NocTiming.ISSUE_CYCLES);
    readsDoneAt = Math.max(readsDoneAt, readDoneAt(from, bytes));
    arriving.add(new Range(l1Address, l1Address + bytes));
  }

  private long readDoneAt(NocAddress from, long bytes) {
    return switch (from) {
      case NocAddress.Dram dram -> {
        core.work().dramReadBytes += bytes;
        yield throughDram(dram, bytes);
      }
      case NocAddress.L1 l1 -> {
        core.work().l1ReadBytes += bytes;
        boolean isLocal = l1.core().equals(core.core());
        long sent = send(isLocal ? TransferRates.L1_LOCAL : TransferRates.L1_READ, bytes);
        yield sent
            + chip.timing().readLatencyCycles(core.physical(), chip.timing().place(from, noc));
      }
    };
  }

  /** A write was issued; it waits until the one before it is on its way. */
  void write(long l1Address, NocAddress to, long bytes) {
    risc.waitUntil(freeAt);
    risc.advance(NocTiming.ISSUE_CYCLES);
    leaving.add(new Range(l1Address, l1Address + bytes));
    writesDoneAt =
        Math.max(
            writesDoneAt,
            switch (to) {
              case NocAddress.Dram dram -> {
                core.work().dramWriteBytes += bytes;
                yield throughDram(dram, bytes);
              }
              case NocAddress.L1 _ -> {
                core.work().l1WriteBytes += bytes;
                yield arrivesAt(to, bytes);
              }
            });
    writesSentAt = freeAt;
  }

  private long throughDram(NocAddress.Dram dram, long bytes) {
    long booked = chip.dram().book(dram.bank(), risc.cycles(), bytes);
    return Math.max(send(TransferRates.DRAM, bytes), booked) + chip.timing().dramLatencyCycles();
  }

  /** Sends bytes to the L1 of a core, which has them then. */
  long arrivesAt(NocAddress to, long bytes) {
    long sent = send(TransferRates.L1_WRITE, bytes);
    return sent
        + chip.timing().writeLatencyCycles(noc, core.physical(), chip.timing().place(to, noc));
  }

  /** Further arrivals of bytes that were sent once. */
  void alsoWrites(List<NocAddress> places) {
    for (NocAddress place : places) {
      long latency =
          chip.timing().writeLatencyCycles(noc, core.physical(), chip.timing().place(place, noc));
      writesDoneAt = Math.max(writesDoneAt, freeAt + latency);
    }
  }

  private long send(TransferRates path, long bytes) {
    core.work().largestTransferBytes = Math.max(core.work().largestTransferBytes, bytes);
    freeAt =
        Math.max(freeAt, risc.cycles()) + risc.slowed(chip.timing().occupiedCycles(path, bytes));
    return freeAt;
  }

  /** What a barrier waits for. */
  String underWay() {
    return "%d reads and %d writes under way on NoC %d"
        .formatted(arriving.size(), leaving.size(), noc);
  }

  void awaitReads() {
    risc.waitUntil(readsDoneAt);
    arriving.clear();
  }

  void awaitWrites() {
    risc.waitUntil(writesDoneAt);
    leaving.clear();
  }

  void awaitSent() {
    risc.waitUntil(writesSentAt);
    leaving.clear();
  }

  void requireArrived(long address, long bytes) {
    if (arriving.stream().anyMatch(range -> range.overlaps(address, bytes))) {
      throw new TilescopeException(
          "cbPushBack: bytes are still being read into these pages, at %d; call".formatted(address)
              + " nocAsyncReadBarrier before pushing them");
    }
  }

  void requireSent(long address, long bytes) {
    if (leaving.stream().anyMatch(range -> range.overlaps(address, bytes))) {
      throw new TilescopeException(
          "cbPopFront: bytes are still being written from these pages, at %d; call"
                  .formatted(address)
              + " nocAsyncWritesFlushed or nocAsyncWriteBarrier before popping them");
    }
  }
}
