package dev.tilescope.device;

import dev.tilescope.device.Operands.Operand;
import dev.tilescope.model.BufferType;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What lies at the addresses that a trace uses. They are frozen, so a tensor that comes to lie
 * where another one of its kind was has the memory of that one: what is written to it is what the
 * trace will read there.
 */
final class TraceMemory {
  private record Place(BufferType type, long address, Object kind) {}

  private final Map<Place, Object> contents = new HashMap<>();

  synchronized void hold(Operand operand) {
    contents.putIfAbsent(place(operand.buffer(), operand.kind()), operand.contents());
  }

  synchronized @Nullable Object at(Buffer buffer, Object kind) {
    return contents.get(place(buffer, kind));
  }

  private static Place place(Buffer buffer, Object kind) {
    return new Place(buffer.type(), buffer.address(), kind);
  }
}
