package dev.tilescope.profile;

import dev.tilescope.track.TraceListener;

/**
 * Records what devices do, beside the host: a service of which each session has an instance of its
 * own. Between {@link #begin} and {@link #end} it hears everything that is traced, and it may send
 * messages with {@link Profiler}.
 */
public interface DeviceRecorder extends TraceListener {
  /** The session begins; the folder {@link ProfilerOptions#logs} exists. */
  void begin(ProfilerOptions options);

  /** The session ends: what devices still hold can be read for the last time. Must not throw. */
  void end();
}
