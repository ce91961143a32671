package dev.tilescope.internal.cli;

import dev.tilescope.analysis.MemoryFailure;
import dev.tilescope.internal.words.ByteText;
import dev.tilescope.model.BufferType;

/** What an error text of TT-NN's means, and what helps, by the text alone. */
final class ErrorWords {
  private ErrorWords() {}

  static String of(MemoryFailure failure) {
    return switch (failure) {
      case MemoryFailure.NoRoom lacking -> of(lacking);
      case MemoryFailure.BelowLimit below ->
          "Some banks are smaller, and an interleaved buffer uses all: it may not lie below "
              + below.limit()
              + ", and the first place for it was "
              + below.address()
              + ".";
      case MemoryFailure.Clash clash ->
          "Circular buffers grow up from the bottom of L1, buffers down from its top, and they"
              + " meet: the program ends "
              + ByteText.of(clash.regionEnd() - clash.lowestBuffer())
              + " above the lowest buffer.";
      case MemoryFailure.BeyondL1 beyond ->
          "The circular buffers of one program need "
              + ByteText.of(beyond.regionEnd() - beyond.l1Bytes())
              + " more than a core has, whatever else is there.";
      case MemoryFailure.TraceRegionFull full ->
          "All live traces together need "
              + ByteText.of(full.wantedBytes())
              + ", and the region has "
              + ByteText.of(full.regionBytes())
              + ".";
      case MemoryFailure.TraceInTheWay _ ->
          "Without a TRACE region a trace lies in DRAM, and there it is in the way of its own"
              + " programs.";
    };
  }

  private static String of(MemoryFailure.NoRoom lacking) {
    String need = ByteText.of(lacking.bytesPerBank());
    Boolean isFragmented = lacking.isFragmented();
    if (isFragmented == null) {
      return "Each bank was to give %s in one piece; this release does not say how much was free."
          .formatted(need);
    }
    return isFragmented
        ? "Fragmented, not full: each bank has %s free, but the largest block has %s, and the buffer needs %s in one piece."
            .formatted(
                ByteText.of(lacking.freeBytes()), ByteText.of(lacking.largestFreeBytes()), need)
        : "Full: each bank has %s free of %s, and the buffer needs %s."
            .formatted(ByteText.of(lacking.freeBytes()), ByteText.of(lacking.bankBytes()), need);
  }

  static String next(MemoryFailure failure) {
    return switch (failure) {
      case MemoryFailure.NoRoom lacking when Boolean.TRUE.equals(lacking.isFragmented()) ->
          "bring in what stays first, the largest first; free what lies between free blocks; give"
              + " a report of the run to what-if to see which.";
      case MemoryFailure.NoRoom lacking when lacking.type() == BufferType.L1_SMALL ->
          "open the device with a larger l1_small_size.";
      case MemoryFailure.NoRoom lacking when lacking.type() == BufferType.TRACE ->
          "open the device with a larger trace_region_size, or release a trace.";
      case MemoryFailure.NoRoom lacking when lacking.type() == BufferType.L1 ->
          "free L1 tensors after their last use, keep some in DRAM, or spread shards over more cores.";
      case MemoryFailure.NoRoom _ ->
          "free tensors after their last use, use a smaller data type, or shard over more devices.";
      case MemoryFailure.BelowLimit _ ->
          "shard the tensor over compute cores, or put it into DRAM.";
      case MemoryFailure.Clash _ ->
          "free L1 tensors before the operation or keep them in DRAM, or give it smaller blocks.";
      case MemoryFailure.BeyondL1 _ ->
          "give the operation smaller blocks or a smaller data type; freeing tensors does not help.";
      case MemoryFailure.TraceRegionFull full ->
          "open the device with trace_region_size=" + full.wantedBytes() + " or more.";
      case MemoryFailure.TraceInTheWay _ -> "set a trace_region_size.";
    };
  }
}
