package dev.tilescope.internal.logs;

import dev.tilescope.internal.logs.HostZones.HostZone;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Brings the times of the host's zones to its operations. */
final class HostTimes implements HostZones.Listener {
  private static final Pattern ID = Pattern.compile(".*:\\s*(\\d{1,18})\\s*");

  private final HostLog log;

  HostTimes(HostLog log) {
    this.log = log;
  }

  @Override
  public @Nullable String zone(HostZone zone) {
    return zone.isOperation() ? operation(zone) : child(zone);
  }

  private @Nullable String operation(HostZone zone) {
    HostOperation operation = find(zone.text());
    if (operation == null) {
      return "zone text \"" + zone.text() + "\" names no operation of " + HostLog.MESSAGES;
    }
    if (operation.startNanos != Marker.NONE) {
      return "operation id " + operation.id + " has a second zone";
    }
    operation.startNanos = zone.startNanos();
    operation.durationNanos = zone.nanos();
    return null;
  }

  private @Nullable String child(HostZone zone) {
    HostOperation operation = find(zone.parent());
    if (operation == null) {
      return "parent \"" + zone.parent() + "\" names no operation of " + HostLog.MESSAGES;
    }
    operation.childNanos.merge(zone.name(), zone.nanos(), Long::sum);
    return null;
  }

  private @Nullable HostOperation find(String text) {
    Matcher matcher = ID.matcher(text);
    return matcher.matches() ? log.operations.get(Long.valueOf(matcher.group(1))) : null;
  }
}
