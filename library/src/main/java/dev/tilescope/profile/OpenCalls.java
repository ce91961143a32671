package dev.tilescope.profile;

import dev.tilescope.internal.track.CallerFrames;
import dev.tilescope.internal.track.SourcePlace;
import dev.tilescope.model.ProgramRef;
import dev.tilescope.model.Signature;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The traced functions that one thread has open. Their objects are used again. */
final class OpenCalls {
  private static final @Nullable Object[] NO_ARGUMENTS = {};

  private final List<OpenCall> calls = new ArrayList<>();
  private final IdentityHashMap<Signature, Integer> sites = new IdentityHashMap<>();
  private final IdentityHashMap<Signature, Integer> deviceSites = new IdentityHashMap<>();
  private final Map<Called, Integer> calledSites = new HashMap<>();
  private int depth;

  /** A function, and the frame of a program in another language that called it. */
  private record Called(Signature signature, String frame) {}

  /** One of them. */
  static final class OpenCall {
    private @Nullable Object[] arguments = NO_ARGUMENTS;
    private boolean launches;
    private CallerFrames.@Nullable Call caller;
    private @Nullable ProgramRef program;

    /** Live objects: only to be looked at while the function runs. */
    @Nullable Object[] arguments() {
      return arguments;
    }

    /** Whether it is a device operation that may launch a program. */
    boolean launches() {
      return launches;
    }

    /** What it launched. */
    @Nullable ProgramRef program() {
      return program;
    }

    void launched(ProgramRef launch) {
      program = launch;
    }

    void forget() {
      arguments = NO_ARGUMENTS;
      caller = null;
      program = null;
    }
  }

  /** The site of its zone. */
  int open(Signature signature, @Nullable Object[] arguments, boolean launches) {
    if (depth == calls.size()) {
      calls.add(new OpenCall());
    }
    String frame = frame();
    OpenCall call = calls.get(depth++);
    call.arguments = arguments;
    call.launches = launches;
    call.caller = CallerFrames.call();
    if (launches) {
      return deviceSite(signature);
    }
    return frame == null
        ? site(signature)
        : calledSites.computeIfAbsent(new Called(signature, frame), OpenCalls::site);
  }

  /** Of a program in another language, if that called: functions inside have the same caller. */
  @SuppressWarnings("ReferenceEquality")
  private @Nullable String frame() {
    CallerFrames.Call caller = CallerFrames.call();
    OpenCall around = innermost();
    return caller == null || caller.frames().isEmpty() || around != null && around.caller == caller
        ? null
        : caller.frames().getFirst();
  }

  private static int site(Called called) {
    String name = called.signature.name();
    SourcePlace place = CallerFrames.place(called.frame);
    return place == null
        ? SourceSites.of(name, name, "", 0)
        : SourceSites.of(name, name, place.file(), place.line());
  }

  private int site(Signature signature) {
    Integer known = sites.get(signature);
    if (known == null) {
      known = SourceSites.of(signature.name(), signature.name(), "", 0);
      sites.put(signature, known);
    }
    return known;
  }

  private int deviceSite(Signature signature) {
    Integer known = deviceSites.get(signature);
    if (known == null) {
      known = SourceSites.of(JournalFormat.DEVICE_OPERATION, signature.name(), "", 0);
      deviceSites.put(signature, known);
    }
    return known;
  }

  @Nullable OpenCall innermost() {
    return depth == 0 ? null : calls.get(depth - 1);
  }

  /** The one that ends; null if none is open. */
  @Nullable OpenCall close() {
    return depth == 0 ? null : calls.get(--depth);
  }
}
