package dev.tilescope.profile;

import dev.tilescope.model.ProgramRef;
import dev.tilescope.model.Signature;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The traced functions that one thread has open. Their objects are used again. */
final class OpenCalls {
  private static final @Nullable Object[] NO_ARGUMENTS = {};

  private final List<OpenCall> calls = new ArrayList<>();
  private final IdentityHashMap<Signature, Integer> sites = new IdentityHashMap<>();
  private final IdentityHashMap<Signature, Integer> deviceSites = new IdentityHashMap<>();
  private int depth;

  /** One of them. */
  static final class OpenCall {
    private @Nullable Object[] arguments = NO_ARGUMENTS;
    private boolean launches;
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
      program = null;
    }
  }

  /** The site of its zone. */
  int open(Signature signature, @Nullable Object[] arguments, boolean launches) {
    if (depth == calls.size()) {
      calls.add(new OpenCall());
    }
    OpenCall call = calls.get(depth++);
    call.arguments = arguments;
    call.launches = launches;
    return launches ? deviceSite(signature) : site(signature);
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
