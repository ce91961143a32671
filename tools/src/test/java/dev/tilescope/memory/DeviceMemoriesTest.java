package dev.tilescope.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.model.BufferType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The account against the obvious way: at every event, all that lives is added up anew. */
class DeviceMemoriesTest {
  private static final int CORES = 4;

  private record Buffer(Held held, boolean stoodBefore) {}

  private record Program(int[] cores, long bytes, long address) {}

  /** What lives on one device, and the most there ever was. */
  private static final class Obvious {
    final List<Buffer> buffers = new ArrayList<>();
    final List<Program> programs = new ArrayList<>();
    long peak;
    long peakProgram;
    long peakNode = -1;
    long headroom = -1;
    long headroomNode = -1;
    long dram;
    long dramNode = -1;

    void note(long node) {
      long total = sum(BufferType.L1) + fullest();
      if (total > peak) {
        peak = total;
        peakProgram = fullest();
        peakNode = node;
      }
      if (sum(BufferType.DRAM) > dram) {
        dram = sum(BufferType.DRAM);
        dramNode = node;
      }
      long room = room();
      if (room >= 0 && (headroom < 0 || room < headroom)) {
        headroom = room;
        headroomNode = node;
      }
    }

    private long sum(BufferType type) {
      return buffers.stream()
          .filter(b -> b.held().type() == type)
          .mapToLong(b -> b.held().bytesPerBank())
          .sum();
    }

    private long fullest() {
      long[] held = new long[CORES];
      programs.forEach(p -> Arrays.stream(p.cores()).forEach(core -> held[core] += p.bytes()));
      return Arrays.stream(held).max().orElse(0);
    }

    private long room() {
      long top = programs.stream().mapToLong(p -> p.address() + p.bytes()).max().orElse(0);
      return top == 0
          ? -1
          : buffers.stream()
              .filter(b -> b.held().hasAddress())
              .mapToLong(b -> Math.max(0, b.held().address() - top))
              .min()
              .orElse(-1);
    }

    Peaks peaks() {
      return new Peaks(peak, peakProgram, 0, peakNode, headroom, headroomNode, dram, dramNode);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void saysWhatAddingUpAllThatLivesSaysAtEveryEvent(boolean withBuffersFromBefore) {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      Obvious obvious = new Obvious();
      DeviceMemories account = new DeviceMemories();
      for (int i = 0; withBuffersFromBefore && i < random.nextInt(4); i++) {
        obvious.buffers.add(new Buffer(held(random), true));
      }
      obvious.note(-1);
      for (int node = 0; node < 60; node++) {
        step(random, node, obvious, account);
        obvious.note(node);
      }
      obvious.buffers.stream()
          .filter(Buffer::stoodBefore)
          .forEach(buffer -> account.stoodBefore(0, buffer.held()));
      if (account.devices().isEmpty()) {
        continue;
      }
      Peaks told = account.devices().get(0L).peaks();
      assertThat(withoutCore(told)).as("seed %d", seed).isEqualTo(obvious.peaks());
      assertThat(told.l1Core() < 0).isEqualTo(told.l1ProgramBytes() == 0);
    }
  }

  private static void step(Random random, int node, Obvious obvious, DeviceMemories account) {
    switch (random.nextInt(5)) {
      case 0, 1 -> {
        Buffer buffer = new Buffer(held(random), false);
        obvious.buffers.add(buffer);
        account.allocate(0, buffer.held(), node, node);
      }
      case 2 -> {
        if (!obvious.buffers.isEmpty()) {
          Buffer freed = obvious.buffers.remove(random.nextInt(obvious.buffers.size()));
          if (freed.stoodBefore()) {
            account.stoodBefore(0, freed.held());
          }
          account.free(0, freed.held(), node, node);
        }
      }
      case 3 -> {
        int first = random.nextInt(CORES);
        int[] cores = Arrays.copyOfRange(new int[] {0, 1, 2, 3}, first, CORES);
        Program program = new Program(cores, 1 + random.nextInt(50), 1 + random.nextInt(100));
        obvious.programs.add(program);
        account.hold(0, cores, program.bytes(), program.address(), node, node);
      }
      default -> {
        obvious.programs.clear();
        account.release(random.nextBoolean() ? 0 : -1, node);
      }
    }
  }

  private static Held held(Random random) {
    BufferType type = random.nextBoolean() ? BufferType.L1 : BufferType.DRAM;
    long bytes = 1 + random.nextInt(100);
    return new Held(type, bytes, 8 * bytes, 100 + random.nextInt(400));
  }

  private static Peaks withoutCore(Peaks peaks) {
    return new Peaks(
        peaks.l1BytesPerCore(),
        peaks.l1ProgramBytes(),
        0,
        peaks.l1Node(),
        peaks.l1HeadroomBytes(),
        peaks.l1HeadroomNode(),
        peaks.dramBytesPerBank(),
        peaks.dramNode());
  }

  @Test
  void buffersOfAMeshLieOnEachChipThatRunsPrograms() {
    DeviceMemories account = new DeviceMemories();
    account.chip(7, 0);
    account.chip(7, 1);
    account.chip(7, 2);
    Held first = new Held(BufferType.L1, 100, 800, 1000);
    Held second = new Held(BufferType.L1, 50, 400, 900);
    account.allocate(7, first, 1, 1);
    account.hold(0, new int[] {3}, 30, 10, 2, 2);
    account.hold(1, new int[] {4}, 40, 10, 3, 3);
    account.allocate(7, second, 4, 4);
    account.release(7, 5);
    assertThat(account.devices()).containsOnlyKeys(7L, 0L, 1L);
    assertThat(account.devices().get(0L).peaks())
        .isEqualTo(new Peaks(180, 30, 3, 4, 860, 4, 0, -1));
    assertThat(account.devices().get(1L).peaks())
        .isEqualTo(new Peaks(190, 40, 4, 4, 850, 4, 0, -1));
    assertThat(account.devices().get(7L).peaks().l1BytesPerCore()).isEqualTo(150);
  }

  @Test
  void aFileThatNamesMoreDevicesThanThereCanBeIsMeasuredInPart() {
    DeviceMemories account = new DeviceMemories();
    for (int device = 0; device < 100_000; device++) {
      account.allocate(device, new Held(BufferType.DRAM, 1, 1, 1), device, device);
      account.hold(device, new int[] {0}, 1, 1, device, device);
    }
    assertThat(account.devices()).hasSizeLessThan(1000);
  }
}
