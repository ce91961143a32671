package dev.tilescope.capture;

import dev.tilescope.model.Coded;
import dev.tilescope.model.Codes;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of frame. A payload is {@code kind u8} and then the fields below; numbers are LEB128
 * varints ({@code s} marks zigzag-coded signed ones), text is length and UTF-8 bytes, {@code x[]}
 * is a count and that many x. {@code #name} is the number of a definition of that kind.
 *
 * <pre>
 * in the definitions' blocks
 *   CAPTURE      wall clock at begin, ns since the epoch; pid; run id
 *   SIGNATURE    number, name text, argument names text[]
 *   TEXT         number, text
 *   SPEC         number, dims[], dtype, layout, memory config text, logical bytes
 *   CORES        number, ranges (x, y, x, y)[]
 *   STACK        number, frames text[]
 *   DEVICE       id s, the fields of DeviceInfo in order, cluster descriptor text, mesh mapping text
 *   THREAD       number, name text
 *   CAPTURE_END  total ns, dropped (reason text, count)[], live pages Page[]
 *   STALL        the first place not taken yet, why text, where threads are (thread number, frames
 *                text[])[]; the last one counts
 * in a thread's blocks, each followed by its place in the order of all threads
 *   FUNCTION_START      ns since begin, #signature, argument #text[], #stack or 0, Tensor[]
 *   CALL_ARGUMENTS      after a level-1 FUNCTION_START that another language called: a #stack of
 *                       names and texts of arguments in turn
 *   FUNCTION_END        ns since begin, modelled device ns, Tensor[]
 *   FUNCTION_FAILED     ns since begin, flags (1 if the failure was recorded before, 2 if the
 *                       function was given up before it ended), type #text, message #text
 *   BUFFER_ALLOCATE     Buffer, Page[]
 *   BUFFER_DEALLOCATE   Buffer
 *   CB_ALLOCATE         device s, #cores, address, bytes, 1 if globally allocated
 *   DFB_ALLOCATE        device s, #cores, address, bytes, 1 if it borrows a tensor's memory
 *   CB_RELEASE          device s
 *   LIVE_BUFFERS        after a level-1 FUNCTION_END: (device s, address, bytes per bank, type,
 *                       layout)[]
 *   COMPARISON          scope, tensor id, golden tensor id, 1 if it matches, desired and actual
 *                       PCC as the bits of doubles
 *   METAL_TRACE         trace id, device s, chips s[], architecture text, region bytes, traces bytes,
 *                       address, page bytes, buffer bytes, (program id, name text, offset, bytes)[],
 *                       bytes of its commands, which follow in parts
 *   METAL_TRACE_PART    trace id, the next bytes of its commands
 *
 * Tensor --> id, #spec, 0 | 1 Buffer, (device s, mesh device s, address)[]
 * Buffer --> unique id, device s, type, layout, address, bytes, page bytes, shard cores,
 *            bytes per bank
 * Page   --> device s, address, core y, core x, bank, index, page address, page bytes, type
 * </pre>
 */
enum FrameKind implements Coded {
  CAPTURE(0),
  SIGNATURE(1),
  TEXT(2),
  SPEC(3),
  CORES(4),
  STACK(5),
  DEVICE(6),
  THREAD(7),
  CAPTURE_END(8),
  FUNCTION_START(9),
  FUNCTION_END(10),
  FUNCTION_FAILED(11),
  BUFFER_ALLOCATE(12),
  BUFFER_DEALLOCATE(13),
  CB_ALLOCATE(14),
  CB_RELEASE(15),
  LIVE_BUFFERS(16),
  COMPARISON(17),
  METAL_TRACE(18),
  METAL_TRACE_PART(19),
  STALL(20),
  CALL_ARGUMENTS(21),
  DFB_ALLOCATE(22);

  static final int FAILURE_KNOWN = 1;
  static final int FAILURE_UNFINISHED = 2;

  private static final Codes<FrameKind> BY_CODE = Codes.of(FrameKind.values());

  private final int code;

  FrameKind(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  /** Null for a number no kind has: only a damaged journal holds one. */
  static @Nullable FrameKind ofCode(int code) {
    return BY_CODE.of(code);
  }
}
