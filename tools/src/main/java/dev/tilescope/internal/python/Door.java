package dev.tilescope.internal.python;

import dev.tilescope.internal.track.CallerFrames;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.TilescopeException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * The one function that Python calls, by its address. It takes the address and the length of a
 * request, and those of a place for the answer; it gives the length of the answer:
 *
 * <pre>
 * request   dropped:u16 handle:u64* verb:u8 rest
 * verb 0    caller:value queue:u8 operation:u16 count:u8 (slot:u8 value)*    calls an operation
 * verb 1    name:value count:u8 value*                              calls a function
 * verb 2    handle:u64                                              fetches a long answer
 * answer    status:u8 heard:u8 value
 * </pre>
 *
 * <p>An answer that is longer than its place is kept, and the place has its handle:u64; it is
 * fetched to a place that is large enough. The place is Python's, so that a handler of a signal may
 * call while the answer of another call is still being read.
 *
 * <p>What Python dropped comes with the next request, because nothing may be called while Python
 * collects garbage. {@code heard} is 1 while anybody listens: Python then says how an operation was
 * called, as {@link Callers} reads it, else nothing. Values are described by {@link Tag}, the
 * numbers of operations by {@link OperationNumbers}, statuses by {@link Status}.
 */
public final class Door {
  private static final int OPERATION = 0;
  private static final int FUNCTION = 1;
  private static final int LONG_ANSWER = 2;

  private static final Handles HANDLES = new Handles();
  private static final OperationCalls OPERATIONS = new OperationCalls();

  private Door() {}

  /** The address of the function. */
  @SuppressWarnings("restricted") // it is for being called by C
  public static long open() throws ReflectiveOperationException {
    MethodType type =
        MethodType.methodType(long.class, long.class, long.class, long.class, long.class);
    return Linker.nativeLinker()
        .upcallStub(
            MethodHandles.lookup().findStatic(Door.class, "call", type),
            FunctionDescriptor.of(
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG),
            Arena.global())
        .address();
  }

  /** What Python's table of operations must say of itself. */
  public static long fingerprint() {
    return OperationNumbers.FINGERPRINT;
  }

  /** An exception that left this method would end the process. */
  @SuppressWarnings("UnusedMethod") // called by its address
  private static long call(long request, long requestBytes, long place, long placeBytes) {
    FrameWriter answer = new FrameWriter(HANDLES, memory(place, placeBytes));
    try {
      FrameReader reader = new FrameReader(memory(request, requestBytes), HANDLES);
      for (int left = reader.u16(); left > 0; left--) {
        HANDLES.drop(reader.i64());
      }
      int verb = reader.u8();
      if (verb == LONG_ANSWER) {
        return answer.repeat(HANDLES.take(reader.i64(), MemorySegment.class));
      }
      Object value = answerTo(verb, reader); // first: it may begin or end to be heard
      return answer.begin(Status.OK, Tracker.on()).value(value).end();
    } catch (WrongType wrong) {
      return failed(answer, Status.WRONG_TYPE, wrong);
    } catch (Throwable failure) {
      return failed(answer, Status.REFUSED, failure);
    }
  }

  @SuppressWarnings("restricted") // of Python's
  private static MemorySegment memory(long address, long bytes) {
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }

  private static long failed(FrameWriter answer, Status status, Throwable failure) {
    return answer.begin(status, Tracker.on()).text(Refusal.text(failure)).end();
  }

  private static @Nullable Object answerTo(int verb, FrameReader reader) {
    return switch (verb) {
      case OPERATION -> operation(reader);
      case FUNCTION -> function(reader);
      default -> throw new TilescopeException("frame: there is no verb %d".formatted(verb));
    };
  }

  private static @Nullable Object operation(FrameReader reader) {
    Object caller = reader.value();
    if (caller == null) {
      return OPERATIONS.call(reader);
    }
    return CallerFrames.within(Callers.read(caller), () -> OPERATIONS.call(reader));
  }

  private static @Nullable Object function(FrameReader reader) {
    String name = String.valueOf(reader.value());
    Object[] values = new Object[reader.u8()];
    for (int i = 0; i < values.length; i++) {
      values[i] = reader.value();
    }
    return Functions.named(name).call(new Arguments(name, values));
  }
}
