package dev.tilescope.agent;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.reflect.AccessFlag;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rewrites a class so that its methods, and if wanted their lines, are zones.
 *
 * <p>What was rewritten is verified here, before the JVM sees it: a program must not fail for being
 * profiled. If something is wrong, the methods are tried one by one, and those that fail stay as
 * they were (most likely too large: a method has at most 65,535 bytes of code).
 */
final class ClassWeaver {
  /** HotSpot interprets larger methods for ever, unless -XX:-DontCompileHugeMethods. */
  private static final int COMPILED_BYTES = 8000;

  /** What a line adds at most: load, constant, call, store, each in its longest form. */
  private static final int BYTES_OF_A_LINE = 14;

  /**
   * A class afterwards.
   *
   * @param methods how many became zones; if none, the bytes are those given
   * @param left what got no zones, with the reason: methods, or lines of methods
   */
  record Woven(byte[] bytes, int methods, Map<String, String> left) {}

  private final ClassFile classFile;
  private final boolean lines;
  private final SiteNumbers sites;

  ClassWeaver(ClassHierarchyResolver hierarchy, boolean lines, SiteNumbers sites) {
    this.classFile = ClassFile.of(ClassHierarchyResolverOption.of(hierarchy));
    this.lines = lines;
    this.sites = sites;
  }

  Woven weave(byte[] bytes) {
    ClassModel model = classFile.parse(bytes);
    ClassSites classSites = new ClassSites(model, sites);
    Set<MethodModel> chosen = new LinkedHashSet<>();
    Map<String, String> left = new LinkedHashMap<>();
    for (MethodModel method : model.methods()) {
      if (isChosen(method)) {
        chosen.add(method);
        if (lines && !hasRoomForLines(method)) {
          left.put("lines of " + classSites.signature(method), "too large for the compiler");
        }
      }
    }
    if (chosen.isEmpty()) {
      return new Woven(bytes, 0, Map.of());
    }
    try {
      return new Woven(attempt(model, chosen, classSites), chosen.size(), left);
    } catch (RuntimeException | VerifyError _) {
      return weaveOneByOne(bytes, model, chosen, classSites, left);
    }
  }

  /** A method that was compiled must not be interpreted for its zones: times would be wrong. */
  private static boolean hasRoomForLines(MethodModel method) {
    CodeAttribute code = method.findAttribute(Attributes.code()).orElseThrow();
    int lineCount =
        code.findAttribute(Attributes.lineNumberTable())
            .map(table -> table.lineNumbers().size())
            .orElse(0);
    return code.codeLength() > COMPILED_BYTES
        || code.codeLength() + lineCount * BYTES_OF_A_LINE <= COMPILED_BYTES;
  }

  private Woven weaveOneByOne(
      byte[] bytes,
      ClassModel model,
      Set<MethodModel> chosen,
      ClassSites classSites,
      Map<String, String> left) {
    Set<MethodModel> good = new HashSet<>();
    for (MethodModel method : chosen) {
      try {
        attempt(model, Set.of(method), classSites);
        good.add(method);
      } catch (RuntimeException | VerifyError e) {
        left.put(classSites.signature(method), String.valueOf(e.getMessage()));
      }
    }
    byte[] woven = good.isEmpty() ? bytes : attempt(model, good, classSites);
    return new Woven(woven, good.size(), left);
  }

  /** Bridges only pass a call on; abstract and native methods have no code. */
  private static boolean isChosen(MethodModel method) {
    return method.code().isPresent() && !method.flags().has(AccessFlag.BRIDGE);
  }

  private byte[] attempt(ClassModel model, Set<MethodModel> chosen, ClassSites classSites) {
    byte[] woven =
        classFile.transformClass(
            model,
            (builder, element) -> {
              if (element instanceof MethodModel method && chosen.contains(method)) {
                builder.transformMethod(
                    method, MethodTransform.transformingCode(zones(method, classSites)));
              } else {
                builder.with(element);
              }
            });
    List<VerifyError> errors = classFile.verify(woven);
    if (!errors.isEmpty()) {
      throw errors.getFirst();
    }
    return woven;
  }

  /** Made anew each time the code is built, which may be twice. */
  private CodeTransform zones(MethodModel method, ClassSites classSites) {
    boolean withLines = lines && hasRoomForLines(method);
    return CodeTransform.ofStateful(() -> new ZoneWeaver(method, classSites, withLines));
  }
}
