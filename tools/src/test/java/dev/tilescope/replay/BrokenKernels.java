package dev.tilescope.replay;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tilescope once more, loaded beside the real one, with kernels that are wrong: each method of the
 * doors of {@code ops.internal.kernel} adds 1 to the first element of its {@code out} when it is
 * done (and turns over the last bit of an integer). Nothing else differs: the rounding of values to
 * a type, by which tensors are made too, is left alone. One wrong element is the least that a test
 * must notice.
 *
 * <p>Without broken methods it loads the same classes unchanged, so that a test that passes there
 * fails here because of the kernel and not of the loader.
 */
final class BrokenKernels extends URLClassLoader {
  private static final String OURS = "dev.tilescope.";
  private static final String PACKAGE = "dev.tilescope.ops.internal.kernel.";
  private static final List<String> DOORS =
      List.of(
          "Kernels",
          "AttentionKernels",
          "CacheKernels",
          "CopyKernels",
          "ImageKernels",
          "LookupKernels",
          "NormKernels",
          "ReductionKernels");

  /** They write two arrays, and call the first one values. */
  private static final List<String> CHOOSING = List.of("topK", "sort");

  private final boolean isBroken;

  /**
   * @param tests the folder of the compiled tests
   */
  BrokenKernels(Path tests, boolean isBroken) throws IOException {
    super(new URL[] {tests.toUri().toURL()}, BrokenKernels.class.getClassLoader());
    this.isBroken = isBroken;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null && name.startsWith(OURS)) {
        byte[] bytes = bytes(name);
        loaded = defineClass(name, bytes, 0, bytes.length);
      }
      return loaded == null ? super.loadClass(name, resolve) : loaded;
    }
  }

  private byte[] bytes(String name) throws ClassNotFoundException {
    try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = in.readAllBytes();
      boolean isDoor = name.startsWith(PACKAGE) && DOORS.contains(name.substring(PACKAGE.length()));
      return isBroken && isDoor ? broken(Class.forName(name), bytes) : bytes;
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private static byte[] broken(Class<?> door, byte[] bytes) {
    Map<String, Integer> outs = new HashMap<>();
    for (Method method : door.getDeclaredMethods()) {
      Parameter[] parameters = method.getParameters();
      for (int i = 0; i < parameters.length; i++) {
        String name = parameters[i].getName();
        if (name.equals("out") || name.equals("values") && CHOOSING.contains(method.getName())) {
          outs.put(key(method), i);
        }
      }
    }
    if (outs.isEmpty() && !door.getSimpleName().equals("CacheKernels")) {
      throw new AssertionError(door + " has no parameter out: compile with -parameters");
    }
    ClassFile file = ClassFile.of();
    ClassModel model = file.parse(bytes);
    ClassTransform transform =
        (builder, element) -> {
          if (element instanceof MethodModel method
              && outs.get(key(method)) instanceof Integer out) {
            builder.transformMethod(method, spoilt(method, out));
          } else {
            builder.with(element);
          }
        };
    return file.transformClass(model, transform);
  }

  private static String key(Method method) {
    StringBuilder key = new StringBuilder(method.getName()).append('(');
    Arrays.stream(method.getParameterTypes()).forEach(t -> key.append(t.descriptorString()));
    return key.append(')').toString();
  }

  private static String key(MethodModel method) {
    String type = method.methodType().stringValue();
    return method.methodName().stringValue() + type.substring(0, type.indexOf(')') + 1);
  }

  private static MethodTransform spoilt(MethodModel method, int out) {
    boolean isFloat = method.methodTypeSymbol().parameterType(out).descriptorString().equals("[F");
    return MethodTransform.transformingCode((code, element) -> {
      if (element instanceof ReturnInstruction) {
        spoil(code, code.parameterSlot(out), isFloat);
      }
      code.with(element);
    });
  }

  /** {@code if (out.length > 0) out[0] += 1}, or {@code out[0] ^= 1}. */
  private static void spoil(CodeBuilder code, int slot, boolean isFloat) {
    code.aload(slot)
        .arraylength()
        .ifThen(then -> {
          then.aload(slot).iconst_0().dup2();
          if (isFloat) {
            then.faload().fconst_1().fadd().fastore();
          } else {
            then.iaload().iconst_1().ixor().iastore();
          }
        });
  }
}
