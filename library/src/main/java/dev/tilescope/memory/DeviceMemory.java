package dev.tilescope.memory;

import dev.tilescope.model.CoreCoord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;

/**
 * What one device's memory holds, event by event.
 *
 * <p>A buffer takes its part of a bank on every core, since a trace does not say which ones hold
 * its shards; a program takes space on the cores it names. How much stood there before the capture
 * is known only at its end, since such a buffer shows when it is first used. So levels are told
 * without it and go below 0 when it is freed; {@link #l1Before}, {@link #dramBefore} and {@link
 * #dramBankBefore} are to be added in the end.
 *
 * <p>A little longer than most classes: every event changes most of these levels together.
 */
public final class DeviceMemory {
  private static final long NOWHERE = -1;

  /**
   * @param programBytes the most that programs held at once
   * @param totalBytes the most that programs and buffers took at once
   */
  public record CorePeak(CoreCoord core, long programBytes, long totalBytes) {}

  private final RunningPeak l1 = new RunningPeak();
  private final RunningPeak dram = new RunningPeak();
  private final RunningPeak dramBank = new RunningPeak();
  private final TreeMap<Long, Integer> addresses = new TreeMap<>();
  private final BitSet cores = new BitSet();

  // By core; they grow to the highest one that ran a program.
  private long[] held = {};
  private long[] heldPeak = {};
  private long[] totalPeak = {};

  private boolean usedL1;
  private long l1Buffers;
  private long l1Before;
  private long dramBefore;
  private long dramBankBefore;
  private final Most dramBankPeak = new Most();

  /** The most of {@link #l1Buffers} since the programs last changed, and ever. */
  private long mostBuffers;

  private long mostBuffersEver;
  private long fullest;
  private int fullestCore = -1;
  private final Most programPeak = new Most();
  private final Most peak = new Most();
  private long peakProgram;
  private int peakCore = -1;

  // Addresses: where program memory ends, the highest that ever was, and the least room above it.
  private long top;
  private final Most highestTop = new Most();
  private long headroom = -1;
  private long headroomNode = NOWHERE;
  private long records;

  /** Of a device of which nothing is known yet. */
  public DeviceMemory() {}

  /** The most there ever was, and the node that first brought it about. */
  private static final class Most {
    long bytes;
    long node = NOWHERE;

    boolean note(long now, long by) {
      boolean isMore = now > bytes;
      if (isMore) {
        bytes = now;
        node = by;
      }
      return isMore;
    }
  }

  /** This is a chip of a mesh, whose buffers it has had from the beginning. */
  void join(DeviceMemory mesh, long position) {
    mesh.addresses.forEach((address, count) -> addresses.merge(address, count, Integer::sum));
    usedL1 |= mesh.usedL1;
    l1Buffers += mesh.l1Buffers;
    l1Before += mesh.l1Before;
    dramBefore += mesh.dramBefore;
    dram.set(dram.now() + mesh.dram.now(), position);
    dramBank.set(dramBank.now() + mesh.dramBank.now(), position);
    dramBankBefore += mesh.dramBankBefore;
    mostBuffers = Math.max(mostBuffers, l1Buffers);
    mostBuffersEver = Math.max(mostBuffersEver, mesh.mostBuffersEver);
    l1.set(l1Buffers + fullest, position);
    peak.note(mesh.peak.bytes, mesh.peak.node);
    dramBankPeak.note(mesh.dramBankPeak.bytes, mesh.dramBankPeak.node);
  }

  public void allocate(Held buffer, long position, long node) {
    change(buffer, 1, position, node);
    if (buffer.hasAddress()) {
      addresses.merge(buffer.address(), 1, Integer::sum);
      if (top > 0) {
        room(buffer.address() - top, node);
      }
    }
  }

  public void free(Held buffer, long position, long node) {
    change(buffer, -1, position, node);
    if (buffer.hasAddress()) {
      addresses.merge(buffer.address(), -1, (now, less) -> now + less == 0 ? null : now + less);
    }
  }

  private void change(Held buffer, int sign, long position, long node) {
    if (buffer.isL1()) {
      usedL1 = true;
      l1Buffers += sign * buffer.bytesPerBank();
      mostBuffers = Math.max(mostBuffers, l1Buffers);
      mostBuffersEver = Math.max(mostBuffersEver, l1Buffers);
      noteL1(position, node);
    } else if (buffer.isDram()) {
      changeDram(sign * buffer.bytesPerBank(), sign * buffer.bytes(), position, node);
    }
  }

  /** What buffers take of DRAM grows by so much, or shrinks. */
  public void changeDram(long bytesPerBank, long bytes, long position, long node) {
    dram.set(dram.now() + bytes, position);
    dramBank.set(dramBank.now() + bytesPerBank, position);
    if (dramBankPeak.note(dramBank.now(), node)) {
      records++;
    }
  }

