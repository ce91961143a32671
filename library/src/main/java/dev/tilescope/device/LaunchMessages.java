package dev.tilescope.device;

import dev.tilescope.device.KernelGroup.KernelArguments;
import dev.tilescope.device.internal.Blob;
import dev.tilescope.device.internal.LaunchMessage;
import dev.tilescope.device.internal.LaunchMessage.ArgumentOffsets;
import dev.tilescope.device.marker.Risc;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What the cores of a kernel group are told about where their kernels and arguments lie. */
final class LaunchMessages {
  static final int BYTES = LaunchMessage.BYTES;

  /** BRISC writes, which by default goes over the second NoC. */
  private static final int WRITER_NOC = 1;

  private static final int SIZE_UNIT_BYTES = 16;

  private LaunchMessages() {}

  static Blob of(
      RecordedProgram program,
      KernelGroup group,
      KernelConfig config,
      long configAddress,
      long textAddress) {
    Processors processors =
        processors(program.program(), group, config, textAddress - configAddress);
    long mask = 0;
    for (int buffer : program.resources().circularBuffers()) {
      mask |= 1L << buffer;
    }
    return new LaunchMessage(
            List.of(configAddress, 0L, 0L, 0L),
            List.of(config.semaphoreOffset(), 0, 0, 0),
            config.circularBufferOffset(),
            0,
            processors.arguments,
            0,
            0,
            processors.textOffsets,
            processors.textBytes,
            mask,
            WRITER_NOC,
            0,
            0,
            0,
            program.number() & 0xFFFF_FFFFL,
            processors.enables,
            Collections.nCopies(LaunchMessage.PROCESSORS, 0),
            processors.ncriscBytes / SIZE_UNIT_BYTES,
            0,
            0,
            LaunchMessage.PRELOAD)
        .encode();
  }

  private static final class Processors {
    final List<ArgumentOffsets> arguments =
        new ArrayList<>(Collections.nCopies(LaunchMessage.PROCESSORS, new ArgumentOffsets(0, 0)));
    final List<Long> textOffsets =
        new ArrayList<>(Collections.nCopies(LaunchMessage.PROCESSORS, 0L));
    final List<Long> textBytes = new ArrayList<>(Collections.nCopies(LaunchMessage.PROCESSORS, 0L));
    long enables;
    int ncriscBytes;
  }

  /**
   * @param textOffset from the configuration, which may lie behind the binaries: a core adds in 32
   *     bits
   */
  private static Processors processors(
      Program program, KernelGroup group, KernelConfig config, long textOffset) {
    Processors all = new Processors();
    int unique = 0;
    int common = config.commonOffset();
    long text = textOffset;
    KernelArguments before = null;
    for (KernelArguments kernel : group.kernels()) {
      if (before != null && !kernel.kernel().equals(before.kernel())) {
        unique += before.uniqueWords() * Integer.BYTES;
        common += before.common().length * Integer.BYTES;
      }
      before = kernel;
      int processor = kernel.risc().code();
      int bytes = KernelConfig.binaryBytes(program, kernel);
      all.arguments.set(processor, new ArgumentOffsets(unique, common));
      all.textOffsets.set(processor, text & 0xFFFF_FFFFL);
      all.textBytes.set(processor, (long) bytes);
      all.enables |= 1L << processor;
      all.ncriscBytes = kernel.risc() == Risc.NCRISC ? bytes : all.ncriscBytes;
      text += KernelConfig.aligned(bytes);
    }
    return all;
  }
}
