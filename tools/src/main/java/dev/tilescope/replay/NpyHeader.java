package dev.tilescope.replay;

import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a {@code .npy} file says of its elements. Versions 1 to 3 differ in how long a header may
 * be; arrays in Fortran's order are refused if that matters.
 *
 * @param code NumPy's letter and number of bytes, e.g. {@code f4}
 * @param end where the header ends and the elements begin
 */
record NpyHeader(Path file, ByteOrder order, String code, long count, int end) {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int PREFIX_BYTES = 12;
  private static final int MAX_HEADER_BYTES = 1 << 16;
  private static final Set<String> KNOWN =
      Set.of("f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "b1");

  private static final Pattern TYPE = Pattern.compile("'descr': *'([<>|=])(\\w\\d)'");
  private static final Pattern SHAPE = Pattern.compile("'shape': *\\(([\\d, ]*)\\)");
  private static final String FORTRAN = "'fortran_order': True";

  static NpyHeader read(FileChannel channel, Path file) throws IOException {
    ByteBuffer prefix = bytes(channel, 0, PREFIX_BYTES);
    for (byte expected : MAGIC) {
      if (!prefix.hasRemaining() || prefix.get() != expected) {
        throw new TilescopeException(
            file + ": no array of NumPy: it does not begin with \\x93NUMPY");
      }
    }
    if (prefix.remaining() < PREFIX_BYTES - MAGIC.length) {
      throw damaged(file, "it ends within its first " + PREFIX_BYTES + " bytes");
    }
    int version = prefix.get();
    int start = version == 1 ? PREFIX_BYTES - 2 : PREFIX_BYTES;
    prefix.get();
    long length = version == 1 ? Short.toUnsignedInt(prefix.getShort()) : prefix.getInt();
    if (version < 1 || version > 3 || length < 0 || length > MAX_HEADER_BYTES) {
      throw damaged(file, "version %d with a header of %d bytes".formatted(version, length));
    }
    ByteBuffer text = bytes(channel, start, (int) length);
    return parse(file, StandardCharsets.UTF_8.decode(text).toString(), start + (int) length);
  }

  private static NpyHeader parse(Path file, String text, int end) {
    Matcher type = TYPE.matcher(text);
    Matcher shape = SHAPE.matcher(text);
    if (!type.find() || !shape.find() || !KNOWN.contains(type.group(2))) {
      throw damaged(file, "its header is " + text.strip());
    }
    List<String> dims =
        Pattern.compile("\\d+").matcher(shape.group(1)).results().map(r -> r.group()).toList();
    if (text.contains(FORTRAN) && dims.size() > 1) {
      throw damaged(
          file, "its elements are in Fortran's order; save it with numpy.ascontiguousarray");
    }
    ByteOrder order = type.group(1).equals(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    return new NpyHeader(file, order, type.group(2), count(file, dims), end);
  }

  private static long count(Path file, List<String> dims) {
    try {
      long count = 1;
      for (String dim : dims) {
        count = Math.multiplyExact(count, Long.parseLong(dim));
      }
      return count;
    } catch (ArithmeticException | NumberFormatException e) {
      throw damaged(file, "its shape is " + dims);
    }
  }

  /** Those at a place; fewer if the file ends before. */
  static ByteBuffer bytes(FileChannel channel, long at, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    for (long from = at; bytes.hasRemaining(); ) {
      int read = channel.read(bytes, from);
      if (read < 0) {
        break;
      }
      from += read;
    }
    return bytes.flip();
  }

  private static TilescopeException damaged(Path file, String how) {
    return new TilescopeException(file + ": an array that cannot be read: " + how);
  }

  int elementBytes() {
    return code.charAt(1) - '0';
  }

  /** Throws unless a file of so many bytes has the elements that the header tells, and no more. */
  void requireBytes(long fileBytes) {
    long held = fileBytes - end;
    if (held % elementBytes() != 0 || held / elementBytes() != count) {
      throw damaged(
          file,
          "the header tells of %,d elements of %d bytes, there are %,d bytes"
              .formatted(count, elementBytes(), held));
    }
    if (count > NumberList.MAX_SIZE) {
      throw damaged(
          file,
          "it has %,d elements, and no more than %,d can be read"
              .formatted(count, NumberList.MAX_SIZE));
    }
  }
}
