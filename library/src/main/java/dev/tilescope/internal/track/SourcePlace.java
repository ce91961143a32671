package dev.tilescope.internal.track;

import java.io.IOException;
import java.io.InputStream;
import java.lang.StackWalker.StackFrame;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.LineNumberInfo;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Where in its source a program is.
 *
 * <p>A method that runs while an agent rewrites its class goes on as it was, and of such a method
 * the JVM tells neither file nor line. They are in the class file it was loaded from.
 *
 * @param function class and method, without the package
 * @param file with the folders of the package before it
 * @param line 0 if it is not known
 */
public record SourcePlace(String function, String file, int line) {
  private static final StackWalker STACK =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  /** The innermost place on the calling thread's stack that is meant; null if none is. */
  public static @Nullable SourcePlace of(Predicate<Class<?>> isMeant) {
    return STACK.walk(frames ->
        frames
            .filter(frame -> frame.getDeclaringClass() != SourcePlace.class)
            .filter(frame -> isMeant.test(frame.getDeclaringClass()))
            .findFirst()
            .map(SourcePlace::of)
            .orElse(null));
  }

  private static SourcePlace of(StackFrame frame) {
    Class<?> type = frame.getDeclaringClass();
    String folder = type.getPackageName().replace('.', '/');
    String name = type.getName().substring(type.getName().lastIndexOf('.') + 1);
    String file = frame.getFileName();
    int line = frame.getLineNumber();
    if (file == null) {
      ClassModel loaded = classFile(type);
      file = loaded == null ? "Unknown" : sourceFile(loaded).orElse("Unknown");
      line = loaded == null ? 0 : line(loaded, frame);
    }
    return new SourcePlace(
        name + "." + frame.getMethodName(),
        folder.isEmpty() ? file : folder + "/" + file,
        Math.max(0, line));
  }

  /** Null for a class that was not loaded from a file that can be found, or from a newer one. */
  private static @Nullable ClassModel classFile(Class<?> type) {
    String name = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
    try (InputStream in = type.getResourceAsStream(name)) {
      return in == null ? null : ClassFile.of().parse(in.readAllBytes());
    } catch (IOException | IllegalArgumentException e) {
      return null;
    }
  }

  private static Optional<String> sourceFile(ClassModel model) {
    return model
        .findAttribute(Attributes.sourceFile())
        .map(source -> source.sourceFile().stringValue());
  }

  private static int line(ClassModel model, StackFrame frame) {
    return model.methods().stream()
        .filter(method -> isOf(method, frame))
        .flatMap(method -> method.code().stream())
        .flatMap(code -> code.findAttribute(Attributes.lineNumberTable()).stream())
        .flatMap(table -> table.lineNumbers().stream())
        .filter(info -> info.startPc() <= frame.getByteCodeIndex())
        .max(Comparator.comparingInt(LineNumberInfo::startPc))
        .map(LineNumberInfo::lineNumber)
        .orElse(0);
  }

  private static boolean isOf(MethodModel method, StackFrame frame) {
    return method.methodName().equalsString(frame.getMethodName())
        && method.methodType().equalsString(frame.getDescriptor());
  }
}
