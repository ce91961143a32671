package dev.tilescope.args;

import dev.tilescope.args.CallRecord.Content;
import dev.tilescope.internal.io.WholeFiles;
import dev.tilescope.internal.json.JsonWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes records of calls as files, one after the other, on one thread.
 *
 * <p>Programs make the same calls again and again, in every layer and for every token. So the text
 * of a call without values is kept, except for its head, and copied when an equal call comes.
 */
final class CallFiles implements AutoCloseable {
  private static final int MAX_KEPT_BYTES = 1 << 22;
  private static final int MAX_TEXT_BYTES = 1 << 16;

  private final TraceOptions options;
  private final Map<Content, byte[]> texts = new HashMap<>();
  private int keptBytes;
  private WholeFiles files;
  private Page page;

  CallFiles(WholeFiles files, TraceOptions options) {
    this.options = options;
    this.files = files;
    this.page = new Page(files.draft());
  }

  /** Makes further files in another way. */
  void use(WholeFiles others) {
    if (files != others) {
      Page next = new Page(others.draft());
      page.close();
      files = others;
      page = next;
    }
  }

  /** The file is there when this returns; if it throws, there is none. */
  void write(CallRecord call) throws IOException {
    String name = name(call);
    try {
      byte[] known = call.isImmutable() ? texts.get(call.content()) : null;
      if (known == null) {
        render(call, name);
      } else {
        page.write(CallJson.head(call));
        page.write(known);
      }
      page.publish(name + ".json");
    } finally {
      page.reset();
    }
  }

  private void render(CallRecord call, String name) {
    try (JsonWriter json = JsonWriter.pretty(page)) {
      new CallJson(json, options, new Side(name)).write(call);
    }
    byte[] text = call.isImmutable() ? page.after(CallJson.head(call)) : null;
    if (text != null && text.length <= MAX_TEXT_BYTES) {
      keep(call.content(), text);
    }
  }

  private void keep(Content content, byte[] text) {
    if (keptBytes + text.length > MAX_KEPT_BYTES) {
      texts.clear();
      keptBytes = 0;
    }
    texts.put(content, text);
    keptBytes += text.length;
  }

  private static String name(CallRecord call) {
    StringBuilder name = new StringBuilder().append(call.number()).append('_');
    String operation = call.content().operation();
    for (int i = 0; i < operation.length(); i++) {
      char c = operation.charAt(i);
      boolean isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      name.append(isPlain ? c : '_');
    }
    return name.append('_').append(call.time()).toString();
  }

  @Override
  public void close() {
    page.close();
  }

  /** Tensors of one call that have files of their own, written before the call's. */
  private final class Side implements CallJson.SideFiles {
    private final String call;
    private int count;

    Side(String call) {
      this.call = call;
    }

    @Override
    public String write(Elements elements) {
      String name = call + "_tensor" + count++ + ".npy";
      try (Page side = new Page(files.draft())) {
        NpyWriter.write(elements, side);
        side.publish(name);
        return name;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** A file's text: small ones are one write, bigger ones go through as they come. */
  private static final class Page extends OutputStream {
    private static final int FIRST_BYTES = 1 << 14;
    private static final int MAX_BYTES = 1 << 18;

    private final WholeFiles.Draft draft;
    private byte[] bytes = new byte[FIRST_BYTES];
    private int length;
    private boolean isBegun;

    Page(WholeFiles.Draft draft) {
      this.draft = draft;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int count) throws IOException {
      if (length + count > MAX_BYTES) {
        flow();
      }
      if (count > MAX_BYTES) {
        draft.write(source, offset, count);
        return;
      }
      if (length + count > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
      }
      System.arraycopy(source, offset, bytes, length, count);
      length += count;
    }

    private void flow() throws IOException {
      if (!isBegun) {
        draft.begin();
        isBegun = true;
      }
      draft.write(bytes, 0, length);
      length = 0;
    }

    /** What comes after a beginning; null if it has another or has gone to the file. */
    byte @Nullable [] after(byte[] head) {
      boolean isWhole = !isBegun && length >= head.length;
      return isWhole && Arrays.equals(bytes, 0, head.length, head, 0, head.length)
          ? Arrays.copyOfRange(bytes, head.length, length)
          : null;
    }

    void publish(String name) throws IOException {
      flow();
      draft.publish(name);
      isBegun = false;
    }

    void reset() {
      draft.discard();
      isBegun = false;
      length = 0;
    }

    @Override
    public void close() {
      draft.close();
    }
  }
}