  /** A buffer has stood there since before the capture; to be told when it goes, or at the end. */
  void stoodBefore(Held buffer) {
    if (buffer.isL1()) {
      usedL1 = true;
      l1Before += buffer.bytesPerBank();
    } else if (buffer.isDram()) {
      dramBefore += buffer.bytes();
      dramBankBefore += buffer.bytesPerBank();
    }
    if (buffer.hasAddress()) {
      if (highestTop.bytes > 0) {
        room(buffer.address() - highestTop.bytes, highestTop.node);
      }
      addresses.merge(buffer.address(), 1, Integer::sum);
    }
  }

  /**
   * A program takes space on some cores; returns what the fullest core holds now.
   *
   * @param on by {@link CoreIndex}
   * @param address 0 or less if it is not known
   */
  public long hold(int[] on, long bytesPerCore, long address, long position, long node) {
    settle();
    usedL1 = true;
    for (int core : on) {
      know(core);
      held[core] += bytesPerCore;
      heldPeak[core] = Math.max(heldPeak[core], held[core]);
      totalPeak[core] = Math.max(totalPeak[core], held[core] + l1Buffers);
      if (held[core] > fullest) {
        fullest = held[core];
        fullestCore = core;
      }
    }
    programPeak.note(fullest, node);
    noteL1(position, node);
    if (address > 0) {
      raise(address + bytesPerCore, node);
    }
    return fullest;
  }

  private void raise(long end, long node) {
    top = Math.max(top, end);
    highestTop.note(top, node);
    if (!addresses.isEmpty()) {
      room(addresses.firstKey() - top, node);
    }
  }

  private void room(long bytes, long node) {
    long between = Math.max(0, bytes);
    if (headroom < 0 || between < headroom) {
      headroom = between;
      headroomNode = node;
      records++;
    }
  }

  private void know(int core) {
    if (core >= held.length) {
      held = Arrays.copyOf(held, core + 1);
      heldPeak = Arrays.copyOf(heldPeak, core + 1);
      totalPeak = Arrays.copyOf(totalPeak, core + 1);
    }
    if (!cores.get(core)) {
      cores.set(core);
      totalPeak[core] = mostBuffersEver;
    }
  }

  /** Programs give everything back. */
  public void release(long position) {
    settle();
    Arrays.fill(held, 0);
    fullest = 0;
    fullestCore = -1;
    top = 0;
    l1.set(l1Buffers, position);
  }

  /** Buffers came and went while programs stood still: each core may have a new peak. */
  private void settle() {
    for (int core = cores.nextSetBit(0); core >= 0; core = cores.nextSetBit(core + 1)) {
      totalPeak[core] = Math.max(totalPeak[core], held[core] + mostBuffers);
    }
    mostBuffers = l1Buffers;
  }

  private void noteL1(long position, long node) {
    l1.set(l1Buffers + fullest, position);
    if (peak.note(l1.now(), node)) {
      peakProgram = fullest;
      peakCore = fullestCore;
      records++;
    }
  }

  /** Buffers by their part in one bank, and programs on the fullest core. */
  public RunningPeak l1() {
    return l1;
  }

  /** Buffers by their whole size. */
  public RunningPeak dram() {
    return dram;
  }

  /** Buffers by their part in one bank. */
  public RunningPeak dramBank() {
    return dramBank;
  }

  public long l1Before() {
    return l1Before;
  }

  public long dramBefore() {
    return dramBefore;
  }

  public long dramBankBefore() {
    return dramBankBefore;
  }

  /** Of the cores that ran a program, row by row. */
  public List<CorePeak> corePeaks() {
    settle();
    List<CorePeak> peaks = new ArrayList<>();
    cores.stream()
        .forEach(
            c -> peaks.add(new CorePeak(CoreIndex.core(c), heldPeak[c], totalPeak[c] + l1Before)));
    return peaks;
  }

  /** The event by which programs took most of one core; -1 if there were none. */
  public long programPeakNode() {
    return programPeak.node;
  }

  /** The end of the topmost program memory that ever was; 0 without addresses. */
  public long highestProgramAddress() {
    return highestTop.bytes;
  }

  /** Whether anything ever was in its L1. */
  public boolean usedL1() {
    return usedL1;
  }

  /** Nobody will ask for the highest level since a position that is behind. */
  public void forget() {
    l1.forget();
    dram.forget();
    dramBank.forget();
  }

  /** How often {@link #peaks} has changed. */
  public long records() {
    return records;
  }

  /** To be asked when all is told. */
  public Peaks peaks() {
    return new Peaks(
        peak.bytes + l1Before,
        peakProgram,
        peakCore,
        peak.node,
        headroom,
        headroomNode,
        dramBankPeak.bytes + dramBankBefore,
        dramBankPeak.node);
  }
}
