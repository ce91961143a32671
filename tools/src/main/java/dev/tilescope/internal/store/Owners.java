package dev.tilescope.internal.store;

import dev.tilescope.model.NodeKind;
import dev.tilescope.report.internal.Param;
import dev.tilescope.report.internal.RawNode;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which tensor lives at an address of a device now, in traces of every generation. */
final class Owners {
  private record Place(long device, long address) {}

  private final Map<Place, Long> owners = new HashMap<>();
  private final Map<Long, Place> placeOfBuffer = new HashMap<>();

  void seen(RawNode tensor, NodeReading reading) {
    Long address = reading.integer(tensor, Param.ADDRESS);
    Long id = reading.tensorId(tensor);
    if (address != null && id != null) {
      owners.put(new Place(reading.integerOrZero(tensor, Param.DEVICE_ID), address), id);
    }
  }

  /** Older traces name the buffer node, not the address, where they free it. */
  void allocated(RawNode allocation, long device, long address) {
    for (long buffer : allocation.connections()) {
      placeOfBuffer.put(buffer, new Place(device, address));
    }
  }

  @Nullable Long ownerOf(long device, long address) {
    return owners.remove(new Place(device, address));
  }

  /** Where tensors carry no address, their buffer's node says whose it is. */
  @Nullable Long ownerOfBuffer(RawNode deallocation, NodeReading reading) {
    for (long reference : deallocation.connections()) {
      RawNode buffer = reading.node(reference);
      if (buffer != null && buffer.kind() == NodeKind.BUFFER) {
        for (int i = buffer.connections().length - 1; i >= 0; i--) {
          RawNode tensor = reading.tensorNode(buffer.connections()[i]);
          if (tensor != null) {
            return reading.tensorId(tensor);
          }
        }
      }
    }
    return null;
  }

  @Nullable Long addressOf(RawNode deallocation, NodeReading reading) {
    return of(deallocation, Param.ADDRESS, Place::address, reading);
  }

  @Nullable Long deviceOf(RawNode deallocation, NodeReading reading) {
    return of(deallocation, Param.DEVICE_ID, Place::device, reading);
  }

  private @Nullable Long of(
      RawNode deallocation, Param param, Function<Place, Long> part, NodeReading reading) {
    Long said = reading.integer(deallocation, param);
    Place place = said == null ? placeOf(deallocation, reading) : null;
    return place == null ? said : part.apply(place);
  }

  private @Nullable Place placeOf(RawNode deallocation, NodeReading reading) {
    for (long reference : deallocation.connections()) {
      Place place = placeOfBuffer.get(reference);
      if (place != null) {
        return place;
      }
      RawNode connected = reading.node(reference);
      if (connected != null && connected.kind() == NodeKind.BUFFER_ALLOCATE) {
        return new Place(
            reading.integerOrZero(connected, Param.DEVICE_ID),
            reading.integerOrZero(connected, Param.ADDRESS));
      }
    }
    return null;
  }
}
