package dev.tilescope.internal.python;

import dev.tilescope.internal.track.CallerFrames;
import dev.tilescope.internal.track.Tracker;
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
 * request and gives the address of an answer:
 *
 * <pre>
 * request   dropped:u16 handle:u64* verb:u8 rest
 * verb 0    caller:value queue:u8 operation:u16 count:u8 (slot:u8 value)*    calls an operation
 * verb 1    name:value count:u8 value*                              calls a function
 * answer    length:u64 status:u8 heard:u8 value
 * </pre>
 *
 * <p>What Python dropped comes with the next request, because nothing may be called while Python
 * collects garbage. {@code heard} is 1 while anybody listens: Python then says how an operation was
 * called, as {@link Callers} reads it, else nothing. Values are described by {@link Tag}, the
 * numbers of operations by {@link OperationNumbers}, statuses by {@link Status}.
 */
public final class Door {
  private static final Handles HANDLES = new Handles();
  private static final ThreadLocal<FrameWriter> ANSWERS =
      ThreadLocal.withInitial(() -> new FrameWriter(HANDLES));
  private static final OperationCalls OPERATIONS = new OperationCalls();

  private Door() {}

  /** The address of the function. */
  @SuppressWarnings("restricted") // it is for being called by C
  public static long open() throws ReflectiveOperationException {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    MethodType type = MethodType.methodType(long.class, long.class, long.class);
    return Linker.nativeLinker()
        .upcallStub(
            lookup.findStatic(Door.class, "call", type),
            FunctionDescriptor.of(
                ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG),
            Arena.global())
        .address();
  }

  /** An exception that left this method would end the process. */
  @SuppressWarnings({"UnusedMethod", "restricted"}) // by its address, with one
  private static long call(long address, long bytes) {
    FrameWriter answer = ANSWERS.get();
    try {
      Object value = answerTo(MemorySegment.ofAddress(address).reinterpret(bytes));
      return answer.begin(Status.OK, Tracker.on()).value(value).end();
    } catch (WrongType wrong) {
      return failed(answer, Status.WRONG_TYPE, wrong);
    } catch (Throwable failure) {
      return failed(answer, Status.REFUSED, failure);
    }
  }

  private static long failed(FrameWriter answer, Status status, Throwable failure) {
    return answer.begin(status, Tracker.on()).text(Refusal.text(failure)).end();
  }

  private static @Nullable Object answerTo(MemorySegment request) {
    FrameReader reader = new FrameReader(request, HANDLES);
    for (int left = reader.u16(); left > 0; left--) {
      HANDLES.drop(reader.i64());
    }
    return reader.u8() == 0 ? operation(reader) : function(reader);
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
